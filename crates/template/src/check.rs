//! The engine: encodes a task, finds invariants of growing richness, and asks whether a check can fail.

use crate::affine::{Hull, hulls, hulls_of_cases};
use crate::encode::{Check, Encoding, Unwinding, Wrong, encode};
use crate::ending::all_loops_end;
use crate::infer::{assumed, infer, narrow};
use crate::inline::{Flat, Recursion, flatten};
use crate::points::{Points, SiteKind};
use crate::questions::Questions;
use crate::recheck::Recheck;
use crate::rows::{Bound, Claim, Richness, Row, assume, rows};
use crate::search::{Found, Known, Proceed, Search, open_checks};
use crate::seeds::Seeds;
use crate::share::share;
use crate::value::INSTANCE_BITS;
use engine::{Assumption, Budget, Coverage, Engine, Exhausted, Outcome, Progress, Reason, Task};
use ir::Loops;
use ir::cfg::Cfg;
use ir::{Property, Span};
use std::collections::BTreeSet;
use std::time::Duration;

/// The template engine.
#[derive(Clone, Copy, Default, Debug)]
pub struct Template {
    /// How much work the solver does ([`logic::Session::work`]); any amount if none.
    pub work: Option<u64>,
}

impl Engine for Template {
    fn name(&self) -> &'static str {
        "template"
    }

    fn run(&self, task: &Task<'_>, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let shared = share(task.program, task.entry);
        let inlined = flatten(task.program, task.entry, Recursion::Cut, &BTreeSet::new());
        if shared.is_empty() {
            return self.attempt(task, inlined, PLAN, budget, progress);
        }
        let summaries = flatten(task.program, task.entry, Recursion::Cut, &shared);
        let Some(inlined) = inlined else {
            return self.attempt(task, summaries, PLAN, budget, progress);
        };
        // Summaries are cheap where they say enough; what copies of functions show is more, and takes longer.
        let part = Template { work: self.work.map(|work| work / SHARE) };
        let first = part.attempt(task, summaries, CHEAP, &budget.part(1.0 / SHARE as f64), progress);
        if first.is_closed() || budget.check().is_err() {
            return first;
        }
        let rest = Template { work: self.work.map(|work| work - work / SHARE) };
        rest.attempt(task, Some(inlined), PLAN, budget, progress)
    }
}

/// Summaries get one of so many parts of the time and work where functions can be inlined, too.
const SHARE: u64 = 2;

impl Template {
    /// Tries to prove a program that was made one body.
    fn attempt(
        &self,
        task: &Task<'_>,
        flat: Option<Flat>,
        plan: &[Stage],
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Outcome {
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
        let Some(flat) = flat else {
            lose(&mut outcome, Reason::WorkLimit, None, "the program is too large to be one formula");
            return outcome;
        };
        let cfg = Cfg::new(&flat.body);
        let loops = Loops::new(&cfg);
        if let Some(block) = loops.irreducible {
            let span = flat.body.block(block).terminator.span;
            lose(&mut outcome, Reason::Unsupported, span, "a loop that is entered at several places");
            return outcome;
        }
        // The solver counts the work of each question, the formula its terms.
        let limits = self.work.map_or_else(|| budget.clone(), |work| budget.with_work(work));
        progress.update("analysing pointers");
        let points = Points::new(task.program, &flat, &loops);
        progress.update("encoding the program");
        let mut encoding = match encode(task, &flat, &cfg, &loops, &points, Unwinding::Invariant, &limits) {
            Ok(encoding) => encoding,
            Err(exhausted) => {
                lose(&mut outcome, exhausted.into(), None, "the program is too large to be one formula");
                outcome.coverage = Coverage::Partial;
                return outcome;
            }
        };
        let meter = Meter { budget, work: self.work };
        let search = Search::new(task, &flat, &cfg, &loops, &points, &limits);
        // A cut call has no executions: errors are looked for in a program without.
        let searches = plan.iter().any(|stage| matches!(stage, Stage::Search(_)));
        let plain = match flat.cuts.is_empty() || !searches {
            true => None,
            false => DEPTHS.iter().find_map(|depth| {
                let flat = flatten(task.program, task.entry, Recursion::Unfolds(*depth), &BTreeSet::new())?;
                Some(Plain::new(task, flat))
            }),
        };
        let plain = plain.as_ref();
        let unwound = match plain {
            None => &search,
            Some(plain) => &Search::new(task, &plain.flat, &plain.cfg, &plain.loops, &plain.points, &limits),
        };
        let mut prover = Prover::new(&mut encoding, limits.clone(), meter, progress);
        let mut open = Err(Exhausted::Work);
        let mut found = None;
        let mut stopped = None;
        // Where memory could be lost unseen, in executions that do not end.
        let leaks = [Property::ValidMemtrack, Property::ValidMemcleanup];
        let leaks = leaks.iter().any(|property| task.properties.contains(*property));
        let heap = points.sites.iter().find(|site| matches!(site.kind, SiteKind::Heap(_)));
        let tracked = heap.filter(|_| leaks && !loops.list.is_empty());
        let mut ends = None;
        for step in plan {
            let elsewhere = search.spent() + if plain.is_some() { unwound.spent() } else { 0 };
            let spent = prover.questions.work() + elsewhere;
            let proceed = |work: u64| meter.check(spent + work);
            let answer = match *step {
                Stage::Rows(richness) => prover.stage(richness, elsewhere),
                Stage::Search(copies) => {
                    let is_whole = flat.cuts.is_empty() || plain.is_some();
                    if loops.list.is_empty() && copies > 2 || !is_whole || !unwound.fits(copies) {
                        continue;
                    }
                    progress.update(&format!("unwinding loops {copies} times"));
                    match unwound.bounded(copies, &proceed) {
                        Ok(Found::Errors(findings)) => {
                            found = Some(findings);
                            break;
                        }
                        // Without cut calls recursion is not accounted for.
                        Ok(Found::All(rest)) if plain.is_some() && !is_proved(&rest) => continue,
                        Ok(Found::All(rest)) => {
                            ends = Some(true);
                            open = Ok(rest);
                            break;
                        }
                        Ok(Found::Nothing) => continue,
                        Err(reason) => Err(reason),
                    }
                }
                Stage::Induction(copies) => {
                    let is_loop = !prover.encoding.heads.is_empty() && flat.cuts.is_empty();
                    if !is_loop || !search.fits(copies) {
                        continue;
                    }
                    progress.update(&format!("induction over {copies} rounds"));
                    search.induction(copies, &prover.known(), &proceed)
                }
            };
            let answer = match answer {
                Ok(rest) if is_proved(&rest) => {
                    progress.update("checking the invariants again");
                    let again = search.recheck(&prover.known(), matches!(step, Stage::Rows(_)));
                    again.map(|again| {
                        assert_eq!(again, Recheck::Holds, "what was found is no invariant");
                        rest
                    })
                }
                answer => answer,
            };
            if let (Ok(rest), Some(_)) = (&answer, tracked)
                && only_leaks(rest)
                && ends != Some(true)
            {
                ends = prover.all_loops_end(elsewhere).ok();
                // Where that is not known, richer rows do not help.
                if ends != Some(true) {
                    open = answer;
                    break;
                }
            }
            match (answer, &open) {
                (Ok(rest), _) if is_proved(&rest) => {
                    open = Ok(rest);
                    break;
                }
                // A later stage that does not come to its end leaves what an earlier one said.
                (Ok(rest), Err(_)) => open = Ok(rest),
                (Ok(rest), Ok(known)) if rest.len() <= known.len() => open = Ok(rest),
                (Ok(_), Ok(_)) => {}
                (Err(reason), Err(_)) => open = Err(reason),
                (Err(_), Ok(_)) => {}
            }
            stopped = meter.check(prover.questions.work() + elsewhere).err();
            if stopped.is_some() {
                break;
            }
        }
        outcome.stats.counters.insert("questions", prover.questions.session().checks());
        outcome.stats.counters.insert("conflicts", prover.questions.session().conflicts());
        let searching = search.solving() + plain.map_or_else(Duration::default, |_| unwound.solving());
        let solving = prover.questions.solving() + searching;
        outcome.stats.counters.insert("solver-ms", solving.as_millis() as u64);
        outcome.stats.counters.insert("rows", prover.rows.len() as u64);
        let (rows, hulls) = (prover.rows, prover.hulls);
        encoding.assumptions.iter().for_each(|what| outcome.assume(what.clone()));
        if let Some(findings) = found {
            outcome.findings = findings;
            outcome.coverage = Coverage::Partial;
            return outcome;
        }
        outcome.invariants = crate::words::invariants(&encoding, &rows, &hulls);
        let most = 1 << (INSTANCE_BITS - 1);
        if encoding.memory.pointers + 64 > most || task.program.functions.len() > most {
            lose(&mut outcome, Reason::WorkLimit, None, "the program has too many pointers");
        }
        if let Some(site) = tracked.filter(|_| ends != Some(true)) {
            let text = "whether memory is lost in an execution that does not end";
            lose(&mut outcome, Reason::Imprecise, site.span, text);
        }
        match open {
            Err(exhausted) => {
                let reason = exhausted.into();
                lose(&mut outcome, reason, None, "no invariant was found that is strong enough");
                outcome.coverage = Coverage::Partial;
            }
            Ok(open) => {
                report(task, &mut outcome, &open);
                if let Some(exhausted) = stopped.filter(|_| !is_proved(&open)) {
                    let text = "the search for invariants was not finished";
                    lose(&mut outcome, exhausted.into(), None, text);
                    outcome.coverage = Coverage::Partial;
                }
            }
        }
        outcome
    }
}

/// How deep recursion goes at most where errors are looked for; the first depth is taken at which the program is no larger
/// than it may be.
const DEPTHS: &[usize] = &[4, 2, 1];

/// The program without cut calls.
struct Plain {
    flat: Flat,
    cfg: Cfg,
    loops: Loops,
    points: Points,
}

impl Plain {
    fn new(task: &Task<'_>, flat: Flat) -> Plain {
        let cfg = Cfg::new(&flat.body);
        let loops = Loops::new(&cfg);
        let points = Points::new(task.program, &flat, &loops);
        Plain { flat, cfg, loops, points }
    }
}

/// What is tried, one after the other.
enum Stage {
    /// Rows of a richness.
    Rows(Richness),
    /// Executions whose loops go round no more often than this.
    Search(usize),
    /// Induction over so many rounds.
    Induction(usize),
}

/// Cheap rows prove most programs, a short search refutes most others; then more of each.
const PLAN: &[Stage] = &[
    Stage::Rows(Richness::Intervals),
    Stage::Search(2),
    Stage::Search(4),
    Stage::Rows(Richness::Equations),
    Stage::Rows(Richness::Elements),
    Stage::Induction(2),
    Stage::Rows(Richness::Zones),
    Stage::Rows(Richness::Again),
    Stage::Rows(Richness::Cases),
    Stage::Rows(Richness::CaseElements),
    Stage::Rows(Richness::CaseEquations),
    Stage::Induction(3),
    Stage::Search(8),
    Stage::Rows(Richness::Octagons),
    Stage::Induction(5),
    Stage::Search(16),
    Stage::Induction(9),
    Stage::Search(32),
    Stage::Search(64),
    Stage::Search(128),
];

/// What is tried first with summaries.
const CHEAP: &[Stage] = &[
    Stage::Rows(Richness::Intervals),
    Stage::Rows(Richness::Equations),
    Stage::Rows(Richness::Zones),
    Stage::Rows(Richness::Again),
];

/// Whether nothing is left open that matters.
fn is_proved(open: &[(Check, usize)]) -> bool {
    open.iter().all(|(check, which)| check.bad[*which].wrong == Wrong::Trap)
}

/// Whether nothing is left open that matters but whether memory is lost.
fn only_leaks(open: &[(Check, usize)]) -> bool {
    open.iter().all(|(check, which)| matches!(check.bad[*which].wrong, Wrong::Trap | Wrong::Leak))
}

/// The limits of the engine's work.
#[derive(Clone, Copy)]
pub(crate) struct Meter<'a> {
    budget: &'a Budget,
    work: Option<u64>,
}

impl Meter<'_> {
    /// Whether work may go on after so much of it.
    fn check(&self, spent: u64) -> Result<(), Exhausted> {
        match self.budget.check() {
            Ok(()) if self.work.is_some_and(|work| spent > work) => Err(Exhausted::Work),
            answer => answer,
        }
    }
}

/// Writes down the checks that may fail.
fn report(task: &Task<'_>, outcome: &mut Outcome, open: &[(Check, usize)]) {
    for (check, which) in open {
        let bad = &check.bad[*which];
        match &bad.wrong {
            // Nothing is believed of a state that the invariants allow: it need not be one of an execution.
            Wrong::Error(kind) => {
                let name = &task.program.function(check.function).name;
                let text = format!("no invariant was found that excludes `{kind}` in `{name}`: {}", bad.text);
                outcome.ledger.add(Reason::Imprecise, check.span, text);
            }
            Wrong::Loss(reason) => outcome.ledger.add(*reason, check.span, &bad.text),
            Wrong::Leak => outcome.ledger.add(Reason::Imprecise, check.span, &bad.text),
            Wrong::Trap => outcome.assume(Assumption::NullTraps),
        }
    }
}

/// The proof of one formula.
struct Prover<'a, 'b> {
    encoding: &'a mut Encoding<'b>,
    questions: Questions,
    rows: Vec<Row>,
    hulls: Vec<Hull>,
    /// How many facts the solver was told: of the program, of its memory, and that instances are equal.
    told: [usize; 3],
    meter: Meter<'a>,
    progress: &'a dyn Progress,
}

impl<'a, 'b> Prover<'a, 'b> {
    fn new(
        encoding: &'a mut Encoding<'b>,
        limits: Budget,
        meter: Meter<'a>,
        progress: &'a dyn Progress,
    ) -> Self {
        let questions = Questions::new(limits);
        Prover { encoding, questions, rows: Vec::new(), hulls: Vec::new(), told: [0; 3], meter, progress }
    }

    /// What was found so far.
    fn known(&self) -> Known<'_> {
        let loops = self.encoding.heads.iter().map(|head| head.number).collect();
        Known { rows: &self.rows, hulls: &self.hulls, loops }
    }

    /// Looks for rows of a richness, on top of those found before, and tries to prove all checks with them. What is left
    /// are the checks that may fail, with one way in which they do. `elsewhere` is the work of other sessions.
    fn stage(&mut self, richness: Richness, elsewhere: u64) -> Result<Vec<(Check, usize)>, Exhausted> {
        self.progress.update(&format!("looking for invariants ({richness:?})"));
        let seeds = Seeds::new(self.encoding);
        let meter = self.meter;
        let proceed: Proceed<'_> = &move |work: u64| meter.check(elsewhere + work);
        let mut more = rows(self.encoding, &seeds, richness, &self.rows);
        // The new rows may mention objects that the old ones are not yet told of.
        for row in &mut self.rows {
            assume(self.encoding, row);
        }
        self.assert_facts(proceed)?;
        self.assert_rows()?;
        let mut hulls = match richness {
            Richness::Equations => hulls(self.encoding),
            Richness::CaseEquations => hulls_of_cases(self.encoding),
            _ => Vec::new(),
        };
        self.assert_facts(proceed)?;
        infer(self.encoding, &mut self.questions, &seeds, &mut more, &mut hulls, proceed)?;
        // A claim about elements that does not hold is not worth its instances.
        more.retain(|row| !matches!((&row.claim, &row.bound), (Claim::Elements(_), Bound::Anything)));
        self.rows.append(&mut more);
        self.hulls.append(&mut hulls);
        let open = self.open_checks(proceed)?;
        if is_proved(&open) || self.encoding.heads.is_empty() {
            return Ok(open);
        }
        narrow(self.encoding, &mut self.questions, &mut self.rows, &self.hulls, proceed)?;
        self.open_checks(proceed)
    }

    /// Whether the rows found so far show that all executions end.
    fn all_loops_end(&mut self, elsewhere: u64) -> Result<bool, Exhausted> {
        let meter = self.meter;
        let proceed = move |work: u64| meter.check(elsewhere + work);
        all_loops_end(self.encoding, &mut self.questions, &proceed)
    }

    /// What was found holds for good: richer rows build on it.
    fn assert_rows(&mut self) -> Result<(), Exhausted> {
        for assumed in assumed(&mut self.encoding.store, &self.rows, &self.hulls, self.encoding.widths) {
            self.questions.assert_later(assumed.term);
        }
        Ok(())
    }

    /// Tells the solver what is always true, as far as it does not know it.
    fn assert_facts(&mut self, proceed: Proceed<'_>) -> Result<(), Exhausted> {
        let memory = &self.encoding.memory;
        let facts = self.encoding.facts[self.told[0]..].iter();
        for fact in facts.chain(&memory.facts[self.told[1]..]) {
            self.questions.assert(&self.encoding.store, *fact)?;
            proceed(self.questions.work())?;
        }
        memory.equalities[self.told[2]..].iter().for_each(|fact| self.questions.assert_later(*fact));
        self.told = [self.encoding.facts.len(), memory.facts.len(), memory.equalities.len()];
        Ok(())
    }

    /// The checks that may fail under the rows found so far.
    fn open_checks(&mut self, proceed: Proceed<'_>) -> Result<Vec<(Check, usize)>, Exhausted> {
        self.assert_facts(proceed)?;
        self.assert_rows()?;
        open_checks(self.encoding, &mut self.questions, proceed)
    }
}
