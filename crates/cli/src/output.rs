//! Writing to the terminal, and the exit code.
//!
//! A reader that closes the pipe (`| head`) is no error: output then ends quietly.

use crate::guard::Panicked;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

/// Source files larger than this are not read for a report.
const LARGEST_SOURCE: u64 = 256 << 20;

/// How the process ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit(pub u8);

impl Exit {
    /// All is well.
    pub const SUCCESS: Exit = Exit(0);
    /// An error was found in the program.
    pub const UNSAFE: Exit = Exit(1);
    /// Bad usage, or input that cannot be read or does not compile.
    pub const BAD_INPUT: Exit = Exit(2);
    /// Not decided.
    pub const UNKNOWN: Exit = Exit(3);
    /// heapproof itself failed.
    pub const INTERNAL_ERROR: Exit = Exit(101);
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.0)
    }
}

/// Chooses when output is coloured.
pub fn choose_colors(choice: clap::ColorChoice) {
    let choice = match choice {
        clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
        clap::ColorChoice::Always => anstream::ColorChoice::AlwaysAnsi,
        clap::ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// Whether what is written to this stream is coloured.
pub fn has_colors(stream: &impl anstream::stream::RawStream) -> bool {
    anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}

/// Writes to the standard output.
pub fn print(text: &str) -> io::Result<()> {
    quiet_if_closed(io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()))
}

/// Writes to the standard error.
pub fn print_error(text: &str) {
    // There is nowhere left to tell that this failed.
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Tells what is wrong with the usage or the input.
pub fn error(message: &str) {
    let (start, end) = match has_colors(&io::stderr()) {
        true => ("\u{1b}[1;31m", "\u{1b}[0m"),
        false => ("", ""),
    };
    print_error(&format!("{start}error:{end} {}\n", message.trim_end()));
}

/// Tells that heapproof itself failed.
pub fn internal_error(panicked: &Panicked) {
    error(&format!("{panicked}\n{}", report::advice(engine::Reason::InternalError)));
}

/// Ends quietly where the reader is gone.
pub fn quiet_if_closed(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// The exit code, unless the output could not be written.
pub fn written(result: io::Result<()>, exit: Exit) -> Exit {
    match result {
        Ok(()) => exit,
        Err(problem) => {
            error(&format!("the output cannot be written: {problem}"));
            Exit::BAD_INPUT
        }
    }
}

/// Writes a report into a file, in a folder that is made if need be; the exit code, unless that fails.
pub fn saved(path: &Path, text: &str, exit: Exit) -> Exit {
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    match folder.and_then(|()| std::fs::write(path, text)) {
        Ok(()) => exit,
        Err(problem) => {
            error(&format!("{} cannot be written: {problem}", path.display()));
            Exit::BAD_INPUT
        }
    }
}

/// Reads a source file for a report. Debug info can name anything, also devices that never end.
pub fn read_source(path: &Path) -> Option<Vec<u8>> {
    let metadata = std::fs::metadata(path).ok()?;
    let readable = metadata.is_file() && metadata.len() <= LARGEST_SOURCE;
    readable.then(|| std::fs::read(path).ok())?
}
