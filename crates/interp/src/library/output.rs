//! Output without formatting.

use crate::call::Argument;
use crate::console::Stream;
use crate::machine::{Machine, Step};
use crate::value::Value;

impl Machine<'_> {
    /// `puts(text)`.
    pub fn puts(&mut self, text: Value) -> Step<i64> {
        let mut bytes = self.read_string(text, None)?;
        bytes.push(b'\n');
        self.open_stream(Stream::Out)?;
        self.console.write(Stream::Out, &bytes);
        Ok(bytes.len() as i64)
    }

    /// `putchar(character)`.
    pub fn put_character(&mut self, character: Value, stream: Stream) -> Step<i64> {
        let character = self.decided("the output", character)? as u8;
        self.open_stream(stream)?;
        self.console.write(stream, &[character]);
        Ok(i64::from(character))
    }

    /// `fputs(text, stream)`.
    pub fn fputs(&mut self, text: Value, stream: Value) -> Step<i64> {
        let bytes = self.read_string(text, None)?;
        let stream = self.stream(stream)?;
        self.console.write(stream, &bytes);
        Ok(1)
    }

    /// `fwrite(data, size, count, stream)`.
    pub fn fwrite(&mut self, args: &[Argument]) -> Step<i64> {
        let arg = |index| self.pointer_argument(args, index);
        let (data, size, count, stream) = (arg(0), arg(1), arg(2), arg(3));
        let size = self.decided("the output", size)?;
        let count = self.decided("the output", count)?;
        let bytes = self.read_output(data, size.saturating_mul(count))?;
        let stream = self.stream(stream)?;
        self.console.write(stream, &bytes);
        Ok(if size == 0 { 0 } else { count as i64 })
    }

    /// `write(descriptor, data, count)`.
    pub fn write_descriptor(&mut self, descriptor: Value, data: Value, count: Value) -> Step<i64> {
        let count = self.decided("the output", count)?;
        let bytes = self.read_output(data, count)?;
        let stream = match self.decided("the output", descriptor)? as u32 {
            0 => return self.unsupported("writing to the standard input"),
            1 => Stream::Out,
            2 => Stream::Err,
            descriptor => return self.write_file(descriptor, &bytes),
        };
        self.open_stream(stream)?;
        self.console.write(stream, &bytes);
        Ok(bytes.len() as i64)
    }

    /// `perror(text)`.
    pub fn perror(&mut self, text: Value) -> Step<()> {
        let mut bytes = match text.bits {
            0 => Vec::new(),
            _ => [self.read_string(text, None)?, b": ".to_vec()].concat(),
        };
        bytes.extend_from_slice(b"error\n");
        self.open_stream(Stream::Err)?;
        self.console.write(Stream::Err, &bytes);
        Ok(())
    }
}
