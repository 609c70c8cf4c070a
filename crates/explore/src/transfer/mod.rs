//! The transfer function: from a state and its next instruction to [`Steps`].
//!
//! Each file here gives the meaning of one kind of instruction, or of one part of the C library. What an instruction
//! means is said at its definition in `ir`; here it is done on symbolic states.
//!
//! Architecture invariant: nothing here has an effect but interning terms and asking the solver. What there is to say
//! is collected while an instruction is executed and handed out as [`Steps`]; no queue, ledger or outcome is in reach,
//! and nothing here knows which [strategy](crate::strategy) chose the state. So executing an instruction to see what
//! would happen leaves no trace.

mod access;
mod alloc_check;
mod arith;
mod call;
mod cells;
mod columns;
mod elements;
mod extent;
mod float;
mod float_bounds;
mod float_constant;
mod instruction;
pub(crate) mod leak;
pub(crate) mod library;
mod materialise;
mod memory;
mod moves;
mod ranges;
mod table;

pub use alloc_check::AllocCheck;

use crate::context::Context;
use crate::state::{Agenda, EndOfInput, Event, Frame, Moving, State};
use crate::steps::{Next, Steps};
use engine::{Budget, Reason};
use float_bounds::Computed;
use heap::{Heap, Place, Symbols};
use ir::{BlockId, ErrorKind, FloatKind, FuncId, Inst, Operand, Span};
use logic::{Answer, Model, Solver, Term};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How many conflicts one question to the solver may cost.
const CONFLICTS: u64 = 20_000;
/// After how many questions in one step it is looked whether there is time for more.
const MANY_QUESTIONS: u64 = 64;
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

/// The transfer function of a task, with the terms that its states are made of.
pub struct Transfer<'a> {
    /// What does not change.
    pub context: Context<'a>,
    /// The terms.
    pub symbols: Symbols,
    /// What decides conditions.
    pub solver: Solver,
    /// How many questions were asked before the current step.
    asked_before: u64,
    /// How floats were computed of which bounds are asked for.
    floats: FxHashMap<Term, (FloatKind, Computed)>,
    /// What was said since it was last asked for.
    pub(crate) said: Steps,
}

impl<'a> Transfer<'a> {
    /// The transfer function of a task.
    pub fn new(context: Context<'a>, budget: &Budget) -> Transfer<'a> {
        let solver =
            Solver::with_budget(budget.with_work(CONFLICTS)).asking(Box::new(numbers::Premises::new()));
        let symbols = Symbols::new(context.program().target);
        Transfer {
            context,
            symbols,
            solver,
            asked_before: 0,
            floats: FxHashMap::default(),
            said: Steps::default(),
        }
    }

    /// Executes one instruction, or one item of the agenda where no call is active.
    pub fn step(&mut self, state: Moving) -> Steps {
        let before = self.take_said();
        self.asked_before = self.solver.stats().queries;
        self.execute(state);
        std::mem::replace(&mut self.said, before)
    }

    /// What was said since this was last asked for.
    pub fn take_said(&mut self) -> Steps {
        std::mem::take(&mut self.said)
    }

    /// The state before the first instruction.
    pub fn initial_state(&mut self) -> Moving {
        let mut heap = Heap::new();
        self.create_globals(&mut heap);
        let program = self.context.program();
        let mut agenda = vec![Agenda::Exited];
        agenda.extend(program.destructors.iter().rev().map(|it| Agenda::Call(it.function, None)));
        agenda.push(Agenda::Handlers);
        agenda.push(Agenda::Entry(self.context.task.entry));
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
            round: 0,
            lost: Vec::new(),
            live_blocks: 0,
            keeps: false,
            last: Place {
                function: self.context.task.entry,
                span: program.function(self.context.task.entry).span,
            },
            dying: Vec::new(),
            depth: 0,
            is_general: false,
            notes: Default::default(),
        })
    }

    fn execute(&mut self, mut state: Moving) {
        if !state.dying.is_empty()
            && let Some(id) = self.find_lost(&mut state)
        {
            let cases = self.split_kept(state, id);
            return cases.into_iter().for_each(|state| self.goes(state));
        }
        if state.frames.is_empty() {
            return self.next_on_agenda(state);
        }
        // Only what was made general has segments.
        if state.is_general {
            state = match self.materialise_for_next(state) {
                Ok(state) => state,
                Err(cases) => return cases.into_iter().for_each(|state| self.goes(state)),
            };
        }
        self.said.figures.instructions += 1;
        let frame = state.top();
        let (function, block, at) = (frame.function, frame.block, frame.next);
        let body = self.context.body(function);
        state.top_mut().next += 1;
        state.last = self.place(&state);
        match body.block(block).insts.get(at) {
            Some(inst) => self.instruction(state, inst),
            None => self.terminator(state, &body.block(block).terminator.kind),
        }
    }

    /// A state follows, before its next instruction.
    pub fn goes(&mut self, state: Moving) {
        self.said.push(Next::Goes(state));
    }

    /// After an instruction: values that are not read again are forgotten.
    pub fn forget_dead(&mut self, state: &mut State, function: FuncId, block: BlockId, at: usize) {
        let code = self.context.code(function);
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
        self.context.body(frame.function).block(frame.block).insts.get(frame.next.wrapping_sub(1))
    }

    /// The position of what a frame is executing.
    fn span_of(&self, frame: &Frame) -> Option<Span> {
        match self.current(frame) {
            Some(inst) => inst.span,
            None => self.context.body(frame.function).block(frame.block).terminator.span,
        }
    }

    /// Where the innermost call is, as user code sees it: for what happens inside of the library, the call of it.
    pub fn place(&self, state: &State) -> Place {
        let user = state.frames.iter().rev().find(|frame| !self.context.library.is_library(frame.function));
        match user.or(state.frames.first()) {
            Some(frame) => Place { function: frame.function, span: self.span_of(frame) },
            None => {
                let entry = self.context.program().function(self.context.task.entry);
                Place { function: self.context.task.entry, span: entry.span }
            }
        }
    }

    /// Writes down something that was not accounted for.
    pub fn loss(&mut self, state: &State, reason: Reason, detail: impl Into<String>) {
        let place = self.place(state);
        self.said.lose(reason, place.span, detail);
    }

    /// An error at the current instruction; undefined behaviour where its kind is not checked. The path ends
    /// there unless the kind is one after which execution goes on.
    pub fn fault(
        &mut self,
        state: &State,
        kind: ErrorKind,
        message: String,
        object: Option<(heap::ObjectId, Term)>,
    ) {
        let place = self.place(state);
        self.fault_at(state, kind, message, object, place);
    }

    /// The same at a given place.
    pub fn fault_at(
        &mut self,
        state: &State,
        kind: ErrorKind,
        message: String,
        object: Option<(heap::ObjectId, Term)>,
        place: Place,
    ) {
        if self.context.task.properties.contains(kind.property()) {
            self.said.error(state, kind, message, object.map(|(id, _)| id), place);
        } else if !kind.is_recoverable() {
            self.said.lose(Reason::UndefinedBehaviour, place.span, message);
        }
    }

    /// Adds an event to the trace.
    pub fn tell(&mut self, state: &mut State, event: Event) {
        let Some(frame) = state.frames.last() else { return };
        if self.context.library.is_library(frame.function) {
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
            self.add_to_path(state, condition);
        }
    }

    /// Adds a condition to a path, each part of a conjunction by itself: where states are joined, a part may hold in both
    /// of them though the whole does not.
    fn add_to_path(&self, state: &mut State, condition: Term) {
        for part in self.symbols.store.conjuncts(condition) {
            state.path.push(&self.symbols.store, part);
        }
    }

    /// Assumes what is known of the addresses in a term.
    pub fn assume_layout(&mut self, state: &mut State, term: Term) {
        if !self.symbols.has_base(term) {
            return;
        }
        let mut axioms = state.heap.axioms(&mut self.symbols, term);
        axioms.retain(|axiom| self.symbols.store.as_bool(*axiom).is_none());
        // Mostly they are assumed already, and not long ago.
        let mut at = &state.path;
        while !axioms.is_empty()
            && let Some((known, before)) = at.split_last()
        {
            axioms.retain(|axiom| *axiom != known);
            at = before;
        }
        for (number, axiom) in axioms.iter().enumerate() {
            if !axioms[..number].contains(axiom) {
                state.path.push(&self.symbols.store, *axiom);
            }
        }
    }

    /// Splits a state by a condition: the state where it holds, and the one where it does not.
    pub fn split(&mut self, mut state: Moving, condition: Term) -> (Option<Moving>, Option<Moving>) {
        if let Some(known) = self.symbols.store.as_bool(condition) {
            return if known { (Some(state), None) } else { (None, Some(state)) };
        }
        if let Some(reason) = self.has_asked_too_much() {
            self.loss(&state, reason, "an instruction here has more outcomes than can be told apart");
            return (None, None);
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
        self.add_to_path(&mut state, condition);
        self.add_to_path(&mut other, negation);
        (Some(state), Some(other))
    }

    /// Why no more states are told apart in the current step: it takes too long. One that parses or compares strings may
    /// make thousands of states.
    fn has_asked_too_much(&self) -> Option<Reason> {
        let asked = self.solver.stats().queries - self.asked_before;
        match asked {
            ..MANY_QUESTIONS => None,
            _ if asked > self.context.precision.questions => Some(Reason::WorkLimit),
            _ => self.solver.budget().check().err().map(Reason::from),
        }
    }

    /// The value of an operand. An undefined one is a new variable with every reading.
    pub fn operand(&mut self, state: &mut State, operand: Operand) -> Term {
        match operand {
            Operand::Value(id) => state.top().value(id),
            Operand::Int { bits, value } => self.symbols.store.num(bits.into(), value),
            Operand::Float { kind, bits } => self.symbols.store.num(kind.bits(), bits),
            Operand::Null => self.symbols.null(),
            Operand::Global { id, offset } => {
                let base = state.heap.object(self.context.library.global(id)).base;
                let offset = self.symbols.size(offset as u64);
                self.symbols.store.add(base, offset)
            }
            Operand::Func(id) => state.heap.object(self.context.library.function(id)).base,
            Operand::Block(function, block) => {
                let base = state.heap.object(self.context.library.function(function)).base;
                let offset = self.symbols.size(1 + block.index() as u64);
                self.symbols.store.add(base, offset)
            }
            Operand::Undef(ty) => {
                let width = ty.bits(self.context.program().target);
                state.heap.fresh.undefined(&mut self.symbols, width)
            }
        }
    }

    /// A model of the path; none where it has none or the solver gives up.
    pub fn model(&mut self, state: &State) -> Option<Arc<Model>> {
        match self.solver.check(&mut self.symbols.store, &state.path, &[]) {
            Answer::Sat(model) => Some(model),
            Answer::Unsat(_) | Answer::Unknown(_) => None,
        }
    }
}
