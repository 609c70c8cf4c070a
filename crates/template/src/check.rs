//! The engine: encodes a task, finds invariants of growing richness, and asks whether a check can fail.

use crate::encode::{Check, Encoding, Unwinding, Wrong, encode};
use crate::infer::{assumed, infer, narrow};
use crate::inline::flatten;
use crate::loops::Loops;
use crate::points::Points;
use crate::rows::{Richness, Row, assume, rows};
use crate::seeds::Seeds;
use crate::value::INSTANCE_BITS;
use engine::{Budget, Coverage, Engine, Finding, Outcome, Progress, Reason, Task};
use ir::cfg::Cfg;
use ir::{Property, Span};
use logic::{Reply, Session, Term, Unknown};

/// The template engine.
#[derive(Clone, Copy, Default, Debug)]
pub struct Template {
    /// How many questions are asked; any number if none.
    pub work: Option<u64>,
}

/// Assumed where only calls of error functions are checked and a null pointer may be used.
const TRAP: &str =
    "an access through a null pointer ends the program (--property valid-deref checks that there is none)";

impl Engine for Template {
    fn name(&self) -> &'static str {
        "template"
    }

    fn run(&self, task: &Task<'_>, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let mut outcome = Outcome::new(Coverage::Complete, task.assumptions());
        let lose = |outcome: &mut Outcome, reason, span: Option<Span>, text: &str| {
            outcome.ledger.add(reason, span, text);
        };
        for property in [Property::Initialized, Property::ValidMemcleanup] {
            if task.properties.contains(property) {
                let text = format!("the template engine does not check `{property}`");
                lose(&mut outcome, Reason::Unsupported, None, &text);
            }
        }
        if !task.program.constructors.is_empty() || !task.program.destructors.is_empty() {
            lose(&mut outcome, Reason::Unsupported, None, "functions that run before or after main");
        }
        let Some(flat) = flatten(task.program, task.entry, 1) else {
            lose(&mut outcome, Reason::WorkLimit, None, "the program is too large to be one formula");
            return outcome;
        };
        let cfg = Cfg::new(&flat.body);
        let loops = Loops::new(&flat.body, &cfg);
        if let Some(block) = loops.irreducible {
            let span = flat.body.block(block).terminator.span;
            lose(&mut outcome, Reason::Unsupported, span, "a loop that is entered at several places");
            return outcome;
        }
        progress.update("analysing pointers");
        let points = Points::new(task.program, &flat, &loops);
        progress.update("encoding the program");
        let mut encoding = encode(task, &flat, &cfg, &loops, &points, Unwinding::Invariant);
        let mut limits = logic::Budget { deadline: budget.deadline(), ..logic::Budget::default() };
        limits.memory = budget.memory_bytes().map(|bytes| bytes as usize);
        let mut prover = Prover::new(&mut encoding, limits, self.work, budget, progress);
        let open = prover.prove();
        outcome.invariants = crate::words::invariants(prover.encoding, &prover.rows);
        let (checks, conflicts) = (prover.session.checks(), prover.session.conflicts());
        outcome.stats.counters.insert("questions", checks);
        outcome.stats.counters.insert("conflicts", conflicts);
        outcome.stats.counters.insert("rows", prover.rows.len() as u64);
        encoding.assumptions.iter().for_each(|what| outcome.assume(what));
        let most = 1 << (INSTANCE_BITS - 1);
        if encoding.memory.pointers + 64 > most || task.program.functions.len() > most {
            lose(&mut outcome, Reason::WorkLimit, None, "the program has too many pointers");
        }
        let leaks = [Property::ValidMemtrack, Property::ValidMemcleanup];
        let heap = points.sites.iter().find(|site| matches!(site.kind, crate::points::SiteKind::Heap(_)));
        if let Some(site) = heap.filter(|_| {
            !loops.list.is_empty() && leaks.iter().any(|property| task.properties.contains(*property))
        }) {
            let text = "whether memory is lost in an execution that does not end";
            lose(&mut outcome, Reason::Imprecise, site.span, text);
        }
        match open {
            Err(reason) => {
                let reason = match reason {
                    Unknown::Time => Reason::Timeout,
                    Unknown::Memory => Reason::Memory,
                    Unknown::Conflicts => Reason::WorkLimit,
                    Unknown::Cancelled => Reason::Interrupted,
                };
                lose(&mut outcome, reason, None, "no invariant was found that is strong enough");
                outcome.coverage = Coverage::Partial;
            }
            Ok(open) => report(task, &mut outcome, &open),
        }
        outcome
    }
}

/// Writes down the checks that may fail.
fn report(task: &Task<'_>, outcome: &mut Outcome, open: &[(Check, usize)]) {
    for (check, which) in open {
        let bad = &check.bad[*which];
        match &bad.wrong {
            Wrong::Error(kind) => {
                let name = &task.program.function(check.function).name;
                outcome.findings.push(Finding::new(*kind, check.span, name, &bad.text));
            }
            Wrong::Loss(reason) => outcome.ledger.add(*reason, check.span, &bad.text),
            Wrong::Trap => outcome.assume(TRAP),
        }
    }
}

/// The proof of one formula.
pub(crate) struct Prover<'a, 'b> {
    encoding: &'a mut Encoding<'b>,
    session: Session,
    rows: Vec<Row>,
    asserted: (usize, usize),
    work: Option<u64>,
    budget: &'a Budget,
    progress: &'a dyn Progress,
}

impl<'a, 'b> Prover<'a, 'b> {
    fn new(
        encoding: &'a mut Encoding<'b>,
        limits: logic::Budget,
        work: Option<u64>,
        budget: &'a Budget,
        progress: &'a dyn Progress,
    ) -> Self {
        Prover {
            encoding,
            session: Session::new(limits),
            rows: Vec::new(),
            asserted: (0, 0),
            work,
            budget,
            progress,
        }
    }

    /// Tries to prove all checks; what is left are those that may fail, with one way in which they do.
    fn prove(&mut self) -> Result<Vec<(Check, usize)>, Unknown> {
        let seeds = Seeds::new(self.encoding);
        let mut open = Vec::new();
        for richness in [Richness::Intervals, Richness::Zones, Richness::Octagons] {
            self.progress.update(&format!("looking for invariants ({richness:?})"));
            let mut more = rows(self.encoding, &seeds, richness);
            // The new rows may mention objects that the old ones are not yet told of.
            self.rows.iter_mut().for_each(|row| assume(self.encoding, row));
            for term in assumed(&mut self.encoding.store, &self.rows, self.encoding.widths) {
                self.session.assert(&self.encoding.store, term)?;
            }
            self.assert_facts()?;
            let budget = self.budget;
            let proceed = move || match budget.check() {
                Ok(()) => Ok(()),
                Err(engine::Exhausted::Time) => Err(Unknown::Time),
                Err(engine::Exhausted::Memory) => Err(Unknown::Memory),
                Err(engine::Exhausted::Interrupted) => Err(Unknown::Cancelled),
            };
            infer(self.encoding, &mut self.session, &seeds, &mut more, &proceed)?;
            self.rows.append(&mut more);
            open = self.open_checks()?;
            if open.is_empty() {
                return Ok(open);
            }
            narrow(self.encoding, &mut self.session, &mut self.rows, &proceed)?;
            // What was found holds for good: richer rows build on it.
            for term in assumed(&mut self.encoding.store, &self.rows, self.encoding.widths) {
                self.session.assert(&self.encoding.store, term)?;
            }
            open = self.open_checks()?;
            if open.is_empty() || self.work.is_some_and(|work| self.session.checks() > work) {
                return Ok(open);
            }
        }
        Ok(open)
    }

    /// Tells the solver what is always true, as far as it does not know it.
    fn assert_facts(&mut self) -> Result<(), Unknown> {
        for at in self.asserted.0..self.encoding.facts.len() {
            self.session.assert(&self.encoding.store, self.encoding.facts[at])?;
        }
        for at in self.asserted.1..self.encoding.memory.facts.len() {
            self.session.assert(&self.encoding.store, self.encoding.memory.facts[at])?;
        }
        self.asserted = (self.encoding.facts.len(), self.encoding.memory.facts.len());
        Ok(())
    }

    /// The checks that may fail under the rows found so far.
    fn open_checks(&mut self) -> Result<Vec<(Check, usize)>, Unknown> {
        self.assert_facts()?;
        let base = assumed(&mut self.encoding.store, &self.rows, self.encoding.widths);
        let mut ways: Vec<(usize, usize, Term)> = Vec::new();
        for (number, check) in self.encoding.checks.iter().enumerate() {
            for (which, bad) in check.bad.iter().enumerate() {
                ways.push((number, which, self.encoding.store.and(check.guard, bad.cond)));
            }
        }
        let mut open: Vec<(Check, usize)> = Vec::new();
        loop {
            let any = self.encoding.store.any(ways.iter().map(|(_, _, term)| *term));
            if any == self.encoding.store.falsity() {
                return Ok(open);
            }
            let mut question = base.clone();
            question.push(any);
            let model = match self.session.check(&self.encoding.store, &question) {
                Reply::Unsat(_) => return Ok(open),
                Reply::Unknown(reason) => return Err(reason),
                Reply::Sat(model) => model,
            };
            let mut evaluation = logic::Evaluation::new(&model);
            let failed: Vec<bool> =
                ways.iter().map(|(_, _, term)| evaluation.holds(&self.encoding.store, *term)).collect();
            let mut keep = failed.iter();
            ways.retain(|(number, which, _)| {
                let fails = *keep.next().expect("one answer for each way");
                if fails {
                    open.push((self.encoding.checks[*number].clone(), *which));
                }
                !fails
            });
        }
    }
}
