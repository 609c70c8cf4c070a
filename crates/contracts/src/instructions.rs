//! The meaning of instructions on a path, with the obligations that they bring.

mod blocks;

use crate::exec::{Path, Prover, SEVERAL_TYPES, Step};
use crate::meaning::Local;
use crate::world::{Frame, Kind, Ptr, Unwrapped, Val, World};
use engine::{Action, Check, Reason};
use ir::{BinaryOp, CastOp, CmpOp, Inst, InstKind, Intrinsic, Operand, Scalar, Span};
use logic::Term as Bits;
use std::rc::Rc;

impl Prover<'_> {
    /// Executes an instruction; false where the path ends or goes on elsewhere.
    pub fn instruction(&mut self, path: &mut Path, inst: &Inst, due: &mut Vec<Path>) -> bool {
        let call = path.calls.len() - 1;
        let span = inst.span;
        let value = match &inst.kind {
            InstKind::Phi { .. } | InstKind::StackSave | InstKind::VaEnd { .. } => return true,
            InstKind::Unwritten { ty, .. } => self.any(path, *ty),
            InstKind::VarIs { var, value } => {
                let value = self.operand(path, *value);
                path.calls[call].locals.insert(*var, Local::Value(value));
                return true;
            }
            InstKind::VarEnd { var } => {
                path.calls[call].locals.remove(var);
                return true;
            }
            InstKind::Alloca { size, scoped, var, .. } => {
                let Operand::Int { value: size, .. } = size else {
                    self.lose(Reason::Unsupported, span, "an array of variable length");
                    return false;
                };
                let slot = inst.results[0];
                if !scoped {
                    self.begin_stack(path, slot, *size as u64, *var);
                }
                return true;
            }
            InstKind::ScopeBegin { slot } => {
                let Some((size, var)) = self.slot(path, *slot) else {
                    self.lose(Reason::Unsupported, span, "a variable of unknown size");
                    return false;
                };
                self.begin_stack(path, *slot, size, var);
                return true;
            }
            InstKind::ScopeEnd { slot } => {
                self.end_slot(path, *slot);
                return true;
            }
            InstKind::StackRestore { .. } => return true,
            InstKind::Load { ty, ptr, align, .. } => self.load(path, *ty, *ptr, *align, span),
            InstKind::Store { ty, value, ptr, align, .. } => {
                let value = self.operand(path, *value);
                let value = self.fitted(path, value, *ty);
                let at = self.pointer(path, *ptr);
                self.store(path, at, self.kind(*ty), value, *align, span);
                return true;
            }
            InstKind::MemCopy { dst, src, len, may_overlap } => {
                let ends = (self.pointer(path, *dst), self.pointer(path, *src));
                let len = self.integer(path, *len);
                return self.copy(path, ends, len, *may_overlap, span);
            }
            InstKind::MemSet { dst, byte, len } => {
                let at = self.pointer(path, *dst);
                let (byte, len) = (self.integer(path, *byte), self.integer(path, *len));
                return self.set(path, at, byte, len, span);
            }
            InstKind::PtrAdd { base, offset, .. } => {
                let base = self.pointer(path, *base);
                let by = self.integer(path, *offset);
                Val::Ptr(Ptr { obj: base.obj, off: self.t.add(base.off, by) })
            }
            InstKind::Binary { op, lhs, rhs, .. } => self.binary(path, *op, *lhs, *rhs, span),
            InstKind::Compare { op, lhs, rhs } => self.compare(path, *op, *lhs, *rhs),
            InstKind::FCompare { .. } => {
                path.s.approximate.get_or_insert_with(|| "floating-point numbers".into());
                self.any(path, Scalar::BOOL)
            }
            InstKind::Cast { op, value } => {
                let ty = self.result_type(path, inst);
                self.cast(path, *op, *value, ty)
            }
            InstKind::Select { cond, then, otherwise } => {
                let on = self.integer(path, *cond);
                let (then, otherwise) = (self.operand(path, *then), self.operand(path, *otherwise));
                match (then, otherwise) {
                    (Val::Ptr(then), Val::Ptr(otherwise)) => {
                        Val::Ptr(self.world(path).either(on, then, otherwise))
                    }
                    (Val::Int(one, from), Val::Int(other, since)) => {
                        Val::Int(self.t.ite(on, one, other), if from == since { from } else { None })
                    }
                    _ => {
                        let ty = self.result_type(path, inst);
                        self.any(path, ty)
                    }
                }
            }
            InstKind::Intrinsic { op, args } => {
                let ty = self.result_type(path, inst);
                self.intrinsic(path, *op, args, ty)
            }
            InstKind::Call { callee, args, variadic_from } => {
                return self.call(path, inst, *callee, args, *variadic_from, due);
            }
            InstKind::Trap => return false,
            InstKind::VaStart { .. } | InstKind::VaCopy { .. } => {
                self.lose(Reason::Unsupported, span, "arguments of variable number");
                return false;
            }
            InstKind::Unsupported { what } => {
                self.lose(Reason::Unsupported, span, what.clone());
                return false;
            }
        };
        if let Some(result) = inst.result() {
            let ty = self.result_type(path, inst);
            let value = self.fitted(path, value, ty);
            path.calls[call].values.insert(result, value);
        }
        true
    }

    fn result_type(&self, path: &Path, inst: &Inst) -> Scalar {
        let func = path.calls[path.calls.len() - 1].func;
        let body = self.program.function(func).body.as_ref().expect("a body is executed");
        inst.result().map_or(Scalar::BOOL, |result| body.value_type(result))
    }

    /// The size of a stack slot and the variable it holds.
    fn slot(&self, path: &Path, slot: ir::ValueId) -> Option<(u64, Option<ir::VarId>)> {
        let func = path.calls[path.calls.len() - 1].func;
        let body = self.program.function(func).body.as_ref()?;
        let insts = body.blocks.iter().flat_map(|block| &block.insts);
        insts.into_iter().find_map(|inst| match &inst.kind {
            InstKind::Alloca { size: Operand::Int { value, .. }, var, .. } if inst.results[0] == slot => {
                Some((*value as u64, *var))
            }
            _ => None,
        })
    }

    /// The bytes at an address are accessible.
    pub fn accessible(&mut self, path: &mut Path, at: Ptr, size: u64, what: &str, span: Option<Span>) {
        let mut world = self.world(path);
        let now = world.s.now;
        world.ground(at, true);
        let fine = world.accessible(now, at, size);
        let negation = world.t.not(fine);
        let words = format!("{size} bytes are {what} that may not be accessible");
        self.oblige(path, Check::Memory, span, &words, negation);
    }

    /// The bytes at an address are accessible, and not constant.
    pub fn writable(&mut self, path: &mut Path, at: Ptr, size: u64, span: Option<Span>) {
        self.accessible(path, at, size, "written", span);
        let mut world = self.world(path);
        let fine = world.writable(at.obj);
        let negation = world.t.not(fine);
        self.oblige(path, Check::Memory, span, "a constant of the program is written", negation);
    }

    /// Whether an access is to a whole cell. One that C wants aligned is, unless the path excludes it: its offset is a
    /// multiple, too.
    fn assume_aligned(&mut self, path: &mut Path, at: Ptr, size: u64, align: u64) -> bool {
        if !size.is_power_of_two() {
            return false;
        }
        let mut world = self.world(path);
        let aligned = world.aligned(at.off, size);
        if self.t.as_bool(aligned).is_some() {
            return self.t.as_bool(aligned) == Some(true);
        }
        if align < size {
            return self.solver.entails(&mut self.t, &path.s.path, aligned) == Some(true);
        }
        let odd = self.t.not(aligned);
        if self.solver.entails(&mut self.t, &path.s.path, odd) == Some(true) {
            return false;
        }
        self.world(path).assume(aligned);
        true
    }

    fn load(&mut self, path: &mut Path, ty: Scalar, ptr: Operand, align: u64, span: Option<Span>) -> Val {
        let at = self.pointer(path, ptr);
        let kind = self.kind(ty);
        let size = self.world(path).bytes(kind);
        self.accessible(path, at, size, "read", span);
        self.one_type(path, at, kind, span);
        let aligned = self.assume_aligned(path, at, size, align);
        let mut world = self.world(path);
        let now = world.s.now;
        world.ground(at, true);
        let value = match aligned {
            true => world.mem(now, kind, at),
            false => world.read(now, kind, at),
        };
        if let Val::Ptr(ptr) = value {
            world.ground(ptr, false);
        }
        value
    }

    /// Where memory is taken to be used with one type at each place, an access that plainly does not is a loss.
    fn one_type(&mut self, path: &mut Path, at: Ptr, kind: Kind, span: Option<Span>) {
        if self.cx.typed && self.world(path).is_mixed(at, kind) {
            self.lose(Reason::Unsupported, span, SEVERAL_TYPES);
        }
    }

    /// Writes a value, with all obligations of a store.
    pub fn store(
        &mut self,
        path: &mut Path,
        at: Ptr,
        kind: Kind,
        value: Val,
        align: u64,
        span: Option<Span>,
    ) {
        let size = self.world(path).bytes(kind);
        self.writable(path, at, size, span);
        self.one_type(path, at, kind, span);
        let aligned = self.assume_aligned(path, at, size, align);
        self.assignable(path, at, size, span, "memory is assigned that `assigns` does not name");
        self.world(path).ground(at, true);
        // The address of a pointer that is stored as a number is a link, too.
        let link = match (kind, value) {
            (Kind::Ptr, Val::Ptr(ptr)) => Some(ptr),
            (Kind::Int(_), Val::Int(_, Some(ptr))) if !self.cx.typed && aligned => Some(ptr),
            _ => None,
        };
        if let Some(ptr) = link {
            self.world(path).ground(ptr, false);
            self.well_founded(path, at, ptr, span);
        }
        self.world(path).store(at, kind, value, align, aligned);
    }

    /// Lists of all links still end after a word was stored: a cycle passes a blocking pointer.
    fn well_founded(&mut self, path: &mut Path, at: Ptr, value: Ptr, span: Option<Span>) {
        let negations = self.cycles(path, at, value);
        self.oblige_all(path, Check::WellFounded, span, negations);
    }

    /// For each link, what is to be told and whether a store of a word closes a cycle without a blocking pointer.
    fn cycles(&mut self, path: &mut Path, at: Ptr, value: Ptr) -> Vec<(String, Bits)> {
        let mut negations = Vec::new();
        for link in self.cx.links.clone() {
            let mut world = self.world(path);
            let now = world.s.now;
            let place = world.shifted(at, -link);
            let reaches = world.reach(now, link, value, place);
            let blocks = world.blocking(now, value);
            let open = world.t.not(blocks);
            let negation = world.t.and(reaches, open);
            let words = format!("this store closes a cycle at offset {link} without a blocking pointer");
            negations.push((words, negation));
        }
        negations
    }

    fn binary(
        &mut self,
        path: &mut Path,
        op: BinaryOp,
        lhs: Operand,
        rhs: Operand,
        span: Option<Span>,
    ) -> Val {
        if op.is_float() {
            path.s.approximate.get_or_insert_with(|| "floating-point numbers".into());
            let func = path.calls[path.calls.len() - 1].func;
            let body = self.program.function(func).body.as_ref().expect("a body is executed");
            let ty = body.operand_type(lhs);
            return self.any(path, ty);
        }
        let (left, right) = (self.operand(path, lhs), self.operand(path, rhs));
        let (a, b) = (self.integer(path, lhs), self.integer(path, rhs));
        let from = match (op, left, right) {
            (BinaryOp::Add, Val::Int(_, Some(ptr)), Val::Int(by, None))
            | (BinaryOp::Add, Val::Int(by, None), Val::Int(_, Some(ptr))) => {
                Some(Ptr { obj: ptr.obj, off: self.t.add(ptr.off, by) })
            }
            (BinaryOp::Sub, Val::Int(_, Some(ptr)), Val::Int(by, None)) => {
                Some(Ptr { obj: ptr.obj, off: self.t.sub(ptr.off, by) })
            }
            (BinaryOp::Sub, Val::Int(_, Some(one)), Val::Int(_, Some(other))) => {
                // The distance of two pointers into one object is that of their offsets.
                let same = self.t.eq(one.obj, other.obj);
                let offsets = self.t.sub(one.off, other.off);
                let numbers = self.t.sub(a, b);
                return Val::Int(self.t.ite(same, offsets, numbers), None);
            }
            _ => None,
        };
        let width = self.t.width(a);
        let zero = self.t.zero(width);
        use BinaryOp::*;
        if matches!(op, UDiv | SDiv | URem | SRem) {
            let mut wrong = self.t.eq(b, zero);
            if matches!(op, SDiv | SRem) {
                let (least, minus) = (logic::BitVec::sign_bit(width), logic::BitVec::ones(width));
                let (least, minus) = (self.t.constant(least), self.t.constant(minus));
                let (is_least, is_minus) = (self.t.eq(a, least), self.t.eq(b, minus));
                let overflow = self.t.and(is_least, is_minus);
                wrong = self.t.or(wrong, overflow);
            }
            self.undefined(path, wrong, "a division may be by zero or overflow", span);
        }
        if matches!(op, Shl | LShr | AShr) {
            let limit = self.t.num(width, u128::from(width));
            let inside = self.t.ult(b, limit);
            let wrong = self.t.not(inside);
            self.undefined(path, wrong, "a shift may be as wide as its operand", span);
        }
        let result = match op {
            Add => self.t.add(a, b),
            Sub => self.t.sub(a, b),
            Mul => self.t.mul(a, b),
            UDiv => self.t.udiv(a, b),
            SDiv => self.t.sdiv(a, b),
            URem => self.t.urem(a, b),
            SRem => self.t.srem(a, b),
            Shl => self.t.shl(a, b),
            LShr => self.t.lshr(a, b),
            AShr => self.t.ashr(a, b),
            And => self.t.and(a, b),
            Or => self.t.or(a, b),
            _ => self.t.xor(a, b),
        };
        let is_sum = matches!(op, Add | Sub) && result != a && result != b;
        if is_sum && width > 1 && width < self.program.target.pointer_bytes * 8 {
            self.note_unwrapped(path, result, Unwrapped { left: a, right: b, minus: op == Sub });
        }
        Val::Int(result, from)
    }

    /// Notes that a sum or a difference does not wrap around, where the path says so.
    fn note_unwrapped(&mut self, path: &mut Path, result: Bits, sum: Unwrapped) {
        let Unwrapped { left, right, minus } = sum;
        for signed in [false, true] {
            let overflow = match (minus, signed) {
                (true, false) => self.t.usub_overflow(left, right),
                (false, false) => self.t.uadd_overflow(left, right),
                (true, true) => self.t.ssub_overflow(left, right),
                (false, true) => self.t.sadd_overflow(left, right),
            };
            let fits = self.t.not(overflow);
            if self.solver.entails(&mut self.t, &path.s.path, fits) == Some(true) {
                path.s.unwrapped.insert((result, signed), sum);
            }
        }
    }

    /// Undefined behaviour outside of the checks: with it nothing is proved.
    fn undefined(&mut self, path: &mut Path, wrong: Bits, words: &str, span: Option<Span>) {
        if self.t.as_bool(wrong) == Some(false) || self.only_candidates {
            return;
        }
        let holds = self.excludes(path, wrong);
        if !holds {
            self.lose(Reason::UndefinedBehaviour, span, words);
        }
        let right = self.t.not(wrong);
        self.world(path).assume(right);
    }

    /// Whether the path excludes a condition.
    pub fn excludes(&mut self, path: &mut Path, wrong: Bits) -> bool {
        let mut world = World { t: &mut self.t, s: &mut path.s, cx: &self.cx };
        matches!(world.refute(&mut self.solver, wrong, &mut self.effort), crate::theory::Proof::Holds)
    }

    fn compare(&mut self, path: &mut Path, op: CmpOp, lhs: Operand, rhs: Operand) -> Val {
        let (left, right) = (self.operand(path, lhs), self.operand(path, rhs));
        let pointers = match (left, right) {
            (Val::Ptr(one), Val::Ptr(other)) => Some((one, other)),
            (Val::Int(_, Some(one)), Val::Int(_, Some(other))) => Some((one, other)),
            (Val::Int(_, Some(one)), Val::Int(term, None)) if self.is_zero(term) => {
                let null = self.world(path).null();
                Some((one, null))
            }
            _ => None,
        };
        if let Some((one, other)) = pointers {
            return Val::Int(self.compare_pointers(path, op, one, other), None);
        }
        let (a, b) = (self.integer(path, lhs), self.integer(path, rhs));
        Val::Int(self.compare_numbers(op, a, b), None)
    }

    fn is_zero(&self, term: Bits) -> bool {
        self.t.as_const(term).is_some_and(|value| value.is_zero())
    }

    fn compare_numbers(&mut self, op: CmpOp, a: Bits, b: Bits) -> Bits {
        match op {
            CmpOp::Eq => self.t.eq(a, b),
            CmpOp::Ne => self.t.ne(a, b),
            CmpOp::Ult => self.t.ult(a, b),
            CmpOp::Ule => self.t.ule(a, b),
            CmpOp::Ugt => self.t.ugt(a, b),
            CmpOp::Uge => self.t.uge(a, b),
            CmpOp::Slt => self.t.slt(a, b),
            CmpOp::Sle => self.t.sle(a, b),
            CmpOp::Sgt => self.t.sgt(a, b),
            CmpOp::Sge => self.t.sge(a, b),
        }
    }

    /// Pointers into one object compare as their offsets. Pointers into different objects differ if both are sure to be
    /// where they seem, or one is null and the other inside or just behind its object; otherwise either may be.
    fn compare_pointers(&mut self, path: &mut Path, op: CmpOp, one: Ptr, other: Ptr) -> Bits {
        let mut world = self.world(path);
        let null = world.null();
        let same_object = world.t.eq(one.obj, other.obj);
        let (one_null, other_null) = (world.same(one, null), world.same(other, null));
        let is_known = |world: &World<'_>, term: Bits| world.t.as_bool(term) == Some(true);
        if is_known(&world, one_null) && is_known(&world, other_null) {
            let (a, b) = (one.off, other.off);
            return self.compare_numbers(op, a, b);
        }
        let offsets = world.t.eq(one.off, other.off);
        match op {
            CmpOp::Eq | CmpOp::Ne => {
                let mut differ = world.t.falsity();
                if !is_known(&world, one_null) && !is_known(&world, other_null) {
                    let (a, b) = (sure(&mut world, one), sure(&mut world, other));
                    differ = world.t.and(a, b);
                }
                for (empty, ptr) in [(one_null, other), (other_null, one)] {
                    if world.t.as_bool(empty) == Some(false) {
                        continue;
                    }
                    let near = if world.is_given(ptr) { world.t.truth() } else { within(&mut world, ptr) };
                    let apart = world.t.and(empty, near);
                    differ = world.t.or(differ, apart);
                }
                let no = world.t.falsity();
                let apart = match is_known(&world, differ) {
                    true => no,
                    false => {
                        let either = world.t.fresh("layout", 1);
                        world.t.ite(differ, no, either)
                    }
                };
                let equal = world.t.ite(same_object, offsets, apart);
                if op == CmpOp::Eq { equal } else { world.t.not(equal) }
            }
            _ => {
                let (a, b) = (within(&mut world, one), within(&mut world, other));
                let inside = world.t.and(a, b);
                let inside = world.t.or(inside, offsets);
                let known = world.t.and(same_object, inside);
                let either = world.t.fresh("layout", 1);
                let ordered = self.compare_numbers(op, one.off, other.off);
                self.t.ite(known, ordered, either)
            }
        }
    }

    fn cast(&mut self, path: &mut Path, op: CastOp, operand: Operand, ty: Scalar) -> Val {
        let bits = ty.bits(self.program.target);
        let value = self.operand(path, operand);
        match op {
            CastOp::PtrToInt => match value {
                Val::Ptr(ptr) => {
                    let word = self.program.target.pointer_bytes * 8;
                    let from = (bits == word).then_some(ptr);
                    Val::Int(self.world(path).address(ptr, bits), from)
                }
                other => other,
            },
            CastOp::IntToPtr => {
                // What a constant is an address of is no object.
                if matches!(value, Val::Int(term, None) if self.t.as_const(term).is_none()) {
                    path.s.approximate.get_or_insert_with(|| "an integer is used as a pointer".into());
                }
                Val::Ptr(self.world(path).as_pointer(value))
            }
            CastOp::Trunc | CastOp::ZExt => {
                let term = self.integer(path, operand);
                Val::Int(self.world(path).widened(term, bits, false), None)
            }
            CastOp::SExt => {
                let term = self.integer(path, operand);
                Val::Int(self.world(path).widened(term, bits, true), None)
            }
            CastOp::Bitcast => self.fitted(path, value, ty),
            _ => {
                path.s.approximate.get_or_insert_with(|| "floating-point numbers".into());
                self.any(path, ty)
            }
        }
    }

    fn intrinsic(&mut self, path: &mut Path, op: Intrinsic, args: &[Operand], ty: Scalar) -> Val {
        let terms: Vec<Bits> = args.iter().map(|operand| self.integer(path, *operand)).collect();
        let result = match (op, &terms[..]) {
            (Intrinsic::SMin, [a, b]) => {
                let less = self.t.slt(*a, *b);
                self.t.ite(less, *a, *b)
            }
            (Intrinsic::SMax, [a, b]) => {
                let less = self.t.slt(*a, *b);
                self.t.ite(less, *b, *a)
            }
            (Intrinsic::UMin, [a, b]) => {
                let less = self.t.ult(*a, *b);
                self.t.ite(less, *a, *b)
            }
            (Intrinsic::UMax, [a, b]) => {
                let less = self.t.ult(*a, *b);
                self.t.ite(less, *b, *a)
            }
            (Intrinsic::Abs, [a]) => {
                let width = self.t.width(*a);
                let zero = self.t.zero(width);
                let negative = self.t.slt(*a, zero);
                let negated = self.t.neg(*a);
                self.t.ite(negative, negated, *a)
            }
            (Intrinsic::Bswap, [a]) => self.t.bswap(*a),
            (Intrinsic::Ctlz, [a]) => self.t.ctlz(*a),
            (Intrinsic::Cttz, [a]) => self.t.cttz(*a),
            (Intrinsic::Ctpop, [a]) => self.t.popcount(*a),
            (Intrinsic::SAddOverflows, [a, b]) => self.t.sadd_overflow(*a, *b),
            (Intrinsic::UAddOverflows, [a, b]) => self.t.uadd_overflow(*a, *b),
            (Intrinsic::SSubOverflows, [a, b]) => self.t.ssub_overflow(*a, *b),
            (Intrinsic::USubOverflows, [a, b]) => self.t.usub_overflow(*a, *b),
            (Intrinsic::SMulOverflows, [a, b]) => self.t.smul_overflow(*a, *b),
            (Intrinsic::UMulOverflows, [a, b]) => self.t.umul_overflow(*a, *b),
            _ => {
                path.s.approximate.get_or_insert_with(|| "an operation of the machine".into());
                return self.any(path, ty);
            }
        };
        Val::Int(result, None)
    }

    /// Notes a step of the path.
    pub fn step(&mut self, path: &mut Path, span: Option<Span>, action: Action) {
        path.steps.push(Step { span, action });
    }
}

/// Whether a pointer is inside of its object or just behind it.
fn within(world: &mut World<'_>, ptr: Ptr) -> Bits {
    let size = world.size(ptr.obj);
    world.t.ule(ptr.off, size)
}

/// Whether no pointer to another object can have the address of this one: it is inside of a live object, or the function
/// was given it and did not free its object.
fn sure(world: &mut World<'_>, ptr: Ptr) -> Bits {
    let now = world.s.now;
    let lives = world.allocated(now, ptr.obj);
    if world.is_given(ptr) {
        let lived = world.allocated(0, ptr.obj);
        return world.t.implies(lived, lives);
    }
    let size = world.size(ptr.obj);
    let inside = world.t.ult(ptr.off, size);
    world.t.and(lives, inside)
}
