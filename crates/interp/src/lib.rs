//! The executable meaning of a program: a concrete, byte-precise interpreter.
//!
//! [`run`] executes a program on a memory of objects that know their bounds, their life, which of their bits are
//! defined, and whose addresses they hold. It detects every error the tool knows at the exact instruction, and
//! otherwise behaves like the compiled program: same output, same exit code. Every finding of another engine is
//! replayed here before it is called confirmed.
//!
//! How it works: a function's body is decoded once into a compact form (`decode`, `code`) and executed by a loop
//! over registers (`exec`, with `rare`, `call`, `jump` and `library` behind it); of loops that only count, rounds are left
//! out (`accelerate`). Values carry provenance (`value`,
//! `arith`), memory keeps it (`object`, `memory`). A run is deterministic, so questions that would make every run
//! slow are answered by running again: when was the last pointer to a lost block lost (`leaks`, by `reach`), and how
//! did a fault come about (`trace`).
//!
//! Architecture invariant: this crate knows no engine and no front end, and nothing in it depends on the clock, on
//! hash order or on the machine it runs on, except the mathematical functions.

mod accelerate;
mod arith;
mod calendar;
mod call;
mod code;
mod collect;
mod config;
mod console;
mod coverage;
mod decode;
mod exec;
mod files;
mod float;
mod foreign;
mod garbage;
mod imagined;
mod jump;
mod leaks;
mod library;
mod machine;
mod memory;
mod object;
mod observe;
mod onward;
mod place;
mod rare;
mod reach;
mod report;
mod run;
mod trace;
mod value;
mod variadic;
mod view;

use std::io::Write;

pub use config::{Config, MallocPolicy, Outside, Stdin};
pub use coverage::Coverage;

pub use garbage::Garbage;
pub use imagined::entry_of;
pub use machine::Prepared;
pub use report::{
    Allocation, CallView, Cell, Change, Fault, InputRead, InputSource, Notes, ObjectInfo, ObjectView,
    Outcome, Report, Signal, Site, Stopped, Storage,
};
pub use run::{ANY_VARIABLE, run};

/// Where the output of the program goes.
pub struct Streams<'a> {
    /// Its standard output.
    pub out: &'a mut dyn Write,
    /// Its standard error.
    pub err: &'a mut dyn Write,
}
