//! The scheduler: takes the state that is next, has its steps computed, and books what they say.
//!
//! It owns what an exploration comes to: the queue of states that wait, the findings, the ledger, the figures and the
//! limits. It knows neither what an instruction means ([`Transfer`]) nor how states are chosen and made general
//! ([`Strategy`]).
//!
//! Obligation: a state leaves the queue only by being run to its end, by being covered by another as its strategy
//! vouches, or with an entry in the ledger. So an empty queue and an empty ledger mean that every execution was
//! accounted for.

mod queue;

use crate::context::Context;
use crate::outcome::{Describer, Possibility};
use crate::program::reachable;
use crate::state::{Moving, State};
use crate::steps::{Error, Figures, Next, Steps};
use crate::strategy::{Strategy, Turn};
use crate::transfer::{AllocCheck, Transfer};
use engine::{Budget, Coverage, Finding, Outcome, Progress, Reason, Task};
use heap::Place;
use ir::{BlockId, ErrorKind, FuncId, Span};
use logic::Layer;
use queue::Queue;
use std::collections::BTreeMap;

/// The figure that counts the states in which nodes became segments.
pub const FOLDED: &str = "folded";
/// How many scenarios of one error are kept: if the first cannot be replayed, another may.
const SCENARIOS: usize = 3;
/// How many instructions are executed between looks at the budget, where none of them asks the solver.
const STRIDE: u64 = 256;
/// How many more levels are explored after an error was found.
const DEPTH_AFTER_FINDING: u32 = 24;
/// How many instructions take as long as a question that the solver has to search for.
const QUERY: u64 = 200;
/// How many other questions take as long as an instruction.
const QUESTIONS: u64 = 8;
/// How many terms the exploration may make.
const MAX_TERMS: usize = 60_000_000;

/// The exploration of one task.
pub struct Scheduler<'a, S> {
    budget: &'a Budget,
    /// After how much work to give up.
    work: Option<u64>,
    transfer: Transfer<'a>,
    strategy: S,
    queue: Queue,
    /// What was found and what was not accounted for.
    outcome: Outcome,
    figures: Figures,
    /// How many states were taken from the queue.
    states: u64,
    /// After how much effort, and at which depth, to stop although states wait, once an error is found.
    stop_at: Option<(u64, u32)>,
    /// How many states waited when the exploration was stopped.
    left: u64,
    /// How many instructions were executed from each place where states waited.
    spent: BTreeMap<(FuncId, BlockId), u64>,
}

impl<'a, S: Strategy> Scheduler<'a, S> {
    /// An exploration that has not begun. It gives up after some work, if that is limited.
    pub fn new(
        task: &'a Task<'a>,
        budget: &'a Budget,
        strategy: S,
        alloc_check: AllocCheck,
        work: Option<u64>,
    ) -> Scheduler<'a, S> {
        let context = Context::new(task, budget, alloc_check, strategy.precision());
        Scheduler {
            budget,
            work,
            transfer: Transfer::new(context, budget),
            strategy,
            queue: Queue::default(),
            outcome: Outcome::new(Coverage::Complete, task.assumptions()),
            figures: Figures::default(),
            states: 0,
            stop_at: None,
            left: 0,
            spent: BTreeMap::new(),
        }
    }

    /// Explores until everything is accounted for or the budget is exhausted. Gives what it came to.
    pub fn run(mut self, progress: &dyn Progress) -> Outcome {
        let start = self.transfer.initial_state();
        self.strategy.begins(&mut self.transfer, &start);
        self.wait(start);
        let mut waiting_was = 0;
        while let Some(state) = self.queue.pop() {
            self.states += 1;
            if self.states.is_multiple_of(64) || self.queue.len() > 2 * waiting_was {
                waiting_was = self.queue.len();
                progress.update(&format!(
                    "explored {} states, {} waiting at depth {}",
                    self.states, waiting_was, state.depth
                ));
            }
            if !self.may_go_on(&state) {
                break;
            }
            progress.worked(self.work_done());
            if !self.strategy.is_obsolete(&state) {
                self.follow(state);
            }
        }
        progress.worked(self.work_done());
        self.finish();
        self.outcome
    }

    /// Runs a state until it ends or waits, and notes where that work was done.
    fn follow(&mut self, state: Moving) {
        let at = self.transfer.context.users_place(&state);
        let before = self.figures.instructions;
        self.run_state(state);
        if let Some(at) = at {
            *self.spent.entry(at).or_default() += self.figures.instructions - before;
        }
    }

    fn run_state(&mut self, mut state: Moving) {
        state.notes.go_on();
        let mut now = Some(state);
        let mut asked = 0;
        while let Some(state) = now.take() {
            // A single instruction that asks many questions, such as one that prints a string, may take long.
            let queries = self.transfer.solver.stats().queries;
            let is_time = std::mem::replace(&mut asked, queries) != queries
                || self.figures.instructions.is_multiple_of(STRIDE);
            if is_time && self.exhausted().is_some() {
                self.wait(state);
                break;
            }
            if self.transfer.symbols.store.len() > MAX_TERMS {
                self.lose(&state, Reason::WorkLimit, "the exploration needs too many terms".to_string());
                break;
            }
            let steps = self.transfer.step(state);
            now = self.book_steps(steps);
        }
    }

    /// Whether the budget allows to run one more state; else it is written down.
    fn may_go_on(&mut self, state: &State) -> bool {
        let depth = state.depth;
        let is_enough = |(effort, most): (u64, u32)| self.effort() >= effort || depth >= most;
        if self.stop_at.is_some_and(is_enough) || self.strategy.gives_up(&self.outcome) {
            self.left = self.queue.len() as u64 + 1;
            self.outcome.coverage = Coverage::Partial;
            return false;
        }
        if let Some(reason) = self.exhausted() {
            self.left = self.queue.len() as u64 + 1;
            let mut detail =
                self.strategy.progress(self.states, self.queue.len() as u64 + 1, depth.saturating_sub(1));
            match self.busiest() {
                Some((function, span)) => {
                    detail += &format!("; most of the work was done here, in `{function}`");
                    self.outcome.ledger.add(reason, Some(span), detail);
                }
                None => self.lose(state, reason, detail),
            }
            self.outcome.coverage = Coverage::Partial;
            return false;
        }
        true
    }

    /// The function and the place in it, of those where states waited, from which most instructions were executed.
    fn busiest(&self) -> Option<(String, Span)> {
        let ((function, block), _) = self.spent.iter().max_by_key(|(_, work)| **work)?;
        let function = self.transfer.context.program().function(*function);
        let span = reachable::span_of(function.body.as_ref()?, *block)?;
        Some((function.name.clone(), span))
    }

    /// Writes down that executions of a state are not accounted for.
    fn lose(&mut self, state: &State, reason: Reason, detail: String) {
        let place = self.transfer.place(state);
        self.outcome.ledger.add(reason, place.span, detail);
    }

    /// Which limit is reached.
    fn exhausted(&self) -> Option<Reason> {
        if self.work.is_some_and(|most| self.work_done() >= most) {
            return Some(Reason::WorkLimit);
        }
        self.budget.check().err().map(Reason::from)
    }

    fn work_done(&self) -> u64 {
        self.figures.instructions + QUERY * self.transfer.solver.stats().answered_by(Layer::Sat)
    }

    /// The work, with the questions that are answered without a search: joins ask thousands for an instruction.
    fn effort(&self) -> u64 {
        self.work_done() + self.transfer.solver.stats().queries / QUESTIONS
    }

    fn wait(&mut self, state: Moving) {
        let rank = self.strategy.rank(&mut self.transfer, &state);
        self.queue.push(rank, state);
    }

    /// Books steps, and has the strategy choose where there is a choice. Gives the state that goes on at once.
    fn book_steps(&mut self, mut steps: Steps) -> Option<Moving> {
        let following = steps.take_next();
        self.book(steps);
        let mut now = None;
        for next in following {
            let (strategy, transfer) = (&mut self.strategy, &mut self.transfer);
            let turns = match next {
                Next::Goes(state) => {
                    self.take_turn(Turn::Now(state), &mut now);
                    continue;
                }
                Next::Waits(state) => {
                    self.take_turn(Turn::Waits(state), &mut now);
                    continue;
                }
                Next::Arrives(state, edge) => strategy.arrives(transfer, state, edge),
                Next::Enters(state) => strategy.enters(transfer, state),
                Next::Leaves(state, values) => strategy.leaves(transfer, state, values),
                Next::Exits(state) => strategy.exits(transfer, state),
            };
            let said = self.transfer.take_said();
            self.book(said);
            turns.into_iter().for_each(|turn| self.take_turn(turn, &mut now));
        }
        now
    }

    /// A state goes on, or waits.
    fn take_turn(&mut self, turn: Turn, now: &mut Option<Moving>) {
        let (state, may_go_on) = match turn {
            Turn::Now(state) => (state, true),
            Turn::InOrder(state) => {
                let rank = self.strategy.rank(&mut self.transfer, &state);
                let is_next = !self.queue.has_lower(&rank);
                (state, is_next)
            }
            Turn::Waits(state) => (state, false),
        };
        match may_go_on && now.is_none() {
            true => *now = Some(state),
            false => self.wait(state),
        }
    }

    /// Books what was said besides the states that follow.
    fn book(&mut self, said: Steps) {
        self.figures += said.figures;
        for loss in said.losses {
            self.outcome.ledger.add(loss.reason, loss.span, loss.detail);
        }
        for assumption in said.assumptions {
            self.outcome.assume(assumption);
        }
        for error in said.errors {
            self.book_error(&error);
        }
    }

    /// Books an error, if it can happen and is not known well enough.
    fn book_error(&mut self, error: &Error) {
        let place = error.place;
        if self.is_known(error.kind, place) {
            return;
        }
        match Describer::new(&mut self.transfer).finding(error) {
            Possibility::Happens(finding) => {
                self.outcome.findings.push(*finding);
                let more = self.strategy.finds(error);
                let stop = (self.effort() + more, error.state.depth + DEPTH_AFTER_FINDING);
                let sooner = |known: (u64, u32)| (known.0.min(stop.0), known.1.min(stop.1));
                self.stop_at = Some(self.stop_at.map_or(stop, sooner));
            }
            Possibility::Never => {}
            Possibility::Unknown => {
                let detail = format!("the solver cannot tell whether this can happen: {}", error.message);
                self.outcome.ledger.add(Reason::WorkLimit, place.span, detail);
            }
        }
    }

    /// Whether enough scenarios of an error are known.
    fn is_known(&self, kind: ErrorKind, place: Place) -> bool {
        let function = &self.transfer.context.program().function(place.function).name;
        let same =
            |known: &&Finding| known.kind == kind && known.span == place.span && known.function == *function;
        self.outcome.findings.iter().filter(same).count() >= SCENARIOS
    }

    fn finish(&mut self) {
        let stats = self.transfer.solver.stats();
        let figures = self.figures;
        let counters = [
            ("states", self.states),
            ("merged", figures.merged),
            ("exits", figures.exits),
            ("leak-checks", figures.leak_checks),
            ("leak-searches", figures.leak_searches),
            ("alloc-queries", figures.alloc_queries),
            ("materialised", figures.materialised),
            (FOLDED, figures.folded),
            ("joined", figures.joined),
            ("terms", self.transfer.symbols.store.len() as u64),
            ("queries", stats.queries),
            ("queries-by-sat", stats.answered_by(Layer::Sat)),
        ];
        self.outcome.stats.instructions = figures.instructions;
        self.outcome.stats.unexplored = self.left;
        self.outcome.stats.counters.extend(counters);
        let external =
            [("alloc-external", figures.alloc_external), ("alloc-fallbacks", figures.alloc_fallbacks)];
        self.outcome.stats.counters.extend(external.into_iter().filter(|(_, count)| *count > 0));
        let work = self.work_done();
        self.strategy.ends(&mut self.transfer, &mut self.outcome, work);
    }
}
