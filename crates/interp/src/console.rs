//! The standard streams of the program.
//!
//! What is read from the standard input is kept, so that running again reads the same. Running again writes
//! nothing.

use crate::Stdin;
use std::cell::RefCell;
use std::io::{Read, Write};

/// The standard input as far as it was read.
pub struct InputLog {
    bytes: Vec<u8>,
    /// Whether the process's own input may have more.
    open: bool,
}

impl InputLog {
    /// The input of a configuration.
    pub fn new(stdin: &Stdin) -> InputLog {
        match stdin {
            Stdin::Bytes(bytes) => InputLog { bytes: bytes.clone(), open: false },
            Stdin::Process => InputLog { bytes: Vec::new(), open: true },
        }
    }

    fn byte(&mut self, position: usize) -> Option<u8> {
        while self.open && position >= self.bytes.len() {
            let mut chunk = [0; 4096];
            match std::io::stdin().read(&mut chunk) {
                Ok(0) | Err(_) => self.open = false,
                Ok(count) => self.bytes.extend_from_slice(&chunk[..count]),
            }
        }
        self.bytes.get(position).copied()
    }
}

/// One of the standard streams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Standard input.
    In,
    /// Standard output.
    Out,
    /// Standard error.
    Err,
}

/// Where output goes.
pub type Sink<'a> = &'a mut (dyn Write + 'a);

/// The streams of one run.
pub struct Console<'a> {
    /// Where output goes; nowhere when running again.
    sinks: Option<(Sink<'a>, Sink<'a>)>,
    /// Output that was not passed on yet.
    pending: Vec<u8>,
    input: &'a RefCell<InputLog>,
    position: usize,
    /// Characters put back, the next one last.
    pushed_back: Vec<u8>,
    /// Whether a read met the end.
    at_end: bool,
    /// Whether the program put a character back, and has read nothing since.
    holds_put_back: bool,
    /// The streams that are closed.
    closed: Vec<Stream>,
}

impl<'a> Console<'a> {
    /// The streams of a run.
    pub fn new(sinks: Option<(Sink<'a>, Sink<'a>)>, input: &'a RefCell<InputLog>) -> Console<'a> {
        let (pending, pushed_back, closed) = (Vec::new(), Vec::new(), Vec::new());
        Console {
            sinks,
            pending,
            input,
            position: 0,
            pushed_back,
            at_end: false,
            holds_put_back: false,
            closed,
        }
    }

    /// From now on a stream may not be used.
    pub fn close(&mut self, stream: Stream) {
        self.closed.push(stream);
    }

    /// Whether a stream may not be used any more.
    pub fn is_closed(&self, stream: Stream) -> bool {
        self.closed.contains(&stream)
    }

    /// Writes to a stream. A sink that fails loses the output, as a closed pipe does.
    pub fn write(&mut self, stream: Stream, bytes: &[u8]) {
        let Some((_, err)) = &mut self.sinks else { return };
        match stream {
            Stream::Err => {
                let _ = err.write_all(bytes);
                let _ = err.flush();
            }
            Stream::In | Stream::Out => {
                self.pending.extend_from_slice(bytes);
                if self.pending.len() > 1 << 16 {
                    self.flush();
                }
            }
        }
    }

    /// Passes pending output on.
    pub fn flush(&mut self) {
        if let Some((out, _)) = &mut self.sinks {
            let _ = out.write_all(&self.pending);
            let _ = out.flush();
        }
        self.pending.clear();
    }

    /// The next character of the standard input.
    pub fn read(&mut self) -> Option<u8> {
        self.holds_put_back = false;
        if let Some(byte) = self.pushed_back.pop() {
            return Some(byte);
        }
        if self.input.borrow().open {
            // Whoever waits for input should see what was asked.
            self.flush();
        }
        let byte = self.input.borrow_mut().byte(self.position);
        match byte {
            Some(_) => self.position += 1,
            None => self.at_end = true,
        }
        byte
    }

    /// Puts a character back.
    pub fn unread(&mut self, byte: u8) {
        self.pushed_back.push(byte);
        self.at_end = false;
    }

    /// Puts a character back for the program; whether that is sure to work, since nothing was read after the last time.
    pub fn put_back(&mut self, byte: u8) -> bool {
        self.unread(byte);
        !std::mem::replace(&mut self.holds_put_back, true)
    }

    /// Whether a read met the end of the input.
    pub fn is_at_end(&self) -> bool {
        self.at_end
    }

    /// Forgets that the end was met.
    pub fn clear_end(&mut self) {
        self.at_end = false;
    }
}
