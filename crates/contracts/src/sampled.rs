//! The theory against sampled heaps: a condition that holds in a heap of up to five cells and two links is never refuted.
//!
//! A heap, values of variables, and stores that keep it well-founded are drawn; then literals about reachability,
//! blockers, blocking pointers and links, each as it is in that heap. The environment variable `HEAPPROOF_CONDITIONS` says
//! how many conditions are drawn.

use crate::brute::pointers;
use crate::effort::Effort;
use crate::theory::Proof;
use crate::world::{Context, Kind, State, Val, World};
use ir::{Program, Target};
use logic::{Solver, TermStore};

const VARS: usize = 4;
const LINKS: [i64; 2] = [0, 8];

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % sides
    }
}

/// Cells with two links each; the last value is null.
#[derive(Clone, Debug)]
struct Heap {
    links: [Vec<usize>; 2],
    blocking: Vec<bool>,
}

impl Heap {
    fn null(&self) -> usize {
        self.blocking.len()
    }

    fn draw(dice: &mut Dice) -> Heap {
        let cells = 1 + dice.roll(5);
        loop {
            let mut link = || (0..cells).map(|_| dice.roll(cells + 1)).collect();
            let links = [link(), link()];
            let heap = Heap { links, blocking: (0..cells).map(|_| dice.roll(3) == 0).collect() };
            if heap.is_well_founded() {
                return heap;
            }
        }
    }

    fn blocks(&self, value: usize) -> bool {
        value == self.null() || self.blocking[value]
    }

    /// What is reached, and the blocker; none where the list does not end.
    fn list(&self, link: usize, value: usize) -> Option<(Vec<usize>, usize)> {
        let mut passed = vec![value];
        let mut here = value;
        for _ in 0..=self.blocking.len() {
            here = if here == self.null() { here } else { self.links[link][here] };
            if self.blocks(here) {
                return Some((passed, here));
            }
            passed.push(here);
        }
        None
    }

    fn is_well_founded(&self) -> bool {
        (0..2).all(|link| (0..self.blocking.len()).all(|cell| self.list(link, cell).is_some()))
    }
}

/// Draws a condition that holds; whether the theory refutes it.
fn is_refuted(dice: &mut Dice) -> (bool, String) {
    let mut heap = Heap::draw(dice);
    let mut words = format!("{heap:?}");
    let values: Vec<usize> =
        (0..VARS).map(|_| dice.roll(heap.blocking.len() + 1)).chain([heap.null()]).collect();
    let program = Program::new(Target::BITS64);
    let types = crate::function_types::FunctionTypes::default();
    let cx = Context {
        program: &program,
        types: &types,
        links: LINKS.to_vec(),
        typed: false,
        hasty: false,
        reasons: None,
    };
    let (mut terms, mut state) = (TermStore::new(), State::new());
    let mut world = World { t: &mut terms, s: &mut state, cx: &cx };
    let vars = pointers(&mut world, VARS);
    for _ in 0..1 + dice.roll(4) {
        let now = world.s.now;
        for _ in 0..1 + dice.roll(4) {
            let (link, one, other) = (dice.roll(2), dice.roll(VARS + 1), dice.roll(VARS + 1));
            let (a, b) = (values[one], values[other]);
            let (passed, blocker) = heap.list(link, a).expect("the heap is well-founded");
            let (x, y) = (vars[one], vars[other]);
            let (term, holds) = match dice.roll(6) {
                0..=2 => (world.reach(now, LINKS[link], x, y), passed.contains(&b)),
                3 => (world.blocking(now, x), heap.blocks(a)),
                4 => {
                    let ends = world.block(now, LINKS[link], x);
                    (world.same(ends, y), blocker == b)
                }
                _ if a == heap.null() => (world.same(x, y), a == b),
                _ => {
                    let place = world.shifted(x, LINKS[link]);
                    let Val::Ptr(held) = world.mem(now, Kind::Ptr, place) else { unreachable!() };
                    (world.same(held, y), heap.links[link][a] == b)
                }
            };
            words.push_str(&format!("; link {link}, {one}, {other}: {holds}"));
            let fact = if holds { term } else { world.t.not(term) };
            world.assume(fact);
        }
        // A store that keeps all lists ending.
        let (link, place, value) = (dice.roll(2), dice.roll(VARS), dice.roll(VARS + 1));
        let mut after = heap.clone();
        if values[place] == heap.null() {
            continue;
        }
        after.links[link][values[place]] = values[value];
        if after.is_well_founded() {
            heap = after;
            words.push_str(&format!("; store {link}, {place}, {value}"));
            let at = world.shifted(vars[place], LINKS[link]);
            world.store(at, Kind::Ptr, Val::Ptr(vars[value]), 8, true);
        }
    }
    let truth = world.t.truth();
    match world.refute(&mut Solver::new(), truth, &mut Effort::until(None).within(1_000_000)) {
        Proof::Holds => (true, words),
        _ => (false, words),
    }
}

#[test]
fn what_holds_in_a_heap_is_not_refuted() {
    let count = std::env::var("HEAPPROOF_CONDITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(1000);
    let mut dice = Dice(17);
    for number in 0..count {
        let (refuted, words) = is_refuted(&mut dice);
        assert!(!refuted, "condition {number} holds in {words}, but is refuted");
    }
}
