//! Instructions in the formula.

use crate::encode::{Bad, Encoding, Input, State, Wrong};
use crate::memory::{Content, Index, Objects, Range, is_array};
use crate::points::{INVALID, SiteId, primitive};
use crate::value::{INSTANCE_BITS, Pointer, Value, choose};
use engine::{Assumption, Reason};
use ir::{
    Access, BinaryOp, CastOp, CmpOp, ErrorKind, Global, Inst, InstKind, Intrinsic, Operand, Property, Scalar,
    Span, ValueId,
};
use logic::{Term, TermStore};

/// Initial values of larger arrays are not told.
const MOST_ELEMENTS: u64 = 512;

impl Encoding<'_> {
    /// Encodes an instruction.
    pub(crate) fn execute(&mut self, state: &mut State, inst: &Inst) {
        let span = inst.span;
        let value = match &inst.kind {
            InstKind::Alloca { size, scoped, .. } => {
                let Some(result) = inst.result() else { return };
                let size = self.number(state, *size);
                self.check_length(state, size, span);
                Some(self.local(state, result, size, *scoped))
            }
            InstKind::Unwritten { ty, .. } => Some(self.unwritten(*ty)),
            InstKind::ScopeBegin { slot } => return self.begin(state, *slot),
            InstKind::ScopeEnd { slot } => return self.end(state, *slot),
            InstKind::VarIs { .. } | InstKind::VarEnd { .. } | InstKind::VaEnd { .. } => return,
            InstKind::Load { ty, ptr, volatile, .. } => {
                let value = self.load(state, *ty, *ptr, span);
                Some(if *volatile { self.any_like(value) } else { value })
            }
            InstKind::Store { ty, value, ptr, .. } => {
                let value = self.operand(state, *value);
                return self.save(state, *ty, *ptr, value, span);
            }
            InstKind::MemCopy { dst, src, len, may_overlap } => {
                let length = self.number(state, *len);
                return self.move_block(state, *dst, *src, length, *may_overlap, span);
            }
            InstKind::MemSet { dst, byte, len } => {
                let (byte, length) = (self.number(state, *byte), self.number(state, *len));
                return self.set_block(state, *dst, byte, length, span);
            }
            InstKind::PtrAdd { base, offset, .. } => {
                let pointer = self.pointer(state, *base);
                let by = self.number(state, *offset);
                let by = self.store.sext_or_trunc(by, self.widths.word);
                let offset = self.store.add(pointer.offset, by);
                Some(Value::Pointer(Pointer { offset, ..pointer }))
            }
            InstKind::Binary { op, lhs, rhs, signed } => {
                if op.is_float() {
                    inst.result().map(|result| self.fresh(self.flat.body.value_type(result)))
                } else {
                    let (a, b) = (self.number(state, *lhs), self.number(state, *rhs));
                    Some(Value::Number(self.binary(state, *op, a, b, *signed, span)))
                }
            }
            InstKind::Compare { op, lhs, rhs } => {
                let (a, b) = (self.operand(state, *lhs), self.operand(state, *rhs));
                Some(Value::Number(self.compare(state, *op, a, b, [*lhs, *rhs])))
            }
            InstKind::FCompare { .. } => Some(self.fresh(Scalar::BOOL)),
            InstKind::Cast { op, value } => {
                let Some(result) = inst.result() else { return };
                Some(self.cast(state, *op, *value, self.flat.body.value_type(result)))
            }
            InstKind::Select { cond, then, otherwise } => {
                let cond = self.number(state, *cond);
                let (a, b) = (self.operand(state, *then), self.operand(state, *otherwise));
                Some(choose(&mut self.store, cond, a, b))
            }
            InstKind::Intrinsic { op, args } => {
                let Some(result) = inst.result() else { return };
                let args: Vec<Term> = args.iter().map(|arg| self.number(state, *arg)).collect();
                let ty = self.flat.body.value_type(result);
                Some(self.intrinsic(*op, &args).map_or_else(|| self.fresh(ty), Value::Number))
            }
            InstKind::Call { args, .. } => {
                let values = match self.flat.cut_calls.get(&self.block).filter(|_| self.is_cut_call(inst)) {
                    Some(cut) => self.cut_call(state, args, *cut, span),
                    None => self.call(state, inst, args, primitive(self.task.program, inst)),
                };
                for (result, value) in inst.results.iter().zip(values) {
                    self.define(state, *result, value);
                }
                return;
            }
            InstKind::Phi { .. } => return,
            InstKind::Trap => return self.finish(state, span),
            // A token is never looked at.
            InstKind::StackSave => Some(Value::Pointer(self.widths.invalid(&mut self.store))),
            InstKind::StackRestore { token } => {
                let Some(sites) = token.value().and_then(|id| self.restored.get(&id)).cloned() else {
                    let text = "a stack that is restored to an unknown place";
                    return self.lose(state, Reason::Unsupported, span, text);
                };
                return sites.into_iter().for_each(|site| self.end_all(state, site));
            }
            InstKind::VaStart { .. } | InstKind::VaCopy { .. } => {
                return self.lose(state, Reason::Unsupported, span, "variable arguments");
            }
            InstKind::Unsupported { what } => return self.lose(state, Reason::Unsupported, span, what),
        };
        if let (Some(result), Some(value)) = (inst.result(), value) {
            self.define(state, result, value);
        }
    }

    /// What a variable holds before it is written: a pointer may be null, too.
    fn unwritten(&mut self, ty: Scalar) -> Value {
        let any = self.fresh(ty);
        if ty != Scalar::Ptr {
            return any;
        }
        let is_null = self.store.fresh("any", 1);
        let null = Value::Pointer(self.widths.null(&mut self.store));
        choose(&mut self.store, is_null, null, any)
    }

    fn any_like(&mut self, value: Value) -> Value {
        match value {
            Value::Number(term) => Value::Number(self.store.fresh("volatile", self.store.width(term))),
            Value::Pointer(_) => Value::Pointer(self.widths.invalid(&mut self.store)),
        }
    }

    /// A new object of a site, where `success` holds.
    pub(crate) fn allocate(&mut self, state: &mut State, site: SiteId, size: Term, success: Term) -> Term {
        let many = self.points.sites[site.0 as usize].many;
        let count = state.counts.sites[site.0 as usize].expect("sites of locals and blocks are counted");
        let object = match many {
            true => self.widths.object(&mut self.store, site, count),
            false => self.widths.single(&mut self.store, site),
        };
        let more = match many {
            true => {
                let one = self.store.num(INSTANCE_BITS, 1);
                let next = self.store.add(count, one);
                self.store.ite(success, next, count)
            }
            false => self.store.or(count, success),
        };
        state.counts.sites[site.0 as usize] = Some(more);
        let class = self.points.class_of[site.0 as usize];
        let at = Index { object, element: None };
        if let Some(map) = self.memory.map(class, Content::Ended) {
            let no = Value::Number(self.store.falsity());
            state.maps[map] = self.memory.store(state.maps[map], at, no);
        }
        if let Some(map) = self.memory.map(class, Content::Size) {
            state.maps[map] = self.memory.store(state.maps[map], at, Value::Number(size));
        }
        object
    }

    fn local(&mut self, state: &mut State, result: ValueId, size: Term, scoped: bool) -> Value {
        let site = self.points.site_of[&result];
        let truth = self.store.truth();
        let size = self.store.zext_or_trunc(size, self.widths.word);
        if scoped && self.is_slot(result) {
            // Until its life begins there is no object.
            let object = self.widths.single(&mut self.store, INVALID);
            state.slots.insert(result, object);
            return Value::Pointer(Pointer { object, offset: self.store.zero(self.widths.word) });
        }
        let object = self.allocate(state, site, size, truth);
        if scoped {
            self.set_ended(state, site, object, true);
        }
        Value::Pointer(Pointer { object, offset: self.store.zero(self.widths.word) })
    }

    /// Checks that an array of variable length can have its size. Clang takes a negative length for an enormous one.
    fn check_length(&mut self, state: &mut State, size: Term, span: Option<Span>) {
        let limit = self.store.num(self.store.width(size), i32::MAX as u128);
        let cond = self.store.ugt(size, limit);
        let text = "the length of an array is negative, or it has more than 2 GiB".to_string();
        self.check(state, vec![Bad { wrong: Wrong::Loss(Reason::UndefinedBehaviour), cond, text }], span);
    }

    fn set_ended(&mut self, state: &mut State, site: SiteId, object: Term, ended: bool) {
        let class = self.points.class_of[site.0 as usize];
        if let Some(map) = self.memory.map(class, Content::Ended) {
            let value = Value::Number(self.store.bool(ended));
            let at = Index { object, element: None };
            state.maps[map] = self.memory.store(state.maps[map], at, value);
        }
    }

    fn begin(&mut self, state: &mut State, slot: ValueId) {
        let Some(site) = self.points.site_of.get(&slot).copied() else { return };
        if self.is_slot(slot) {
            if let Some(former) = state.slots.get(&slot).copied() {
                self.set_ended(state, site, former, true);
            }
            let truth = self.store.truth();
            let size = self.points.sites[site.0 as usize].size.unwrap_or(0);
            let size = self.store.num(self.widths.word, size.into());
            let object = self.allocate(state, site, size, truth);
            state.slots.insert(slot, object);
        } else {
            let object = self.widths.single(&mut self.store, site);
            self.set_ended(state, site, object, false);
        }
    }

    fn end(&mut self, state: &mut State, slot: ValueId) {
        let Some(site) = self.points.site_of.get(&slot).copied() else { return };
        if !self.is_scoped(slot) && !self.flat.is_cut(self.block) {
            // The function returns: all of its frames that made such an object are left.
            return self.end_all(state, site);
        }
        let object = match (state.slots.get(&slot), self.value(state, slot)) {
            (Some(object), _) => *object,
            (None, Some(Value::Pointer(pointer))) => pointer.object,
            _ => return,
        };
        self.set_ended(state, site, object, true);
    }

    /// Ends the life of all objects of a site.
    fn end_all(&mut self, state: &mut State, site: SiteId) {
        let class = self.points.class_of[site.0 as usize];
        if let Some(map) = self.memory.map(class, Content::Ended) {
            let yes = Value::Number(self.store.truth());
            state.maps[map] = self.memory.all(state.maps[map], Objects::all(site), yes);
        }
    }

    /// The first contents of global variables.
    pub(crate) fn initialize(&mut self, state: &mut State) {
        let program = self.task.program;
        for (number, global) in program.globals.iter().enumerate() {
            if global.init.is_none() {
                continue;
            }
            let site = self.points.global(ir::GlobalId::new(number));
            let class = self.points.class_of[site.0 as usize];
            let object = self.widths.single(&mut self.store, site);
            let stride = match self.points.classes[class].shape {
                crate::points::ClassShape::Array(stride) => stride,
                _ => global.size.max(1),
            };
            let elements = global.size / stride;
            let is_zero = global
                .init
                .as_ref()
                .is_some_and(|init| init.relocs.is_empty() && init.bytes.iter().all(|byte| *byte == 0));
            let word = self.widths.word;
            if is_array(self.points, class) {
                // What is not told below is zero, or not told at all.
                if !is_zero && elements > MOST_ELEMENTS {
                    continue;
                }
                let (from, to) = (self.store.zero(word), self.store.num(word, global.size.into()));
                for cell in 0..self.points.classes[class].cells.len() {
                    let value = self.first_value(global, class, cell, u64::MAX / 2);
                    let map = self.memory.map(class, Content::Cell(cell)).expect("each cell has a map");
                    let range = Range { object, from, to };
                    state.maps[map] = self.memory.fill(state.maps[map], range, value);
                }
            }
            for element in 0..elements.min(if is_zero && is_array(self.points, class) { 0 } else { elements })
            {
                for cell in 0..self.points.classes[class].cells.len() {
                    let at = element * stride + self.points.classes[class].cells[cell].start;
                    let value = self.first_value(global, class, cell, at);
                    let map = self.memory.map(class, Content::Cell(cell)).expect("each cell has a map");
                    let offset = self.store.num(word, (element * stride).into());
                    let index = Index { object, element: is_array(self.points, class).then_some(offset) };
                    state.maps[map] = self.memory.store(state.maps[map], index, value);
                }
            }
        }
    }

    /// What a cell of a global variable holds first, at an offset.
    fn first_value(&mut self, global: &Global, class: usize, cell: usize, at: u64) -> Value {
        let init = global.init.as_ref().expect("only defined variables have first values");
        let cell = &self.points.classes[class].cells[cell];
        let reloc = init.relocs.iter().find(|reloc| reloc.offset == at);
        if let (Some(reloc), Some(_)) = (reloc, &cell.pointer) {
            let empty = State {
                guard: self.store.truth(),
                maps: Vec::new(),
                counts: crate::memory::Counts { sites: Vec::new() },
                slots: Default::default(),
                outs: Default::default(),
            };
            return self.operand(&empty, reloc.target);
        }
        let word = u64::from(self.widths.word / 8);
        let cut = init.relocs.iter().any(|reloc| reloc.offset < at + cell.bytes && at < reloc.offset + word);
        let bits = cell.bytes as u32 * 8;
        if cut {
            return match cell.pointer {
                Some(_) => Value::Pointer(self.widths.invalid(&mut self.store)),
                None => Value::Number(self.store.fresh("address", bits)),
            };
        }
        let limbs: Vec<u64> = (0..cell.bytes.div_ceil(8))
            .map(|limb| {
                (0..8).fold(0, |sum, byte| {
                    let place = at.saturating_add(limb * 8 + byte);
                    let inside = limb * 8 + byte < cell.bytes;
                    let value = init.bytes.get(usize::try_from(place).unwrap_or(usize::MAX)).copied();
                    sum | u64::from(value.filter(|_| inside).unwrap_or(0)) << (8 * byte)
                })
            })
            .collect();
        let number = self.store.constant(logic::BitVec::from_limbs(bits, limbs));
        match cell.pointer {
            Some(_) => Value::Pointer(self.widths.pointer_of(&mut self.store, number)),
            None => Value::Number(number),
        }
    }

    /// Runs checks only where a length is not zero.
    fn where_not_empty(&mut self, state: &mut State, length: Term, run: impl FnOnce(&mut Self, &mut State)) {
        let zero = self.store.zero(self.store.width(length));
        let empty = self.store.eq(length, zero);
        let some = self.store.not(empty);
        let before = state.guard;
        state.guard = self.store.and(before, some);
        run(self, state);
        let nothing = self.store.and(before, empty);
        state.guard = self.store.or(state.guard, nothing);
    }

    /// Where a length may be zero, pointers need not be valid.
    fn assume_nothing(&mut self, length: Term) {
        if self.store.as_const(length).is_none() {
            self.assumptions.insert(Assumption::Library(clib::Assumption::NullOfNothing));
        }
    }

    /// Copies a block.
    pub(crate) fn move_block(
        &mut self,
        state: &mut State,
        dst: Operand,
        src: Operand,
        length: Term,
        may_overlap: bool,
        span: Option<Span>,
    ) {
        let length = self.store.zext_or_trunc(length, self.widths.word);
        self.assume_nothing(length);
        let (to, from) = (self.pointer(state, dst), self.pointer(state, src));
        let wanted = self.task.properties.contains(Property::ValidDeref);
        self.where_not_empty(state, length, |encoding, state| {
            encoding.check_access(state, dst, to, length, Access::Write, span);
            encoding.check_access(state, src, from, length, Access::Read, span);
            if !may_overlap {
                let store = &mut encoding.store;
                let same = store.eq(to.object, from.object);
                let apart = store.sub(to.offset, from.offset);
                let other = store.sub(from.offset, to.offset);
                let (near, close) = (store.ult(apart, length), store.ult(other, length));
                let overlap = store.or(near, close);
                let zero = store.zero(encoding.widths.word);
                let moved = store.ne(apart, zero);
                let overlap = store.and(overlap, moved);
                let cond = store.and(same, overlap);
                let wrong = match wanted {
                    true => Wrong::Error(ErrorKind::OverlappingCopy),
                    false => Wrong::Loss(Reason::UndefinedBehaviour),
                };
                let text = "copies between blocks that overlap".to_string();
                encoding.check(state, vec![Bad { wrong, cond, text }], span);
            }
        });
        self.copy_bytes(state, (dst, to), (src, from), length);
    }

    /// Sets a block.
    pub(crate) fn set_block(
        &mut self,
        state: &mut State,
        dst: Operand,
        byte: Term,
        length: Term,
        span: Option<Span>,
    ) {
        let length = self.store.zext_or_trunc(length, self.widths.word);
        let byte = self.store.zext_or_trunc(byte, 8);
        self.assume_nothing(length);
        let to = self.pointer(state, dst);
        self.where_not_empty(state, length, |encoding, state| {
            encoding.check_access(state, dst, to, length, Access::Write, span);
        });
        self.set_bytes(state, dst, to, byte, length);
    }

    fn binary(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        a: Term,
        b: Term,
        signed: bool,
        span: Option<Span>,
    ) -> Term {
        let width = self.store.width(a);
        let overflow = signed && self.task.properties.contains(Property::NoOverflow);
        let undefined = |cond: Term, text: &str| Bad {
            wrong: Wrong::Loss(Reason::UndefinedBehaviour),
            cond,
            text: text.to_string(),
        };
        match op {
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
                let zero = self.store.zero(width);
                let by_zero = self.store.eq(b, zero);
                let mut bad = vec![undefined(by_zero, "divides by zero")];
                let overflows = self.task.properties.contains(Property::NoOverflow);
                if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) && overflows {
                    let least = self.store.constant(logic::BitVec::sign_bit(width));
                    let minus = self.store.constant(logic::BitVec::ones(width));
                    let (is_least, is_minus) = (self.store.eq(a, least), self.store.eq(b, minus));
                    let cond = self.store.and(is_least, is_minus);
                    let text = "the smallest number divided by -1 overflows".to_string();
                    bad.push(Bad { wrong: Wrong::Error(ErrorKind::SignedOverflow), cond, text });
                }
                self.check(state, bad, span);
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                let limit = self.store.num(width, width.into());
                let too_far = self.store.uge(b, limit);
                let bad = undefined(too_far, "shifts by the width of the type or more");
                self.check(state, vec![bad], span);
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul if overflow => {
                let cond = match op {
                    BinaryOp::Add => self.store.sadd_overflow(a, b),
                    BinaryOp::Sub => self.store.ssub_overflow(a, b),
                    _ => self.store.smul_overflow(a, b),
                };
                let text = "signed arithmetic overflows".to_string();
                let wrong = Wrong::Error(ErrorKind::SignedOverflow);
                self.check(state, vec![Bad { wrong, cond, text }], span);
            }
            _ => {}
        }
        computed(&mut self.store, op, a, b).unwrap_or_else(|| self.store.fresh("float", width))
    }

    fn compare(&mut self, state: &State, op: CmpOp, a: Value, b: Value, operands: [Operand; 2]) -> Term {
        match (a, b) {
            (Value::Number(a), Value::Number(b)) => compared(&mut self.store, op, a, b),
            (Value::Pointer(a), Value::Pointer(b)) => self.compare_pointers(state, op, a, b, operands),
            _ => self.store.fresh("mixed", 1),
        }
    }

    fn cast(&mut self, state: &State, op: CastOp, operand: Operand, ty: Scalar) -> Value {
        let target = self.task.program.target;
        let bits = ty.bits(target);
        match op {
            CastOp::Trunc => {
                let value = self.number(state, operand);
                Value::Number(self.store.extract(value, 0, bits))
            }
            CastOp::ZExt => {
                let value = self.number(state, operand);
                Value::Number(self.store.zext(value, bits))
            }
            CastOp::SExt => {
                let value = self.number(state, operand);
                Value::Number(self.store.sext(value, bits))
            }
            CastOp::PtrToInt => {
                let pointer = self.pointer(state, operand);
                let value = self.address_of(state, operand, pointer);
                Value::Number(self.store.zext_or_trunc(value, bits))
            }
            CastOp::IntToPtr => {
                let value = self.number(state, operand);
                let value = self.store.zext_or_trunc(value, self.widths.word);
                Value::Pointer(self.widths.pointer_of(&mut self.store, value))
            }
            CastOp::Bitcast if ty != Scalar::Ptr => Value::Number(self.number(state, operand)),
            _ => self.fresh(ty),
        }
    }

    fn intrinsic(&mut self, op: Intrinsic, args: &[Term]) -> Option<Term> {
        use Intrinsic::*;
        let store = &mut self.store;
        Some(match (op, args) {
            (Ctlz, [a, ..]) => store.ctlz(*a),
            (Cttz, [a, ..]) => store.cttz(*a),
            (Ctpop, [a, ..]) => store.popcount(*a),
            (Bswap, [a]) => store.bswap(*a),
            (BitReverse, [a]) => store.bitreverse(*a),
            (Abs, [a, ..]) => {
                let (sign, minus) = (store.sign(*a), store.neg(*a));
                store.ite(sign, minus, *a)
            }
            (SMin, [a, b]) => {
                let less = store.slt(*a, *b);
                store.ite(less, *a, *b)
            }
            (SMax, [a, b]) => {
                let less = store.slt(*a, *b);
                store.ite(less, *b, *a)
            }
            (UMin, [a, b]) => {
                let less = store.ult(*a, *b);
                store.ite(less, *a, *b)
            }
            (UMax, [a, b]) => {
                let less = store.ult(*a, *b);
                store.ite(less, *b, *a)
            }
            (FunnelShl, [a, b, c]) => store.fshl(*a, *b, *c),
            (FunnelShr, [a, b, c]) => store.fshr(*a, *b, *c),
            (SAddOverflows, [a, b]) => store.sadd_overflow(*a, *b),
            (UAddOverflows, [a, b]) => store.uadd_overflow(*a, *b),
            (SSubOverflows, [a, b]) => store.ssub_overflow(*a, *b),
            (USubOverflows, [a, b]) => store.usub_overflow(*a, *b),
            (SMulOverflows, [a, b]) => store.smul_overflow(*a, *b),
            (UMulOverflows, [a, b]) => store.umul_overflow(*a, *b),
            _ => return None,
        })
    }

    /// A value from outside.
    pub(crate) fn input(&mut self, state: &State, value: Term, is_allocation: bool) {
        self.inputs.push(Input { guard: state.guard, value, is_allocation });
    }
}

/// What an operation on integers gives; none for floats.
pub fn computed(store: &mut TermStore, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
    Some(match op {
        BinaryOp::Add => store.add(a, b),
        BinaryOp::Sub => store.sub(a, b),
        BinaryOp::Mul => store.mul(a, b),
        BinaryOp::UDiv => store.udiv(a, b),
        BinaryOp::SDiv => store.sdiv(a, b),
        BinaryOp::URem => store.urem(a, b),
        BinaryOp::SRem => store.srem(a, b),
        BinaryOp::Shl => store.shl(a, b),
        BinaryOp::LShr => store.lshr(a, b),
        BinaryOp::AShr => store.ashr(a, b),
        BinaryOp::And => store.and(a, b),
        BinaryOp::Or => store.or(a, b),
        BinaryOp::Xor => store.xor(a, b),
        _ => return None,
    })
}

/// Whether a comparison of two numbers holds.
pub fn compared(store: &mut TermStore, op: CmpOp, a: Term, b: Term) -> Term {
    match op {
        CmpOp::Eq => store.eq(a, b),
        CmpOp::Ne => store.ne(a, b),
        CmpOp::Ult => store.ult(a, b),
        CmpOp::Ule => store.ule(a, b),
        CmpOp::Ugt => store.ugt(a, b),
        CmpOp::Uge => store.uge(a, b),
        CmpOp::Slt => store.slt(a, b),
        CmpOp::Sle => store.sle(a, b),
        CmpOp::Sgt => store.sgt(a, b),
        CmpOp::Sge => store.sge(a, b),
    }
}
