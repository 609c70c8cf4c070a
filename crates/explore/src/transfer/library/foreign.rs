//! Functions that have neither a body nor a model: their results are arbitrary, and so is what their pointer arguments
//! reach, unless the user says otherwise ([`ir::Foreign`]).
//!
//! Numbers that such a function reaches are forgotten; addresses stay, which is one of the things that it may have
//! done with them, and the ledger says that there are others. A pointer that it gives is null, or leads to memory that
//! nobody knows: an access to that ends the path with an entry in the ledger, not with an error.

use crate::state::{Choice, Event, Moving, State};
use crate::transfer::Transfer;
use crate::transfer::call::Argument;
use engine::{Assumption, Reason};
use heap::{Content, Fill, Kind, New, ObjectId, Rights, Shape};
use ir::{Foreign, FuncId, Inst, Scalar, TerminatorKind};
use logic::Term;

/// How much memory a function may point into that nobody defines.
const FOREIGN_BYTES: u64 = 1 << 30;

impl Transfer<'_> {
    /// Calls a function that nobody defines.
    pub fn call_foreign(&mut self, mut state: Moving, inst: &Inst, callee: FuncId, args: &[Argument]) {
        let program = self.context.program();
        let name = &program.function(callee).name;
        let returns = !program.meaning.noreturn.contains(name);
        match program.meaning.foreign {
            _ if !returns => self.said.assume(Assumption::NoReturn { function: name.clone() }),
            Foreign::Unknown => {
                let what = format!("`{name}` has no body and no model");
                self.loss(&state, Reason::UnmodelledCall, what);
            }
            foreign => {
                let (function, changes) = (name.clone(), foreign == Foreign::Havoc);
                self.said.assume(Assumption::Foreign { function, changes });
            }
        }
        if !returns || self.ends_block(&state) {
            self.said.figures.exits += 1;
            return;
        }
        if program.meaning.foreign != Foreign::Pure {
            self.forget_reached(&mut state, name, args);
        }
        let mut states = vec![state];
        for result in &inst.results {
            let ty = self.context.body(states[0].top().function).value_type(*result);
            let mut next = Vec::new();
            for state in states {
                for (mut state, value) in self.foreign_result(state, callee, ty) {
                    state.set(*result, value);
                    next.push(state);
                }
            }
            states = next;
        }
        self.go_on(states);
    }

    /// Whether the compiler knows that the call does not return: nothing comes behind it.
    fn ends_block(&self, state: &State) -> bool {
        let frame = state.top();
        let block = self.context.body(frame.function).block(frame.block);
        frame.next >= block.insts.len() && matches!(block.terminator.kind, TerminatorKind::Unreachable)
    }

    /// A result: any number; a pointer is null or leads somewhere.
    fn foreign_result(&mut self, mut state: Moving, callee: FuncId, ty: Scalar) -> Vec<(Moving, Term)> {
        let width = ty.bits(self.context.program().target);
        if ty != Scalar::Ptr {
            let value = self.input(&mut state, callee, width);
            return vec![(state, value)];
        }
        let null = self.symbols.null();
        let mut none = state.clone();
        self.note_result(&mut none, callee, null);
        let object = self.foreign_memory(&mut state);
        let base = state.heap.object(object).base;
        let offset = state.heap.fresh.unknown(&mut self.symbols, width);
        let size = self.symbols.size(FOREIGN_BYTES);
        let inside = self.symbols.store.ult(offset, size);
        self.assume(&mut state, inside);
        let value = self.symbols.store.add(base, offset);
        self.note_result(&mut state, callee, value);
        vec![(none, null), (state, value)]
    }

    fn note_result(&mut self, state: &mut State, callee: FuncId, value: Term) {
        let (choice, place) = (Choice::Input(callee, value), self.place(state));
        state.choices.push((choice, place));
        self.tell(state, Event::Chooses(choice));
    }

    /// The memory that all pointers from functions that nobody defines lead to.
    fn foreign_memory(&mut self, state: &mut State) -> ObjectId {
        let is_it = |kind: Kind| kind == Kind::Library(clib::FOREIGN_MEMORY);
        if let Some((id, _)) = state.heap.objects().find(|(_, object)| is_it(object.kind)) {
            return id;
        }
        let new = New {
            kind: Kind::Library(clib::FOREIGN_MEMORY),
            size: self.symbols.size(FOREIGN_BYTES),
            align: 16,
            fill: Fill::Unknown,
            alive: true,
            rights: Rights::None,
            place: None,
        };
        state.heap.create(&mut self.symbols, new)
    }

    /// Forgets the numbers in all memory that arguments lead to.
    fn forget_reached(&mut self, state: &mut State, name: &str, args: &[Argument]) {
        let mut named: Vec<ObjectId> = Vec::new();
        for arg in args.iter().filter(|arg| arg.by_value.is_none()) {
            if self.symbols.has_base(arg.value) {
                named.extend(self.symbols.objects_in(arg.value));
            }
        }
        named.retain(|id| state.heap.find(*id).is_some());
        let reach = state.heap.reach_from(&mut self.symbols, &named);
        let is_havoc = self.context.program().meaning.foreign == Foreign::Havoc;
        let mut has_addresses = false;
        for id in reach.held.union(&reach.disguised).copied().collect::<Vec<_>>() {
            let object = state.heap.object(id);
            let (is_block, is_one) = (object.is_live_heap(), object.shape == Shape::Region);
            let is_open = object.is_alive() && object.rights == Rights::Write;
            let edges = object.content.edges().to_vec();
            state.keeps |= is_block && !is_havoc;
            has_addresses |= is_open && !is_one;
            if !is_open || !is_one {
                continue;
            }
            let mut content = Content::filled(Fill::Unknown);
            for edge in edges {
                if edge.term().is_some_and(|term| self.symbols.has_base(term)) {
                    has_addresses = true;
                    content.paste(&[edge], 0, 0);
                }
            }
            state.heap.object_mut(id).content = content;
        }
        if has_addresses && is_havoc {
            let what = format!("`{name}` may change pointers that it reaches");
            self.loss(state, Reason::Imprecise, what);
        }
    }

    /// A volatile object is read: any value.
    pub fn read_volatile(&mut self, state: &mut State, width: u32) -> Term {
        state.inputs += 1;
        let value = self.symbols.store.var(&format!("input{}/{width}", state.inputs), width);
        let (choice, place) = (Choice::Volatile(value), self.place(state));
        state.choices.push((choice, place));
        self.tell(state, Event::Chooses(choice));
        value
    }
}
