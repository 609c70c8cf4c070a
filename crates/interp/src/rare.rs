//! The operations that stand in the side table: stack objects, blocks of memory, conversions, intrinsics, variadic
//! lists.

use crate::arith;
use crate::code::{Code, Rare};
use crate::decode::is_wide;
use crate::float;
use crate::machine::{Machine, Step, Stop};
use crate::memory::{Kind, Life};
use crate::report::{Signal, Stopped};
use crate::value::{Prov, Value, Wide};
use ir::{Access, CastOp, ErrorKind, Intrinsic, Scalar};

impl Machine<'_> {
    /// Executes a rare operation of the frame whose registers start at `base`.
    pub fn rare(&mut self, code: &Code, base: usize, rare: &Rare) -> Step<()> {
        let program = self.prepared.program;
        match rare {
            Rare::Alloca { to, size, align, scoped, var } => {
                let size = self.read_wide(code, base, *size, false).lo;
                if !size.is_plain() {
                    self.decide("the size of a stack object", size)?;
                }
                let Some(address) = self.memory.push_stack(size.bits, *align, self.config.stack_limit) else {
                    return Err(Stop::Stopped(Box::new(Stopped::StackOverflow { site: self.site() })));
                };
                let (kind, place) = (Kind::Stack(code.id, *var), self.place());
                let prov = match scoped {
                    true => self.memory.create_unborn(address, size.bits, *align, kind, place),
                    false => self.memory.create_stack(address, size.bits, *align, kind, place),
                };
                self.stack_objects.push(prov);
                self.registers[base + *to as usize] = Value::pointer(address, prov);
            }
            Rare::ScopeBegin { slot } => {
                let old = self.registers[base + *slot as usize];
                let place = self.place();
                if self.memory.metas[old.prov.index()].life == Life::Alive {
                    self.memory.end(old.prov, place);
                }
                let meta = self.memory.metas[old.prov.index()];
                let prov = self.memory.create_stack(old.bits, meta.size, meta.align, meta.kind, place);
                if let Some(entry) = self.stack_objects.iter_mut().rev().find(|entry| **entry == old.prov) {
                    *entry = prov;
                }
                self.registers[base + *slot as usize] = Value::pointer(old.bits, prov);
            }
            Rare::ScopeEnd { slot } => {
                let prov = self.registers[base + *slot as usize].prov;
                if self.memory.metas[prov.index()].life == Life::Alive {
                    let place = self.place();
                    self.memory.end(prov, place);
                }
            }
            Rare::LongLoop { counter, value, reason } => {
                if self.read_wide(code, base, *counter, false).lo.bits == *value {
                    let (reason, site) = (reason.to_string(), self.site());
                    return Err(Stop::Stopped(Box::new(Stopped::LongLoop { reason, site })));
                }
            }
            Rare::Accelerate { rounds, head } => self.accelerate(code, base, *rounds, *head),
            Rare::StackSave { to } => {
                self.registers[base + *to as usize] = Value::int(self.stack_objects.len() as u64);
            }
            Rare::Unwritten { to, ty } => {
                let bytes = ty.bytes(program.target) as usize;
                let mut content = [0; 16];
                self.memory.garbage.fill(&mut content[..bytes]);
                let all = arith::mask(ty.bits(program.target) as u8);
                let value = Wide::from_bits(u128::from_le_bytes(content) & all).marked(all);
                self.write_wide(base, *to, value, is_wide(*ty, program));
            }
            Rare::StackRestore { token } => {
                self.stack_restore(self.read_wide(code, base, *token, false).lo)?
            }
            Rare::LoadScalar { to, ptr, ty } => {
                let pointer = self.read_wide(code, base, *ptr, false).lo;
                let value = self.load_scalar(pointer, *ty)?;
                self.write_wide(base, *to, value, is_wide(*ty, program));
            }
            Rare::LoadVolatile { to, ptr, ty } => {
                let pointer = self.read_wide(code, base, *ptr, false).lo;
                self.load_scalar(pointer, *ty)?;
                let value = self.read_volatile(*ty);
                self.write_wide(base, *to, value, is_wide(*ty, program));
            }
            Rare::StoreScalar { from, ptr, ty } => {
                let value = self.read_wide(code, base, *from, true);
                let pointer = self.read_wide(code, base, *ptr, false).lo;
                self.store_scalar(pointer, value, *ty)?;
            }
            Rare::MemCopy { dst, src, len, may_overlap } => {
                let read = |src| self.read_wide(code, base, src, false).lo;
                let (dst, src, len) = (read(*dst), read(*src), read(*len));
                self.copy_memory(dst, src, len, *may_overlap)?;
            }
            Rare::MemSet { dst, byte, len } => {
                let read = |src| self.read_wide(code, base, src, false).lo;
                let (dst, byte, len) = (read(*dst), read(*byte), read(*len));
                self.set_memory(dst, byte, len)?;
            }
            Rare::CompareWide { op, bits, to, a, b } => {
                let (a, b) = (self.read_wide(code, base, *a, true), self.read_wide(code, base, *b, true));
                self.registers[base + *to as usize] = arith::compare(*op, *bits, a, b, &self.memory);
            }
            Rare::SelectWide { to, cond, then, otherwise } => {
                let cond = self.read_wide(code, base, *cond, false).lo;
                let chosen = if cond.bits & 1 == 1 { then } else { otherwise };
                let mut value = self.read_wide(code, base, *chosen, true);
                if cond.undef != 0 {
                    value = value.marked(u128::MAX);
                }
                self.note_disguised(Wide::narrow(cond));
                self.write_wide(base, *to, value, true);
            }
            Rare::Cast { op, from, into, to, value } => {
                let value = self.read_wide(code, base, *value, is_wide(*from, program));
                let result = self.cast(*op, *from, *into, value)?;
                self.write_wide(base, *to, result, is_wide(*into, program));
            }
            Rare::Intrinsic { op, ty, result, to, args } => {
                let args: Vec<Wide> = args
                    .iter()
                    .map(|(arg, ty)| self.read_wide(code, base, *arg, is_wide(*ty, program)))
                    .collect();
                let value = self.intrinsic(*op, *ty, *result, &args);
                self.write_wide(base, *to, value, is_wide(*result, program));
            }
            Rare::VaStart { list } => {
                let list = self.read_wide(code, base, *list, false).lo;
                self.va_start(list)?;
            }
            Rare::VaCopy { dst, src } => {
                let read = |src| self.read_wide(code, base, src, false).lo;
                let (dst, src) = (read(*dst), read(*src));
                let length = if self.memory.word == 8 { 24 } else { 4 };
                self.copy_memory(dst, src, Value::int(length), true)?;
            }
            Rare::Trap => return self.end_by_signal(Signal::IllegalInstruction),
            Rare::Unsupported { what } => return self.unsupported(what.clone()),
        }
        Ok(())
    }

    fn stack_restore(&mut self, token: Value) -> Step<()> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let (mark, start) = (frame.stack_mark, frame.stack_start);
        let keep = (token.bits as usize).max(mark);
        if self.stack_objects.len() > keep {
            let place = self.place();
            for prov in self.stack_objects.drain(keep..) {
                self.memory.end(prov, place);
            }
            let last = self.stack_objects[mark..].last();
            let lowest = last.map_or(start, |prov| self.memory.objects[prov.index()].base);
            self.memory.stack_pointer = lowest.min(start);
        }
        Ok(())
    }

    /// Reads a scalar of any type.
    pub fn load_scalar(&mut self, pointer: Value, ty: Scalar) -> Step<Wide> {
        let target = self.prepared.program.target;
        let (bits, bytes) = (ty.bits(target) as u8, ty.bytes(target) as usize);
        let lo = self.read_memory_of(pointer, bytes.min(8), bytes)?;
        if bytes <= 8 {
            return Ok(Wide::narrow(lo.truncated(bits)));
        }
        let hi = self.read_memory(self.offset(pointer, 8), bytes - 8)?;
        Ok(Wide { lo, hi: hi.truncated(bits - 64) })
    }

    /// Reads the first bytes of an access of `all` bytes, which has to be fine as a whole.
    fn read_memory_of(&mut self, pointer: Value, count: usize, all: usize) -> Step<Value> {
        if count < all {
            self.access(pointer, all as u64, Access::Read)?;
        }
        self.read_memory(pointer, count)
    }

    /// Reads up to 8 bytes.
    pub fn read_memory(&mut self, pointer: Value, count: usize) -> Step<Value> {
        match self.memory.load(pointer, count) {
            Some(value) => Ok(value),
            None => self.slow_load(pointer, count),
        }
    }

    /// Writes up to 8 bytes.
    pub fn write_memory(&mut self, pointer: Value, value: Value, count: usize) -> Step<()> {
        match self.memory.store(pointer, value, count) {
            true => Ok(()),
            false => self.slow_store(pointer, value, count),
        }
    }

    /// Writes a scalar of any type.
    pub fn store_scalar(&mut self, pointer: Value, value: Wide, ty: Scalar) -> Step<()> {
        let bytes = ty.bytes(self.prepared.program.target) as usize;
        if self.observer.is_tracing() {
            self.settle_trace();
        }
        if bytes > 8 {
            self.access(pointer, bytes as u64, Access::Write)?;
            self.write_memory(self.offset(pointer, 8), value.hi, bytes - 8)?;
        }
        self.write_memory(pointer, value.lo, bytes.min(8))?;
        if self.observer.is_tracing() {
            self.trace_store(pointer, value, bytes);
        }
        Ok(())
    }

    /// The pointer some bytes further.
    pub fn offset(&self, pointer: Value, bytes: u64) -> Value {
        Value { bits: self.memory.wrap(pointer.bits.wrapping_add(bytes)), ..pointer }
    }

    /// Copies a block of memory.
    pub fn copy_memory(&mut self, dst: Value, src: Value, len: Value, may_overlap: bool) -> Step<()> {
        if !len.is_plain() {
            self.decide("the length of a copy", len)?;
        }
        if len.bits == 0 {
            self.note_empty(&[dst, src]);
            return Ok(());
        }
        let from = self.access(src, len.bits, Access::Read)?;
        let to = self.access(dst, len.bits, Access::Write)?;
        let apart = from.0 != to.0 || from.1.abs_diff(to.1) as u64 >= len.bits;
        if !may_overlap && !apart && from.1 != to.1 {
            let message = format!("copies {} bytes between blocks that overlap", len.bits);
            return self.error(ErrorKind::OverlappingCopy, message, Some((to.0, to.1 as i64)));
        }
        self.memory.copy(to, from, len.bits as usize);
        Ok(())
    }

    /// Sets a block of memory.
    pub fn set_memory(&mut self, dst: Value, byte: Value, len: Value) -> Step<()> {
        if !len.is_plain() {
            self.decide("the length of a block", len)?;
        }
        if len.bits == 0 {
            self.note_empty(&[dst]);
            return Ok(());
        }
        self.note_disguised(Wide::narrow(byte));
        let (prov, at) = self.access(dst, len.bits, Access::Write)?;
        let word = self.memory.word;
        self.memory.objects[prov.index()].fill(at, len.bits as usize, byte.truncated(8), word);
        Ok(())
    }

    fn cast(&mut self, op: CastOp, from: Scalar, into: Scalar, value: Wide) -> Step<Wide> {
        let target = self.prepared.program.target;
        let (bits, wide) = (from.bits(target) as u8, into.bits(target) as u8);
        if matches!(from, Scalar::Float(_)) && op != CastOp::Bitcast
            || matches!(op, CastOp::SiToFp | CastOp::UiToFp)
        {
            self.note_disguised(value);
        }
        let cut = |value: Wide, bits: u8| match bits {
            0..=64 => Wide::narrow(value.lo.truncated(bits)),
            _ => Wide { lo: value.lo, hi: value.hi.truncated(bits - 64) },
        };
        match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Bitcast => {
                Ok(cut(value, wide))
            }
            CastOp::SExt => {
                let extend = |number| arith::signed(number, bits) as u128 & arith::mask(wide);
                let mut result = Wide::from_bits(extend(value.bits())).marked(extend(value.undef()));
                result.lo.prov = value.lo.prov;
                Ok(result)
            }
            _ if !value.is_defined() => {
                let defined = Wide::from_bits(value.bits());
                Ok(self.cast(op, from, into, defined)?.marked(arith::mask(wide)))
            }
            CastOp::FpTrunc | CastOp::FpExt => match (from, into) {
                (Scalar::Float(from), Scalar::Float(into)) => {
                    Ok(Wide::from_bits(float::convert(from, into, value.bits())))
                }
                _ => self.unsupported("a float conversion of other types"),
            },
            CastOp::FpToSi | CastOp::FpToUi => {
                let Scalar::Float(kind) = from else {
                    return self.unsupported("a float conversion of other types");
                };
                let signed = op == CastOp::FpToSi;
                let result = float::to_integer(kind, value.bits(), wide, signed).unwrap_or_else(|| {
                    self.note_undefined("converts a float that is out of range to an integer");
                    out_of_range(kind, value.bits(), wide, signed)
                });
                Ok(Wide::from_bits(result))
            }
            CastOp::SiToFp | CastOp::UiToFp => {
                let Scalar::Float(kind) = into else {
                    return self.unsupported("a float conversion of other types");
                };
                Ok(Wide::from_bits(float::from_integer(kind, value.bits(), bits, op == CastOp::SiToFp)))
            }
        }
    }

    fn intrinsic(&mut self, op: Intrinsic, ty: Scalar, result: Scalar, args: &[Wide]) -> Wide {
        let target = self.prepared.program.target;
        let (bits, wide) = (ty.bits(target) as u8, result.bits(target) as u8);
        for prov in args.iter().flat_map(|arg| [arg.lo.prov, arg.hi.prov]) {
            self.memory.expose(prov);
        }
        let derived = args.iter().any(|arg| arg.lo.prov != Prov::NONE || arg.hi.prov != Prov::NONE);
        let numbers: Vec<u128> = args.iter().map(|arg| arg.bits()).collect();
        let number = match ty {
            Scalar::Float(kind) => float::intrinsic(op, kind, &numbers).unwrap_or(0),
            Scalar::Int(_) | Scalar::Ptr => integer_intrinsic(op, bits, &numbers),
        };
        let undef = args.first().map_or(0, |arg| arg.undef());
        let undef = match (op, ty) {
            _ if args.iter().all(|arg| arg.is_defined()) => 0,
            (Intrinsic::Bswap | Intrinsic::BitReverse, _) => integer_intrinsic(op, bits, &[undef]),
            (Intrinsic::FNeg, _) => undef,
            (Intrinsic::FAbs, Scalar::Float(kind)) => undef & !float::sign_bit(kind),
            _ => arith::mask(wide),
        };
        let mut value = Wide::from_bits(number & arith::mask(wide)).marked(undef);
        if derived {
            value.lo.prov = Prov::DERIVED;
        }
        value
    }
}

/// What the machine gives for a float that does not fit: the smallest number for the sizes that its instructions
/// have; narrower integers are cut from those.
fn out_of_range(kind: ir::FloatKind, bits: u128, wide: u8, signed: bool) -> u128 {
    let signed_as = |width: u8| float::to_integer(kind, bits, width, true);
    let result = match (wide, signed) {
        (0..=32, true) => signed_as(32).unwrap_or(1 << 31),
        (0..=32, false) => signed_as(64).unwrap_or(1 << 63),
        (_, true) => 1 << (wide - 1),
        (_, false) => signed_as(64).unwrap_or(1 << 63),
    };
    result & arith::mask(wide)
}

fn integer_intrinsic(op: Intrinsic, bits: u8, args: &[u128]) -> u128 {
    use Intrinsic::*;
    let a = args.first().copied().unwrap_or(0);
    let b = args.get(1).copied().unwrap_or(0);
    let c = args.get(2).copied().unwrap_or(0);
    let (x, y) = (arith::signed(a, bits), arith::signed(b, bits));
    let width = u32::from(bits);
    let all = arith::mask(bits);
    let (min, max) = (arith::signed(1 << (bits - 1), bits), (all >> 1) as i128);
    let saturate = |exact: Option<i128>, up: bool| match exact {
        Some(exact) => exact.clamp(min, max) as u128,
        None => (if up { max } else { min }) as u128,
    };
    let overflow = |op| u128::from(arith::overflows(op, bits, a, b));
    let result = match op {
        Ctlz => u128::from((a << (128 - width)).leading_zeros().min(width)),
        Cttz => u128::from(a.trailing_zeros().min(width)),
        Ctpop => u128::from(a.count_ones()),
        Bswap => a.swap_bytes() >> (128 - width),
        BitReverse => a.reverse_bits() >> (128 - width),
        Abs => x.wrapping_abs() as u128,
        SMin => x.min(y) as u128,
        SMax => x.max(y) as u128,
        UMin => a.min(b),
        UMax => a.max(b),
        FunnelShl => match (c % u128::from(width)) as u32 {
            0 => a,
            by => a << by | b >> (width - by),
        },
        FunnelShr => match (c % u128::from(width)) as u32 {
            0 => b,
            by => b >> by | a << (width - by),
        },
        SAddOverflows => overflow(ir::BinaryOp::Add),
        SSubOverflows => overflow(ir::BinaryOp::Sub),
        SMulOverflows => overflow(ir::BinaryOp::Mul),
        UAddOverflows => u128::from(a.checked_add(b).is_none_or(|sum| sum > all)),
        USubOverflows => u128::from(a < b),
        UMulOverflows => u128::from(a.checked_mul(b).is_none_or(|product| product > all)),
        SAddSat => saturate(x.checked_add(y), y > 0),
        SSubSat => saturate(x.checked_sub(y), y < 0),
        UAddSat => a.checked_add(b).map_or(all, |sum| sum.min(all)),
        USubSat => a.saturating_sub(b),
        FNeg | FAbs | CopySign | Sqrt | Floor | Ceil | Truncate | RoundEven | Round | Fma | FMin | FMax
        | IsFpClass => 0,
    };
    result & all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_intrinsics() {
        use Intrinsic::*;
        let run = |op, bits, args: &[u128]| integer_intrinsic(op, bits, args);
        assert_eq!(run(Ctlz, 16, &[1]), 15);
        assert_eq!(run(Ctlz, 16, &[0]), 16);
        assert_eq!(run(Cttz, 8, &[0]), 8);
        assert_eq!(run(Bswap, 32, &[0x1122_3344]), 0x4433_2211);
        assert_eq!(run(BitReverse, 8, &[1]), 0x80);
        assert_eq!(run(FunnelShl, 8, &[0x81, 0xc0, 1]), 3);
        assert_eq!(run(SAddSat, 8, &[100, 100]), 127);
        assert_eq!(run(SSubSat, 8, &[0x80, 1]), 0x80);
        assert_eq!(run(UMulOverflows, 64, &[1 << 33, 1 << 33]), 1);
        assert_eq!(run(Abs, 8, &[0x80]), 0x80);
    }
}
