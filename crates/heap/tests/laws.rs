//! Laws of abstraction: folding, joining and materialising lose no concrete heap.
//!
//! Random heaps of lists, rings, shared and optional objects are folded and joined; every concrete heap with few
//! nodes that an input stands for must be one that the result stands for. Where a join says that it covers no more
//! than one side, that side must cover the other: on this rests that an analysis may stop.

mod concrete;

use concrete::{Concrete, WORD, WORDS, concretise, show};
use heap::{
    Branches, Data, End, Fill, Heap, Join, Kind, Links, New, ObjectId, Pointer, Rights, Shape, Symbols,
};
use ir::{GlobalId, Target, TypeId};
use logic::Term;
use rustc_hash::FxHashMap;

/// How many nodes above the least number a segment gets on the side that must be covered.
const INSIDE: u32 = 2;
/// How many more nodes than the least number it needs a segment gets at most on the covering side.
const MOST_NODES: usize = 6;
/// To how many words of an object addresses at different offsets lead.
const OFFSETS: u64 = 2;

/// Random numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % end
    }

    fn percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// A heap and the values of a program.
#[derive(Clone)]
struct State {
    heap: Heap,
    roots: Vec<Term>,
}

/// How the lists of a random heap look; heaps that are to be joined have the same plan.
#[derive(Clone, Copy, Debug)]
struct Plan {
    /// Whether the nodes are those of a tree.
    tree: bool,
    /// Where links point to.
    head: u64,
    /// Whether there are links back.
    back: bool,
    /// What the last node points to: null, the first node, or an object of its own.
    end: u64,
    /// What else nodes have: nothing, a shared object, objects of their own, optional ones, themselves, the first, one
    /// of the global variables, objects that lead to the next node, perhaps, the next node once more, one of the
    /// first words of themselves or of an object of their own, the first and the last of one or two objects, a list of
    /// up to two objects.
    extra: u64,
    /// Whether the last node has a root of its own.
    last_is_root: bool,
    /// In how many places of a hundred the heap is changed at random.
    noise: u64,
}

fn plan(random: &mut Random) -> Plan {
    let tree = random.percent(30);
    Plan {
        tree,
        head: if tree { 0 } else { WORD * random.below(2) },
        back: !tree && random.percent(50),
        end: if tree { 0 } else { random.below(3) },
        extra: random.below(if tree { 7 } else { 14 }),
        last_is_root: random.percent(30),
        noise: if random.percent(30) { 8 } else { 0 },
    }
}

const NEXT: u64 = 0;
const PREV: u64 = WORD;
const DOWN: u64 = 2 * WORD;
const VALUE: u64 = 3 * WORD;

fn block(heap: &mut Heap, symbols: &mut Symbols) -> ObjectId {
    let (kind, size) = (heap.next_block(), symbols.size(WORD * WORDS));
    let zero = symbols.store.zero(8);
    let fill = Fill::Repeat(zero);
    let new = New { kind, size, align: 16, fill, alive: true, rights: Rights::Write, place: None };
    let id = heap.create(symbols, new);
    // Words are written one by one, as a program does.
    let null = symbols.null();
    for word in 0..WORDS {
        heap.write(id, word * WORD, WORD, null);
    }
    id
}

/// Two global variables, which exist from the start, and their addresses.
fn globals(heap: &mut Heap, symbols: &mut Symbols) -> Vec<Term> {
    let make = |number: u32| {
        let (kind, size) = (Kind::Global(GlobalId(number)), symbols.size(WORD * WORDS));
        let fill = Fill::Repeat(symbols.store.zero(8));
        let new = New { kind, size, align: 16, fill, alive: true, rights: Rights::Write, place: None };
        let id = heap.create(symbols, new);
        heap.object(id).base
    };
    (0..2).map(make).collect()
}

fn address(heap: &Heap, symbols: &mut Symbols, id: ObjectId, offset: u64) -> Term {
    let (base, offset) = (heap.object(id).base, symbols.size(offset));
    symbols.store.add(base, offset)
}

/// An object that lies between a node and the next one.
fn between(heap: &mut Heap, symbols: &mut Symbols, next: Term) -> ObjectId {
    let id = block(heap, symbols);
    heap.write(id, DOWN, WORD, next);
    id
}

/// The last object of a queue, which has a second one or not.
fn last_of_queue(heap: &mut Heap, symbols: &mut Symbols, first: ObjectId, has_second: bool) -> Term {
    if !has_second {
        return heap.object(first).base;
    }
    let second = block(heap, symbols);
    let base = heap.object(second).base;
    heap.write(first, NEXT, WORD, base);
    base
}

/// A heap without segments, in which everything is reached from the roots.
/// A list of so many objects, which ends in null.
fn short_list(heap: &mut Heap, symbols: &mut Symbols, count: u64) -> Option<ObjectId> {
    let mut first: Option<ObjectId> = None;
    for _ in 0..count {
        let id = block(heap, symbols);
        let next = first.map_or(symbols.null(), |next| heap.object(next).base);
        heap.write(id, NEXT, WORD, next);
        first = Some(id);
    }
    first
}

fn state(plan: Plan, random: &mut Random, symbols: &mut Symbols) -> State {
    let mut heap = Heap::new();
    let globals = if plan.extra == 6 { globals(&mut heap, symbols) } else { Vec::new() };
    let nodes: Vec<ObjectId> = (0..random.below(5)).map(|_| block(&mut heap, symbols)).collect();
    let link = |heap: &Heap, symbols: &mut Symbols, id: ObjectId| address(heap, symbols, id, plan.head);
    let null = symbols.null();
    let mut roots = Vec::new();
    let end = match (plan.end, nodes.first()) {
        (1, Some(first)) => link(&heap, symbols, *first),
        (2, _) => {
            let end = block(&mut heap, symbols);
            let end = link(&heap, symbols, end);
            roots.push(end);
            end
        }
        _ => null,
    };
    let shared = (plan.extra == 1).then(|| block(&mut heap, symbols));
    for (number, id) in nodes.iter().enumerate() {
        let next = match nodes.get(number + 1) {
            Some(next) => link(&heap, symbols, *next),
            None => end,
        };
        if !plan.tree {
            heap.write(*id, NEXT, WORD, next);
        } else if number > 0 {
            // It hangs below one of the nodes before, where there is room.
            let links = if plan.extra == 0 { &[NEXT, PREV, DOWN][..] } else { &[NEXT, PREV] };
            let places = nodes[..number].iter().flat_map(|above| links.iter().map(|link| (*above, *link)));
            let is_free = |(above, link): &(ObjectId, u64)| {
                heap.object(*above).content.peek(symbols, *link, WORD) == Some(null)
            };
            let places: Vec<(ObjectId, u64)> = places.filter(is_free).collect();
            let (above, link) = places[random.below(places.len() as u64) as usize];
            let base = heap.object(*id).base;
            heap.write(above, link, WORD, base);
        }
        if plan.back {
            let prev = match number.checked_sub(1).map(|before| nodes[before]) {
                Some(before) => link(&heap, symbols, before),
                None if plan.end == 1 => link(&heap, symbols, nodes[nodes.len() - 1]),
                None => end,
            };
            heap.write(*id, PREV, WORD, prev);
        }
        let down = match plan.extra {
            1 => shared,
            2 => Some(block(&mut heap, symbols)),
            3 => random.percent(50).then(|| block(&mut heap, symbols)),
            4 | 10 => Some(*id),
            11 | 12 => Some(block(&mut heap, symbols)),
            5 => nodes.first().copied(),
            7 => Some(between(&mut heap, symbols, next)),
            8 => random.percent(50).then(|| between(&mut heap, symbols, next)),
            13 => short_list(&mut heap, symbols, random.below(3)),
            _ => None,
        };
        if plan.extra == 6 && random.percent(80) {
            heap.write(*id, DOWN, WORD, globals[random.below(2) as usize]);
        }
        if let Some(down) = down {
            let word = if matches!(plan.extra, 10 | 11) { random.below(OFFSETS) } else { 0 };
            let down = address(&heap, symbols, down, word * WORD);
            heap.write(*id, DOWN, WORD, down);
        } else if matches!(plan.extra, 8 | 9) {
            heap.write(*id, DOWN, WORD, next);
        }
        let value = if random.percent(70) { 7 } else { random.below(3) };
        let value = match down.filter(|_| plan.extra == 12) {
            Some(first) => last_of_queue(&mut heap, symbols, first, random.percent(60)),
            None => symbols.size(value),
        };
        heap.write(*id, VALUE, WORD, value);
    }
    roots.push(nodes.first().map_or(end, |first| link(&heap, symbols, *first)));
    if plan.last_is_root {
        roots.push(nodes.last().map_or(end, |last| link(&heap, symbols, *last)));
    }
    if plan.extra == 1 {
        roots.push(shared.map_or(null, |shared| address(&heap, symbols, shared, 0)));
    }
    roots.extend(globals);
    let is_block = |(_, object): &(ObjectId, &heap::Object)| object.is_live_heap();
    for id in heap.objects().filter(is_block).map(|(id, _)| id).collect::<Vec<_>>() {
        for word in 0..WORDS {
            if random.percent(plan.noise) {
                let count = heap.len() as u64;
                let target = heap.objects().nth(random.below(count) as usize).map(|(id, _)| id);
                let other = match random.below(3) {
                    0 => null,
                    _ => target.map_or(null, |id| address(&heap, symbols, id, plan.head)),
                };
                heap.write(id, word * WORD, WORD, other);
            }
        }
    }
    // What is not reached would be lost before anything is folded.
    let reach = heap.reach(symbols, roots.iter().copied());
    for id in heap.objects().map(|(id, _)| id).collect::<Vec<_>>() {
        if !reach.contains(id) {
            heap.forget(id);
        }
    }
    State { heap, roots }
}

/// A heap that is not covered, if there is one.
fn uncovered(inside: &[Concrete], outside: &[Concrete]) -> Option<Concrete> {
    let covered = |one: &Concrete| outside.iter().any(|other| one.is_covered_by(other));
    inside.iter().find(|one| one.is_reached() && !covered(one)).cloned()
}

/// The concrete heaps of a state, with so many nodes above the least number, where they are not too many.
fn heaps(state: &State, symbols: &mut Symbols, extra: u32) -> Option<Vec<Concrete>> {
    concretise(&state.heap, symbols, &state.roots, extra, OFFSETS as u32 + 1)
}

/// Those of them that must be covered: variables in offsets have fewer values, since what covers them may have a
/// variable for a sum.
fn samples(state: &State, symbols: &mut Symbols) -> Option<Vec<Concrete>> {
    concretise(&state.heap, symbols, &state.roots, INSIDE, OFFSETS as u32)
}

/// How many more nodes the covering side may need: as many as a heap that is covered has.
fn room(inside: &[Concrete]) -> u32 {
    inside.iter().map(|heap| heap.len() as u32).max().unwrap_or(0).min(MOST_NODES as u32)
}

/// How many pairs of neighbours were folded.
#[derive(Clone, Copy, Default, Debug)]
struct Steps {
    total: u32,
    /// Those where nodes were put on a path.
    entered: u32,
    /// Those where a path became a tree.
    absorbed: u32,
    /// Those where a pointer was forgotten.
    forgetful: u32,
}

/// The place that a path of several nodes leads to is forgotten, where all is reached without it.
fn forget_place(state: &mut State, symbols: &mut Symbols) {
    let is_path = |object: &heap::Object| object.path.is_some() && object.segment().is_some();
    if !state.heap.objects().any(|(_, object)| is_path(object)) {
        return;
    }
    for number in 0..state.roots.len() {
        let mut roots = state.roots.clone();
        roots[number] = symbols.null();
        let reach = state.heap.reach(symbols, roots.iter().copied());
        if state.heap.objects().all(|(id, object)| !object.is_live_heap() || reach.held.contains(&id)) {
            state.roots = roots;
        }
    }
}

/// A heap in which some nodes of a tree are on a path, or a path is part of a tree.
fn on_path(
    state: &State,
    random: &mut Random,
    symbols: &mut Symbols,
    links: Branches,
    done: &mut Steps,
) -> Option<Heap> {
    if let Some(heap) = state.heap.absorb_path(symbols, links, &state.roots) {
        done.absorbed += 1;
        return Some(heap);
    }
    let mut heap = state.heap.clone();
    let cursors: Vec<ObjectId> = heap.objects().map(|(id, _)| id).filter(|_| random.percent(30)).collect();
    let is_entered = heap.enter_paths(symbols, links, &state.roots, &cursors, true);
    done.entered += u32::from(is_entered);
    is_entered.then_some(heap)
}

/// Folds some neighbours, and checks each step. Gives the result and how many steps there were.
fn folded(state: State, steps: u64, random: &mut Random, symbols: &mut Symbols) -> (State, Steps) {
    folded_with(&state, steps, random, symbols, false)
}

/// The same; where it is a tree, nodes of it are also put on paths.
fn folded_with(
    start: &State,
    steps: u64,
    random: &mut Random,
    symbols: &mut Symbols,
    is_tree: bool,
) -> (State, Steps) {
    let mut state = start.clone();
    let mut done = Steps::default();
    for _ in 0..steps {
        let pairs = state.heap.neighbours(symbols, &state.roots);
        let offsets = if random.percent(30) { &[NEXT, PREV, DOWN][..] } else { &[NEXT, PREV] };
        let links = Branches::new(offsets).unwrap();
        let trees = state.heap.roots_of_trees(symbols, links);
        let mut own = Random(random.0.rotate_left(7));
        if is_tree {
            forget_place(&mut state, symbols);
        }
        let path = match is_tree && own.percent(50) {
            true => on_path(&state, &mut own, symbols, links, &mut done),
            false => None,
        };
        if pairs.is_empty() && trees.is_empty() && path.is_none() {
            break;
        }
        let heap = match pairs.is_empty() || !trees.is_empty() && random.percent(60) {
            _ if path.is_some() => path,
            true => {
                let root = trees[random.below(trees.len() as u64) as usize];
                state.heap.fold_tree(symbols, root, links, &state.roots)
            }
            false => {
                let pair = pairs[random.below(pairs.len() as u64) as usize];
                let step = state.heap.fold(symbols, pair, &state.roots);
                let step = match step {
                    None if random.percent(50) => state.heap.fold_and_forget(symbols, pair, &state.roots),
                    step => step,
                };
                step.map(|step| {
                    done.forgetful += u32::from(step.forgets);
                    step.heap
                })
            }
        };
        let Some(heap) = heap else { continue };
        let after = State { heap, roots: state.roots.clone() };
        let Some(mut inside) = samples(&state, symbols) else { break };
        if is_tree {
            // A tree gets no more nodes than that where it is written out.
            inside.retain(|heap| heap.len() <= MOST_NODES);
        }
        let Some(outside) = heaps(&after, symbols, room(&inside)) else { break };
        if let Some(lost) = uncovered(&inside, &outside) {
            let [before, after] = [&state, &after].map(|it| show(&it.heap, symbols, &it.roots));
            panic!("folding loses {lost:?}\nbefore {before}after {after}");
        }
        state = after;
        done.total += 1;
    }
    (state, done)
}

#[test]
fn folding_loses_no_heap() {
    let (mut total, mut forgetful) = (0, 0);
    let (mut entered, mut absorbed, mut paths) = (0, 0, 0);
    let (mut choices, mut trees, mut nexts, mut offsets) = (0, 0, 0, 0);
    for seed in 0..1000 {
        let (mut random, mut symbols) = (Random(seed), Symbols::new(Target::BITS64));
        let plan = plan(&mut random);
        let start = state(plan, &mut random, &mut symbols);
        let (state, steps) = folded_with(&start, 4, &mut random, &mut symbols, plan.tree);
        total += steps.total;
        forgetful += steps.forgetful;
        entered += steps.entered;
        absorbed += steps.absorbed;
        let is_path = |object: &heap::Object| object.path.is_some() && object.segment().is_some();
        paths += u32::from(state.heap.objects().any(|(_, object)| is_path(object)));
        let is_tree = |object: &heap::Object| {
            object.segment().is_some_and(|segment| matches!(segment.links, Links::Tree(_)))
        };
        trees += u32::from(state.heap.objects().any(|(_, object)| is_tree(object)));
        let names_next = |object: &heap::Object| {
            object.content.terms().any(|(term, _)| match state.heap.pointer(&mut symbols, term) {
                Pointer::Into(id, _) => matches!(state.heap.object(id).shape, Shape::After(_)),
                _ => false,
            })
        };
        nexts += u32::from(state.heap.objects().map(|(_, object)| object).any(names_next));
        let words = || state.heap.objects().flat_map(|(_, object)| object.content.terms());
        choices += u32::from(words().any(|(_, edge)| matches!(edge.data, Data::OneOf(_))));
        offsets += u32::from(words().any(|(term, _)| symbols.is_each(term)));
    }
    assert!(
        entered > 50 && absorbed > 0 && paths > 3,
        "only {entered} heaps with nodes on a path, {paths} with segments of them, {absorbed} where they became trees"
    );
    assert!(nexts > 20, "only {nexts} segments name the next node besides the link to it");
    assert!(trees > 20, "only {trees} heaps have trees");
    assert!(choices > 20, "only {choices} segments hold one of several addresses");
    assert!(forgetful > 20, "only {forgetful} pairs were folded that differ in a pointer");
    assert!(offsets > 10, "only {offsets} segments have nodes with offsets of their own");
    assert!(total > 250, "only {total} pairs of neighbours were folded");
}

#[test]
fn unfolding_tells_all_cases_apart() {
    let mut total = 0;
    for seed in 0..700 {
        let (mut random, mut symbols) = (Random(seed), Symbols::new(Target::BITS64));
        let plan = plan(&mut random);
        let start = state(plan, &mut random, &mut symbols);
        let (state, _) = folded_with(&start, 3, &mut random, &mut symbols, plan.tree);
        // Folding makes segments of one node and more; joining with an empty list makes others.
        let other = state_without_nodes(plan, &mut symbols, state.roots.len());
        let state = other.and_then(|other| joined(&state, &other, &mut symbols)).map_or(state, |join| join.0);
        let segments: Vec<ObjectId> = (state.heap.objects())
            .filter(|(_, object)| object.owner.is_none() && object.segment().is_some())
            .map(|(id, _)| id)
            .collect();
        for id in segments {
            let Some(inside) = samples(&state, &mut symbols) else { continue };
            let mut outside = Vec::new();
            let segment = *state.heap.object(id).segment().unwrap();
            let mut complete = true;
            if segment.may_be_empty() {
                let mut empty = state.clone();
                match empty.heap.remove_empty(&mut symbols, id) {
                    Some(gone) => {
                        for root in &mut empty.roots {
                            *root = gone.apply(&mut symbols, *root).unwrap();
                        }
                        match heaps(&empty, &mut symbols, room(&inside)) {
                            Some(heaps) => outside.extend(heaps),
                            None => complete = false,
                        }
                    }
                    None => complete = false,
                }
            }
            let end = if segment.last.is_some() && random.percent(50) { End::Last } else { End::First };
            let mut taken = state.clone();
            taken.heap.require_node(id);
            match taken.heap.materialise(&mut symbols, id, end) {
                Some(gone) => {
                    for root in &mut taken.roots {
                        *root = gone.apply(&mut symbols, *root).unwrap();
                    }
                    match heaps(&taken, &mut symbols, room(&inside)) {
                        Some(heaps) => outside.extend(heaps),
                        None => complete = false,
                    }
                }
                None => complete = false,
            }
            if complete {
                total += 1;
                if let Some(lost) = uncovered(&inside, &outside) {
                    panic!(
                        "seed {seed}: telling the cases of {id:?} apart loses {lost:?}\n{:#?}",
                        state.heap
                    );
                }
                // And nothing is added: each case is one of the segment.
                let Some(inside) = heaps(&state, &mut symbols, 6) else { continue };
                let few: Vec<Concrete> = outside.into_iter().filter(|heap| heap.len() <= 3).collect();
                if let Some(added) = uncovered(&few, &inside) {
                    panic!(
                        "seed {seed}: telling the cases of {id:?} apart adds {added:?}\n{:#?}",
                        state.heap
                    );
                }
            }
        }
    }
    assert!(total > 120, "only {total} segments were told apart");
}

#[test]
fn leaving_a_path_tells_all_cases_apart() {
    let mut total = 0;
    for seed in 0..2000 {
        let (mut random, mut symbols) = (Random(seed), Symbols::new(Target::BITS64));
        let plan = plan(&mut random);
        if !plan.tree {
            continue;
        }
        let start = state(plan, &mut random, &mut symbols);
        let (state, _) = folded_with(&start, 4, &mut random, &mut symbols, plan.tree);
        let nodes = state.heap.objects();
        let nodes: Vec<(ObjectId, Branches)> = nodes
            .filter(|(_, object)| object.shape == Shape::Region && object.owner.is_none())
            .filter_map(|(id, object)| Some((id, object.path?)))
            .collect();
        for (id, links) in nodes {
            let cases: Option<Vec<Vec<Concrete>>> = (0..links.offsets().count())
                .map(|link| {
                    let mut left = state.clone();
                    left.heap.leave_path(&mut symbols, id, link);
                    heaps(&left, &mut symbols, 4)
                })
                .collect();
            let Some(inside) = samples(&state, &mut symbols) else { continue };
            let (Some(outside), Some(all)) = (cases, heaps(&state, &mut symbols, 6)) else { continue };
            let outside: Vec<Concrete> = outside.into_iter().flatten().collect();
            total += 1;
            let few: Vec<Concrete> = outside.iter().filter(|heap| heap.len() <= 3).cloned().collect();
            let text = show(&state.heap, &mut symbols, &state.roots);
            assert_eq!(uncovered(&inside, &outside), None, "seed {seed}: lost at {id:?}\n{text}");
            assert_eq!(uncovered(&few, &all), None, "seed {seed}: added at {id:?}\n{text}");
        }
    }
    assert!(total > 20, "only {total} nodes on a path");
}

#[test]
fn forgetting_what_is_not_read_loses_no_heap() {
    let (mut total, mut one_way) = (0, 0);
    for seed in 0..700 {
        let (mut random, mut symbols) = (Random(seed), Symbols::new(Target::BITS64));
        let plan = plan(&mut random);
        let start = state(plan, &mut random, &mut symbols);
        let (mut state, _) = folded(start, 3, &mut random, &mut symbols);
        let blocks: Vec<ObjectId> =
            state.heap.objects().filter(|(_, object)| object.is_live_heap()).map(|(id, _)| id).collect();
        for id in blocks {
            state.heap.object_mut(id).used_as = Some(TypeId(0));
        }
        let unread = match random.below(3) {
            0 => vec![PREV],
            1 => vec![DOWN],
            _ => vec![PREV, DOWN],
        };
        let Some(heap) = state.heap.without_unread(
            &mut symbols,
            &state.roots,
            |object| object.used_as,
            |_| unread.clone(),
        ) else {
            continue;
        };
        let ways = |heap: &Heap| {
            heap.objects().filter(|it| it.1.segment().is_some_and(|it| it.last.is_some())).count()
        };
        one_way += u32::from(ways(&heap) < ways(&state.heap));
        let after = State { heap, roots: state.roots.clone() };
        let Some(inside) = samples(&state, &mut symbols) else { continue };
        let Some(outside) = heaps(&after, &mut symbols, room(&inside)) else { continue };
        total += 1;
        if let Some(lost) = uncovered(&inside, &outside) {
            let [before, after] = [&state, &after].map(|it| show(&it.heap, &mut symbols, &it.roots));
            panic!("seed {seed}: forgetting loses {lost:?}\nbefore {before}after {after}");
        }
    }
    assert!(one_way > 10, "only {one_way} heaps have a segment that lost its links back");
    assert!(total > 150, "only {total} heaps have pointers to forget");
}

#[test]
fn what_is_held_for_certain_is_held_in_every_heap() {
    let (mut certain, mut not_certain, mut quick) = (0, 0, 0);
    for seed in 0..3000 {
        let (mut random, mut symbols) = (Random(seed), Symbols::new(Target::BITS64));
        let plan = plan(&mut random);
        // Nothing is told of rings of nothing, and global variables need no root.
        if plan.end == 1 || plan.extra == 6 {
            continue;
        }
        let start = state(Plan { noise: 0, ..plan }, &mut random, &mut symbols);
        let (mut state, _) = folded(start, 4, &mut random, &mut symbols);
        // Most segments may be empty now, some objects lead to others, old and new, and some roots are gone.
        block(&mut state.heap, &mut symbols);
        let ids: Vec<ObjectId> = state.heap.objects().map(|(id, _)| id).collect();
        for id in &ids {
            if let Shape::Segment(segment) = &mut state.heap.object_mut(*id).shape
                && random.percent(70)
            {
                segment.min = 0;
            }
            let to = state.heap.object(ids[random.below(ids.len() as u64) as usize]).clone();
            let is_outermost = to.owner.is_none() && !matches!(to.shape, Shape::Node(_) | Shape::After(_));
            let from = state.heap.object(*id);
            let is_link = from.segment().is_some_and(|it| it.link_offsets().any(|link| link == VALUE));
            if from.is_live_heap() && !is_link && is_outermost && random.percent(50) {
                state.heap.write(*id, VALUE, WORD, to.base);
            }
        }
        state.roots.retain(|_| random.percent(60));
        let roots = || state.roots.iter().copied();
        let reach = state.heap.reach(&mut symbols, roots());
        let blocks = state.heap.objects().filter(|(_, object)| object.is_live_heap());
        let blocks: Vec<ObjectId> = blocks.map(|(id, _)| id).collect();
        if !blocks.iter().all(|id| reach.held.contains(id)) {
            continue;
        }
        let Some(heaps) = heaps(&state, &mut symbols, INSIDE) else { continue };
        let is_held = heaps.iter().all(Concrete::is_reached);
        let uncertain = state.heap.uncertain(&mut symbols, roots(), &reach);
        let is_certain = uncertain.is_empty();
        let text = show(&state.heap, &mut symbols, &state.roots);
        assert_eq!(is_certain, is_held, "seed {seed}: the uncertain are {uncertain:?}\n{text}");
        let is_found = state.heap.finds(&mut symbols, roots(), [], blocks);
        assert!(is_held || !is_found, "seed {seed}: all are found, but not held\n{text}");
        certain += u32::from(is_certain);
        not_certain += u32::from(!is_certain);
        quick += u32::from(is_found);
    }
    assert!(
        certain > 100 && not_certain > 40,
        "only {certain} heaps without uncertain blocks, {not_certain} with such"
    );
    assert!(quick > 100, "only in {quick} heaps all is found at once");
}

/// The heap of a plan whose list is empty, where that has as many roots.
fn state_without_nodes(plan: Plan, symbols: &mut Symbols, roots: usize) -> Option<State> {
    let mut heap = Heap::new();
    let null = symbols.null();
    let mut state = State { roots: Vec::new(), heap: Heap::new() };
    if plan.extra == 6 {
        return None;
    }
    if plan.end == 2 {
        let end = block(&mut heap, symbols);
        let end = address(&heap, symbols, end, plan.head);
        state.roots = vec![end; roots];
        if plan.extra == 1 {
            return None;
        }
    } else {
        if plan.extra == 1 {
            return None;
        }
        state.roots = vec![null; roots];
    }
    state.heap = heap;
    Some(state)
}

/// The join of two states, and whether it covers more than the left and the right one.
fn joined(left: &State, right: &State, symbols: &mut Symbols) -> Option<(State, bool, bool)> {
    if left.roots.len() != right.roots.len() {
        return None;
    }
    let mut join = Join::new(symbols, &left.heap, &right.heap)?;
    let mut roots = Vec::new();
    for (a, b) in left.roots.iter().zip(&right.roots) {
        roots.push(join.value(*a, *b)?);
    }
    let joined = join.finish(&roots)?;
    Some((State { heap: joined.heap, roots }, joined.left_lost, joined.right_lost))
}

#[test]
fn a_join_covers_both_sides() {
    let (mut joins, mut entailed) = (0, 0);
    for seed in 0..3000 {
        let (mut random, mut symbols) = (Random(seed), Symbols::new(Target::BITS64));
        let plan = plan(&mut random);
        let make = |random: &mut Random, symbols: &mut Symbols| {
            let start = state(plan, random, symbols);
            let steps = random.below(4);
            folded_with(&start, steps, random, symbols, plan.tree).0
        };
        let (left, right) = (make(&mut random, &mut symbols), make(&mut random, &mut symbols));
        let Some((result, left_lost, right_lost)) = joined(&left, &right, &mut symbols) else { continue };
        let sides = [samples(&left, &mut symbols), samples(&right, &mut symbols)];
        let [Some(of_left), Some(of_right)] = sides else { continue };
        joins += 1;
        let sides = [of_left, of_right];
        for (name, inside) in ["left", "right"].iter().zip(&sides) {
            let Some(outside) = heaps(&result, &mut symbols, room(inside)) else { continue };
            if let Some(lost) = uncovered(inside, &outside) {
                let [left, right, join] =
                    [&left, &right, &result].map(|it| show(&it.heap, &mut symbols, &it.roots));
                panic!(
                    "seed {seed}: the join loses {lost:?} of the {name} side\nleft {left}right {right}join {join}"
                );
            }
        }
        for (lost, this, other) in [(left_lost, &left, &sides[1]), (right_lost, &right, &sides[0])] {
            if !lost {
                let Some(outside) = heaps(this, &mut symbols, room(other)) else { continue };
                entailed += 1;
                if let Some(lost) = uncovered(other, &outside) {
                    let [left, right] = [&left, &right].map(|it| show(&it.heap, &mut symbols, &it.roots));
                    panic!(
                        "seed {seed}: a side that lost nothing does not cover {lost:?}\nleft {left}right {right}"
                    );
                }
            }
        }
    }
    assert!(joins > 300 && entailed > 80, "only {joins} joins, {entailed} of them with a covering side");
}

#[test]
fn segments_of_one_kind_have_the_links_they_say() {
    let (mut random, mut symbols) = (Random(3), Symbols::new(Target::BITS64));
    let plan = Plan { tree: false, head: 8, back: true, end: 0, extra: 0, last_is_root: true, noise: 0 };
    for _ in 0..50 {
        let start = state(plan, &mut random, &mut symbols);
        let (state, steps) = folded(start, 9, &mut random, &mut symbols);
        let segment = state.heap.objects().find_map(|(_, object)| object.segment());
        assert_eq!(segment.is_some(), steps.total > 0);
        if let Some(segment) = segment {
            assert_eq!(segment.links, Links::List { head: 8, next: NEXT, prev: Some(PREV) });
        }
    }
}

#[test]
fn short_lists_below_nodes_stay_short() {
    let mut symbols = Symbols::new(Target::BITS64);
    let mut heap = Heap::new();
    let mut next = symbols.null();
    let nodes: Vec<ObjectId> = (0..3).map(|_| block(&mut heap, &mut symbols)).collect();
    for (node, count) in nodes.iter().zip([0, 2, 1]) {
        heap.write(*node, NEXT, WORD, next);
        if let Some(below) = short_list(&mut heap, &mut symbols, count) {
            let below = heap.object(below).base;
            heap.write(*node, DOWN, WORD, below);
        }
        next = heap.object(*node).base;
    }
    let mut state = State { heap, roots: vec![next] };
    let before = samples(&state, &mut symbols).unwrap();
    // The lists below the nodes come first, as they cost nothing.
    let pairs = |state: &State, symbols: &mut Symbols| state.heap.neighbours(symbols, &state.roots);
    let is_below = |pair: &heap::Fold| !nodes.contains(&pair.first);
    let below: Vec<heap::Fold> = pairs(&state, &mut symbols).into_iter().filter(is_below).collect();
    assert_eq!(below.len(), 1);
    state.heap = state.heap.fold(&mut symbols, below[0], &state.roots).unwrap().heap;
    while let Some(pair) = pairs(&state, &mut symbols).into_iter().next() {
        state.heap = state.heap.fold(&mut symbols, pair, &state.roots).unwrap().heap;
    }
    let counts: Vec<(u32, Option<u32>)> = (state.heap.objects())
        .filter(|(_, object)| object.owner.is_some())
        .filter_map(|(_, object)| object.segment().map(|segment| (segment.min, segment.max)))
        .collect();
    assert_eq!(counts, [(0, Some(2))]);
    let after = heaps(&state, &mut symbols, 3).unwrap();
    assert!(uncovered(&before, &after).is_none());
}

#[test]
fn nodes_of_two_sizes_keep_what_tells_them_apart() {
    const TAG: u64 = WORD;
    const BEYOND: u64 = WORD * WORDS;
    let mut symbols = Symbols::new(Target::BITS64);
    let mut heap = Heap::new();
    let mut next = symbols.null();
    for tag in [0, 1] {
        let id = block(&mut heap, &mut symbols);
        heap.write(id, NEXT, WORD, next);
        let number = symbols.size(tag);
        heap.write(id, TAG, WORD, number);
        if tag == 1 {
            heap.object_mut(id).size = symbols.size(BEYOND + WORD);
            let number = symbols.size(5);
            heap.write(id, BEYOND, WORD, number);
        }
        next = heap.object(id).base;
    }
    let roots = vec![next];
    assert!(heap.neighbours(&mut symbols, &roots).is_empty());
    let pairs = heap.neighbours_by_tag(&mut symbols, &roots);
    assert_eq!(pairs.len(), 1);
    let folded = heap.fold(&mut symbols, pairs[0], &roots).unwrap();
    let node = folded.heap.object(pairs[0].first);
    let tag = node.content.known(&mut symbols, TAG, WORD).unwrap();
    assert!(symbols.is_each(tag) && symbols.is_each(node.size));
    // Both numbers are told with what they were in either node, so that a path can say what one means for the other.
    let told =
        |term: Term| folded.numbers.iter().find(|number| number.out == term).map(|it| (it.left, it.right));
    let numbers = [1, 0].map(|number| symbols.size(number));
    let sizes = [BEYOND + WORD, BEYOND].map(|size| symbols.size(size));
    assert_eq!(told(tag), Some((numbers[0], numbers[1])));
    assert_eq!(told(node.size), Some((sizes[0], sizes[1])));
    // What lies beyond the end of the smaller one is that of the larger one.
    let beyond = node.content.known(&mut symbols, BEYOND, WORD);
    assert_eq!(beyond, Some(symbols.size(5)));
}

#[test]
fn nodes_that_name_an_object_twice_are_folded_with_others() {
    let mut found = 0;
    for seed in 0..100 {
        let (mut random, mut symbols) = (Random(seed), Symbols::new(Target::BITS64));
        let plan =
            Plan { tree: false, head: 0, back: false, end: 0, extra: 12, last_is_root: false, noise: 0 };
        let start = state(plan, &mut random, &mut symbols);
        let (state, steps) = folded(start, 12, &mut random, &mut symbols);
        assert_eq!(steps.forgetful, 0, "seed {seed}: the last object of a queue is forgotten");
        // The first of two objects may be absent, the last one is always there.
        let has = |may_be_empty: bool| {
            let is_absent = |object: &heap::Object| object.segment().is_some_and(|it| it.may_be_empty());
            let mut objects = state.heap.objects();
            objects.any(|(_, object)| object.owner.is_some() && is_absent(object) == may_be_empty)
        };
        found += u32::from(has(true) && has(false));
    }
    assert!(found > 10, "only {found} segments have nodes with queues of different lengths");
}

/// The number of nodes of the lists of a heap by their counts, as they are with some numbers. None where some are not
/// counted: a list may be folded as a tree, too, and a node may become a part of another.
fn counted(heap: &Heap, symbols: &mut Symbols, numbers: &FxHashMap<Term, Term>) -> Option<u64> {
    let mut total = 0;
    for (_, object) in heap.objects().filter(|(_, object)| object.is_live_heap()) {
        total += match object.shape {
            _ if object.owner.is_some() => return None,
            Shape::Region => 1,
            Shape::Segment(segment) => {
                let count = symbols.store.replace(segment.count?, numbers);
                symbols.store.as_const(count)?.to_u64()?
            }
            Shape::Last(_) | Shape::Node(_) | Shape::After(_) => 0,
        };
    }
    Some(total)
}

#[test]
fn counts_are_those_of_the_nodes() {
    let (mut folds, mut joins, mut taken) = (0, 0, 0);
    for seed in 0..400 {
        let (mut random, mut symbols) = (Random(seed), Symbols::new(Target::BITS64));
        symbols.counts_nodes = true;
        let plan = Plan { tree: false, extra: 0, noise: 0, ..plan(&mut random) };
        let unchanged = FxHashMap::default();
        let sides: [(State, u64); 2] = [0; 2].map(|_| {
            let start = state(plan, &mut random, &mut symbols);
            let nodes = counted(&start.heap, &mut symbols, &unchanged).unwrap();
            let pick = random.below(6);
            let (state, steps) = folded(start, pick, &mut random, &mut symbols);
            if let Some(total) = counted(&state.heap, &mut symbols, &unchanged) {
                folds += steps.total;
                assert_eq!(total, nodes, "seed {seed}");
            }
            (state, nodes)
        });
        for (state, nodes) in &sides {
            let is_segment = |(_, object): &(ObjectId, &heap::Object)| object.segment().is_some();
            let Some(id) = state.heap.objects().find(is_segment).map(|(id, _)| id) else { continue };
            let mut heap = state.heap.clone();
            let end = if plan.back && random.percent(50) { End::Last } else { End::First };
            if heap.materialise(&mut symbols, id, end).is_some()
                && let Some(total) = counted(&heap, &mut symbols, &unchanged)
            {
                taken += 1;
                assert_eq!(total, *nodes, "seed {seed}");
            }
        }
        let [(left, in_left), (right, in_right)] = &sides;
        let Some(mut join) = Join::new(&mut symbols, &left.heap, &right.heap) else { continue };
        let values = left.roots.iter().zip(&right.roots).map(|(a, b)| join.value(*a, *b));
        let Some(roots) = values.collect::<Option<Vec<Term>>>() else { continue };
        let Some(joined) = join.finish(&roots) else { continue };
        let left = joined.numbers.iter().map(|number| (number.out, number.left)).collect();
        let right = joined.numbers.iter().map(|number| (number.out, number.right)).collect();
        for (numbers, nodes) in [(left, in_left), (right, in_right)] {
            if let Some(total) = counted(&joined.heap, &mut symbols, &numbers) {
                joins += 1;
                assert_eq!(total, *nodes, "seed {seed}");
            }
        }
    }
    assert!(
        folds > 300 && joins > 100 && taken > 100,
        "only {folds} folds, {joins} joins, {taken} unfoldings"
    );
}
