//! Loops that go round so often that no execution can be waited for to leave them.
//!
//! `for (int i = 1; i; ++i)` ends, because numbers wrap around, after 2³² - 1 rounds. Whoever executes a program step by
//! step, with numbers or with terms, never sees what comes behind; knowing that beforehand saves the time for trying.
//!
//! A loop *counts* if a phi at its head starts with a constant and changes by a constant in every round. An edge that
//! leaves the loop where such a counter compares with a constant is taken in the round at the earliest in which the
//! counter comes to where the comparison holds. All comparisons with a constant hold in one interval of the ring of
//! the counter's numbers, so that round is the distance to the interval divided by the step. It is a lower bound: the
//! counter may jump over the interval, and a round may not come to the edge.
//!
//! Invariant: an edge that is called slow is not taken before [`MANY`] rounds of its loop in any execution. The other
//! way round nothing is claimed.

use crate::bitset::BitSet;
use crate::cfg::Cfg;
use crate::{BinaryOp, BlockId, Body, CmpOp, InstKind, Operand, Scalar, TerminatorKind, ValueId};

/// How many rounds nobody waits for.
pub const MANY: u128 = 1 << 28;

/// A loop that is left by slow edges only, dead ends aside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LongLoop {
    /// Where it closes.
    pub head: BlockId,
    /// How many rounds it takes at least to leave it; none if it is never left.
    pub rounds: Option<u128>,
    counter: Counter,
}

impl LongLoop {
    /// The phi that counts the rounds.
    pub fn counter(&self) -> ValueId {
        self.counter.phi
    }

    /// The width of the counter.
    pub fn bits(&self) -> u8 {
        self.counter.bits
    }

    /// The value of the counter at the head of the loop after so many rounds.
    pub fn after(&self, rounds: u64) -> u128 {
        self.counter.after(rounds.into())
    }

    /// What it means for somebody who executes the program.
    pub fn reason(&self) -> String {
        match self.rounds {
            Some(rounds) => format!(
                "the loop goes round at least {rounds} times: nothing behind it can be reached by executing it"
            ),
            None => "the loop never ends: nothing behind it can be reached by executing it".to_string(),
        }
    }
}

/// What a body has of long loops.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LongLoops {
    /// The loops.
    pub loops: Vec<LongLoop>,
    /// The edges that are not taken before [`MANY`] rounds, of all loops, also of such as can be left otherwise.
    slow: Vec<(BlockId, BlockId)>,
}

impl LongLoops {
    /// Finds the long loops of a body.
    pub fn new(body: &Body, cfg: &Cfg) -> LongLoops {
        let mut found = LongLoops::default();
        for head in body.block_ids() {
            let Some(inside) = natural_loop(body, cfg, head) else { continue };
            let counters = counters(body, cfg, head, &inside);
            if !counters.is_empty() {
                found.add(body, cfg, head, &inside, &counters);
            }
        }
        found
    }

    /// Whether an edge is not taken before [`MANY`] rounds of the loop that it leaves.
    pub fn is_slow(&self, from: BlockId, to: BlockId) -> bool {
        self.slow.contains(&(from, to))
    }

    fn add(&mut self, body: &Body, cfg: &Cfg, head: BlockId, inside: &BitSet, counters: &[Counter]) {
        let mut fewest: Option<(Option<u128>, Counter)> = None;
        let mut others: Vec<BlockId> = Vec::new();
        let first_slow = self.slow.len();
        for from in inside.iter().map(BlockId::new) {
            for &to in cfg.successors(from).iter().filter(|to| !inside.contains(to.index())) {
                let soonest = counters.iter().filter_map(|it| Some((exit_round(body, it, from, to)?, *it)));
                match soonest.max_by_key(|(round, _)| is_never_last(*round)) {
                    Some((round, counter)) if round.is_none_or(|round| round > MANY) => {
                        self.slow.push((from, to));
                        if fewest.is_none_or(|(known, _)| is_never_last(round) < is_never_last(known)) {
                            fewest = Some((round, counter));
                        }
                    }
                    _ => others.push(to),
                }
            }
        }
        let slow = &self.slow[first_slow..];
        let is_dead_end = |to: &BlockId| {
            let ends = matches!(body.block(*to).terminator.kind, TerminatorKind::Unreachable);
            ends && slow.iter().all(|(_, behind)| behind != to)
        };
        if let Some((rounds, counter)) = fewest.filter(|_| others.iter().all(is_dead_end)) {
            self.loops.push(LongLoop { head, rounds, counter });
        }
    }
}

/// A key by which no round at all comes after all rounds.
fn is_never_last(round: Option<u128>) -> (bool, Option<u128>) {
    (round.is_none(), round)
}

/// The blocks of the loop that closes at a block that dominates it.
pub fn natural_loop(body: &Body, cfg: &Cfg, head: BlockId) -> Option<BitSet> {
    let closes = |from: &BlockId| cfg.number(*from).is_some() && cfg.is_retreating(*from, head);
    let mut work: Vec<BlockId> = cfg.predecessors(head).iter().copied().filter(closes).collect();
    if work.is_empty() || work.iter().any(|latch| !cfg.dominates(head, *latch)) {
        return None;
    }
    let mut inside = BitSet::new(body.blocks.len());
    inside.insert(head.index());
    while let Some(block) = work.pop() {
        if inside.insert(block.index()) {
            work.extend(cfg.predecessors(block).iter().filter(|before| cfg.number(**before).is_some()));
        }
    }
    Some(inside)
}

/// A variable that changes by the same amount in every round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Counter {
    phi: ValueId,
    /// What the phi becomes.
    next: ValueId,
    bits: u8,
    start: u128,
    /// Modulo two to the number of bits.
    step: u128,
}

impl Counter {
    fn mask(&self) -> u128 {
        mask(self.bits)
    }

    fn after(&self, rounds: u128) -> u128 {
        self.start.wrapping_add(rounds.wrapping_mul(self.step)) & self.mask()
    }

    /// The first round, from zero, in which a value that starts with `start` is in an interval of the ring, at the
    /// earliest.
    fn first_in(&self, start: u128, interval: Interval) -> Option<u128> {
        let mask = self.mask();
        let (low, high) = match interval {
            Interval::Nothing => return None,
            Interval::All => return Some(0),
            Interval::FromTo(low, high) => (low, high),
        };
        let behind_low = start.wrapping_sub(low) & mask;
        if behind_low <= high.wrapping_sub(low) & mask {
            return Some(0);
        }
        let downwards = self.step > mask >> 1;
        let (distance, step) = match downwards {
            false => (low.wrapping_sub(start) & mask, self.step),
            true => (start.wrapping_sub(high) & mask, self.step.wrapping_neg() & mask),
        };
        (step != 0).then(|| distance.div_ceil(step))
    }
}

fn mask(bits: u8) -> u128 {
    u128::MAX >> (128 - u32::from(bits.clamp(1, 128)))
}

/// The counters of a loop.
fn counters(body: &Body, cfg: &Cfg, head: BlockId, inside: &BitSet) -> Vec<Counter> {
    let counter = |inst: &crate::Inst| {
        let InstKind::Phi { incoming, .. } = &inst.kind else { return None };
        let phi = inst.result()?;
        let Scalar::Int(bits) = body.value_type(phi) else { return None };
        let reached = incoming.iter().filter(|(from, _)| cfg.number(*from).is_some());
        type Edges<'a> = Vec<&'a (BlockId, Operand)>;
        let (again, first): (Edges<'_>, Edges<'_>) =
            reached.partition(|(from, _)| inside.contains(from.index()));
        let Operand::Int { value: start, .. } = only(first.iter().map(|it| it.1))? else { return None };
        let next = only(again.iter().map(|it| it.1))?.value()?;
        let step = step(body, inside, phi, next)? & mask(bits);
        Some(Counter { phi, next, bits, start, step })
    };
    body.block(head).insts.iter().filter_map(counter).collect()
}

/// What all are, if they are the same.
fn only(mut all: impl Iterator<Item = Operand>) -> Option<Operand> {
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// By how much a value of a loop is more than a phi of its head.
fn step(body: &Body, inside: &BitSet, phi: ValueId, next: ValueId) -> Option<u128> {
    let blocks = inside.iter().map(|block| body.block(BlockId::new(block)));
    let inst = blocks.flat_map(|block| &block.insts).find(|inst| inst.result() == Some(next))?;
    match inst.kind {
        InstKind::Binary { op, lhs, rhs, .. } => match (op, lhs, rhs) {
            (BinaryOp::Add, Operand::Value(value), Operand::Int { value: by, .. })
            | (BinaryOp::Add, Operand::Int { value: by, .. }, Operand::Value(value)) => {
                (value == phi).then_some(by)
            }
            (BinaryOp::Sub, Operand::Value(value), Operand::Int { value: by, .. }) => {
                (value == phi).then_some(by.wrapping_neg())
            }
            _ => None,
        },
        _ => None,
    }
}

/// Where a comparison holds, on the ring of the numbers of some width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interval {
    /// Nowhere.
    Nothing,
    /// Everywhere.
    All,
    /// From one number up to another, both included.
    FromTo(u128, u128),
}

impl Interval {
    /// Where `value op constant` holds.
    pub fn of(op: CmpOp, constant: u128, bits: u8) -> Interval {
        let top = mask(bits);
        let sign = (top >> 1) + 1;
        let (before, after) = (constant.wrapping_sub(1) & top, constant.wrapping_add(1) & top);
        let below = |least: u128| match constant == least {
            true => Interval::Nothing,
            false => Interval::FromTo(least, before),
        };
        let above = |most: u128| match constant == most {
            true => Interval::Nothing,
            false => Interval::FromTo(after, most),
        };
        // A range that goes once around is everything.
        let whole = |low: u128, high: u128| match high.wrapping_add(1) & top == low {
            true => Interval::All,
            false => Interval::FromTo(low, high),
        };
        match op {
            CmpOp::Eq => whole(constant, constant),
            CmpOp::Ne => Interval::FromTo(after, before),
            CmpOp::Ult => below(0),
            CmpOp::Ule => whole(0, constant),
            CmpOp::Ugt => above(top),
            CmpOp::Uge => whole(constant, top),
            CmpOp::Slt => below(sign),
            CmpOp::Sle => whole(sign, constant),
            CmpOp::Sgt => above(sign - 1),
            CmpOp::Sge => whole(constant, sign - 1),
        }
    }

    /// How often a number inside can change by a step, modulo two to the number of bits, and stay inside all the time;
    /// none where there is no end to it.
    pub fn rounds_inside(self, value: u128, step: u128, bits: u8) -> Option<u128> {
        let mask = mask(bits);
        let (distance, step) = match self {
            Interval::All => return None,
            Interval::Nothing => return Some(0),
            Interval::FromTo(_, high) if step <= mask >> 1 => (high.wrapping_sub(value) & mask, step),
            Interval::FromTo(low, _) => (value.wrapping_sub(low) & mask, step.wrapping_neg() & mask),
        };
        distance.checked_div(step)
    }
}

/// The round, from zero, in which an edge is taken at the earliest because of a counter; the inner none if it is never
/// taken. None if the counter does not decide.
fn exit_round(body: &Body, counter: &Counter, from: BlockId, to: BlockId) -> Option<Option<u128>> {
    let block = body.block(from);
    let TerminatorKind::Branch { cond, then, otherwise } = block.terminator.kind else { return None };
    if then == otherwise {
        return None;
    }
    let condition = cond.value()?;
    let mut insts = body.blocks.iter().flat_map(|block| &block.insts);
    let compare = insts.find(|inst| inst.result() == Some(condition))?;
    let InstKind::Compare { op, lhs, rhs } = compare.kind else { return None };
    let (op, value, constant) = match (lhs, rhs) {
        (Operand::Value(value), Operand::Int { value: constant, .. }) => (op, value, constant),
        (Operand::Int { value: constant, .. }, Operand::Value(value)) => (op.swapped(), value, constant),
        _ => return None,
    };
    let start = match value {
        _ if value == counter.phi => counter.start,
        _ if value == counter.next => counter.after(1),
        _ => return None,
    };
    let op = if to == then { op } else { op.negated() };
    Some(counter.first_in(start, Interval::of(op, constant, counter.bits)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn long(source: &str) -> LongLoops {
        let program = crate::parse(source).unwrap_or_else(|error| panic!("{error}"));
        let body = program.functions[0].body.as_ref().expect("a body");
        LongLoops::new(body, &Cfg::new(body))
    }

    /// A loop that counts with 32 bits.
    fn counting(start: u32, step: &str, leave: &str, also: &str) -> LongLoops {
        long(&format!(
            "target 64\nfunc @f(i1 %c.0) {{\nbb0:\n  jump bb1\nbb1:\n  %i.1: i32 = phi [bb0: {start}, bb2: %n.3]\n  \
             %e.2 = cmp {leave}\n  branch %e.2, bb2, bb3\nbb2:\n  %n.3: i32 = {step}\n  {also}\nbb3:\n  return\nbb4:\n  \
             unreachable\n}}\n"
        ))
    }

    #[test]
    fn a_counter_that_wraps_around_is_long() {
        let found = counting(1, "add signed %i.1, 1", "ne %i.1, i32 0", "jump bb1");
        assert_eq!(found.loops.len(), 1);
        let found_loop = &found.loops[0];
        assert_eq!((found_loop.head, found_loop.rounds), (BlockId(1), Some(u128::from(u32::MAX))));
        assert_eq!((found_loop.after(0), found_loop.after(7)), (1, 8));
        assert!(found.is_slow(BlockId(1), BlockId(3)) && !found.is_slow(BlockId(1), BlockId(2)));
    }

    #[test]
    fn short_loops_and_other_ways_out_are_not() {
        let found = counting(0, "add signed %i.1, 1", "slt %i.1, i32 100", "jump bb1");
        assert_eq!(found, LongLoops::default());
        // The edge is slow all the same.
        let found = counting(1, "add signed %i.1, 1", "ne %i.1, i32 0", "branch %c.0, bb1, bb3");
        assert_eq!(found.loops, []);
        // An edge to a dead end is no way out.
        let found = counting(1, "sub %i.1, 1", "ne %i.1, i32 2", "branch %c.0, bb1, bb4");
        assert_eq!(found.loops[0].rounds, Some(u128::from(u32::MAX)));
    }

    #[test]
    fn a_comparison_that_never_fails_is_no_way_out() {
        let found = counting(0, "add %i.1, 2", "uge %i.1, i32 0", "jump bb1");
        assert_eq!(found.loops[0].rounds, None);
    }

    fn holds(op: CmpOp, a: u8, b: u8) -> bool {
        op.holds((a, b), (a as i8, b as i8))
    }

    proptest! {
        #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]

        /// Counting shows how long a number stays where a comparison holds.
        #[test]
        fn rounds_inside_are_counted(value: u8, step: u8, constant: u8, op in proptest::sample::select(CmpOp::ALL.to_vec())) {
            prop_assume!(step != 0 && holds(op, value, constant));
            let rounds = Interval::of(op, constant.into(), 8).rounds_inside(value.into(), step.into(), 8);
            let moved = |rounds: u16| value.wrapping_add((rounds as u8).wrapping_mul(step));
            let first_outside = (0..=256u16).find(|rounds| !holds(op, moved(*rounds), constant));
            // A step may lead over what lies outside, from one end of the interval to the other.
            match (rounds, first_outside) {
                (Some(rounds), Some(first)) => prop_assert!(rounds < u128::from(first)),
                (Some(_), None) => {}
                (None, first) => prop_assert_eq!(first, None),
            }
        }

        /// The bound is one: counting shows the condition not to hold before. With a step of one it is exact.
        #[test]
        fn no_comparison_holds_before_its_round(start: u8, step: u8, constant: u8, op in 0usize..10) {
            let op = CmpOp::ALL[op];
            let ids = (ValueId::new(0), ValueId::new(1));
            let (start_value, step_value) = (u128::from(start), u128::from(step));
            let counter = Counter { phi: ids.0, next: ids.1, bits: 8, start: start_value, step: step_value };
            let bound = counter.first_in(start_value, Interval::of(op, constant.into(), 8));
            let value = |round: u32| start.wrapping_add((round as u8).wrapping_mul(step));
            let first = (0..256).find(|round| holds(op, value(*round), constant)).map(u128::from);
            match (bound, first) {
                (None, first) => prop_assert_eq!(first, None),
                (Some(bound), Some(first)) => {
                    prop_assert!(bound <= first);
                    prop_assert!(step != 1 && step != 255 || bound == first);
                }
                (Some(_), None) => prop_assert!(step != 1 && step != 255),
            }
        }
    }
}
