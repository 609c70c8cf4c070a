//! The executable meaning of a program: a concrete, byte-precise interpreter.
//!
//! The entry point will be `run(program, entry, config, streams) -> Report`.

mod config;
mod report;

use std::io::Write;

pub use config::{Config, MallocPolicy, Stdin};
pub use report::{
    Allocation, Event, Fault, InputRead, InputSource, Notes, ObjectInfo, Outcome, Report, Signal, Site,
    Stopped,
};

/// Where the output of the program goes.
pub struct Streams<'a> {
    /// Its standard output.
    pub out: &'a mut dyn Write,
    /// Its standard error.
    pub err: &'a mut dyn Write,
}
