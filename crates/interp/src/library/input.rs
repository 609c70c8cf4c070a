//! Input without formatting.

use crate::call::Argument;
use crate::console::Stream;
use crate::machine::{Machine, Step};
use crate::report::InputSource;
use crate::value::{Value, Wide};
use ir::FloatKind;

impl Machine<'_> {
    /// The next character of the standard input, or -1.
    pub fn get_character(&mut self) -> i64 {
        let byte = self.console.read();
        self.note_input(InputSource::Stdin, u128::from(byte.is_some()), byte.is_some());
        byte.map_or(-1, i64::from)
    }

    /// `ungetc(character, stream)`.
    pub fn unget(&mut self, character: Value) -> Step<i64> {
        let byte = character.bits as u32;
        if byte == u32::MAX {
            return Ok(-1);
        }
        match self.console.put_back(byte as u8) {
            true => Ok(i64::from(byte as u8)),
            false => self.unsupported("a second character is put back, which may fail"),
        }
    }

    /// A line of at most `limit` characters, with its newline.
    fn read_line(&mut self, limit: usize) -> Vec<u8> {
        let mut line = Vec::new();
        while line.len() < limit && line.last() != Some(&b'\n') {
            match self.console.read() {
                Some(byte) => line.push(byte),
                None => break,
            }
        }
        self.note_input(InputSource::Stdin, line.len() as u128, !line.is_empty());
        line
    }

    /// `fgets(buffer, size, stream)`.
    pub fn fgets(&mut self, buffer: Value, size: Value, stream: Value) -> Step<Value> {
        self.input_stream(stream)?;
        let size = self.decided("the size of a buffer", size)? as u32 as i32;
        if size <= 0 {
            return Ok(Value::ZERO);
        }
        let mut line = self.read_line(size as usize - 1);
        if line.is_empty() && size > 1 {
            return Ok(Value::ZERO);
        }
        line.push(0);
        self.write_bytes(buffer, &line)?;
        Ok(buffer)
    }

    /// Reads up to `count` bytes of the standard input.
    fn read_block(&mut self, count: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < count {
            match self.console.read() {
                Some(byte) => bytes.push(byte),
                None => break,
            }
        }
        self.note_input(InputSource::Stdin, bytes.len() as u128, !bytes.is_empty());
        bytes
    }

    /// `fread(data, size, count, stream)`.
    pub fn fread(&mut self, args: &[Argument]) -> Step<i64> {
        let arg = |index| self.pointer_argument(args, index);
        let (data, size, count, stream) = (arg(0), arg(1), arg(2), arg(3));
        self.input_stream(stream)?;
        let size = self.decided("the size of a buffer", size)?;
        let count = self.decided("the size of a buffer", count)?;
        let bytes = self.read_block(size.saturating_mul(count));
        self.write_bytes(data, &bytes)?;
        Ok((bytes.len() as u64).checked_div(size).unwrap_or(0) as i64)
    }

    /// `read(descriptor, data, count)`.
    pub fn read_descriptor(&mut self, descriptor: Value, data: Value, count: Value) -> Step<i64> {
        if self.decided("the input", descriptor)? != 0 {
            return self.unsupported("reading from a file descriptor");
        }
        self.open_stream(Stream::In)?;
        let count = self.decided("the size of a buffer", count)?;
        let bytes = self.read_block(count);
        self.write_bytes(data, &bytes)?;
        Ok(bytes.len() as i64)
    }

    /// `feof(stream)`.
    pub fn is_at_end(&mut self, stream: Value) -> Step<bool> {
        Ok(self.stream(stream)? == Stream::In && self.console.is_at_end())
    }

    /// `strtod(text, end)` and its kin.
    pub fn parse_float(&mut self, kind: FloatKind, text: Value, end: Value) -> Step<Wide> {
        let bytes = self.read_string(text, None)?;
        let (value, used) = super::scan::float_prefix(kind, &bytes);
        if end.bits != 0 || end.undef != 0 {
            self.write_memory(end, self.offset(text, used as u64), self.memory.word)?;
        }
        Ok(Wide::from_bits(value))
    }
}
