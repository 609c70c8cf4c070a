//! The exploration: a queue of states, shallow ones first, each run until it ends, forks or closes a loop.
//!
//! A state's *depth* is the number of loops it closed and calls it nested. Taking the shallowest state first means
//! that loops are unrolled by increasing depth, so the shortest way to an error is found first, and an endless
//! loop cannot keep other paths from being seen. Of two states that are equal up to renaming ([`crate::merge`])
//! only the first is explored.
//!
//! Obligation: a state leaves the queue only by being run to its end, by equalling one that was, or with an entry
//! in the ledger. So an empty queue and an empty ledger mean that every execution was accounted for.

use crate::alloc_check::AllocCheck;
use crate::code::Code;
use crate::guide::{Course, Guidance, Guide, INSTRUCTIONS_AFTER_TARGET};
use crate::library::Library;
use crate::merge::Seen;
use crate::shape::{Calls, Heads, Literals, counts};
use crate::state::{Agenda, EndOfInput, Event, Frame, State};
use engine::{Budget, Coverage, Finding, Outcome, Progress, Reason, Task};
use heap::{Heap, Place, Symbols};
use ir::{BlockId, Body, ErrorKind, FuncId, Inst, Operand, Program, Span};
use logic::{Answer, Layer, Solver, Term};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// How many scenarios of one error are kept: if the first cannot be replayed, another may.
const SCENARIOS: usize = 3;
/// How many conflicts one question to the solver may cost.
const CONFLICTS: u64 = 20_000;
/// How many instructions are executed between looks at the budget.
const STRIDE: u64 = 256;
/// How many more instructions are executed after an error was found: enough to see independent errors, soon over.
const INSTRUCTIONS_AFTER_FINDING: u64 = 200_000;
/// How many more levels are explored after an error was found.
const DEPTH_AFTER_FINDING: u32 = 24;

/// How many instructions take as long as a question that the solver has to search for.
const QUERY: u64 = 200;

/// A state on its way. Steps consume it and give back the one to go on with; forks go to the queue.
pub type Moving = Box<State>;

/// An entry of the queue: the lowest rank first, then first come, first served.
struct Waiting {
    rank: Vec<u32>,
    number: u64,
    state: Moving,
}

impl Waiting {
    fn key(&self) -> Reverse<(&[u32], u64)> {
        Reverse((&self.rank, self.number))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}
impl Eq for Waiting {}
impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

/// Figures about the exploration.
#[derive(Default)]
pub struct Figures {
    /// States taken from the queue.
    pub states: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// States that equalled one seen before.
    pub merged: u64,
    /// Paths that came to the end of the program.
    pub exits: u64,
    /// Times a pointer to a heap block died.
    pub leak_checks: u64,
    /// Questions that were asked to find the object of an access.
    pub alloc_queries: u64,
    /// Times a whole heap was searched for lost blocks.
    pub leak_searches: u64,
    /// Times a node was taken off a segment.
    pub unfolded: u64,
    /// Times lists of a state were folded.
    pub folded: u64,
    /// Times two states were joined.
    pub joined: u64,
}

/// How states are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// As they are.
    Exact,
    /// Made general where loops close.
    Shape,
}

/// The exploration of one task.
pub struct Explorer<'a> {
    /// What is to be decided.
    pub task: &'a Task<'a>,
    /// The limits.
    pub budget: &'a Budget,
    /// How the object of an access is found.
    pub alloc_check: AllocCheck,
    /// How states are explored.
    pub mode: Mode,
    /// The states at loop heads.
    pub heads: Heads,
    /// The constants that tell states apart there.
    pub literals: Literals,
    /// The functions that are explored by themselves.
    pub calls: Calls,
    /// The terms.
    pub symbols: Symbols,
    /// What decides conditions.
    pub solver: Solver,
    /// What the library does.
    pub library: Library,
    /// What was found and what was not accounted for.
    pub outcome: Outcome,
    /// Figures.
    pub figures: Figures,
    /// The states seen where states may meet.
    pub seen: Seen,
    /// The ways to errors that were found where states are made general.
    pub targets: Guide,
    /// After how much work to give up.
    pub work: Option<u64>,
    /// What leads the exploration.
    pub guidance: Option<Guidance>,
    codes: Vec<Option<Rc<Code>>>,
    queue: BinaryHeap<Waiting>,
    pushed: u64,
    /// After how many instructions, and at which depth, to stop although states wait, once an error is found.
    stop_at: Option<(u64, u32)>,
}

impl<'a> Explorer<'a> {
    /// An exploration that has not begun.
    pub fn new(task: &'a Task<'a>, budget: &'a Budget, mode: Mode, alloc_check: AllocCheck) -> Explorer<'a> {
        let mut limits = logic::Budget { conflicts: Some(CONFLICTS), ..logic::Budget::unlimited() };
        limits.deadline = budget.deadline();
        limits.memory = budget.memory_bytes().map(|bytes| bytes as usize);
        let library = Library::new(task.program);
        let mut symbols = Symbols::new(task.program.target);
        symbols.counts_nodes = mode == Mode::Shape && counts(task.program, &library);
        Explorer {
            task,
            budget,
            alloc_check,
            mode,
            heads: Heads::default(),
            literals: match mode {
                Mode::Shape => Literals::new(task.program),
                Mode::Exact => Literals::default(),
            },
            calls: Calls::default(),
            symbols,
            solver: Solver::with_budget(limits),
            library,
            outcome: Outcome::new(Coverage::Complete, task.assumptions()),
            figures: Figures::default(),
            seen: Seen::default(),
            targets: Guide::default(),
            work: None,
            guidance: None,
            codes: vec![None; task.program.functions.len()],
            queue: BinaryHeap::new(),
            pushed: 0,
            stop_at: None,
        }
    }

    /// The program.
    pub fn program(&self) -> &'a Program {
        self.task.program
    }

    /// The body of a function that has one.
    pub fn body(&self, function: FuncId) -> &'a Body {
        self.task.program.function(function).body.as_ref().expect("a function with a body")
    }

    /// The facts about a function that has a body.
    pub fn code(&mut self, function: FuncId) -> Rc<Code> {
        let body = self.body(function);
        let saves_place = || self.library.saves_place(body);
        self.codes[function.index()].get_or_insert_with(|| Rc::new(Code::new(body, saves_place()))).clone()
    }

    /// Explores until everything is accounted for or the budget is exhausted.
    pub fn run(mut self, progress: &dyn Progress) -> (Outcome, Guide) {
        let start = self.initial_state();
        self.push(start);
        let mut waiting_was = 0;
        while let Some(waiting) = self.queue.pop() {
            self.figures.states += 1;
            if self.figures.states.is_multiple_of(64) || self.queue.len() > 2 * waiting_was {
                waiting_was = self.queue.len();
                progress.update(&format!(
                    "explored {} states, {} waiting at depth {}",
                    self.figures.states, waiting_was, waiting.state.depth
                ));
            }
            if !self.may_go_on(&waiting) {
                break;
            }
            if self.calls.is_stale(&waiting.state) || self.heads.is_superseded(&waiting.state) {
                continue;
            }
            let mut state = Some(waiting.state);
            if let Some(state) = &mut state {
                state.at_head = None;
            }
            while let Some(moving) = state.take() {
                if self.figures.instructions.is_multiple_of(STRIDE) && self.exhausted().is_some() {
                    self.push(moving);
                    break;
                }
                if self.symbols.store.len() > MAX_TERMS {
                    self.loss(&moving, Reason::WorkLimit, "the exploration needs too many terms");
                    break;
                }
                state = self.step(moving);
            }
        }
        self.finish();
        (self.outcome, self.targets)
    }

    /// Whether the budget allows to run one more state; else it is written down.
    fn may_go_on(&mut self, waiting: &Waiting) -> bool {
        if self.stop_at.is_some_and(|(instructions, depth)| {
            self.figures.instructions >= instructions || waiting.state.depth >= depth
        }) {
            self.outcome.coverage = Coverage::Partial;
            return false;
        }
        if let Some(reason) = self.exhausted() {
            let detail = format!(
                "{} states explored and {} left; all paths that close at most {} loops were explored",
                self.figures.states,
                self.queue.len() + 1,
                waiting.state.depth.saturating_sub(1)
            );
            self.loss(&waiting.state, reason, detail);
            self.outcome.coverage = Coverage::Partial;
            return false;
        }
        true
    }

    /// Which limit is reached.
    fn exhausted(&self) -> Option<Reason> {
        if self.work.is_some_and(|most| self.work_done() >= most) {
            return Some(Reason::WorkLimit);
        }
        self.budget.check().err().map(Reason::from)
    }

    fn work_done(&self) -> u64 {
        self.figures.instructions + QUERY * self.solver.stats().answered_by(Layer::Sat)
    }

    fn finish(&mut self) {
        let stats = self.solver.stats();
        let by_sat = stats.answered_by(Layer::Sat);
        let counters = [
            ("states", self.figures.states),
            ("instructions", self.figures.instructions),
            ("merged", self.figures.merged),
            ("exits", self.figures.exits),
            ("leak-checks", self.figures.leak_checks),
            ("alloc-queries", self.figures.alloc_queries),
            ("leak-searches", self.figures.leak_searches),
            ("unfolded", self.figures.unfolded),
            ("folded", self.figures.folded),
            ("joined", self.figures.joined),
            ("terms", self.symbols.store.len() as u64),
            ("queries", stats.queries),
            ("queries-by-sat", by_sat),
        ];
        self.outcome.stats.counters.extend(counters);
        if self.mode == Mode::Shape {
            self.targets.work = self.work_done();
            self.tell_invariants();
        }
    }

    /// Adds a state to the queue.
    pub fn push(&mut self, state: Moving) {
        self.pushed += 1;
        let rank = match self.mode {
            Mode::Exact => vec![self.lateness(&state)],
            Mode::Shape => self.position(&state),
        };
        self.queue.push(Waiting { rank, number: self.pushed, state });
    }

    /// A state at the start of a block: the one to go on with. Where loops are closed by joining states, one that
    /// leaves a loop waits until nothing is left to be done in it.
    pub fn next_in_order(&mut self, mut state: Moving) -> Option<Moving> {
        if self.mode == Mode::Shape && !self.queue.is_empty() {
            self.push(state);
            return None;
        }
        state.at_head = None;
        Some(state)
    }

    /// The rank of a state by its place: inner loops and calls come before what follows them, so that they are
    /// done before it is gone on. Of two calls in one block the first comes first.
    fn position(&mut self, state: &State) -> Vec<u32> {
        let (mut rank, skip) = match state.context {
            // The frame of the ghosts is where the call was made.
            Some(id) => (self.calls.rank(id).to_vec(), 1),
            None => (vec![u32::MAX - state.agenda.len() as u32], 0),
        };
        for frame in state.frames.iter().skip(skip) {
            rank.extend([self.code(frame.function).rank(frame.block), frame.next as u32]);
        }
        // What has closed a loop waits for what is still in it: it may be joined with that, and go on once for all.
        if let (Some(frame), Some(at)) = (state.frames.get(skip..).and_then(<[_]>::last), state.at_head)
            && at.closes
        {
            let end = rank.len() - 2;
            rank[end] = self.code(frame.function).rank_of_closed(frame.block);
        }
        rank.push(u32::MAX);
        rank
    }

    /// How late a state comes where states are explored as they are: by its depth, unless there is a guide.
    fn lateness(&self, state: &State) -> u32 {
        match &self.guidance {
            Some(guidance) => state.course.rank(guidance.order, state.depth),
            None => state.depth,
        }
    }

    /// Whether a state waits that comes earlier.
    pub fn earlier_waits(&self, state: &State) -> bool {
        let lateness = self.lateness(state);
        self.mode == Mode::Exact
            && self.queue.peek().is_some_and(|waiting| self.lateness(&waiting.state) < lateness)
    }

    /// The rank of the calls around the innermost one.
    pub fn rank_of_call(&mut self, state: &State) -> Vec<u32> {
        let mut rank = self.position(state);
        rank.truncate(rank.len() - 3);
        rank
    }

    fn initial_state(&mut self) -> Moving {
        let mut heap = Heap::new();
        self.create_globals(&mut heap);
        let program = self.program();
        let mut agenda = vec![Agenda::Exited];
        agenda.extend(program.destructors.iter().rev().map(|it| Agenda::Call(it.function, None)));
        agenda.push(Agenda::Handlers);
        agenda.push(Agenda::Entry(self.task.entry));
        agenda.extend(program.constructors.iter().rev().map(|it| Agenda::Call(it.function, None)));
        Box::new(State {
            collect_at: heap.len() + COLLECT,
            heap,
            frames: Vec::new(),
            abandoned: Vec::new(),
            agenda,
            exit_handlers: Vec::new(),
            path: Default::default(),
            choices: Default::default(),
            events: Default::default(),
            inputs: 0,
            end_of_input: EndOfInput::Open,
            closed: [false; 3],
            put_back: Vec::new(),
            lost: Vec::new(),
            live_blocks: 0,
            last: Place { function: self.task.entry, span: program.function(self.task.entry).span },
            dying: Vec::new(),
            depth: 0,
            is_general: false,
            context: None,
            at_head: None,
            course: Course::default(),
        })
    }

    /// Executes one instruction, or one item of the agenda where no call is active.
    pub fn step(&mut self, mut state: Moving) -> Option<Moving> {
        if !state.dying.is_empty()
            && let Some(id) = self.find_lost(&mut state)
        {
            let states = self.split_empty(state, id);
            return self.one_of(states.into_iter().map(Some));
        }
        if state.frames.is_empty() {
            return self.next_on_agenda(state);
        }
        if self.mode == Mode::Shape {
            state = match self.unfold_for_next(state) {
                Ok(state) => state,
                Err(states) => return self.one_of(states.into_iter().map(Some)),
            };
        }
        self.figures.instructions += 1;
        let frame = state.top();
        let (function, block, at) = (frame.function, frame.block, frame.next);
        let body = self.body(function);
        state.top_mut().next += 1;
        state.last = self.place(&state);
        match body.block(block).insts.get(at) {
            Some(inst) => self.instruction(state, inst),
            None => self.terminator(state, &body.block(block).terminator.kind),
        }
    }

    /// After an instruction: values that are not read again are forgotten.
    pub fn bury(&mut self, state: &mut State, function: FuncId, block: BlockId, at: usize) {
        let code = self.code(function);
        self.forget(state, code.deaths(block, at));
    }

    /// Forgets values of the innermost call.
    pub fn forget(&mut self, state: &mut State, values: &[ir::ValueId]) {
        if values.is_empty() {
            return;
        }
        for value in values {
            if let Some(term) = state.top_mut().values[value.index()].take() {
                self.dies(state, term);
            }
        }
    }

    /// The instruction that is being executed.
    pub fn current(&self, frame: &Frame) -> Option<&'a Inst> {
        self.body(frame.function).block(frame.block).insts.get(frame.next.wrapping_sub(1))
    }

    /// The position of what a frame is executing.
    fn span_of(&self, frame: &Frame) -> Option<Span> {
        match self.current(frame) {
            Some(inst) => inst.span,
            None => self.body(frame.function).block(frame.block).terminator.span,
        }
    }

    /// Where the innermost call is, as user code sees it: for what happens inside of the library, the call of it.
    pub fn place(&self, state: &State) -> Place {
        let user = state.frames.iter().rev().find(|frame| !self.library.is_library(frame.function));
        match user.or(state.frames.first()) {
            Some(frame) => Place { function: frame.function, span: self.span_of(frame) },
            None => {
                let entry = self.program().function(self.task.entry);
                Place { function: self.task.entry, span: entry.span }
            }
        }
    }

    /// Writes down something that was not accounted for.
    pub fn loss(&mut self, state: &State, reason: Reason, detail: impl Into<String>) {
        let place = self.place(state);
        self.outcome.ledger.add(reason, place.span, detail);
    }

    /// Adds an event to the trace.
    pub fn tell(&mut self, state: &mut State, event: Event) {
        let Some(frame) = state.frames.last() else { return };
        if self.library.is_library(frame.function) {
            return;
        }
        let (function, span) = (frame.function, self.span_of(frame));
        state.events.push((event, function, span));
    }

    /// Whether the condition can hold on the path. Where the solver gives up it is taken to.
    pub fn can(&mut self, state: &State, condition: Term) -> Possible {
        if let Some(known) = self.symbols.store.as_bool(condition) {
            return if known { Possible::Yes } else { Possible::No };
        }
        match self.solver.check(&mut self.symbols.store, &state.path, &[condition]) {
            Answer::Sat(_) => Possible::Yes,
            Answer::Unsat(_) => Possible::No,
            Answer::Unknown(_) => Possible::Unknown,
        }
    }

    /// Assumes a condition, with what is known of the addresses in it.
    pub fn assume(&mut self, state: &mut State, condition: Term) {
        if condition != self.symbols.store.truth() {
            self.assume_layout(state, condition);
            state.path.push(&self.symbols.store, condition);
        }
    }

    /// Assumes what is known of the addresses in a term.
    pub fn assume_layout(&mut self, state: &mut State, term: Term) {
        if self.symbols.has_base(term) {
            for axiom in state.heap.axioms(&mut self.symbols, term) {
                let known = state.path.split_last().is_some_and(|(last, _)| last == axiom);
                if self.symbols.store.as_bool(axiom).is_none() && !known && !self.is_assumed(state, axiom) {
                    state.path.push(&self.symbols.store, axiom);
                }
            }
        }
    }

    fn is_assumed(&self, state: &State, condition: Term) -> bool {
        let mut at = &state.path;
        while let Some((term, before)) = at.split_last() {
            if term == condition {
                return true;
            }
            at = before;
        }
        false
    }

    /// Splits a state by a condition: the state where it holds, and the one where it does not.
    pub fn split(&mut self, mut state: Moving, condition: Term) -> (Option<Moving>, Option<Moving>) {
        if let Some(known) = self.symbols.store.as_bool(condition) {
            return if known { (Some(state), None) } else { (None, Some(state)) };
        }
        self.assume_layout(&mut state, condition);
        let negation = self.symbols.store.not(condition);
        if matches!(self.can(&state, condition), Possible::No) {
            return (None, Some(state));
        }
        if matches!(self.can(&state, negation), Possible::No) {
            return (Some(state), None);
        }
        let mut other = state.clone();
        state.path.push(&self.symbols.store, condition);
        other.path.push(&self.symbols.store, negation);
        (Some(state), Some(other))
    }

    /// Whether enough scenarios of an error are known.
    pub fn is_known(&self, kind: ErrorKind, place: Place) -> bool {
        let function = &self.program().function(place.function).name;
        let same =
            |known: &&Finding| known.kind == kind && known.span == place.span && known.function == *function;
        self.outcome.findings.iter().filter(same).count() >= SCENARIOS
    }

    /// Adds a finding that was made on a path of some depth.
    pub fn report(&mut self, finding: Finding, place: Place, depth: u32) {
        self.outcome.findings.push(finding);
        let more = match self.is_target(place) {
            true => INSTRUCTIONS_AFTER_TARGET,
            false => INSTRUCTIONS_AFTER_FINDING,
        };
        let stop = (self.figures.instructions + more, depth + DEPTH_AFTER_FINDING);
        self.stop_at.get_or_insert(stop);
    }

    /// The value of an operand. An undefined one is a new variable with every reading.
    pub fn operand(&mut self, state: &mut State, operand: Operand) -> Term {
        match operand {
            Operand::Value(id) => state.top().value(id),
            Operand::Int { bits, value } => self.symbols.store.num(bits.into(), value),
            Operand::Float { kind, bits } => self.symbols.store.num(kind.bits(), bits),
            Operand::Null => self.symbols.null(),
            Operand::Global { id, offset } => {
                let base = state.heap.object(self.library.global(id)).base;
                let offset = self.symbols.size(offset as u64);
                self.symbols.store.add(base, offset)
            }
            Operand::Func(id) => state.heap.object(self.library.function(id)).base,
            Operand::Block(function, block) => {
                let base = state.heap.object(self.library.function(function)).base;
                let offset = self.symbols.size(1 + block.index() as u64);
                self.symbols.store.add(base, offset)
            }
            Operand::Undef(ty) => {
                let width = ty.bits(self.program().target);
                heap::Fresh::undefined(&mut state.heap.fresh, &mut self.symbols, width)
            }
        }
    }
}

/// How many terms the exploration may make.
const MAX_TERMS: usize = 60_000_000;
/// After how many new objects it is looked for some that can be forgotten.
pub const COLLECT: usize = 64;

/// Whether something can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Possible {
    /// Yes.
    Yes,
    /// No.
    No,
    /// The solver gave up.
    Unknown,
}
