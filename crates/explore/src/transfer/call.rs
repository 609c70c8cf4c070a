//! Calls and returns, and what runs before and after the entry function. Arguments reach parameters as
//! [`ir::calling`] says.

use crate::state::{Agenda, Choice, Event, Frame, Moving, Outside, State};
use crate::steps::Next;
use crate::transfer::Transfer;
use crate::transfer::library::longer::lengths;
use clib::{FLOATS_END, VariadicLayout};
use engine::Reason;
use heap::{Fill, Kind, New, ObjectId, Pointer, Rights};
use ir::calling;
use ir::{Access, Arg, Body, Callee, ErrorKind, FuncId, Inst, InstKind, Param, Scalar};
use logic::Term;
use std::sync::Arc;

/// How long the arguments of the program are at most that are explored at first; later ones have one byte.
const ARGUMENT_BYTES: [u64; 5] = [15, 7, 3, 1, 1];
/// How many calls may be active at once.
const MAX_FRAMES: usize = 20_000;

/// An argument that was read.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Its value, or the address of the memory that is passed.
    pub value: Term,
    /// Its type.
    pub ty: Scalar,
    /// The size and alignment of the memory passed by value.
    pub by_value: Option<(u64, u64)>,
}

impl Argument {
    /// What a parameter would have to be that takes it.
    fn as_param(&self) -> Param {
        Param { ty: self.ty, by_value: self.by_value }
    }
}

impl Transfer<'_> {
    /// Starts a call, or does it where the callee is a primitive of the library.
    pub fn call(&mut self, mut state: Moving, inst: &Inst, callee: Callee, args: &[Arg]) {
        let args: Vec<Argument> = args
            .iter()
            .map(|arg| Argument {
                value: self.operand(&mut state, arg.value),
                ty: arg.ty,
                by_value: arg.by_value,
            })
            .collect();
        let callee = match callee {
            Callee::Direct(id) => id,
            Callee::Indirect(pointer) => {
                let pointer = self.operand(&mut state, pointer);
                match self.callee(&mut state, pointer) {
                    Some(id) => id,
                    None => return,
                }
            }
        };
        let function = self.context.program().function(callee);
        if function.body.is_some() {
            self.tell(&mut state, Event::Calls(callee));
            self.end_instruction(&mut state);
            if let Some(state) = self.enter(state, callee, &args) {
                self.said.push(Next::Enters(state));
            }
            return;
        }
        let Some(primitive) = self.context.library.primitive(callee) else {
            return self.call_foreign(state, inst, callee, &args);
        };
        let results = self.with_longer(state, primitive, |transfer, state| {
            transfer.primitive(state, callee, primitive, &args)
        });
        let mut states = Vec::new();
        for (mut state, value) in results {
            if let Some(result) = inst.results.first() {
                let ty = self.context.body(state.top().function).value_type(*result);
                let width = ty.bits(self.context.program().target);
                let value = match value {
                    Some(value) => self.resize(value, width),
                    None => state.heap.fresh.undefined(&mut self.symbols, width),
                };
                state.set(*result, value);
            }
            states.push(state);
        }
        self.go_on(states);
    }

    /// The function that a pointer is the address of.
    pub fn callee(&mut self, state: &mut State, pointer: Term) -> Option<FuncId> {
        if self.symbols.is_undefined(pointer) && !self.on_undefined(state, "the callee") {
            return None;
        }
        if let Some(id) = self.function_at(&state.heap, pointer) {
            return Some(id);
        }
        match state.heap.pointer(&mut self.symbols, pointer) {
            Pointer::Null => {
                self.fault(state, ErrorKind::NullDeref, "calls through a null pointer".into(), None);
            }
            Pointer::Number if self.symbols.is_undefined(pointer) => {
                let message = "calls through an uninitialised pointer";
                self.fault(state, ErrorKind::InvalidPointer, message.into(), None);
            }
            Pointer::Number => {
                let null = self.symbols.null();
                let is_null = self.symbols.store.eq(pointer, null);
                let (null, other) = self.split(Box::new(state.clone()), is_null);
                if let Some(state) = null {
                    self.fault(&state, ErrorKind::NullDeref, "calls through a null pointer".into(), None);
                }
                if let Some(state) = other {
                    let message = "calls through a pointer that is not the address of a function";
                    self.fault(&state, ErrorKind::InvalidPointer, message.into(), None);
                }
            }
            Pointer::Into(id, offset) => {
                let message = "calls through a pointer that is not the address of a function";
                self.fault(state, ErrorKind::InvalidPointer, message.into(), Some((id, offset)));
            }
            Pointer::Mixed => {
                self.loss(state, Reason::Unsupported, "a call through an address that is computed");
            }
        }
        None
    }

    /// Enters a function with a body.
    pub fn enter(&mut self, mut state: Moving, callee: FuncId, args: &[Argument]) -> Option<Moving> {
        if state.frames.len() >= MAX_FRAMES {
            self.loss(&state, Reason::WorkLimit, "the program's stack is full");
            return None;
        }
        let function = self.context.program().function(callee);
        let body: &Body = self.context.body(callee);
        let is_library = self.context.library.is_library(callee);
        let (values, extra) = self.bind(&mut state, &function.params, args, is_library);
        let same = state.frames.iter().rev().find(|frame| frame.function == callee);
        let calls = same.map_or(0, |frame| frame.calls + 1);
        let mut frame = Frame {
            function: callee,
            calls,
            block: Body::ENTRY,
            next: 0,
            values: vec![None; body.values.len()],
            vars: vec![None; body.vars.len()],
            stack: Vec::new(),
            variadic: None,
        };
        for (slot, value) in frame.values.iter_mut().zip(&values) {
            *slot = Some(*value);
        }
        if function.variadic {
            let (next, area) = self.variadic_area(state, &function.params, &extra)?;
            state = next;
            frame.stack.push(area);
            frame.variadic = Some(area);
        }
        state.frames.push(Arc::new(frame));
        if calls > 0 {
            state.depth += 1;
        }
        // Parameters that are never read die at once.
        let code = self.context.code(callee);
        let unread: Vec<ir::ValueId> = body.param_values().filter(|param| code.is_unread(*param)).collect();
        self.forget(&mut state, &unread);
        Some(state)
    }

    /// A value that is passed as one type and taken as another: what a wider one has in addition is undefined. The
    /// library is called as people declare it, with zeros there.
    fn passed(&mut self, state: &mut State, value: Term, width: u32, to_library: bool) -> Term {
        let from = self.symbols.store.width(value);
        if from >= width || to_library {
            return self.resize(value, width);
        }
        let rest = state.heap.fresh.undefined(&mut self.symbols, width - from);
        self.symbols.join(rest, value)
    }

    /// Gives arguments to parameters; the rest is variadic.
    fn bind(
        &mut self,
        state: &mut State,
        params: &[Param],
        args: &[Argument],
        to_library: bool,
    ) -> (Vec<Term>, Vec<Argument>) {
        let target = self.context.program().target;
        let types: Vec<Param> = args.iter().map(Argument::as_param).collect();
        let taken = calling::taken(params, &types, target);
        let mut values = Vec::new();
        for (param, arg) in params.iter().zip(&taken) {
            let width = param.ty.bits(target);
            values.push(match arg {
                Some(index) => self.passed(state, args[*index].value, width, to_library),
                None => state.heap.fresh.undefined(&mut self.symbols, width),
            });
        }
        let rest = args.iter().enumerate().filter(|(index, _)| !taken.contains(&Some(*index)));
        (values, rest.map(|(_, arg)| *arg).collect())
    }

    /// An object with the variadic arguments, as the machine passes them ([`VariadicLayout`]), behind a head that tells
    /// where the saved registers start and is as long as the object is aligned.
    fn variadic_area(
        &mut self,
        mut state: Moving,
        params: &[Param],
        extra: &[Argument],
    ) -> Option<(Moving, ObjectId)> {
        let target = self.context.program().target;
        let passed: Vec<Param> = extra.iter().map(Argument::as_param).collect();
        let layout = VariadicLayout::new(params, &passed, target);
        let head = layout.align;
        let slots: Vec<u64> = layout.offsets.iter().map(|at| head + *at as u64).collect();
        let place = self.place(&state);
        let new = New {
            kind: Kind::Variadic,
            size: self.symbols.size(head + layout.size as u64),
            align: layout.align,
            fill: Fill::Undefined,
            alive: true,
            rights: Rights::Write,
            place: Some(place),
        };
        let area = state.heap.create(&mut self.symbols, new);
        for (at, start) in [(0, layout.starts.0), (4, layout.starts.1)] {
            let start = self.symbols.store.num(32, start.into());
            state.heap.write(area, at, 4, start);
        }
        for (arg, at) in extra.iter().zip(slots) {
            match arg.by_value {
                None => {
                    let len = u64::from(arg.ty.bytes(target));
                    let value = self.symbols.store.zext_or_trunc(arg.value, len as u32 * 8);
                    state.heap.write(area, at, len, value);
                }
                Some((0, _)) => {}
                Some((length, _)) => {
                    let mut targets = self.access(state, arg.value, length, Access::Read);
                    let (next, from, offset) = targets.pop()?;
                    if let Some((other, ..)) = targets.first() {
                        let what = "a struct at one of several addresses is passed";
                        self.loss(other, Reason::Unsupported, what);
                    }
                    state = next;
                    let super::access::At::Const(from_at) = offset else {
                        self.loss(&state, Reason::Unsupported, "a struct at a symbolic offset is passed");
                        return None;
                    };
                    state.heap.copy(&mut self.symbols, (area, at), (from, from_at), length);
                }
            }
        }
        Some((state, area))
    }

    /// Sets a `va_list` to the first variadic argument.
    pub fn va_start(&mut self, mut state: Moving, list: Term) -> Vec<Moving> {
        let Some(area) = state.top().variadic else {
            let what = "va_start in a function without variadic arguments";
            self.loss(&state, Reason::UndefinedBehaviour, what);
            return Vec::new();
        };
        let object = state.heap.object(area);
        let head = self.symbols.size(object.align);
        let saved = self.symbols.store.add(object.base, head);
        let mut fields = vec![(0, 4, saved)];
        if self.symbols.word() > 32 {
            let integers = state.heap.read(&mut self.symbols, area, 0, 4);
            let floats = state.heap.read(&mut self.symbols, area, 4, 4);
            let length = self.symbols.size(FLOATS_END.into());
            let row = self.symbols.store.add(saved, length);
            fields = vec![(0, 4, integers), (4, 4, floats), (8, 8, row), (16, 8, saved)];
        }
        let mut states = vec![state];
        for (offset, len, value) in fields {
            let offset = self.symbols.size(offset);
            let at = self.symbols.store.add(list, offset);
            let mut next = Vec::new();
            for state in states {
                for target in self.access(state, at, len, Access::Write) {
                    next.extend(self.write(target, len, value));
                }
            }
            states = next;
        }
        states
    }

    /// Returns from the innermost call.
    pub fn return_from(&mut self, mut state: Moving, values: Vec<Term>) {
        self.leave(&mut state);
        if state.frames.is_empty() {
            self.goes(state);
        } else if state.is_at_end_of_entry() {
            self.said.push(Next::Leaves(state, values));
        } else {
            let state = self.resume(state, values);
            self.goes(state);
        }
    }

    /// Goes on after a call with the values that it returned.
    pub fn resume(&mut self, mut state: Moving, values: Vec<Term>) -> Moving {
        let caller = state.top();
        let call = self.current(caller).filter(|inst| matches!(inst.kind, InstKind::Call { .. }));
        if let Some(inst) = call {
            let body = self.context.body(caller.function);
            for (index, result) in inst.results.iter().enumerate() {
                let width = body.value_type(*result).bits(self.context.program().target);
                let value = match values.get(index) {
                    Some(value) => self.resize(*value, width),
                    None => state.heap.fresh.undefined(&mut self.symbols, width),
                };
                state.set(*result, value);
            }
        }
        self.end_instruction(&mut state);
        state
    }

    /// Leaves the innermost call: its values and its stack objects end.
    pub fn leave(&mut self, state: &mut State) {
        let frame = state.frames.pop().expect("a call is left");
        if !self.context.library.is_library(frame.function) {
            state.events.push((Event::Returns(frame.function), frame.function, state.last.span));
        }
        let place = state.last;
        for term in frame.values.iter().chain(&frame.vars).flatten() {
            self.dies(state, *term);
        }
        for id in &frame.stack {
            self.note_content(state, *id);
            if !matches!(state.heap.object(*id).life, heap::Life::Ended(_)) {
                state.heap.end(*id, place);
            }
        }
    }

    /// Does what is next where no call is active.
    pub fn next_on_agenda(&mut self, mut state: Moving) {
        let Some(item) = state.agenda.pop() else { return };
        match item {
            Agenda::Call(function, argument) => {
                let args: Vec<Argument> = argument
                    .map(|value| Argument { value, ty: Scalar::Ptr, by_value: None })
                    .into_iter()
                    .collect();
                if let Some(state) = self.start(state, function, &args) {
                    self.goes(state);
                }
            }
            Agenda::Entry(function) => {
                let counts = self.argument_counts(&state, function);
                if counts > 1 {
                    let mut longer = state.clone();
                    longer.agenda.push(Agenda::Entry(function));
                    self.wait_for_longer(longer);
                }
                for count in (1..=counts).rev() {
                    let mut fork = state.clone();
                    let args = self.main_arguments(&mut fork, function, count);
                    fork.round = 0;
                    if let Some(fork) = self.start(fork, function, &args) {
                        self.said.push(Next::Waits(fork));
                    }
                }
            }
            Agenda::Handlers => {
                if let Some((function, argument)) = state.exit_handlers.pop() {
                    state.agenda.push(Agenda::Handlers);
                    let Some(function) = self.callee(&mut state, function) else { return };
                    state.agenda.push(Agenda::Call(function, argument));
                }
                self.goes(state);
            }
            Agenda::Exited => {
                self.said.figures.exits += 1;
                self.exited(&mut state);
            }
        }
    }

    fn start(&mut self, state: Moving, function: FuncId, args: &[Argument]) -> Option<Moving> {
        if self.context.program().function(function).body.is_some() {
            return self.enter(state, function, args);
        }
        let name = &self.context.program().function(function).name;
        self.loss(&state, Reason::UnmodelledCall, format!("`{name}` has no body"));
        None
    }

    /// The program exits.
    pub fn exit(&mut self, state: Moving) {
        let next = match state.is_in_entry() {
            true => Next::Exits(state),
            false => Next::Waits(self.abandon_calls(state)),
        };
        self.said.push(next);
    }

    /// All active calls are abandoned with their locals alive.
    pub fn abandon_calls(&mut self, mut state: Moving) -> Moving {
        let frames = std::mem::take(&mut state.frames);
        state.abandoned.extend(frames);
        if state.agenda.contains(&Agenda::Handlers) {
            while state.agenda.last() != Some(&Agenda::Handlers) {
                state.agenda.pop();
            }
        }
        state
    }

    /// How many numbers of arguments are explored one by one now. Where the entry function looks at them, there can be
    /// more and longer ones, which follow later; where it only counts them, one symbolic number will do.
    fn argument_counts(&self, state: &State, entry: FuncId) -> u64 {
        if !self.looks_at(entry, 1) && !self.looks_at(entry, 2) {
            return 1;
        }
        if self.context.precision.any_text {
            return 1;
        }
        ARGUMENT_BYTES.len() as u64 * u64::from(state.round + 1) + 1
    }

    /// Whether a function does anything with a parameter.
    fn looks_at(&self, function: FuncId, parameter: usize) -> bool {
        let body = self.context.program().function(function).body.as_ref();
        body.is_some_and(|body| body.looks_at_param(parameter))
    }

    /// The arguments of the entry function: the program's name and `count - 1` strings of symbolic bytes.
    fn main_arguments(&mut self, state: &mut State, entry: FuncId, count: u64) -> Vec<Argument> {
        let function = self.context.program().function(entry);
        let word = u64::from(self.context.program().target.pointer_bytes);
        let mut args = Vec::new();
        let texts = self.context.precision.any_text && (self.looks_at(entry, 1) || self.looks_at(entry, 2));
        for (number, param) in function.params.iter().enumerate() {
            let width = param.ty.bits(self.context.program().target);
            let value = match (number, param.ty) {
                (0, Scalar::Int(_))
                    if texts || self.looks_at(entry, 0) && self.argument_counts(state, entry) == 1 =>
                {
                    self.any_count(state, width)
                }
                (0, Scalar::Int(_)) => self.symbols.store.num(width, count.into()),
                (1, Scalar::Ptr) if texts => {
                    let count = args.first().map(|count: &Argument| count.value);
                    self.text_array(state, count)
                }
                (2, Scalar::Ptr) if texts => self.text_array(state, None),
                (1, Scalar::Ptr) => {
                    let mut strings = vec![self.constant_object(state, b"program")];
                    for at in 0..count as usize - 1 {
                        let first = ARGUMENT_BYTES.get(at).copied().unwrap_or(1);
                        let bytes = *lengths(state, first).end();
                        strings.push(self.symbolic_string(state, Outside::Argument, bytes));
                    }
                    self.string_array(state, &strings, word)
                }
                (2, Scalar::Ptr) => self.string_array(state, &[], word),
                _ => state.heap.fresh.unknown(&mut self.symbols, width),
            };
            args.push(Argument { value, ty: param.ty, by_value: param.by_value });
        }
        if let Some(variable) = clib::environment(self.context.program()) {
            let vector = match self.context.precision.any_text {
                true => self.text_array(state, None),
                false => {
                    let detail = "the program looks at its environment; only an empty one was explored";
                    self.said.lose(Reason::WorkLimit, function.span, detail);
                    self.string_array(state, &[], word)
                }
            };
            let object = self.context.library.global(variable);
            state.heap.object_mut(object).rights = Rights::Write;
            state.heap.write(object, 0, word, vector);
        }
        args
    }

    /// Any number of arguments.
    fn any_count(&mut self, state: &mut State, width: u32) -> Term {
        let count = self.symbols.store.var(&format!("arguments/{width}"), width);
        let zero = self.symbols.store.zero(width);
        let positive = self.symbols.store.slt(zero, count);
        self.assume(state, positive);
        let (choice, place) = (Choice::Arguments(count), self.place(state));
        state.choices.push((choice, place));
        count
    }

    /// An object with a string.
    pub fn constant_object(&mut self, state: &mut State, text: &[u8]) -> ObjectId {
        let object = self.library_object(state, "the arguments of main", text.len() as u64 + 1);
        for (at, byte) in text.iter().enumerate() {
            let byte = self.symbols.store.num(8, (*byte).into());
            state.heap.write(object, at as u64, 1, byte);
        }
        object
    }

    /// An object with a string of at most so many symbolic bytes, whose end is wherever one of them is zero. The
    /// original is kept where the program cannot change it, and the object is a copy.
    pub fn symbolic_string(&mut self, state: &mut State, from: Outside, bytes: u64) -> ObjectId {
        let original = self.library_object(state, "the surroundings", bytes + 1);
        for at in 0..bytes {
            state.inputs += 1;
            let byte = self.symbols.store.var(&format!("input{}/8", state.inputs), 8);
            state.heap.write(original, at, 1, byte);
        }
        // Long texts are work, as far as a budget is concerned.
        self.said.figures.instructions += bytes;
        let object = self.library_object(state, "the surroundings", bytes + 1);
        state.heap.copy(&mut self.symbols, (object, 0), (original, 0), bytes + 1);
        let (choice, place) = (Choice::String(from, original), self.place(state));
        state.choices.push((choice, place));
        object
    }

    /// An array of strings that ends with null, as `main` gets it.
    fn string_array(&mut self, state: &mut State, strings: &[ObjectId], word: u64) -> Term {
        let size = (strings.len() as u64 + 1) * word;
        let array = self.library_object(state, "the arguments of main", size);
        for (number, string) in strings.iter().enumerate() {
            let pointer = state.heap.object(*string).base;
            state.heap.write(array, number as u64 * word, word, pointer);
        }
        state.heap.object(array).base
    }

    /// An object of the library or environment that may be read and written, all zero.
    pub fn library_object(&mut self, state: &mut State, what: &'static str, size: u64) -> ObjectId {
        let zero = self.symbols.store.zero(8);
        let new = New {
            kind: Kind::Library(what),
            size: self.symbols.size(size),
            align: 16,
            fill: Fill::Repeat(zero),
            alive: true,
            rights: Rights::Write,
            place: None,
        };
        state.heap.create(&mut self.symbols, new)
    }
}
