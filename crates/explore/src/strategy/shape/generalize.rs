//! Making one state more general: forgetting what no longer matters, and folding lists.

use crate::state::State;
use crate::strategy::shape::between::orders_through;
use crate::strategy::shape::{Analysis, Flags};
use crate::transfer::Possible;
use crate::transfer::leak::{KEPT_BY_NODES, program_roots, roots};
use engine::Reason;
use heap::{Cost, Data, End, Fill, Fold, Heap, JOINED, Kind, ObjectId, Rights};
use logic::{BinOp, Node, PathCondition, Term, TermStore, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// How many nodes a chain must have that cannot be folded otherwise before pointers are forgotten.
const FORGET: usize = 3;

/// How many elements an array has at most of which each is followed by itself.
const FEW: u64 = 16;

/// How many words a block has at least that is taken for an array where its type is not known.
const NODE: u64 = 4;

/// A chain of nodes that was folded.
struct Chain {
    heap: Heap,
    path: PathCondition,
    /// The worst cost of a step.
    cost: Cost,
    nodes: usize,
}

impl Analysis<'_, '_> {
    /// Forgets what does not matter any more: variables that are not read again, conditions on addresses and on
    /// numbers that are gone, objects that ended, and when they did.
    pub fn simplify(&mut self, state: &mut State) {
        if !state.dying.is_empty() && self.transfer.find_lost(state).is_some() {
            // Its cases should have been told apart before.
            state.dying.clear();
            self.transfer.loss(state, Reason::Imprecise, KEPT_BY_NODES);
        }
        self.forget_stale_variables(state);
        self.transfer.settle_cells(state);
        self.transfer.settle_all_columns(state);
        self.transfer.settle_ranges(state);
        self.transfer.collect(state);
        state.heap.forget_times();
        self.forget_conditions(state);
    }

    /// A source variable that is not read again only keeps its block from being lost. Where something else does, it
    /// is forgotten: otherwise it would keep list nodes apart that nothing tells apart. One that has a value the
    /// program still reads keeps nothing apart, and may be all that is left when that was read.
    fn forget_stale_variables(&mut self, state: &mut State) {
        if state.frames.iter().all(|frame| frame.vars.iter().all(Option::is_none)) {
            return;
        }
        let program_roots = program_roots(state);
        let reach = state.heap.reach(&mut self.transfer.symbols, program_roots.iter().copied());
        let uncertain = state.heap.uncertain(&mut self.transfer.symbols, program_roots, &reach);
        let is_held = |id: ObjectId| {
            reach.held.contains(&id) && !uncertain.iter().any(|uncertain| uncertain.block == id)
        };
        for frame in &mut state.frames {
            let stale = |symbols: &mut heap::Symbols, term: Term| {
                let named = symbols.objects_in(term).into_iter();
                let mut named: Vec<ObjectId> =
                    named.map(|id| state.heap.segment_of(id).unwrap_or(id)).collect();
                state.heap.add_skipped(symbols, &mut named);
                named.into_iter().all(|id| {
                    let is_block = state.heap.find(id).is_some_and(|object| object.is_live_heap());
                    !is_block || is_held(id)
                })
            };
            if frame.vars.iter().flatten().any(|term| stale(&mut self.transfer.symbols, *term)) {
                let frame = Arc::make_mut(frame);
                for var in &mut frame.vars {
                    let is_read = var.is_some() && frame.values.contains(var);
                    if !is_read && var.is_some_and(|term| stale(&mut self.transfer.symbols, term)) {
                        *var = None;
                    }
                }
            }
        }
    }

    /// Keeps only conditions on numbers that the state still has.
    fn forget_conditions(&mut self, state: &mut State) {
        let conditions = state.path.terms();
        if conditions.is_empty() {
            return;
        }
        let mut relevant: FxHashSet<VarId> = FxHashSet::default();
        for root in roots(state) {
            relevant.extend(self.transfer.symbols.store.support(&[root]));
        }
        for (_, object) in state.heap.objects() {
            let mut note = |term: Term| {
                if self.transfer.symbols.store.as_const(term).is_none() {
                    relevant.extend(self.transfer.symbols.store.support(&[term]));
                }
            };
            note(object.size);
            object.count().into_iter().for_each(&mut note);
            object.content.layer_terms().for_each(&mut note);
            for edge in object.content.edges() {
                if let Data::Bits { term, .. } | Data::Fill(Fill::Repeat(term)) = edge.data {
                    note(term);
                }
            }
        }
        // What was known of the numbers of a join that the state does not have any more was known of those that took
        // their place. The callers of an entry know the numbers of its start, and what another number was computed from
        // says something about it.
        let rigid = self.known.calls.rigid(state);
        let is_rigid = |var: &VarId| rigid.as_ref().is_some_and(|rigid| rigid.contains(var));
        let store = &self.transfer.symbols.store;
        let is_equality = |term: &&Term| matches!(store.node(**term), Node::Bin(BinOp::Eq, ..));
        let mut defines: FxHashSet<VarId> = FxHashSet::default();
        for equality in conditions.iter().filter(is_equality) {
            let support = store.support(&[*equality]);
            if support.iter().any(|var| relevant.contains(var)) {
                defines.extend(support);
            }
        }
        let is_gone = |store: &TermStore, var: &VarId| {
            let is_known = relevant.contains(var) || defines.contains(var) || is_rigid(var);
            !is_known && store.var_name(*var) == JOINED
        };
        let mut conditions = conditions;
        let mut gone: Vec<VarId> = store.support(&conditions);
        gone.retain(|var| is_gone(store, var));
        for var in gone {
            let store = &mut self.transfer.symbols.store;
            let var = store.var_term(var);
            let found = orders_through(store, &conditions, var);
            conditions.extend(found);
        }
        let store = &self.transfer.symbols.store;
        let mut kept: Vec<(Term, Vec<VarId>, bool)> = Vec::new();
        for condition in conditions {
            let support = store.support(&[condition]);
            if !support.iter().any(|var| is_gone(store, var)) {
                kept.push((condition, support, false));
            }
        }
        // What related the elements of a run to other numbers says nothing without the run.
        kept.retain(|(condition, support, _)| {
            let symbols = &mut self.transfer.symbols;
            let (each, others) = symbols.each_in(*condition);
            let is_of_others = !each.is_empty() && others;
            let mut vars = support.iter();
            let is_gone = is_of_others
                && vars.any(|var| {
                    let term = symbols.store.var_term(*var);
                    !relevant.contains(var) && symbols.is_each(term)
                });
            !symbols.has_base(*condition) && !is_gone
        });
        let mut changed = true;
        while changed {
            changed = false;
            for (_, support, taken) in &mut kept {
                if !*taken && support.iter().any(|var| relevant.contains(var)) {
                    *taken = true;
                    relevant.extend(support.iter().copied());
                    changed = true;
                }
            }
        }
        let mut path = PathCondition::new();
        let mut seen = FxHashSet::default();
        for (condition, _, taken) in kept {
            if taken && seen.insert(condition) {
                path.push(&self.transfer.symbols.store, condition);
            }
        }
        state.path = path;
    }

    /// Folds trees, then lists into segments, the longest chains first, until there is nothing left to fold.
    pub fn abstract_lists(&mut self, state: &mut State) {
        self.abstract_some(state, |_| true);
    }

    /// The same, where nodes stay apart that do not have the same parts. Gives whether there are such.
    pub(super) fn abstract_alike(&mut self, state: &mut State) -> bool {
        self.abstract_some(state, |cost| !cost.changes_parts())
    }

    /// Folds the chains that cost no more than is accepted. Gives whether others are left.
    fn abstract_some(&mut self, state: &mut State, is_accepted: impl Fn(Cost) -> bool) -> bool {
        self.materialise_single(state);
        let in_loop = self.is_at_loop_head(state);
        if in_loop {
            self.take_arrays_apart(state);
            self.forget_second_copies(state);
        }
        state.heap.list_optional(&mut self.transfer.symbols);
        let roots = roots(state);
        let before: FxHashSet<Term> = state.heap.objects().filter_map(|(_, object)| object.count()).collect();
        // What is told apart where flags are is told by the last node, too.
        if self.known.flags == Flags::Joined {
            state.heap.link_tails(&mut self.transfer.symbols, &roots);
        }
        let cursors = if in_loop { self.cursors(state) } else { Vec::new() };
        let mut folded = self.fold_trees(state, &roots, &cursors);
        folded |= self.enter_paths(state, &roots, &cursors);
        let mut is_left = false;
        loop {
            let borders: Vec<ObjectId> =
                self.borders(state).into_iter().map(|(element, _)| element).collect();
            let Some(chain) = self.fold_one((&state.heap, &state.path), &roots, in_loop, &borders) else {
                break;
            };
            if !is_accepted(chain.cost) {
                is_left = true;
                break;
            }
            state.heap = chain.heap;
            state.path = chain.path;
            folded = true;
        }
        if folded {
            state.is_general = true;
            self.transfer.said.figures.folded += 1;
            state.count_blocks();
        }
        if folded {
            self.name_counts(state, &before);
        }
        self.assume_counts(state);
        is_left
    }

    /// A run that several runs became has as many elements as they had together. That becomes a number of its own: each
    /// round of a loop divides a run and folds it again, and what joins find out of the parts is lost in the next. What is
    /// known of the sum is known of the number, and how it compares with the variables of loops.
    fn name_counts(&mut self, state: &mut State, before: &FxHashSet<Term>) {
        let store = &self.transfer.symbols.store;
        let runs = state.heap.objects().filter(|(_, object)| object.is_element());
        let counts = runs.filter_map(|(id, object)| Some((id, object.count()?)));
        let is_sum = |count: &Term| !before.contains(count) && store.support(&[*count]).len() > 1;
        let sums: Vec<(ObjectId, Term)> = counts.filter(|(_, count)| is_sum(count)).collect();
        if sums.is_empty() {
            return;
        }
        let places = self.places(state, None);
        for (id, sum) in sums {
            let width = self.transfer.symbols.store.width(sum);
            let count = self.transfer.symbols.store.fresh(JOINED, width);
            let with: FxHashMap<Term, Term> = [(sum, count)].into_iter().collect();
            let mut found: Vec<Term> = Vec::new();
            for (_, place) in &places {
                for (least, most, is_least) in [(*place, sum, true), (sum, *place, false)] {
                    let store = &mut self.transfer.symbols.store;
                    let is_beyond = store.ult(most, least);
                    if self.transfer.can(state, is_beyond) == Possible::No {
                        let store = &mut self.transfer.symbols.store;
                        found.push(if is_least {
                            store.ule(*place, count)
                        } else {
                            store.ule(count, *place)
                        });
                    }
                }
            }
            let store = &mut self.transfer.symbols.store;
            let conditions = state.path.terms().into_iter().map(|condition| store.replace(condition, &with));
            let conditions: Vec<Term> = conditions.collect();
            state.path = PathCondition::new();
            for condition in conditions.into_iter().chain(found) {
                state.path.push(store, condition);
            }
            state.heap.set_count(id, count);
        }
        self.forget_conditions(state);
    }

    /// Takes arrays apart that hold addresses of other blocks, or of places in texts: what a loop has filled so far are
    /// elements like those to come. An array is what is large and used as nothing else, or is declared as one.
    fn take_arrays_apart(&mut self, state: &mut State) {
        let word = u64::from(self.transfer.symbols.word() / 8);
        let is_text = |object: &heap::Object| {
            let has_end = object.content.cells().iter().any(|cell| cell.len == 1);
            object.rights == Rights::Write
                && (has_end || object.content.first_zero(&self.transfer.symbols).is_some())
        };
        let is_block = |object: &heap::Object| matches!(object.kind, Kind::Heap(_)) || is_text(object);
        let objects = state.heap.objects().filter(|(_, object)| is_block(object));
        let blocks: FxHashSet<ObjectId> = objects.map(|(id, _)| id).collect();
        let with_addresses = state.heap.objects().filter(|(_, object)| object.is_alive());
        let mut arrays: Vec<(ObjectId, u64)> = Vec::new();
        for (id, object) in with_addresses {
            let Some(stride) = self.stride_of(object).filter(|_| !object.content.has_elements()) else {
                continue;
            };
            let has_block = |(term, edge): (Term, &heap::HasValue)| {
                edge.len == word
                    && edge.offset.is_multiple_of(word)
                    && self
                        .transfer
                        .symbols
                        .objects_in(term)
                        .iter()
                        .any(|it| *it != id && blocks.contains(it))
            };
            if object.content.terms().any(has_block) {
                arrays.push((id, stride));
            }
        }
        for (id, stride) in arrays {
            if self.transfer.take_apart(state, id, stride) {
                state.is_general = true;
            }
        }
    }

    /// The size of an element, where an object is an array of many addresses, or of structures with addresses, as far as
    /// can be told.
    fn stride_of(&self, object: &heap::Object) -> Option<u64> {
        let types = &self.transfer.context.program().types;
        let word = u64::from(self.transfer.symbols.word() / 8);
        let ty = match object.kind {
            Kind::Heap(_) => {
                let size = self.transfer.constant(object.size);
                let is_large = size.is_none_or(|size| size >= NODE * word && size.is_multiple_of(word));
                let stride = match object.used_as {
                    None => word,
                    Some(ty) => {
                        let element = types.get(ty).size;
                        // A header with room behind it may be as large as several of them.
                        let is_array = element.is_multiple_of(word)
                            && self.known.strides.contains(&element.into())
                            && self.transfer.has_addresses(ty)
                            && self.transfer.is_multiple(object.size, element);
                        is_array.then_some(element)?
                    }
                };
                return (self.known.indexes_addresses && is_large).then_some(stride);
            }
            Kind::Global(id) => self.transfer.context.program().global(id).ty,
            Kind::Stack(function, Some(var)) => self.transfer.context.body(function).var(var).ty,
            _ => None,
        };
        let ir::types::TypeKind::Array { element, count } = types.get(types.strip(ty?)).kind else {
            return None;
        };
        let size = types.get(types.strip(element)).size;
        let is_array = count.is_none_or(|count| count > FEW)
            && size.is_multiple_of(word)
            && self.transfer.has_addresses(element);
        is_array.then_some(size)
    }

    /// Whether a state is at the head of a loop, not at the beginning or the end of a call.
    fn is_at_loop_head(&mut self, state: &State) -> bool {
        let is_ghost = state.is_at_end_of_entry();
        let top = state.frames.last().filter(|_| !is_ghost).map(|frame| (frame.function, frame.block));
        top.is_some_and(|(function, block)| self.transfer.context.code(function).is_head(block))
    }

    /// Segments of exactly one node become that node: what belongs to it can be folded, then.
    fn materialise_single(&mut self, state: &mut State) {
        let is_single = |object: &heap::Object| {
            object.owner.is_none() && object.segment().is_some_and(|it| (it.min, it.max) == (1, Some(1)))
        };
        let single: Vec<ObjectId> =
            state.heap.objects().filter(|(_, object)| is_single(object)).map(|(id, _)| id).collect();
        for id in single {
            let mut changed = state.clone();
            if let Some(with) = changed.heap.materialise(&mut self.transfer.symbols, id, End::First)
                && self.transfer.substitute(&mut changed, &with)
            {
                *state = changed;
                self.transfer.assume_of_node(state, &with);
            }
        }
    }

    /// Folds trees from below, with paths that lead to trees, until there is nothing left to fold. Gives whether there
    /// was something.
    fn fold_trees(&mut self, state: &mut State, roots: &[Term], cursors: &[ObjectId]) -> bool {
        let mut folded = false;
        for links in self.tree_links().iter() {
            let kept = if self.ways_down(state, *links) > 0 { cursors } else { &[] };
            let heap = &mut state.heap;
            let fold = |heap: &Heap, symbols: &mut heap::Symbols| {
                let mut nodes = heap.roots_of_trees(symbols, *links);
                nodes.retain(|node| !kept.contains(node));
                let tree = nodes.into_iter().find_map(|root| heap.fold_tree(symbols, root, *links, roots));
                tree.or_else(|| heap.absorb_path(symbols, *links, roots))
            };
            while let Some(new) = fold(heap, &mut self.transfer.symbols) {
                *heap = new;
                folded = true;
            }
        }
        folded
    }

    /// The best chain, folded.
    fn fold_one(
        &mut self,
        (heap, path): (&Heap, &PathCondition),
        roots: &[Term],
        in_loop: bool,
        borders: &[ObjectId],
    ) -> Option<Chain> {
        let mut pairs = heap.neighbours(&mut self.transfer.symbols, roots);
        // A loop may go down a tree as it goes along a list; a recursive function sees the whole tree.
        if !in_loop {
            for links in self.tree_links().iter() {
                pairs.retain(|fold| !heap.is_in_tree(&mut self.transfer.symbols, fold, *links));
            }
        }
        let borders = &[borders, &self.borders_of_kinds(heap, &pairs)].concat()[..];
        if let Some(chain) = self.best_chain((heap, path, borders), &pairs, roots, false) {
            return Some(chain);
        }
        // A segment whose nodes have different sizes goes on; otherwise a chain of different nodes must be long.
        let by_tag = heap.neighbours_by_tag(&mut self.transfer.symbols, roots);
        let has_kinds = |id: ObjectId| {
            let node = heap.object(id);
            node.segment().is_some() && self.transfer.symbols.store.as_const(node.size).is_none()
        };
        let is_new = |pair: &&Fold| !pairs.contains(pair);
        let goes_on =
            |pair: &&Fold| has_kinds(pair.first) || has_kinds(pair.second) || is_long(&by_tag, pair);
        let by_tag: Vec<Fold> = by_tag.iter().filter(is_new).filter(goes_on).copied().collect();
        if let Some(chain) = self.best_chain((heap, path, borders), &by_tag, roots, false) {
            return Some(chain);
        }
        let long: Vec<Fold> = pairs.iter().filter(|pair| is_long(&pairs, pair)).copied().collect();
        self.best_chain((heap, path, borders), &long, roots, true)
    }

    /// The best of the chains that can be folded.
    fn best_chain(
        &mut self,
        state: (&Heap, &PathCondition, &[ObjectId]),
        pairs: &[Fold],
        roots: &[Term],
        forgets: bool,
    ) -> Option<Chain> {
        let mut best: Option<Chain> = None;
        for start in pairs {
            if !is_start(pairs, start) {
                continue;
            }
            // No chain is better than one of equal nodes that is as long.
            let is_best = |best: &Chain| best.cost.is_least() && best.nodes > chain(pairs, start).len();
            if best.as_ref().is_some_and(is_best) {
                continue;
            }
            let Some(chain) = self.fold_chain(state, pairs, *start, roots, forgets) else { continue };
            let rank = |chain: &Chain| (chain.cost, std::cmp::Reverse(chain.nodes));
            if best.as_ref().is_none_or(|best| rank(&chain) < rank(best)) {
                best = Some(chain);
            }
        }
        best
    }

    /// Folds as many nodes as possible from a pair on.
    fn fold_chain(
        &mut self,
        (heap, path, borders): (&Heap, &PathCondition, &[ObjectId]),
        pairs: &[Fold],
        start: Fold,
        roots: &[Term],
        forgets: bool,
    ) -> Option<Chain> {
        let mut at = start;
        let mut result: Option<Chain> = None;
        let mut seen: Vec<ObjectId> = vec![start.first];
        // Where the first nodes do not fit, a chain may begin further on.
        loop {
            let (from, path, first) = match &result {
                Some(chain) => (&chain.heap, &chain.path, seen[0]),
                None => (heap, path, at.first),
            };
            let fold = Fold { first, ..at };
            let step = match forgets {
                true => from.fold_and_forget(&mut self.transfer.symbols, fold, roots),
                false => from.fold(&mut self.transfer.symbols, fold, roots),
            };
            // What differs on both sides of a border stays apart.
            let is_border = borders.contains(&at.second);
            match step.filter(|folded| !is_border || folded.cost.is_least()) {
                Some(folded) => {
                    let mut new = self.path_of_folded(path, &folded);
                    for condition in self.places_of_folded((from, path), fold, &folded) {
                        new.push(&self.transfer.symbols.store, condition);
                    }
                    let (cost, nodes) =
                        result.as_ref().map_or((folded.cost, 1), |it| (it.cost.max(folded.cost), it.nodes));
                    if result.is_none() {
                        seen[0] = at.first;
                    }
                    result = Some(Chain { heap: folded.heap, path: new, cost, nodes: nodes + 1 });
                }
                None if result.is_some() => return result,
                None => {}
            }
            seen.push(at.second);
            match follower(pairs, &at) {
                Some(next) if !seen.contains(&next.second) => at = *next,
                _ => return result,
            }
        }
    }
}

/// Whether a chain of neighbours that begins with a pair is long enough for more to be forgotten.
fn is_long(pairs: &[Fold], start: &Fold) -> bool {
    let mut at = Some(start);
    (1..FORGET).all(|_| {
        let is_there = at.is_some();
        at = at.and_then(|fold| follower(pairs, fold));
        is_there
    })
}

/// The pair that goes on where a pair ends, by the same links.
fn follower<'a>(pairs: &'a [Fold], at: &Fold) -> Option<&'a Fold> {
    pairs.iter().find(|fold| fold.first == at.second && fold.links == at.links)
}

/// The pairs of a chain that begins with one.
pub(super) fn chain<'a>(pairs: &'a [Fold], start: &'a Fold) -> Vec<&'a Fold> {
    let mut chain = vec![start];
    let mut at = start;
    let mut seen: Vec<ObjectId> = vec![start.first, start.second];
    while let Some(next) = follower(pairs, at).filter(|next| !seen.contains(&next.second)) {
        seen.push(next.second);
        chain.push(next);
        at = next;
    }
    chain
}

/// Whether nothing precedes a pair in its chain, or all of a ring does.
pub(super) fn is_start(pairs: &[Fold], start: &Fold) -> bool {
    let precedes = |fold: &Fold| fold.second == start.first && fold.links == start.links;
    !pairs.iter().any(precedes) || is_ring(pairs, start)
}

/// Whether following a kind of links from a pair leads back to it.
fn is_ring(pairs: &[Fold], start: &Fold) -> bool {
    let mut at = start;
    for _ in 0..pairs.len() {
        match follower(pairs, at) {
            Some(next) if next == start => return true,
            Some(next) => at = next,
            None => return false,
        }
    }
    false
}
