//! Functions without code: the primitives of the library in the formula.

use crate::encode::{Bad, Encoding, State, Wrong};
use crate::memory::{Content, Index};
use crate::points::{NULL, SiteId, SiteKind};
use crate::value::{Pointer, Value, choose_pointer};
use clib::{Primitive, PrintTo};
use engine::{Assumption, Malloc, Reason};
use ir::{Arg, Callee, ErrorKind, Foreign, FuncId, Inst, InstKind, Operand, Property, Scalar, Span};
use logic::Term;

impl Encoding<'_> {
    /// A call of a function without code.
    pub(crate) fn call(
        &mut self,
        state: &mut State,
        inst: &Inst,
        args: &[Arg],
        primitive: Option<Primitive>,
    ) -> Vec<Value> {
        let span = inst.span;
        let InstKind::Call { callee, .. } = &inst.kind else { panic!("a call") };
        let Callee::Direct(callee) = callee else {
            self.lose(state, Reason::Unsupported, span, "a call through a pointer");
            return Vec::new();
        };
        let name = &self.task.program.function(*callee).name;
        let arg = |index: usize| args.get(index).map(|arg| arg.value).unwrap_or(Operand::Null);
        let result = inst.result();
        use Primitive::*;
        let value = match primitive {
            None => {
                self.foreign(state, *callee, inst);
                None
            }
            Some(Malloc) => {
                let size = self.number(state, arg(0));
                let size = self.store.zext_or_trunc(size, self.widths.word);
                let fits = self.store.truth();
                result.map(|result| self.block(state, self.points.site_of[&result], size, fits, false))
            }
            Some(Calloc) => {
                let (count, each) = (self.number(state, arg(0)), self.number(state, arg(1)));
                let overflow = self.store.umul_overflow(count, each);
                let fits = self.store.not(overflow);
                let size = self.store.mul(count, each);
                result.map(|result| self.block(state, self.points.site_of[&result], size, fits, true))
            }
            Some(Free) => {
                self.free(state, arg(0), span);
                None
            }
            Some(Memcpy | Memmove) => {
                let length = self.number(state, arg(2));
                let value = self.operand(state, arg(0));
                self.move_block(state, arg(0), arg(1), length, primitive == Some(Memmove), span);
                Some(value)
            }
            Some(Memset) => {
                let (byte, length) = (self.number(state, arg(1)), self.number(state, arg(2)));
                let value = self.operand(state, arg(0));
                self.set_block(state, arg(0), byte, length, span);
                Some(value)
            }
            Some(Nondet(ty)) => Some(match ty {
                Scalar::Ptr => self.fresh(ty),
                ty => {
                    let value = self.fresh(ty);
                    if let Value::Number(term) = value {
                        self.input(state, term, false);
                    }
                    // The declaration may say another width than the name.
                    match (value, result.map(|result| self.flat.body.value_type(result))) {
                        (Value::Number(term), Some(Scalar::Int(bits))) => {
                            Value::Number(self.store.zext_or_trunc(term, bits.into()))
                        }
                        (_, Some(Scalar::Ptr)) => self.fresh(Scalar::Ptr),
                        (value, _) => value,
                    }
                }
            }),
            Some(Assume) => {
                let value = self.number(state, arg(0));
                let holds = self.store.is_nonzero(value);
                state.guard = self.store.and(state.guard, holds);
                None
            }
            Some(VerifierAssert) => {
                let value = self.number(state, arg(0));
                let holds = self.store.is_nonzero(value);
                let cond = self.store.not(holds);
                self.violation(state, ErrorKind::AssertionFailure, cond, "the assertion does not hold", span);
                None
            }
            Some(ReachError) => {
                let cond = self.store.truth();
                self.violation(state, ErrorKind::ReachError, cond, "the error function is called", span);
                state.guard = self.store.falsity();
                None
            }
            Some(AssertFail | AssertFailShort) => {
                let cond = self.store.truth();
                self.violation(state, ErrorKind::AssertionFailure, cond, "the assertion does not hold", span);
                state.guard = self.store.falsity();
                None
            }
            Some(Abort | ImmediateExit | Exit) => {
                self.finish(state, span);
                None
            }
            Some(Plot) => None,
            Some(IsPlain) => Some(Value::Number(self.store.num(32, 1))),
            Some(IsMany | IsKnown | Shuffled) => Some(Value::Number(self.store.num(32, 0))),
            Some(Length) => {
                let word = self.widths.word;
                Some(Value::Number(self.store.num(word, u128::MAX >> (128 - word))))
            }
            Some(Putchar) => result.map(|result| self.fresh(self.flat.body.value_type(result))),
            Some(Puts) if is_literal(self, arg(0)) => {
                result.map(|result| self.fresh(self.flat.body.value_type(result)))
            }
            Some(Print(clib::Print { to: PrintTo::Stdout, list: false }))
                if is_simple_format(self, arg(0), &args[1.min(args.len())..]) =>
            {
                result.map(|result| self.fresh(self.flat.body.value_type(result)))
            }
            Some(_) => {
                let text = format!("`{name}` is not modelled by the template engine");
                self.lose(state, Reason::UnmodelledCall, span, text);
                None
            }
        };
        match (value, result) {
            (Some(value), _) => vec![value],
            (None, Some(result)) => vec![self.fresh(self.flat.body.value_type(result))],
            (None, None) => Vec::new(),
        }
    }

    /// A call of a function that nobody defines, whose results are any numbers. Where it may change memory or gives
    /// an address, nothing is known.
    fn foreign(&mut self, state: &mut State, callee: FuncId, inst: &Inst) {
        let (program, body) = (self.task.program, &self.flat.body);
        let name = &program.function(callee).name;
        let gives_address = inst.results.iter().any(|result| body.value_type(*result) == Scalar::Ptr);
        if program.meaning.noreturn.contains(name) {
            self.assumptions.insert(Assumption::NoReturn { function: name.clone() });
            state.guard = self.store.falsity();
        } else if program.meaning.foreign == Foreign::Pure && !gives_address {
            self.assumptions.insert(Assumption::Foreign { function: name.clone(), changes: false });
        } else {
            let text = format!("`{name}` has no body and no model");
            self.lose(state, Reason::UnmodelledCall, inst.span, text);
        }
        if program.function(callee).noreturn {
            state.guard = self.store.falsity();
        }
    }

    /// A new heap block.
    fn block(&mut self, state: &mut State, site: SiteId, size: Term, fits: Term, zeroed: bool) -> Value {
        let target = self.task.program.target;
        let word = self.widths.word;
        let limit = self.store.num(word, clib::largest_block(target).into());
        let small = self.store.ule(size, limit);
        if self.store.as_bool(small) != Some(true) {
            self.assumptions.insert(Assumption::Library(clib::Assumption::largest_block(target)));
        }
        let mut success = self.store.and(fits, small);
        if self.task.malloc == Malloc::MayFail {
            let lucky = self.store.fresh("allocated", 1);
            success = self.store.and(success, lucky);
        }
        self.input(state, success, true);
        // Failure changes `errno`.
        if let Some(id) = clib::error_number(self.task.program) {
            let class = self.points.class_of[self.points.global(id).0 as usize];
            self.forget_cells(state, class, Operand::Global { id, offset: 0 });
        }
        let object = self.allocate(state, site, size, success);
        let zero = self.store.zero(word);
        let pointer = Pointer { object, offset: zero };
        if zeroed {
            self.clear(state, site, object, size);
        }
        let null = self.widths.null(&mut self.store);
        Value::Pointer(choose_pointer(&mut self.store, success, pointer, null))
    }

    /// Sets a new block to zeros.
    fn clear(&mut self, state: &mut State, site: SiteId, object: Term, size: Term) {
        let class = self.points.class_of[site.0 as usize];
        let from = self.store.zero(self.widths.word);
        for cell in 0..self.points.classes[class].cells.len() {
            let info = &self.points.classes[class].cells[cell];
            let number = self.store.zero(info.bytes as u32 * 8);
            let value = match info.pointer {
                Some(_) => Value::Pointer(self.widths.null(&mut self.store)),
                None => Value::Number(number),
            };
            let map = self.memory.map(class, Content::Cell(cell)).expect("each cell has a map");
            state.maps[map] = match crate::memory::is_array(self.points, class) {
                true => {
                    let range = crate::memory::Range { object, from, to: size };
                    self.memory.fill(state.maps[map], range, value)
                }
                false => self.memory.store(state.maps[map], Index { object, element: None }, value),
            };
        }
    }

    fn free(&mut self, state: &mut State, ptr: Operand, span: Option<Span>) {
        let pointer = self.pointer(state, ptr);
        let wanted = self.task.properties.contains(Property::ValidFree);
        let error = |kind: ErrorKind| match wanted {
            true => Wrong::Error(kind),
            false => Wrong::Loss(Reason::UndefinedBehaviour),
        };
        let is_null = self.widths.is_site(&mut self.store, pointer.object, NULL);
        let some = self.store.not(is_null);
        let zero = self.store.zero(self.widths.word);
        let mut bad = Vec::new();
        let sites = self.sites_of(ptr);
        let heap: Vec<Term> = sites
            .iter()
            .filter(|site| matches!(self.points.sites[site.0 as usize].kind, SiteKind::Heap(_)))
            .map(|site| self.widths.is_site(&mut self.store, pointer.object, *site))
            .collect();
        let is_block = self.store.any(heap);
        let moved = self.store.ne(pointer.offset, zero);
        let moved_null = self.store.and(is_null, moved);
        let other = self.store.not(is_block);
        let wrong_place = self.store.or(other, moved);
        let cond = self.store.and(some, wrong_place);
        let cond = self.store.or(cond, moved_null);
        let text = "frees what is not the first address of a heap block".to_string();
        bad.push(Bad { wrong: error(ErrorKind::InvalidFree), cond, text });
        if let Some(class) = self.points.class_of_access(ptr) {
            if let Some(ended) = self.ended(state, class, pointer.object) {
                let cond = self.store.and(is_block, ended);
                let text = "frees a block that was freed before".to_string();
                bad.push(Bad { wrong: error(ErrorKind::DoubleFree), cond, text });
            }
            self.check(state, bad, span);
            if let Some(map) = self.memory.map(class, Content::Ended) {
                let yes = Value::Number(self.store.truth());
                let at = Index { object: pointer.object, element: None };
                let freed = self.memory.store(state.maps[map], at, yes);
                state.maps[map] = self.memory.merge(&self.store, some, freed, state.maps[map]);
            }
        } else {
            self.check(state, bad, span);
        }
    }

    fn violation(&mut self, state: &mut State, kind: ErrorKind, cond: Term, text: &str, span: Option<Span>) {
        match self.task.properties.contains(Property::UnreachCall) {
            true => {
                let wrong = Wrong::Error(kind);
                self.check(state, vec![Bad { wrong, cond, text: text.to_string() }], span);
            }
            // The program ends there.
            false => {
                let good = self.store.not(cond);
                state.guard = self.store.and(state.guard, good);
            }
        }
    }

    /// The program ends: what it did not free may be lost.
    pub(crate) fn finish(&mut self, state: &mut State, span: Option<Span>) {
        let tracked = [Property::ValidMemtrack, Property::ValidMemcleanup];
        if tracked.iter().any(|property| self.task.properties.contains(*property)) {
            self.check_all_freed(state, span);
        }
        state.guard = self.store.falsity();
    }

    fn check_all_freed(&mut self, state: &mut State, span: Option<Span>) {
        for number in 0..self.points.sites.len() {
            let site = SiteId(number as u32);
            if !matches!(self.points.sites[number].kind, SiteKind::Heap(_)) {
                continue;
            }
            let instance = match self.points.sites[number].many {
                true => self.store.fresh("instance", crate::value::INSTANCE_BITS),
                false => self.store.zero(crate::value::INSTANCE_BITS),
            };
            let object = self.widths.object(&mut self.store, site, instance);
            let exists = self.exists(&state.counts.clone(), object, &[site]);
            let class = self.points.class_of[number];
            let ended = self.ended(state, class, object).unwrap_or(self.store.falsity());
            let alive = self.store.not(ended);
            let cond = self.store.and(exists, alive);
            let wrong = Wrong::Leak;
            let text = "whether all memory is still reachable or freed".to_string();
            self.check(state, vec![Bad { wrong, cond, text }], span);
        }
    }
}

/// Whether an operand is a string literal, or another constant that nobody changes.
fn is_literal(encoding: &Encoding<'_>, operand: Operand) -> bool {
    match operand {
        Operand::Global { id, offset: 0 } => encoding.task.program.global(id).constant,
        _ => false,
    }
}

/// Whether a format is a literal that asks for as many numbers as there are arguments, and for nothing else.
fn is_simple_format(encoding: &Encoding<'_>, format: Operand, rest: &[Arg]) -> bool {
    let Operand::Global { id, offset: 0 } = format else { return false };
    let global = encoding.task.program.global(id);
    let Some(init) = global.init.as_ref().filter(|_| global.constant) else { return false };
    let text: Vec<u8> = init.bytes.iter().copied().take_while(|byte| *byte != 0).collect();
    let mut wanted = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at] == b'%' {
            at += 1;
            while text.get(at).is_some_and(|byte| matches!(byte, b'l' | b'h' | b'0'..=b'9' | b'-' | b'.')) {
                at += 1;
            }
            match text.get(at) {
                Some(b'%') => {}
                Some(b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'c') => wanted += 1,
                _ => return false,
            }
        }
        at += 1;
    }
    wanted == rest.len() && rest.iter().all(|arg| matches!(arg.ty, Scalar::Int(_)))
}
