//! The shape analyses of a program that are made one after the other, until one is a proof.
//!
//! They differ in what they tell apart and assume ([`Settings`]). The first joins whatever differs in flags only: most
//! programs need no more, and with many options it is the only one that ends. It gives up at the first doubt, so what it
//! costs in vain is little. The second keeps flags apart; what it finds is what is told. The others follow where it came to its end
//! and something that they do otherwise has mattered. Where lists are counted in narrow numbers, less memory is assumed
//! also where there is no end without.

use crate::AllocCheck;
use crate::scheduler::{FOLDED, Scheduler};
use crate::strategy::shape::counters::{counts, counts_narrowly};
use crate::strategy::shape::{DIVIDED, Flags, Kinds, Settings, ShapeStrategy};
use crate::transfer::library::Library;
use engine::{Assumption, Budget, Coverage, Outcome, Progress, Reason, Task};

/// How much of the heap is assumed to be in use at once, where a proof needs that, and the user does not say.
const MAX_HEAP: u64 = 16 << 30;
/// How much work the analysis gets that joins flags, and which part of the time.
const QUICK: (u64, f64) = (600_000, 0.3);
/// How much work an analysis gets that may do better with less memory.
const ENOUGH: u64 = 60_000;
/// How many times the work of the first analysis, and of the least, another gets that joins flags.
const WORTH: u64 = 4;
const LEAST: u64 = 60_000;

/// The analyses of a program.
pub struct Attempts<'a> {
    task: &'a Task<'a>,
    budget: &'a Budget,
    progress: &'a dyn Progress,
    /// After how much work to give up.
    work: Option<u64>,
    /// How much of it the analyses so far have taken.
    spent: u64,
    /// Whether one of them had not enough of the time, or of all the work.
    is_cut: bool,
}

impl<'a> Attempts<'a> {
    /// None was made yet.
    pub fn new(
        task: &'a Task<'a>,
        budget: &'a Budget,
        progress: &'a dyn Progress,
        work: Option<u64>,
    ) -> Attempts<'a> {
        Attempts { task, budget, progress, work, spent: 0, is_cut: false }
    }

    /// The first proof, or what the analysis says that keeps flags apart. Where the work did not suffice for those that
    /// follow it, that is no last word.
    pub fn run(mut self) -> Outcome {
        let mut outcome = self.make();
        let is_cut = self.work.is_some() && (self.is_cut || self.is_over());
        if is_cut && !outcome.is_closed() && outcome.coverage == Coverage::Complete {
            outcome.coverage = Coverage::Partial;
            let what = "more analyses, which assume less memory or count the nodes of lists, are left";
            outcome.ledger.add(Reason::WorkLimit, None, what.to_string());
        }
        outcome
    }

    fn make(&mut self) -> Outcome {
        let max_heap = self.task.program.meaning.max_heap;
        let settings = Settings { max_heap, ..Settings::default() };
        let (work, share) = QUICK;
        let quick = self.explore(Settings { flags: Flags::Joined, ..settings }, Some(work), share);
        if quick.is_closed() || self.is_over() {
            return quick;
        }
        let quick_work = self.spent;
        // Where lists are counted in narrow numbers, all their combinations may be kept apart: after a while it is tried
        // whether there is a proof with less memory.
        let has_folded = quick.stats.counters.get(FOLDED).is_some_and(|figure| *figure > 0);
        let bounded = Settings { max_heap: Some(MAX_HEAP), ..settings };
        let may_bound = max_heap.is_none() && has_folded && self.counts_narrowly();
        let mut outcome = self.explore(settings, may_bound.then_some(ENOUGH), 1.0);
        if may_bound && outcome.coverage != Coverage::Complete && !self.is_over() {
            let joined = self.explore(Settings { flags: Flags::Joined, ..bounded }, Some(work), share);
            if joined.is_closed() {
                return joined;
            }
            outcome = self.explore(settings, None, 1.0);
        }
        let is_open = |outcome: &Outcome| outcome.coverage == Coverage::Complete && !outcome.is_closed();
        let figure = |name: &str| outcome.stats.counters.get(name).is_some_and(|figure| *figure > 0);
        if figure(DIVIDED) && is_open(&outcome) {
            let alike = self.explore(Settings { kinds: Kinds::Alike, ..settings }, None, 1.0);
            if alike.is_closed() {
                return alike;
            }
        }
        // Once an error is found, an exploration may end before it has seen everything.
        let may_be_open = is_open(&outcome) || !outcome.findings.is_empty();
        if max_heap.is_none() && figure(FOLDED) && may_be_open && !self.is_over() && self.counts_narrowly() {
            let most = quick_work.max(LEAST) * WORTH;
            let joined = self.explore(Settings { flags: Flags::Joined, ..bounded }, Some(most), share);
            if joined.is_closed() {
                return joined;
            }
            let bounded = self.explore(bounded, None, 1.0);
            if bounded.is_closed() {
                return bounded;
            }
        }
        // Lists of the same length are such though nobody counts them.
        if figure(FOLDED) && may_be_open && !self.is_over() && !self.counts_at_all() {
            let counted = Settings { counts: true, flags: Flags::Joined, ..settings };
            let counted = self.explore(counted, Some(quick_work.max(LEAST) * WORTH), share);
            if counted.is_closed() {
                return counted;
            }
        }
        // An index that is read from an array is in bounds where all numbers in that array are.
        if may_be_open && !outcome.findings.is_empty() && !self.is_over() {
            let ranges = Settings { ranges: true, flags: Flags::Joined, ..settings };
            let ranges = self.explore(ranges, Some(quick_work.max(LEAST) * WORTH), share);
            if ranges.is_closed() {
                return ranges;
            }
        }
        outcome
    }

    fn explore(&mut self, settings: Settings, most: Option<u64>, share: f64) -> Outcome {
        let left = self.work.map(|work| work.saturating_sub(self.spent));
        let work = left.into_iter().chain(most).min();
        let strategy = ShapeStrategy::new(self.task.program, settings);
        let budget = self.budget.part(share);
        let scheduler = Scheduler::new(self.task, &budget, strategy, AllocCheck::Default, work);
        let mut outcome = scheduler.run(&After { progress: self.progress, work: self.spent });
        self.spent += outcome.guide.work;
        self.is_cut |=
            outcome.coverage == Coverage::Partial && most.is_none_or(|most| outcome.guide.work < most);
        if let Some(bytes) = settings.max_heap {
            outcome.assume(Assumption::MaxHeap { bytes });
        }
        outcome
    }

    fn is_over(&self) -> bool {
        self.budget.check().is_err() || self.work.is_some_and(|work| self.spent >= work)
    }

    /// Whether nodes were counted already.
    fn counts_at_all(&self) -> bool {
        let bounded = self.task.program.meaning.max_heap.is_some() || self.counts_narrowly();
        bounded || counts(self.task.program, &Library::new(self.task.program))
    }

    fn counts_narrowly(&self) -> bool {
        counts_narrowly(self.task.program, &Library::new(self.task.program))
    }
}

/// Adds the work that was done before.
struct After<'a> {
    progress: &'a dyn Progress,
    work: u64,
}

impl Progress for After<'_> {
    fn update(&self, activity: &str) {
        self.progress.update(activity);
    }

    fn worked(&self, work: u64) {
        self.progress.worked(self.work + work);
    }
}
