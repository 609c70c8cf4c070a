//! The standard streams of the program.
//!
//! What is read from the standard input is kept, so that running again reads the same. Running again writes
//! nothing.

use crate::files::Files;
use crate::{Outside, Stdin};
use clib::SystemCall;
use std::cell::RefCell;
use std::io::{Read, Write};

/// The standard input as far as it was read.
pub struct InputLog {
    bytes: Vec<u8>,
    /// Whether the process's own input may have more.
    open: bool,
    /// What calls of the system gave so far: the outcome, and what was delivered.
    outcomes: Vec<(i64, Vec<u8>)>,
}

impl InputLog {
    /// The input of a configuration.
    pub fn new(stdin: &Stdin) -> InputLog {
        match stdin {
            Stdin::Bytes(bytes) => InputLog { bytes: bytes.clone(), open: false, outcomes: Vec::new() },
            Stdin::Process => InputLog { bytes: Vec::new(), open: true, outcomes: Vec::new() },
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
    /// What is read, and up to where, where a file was opened in place of the standard input.
    reopened: Option<(Vec<u8>, usize)>,
    /// The streams for which no other file could be opened: what is written there is lost.
    lost: Vec<Stream>,
    /// The files; none when running again.
    files: Option<Files>,
    /// How many calls of the system were made.
    calls: usize,
    /// What the last one delivered and was not taken.
    received: Vec<u8>,
}

impl<'a> Console<'a> {
    /// The streams of a run.
    pub fn new(
        sinks: Option<(Sink<'a>, Sink<'a>)>,
        input: &'a RefCell<InputLog>,
        outside: &Outside,
    ) -> Console<'a> {
        let (pending, pushed_back, closed) = (Vec::new(), Vec::new(), Vec::new());
        Console {
            files: sinks.is_some().then(|| Files::new(outside)),
            calls: 0,
            received: Vec::new(),
            sinks,
            pending,
            input,
            position: 0,
            pushed_back,
            at_end: false,
            holds_put_back: false,
            closed,
            reopened: None,
            lost: Vec::new(),
        }
    }

    /// Makes a call of the system, or takes what it gave before: its outcome. None where it is not executed here.
    pub fn system(
        &mut self,
        call: SystemCall,
        one: &[u8],
        two: &[u8],
        numbers: [i64; 3],
        word: usize,
    ) -> Option<i64> {
        let files = &mut self.files;
        let known = self.input.borrow().outcomes.get(self.calls).cloned();
        let (outcome, received) = match known {
            Some(known) => known,
            None => {
                let new = files.as_mut()?.call(call, one, two, numbers, word)?;
                self.input.borrow_mut().outcomes.push(new.clone());
                new
            }
        };
        self.calls += 1;
        if call == SystemCall::Reopen {
            self.reopen(numbers[2], outcome, received);
        } else {
            self.received = received;
        }
        Some(outcome)
    }

    /// A file with this content was opened in place of a standard stream, or that failed.
    fn reopen(&mut self, descriptor: i64, outcome: i64, content: Vec<u8>) {
        match descriptor {
            0 => {
                self.reopened = Some((content, 0));
                self.pushed_back.clear();
                self.at_end = false;
                self.holds_put_back = false;
            }
            _ => {
                let stream = if descriptor == 1 { Stream::Out } else { Stream::Err };
                self.lost.retain(|other| *other != stream);
                self.lost.extend((outcome < 0).then_some(stream));
            }
        }
    }

    /// The next bytes that the last call delivered; zeros where there are no more.
    pub fn take_received(&mut self, count: usize) -> Vec<u8> {
        let rest = self.received.split_off(count.min(self.received.len()));
        let mut taken = std::mem::replace(&mut self.received, rest);
        taken.resize(count, 0);
        taken
    }

    /// Writes to a descriptor that is no standard stream: how much, or -1.
    pub fn write_file(&mut self, descriptor: i32, bytes: &[u8]) -> i64 {
        match &mut self.files {
            Some(files) => files.write(descriptor, bytes).max(-1),
            None => bytes.len() as i64,
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
        let descriptor = if stream == Stream::Err { 2 } else { 1 };
        if self.lost.contains(&stream) {
            return;
        }
        if let Some(files) = self.files.as_mut().filter(|files| files.stands_in(descriptor)) {
            files.write(descriptor, bytes);
            return;
        }
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
        if let Some((content, at)) = &mut self.reopened {
            let byte = content.get(*at).copied();
            *at += usize::from(byte.is_some());
            self.at_end = byte.is_none();
            return byte;
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
