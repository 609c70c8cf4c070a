//! The theory against brute force: what it calls impossible does not hold in any small heap.
//!
//! Conditions are random conjunctions of literals about reachability, blockers, blocking pointers and links, before and
//! after random stores. Where the theory says that nothing satisfies a condition, all well-founded heaps of three cells,
//! with all values of the variables, are looked at.

use crate::effort::Effort;
use crate::theory::Proof;
use crate::world::{Context, Kind, Ptr, State, Val, World};
use ir::{Program, Target};
use logic::{Solver, Term, TermStore};

const CELLS: usize = 3;
const VARS: usize = 3;
/// The number of the null pointer among values.
const NULL: usize = CELLS;

#[derive(Clone, Copy, Debug)]
enum Atom {
    Reach(usize, usize),
    Equal(usize, usize),
    Blocking(usize),
    Link(usize, usize),
    Block(usize, usize),
}

/// An atom after a number of stores, and whether it holds.
#[derive(Clone, Copy, Debug)]
struct Literal {
    after: usize,
    atom: Atom,
    holds: bool,
}

struct Condition {
    stores: Vec<(usize, usize)>,
    literals: Vec<Literal>,
}

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % sides
    }

    /// A variable, or null.
    fn value(&mut self) -> usize {
        self.roll(VARS + 1)
    }

    fn condition(&mut self) -> Condition {
        let stores: Vec<_> = (0..self.roll(3)).map(|_| (self.roll(VARS), self.value())).collect();
        let literals = (0..2 + self.roll(5)).map(|_| {
            let (one, other) = (self.value(), self.value());
            let atom = match self.roll(7) {
                0..=2 => Atom::Reach(one, other),
                3 => Atom::Equal(one, other),
                4 => Atom::Blocking(one),
                5 => Atom::Link(self.roll(VARS), other),
                _ => Atom::Block(one, other),
            };
            Literal { after: self.roll(stores.len() + 1), atom, holds: self.roll(3) > 0 }
        });
        let literals = literals.collect();
        Condition { stores, literals }
    }
}

/// A heap: where the link of each cell leads, and which cells block.
#[derive(Clone)]
struct Heap {
    link: [usize; CELLS],
    blocking: [bool; CELLS],
}

impl Heap {
    fn blocks(&self, value: usize) -> bool {
        value == NULL || self.blocking[value]
    }

    fn next(&self, value: usize) -> usize {
        if value == NULL { NULL } else { self.link[value] }
    }

    /// The pointers from `value` on, and the blocker; none where the list does not end.
    fn list(&self, value: usize) -> Option<(Vec<usize>, usize)> {
        let mut passed = vec![value];
        let mut here = value;
        for _ in 0..=CELLS {
            here = self.next(here);
            if self.blocks(here) {
                return Some((passed, here));
            }
            passed.push(here);
        }
        None
    }

    fn is_well_founded(&self) -> bool {
        (0..CELLS).all(|cell| self.list(cell).is_some())
    }

    fn holds(&self, atom: Atom, vars: &[usize]) -> bool {
        let value = |var: usize| if var == VARS { NULL } else { vars[var] };
        match atom {
            Atom::Equal(one, other) => value(one) == value(other),
            Atom::Blocking(one) => self.blocks(value(one)),
            Atom::Link(one, other) => self.next(value(one)) == value(other),
            Atom::Reach(one, other) => self.list(value(one)).is_some_and(|it| it.0.contains(&value(other))),
            Atom::Block(one, other) => self.list(value(one)).is_some_and(|it| it.1 == value(other)),
        }
    }

    /// Whether the condition holds in this heap, with every store keeping it well-founded.
    fn satisfies(&self, condition: &Condition, vars: &[usize]) -> bool {
        let mut heap = self.clone();
        for after in 0..=condition.stores.len() {
            let here = condition.literals.iter().filter(|literal| literal.after == after);
            for literal in here {
                // A link is asked of cells only.
                if let Atom::Link(one, _) = literal.atom
                    && vars[one] == NULL
                {
                    return false;
                }
                if heap.holds(literal.atom, vars) != literal.holds {
                    return false;
                }
            }
            if let Some((place, value)) = condition.stores.get(after) {
                if vars[*place] == NULL {
                    return false;
                }
                heap.link[vars[*place]] = if *value == VARS { NULL } else { vars[*value] };
                if !heap.is_well_founded() {
                    return false;
                }
            }
        }
        true
    }
}

/// A heap and values that satisfy the condition, if there are any.
fn found(condition: &Condition) -> Option<(Heap, Vec<usize>)> {
    let digits = |mut number: usize, base: usize, count: usize| {
        let mut digits = Vec::new();
        for _ in 0..count {
            digits.push(number % base);
            number /= base;
        }
        digits
    };
    for links in 0..(CELLS + 1).pow(CELLS as u32) {
        for blocking in 0..1usize << CELLS {
            let link: [usize; CELLS] = digits(links, CELLS + 1, CELLS).try_into().unwrap();
            let heap = Heap { link, blocking: std::array::from_fn(|cell| blocking >> cell & 1 == 1) };
            if !heap.is_well_founded() {
                continue;
            }
            for vars in 0..(CELLS + 1).pow(VARS as u32) {
                let vars = digits(vars, CELLS + 1, VARS);
                if heap.satisfies(condition, &vars) {
                    return Some((heap, vars));
                }
            }
        }
    }
    None
}

/// So many pointers to cells, which are objects of their own, or null; and null.
pub(crate) fn pointers(world: &mut World<'_>, count: usize) -> Vec<Ptr> {
    let mut pointers: Vec<Ptr> = (0..count).map(|_| world.any_pointer("v")).collect();
    pointers.push(world.null());
    for pointer in &pointers {
        let zero = world.offset(0);
        let whole = world.t.eq(pointer.off, zero);
        world.assume(whole);
    }
    pointers
}

/// Whether the theory finds the condition impossible.
fn is_refuted(condition: &Condition) -> Option<bool> {
    let program = Program::new(Target::BITS64);
    let types = crate::function_types::FunctionTypes::default();
    let cx = Context {
        program: &program,
        types: &types,
        links: vec![0],
        typed: false,
        hasty: false,
        reasons: None,
    };
    let (mut terms, mut state) = (TermStore::new(), State::new());
    let mut world = World { t: &mut terms, s: &mut state, cx: &cx };
    let vars = pointers(&mut world, VARS);
    let is_cell = |world: &mut World<'_>, ptr: Ptr| {
        let null = world.null();
        let same = world.same(ptr, null);
        let cell = world.t.not(same);
        world.assume(cell);
    };
    for after in 0..=condition.stores.len() {
        let now = world.s.now;
        for literal in condition.literals.iter().filter(|literal| literal.after == after) {
            let term: Term = match literal.atom {
                Atom::Reach(one, other) => world.reach(now, 0, vars[one], vars[other]),
                Atom::Equal(one, other) => world.same(vars[one], vars[other]),
                Atom::Blocking(one) => world.blocking(now, vars[one]),
                Atom::Link(one, other) => {
                    is_cell(&mut world, vars[one]);
                    let Val::Ptr(held) = world.mem(now, Kind::Ptr, vars[one]) else { unreachable!() };
                    world.same(held, vars[other])
                }
                Atom::Block(one, other) => {
                    let blocker = world.block(now, 0, vars[one]);
                    world.same(blocker, vars[other])
                }
            };
            let fact = if literal.holds { term } else { world.t.not(term) };
            world.assume(fact);
        }
        if let Some((place, value)) = condition.stores.get(after) {
            is_cell(&mut world, vars[*place]);
            let reaches = world.reach(now, 0, vars[*value], vars[*place]);
            let blocks = world.blocking(now, vars[*value]);
            let founded = world.t.implies(reaches, blocks);
            world.assume(founded);
            world.store(vars[*place], Kind::Ptr, Val::Ptr(vars[*value]), 8, true);
        }
    }
    let truth = world.t.truth();
    match world.refute(&mut Solver::new(), truth, &mut Effort::until(None).within(1_000_000)) {
        Proof::Holds => Some(true),
        Proof::Fails(_) => Some(false),
        Proof::Open(_) | Proof::Unknown(_) => None,
    }
}

#[test]
fn what_is_refuted_holds_in_no_small_heap() {
    let mut dice = Dice(2026);
    let (mut refuted, mut possible, mut beyond) = (0, 0, 0);
    for _ in 0..1500 {
        let condition = dice.condition();
        let example = found(&condition);
        let literals = (&condition.stores, &condition.literals);
        match is_refuted(&condition) {
            Some(true) => {
                assert!(example.is_none(), "refuted, but there is a heap: {literals:?}");
                refuted += 1;
            }
            Some(false) if example.is_some() => possible += 1,
            Some(false) => beyond += 1,
            None => panic!("quantifier-free conditions are decided: {literals:?}"),
        }
    }
    // A heap of more cells may be needed, but seldom.
    assert!(
        refuted > 200 && possible > 200,
        "{refuted} refuted, {possible} possible, {beyond} need larger heaps"
    );
    assert!(beyond * 10 < refuted, "{refuted} refuted, {possible} possible, {beyond} need larger heaps");
}
