//! `setjmp` and `longjmp`.
//!
//! `setjmp` notes the frame and the operation and writes the number of the note into the buffer; `longjmp` leaves
//! all frames above and lets the call of `setjmp` return once more. Registers keep the values they had, which is
//! one of the things C allows for variables that are not volatile.

use crate::call::Argument;
use crate::code::Call;
use crate::machine::{Machine, Step};
use crate::value::{Value, Wide};
use ir::Access;

/// A place that `longjmp` can return to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JumpTarget {
    /// The position of the frame.
    frame: usize,
    /// Its number, by which a frame at the same position is told from it.
    serial: u64,
    /// The operation: a call of `setjmp`.
    pc: u32,
}

/// What marks a buffer that `setjmp` filled.
const MAGIC: u64 = 0x6a6d_7062;

impl Machine<'_> {
    /// `setjmp(buffer)`.
    pub fn setjmp(&mut self, args: &[Argument]) -> Step<Wide> {
        let buffer = self.pointer_argument(args, 0);
        let position = self.frames.len() - 1;
        let target = JumpTarget { frame: position, serial: self.frames[position].serial, pc: self.pc };
        // A loop that saves its place again and again needs no new number each time.
        let number = self.jump_targets.iter().rposition(|known| *known == target).unwrap_or_else(|| {
            self.jump_targets.push(target);
            self.jump_targets.len() - 1
        }) as u64;
        // What else is in the buffer is nobody's business, but it is not what was there before.
        let size = clib::jump_buffer(self.prepared.program.target);
        let (prov, at) = self.access(buffer, size, Access::Write)?;
        let word = self.memory.word;
        self.memory.objects[prov.index()].fill(at, size as usize, Value::undefined(0xff), word);
        self.write_memory(buffer, Value::int(MAGIC), 4)?;
        self.write_memory(self.offset(buffer, 4), Value::int(number), 4)?;
        Ok(Wide::narrow(Value::ZERO))
    }

    /// `longjmp(buffer, value)`.
    pub fn longjmp(&mut self, args: &[Argument]) -> Step<()> {
        let buffer = self.pointer_argument(args, 0);
        let value = args.get(1).map_or(Value::int(1), |arg| arg.value.lo);
        self.access(buffer, clib::jump_buffer(self.prepared.program.target), Access::Read)?;
        let magic = self.read_memory(buffer, 4)?;
        let number = self.read_memory(self.offset(buffer, 4), 4)?;
        let target = self.jump_targets.get(number.bits as usize).copied();
        let Some(target) = target.filter(|_| magic.bits == MAGIC && magic.undef | number.undef == 0) else {
            return self.undefined("longjmp to a buffer that setjmp did not fill");
        };
        if self.frames.get(target.frame).is_none_or(|frame| frame.serial != target.serial) {
            return self.undefined("longjmp to a function that has returned");
        }
        if self.frames[target.frame + 1..].iter().any(|frame| frame.boundary) {
            return self.unsupported("longjmp out of an exit handler");
        }
        self.unwind_to(target.frame);
        self.primitive = None;
        let code = self.frames[target.frame].code;
        self.pc = target.pc;
        if let crate::code::Op::Call { table } = code.ops[target.pc as usize] {
            let call: &Call = &code.calls[table as usize];
            let value = if value.bits == 0 && value.undef == 0 { Value::int(1) } else { value };
            self.set_results(call, &[(Wide::narrow(value), None)]);
        }
        self.pc += 1;
        Ok(())
    }
}
