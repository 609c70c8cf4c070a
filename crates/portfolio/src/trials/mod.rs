//! The trials: the program is run with inputs that are made up, short ones first.
//!
//! Symbolic exploration finds inputs that a program compares; it does not come far in loops over long lines, deep in
//! parsers, or behind many calls. Running the program on concrete inputs does, and costs little. The inputs are made of
//! what the program itself names (`materials`): sizes of its buffers, words, formats, characters, numbers. They begin
//! with a fixed list (`texts`), from nothing at all to lines longer than each buffer; then those that took new ways in
//! the program are tried with each allocation failing, and changed at random (`inputs`), as coverage-guided fuzzers do
//! (AFL). What shows an error is made as short as it can be (`shrink`).
//!
//! Invariant: nothing is proved here, and nothing outside of the interpreter changes: files are imagined. The order of
//! the inputs, and so what is found in a given amount of work, is the same on every machine.

mod inputs;
mod materials;
mod random;
mod shrink;
mod texts;

use crate::{calls_system, confirm, reads_inputs};
use engine::{Budget, Coverage, Engine, Finding, Malloc, Outcome, Progress, Scenario, Task};
use inputs::{Channels, Inputs};
use interp::{Config, Fault, InputSource, MallocPolicy, Prepared, Report, Stopped, Streams};
use ir::Span;
use materials::Materials;
use std::cell::Cell;
use std::collections::VecDeque;

/// How many instructions one run may take.
const RUN_STEPS: u64 = 400_000;
/// How many instructions take as long as starting and ending a run.
const RUN_COST: u64 = 4_000;
/// How much longer a run takes in which it is looked for the moment at which blocks are lost.
const LEAK_COST: u64 = 12;
/// How many bytes the objects of one run may have, beside the program's variables: with larger blocks a run takes longer
/// than its instructions say.
const RUN_MEMORY: u64 = 64 << 20;
/// How many errors are enough.
const ERRORS: usize = 50;
/// How many allocations may fail in turn.
const ALLOCATIONS: usize = 12;

/// Which part of the work a program gets that reads nothing but numbers.
const NUMBERS_SHARE: u64 = 8;

/// The trials.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Trials {
    /// How many instructions all runs together may execute, or what takes as long.
    pub steps: Option<u64>,
}

/// The work without a limit of its own: the budget's time is the limit then.
const UNLIMITED: u64 = u64::MAX;

impl Engine for Trials {
    fn name(&self) -> &'static str {
        "trials"
    }

    fn run(&self, task: &Task<'_>, budget: &Budget, progress: &dyn Progress) -> Outcome {
        let mut outcome = Outcome::new(Coverage::Partial, task.assumptions());
        if !reads_inputs(task) {
            return outcome;
        }
        let mut search = Search::new(task, budget, self.steps.unwrap_or(UNLIMITED));
        search.run(progress);
        outcome.stats.instructions = search.trial.work.get();
        outcome.stats.counters.insert("trials", search.trial.runs.get());
        outcome.findings = search.findings;
        outcome
    }
}

/// Runs the program with one input after the other.
struct Trial<'a> {
    task: &'a Task<'a>,
    budget: &'a Budget,
    prepared: Prepared<'a>,
    runs: Cell<u64>,
    work: Cell<u64>,
    most: u64,
    memory: u64,
}

impl Trial<'_> {
    /// Whether there is time for one more run.
    fn may_go_on(&self) -> bool {
        self.work.get() < self.most && self.budget.check().is_ok()
    }

    fn run(&self, scenario: &Scenario) -> Report {
        let config = self.config(scenario);
        let streams = Streams { out: &mut std::io::sink(), err: &mut std::io::sink() };
        let report = self.prepared.run(self.task.entry, &config, streams);
        let cost = if report.leaks.is_empty() { 1 } else { LEAK_COST };
        self.runs.set(self.runs.get() + 1);
        self.work.set(self.work.get() + report.steps * cost + RUN_COST);
        report
    }

    fn config(&self, scenario: &Scenario) -> Config {
        Config {
            malloc: MallocPolicy::Script(scenario.allocations.clone()),
            step_limit: Some(RUN_STEPS + confirm::steps_for(scenario)),
            trace: false,
            memory_limit: self.memory,
            coverage: true,
            budget: self.budget.clone(),
            ..confirm::config(self.task, scenario)
        }
    }
}

/// An input that took a new way.
struct Kept {
    scenario: Scenario,
    /// How many instructions its run had.
    steps: u64,
}

/// What is found so far, and what is tried next.
struct Search<'a> {
    trial: Trial<'a>,
    inputs: Inputs,
    channels: Channels,
    covered: interp::Coverage,
    /// The inputs that took new ways.
    kept: Vec<Kept>,
    /// Inputs to try again in other surroundings: with one allocation that fails, each in turn, or with memory that
    /// does not begin with zeros.
    again: VecDeque<Scenario>,
    /// The decisions that were seen to depend on memory that was never written.
    unwritten: Vec<Option<Span>>,
    findings: Vec<Finding>,
}

impl<'a> Search<'a> {
    fn new(task: &'a Task<'a>, budget: &'a Budget, most: u64) -> Search<'a> {
        let config = confirm::config(task, &Scenario::default());
        let prepared = Prepared::new(task.program, &config);
        let (runs, work) = (Cell::new(0), Cell::new(0));
        let variables = task.program.globals.iter().fold(0u64, |sum, global| sum.saturating_add(global.size));
        let memory = RUN_MEMORY.saturating_add(variables.saturating_mul(2)).min(config.memory_limit);
        Search {
            trial: Trial { task, budget, prepared, runs, work, most, memory },
            inputs: Inputs::new(Materials::of(task.program)),
            channels: Channels::default(),
            covered: interp::Coverage::default(),
            kept: Vec::new(),
            again: VecDeque::new(),
            unwritten: Vec::new(),
            findings: Vec::new(),
        }
    }

    fn run(&mut self, progress: &dyn Progress) {
        let calls_system = calls_system(self.trial.task.program);
        let first = Scenario { files: calls_system.then(Vec::new), ..Scenario::default() };
        let mut tried = vec![first.clone()];
        let mut waiting = VecDeque::from([first.clone()]);
        let mut known = Channels::default();
        while self.may_go_on() {
            if let Some(scenario) = self.again.pop_front() {
                self.attempt(&scenario);
                continue;
            }
            match waiting.pop_front() {
                Some(seed) => {
                    self.attempt(&seed);
                    tried.push(seed);
                }
                None if !self.channels.is_any() => return,
                None => self.vary(),
            }
            if self.trial.runs.get().is_multiple_of(64) {
                progress.update(&format!("tried {} inputs", self.trial.runs.get()));
            }
            // What a run asks for, later ones are given.
            if known != self.channels {
                known = self.channels.clone();
                let seeds = self.inputs.seeds(&first, &known);
                waiting = seeds.into_iter().filter(|seed| !tried.contains(seed)).collect();
            }
        }
    }

    fn may_go_on(&self) -> bool {
        let share = if self.channels.is_numbers() { NUMBERS_SHARE } else { 1 };
        self.trial.work.get() < self.trial.most / share
            && self.trial.may_go_on()
            && self.findings.len() < ERRORS
    }

    /// Tries an input that took a new way, with changes.
    fn vary(&mut self) {
        // Of two the one that took less time: more of its children can be tried.
        let choices = [0; 2].map(|_| self.inputs.random.below(self.kept.len().max(1)));
        let parent = choices.iter().filter_map(|number| self.kept.get(*number)).min_by_key(|kept| kept.steps);
        let parent = parent.map(|kept| kept.scenario.clone()).unwrap_or_default();
        let child = self.inputs.vary(&parent, &self.channels);
        self.attempt(&child);
    }

    /// Runs the program with an input; keeps the input if it took a new way, and what it showed.
    fn attempt(&mut self, scenario: &Scenario) {
        let report = self.trial.run(scenario);
        self.channels.note(&report.notes.inputs, scenario);
        let is_new = report.coverage.as_ref().is_some_and(|run| run.adds_to(&mut self.covered));
        // A run that is not over says little, and its children would be as slow.
        let is_over = !matches!(report.outcome, interp::Outcome::Stopped(Stopped::StepLimit { .. }));
        if is_new && is_over {
            if self.trial.task.malloc == Malloc::MayFail && scenario.allocations.is_empty() {
                let fail = |at: usize| {
                    let allocations = [vec![true; at], vec![false]].concat();
                    Scenario { allocations, ..scenario.clone() }
                };
                self.again.extend((0..report.notes.allocations.len().min(ALLOCATIONS)).map(fail));
            }
            self.kept.push(Kept { scenario: scenario.clone(), steps: report.steps });
        }
        if is_over && !scenario.recycled && self.depends_on_new_memory(&report) {
            self.again.push_back(Scenario { recycled: true, ..scenario.clone() });
        }
        let new: Vec<Finding> = report.faults().map(possible).filter(|found| !self.is_known(found)).collect();
        for found in new {
            if self.is_known(&found) {
                continue;
            }
            let shows = |scenario: &Scenario| {
                let report = self.trial.run(scenario);
                report.faults().any(|fault| possible(fault).same_error(&found))
            };
            let mut shortest = shrink::shortest(scenario.clone(), || self.trial.may_go_on(), shows);
            let report = self.trial.run(&shortest);
            confirm::forget_unread(&mut shortest, &report.notes);
            self.findings.push(Finding { scenario: Some(shortest), ..found });
        }
    }

    /// Whether a decision depended on memory that was never written, of which that was not known.
    fn depends_on_new_memory(&mut self, report: &Report) -> bool {
        let known = self.unwritten.len();
        for site in &report.notes.uninitialized {
            if !self.unwritten.contains(&site.span) {
                self.unwritten.push(site.span);
            }
        }
        self.unwritten.len() > known
    }

    fn is_known(&self, found: &Finding) -> bool {
        self.findings.iter().any(|known| known.same_error(found))
    }
}

/// What a run showed, as something that a replay has yet to confirm.
fn possible(fault: &Fault) -> Finding {
    Finding::new(fault.kind, fault.site.span, &fault.site.function, &fault.message)
}

impl Channels {
    /// Notes what a run with an input asked for.
    fn note(&mut self, inputs: &[interp::InputRead], given: &Scenario) {
        for input in inputs {
            match &input.source {
                InputSource::Arguments => self.arguments = true,
                InputSource::Stdin if self.stdin => {}
                InputSource::Stdin => {
                    self.stdin = true;
                    self.before_stdin = given.args.clone();
                }
                // One that was given is no news.
                InputSource::Environment(name)
                    if given.env.iter().any(|(known, _)| known == name.as_bytes()) => {}
                InputSource::Environment(name) => {
                    self.environment.insert(name.clone().into_bytes());
                }
                InputSource::File(name) => self.note_file(name, given),
                InputSource::Directory(name) => self.note_directory(name, given),
                InputSource::Nondet(..) | InputSource::Volatile => self.numbers = true,
                InputSource::Clock => self.clock = true,
                InputSource::System | InputSource::Room | InputSource::Process | InputSource::Allocator => {}
            }
        }
    }
}
