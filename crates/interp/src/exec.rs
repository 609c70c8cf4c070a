//! The executor: walks over decoded operations.
//!
//! Operations on plain numbers and accesses that are fine are done in the loop; everything else leaves it through
//! a function that is marked cold, so that the loop stays small.
//!
//! Invariant: `self.pc` is the operation being executed, so that whoever reports an error knows the place.

use crate::arith::{self, ArithError};
use crate::code::{Code, Op, Pc, Src};
use crate::float;
use crate::machine::{Machine, Step, Stop};
use crate::value::{Prov, Value, Wide, mask, sign_extend};
use ir::{Access, BinaryOp, CmpOp, ErrorKind, FloatKind, Property};

/// What an operation reads.
#[inline(always)]
fn get(registers: &[Value], code: &Code, base: usize, from: Src) -> Value {
    match from.0 & Src::CONST {
        0 => registers[base + from.0 as usize],
        _ => code.consts[(from.0 & !Src::CONST) as usize],
    }
}

/// A comparison of plain numbers.
#[inline(always)]
fn holds(op: CmpOp, bits: u8, a: u64, b: u64) -> bool {
    op.holds((a, b), (sign_extend(a, bits), sign_extend(b, bits)))
}

impl<'a> Machine<'a> {
    /// Executes until the innermost boundary frame returns; gives what it returned.
    pub fn execute(&mut self) -> Step<Option<Wide>> {
        loop {
            match self.execute_frame() {
                Ok(Some(result)) => return Ok(result),
                Ok(None) => {}
                Err(Stop::Fault(fault)) => self.go_on(fault)?,
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Executes operations of the last frame until another frame becomes the last.
    fn execute_frame(&mut self) -> Step<Option<Option<Wide>>> {
        let Some(frame) = self.frames.last() else { return Ok(Some(None)) };
        let code: &'a Code = frame.code;
        let base = frame.base;
        let mut pc = self.pc as usize;

        macro_rules! get {
            ($src:expr) => {
                get(&self.registers, code, base, $src)
            };
        }
        macro_rules! set {
            ($dst:expr, $value:expr) => {{
                let value = $value;
                self.registers[base + $dst as usize] = value;
            }};
        }
        // An operation on two plain numbers; anything else goes the long way.
        macro_rules! plain {
            ($op:ident, $bits:expr, $to:expr, $a:expr, $b:expr, |$x:ident, $y:ident| $result:expr) => {{
                let (a, b) = (get!($a), get!($b));
                if a.is_plain() && b.is_plain() {
                    let ($x, $y) = (a.bits, b.bits);
                    set!($to, Value::int($result));
                } else {
                    let result = self.arith(BinaryOp::$op, $bits, a, b)?;
                    set!($to, result);
                }
            }};
        }
        macro_rules! load {
            ($to:expr, $ptr:expr, $bytes:expr) => {{
                let pointer = get!($ptr);
                let value = match self.memory.load(pointer, $bytes) {
                    Some(value) => value,
                    None => self.slow_load(pointer, $bytes)?,
                };
                set!($to, value);
            }};
        }
        macro_rules! store {
            ($from:expr, $ptr:expr, $bytes:expr) => {{
                let (value, pointer) = (get!($from), get!($ptr));
                if self.observer.is_tracing() {
                    self.settle_trace();
                }
                if !self.memory.store(pointer, value, $bytes) {
                    self.slow_store(pointer, value, $bytes)?;
                }
                if self.observer.is_tracing() {
                    self.trace_store(pointer, Wide::narrow(value), $bytes);
                }
            }};
        }

        macro_rules! cover {
            () => {
                if let Some(coverage) = &mut self.coverage {
                    coverage.take(code.id.0, pc as u32);
                }
            };
        }

        loop {
            self.pc = pc as u32;
            self.steps += 1;
            if self.steps >= self.horizon {
                self.look_up()?;
            }
            let op = code.ops[pc];
            pc += 1;
            match op {
                Op::Move { to, from } => set!(to, get!(from)),
                Op::Add { bits, to, a, b } => {
                    plain!(Add, bits, to, a, b, |x, y| x.wrapping_add(y) & mask(bits));
                }
                Op::Sub { bits, to, a, b } => {
                    plain!(Sub, bits, to, a, b, |x, y| x.wrapping_sub(y) & mask(bits));
                }
                Op::Mul { bits, to, a, b } => {
                    plain!(Mul, bits, to, a, b, |x, y| x.wrapping_mul(y) & mask(bits));
                }
                Op::And { to, a, b } => plain!(And, 64, to, a, b, |x, y| x & y),
                Op::Or { to, a, b } => plain!(Or, 64, to, a, b, |x, y| x | y),
                Op::Xor { to, a, b } => plain!(Xor, 64, to, a, b, |x, y| x ^ y),
                Op::Shl { bits, to, a, b } => {
                    if self.is_shift_fine(get!(b), bits) {
                        plain!(Shl, bits, to, a, b, |x, y| (x << y) & mask(bits));
                    } else {
                        let result = self.arith(BinaryOp::Shl, bits, get!(a), get!(b))?;
                        set!(to, result);
                    }
                }
                Op::LShr { bits, to, a, b } => {
                    if self.is_shift_fine(get!(b), bits) {
                        plain!(LShr, bits, to, a, b, |x, y| x >> y);
                    } else {
                        let result = self.arith(BinaryOp::LShr, bits, get!(a), get!(b))?;
                        set!(to, result);
                    }
                }
                Op::AShr { bits, to, a, b } => {
                    if self.is_shift_fine(get!(b), bits) {
                        plain!(AShr, bits, to, a, b, |x, y| (sign_extend(x, bits) >> y) as u64 & mask(bits));
                    } else {
                        let result = self.arith(BinaryOp::AShr, bits, get!(a), get!(b))?;
                        set!(to, result);
                    }
                }
                Op::Arith { op, bits, signed, to, a, b } => {
                    let (a, b) =
                        (self.read_wide(code, base, a, bits > 64), self.read_wide(code, base, b, bits > 64));
                    let result = self.checked_arith(op, bits, signed, a, b)?;
                    self.write_wide(base, to, result, bits > 64);
                }
                Op::Float { op, kind, to, a, b } => {
                    let (x, y) = (get!(a), get!(b));
                    if kind == FloatKind::F64 && x.is_plain() && y.is_plain() {
                        let result = float::binary_double(op, f64::from_bits(x.bits), f64::from_bits(y.bits));
                        set!(to, Value::int(result.to_bits()));
                    } else {
                        let wide = kind.bits() > 64;
                        let a = self.read_wide(code, base, a, wide);
                        let b = self.read_wide(code, base, b, wide);
                        self.note_disguised(a);
                        self.note_disguised(b);
                        let result = float_binary(op, kind, a, b);
                        self.write_wide(base, to, result, wide);
                    }
                }
                Op::PtrAdd { to, base: pointer, offset } => {
                    let (pointer, offset) = (get!(pointer), get!(offset));
                    if pointer.undef == 0 && offset.is_plain() {
                        let address = self.memory.wrap(pointer.bits.wrapping_add(offset.bits));
                        set!(to, Value::pointer(address, pointer.prov));
                    } else {
                        let result = self.pointer_add(pointer, offset)?;
                        set!(to, result);
                    }
                }
                Op::Compare { op, bits, to, a, b } => {
                    let (a, b) = (get!(a), get!(b));
                    if a.is_plain() && b.is_plain() {
                        set!(to, Value::int(u64::from(holds(op, bits, a.bits, b.bits))));
                    } else {
                        set!(to, arith::compare(op, bits, Wide::narrow(a), Wide::narrow(b), &self.memory));
                    }
                }
                Op::FCompare { op, kind, to, a, b } => {
                    let wide = kind.bits() > 64;
                    let a = self.read_wide(code, base, a, wide);
                    let b = self.read_wide(code, base, b, wide);
                    self.note_disguised(a);
                    self.note_disguised(b);
                    let holds = u64::from(float::compare(op, kind, a.bits(), b.bits()));
                    let undef = u64::from(!(a.is_defined() && b.is_defined()));
                    set!(to, Value { undef, ..Value::int(holds) });
                }
                Op::Select { to, cond, then, otherwise } => {
                    let cond = get!(cond);
                    let (then, otherwise) = (get!(then), get!(otherwise));
                    if cond.is_plain() {
                        set!(to, if cond.bits & 1 == 1 { then } else { otherwise });
                    } else {
                        let result = self.select(cond, then, otherwise);
                        set!(to, result);
                    }
                }
                Op::Trunc { bits, to, from } => {
                    let value = get!(from);
                    let value = if value.prov == Prov::NONE { value } else { self.truncate(value, bits) };
                    set!(to, value.truncated(bits));
                }
                Op::SExt { bits, wide, to, from } => {
                    let value = get!(from);
                    let extend = |number| sign_extend(number, bits) as u64 & mask(wide);
                    set!(to, Value { bits: extend(value.bits), undef: extend(value.undef), ..value });
                }
                Op::Load8 { to, ptr } => load!(to, ptr, 8),
                Op::Load4 { to, ptr } => load!(to, ptr, 4),
                Op::Load { bytes, to, ptr } => load!(to, ptr, usize::from(bytes)),
                Op::Store8 { from, ptr } => store!(from, ptr, 8),
                Op::Store4 { from, ptr } => store!(from, ptr, 4),
                Op::Store { bytes, from, ptr } => store!(from, ptr, usize::from(bytes)),
                Op::Jump { to } => pc = to as usize,
                Op::Branch { cond, then, otherwise } => {
                    let cond = get!(cond);
                    let bits = match cond.is_plain() {
                        true => cond.bits,
                        false => self.decide("a branch", cond)?,
                    };
                    let holds = bits & 1 == 1;
                    if self.observer.is_tracing() {
                        self.trace_branch(holds);
                    }
                    pc = if holds { then as usize } else { otherwise as usize };
                    cover!();
                }
                Op::CompareBranch { op, bits, a, b, then, otherwise } => {
                    let (a, b) = (get!(a), get!(b));
                    let holds = match a.is_plain() && b.is_plain() {
                        true => holds(op, bits, a.bits, b.bits),
                        false => self.compare_and_decide(op, bits, a, b)?,
                    };
                    if self.observer.is_tracing() {
                        self.trace_branch(holds);
                    }
                    pc = if holds { then as usize } else { otherwise as usize };
                    cover!();
                }
                Op::Switch { table } => {
                    pc = self.switch(code, base, table)? as usize;
                    cover!();
                }
                Op::Indirect { table } => pc = self.indirect(code, base, table)? as usize,
                Op::Return { table } => {
                    return match self.return_from(&code.returns[table as usize])? {
                        Some(result) => Ok(Some(result)),
                        None => Ok(None),
                    };
                }
                Op::Unreachable => {
                    return self.undefined("reaches the end of a function that must return a value, or of a call that does not return");
                }
                Op::Call { table } => {
                    self.call(&code.calls[table as usize])?;
                    return Ok(None);
                }
                Op::VarIs { var, from } => {
                    let value = get!(from);
                    if self.observer.is_tracing() {
                        self.trace_variable(var, value);
                    }
                    set!(var, value);
                }
                Op::VarEnd { var } => set!(var, Value::undefined(u64::MAX)),
                Op::Rare { table } => {
                    self.rare(code, base, &code.rares[table as usize])?;
                }
            }
        }
    }

    #[inline(always)]
    fn is_shift_fine(&self, amount: Value, bits: u8) -> bool {
        amount.is_plain() && amount.bits < u64::from(bits)
    }

    /// Reads a scalar of one or two registers.
    pub fn read_wide(&self, code: &Code, base: usize, from: Src, wide: bool) -> Wide {
        let lo = get(&self.registers, code, base, from);
        match wide {
            true => Wide { lo, hi: get(&self.registers, code, base, from.high()) },
            false => Wide::narrow(lo),
        }
    }

    /// Writes a scalar of one or two registers.
    pub fn write_wide(&mut self, base: usize, to: u32, value: Wide, wide: bool) {
        self.registers[base + to as usize] = value.lo;
        if wide {
            self.registers[base + to as usize + 1] = value.hi;
        }
    }

    /// An operation whose operands are not plain numbers, or a shift by too much.
    #[cold]
    fn arith(&mut self, op: BinaryOp, bits: u8, a: Value, b: Value) -> Step<Value> {
        self.checked_arith(op, bits, false, Wide::narrow(a), Wide::narrow(b)).map(|wide| wide.lo)
    }

    fn checked_arith(&mut self, op: BinaryOp, bits: u8, signed: bool, a: Wide, b: Wide) -> Step<Wide> {
        match op {
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem if !b.is_defined() => {
                self.uninitialized("a division")?;
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if b.bits() >= u128::from(bits) => {
                self.note_undefined("shifts by the width of the type or more");
            }
            _ => {}
        }
        let defined = a.is_defined() && b.is_defined();
        if signed && defined && arith::overflows(op, bits, a.bits(), b.bits()) {
            let (x, y) = (arith::signed(a.bits(), bits), arith::signed(b.bits(), bits));
            let sign = match op {
                BinaryOp::Add => "+",
                BinaryOp::Sub => "-",
                _ => "*",
            };
            return self.error(
                ErrorKind::SignedOverflow,
                format!("{x} {sign} {y} overflows {bits} bits"),
                None,
            );
        }
        let result = arith::binary(op, bits, a, b, &mut self.memory);
        if std::mem::take(&mut self.memory.depends_on_layout) {
            self.note_layout();
        }
        result.or_else(|error| match error {
            ArithError::DivisionByZero => self.undefined("divides by zero"),
            ArithError::QuotientOverflow if self.config.properties.contains(Property::NoOverflow) => self
                .error(ErrorKind::SignedOverflow, "the smallest number divided by -1 overflows".into(), None),
            ArithError::QuotientOverflow => self.undefined("divides the smallest number by -1"),
        })
    }

    /// An address computed from parts that are undefined or carry provenance.
    #[cold]
    fn pointer_add(&mut self, pointer: Value, offset: Value) -> Step<Value> {
        let bits = (self.memory.word * 8) as u8;
        self.arith(BinaryOp::Add, bits, pointer, offset)
    }

    #[cold]
    fn select(&mut self, cond: Value, then: Value, otherwise: Value) -> Value {
        let chosen = if cond.bits & 1 == 1 { then } else { otherwise };
        if cond.undef != 0 {
            let undef = then.undef | otherwise.undef | (then.bits ^ otherwise.bits);
            return Value { undef, ..chosen };
        }
        // The condition depends on the layout, and so does the choice, unless it makes no difference.
        if then != otherwise && cond.prov != Prov::NONE {
            self.note_layout();
        }
        chosen
    }

    /// An integer made from an address that is cut: too little is left to follow it, or to keep the object. Who
    /// puts an address together from parts must get the other part by an operation that exposes the object.
    fn truncate(&self, value: Value, bits: u8) -> Value {
        match usize::from(bits) >= self.memory.word * 8 {
            true => value,
            false => Value { prov: Prov::DERIVED, ..value },
        }
    }

    /// Something depends on a value that is not plain: what it is taken for.
    #[cold]
    pub fn decide(&mut self, what: &str, value: Value) -> Step<u64> {
        if value.undef != 0 {
            self.uninitialized(what)?;
        }
        if value.prov != Prov::NONE {
            self.note_layout();
        }
        Ok(value.bits)
    }

    #[cold]
    fn compare_and_decide(&mut self, op: CmpOp, bits: u8, a: Value, b: Value) -> Step<bool> {
        let outcome = arith::compare(op, bits, Wide::narrow(a), Wide::narrow(b), &self.memory);
        if !outcome.is_plain() {
            self.decide("a branch", outcome)?;
        }
        Ok(outcome.bits & 1 == 1)
    }

    /// An address goes where nothing follows it: into floating-point arithmetic, into each byte of a block.
    pub fn note_disguised(&mut self, value: Wide) {
        for prov in [value.lo.prov, value.hi.prov] {
            if prov != Prov::NONE {
                self.memory.expose(prov);
                self.note_layout();
            }
        }
    }

    /// A load that is not simply fine: through an exposed address, or an error.
    #[cold]
    pub fn slow_load(&mut self, pointer: Value, count: usize) -> Step<Value> {
        let (prov, at) = self.access(pointer, count as u64, Access::Read)?;
        let pointer = Value::pointer(self.memory.objects[prov.index()].base + at as u64, prov);
        match self.memory.load(pointer, count) {
            Some(value) => Ok(value),
            None => self.undefined("reads nothing"),
        }
    }

    /// A store that is not simply fine.
    #[cold]
    pub fn slow_store(&mut self, pointer: Value, value: Value, count: usize) -> Step<()> {
        let (prov, at) = self.access(pointer, count as u64, Access::Write)?;
        let pointer = Value::pointer(self.memory.objects[prov.index()].base + at as u64, prov);
        self.memory.store(pointer, value, count);
        Ok(())
    }

    /// The object and offset of an access that is fine; else the error that it is.
    pub fn access(&mut self, pointer: Value, count: u64, access: Access) -> Step<(Prov, usize)> {
        if pointer.undef != 0 {
            self.uninitialized("an address")?;
            if pointer.prov == Prov::NONE {
                return self.error(ErrorKind::InvalidPointer, "uses an uninitialised pointer".into(), None);
            }
        }
        match self.memory.resolve(pointer, count, access) {
            Ok(found) => Ok(found),
            Err(problem) => self.problem(problem),
        }
    }

    fn switch(&mut self, code: &Code, base: usize, table: u32) -> Step<Pc> {
        let switch = &code.switches[table as usize];
        let wide = crate::decode::is_wide(switch.ty, self.prepared.program);
        let value = self.read_wide(code, base, switch.value, wide);
        let mut bits = value.bits();
        if !value.lo.is_plain() || !value.hi.is_plain() {
            let (lo, hi) = (self.decide("a switch", value.lo)?, self.decide("a switch", value.hi)?);
            bits = u128::from(hi) << 64 | u128::from(lo);
        }
        if self.observer.is_tracing() {
            self.trace_switch(bits, switch.ty);
        }
        Ok(match switch.cases.binary_search_by_key(&bits, |case| case.0) {
            Ok(position) => switch.cases[position].1,
            Err(_) => switch.default,
        })
    }

    fn indirect(&mut self, code: &Code, base: usize, table: u32) -> Step<Pc> {
        let indirect = &code.indirects[table as usize];
        let address = get(&self.registers, code, base, indirect.address);
        if address.undef != 0 {
            self.uninitialized("a jump")?;
        }
        match indirect.targets.iter().find(|target| target.0 == address.bits) {
            Some(target) => Ok(target.1),
            None => self.undefined("jumps to an address that is no label of this function"),
        }
    }
}

/// A float operation on any values.
fn float_binary(op: BinaryOp, kind: FloatKind, a: Wide, b: Wide) -> Wide {
    let result = Wide::from_bits(float::binary(op, kind, a.bits(), b.bits()));
    match a.is_defined() && b.is_defined() {
        true => result,
        false => result.marked(arith::mask(kind.bits() as u8)),
    }
}
