//! Instructions and terminators. What each means is said at its definition in `ir`.

use crate::state::{Event, Moving, State};
use crate::steps::{Edge, Next};
use crate::transfer::Transfer;
use crate::transfer::access::Use;
use engine::Reason;
use heap::{Fill, Kind, Life, New, ObjectId, Pointer, Rights};
use ir::{Access, BlockId, Inst, InstKind, Operand, Scalar, TerminatorKind, ValueId, Volatile};
use logic::{BinOp, Node, Term};

impl Transfer<'_> {
    /// Executes an instruction; the frame is already past it.
    pub fn instruction(&mut self, mut state: Moving, inst: &Inst) {
        let result = inst.results.first().copied();
        match &inst.kind {
            InstKind::Alloca { size, align, scoped, var, .. } => {
                let is_variable = !matches!(size, Operand::Int { .. });
                let size = self.operand(&mut state, *size);
                if self.symbols.is_undefined(size)
                    && !self.on_undefined(&mut state, "the size of a stack object")
                {
                    return;
                }
                if is_variable {
                    let Some(fits) = self.with_length(state, size) else { return };
                    state = fits;
                }
                let place = self.place(&state);
                let kind = Kind::Stack(state.top().function, *var);
                let new = New {
                    kind,
                    size,
                    align: *align,
                    fill: Fill::Undefined,
                    alive: !scoped,
                    rights: Rights::Write,
                    place: Some(place),
                };
                let id = state.heap.create(&mut self.symbols, new);
                state.top_mut().stack.push(id);
                let base = state.heap.object(id).base;
                self.define(&mut state, result, base);
            }
            InstKind::ScopeBegin { slot } => self.scope_begin(&mut state, *slot),
            InstKind::ScopeEnd { slot } => {
                if let Some(id) = self.slot_object(&state, *slot)
                    && state.heap.object(id).is_alive()
                {
                    self.end_stack_object(&mut state, id);
                }
            }
            InstKind::StackSave => {
                let width = self.symbols.word();
                let token = self.symbols.store.num(width, state.top().stack.len() as u128);
                self.define(&mut state, result, token);
            }
            InstKind::Unwritten { ty, var } => {
                let (width, place) = (ty.bits(self.context.program().target), self.place(&state));
                let value = state.heap.unwritten_variable(&mut self.symbols, place, *var, width);
                self.define(&mut state, result, value);
            }
            InstKind::StackRestore { token } => {
                let token = self.operand(&mut state, *token);
                let Some(keep) = self.constant(token) else {
                    self.loss(&state, Reason::Unsupported, "a stack is restored to an unknown state");
                    return;
                };
                let dead: Vec<ObjectId> = state.top_mut().stack.split_off(keep as usize);
                for id in dead {
                    self.end_stack_object(&mut state, id);
                }
            }
            InstKind::VarIs { var, value } => {
                let value = self.operand(&mut state, *value);
                let function = state.top().function;
                let pointee = self.pointee(function, *var);
                self.note_use(&mut state, value, pointee);
                self.set_var(&mut state, *var, value);
                self.tell(&mut state, Event::Assigns(function, *var, value));
            }
            InstKind::VarEnd { var } => {
                if let Some(old) = state.top_mut().end_var(*var) {
                    self.dies(&mut state, old);
                }
            }
            InstKind::Load { ty, ptr, volatile, .. } => {
                let is_any = *volatile && self.context.program().meaning.volatile == Volatile::Any;
                return self.load(state, *ty, *ptr, result, is_any);
            }
            InstKind::Store { ty, value, ptr, .. } => return self.store(state, *ty, *value, *ptr),
            InstKind::MemCopy { dst, src, len, may_overlap } => {
                let dst = self.operand(&mut state, *dst);
                let src = self.operand(&mut state, *src);
                let len = self.operand(&mut state, *len);
                let states = self.copy_memory(state, dst, src, len, *may_overlap);
                return self.go_on(states);
            }
            InstKind::MemSet { dst, byte, len } => {
                let dst = self.operand(&mut state, *dst);
                let byte = self.operand(&mut state, *byte);
                let len = self.operand(&mut state, *len);
                let states = self.set_memory(state, dst, byte, len);
                return self.go_on(states);
            }
            InstKind::PtrAdd { base, offset, via } => {
                let base = self.operand(&mut state, *base);
                self.note_use(&mut state, base, *via);
                let offset = self.operand(&mut state, *offset);
                let sum = self.symbols.store.add(base, offset);
                self.define(&mut state, result, sum);
            }
            InstKind::Binary { op, lhs, rhs, signed } => {
                let ty = self.operand_type(&state, *lhs);
                let a = self.operand(&mut state, *lhs);
                let b = self.operand(&mut state, *rhs);
                if let Scalar::Float(kind) = ty {
                    let value = self.float_binary(&mut state, *op, kind, a, b);
                    self.define(&mut state, result, value);
                } else {
                    let Some((next, value)) = self.binary(state, *op, a, b, *signed) else { return };
                    state = next;
                    self.define(&mut state, result, value);
                }
            }
            InstKind::Compare { op, lhs, rhs } => {
                let a = self.operand(&mut state, *lhs);
                let b = self.operand(&mut state, *rhs);
                let value = self.compare(&state, *op, a, b);
                self.define(&mut state, result, value);
            }
            InstKind::FCompare { op, lhs, rhs } => {
                let ty = self.operand_type(&state, *lhs);
                let a = self.operand(&mut state, *lhs);
                let b = self.operand(&mut state, *rhs);
                let Scalar::Float(kind) = ty else {
                    self.loss(&state, Reason::Unsupported, "a float comparison of other types");
                    return;
                };
                let value = self.float_compare(&mut state, *op, kind, a, b);
                self.define(&mut state, result, value);
            }
            InstKind::Cast { op, value } => {
                let from = self.operand_type(&state, *value);
                let value = self.operand(&mut state, *value);
                let Some(into) = self.result_type(&state, result) else { return };
                let Some((next, value)) = self.cast(state, *op, from, into, value) else { return };
                state = next;
                self.define(&mut state, result, value);
            }
            InstKind::Select { cond, then, otherwise } => {
                return self.select(state, *cond, *then, *otherwise, result);
            }
            InstKind::Intrinsic { op, args } => {
                let ty = self.operand_type(&state, args[0]);
                let args: Vec<Term> = args.iter().map(|arg| self.operand(&mut state, *arg)).collect();
                let Some(into) = self.result_type(&state, result) else { return };
                let value = self.intrinsic(&mut state, *op, ty, into, &args);
                self.define(&mut state, result, value);
            }
            InstKind::Phi { .. } => {
                // Phis are evaluated on the edge into their block.
            }
            InstKind::Call { callee, args, .. } => return self.call(state, inst, *callee, args),
            InstKind::VaStart { list } => {
                let list = self.operand(&mut state, *list);
                let states = self.va_start(state, list);
                return self.go_on(states);
            }
            InstKind::VaEnd { .. } => {}
            InstKind::VaCopy { dst, src } => {
                let dst = self.operand(&mut state, *dst);
                let src = self.operand(&mut state, *src);
                let len = self.symbols.size(if self.symbols.word() > 32 { 24 } else { 4 });
                let states = self.copy_memory(state, dst, src, len, true);
                return self.go_on(states);
            }
            InstKind::Trap => {
                self.end_by_signal(&state);
                return;
            }
            InstKind::Unsupported { what } => {
                self.loss(&state, Reason::Unsupported, what.clone());
                return;
            }
        }
        self.done(state);
    }

    /// Ends an instruction: what it read for the last time is forgotten.
    pub fn done(&mut self, mut state: Moving) {
        self.end_instruction(&mut state);
        self.goes(state);
    }

    /// Forgets what the instruction before the next read for the last time.
    pub fn end_instruction(&mut self, state: &mut State) {
        let frame = state.top();
        let (function, block, at) = (frame.function, frame.block, frame.next - 1);
        self.forget_dead(state, function, block, at);
    }

    /// The state in which an array of variable length can have its size in bytes. Clang takes a negative length for an
    /// enormous one.
    fn with_length(&mut self, state: Moving, size: Term) -> Option<Moving> {
        let limit = self.symbols.size(i32::MAX as u64);
        let fits = self.symbols.store.ule(size, limit);
        let (fits, enormous) = self.split(state, fits);
        if let Some(state) = enormous {
            let what = "the length of an array is negative, or it has more than 2 GiB";
            self.loss(&state, Reason::UndefinedBehaviour, what);
        }
        fits
    }

    /// Ends an instruction in several states.
    pub fn go_on(&mut self, states: Vec<Moving>) {
        states.into_iter().for_each(|state| self.done(state));
    }

    /// Defines the result of an instruction.
    pub fn define(&mut self, state: &mut State, result: Option<ValueId>, value: Term) {
        if let Some(result) = result {
            state.set(result, value);
        }
    }

    /// The type that a source variable points to.
    fn pointee(&self, function: ir::FuncId, var: ir::VarId) -> Option<ir::TypeId> {
        let types = &self.context.program().types;
        match types.get(types.strip(self.context.body(function).var(var).ty?)).kind {
            ir::types::TypeKind::Pointer(target) => Some(types.strip(target)),
            _ => None,
        }
    }

    /// A block is used as something of a type that is as large, or as a structure that other bytes follow: nodes of one
    /// list are of one type.
    fn note_use(&mut self, state: &mut State, pointer: Term, ty: Option<ir::TypeId>) {
        let Some(ty) =
            ty.filter(|_| self.context.precision.types_of_blocks && self.symbols.has_base(pointer))
        else {
            return;
        };
        if let Pointer::Into(id, offset) = state.heap.pointer(&mut self.symbols, pointer)
            && let Some(object) = state.heap.find(id).filter(|object| object.used_as.is_none())
            && matches!(object.kind, Kind::Heap(_))
            && self.constant(offset) == Some(0)
            && self.is_large_enough(object.size, ty)
        {
            state.heap.object_mut(id).used_as = Some(self.context.program().types.strip(ty));
        }
    }

    fn is_large_enough(&self, size: Term, id: ir::TypeId) -> bool {
        let ty = self.context.program().types.get(id);
        let is_structure = matches!(ty.kind, ir::types::TypeKind::Struct { .. });
        self.constant(size) == Some(ty.size)
            || (is_structure && self.symbols.store.facts(size).umin() >= ty.size.max(1))
            || (is_structure
                && self.is_multiple(size, ty.size)
                && (self.is_record_of_texts(id) || self.has_addresses(id)))
    }

    /// Whether a size is that of several elements.
    pub fn is_multiple(&self, size: Term, element: u64) -> bool {
        if let Some(size) = self.constant(size) {
            return element > 0 && size > element && size.is_multiple_of(element);
        }
        let Node::Bin(BinOp::Mul, a, b) = self.symbols.store.node(size) else { return false };
        let factor = [a, b].into_iter().find_map(|it| self.constant(it));
        element > 0 && factor.is_some_and(|factor| factor > 0 && factor.is_multiple_of(element))
    }

    fn operand_type(&self, state: &State, operand: Operand) -> Scalar {
        self.context.body(state.top().function).operand_type(operand)
    }

    fn result_type(&self, state: &State, result: Option<ValueId>) -> Option<Scalar> {
        result.map(|result| self.context.body(state.top().function).value_type(result))
    }

    /// A source variable gets a value.
    pub fn set_var(&mut self, state: &mut State, var: ir::VarId, value: Term) {
        let kept = self.symbols.has_base(value).then_some(value);
        let slot = &mut state.top_mut().vars[var.index()];
        if *slot != kept
            && let Some(old) = std::mem::replace(slot, kept)
        {
            self.dies(state, old);
        }
    }

    /// The object that a slot denotes.
    fn slot_object(&mut self, state: &State, slot: ValueId) -> Option<ObjectId> {
        let value = state.top().value(slot);
        match state.heap.pointer(&mut self.symbols, value) {
            Pointer::Into(id, _) => Some(id),
            _ => None,
        }
    }

    fn scope_begin(&mut self, state: &mut State, slot: ValueId) {
        let Some(old) = self.slot_object(state, slot) else { return };
        let place = self.place(state);
        let object = state.heap.object(old);
        let (kind, size, align) = (object.kind, object.size, object.align);
        let unborn = object.life == Life::Unborn;
        if object.is_alive() {
            self.end_stack_object(state, old);
        }
        let new = New {
            kind,
            size,
            align,
            fill: Fill::Undefined,
            alive: true,
            rights: Rights::Write,
            place: Some(place),
        };
        let id = state.heap.create(&mut self.symbols, new);
        let frame = state.top_mut();
        if let Some(entry) = frame.stack.iter_mut().rev().find(|entry| **entry == old) {
            *entry = id;
        }
        let base = state.heap.object(id).base;
        state.set(slot, base);
        // Nothing but the slot ever named an object whose scope had not begun.
        if unborn {
            state.heap.forget(old);
        }
    }

    /// Ends the life of a stack object, and of the pointers in it.
    pub fn end_stack_object(&mut self, state: &mut State, id: ObjectId) {
        let place = self.place(state);
        self.note_content(state, id);
        if !matches!(state.heap.object(id).life, Life::Ended(_)) {
            state.heap.end(id, place);
        }
    }

    /// The pointers in an object are about to die.
    pub fn note_content(&mut self, state: &mut State, id: ObjectId) {
        if state.live_blocks > 0 {
            let terms: Vec<Term> = state.heap.object(id).content.terms().map(|(term, _)| term).collect();
            for term in terms {
                self.dies(state, term);
            }
        }
    }

    /// Reads memory; where `is_any`, that it can be read is all that matters.
    fn load(&mut self, mut state: Moving, ty: Scalar, ptr: Operand, result: Option<ValueId>, is_any: bool) {
        let pointer = self.operand(&mut state, ptr);
        let target = self.context.program().target;
        let (len, width) = (u64::from(ty.bytes(target)), ty.bits(target));
        if is_any {
            let mut states = Vec::new();
            for target in self.access(state, pointer, len, Access::Read) {
                for (mut state, _) in self.read(target, len) {
                    let value = self.read_volatile(&mut state, width);
                    self.define(&mut state, result, value);
                    states.push(state);
                }
            }
            return self.go_on(states);
        }
        if let Some((id, at)) = self.quick(&state, pointer, len, Access::Read) {
            let value = state.heap.read(&mut self.symbols, id, at, len);
            let value = self.resize(value, width);
            self.define(&mut state, result, value);
            return self.done(state);
        }
        let mut states = Vec::new();
        for target in self.access(state, pointer, len, Access::Read) {
            for (mut state, value) in self.read(target, len) {
                let value = self.resize(value, width);
                self.define(&mut state, result, value);
                states.push(state);
            }
        }
        self.go_on(states);
    }

    fn store(&mut self, mut state: Moving, ty: Scalar, value: Operand, ptr: Operand) {
        let value = self.operand(&mut state, value);
        let pointer = self.operand(&mut state, ptr);
        let len = u64::from(ty.bytes(self.context.program().target));
        let value = self.symbols.store.zext_or_trunc(value, len as u32 * 8);
        let mut states = Vec::new();
        if let Some((id, at)) = self.quick(&state, pointer, len, Access::Write) {
            self.note_overwritten(&mut state, id, at, len);
            state.heap.write(id, at, len, value);
            return self.done(state);
        }
        let ends_text = len == 1 && self.constant(value) == Some(0);
        for target in self.access(state, pointer, len, Use { access: Access::Write, ends_text }) {
            states.extend(self.write(target, len, value));
        }
        self.go_on(states);
    }

    fn select(
        &mut self,
        mut state: Moving,
        cond: Operand,
        then: Operand,
        otherwise: Operand,
        result: Option<ValueId>,
    ) {
        let cond = self.operand(&mut state, cond);
        let then = self.operand(&mut state, then);
        let otherwise = self.operand(&mut state, otherwise);
        // An address must name one object, so a choice between addresses is a fork. So is any where states are joined:
        // constants tell states apart, and of two numbers relations are found that are not found of a choice.
        let apart = then != otherwise
            && self.symbols.store.as_bool(cond).is_none()
            && (self.symbols.has_base(then)
                || self.symbols.has_base(otherwise)
                || self.context.precision.forks_at_choices);
        if !apart {
            let value = self.symbols.store.ite(cond, then, otherwise);
            self.define(&mut state, result, value);
            return self.done(state);
        }
        if self.symbols.is_undefined(cond) && !self.on_undefined(&mut state, "a choice") {
            return;
        }
        let (yes, no) = self.split(state, cond);
        let mut states = Vec::new();
        for (state, value) in [(yes, then), (no, otherwise)] {
            if let Some(mut state) = state {
                self.define(&mut state, result, value);
                states.push(state);
            }
        }
        self.go_on(states);
    }

    /// Executes a terminator.
    pub fn terminator(&mut self, mut state: Moving, kind: &TerminatorKind) {
        match kind {
            TerminatorKind::Jump(target) => self.enter_block(state, *target),
            TerminatorKind::Branch { cond, then, otherwise } => {
                let cond = self.operand(&mut state, *cond);
                if then == otherwise {
                    return self.enter_block(state, *then);
                }
                if self.symbols.is_undefined(cond) && !self.on_undefined(&mut state, "a branch") {
                    return;
                }
                let known = self.symbols.store.as_bool(cond).is_some();
                let (mut yes, mut no) = self.split(state, cond);
                if !known && yes.is_some() && no.is_some() {
                    for (state, holds) in [(&mut yes, true), (&mut no, false)] {
                        if let Some(state) = state {
                            self.tell(state, Event::Condition(holds));
                        }
                    }
                }
                for (state, target) in [(yes, *then), (no, *otherwise)] {
                    if let Some(state) = state {
                        self.enter_block(state, target);
                    }
                }
            }
            TerminatorKind::Switch { value, cases, default } => {
                let value = self.operand(&mut state, *value);
                if self.symbols.is_undefined(value) && !self.on_undefined(&mut state, "a switch") {
                    return;
                }
                self.switch(state, value, cases, *default)
            }
            TerminatorKind::Indirect { address, targets } => {
                let address = self.operand(&mut state, *address);
                if self.symbols.is_undefined(address) && !self.on_undefined(&mut state, "a jump") {
                    return;
                }
                let function = state.top().function;
                let base = state.heap.object(self.context.library.function(function)).base;
                let offset = self.symbols.store.sub(address, base);
                let label = |target: &BlockId| 1 + target.index() as u64;
                match self.constant(offset).and_then(|at| targets.iter().find(|target| label(target) == at)) {
                    Some(target) => self.enter_block(state, *target),
                    None => {
                        let what = "jumps to an address that is no label of this function";
                        self.loss(&state, Reason::UndefinedBehaviour, what);
                    }
                }
            }
            TerminatorKind::Return(values) => {
                let values: Vec<Term> = values.iter().map(|value| self.operand(&mut state, *value)).collect();
                self.return_from(state, values)
            }
            TerminatorKind::Unreachable => {
                let what = "reaches the end of a function that must return a value, or of a call that does not \
                            return";
                self.loss(&state, Reason::UndefinedBehaviour, what);
            }
        }
    }

    fn switch(&mut self, state: Moving, value: Term, cases: &[(u128, BlockId)], default: BlockId) {
        if let Some(number) = self.number(value) {
            let target = cases.iter().find(|case| case.0 == number).map_or(default, |case| case.1);
            return self.enter_block(state, target);
        }
        // Cases that go to the same block are one case; those that go where the rest goes are none.
        let mut groups: Vec<(BlockId, Vec<u128>)> = Vec::new();
        for (number, target) in cases.iter().filter(|case| case.1 != default) {
            match groups.iter_mut().find(|group| group.0 == *target) {
                Some(group) => group.1.push(*number),
                None => groups.push((*target, vec![*number])),
            }
        }
        let mut rest = Some(state);
        for (target, numbers) in groups {
            let Some(state) = rest.take() else { break };
            let here = self.is_in(value, numbers);
            let (yes, no) = self.split(state, here);
            rest = no;
            if let Some(state) = yes {
                self.enter_block(state, target);
            }
        }
        if let Some(state) = rest {
            self.enter_block(state, default);
        }
    }

    /// Whether a value is one of some numbers: neighbours are asked for as a range.
    fn is_in(&mut self, value: Term, mut numbers: Vec<u128>) -> Term {
        numbers.sort_unstable();
        let store = &mut self.symbols.store;
        let width = store.width(value);
        let mut holds = store.falsity();
        for run in numbers.chunk_by(|one, next| one.checked_add(1) == Some(*next)) {
            let first = store.num(width, run[0]);
            let here = match run.len() {
                1 => store.eq(value, first),
                length => {
                    let (from, most) = (store.sub(value, first), store.num(width, length as u128 - 1));
                    store.ule(from, most)
                }
            };
            holds = store.or(holds, here);
        }
        holds
    }

    /// Takes the edge into a block of the innermost call.
    pub fn enter_block(&mut self, mut state: Moving, target: BlockId) {
        let frame = state.top();
        let (function, from) = (frame.function, frame.block);
        let body = self.context.body(function);
        let mut phis: Vec<(ValueId, Option<ir::VarId>, Term)> = Vec::new();
        for inst in &body.block(target).insts {
            let InstKind::Phi { incoming, var } = &inst.kind else { break };
            let operand = incoming.iter().find(|entry| entry.0 == from).map(|entry| entry.1);
            if let (Some(operand), Some(result)) = (operand, inst.result()) {
                phis.push((result, *var, self.operand(&mut state, operand)));
            }
        }
        let code = self.context.code(function);
        let at = body.block(from).insts.len();
        self.forget(&mut state, code.deaths(from, at));
        self.forget(&mut state, code.edge_deaths(from, target));
        let frame = state.top_mut();
        frame.block = target;
        frame.next = phis.len();
        for (result, ..) in &phis {
            frame.values[result.index()] = None;
        }
        for (result, _, value) in &phis {
            frame.values[result.index()] = Some(*value);
        }
        let closes = code.is_retreating(from, target);
        if closes {
            state.depth += 1;
        }
        self.said.push(Next::Arrives(state, Edge { from, to: target, closes }));
    }
}
