//! Loops that only count: many rounds are executed at once.
//!
//! `while (x < 0x0fffffff) x += 2;` takes 2²⁷ rounds to show what comes behind it. Where a round changes every variable
//! by the same amount as the round before, and decides every branch by a comparison of such a variable with what does
//! not change, the rounds up to the one in which a comparison turns out otherwise are known beforehand: the variables
//! are set to what they are at the beginning of the last round that goes the same way, and that one is executed. This is
//! the acceleration of Boigelot and Wolper for counters, done on one path at a time, on machine integers.
//!
//! Invariant: a run that leaves rounds out is in the same state at the head of the loop as one that executes them. All
//! that a round reads from the one before is looked at ([`Round::steps`]); what it computes anew is computed by the last
//! round, since that goes the same way. Only operations that can neither fail nor touch memory are walked through.

use crate::code::{Code, Dst, Op, Pc, Src};
use crate::machine::Machine;
use crate::value::{Value, mask, sign_extend};
use ir::CmpOp;
use ir::cfg::Cfg;
use ir::long_loops::{Interval, natural_loop};
use ir::{BinaryOp, BlockId, Body, CastOp, InstKind, Scalar, TerminatorKind};

/// After how many rounds it is first looked at; after twice as many each time that it did not help.
const PATIENCE: u64 = 64;

/// Fewer rounds are executed one by one.
const WORTHWHILE: u128 = 16;

/// A round of more operations is not walked through.
const LONGEST_ROUND: usize = 500;

/// The heads of the loops in which nothing can fail and no memory is touched.
pub fn counting_loops(body: &Body, cfg: &Cfg) -> Vec<BlockId> {
    let counts = |head: &BlockId| {
        let Some(inside) = natural_loop(body, cfg, *head) else { return false };
        inside.iter().all(|block| {
            let block = body.block(BlockId::new(block));
            matches!(block.terminator.kind, TerminatorKind::Jump(_) | TerminatorKind::Branch { .. })
                && block.insts.iter().all(|inst| is_simple(body, &inst.kind))
        })
    };
    body.block_ids().filter(counts).collect()
}

fn is_simple(body: &Body, kind: &InstKind) -> bool {
    let narrow = |ty: Scalar| matches!(ty, Scalar::Int(1..=64));
    match kind {
        InstKind::VarIs { .. } | InstKind::VarEnd { .. } => true,
        InstKind::Phi { incoming, .. } => incoming.iter().all(|(_, value)| narrow(body.operand_type(*value))),
        InstKind::Compare { lhs, .. } => narrow(body.operand_type(*lhs)),
        InstKind::Select { then, .. } => narrow(body.operand_type(*then)),
        InstKind::Binary { op, lhs, .. } => {
            use BinaryOp::{Add, And, Mul, Or, Sub, Xor};
            matches!(op, Add | Sub | Mul | And | Or | Xor) && narrow(body.operand_type(*lhs))
        }
        InstKind::Cast { op, value, .. } => {
            matches!(op, CastOp::Trunc | CastOp::ZExt | CastOp::SExt) && narrow(body.operand_type(*value))
        }
        _ => false,
    }
}

/// What a value of a round is, as far as it matters for the next rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// The same in every round.
    Fixed,
    /// What a register is at the head, and a number that is the same in every round, modulo two to the number of bits;
    /// no bits where nothing was added.
    Sum { of: Dst, bits: Option<u8> },
    /// A comparison, by its number.
    Test(usize),
    /// Anything else.
    Other,
}

/// A value of a round: what it is this time, and what it is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Term {
    now: u64,
    form: Form,
}

/// A comparison of a round.
#[derive(Clone, Copy, Debug)]
struct Test {
    op: CmpOp,
    bits: u8,
    sides: (Term, Term),
    /// Whether a branch depends on it.
    decides: bool,
}

impl Test {
    fn holds(&self) -> bool {
        let (a, b) = (self.sides.0.now, self.sides.1.now);
        self.op.holds((a, b), (sign_extend(a, self.bits), sign_extend(b, self.bits)))
    }
}

/// A register that changes by the same amount in every round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    register: Dst,
    now: u64,
    by: u64,
    bits: u8,
}

/// One round of a loop, walked through without executing it.
struct Round<'a> {
    code: &'a Code,
    /// The registers of the frame.
    registers: &'a [Value],
    /// The registers that the loop changes; none while that is not known.
    changed: Option<&'a [Dst]>,
    /// What the round has written.
    written: Vec<(Dst, Term)>,
    /// What the round read before it wrote it, with its value at the head.
    read: Vec<(Dst, u64)>,
    tests: Vec<Test>,
    /// Whether a branch depends on what is not a comparison.
    is_obscure: bool,
}

impl<'a> Round<'a> {
    /// Walks from the operation at `from` to the head. None where the loop is left, or something is no plain number.
    fn walk(
        code: &'a Code,
        registers: &'a [Value],
        changed: Option<&'a [Dst]>,
        from: Pc,
        head: Pc,
    ) -> Option<Round<'a>> {
        let (written, read, tests) = Default::default();
        let mut round = Round { code, registers, changed, written, read, tests, is_obscure: false };
        let mut pc = from;
        for _ in 0..LONGEST_ROUND {
            if pc == head {
                return Some(round);
            }
            pc = round.operation(code.ops[pc as usize], pc + 1)?;
        }
        None
    }

    /// Walks over an operation; the next one.
    fn operation(&mut self, op: Op, next: Pc) -> Option<Pc> {
        match op {
            Op::Move { to, from } => {
                let term = self.term(from)?;
                self.write(to, term);
            }
            Op::Add { bits, to, a, b } => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                let form = match (a.form, b.form) {
                    (Form::Fixed, Form::Fixed) => Form::Fixed,
                    (sum, Form::Fixed) | (Form::Fixed, sum) => shifted(sum, bits),
                    _ => Form::Other,
                };
                self.write(to, Term { now: a.now.wrapping_add(b.now) & mask(bits), form });
            }
            Op::Sub { bits, to, a, b } => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                let form = match (a.form, b.form) {
                    (Form::Fixed, Form::Fixed) => Form::Fixed,
                    (sum, Form::Fixed) => shifted(sum, bits),
                    _ => Form::Other,
                };
                self.write(to, Term { now: a.now.wrapping_sub(b.now) & mask(bits), form });
            }
            Op::Mul { bits, to, a, b } => self.compute(to, bits, a, b, u64::wrapping_mul)?,
            Op::And { to, a, b } => self.compute(to, 64, a, b, |a, b| a & b)?,
            Op::Or { to, a, b } => self.compute(to, 64, a, b, |a, b| a | b)?,
            Op::Xor { to, a, b } => self.compute(to, 64, a, b, |a, b| a ^ b)?,
            Op::Trunc { bits, to, from } => {
                let term = self.term(from)?;
                self.write(to, Term { now: term.now & mask(bits), form: if_fixed([term]) });
            }
            Op::SExt { bits, wide, to, from } => {
                let term = self.term(from)?;
                let now = sign_extend(term.now, bits) as u64 & mask(wide);
                self.write(to, Term { now, form: if_fixed([term]) });
            }
            Op::Select { to, cond, then, otherwise } => {
                let (cond, then, otherwise) = (self.term(cond)?, self.term(then)?, self.term(otherwise)?);
                let chosen = if cond.now & 1 == 1 { then } else { otherwise };
                let form = if cond.form == Form::Fixed { chosen.form } else { Form::Other };
                self.write(to, Term { form, ..chosen });
            }
            Op::Compare { op, bits, to, a, b } => {
                let term = self.compare(op, bits, a, b)?;
                self.write(to, term);
            }
            Op::CompareBranch { op, bits, a, b, then, otherwise } => {
                let term = self.compare(op, bits, a, b)?;
                return Some(self.branch(term, then, otherwise));
            }
            Op::Branch { cond, then, otherwise } => {
                let term = self.term(cond)?;
                return Some(self.branch(term, then, otherwise));
            }
            Op::Jump { to } => return Some(to),
            // Nothing reads the variables of the source but who tells what they are.
            Op::VarIs { .. } | Op::VarEnd { .. } => {}
            _ => return None,
        }
        Some(next)
    }

    /// What an operand is. A register that the round has not written has the value of the head.
    fn term(&mut self, from: Src) -> Option<Term> {
        let fixed = |value: Value| value.is_plain().then_some(Term { now: value.bits, form: Form::Fixed });
        if from.0 & Src::CONST != 0 {
            return fixed(self.code.consts[(from.0 & !Src::CONST) as usize]);
        }
        if let Some((_, term)) = self.written.iter().find(|(register, _)| *register == from.0) {
            return Some(*term);
        }
        let term = fixed(self.registers[from.0 as usize])?;
        if !self.read.iter().any(|(register, _)| *register == from.0) {
            self.read.push((from.0, term.now));
        }
        match self.changed {
            Some(changed) if !changed.contains(&from.0) => Some(term),
            _ => Some(Term { form: Form::Sum { of: from.0, bits: None }, ..term }),
        }
    }

    fn write(&mut self, to: Dst, term: Term) {
        match self.written.iter_mut().find(|(register, _)| *register == to) {
            Some((_, old)) => *old = term,
            None => self.written.push((to, term)),
        }
    }

    fn compute(&mut self, to: Dst, bits: u8, a: Src, b: Src, op: fn(u64, u64) -> u64) -> Option<()> {
        let (a, b) = (self.term(a)?, self.term(b)?);
        self.write(to, Term { now: op(a.now, b.now) & mask(bits), form: if_fixed([a, b]) });
        Some(())
    }

    fn compare(&mut self, op: CmpOp, bits: u8, a: Src, b: Src) -> Option<Term> {
        let test = Test { op, bits, sides: (self.term(a)?, self.term(b)?), decides: false };
        let form = match if_fixed([test.sides.0, test.sides.1]) {
            Form::Fixed => Form::Fixed,
            _ => Form::Test(self.tests.len()),
        };
        self.tests.push(test);
        Some(Term { now: test.holds().into(), form })
    }

    fn branch(&mut self, cond: Term, then: Pc, otherwise: Pc) -> Pc {
        match cond.form {
            Form::Fixed => {}
            Form::Test(number) => self.tests[number].decides = true,
            Form::Sum { .. } | Form::Other => self.is_obscure = true,
        }
        if cond.now & 1 == 1 { then } else { otherwise }
    }

    fn after(&self, register: Dst) -> Option<Term> {
        self.written.iter().find(|(written, _)| *written == register).map(|(_, term)| *term)
    }

    /// By how much each register changes that one round hands to the next, if that is the same in all rounds that go
    /// this way: each becomes what some register was, which changes by the same amount, and a number.
    fn steps(&self) -> Option<Vec<Step>> {
        let carried =
            self.read.iter().filter_map(|(register, now)| Some((*register, *now, self.after(*register)?)));
        let step = |(register, now, after): (Dst, u64, Term)| match after.form {
            Form::Fixed => (after.now == now).then_some(Step { register, now, by: 0, bits: 64 }),
            Form::Sum { of, bits: None } if of == register => Some(Step { register, now, by: 0, bits: 64 }),
            Form::Sum { of, bits } => {
                let Form::Sum { bits: own, .. } = self.after(of)?.form else { return None };
                let bits = bits.or(own)?;
                let is_narrow = now & !mask(bits) == 0;
                is_narrow.then_some(Step {
                    register,
                    now,
                    by: after.now.wrapping_sub(now) & mask(bits),
                    bits,
                })
            }
            Form::Test(_) | Form::Other => None,
        };
        let steps: Vec<Step> = carried.map(step).collect::<Option<_>>()?;
        let is_alike = |step: &Step| match self.after(step.register).map(|after| after.form) {
            Some(Form::Sum { of, .. }) => {
                let from = steps.iter().find(|from| from.register == of);
                from.is_some_and(|from| (from.by, from.bits) == (step.by, step.bits))
            }
            _ => true,
        };
        steps.iter().all(is_alike).then_some(steps)
    }

    /// How many rounds after this one go the same way. None where that is not known, or has no end.
    fn rounds(&self, steps: &[Step]) -> Option<u128> {
        if self.is_obscure {
            return None;
        }
        let mut fewest: Option<u128> = None;
        for test in self.tests.iter().filter(|test| test.decides) {
            let (a, b) = test.sides;
            let op = if test.holds() { test.op } else { test.op.negated() };
            let (op, moving, by, other) = match (change(a, steps, test.bits)?, change(b, steps, test.bits)?) {
                (0, 0) => continue,
                (by, 0) => (op, a, by, b),
                (0, by) => (op.swapped(), b, by, a),
                _ => return None,
            };
            let same = Interval::of(op, other.now.into(), test.bits);
            if let Some(rounds) = same.rounds_inside(moving.now.into(), by.into(), test.bits) {
                fewest = Some(fewest.map_or(rounds, |fewest| fewest.min(rounds)));
            }
        }
        fewest
    }
}

/// A sum with one more number that does not change.
fn shifted(form: Form, bits: u8) -> Form {
    match form {
        Form::Sum { of, bits: known } if known.is_none_or(|known| known == bits) => {
            Form::Sum { of, bits: Some(bits) }
        }
        _ => Form::Other,
    }
}

/// What is computed of such terms.
fn if_fixed<const N: usize>(terms: [Term; N]) -> Form {
    match terms.iter().all(|term| term.form == Form::Fixed) {
        true => Form::Fixed,
        false => Form::Other,
    }
}

/// By how much a number of some bits changes in a round, if that is known.
fn change(term: Term, steps: &[Step], bits: u8) -> Option<u64> {
    match term.form {
        Form::Fixed => Some(0),
        Form::Sum { of, bits: own } => {
            let step = steps.iter().find(|step| step.register == of)?;
            let is_same_width = step.bits == bits && own.is_none_or(|own| own == bits);
            if step.by == 0 { Some(0) } else { is_same_width.then_some(step.by) }
        }
        Form::Test(_) | Form::Other => None,
    }
}

impl Machine<'_> {
    /// At the head of a loop that only counts: leaves out rounds that go the same way as the one to come. `rounds` is
    /// the register that counts them, `head` the first operation of the loop.
    pub fn accelerate(&mut self, code: &Code, base: usize, rounds: Dst, head: Pc) {
        let count = &mut self.registers[base + rounds as usize].bits;
        *count += 1;
        if *count < PATIENCE || !count.is_power_of_two() {
            return;
        }
        let registers = &self.registers[base..];
        let from = self.pc + 1;
        let Some(first) = Round::walk(code, registers, None, from, head) else { return };
        let changed: Vec<Dst> = first.written.iter().map(|(register, _)| *register).collect();
        let Some(round) = Round::walk(code, registers, Some(&changed), from, head) else { return };
        let Some(steps) = round.steps() else { return };
        let Some(left_out) = round.rounds(&steps).filter(|rounds| *rounds >= WORTHWHILE) else { return };
        for step in steps {
            let now = step.now.wrapping_add(step.by.wrapping_mul(left_out as u64)) & mask(step.bits);
            self.registers[base + step.register as usize].bits = now;
        }
        self.registers[base + rounds as usize].bits = 0;
        if self.observer.is_tracing() {
            self.trace_left_out();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Outcome, Streams};
    use proptest::prelude::*;

    fn name(op: CmpOp) -> String {
        format!("{op:?}").to_lowercase()
    }

    /// What a program exits with, and how many operations it took.
    fn exit_code(text: &str) -> (u8, u64) {
        let program = ir::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let streams = Streams { out: &mut std::io::sink(), err: &mut std::io::sink() };
        let report = crate::run(&program, ir::FuncId(0), &Config::default(), streams);
        match report.outcome {
            Outcome::Exited(code) => (code, report.steps),
            other => panic!("{other:?}"),
        }
    }

    /// A loop with two variables of 16 bits and two ways through it: while `leave` does not hold of the first variable,
    /// it goes one way if `turn` holds of one of the two, and the other way otherwise.
    #[derive(Clone, Debug)]
    struct Looping {
        start: (u16, u16),
        leave: (CmpOp, u16),
        turn: (CmpOp, u16, bool),
        one: (u16, u16),
        other: (u16, u16),
        /// Whether the second variable becomes what the first was, and a number.
        follows: bool,
    }

    impl Looping {
        fn text(&self) -> String {
            let Looping { start, leave, turn, one, other, follows } = self;
            let turns = if turn.2 { "%a.0" } else { "%b.1" };
            let from = if *follows { "%a.0" } else { "%b.1" };
            format!(
                "target 64\nfunc @main() -> i32 {{\nbb0:\n  jump bb1\nbb1:\n  \
                 %a.0: i16 = phi [bb0: {}, bb3: %c.3, bb4: %e.5]\n  \
                 %b.1: i16 = phi [bb0: {}, bb3: %d.4, bb4: %f.6]\n  \
                 %l.2 = cmp {} %a.0, i16 {}\n  branch %l.2, bb5, bb2\nbb2:\n  \
                 %t.7 = cmp {} {turns}, i16 {}\n  branch %t.7, bb3, bb4\nbb3:\n  \
                 %c.3: i16 = add %a.0, {}\n  %d.4: i16 = add {from}, {}\n  jump bb1\nbb4:\n  \
                 %e.5: i16 = add %a.0, {}\n  %f.6: i16 = add %b.1, {}\n  jump bb1\nbb5:\n  \
                 %g.8: i16 = mul %a.0, 3\n  %h.9: i16 = xor %g.8, %b.1\n  %i.10: i16 = lshr %h.9, 8\n  \
                 %j.11: i16 = xor %h.9, %i.10\n  %k.12: i32 = zext %j.11\n  return %k.12\n}}\n",
                start.0,
                start.1,
                name(leave.0),
                leave.1,
                name(turn.0),
                turn.1,
                one.0,
                one.1,
                other.0,
                other.1,
            )
        }

        /// What the program exits with, if it ends after not too many rounds.
        fn expected(&self) -> Option<u8> {
            let (mut a, mut b) = self.start;
            let holds = |op: CmpOp, a: u16, b: u16| op.holds((a, b), (a as i16, b as i16));
            for _ in 0..200_000 {
                if holds(self.leave.0, a, self.leave.1) {
                    let mixed = a.wrapping_mul(3) ^ b;
                    return Some((mixed ^ mixed >> 8) as u8);
                }
                let one = holds(self.turn.0, if self.turn.2 { a } else { b }, self.turn.1);
                let (by, from) = match one {
                    true => (self.one, if self.follows { a } else { b }),
                    false => (self.other, b),
                };
                (a, b) = (a.wrapping_add(by.0), from.wrapping_add(by.1));
            }
            None
        }
    }

    fn small() -> impl Strategy<Value = u16> {
        prop_oneof![0u16..4, (0u16..4).prop_map(u16::wrapping_neg), any::<u16>()]
    }

    fn looping() -> impl Strategy<Value = Looping> {
        let op = || proptest::sample::select(CmpOp::ALL.to_vec());
        let start = (any::<u16>(), any::<u16>());
        let turn = (op(), any::<u16>(), any::<bool>());
        let steps = ((small(), small()), (small(), small()));
        (start, (op(), any::<u16>()), turn, steps, any::<bool>()).prop_map(
            |(start, leave, turn, (one, other), follows)| Looping { start, leave, turn, one, other, follows },
        )
    }

    proptest! {
        #![proptest_config(proptest::test_runner::Config {
            cases: 2000, failure_persistence: None, ..Default::default()
        })]

        /// Rounds that are left out change nothing.
        #[test]
        fn the_end_is_the_same(looping in looping()) {
            let Some(expected) = looping.expected() else { return Ok(()) };
            prop_assert_eq!(exit_code(&looping.text()).0, expected);
        }
    }

    #[test]
    fn many_rounds_take_few_operations() {
        let up = Looping {
            start: (0, 0),
            leave: (CmpOp::Eq, 65_000),
            turn: (CmpOp::Ult, 40_000, true),
            one: (1, 1),
            other: (1, 2),
            follows: false,
        };
        let (code, steps) = exit_code(&up.text());
        assert_eq!(Some(code), up.expected());
        assert!(steps < 3_000, "{steps} operations");
    }
}
