//! Calls of the system, made by models of the library: executed, or taken from the inputs.

use crate::call::Argument;
use crate::config::Outside;
use crate::machine::{Machine, Step};
use crate::report::InputSource;
use crate::value::Value;
use clib::SystemCall;
use ir::Scalar;

/// How many delivered bytes an input holds; more are like the last one.
const BYTES_OF_INPUT: usize = 16;

impl Machine<'_> {
    /// `__heapproof_system(call, one, two, a, b, c)`.
    pub fn system_call(&mut self, args: &[Argument]) -> Step<i64> {
        let mut numbers = [0; 4];
        for (number, index) in numbers.iter_mut().zip([0, 3, 4, 5]) {
            let value = self.pointer_argument(args, index);
            let value = self.decided("a call of the system", value)?;
            *number = match self.memory.word {
                4 => i64::from(value as i32),
                _ => value as i64,
            };
        }
        let [call, a, b, c] = numbers;
        let call = SystemCall::from_number(call as u64);
        if self.config.outside == Outside::Inputs {
            let bits = (self.memory.word * 8) as u8;
            let outcome = self.nondet(Scalar::Int(bits)).lo.bits;
            if let (Some(SystemCall::Room), 0, Some(note)) = (call, outcome, self.notes.inputs.last_mut()) {
                note.source = InputSource::Room;
            }
            return Ok(if bits == 32 { i64::from(outcome as i32) } else { outcome as i64 });
        }
        let Some(call) = call else { return self.unsupported("an unknown call of the system") };
        let mut given = [Vec::new(), Vec::new()];
        for (text, index) in given.iter_mut().zip([1, 2]) {
            let pointer = self.pointer_argument(args, index);
            *text = match call {
                _ if pointer == Value::ZERO => continue,
                SystemCall::Mktime if index == 1 => self.read_output(pointer, 24)?,
                // A date that is written; one that is read is given as text.
                SystemCall::Strftime if index == 1 && c == 0 => self.read_output(pointer, 32)?,
                _ => self.read_string(pointer, None)?,
            };
        }
        self.console.flush();
        let [one, two] = given;
        match self.console.system(call, &one, &two, [a, b, c], self.memory.word) {
            Some(outcome) => {
                if let Outside::Files(files) = &self.config.outside {
                    let mut size =
                        files.iter().find(|(name, _)| *name == one).map(|(_, content)| content.len());
                    let source = match call {
                        SystemCall::Opendir => {
                            size = usize::try_from(outcome).ok();
                            InputSource::Directory(one)
                        }
                        SystemCall::Open | SystemCall::Reopen | SystemCall::Stat | SystemCall::Access => {
                            InputSource::File(one)
                        }
                        SystemCall::Room => InputSource::Room,
                        _ => InputSource::System,
                    };
                    self.note_input(source, size.unwrap_or(0) as u128, size.is_some());
                }
                Ok(outcome)
            }
            None => self.unsupported(format!("the call {call:?} of the system")),
        }
    }

    /// `__heapproof_received(to, count)`.
    pub fn received(&mut self, to: Value, count: Value) -> Step<()> {
        let count = self.decided("the size of a buffer", count)? as usize;
        let bytes = match self.config.outside {
            Outside::System | Outside::Files(_) => self.console.take_received(count),
            Outside::Inputs => {
                let input = self.nondet(Scalar::Int(128)).bits();
                let mut bytes = input.to_le_bytes().to_vec();
                bytes.resize(count.max(BYTES_OF_INPUT), bytes[BYTES_OF_INPUT - 1]);
                bytes.truncate(count);
                bytes
            }
        };
        self.write_bytes(to, &bytes)
    }

    /// `write` to a descriptor that is no standard stream.
    pub fn write_file(&mut self, descriptor: u32, bytes: &[u8]) -> Step<i64> {
        match self.config.outside {
            // Output is not seen again.
            Outside::Inputs => Ok(bytes.len() as i64),
            Outside::System | Outside::Files(_) => Ok(self.console.write_file(descriptor as i32, bytes)),
        }
    }
}
