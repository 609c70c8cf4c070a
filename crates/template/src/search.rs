//! Bounded search and k-induction around the invariants.
//!
//! Where invariants of one round do not prove everything, loops are unwound. Unwound from the start, without loop-back
//! values, a model of a failing check is an execution: its inputs make a scenario that can be replayed. Unwound from a
//! loop-back value with the invariants assumed, a check that cannot fail in the last round is proved by k-induction.
//! Objects keep their identity however often a loop is unwound: they are numbered in the order of allocation.

use crate::affine::Hull;
use crate::encode::{Check, Encoding, Unwinding, Wrong, encode};
use crate::infer::holds;
use crate::inline::Flat;
use crate::points::Points;
use crate::questions::Questions;
use crate::recheck::{Recheck, recheck};
use crate::rows::{Row, instances, places};
use engine::{Budget, Exhausted, Finding, Scenario, Task};
use ir::Loops;
use ir::cfg::Cfg;
use logic::{Evaluation, Model, Reply, Term};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::time::Duration;

/// A formula with more instructions than this is not made.
const MOST_INSTRUCTIONS: usize = 12_000;

/// What is unwound, and the work that it took.
pub struct Search<'a> {
    /// The task.
    task: &'a Task<'a>,
    /// The program.
    flat: &'a Flat,
    /// Its graph.
    cfg: &'a Cfg,
    /// Its loops.
    loops: &'a Loops,
    /// What its pointers point to.
    points: &'a Points,
    /// The limits.
    budget: &'a Budget,
    /// The work of sessions that ended.
    spent: Cell<u64>,
    solving: Cell<Duration>,
}

/// Whether work may go on after so much of it.
pub type Proceed<'a> = &'a dyn Fn(u64) -> Result<(), Exhausted>;

/// The invariants that were found.
pub struct Known<'a> {
    /// Rows.
    pub rows: &'a [Row],
    /// Equations.
    pub hulls: &'a [Hull],
    /// The loop of each head that they are about.
    pub loops: Vec<Option<usize>>,
}

/// What a bounded search says.
pub enum Found {
    /// Errors, with scenarios.
    Errors(Vec<Finding>),
    /// All executions end within the bound, and nothing is wrong with them but this.
    All(Vec<(Check, usize)>),
    /// Nothing within the bound.
    Nothing,
}

impl<'a> Search<'a> {
    /// A program to unwind.
    pub fn new(
        task: &'a Task<'a>,
        flat: &'a Flat,
        cfg: &'a Cfg,
        loops: &'a Loops,
        points: &'a Points,
        budget: &'a Budget,
    ) -> Search<'a> {
        Search { task, flat, cfg, loops, points, budget, spent: Cell::new(0), solving: Cell::default() }
    }

    /// The work of all searches and inductions so far.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// How long the solver took for them.
    pub fn solving(&self) -> Duration {
        self.solving.get()
    }

    /// Asks a solver of its own, and counts its work.
    fn ask<T>(&self, ask: impl FnOnce(&mut Questions) -> T) -> T {
        let mut questions = Questions::new(self.budget.clone());
        let answer = ask(&mut questions);
        self.spent.set(self.spent.get() + questions.work());
        self.solving.set(self.solving.get() + questions.solving());
        answer
    }

    /// Whether the program can be unwound so often.
    pub fn fits(&self, copies: usize) -> bool {
        let count = |block: &ir::BlockId| {
            let depth = self.loops.list.iter().filter(|it| it.blocks.contains(block)).count() as u32;
            let size = self.flat.body.block(*block).insts.len() + 1;
            size.saturating_mul(copies.saturating_pow(depth))
        };
        let all = self.cfg.reverse_postorder().iter().map(count).fold(0usize, usize::saturating_add);
        all <= MOST_INSTRUCTIONS
    }

    fn encode(&self, unwinding: Unwinding) -> Result<Encoding<'_>, Exhausted> {
        encode(self.task, self.flat, self.cfg, self.loops, self.points, unwinding, self.budget)
    }

    /// Looks for errors in executions whose loops go round less often than `copies`.
    pub fn bounded(&self, copies: usize, proceed: Proceed<'_>) -> Result<Found, Exhausted> {
        let mut encoding = self.encode(Unwinding::Bounded(copies))?;
        self.ask(|questions| self.errors(&mut encoding, questions, proceed))
    }

    /// The errors of an unwound program.
    fn errors(
        &self,
        encoding: &mut Encoding<'_>,
        questions: &mut Questions,
        proceed: Proceed<'_>,
    ) -> Result<Found, Exhausted> {
        tell_facts(questions, encoding, proceed)?;
        let mut ways: Vec<(usize, usize, Term)> = ways(encoding, |wrong| matches!(wrong, Wrong::Error(_)));
        let mut findings: Vec<Finding> = Vec::new();
        loop {
            proceed(questions.work())?;
            let any = encoding.store.any(ways.iter().map(|(_, _, term)| *term));
            let reply = questions.check(&encoding.store, &[], any);
            let model = match reply {
                Reply::Unsat(_) => break,
                Reply::Unknown(reason) if findings.is_empty() => return Err(reason),
                Reply::Unknown(_) => break,
                Reply::Sat(model) => model,
            };
            let mut evaluation = Evaluation::new(&model);
            let failed: Vec<(usize, usize)> = ways
                .iter()
                .filter(|(_, _, term)| evaluation.holds(&encoding.store, *term))
                .map(|(number, which, _)| (*number, *which))
                .collect();
            for (number, which) in &failed {
                let finding = self.finding(encoding, &model, *number, *which);
                if !findings.iter().any(|known| known.same_error(&finding)) {
                    findings.push(finding);
                }
            }
            // Other copies of the same place show the same error.
            let place = |number: usize, which: usize| {
                let check = &encoding.checks[number];
                (check.span, check.function, check.bad[which].wrong.clone())
            };
            let seen: Vec<_> = failed.iter().map(|(number, which)| place(*number, *which)).collect();
            ways.retain(|(number, which, _)| !seen.contains(&place(*number, *which)));
        }
        if !findings.is_empty() {
            return Ok(Found::Errors(findings));
        }
        let cut = encoding.store.any(encoding.cut.clone());
        proceed(questions.work())?;
        match questions.check(&encoding.store, &[], cut) {
            Reply::Unsat(_) => Ok(Found::All(open_checks(encoding, questions, proceed)?)),
            _ => Ok(Found::Nothing),
        }
    }

    /// The checks that may fail in the last of some rounds from any state that satisfies the invariants.
    pub fn induction(
        &self,
        copies: usize,
        known: &Known<'_>,
        proceed: Proceed<'_>,
    ) -> Result<Vec<(Check, usize)>, Exhausted> {
        let mut encoding = self.encode(Unwinding::Induction(copies))?;
        let assumed = loop {
            let count = instances(&encoding);
            let assumed = self.invariants(&mut encoding, known);
            if instances(&encoding) == count {
                break assumed;
            }
        };
        self.ask(|questions| {
            tell_facts(questions, &encoding, proceed)?;
            assumed.into_iter().for_each(|term| questions.assert_later(term));
            open_checks(&mut encoding, questions, proceed)
        })
    }

    /// Checks invariants again, in a formula of their own, and what they prove where they prove everything.
    pub fn recheck(&self, known: &Known<'_>, with_checks: bool) -> Result<Recheck, Exhausted> {
        let mut encoding = self.encode(Unwinding::Invariant)?;
        recheck(&mut encoding, (known.rows, known.hulls), with_checks, self.budget)
    }

    /// The invariants of all loops at all their heads.
    fn invariants(&self, encoding: &mut Encoding<'_>, known: &Known<'_>) -> Vec<Term> {
        let mut terms = Vec::new();
        for head in 0..encoding.heads.len() {
            let number = encoding.heads[head].number;
            for hull in known.hulls.iter().filter(|hull| known.loops[hull.number] == number) {
                terms.push(hull.at(encoding, head));
            }
            for row in known.rows.iter().filter(|row| known.loops[row.number] == number) {
                for (guard, expression) in places(encoding, &row.claim, head) {
                    let holds = holds(&mut encoding.store, &row.bound, expression, encoding.widths);
                    terms.push(encoding.store.implies(guard, holds));
                }
            }
        }
        terms
    }

    /// An error with the inputs of a model.
    fn finding(&self, encoding: &Encoding<'_>, model: &Model, number: usize, which: usize) -> Finding {
        let check = &encoding.checks[number];
        let bad = &check.bad[which];
        let Wrong::Error(kind) = bad.wrong else { panic!("only errors are looked for") };
        let mut evaluation = Evaluation::new(model);
        let mut scenario = Scenario::default();
        for input in &encoding.inputs {
            if !evaluation.holds(&encoding.store, input.guard) {
                continue;
            }
            let value = evaluation.value(&encoding.store, input.value);
            match input.is_allocation {
                true => scenario.allocations.push(value.is_one()),
                false => scenario.inputs.push(value.to_u128().unwrap_or(0)),
            }
        }
        let name = &self.task.program.function(check.function).name;
        Finding { scenario: Some(scenario), ..Finding::new(kind, check.span, name, &bad.text) }
    }
}

/// All ways in which checks can fail.
fn ways(encoding: &mut Encoding<'_>, wanted: impl Fn(&Wrong) -> bool) -> Vec<(usize, usize, Term)> {
    let mut ways = Vec::new();
    for (number, check) in encoding.checks.iter().enumerate() {
        for (which, bad) in check.bad.iter().enumerate().filter(|(_, bad)| wanted(&bad.wrong)) {
            ways.push((number, which, encoding.store.and(check.guard, bad.cond)));
        }
    }
    ways
}

/// The checks that may fail, with the way in which they do.
///
/// They are asked about one by one, in the order of the program: what cannot fail is a fact for those behind it, so that
/// each is a short proof. One question about all of them at once takes many times as long where loops follow each other.
pub fn open_checks(
    encoding: &mut Encoding<'_>,
    questions: &mut Questions,
    proceed: Proceed<'_>,
) -> Result<Vec<(Check, usize)>, Exhausted> {
    let ways = ways(encoding, |_| true);
    let mut open: BTreeSet<usize> = BTreeSet::new();
    for (at, (_, _, way)) in ways.iter().enumerate() {
        if open.contains(&at) || *way == encoding.store.falsity() {
            continue;
        }
        proceed(questions.work())?;
        match questions.check(&encoding.store, &[], *way) {
            Reply::Unsat(_) => {
                let never = encoding.store.not(*way);
                questions.assert(&encoding.store, never)?;
            }
            Reply::Unknown(reason) => return Err(reason),
            Reply::Sat(model) => {
                let mut evaluation = Evaluation::new(&model);
                let fails = |at: &usize| evaluation.holds(&encoding.store, ways[*at].2);
                open.extend((at..ways.len()).filter(fails));
            }
        }
    }
    let failing = open.into_iter().map(|at| (encoding.checks[ways[at].0].clone(), ways[at].1));
    Ok(failing.collect())
}

/// Tells a solver all facts of a formula, those that seldom matter as soon as they do.
pub fn tell_facts(
    questions: &mut Questions,
    encoding: &Encoding<'_>,
    proceed: Proceed<'_>,
) -> Result<(), Exhausted> {
    for fact in encoding.facts.iter().chain(&encoding.memory.facts) {
        questions.assert(&encoding.store, *fact)?;
        proceed(questions.work())?;
    }
    encoding.memory.equalities.iter().for_each(|fact| questions.assert_later(*fact));
    Ok(())
}
