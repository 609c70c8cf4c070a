//! How to run a program: what to check, where its inputs come from, and when to give up.

use crate::Garbage;
use budget::Budget;
use ir::PropertySet;

/// How to run a program.
#[derive(Clone, Debug)]
pub struct Config {
    /// What to check. Undefined behaviour outside of it stops the run without being a fault.
    pub properties: PropertySet,
    /// What each allocation gives.
    pub malloc: MallocPolicy,
    /// The values that `__VERIFIER_nondet_*` return, in order, cut to the type of each read. When they are used
    /// up every read gives zero. Each read is in [`crate::Notes::inputs`].
    pub inputs: Vec<u128>,
    /// What the program reads from its standard input.
    pub stdin: Stdin,
    /// The arguments of `main`; the first one is the name of the program.
    pub args: Vec<Vec<u8>>,
    /// The environment, as names and values.
    pub env: Vec<(Vec<u8>, Vec<u8>)>,
    /// What calls of the system do.
    pub outside: Outside,
    /// What `time` returns, in seconds.
    pub time: i64,
    /// Whether memory is recycled: a block takes the address of the one of its size that was freed last, and memory
    /// that was never written holds ones and not zeros. Both is what allocators and stacks do, and what some errors
    /// need to show.
    pub recycle: bool,
    /// What memory that was never written holds, where that matters.
    pub garbage: Garbage,
    /// Whether constants that may share their memory ([`ir::Global::mergeable`]) compare as if they did. No layout may
    /// be like that for all of them at once: what a run shows either way depends on none of it.
    pub share_literals: bool,
    /// How many instructions may be executed.
    pub step_limit: Option<u64>,
    /// After how many rounds to give up in a loop that goes round so often that nobody waits for its end
    /// ([`ir::long_loops`]); none to execute it all the same.
    pub long_loops: Option<u64>,
    /// When to give up, and whether somebody asks to.
    pub budget: Budget,
    /// How many bytes all objects together may have.
    pub memory_limit: u64,
    /// How many bytes of stack the program has.
    pub stack_limit: u64,
    /// Whether the run goes on after an error, as long as nothing depends on what the error left behind.
    pub goes_on: bool,
    /// Whether to tell which edges of the control flow were taken ([`crate::Report::coverage`]).
    pub coverage: bool,
    /// Whether to run once more after a fault to record how it came about.
    pub trace: bool,
    /// Whether traces are long and say what each event changed in memory ([`crate::Fault::changes`]).
    pub views: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            properties: PropertySet::standard(),
            malloc: MallocPolicy::Succeeds,
            inputs: Vec::new(),
            stdin: Stdin::Bytes(Vec::new()),
            args: vec![b"program".to_vec()],
            env: Vec::new(),
            outside: Outside::Inputs,
            time: 0,
            recycle: false,
            garbage: Garbage::default(),
            share_literals: false,
            step_limit: None,
            long_loops: None,
            budget: Budget::unlimited(),
            memory_limit: 4 << 30,
            stack_limit: 8 << 20,
            goes_on: false,
            coverage: false,
            trace: true,
            views: false,
        }
    }
}

/// Whether allocations succeed. Those that exceed what the machine has fail under any policy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MallocPolicy {
    /// Always.
    Succeeds,
    /// The n-th allocation succeeds where the n-th entry is true; all beyond the last entry succeed.
    Script(Vec<bool>),
}

/// What calls of the system do that models of the library make: files, processes, users.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outside {
    /// Nothing: each outcome, and what is delivered, is the next of [`Config::inputs`].
    Inputs,
    /// What the system does: files are read and written.
    System,
    /// What a system does that has these files, by name, and no others; nothing outside of the run changes.
    Files(Vec<(Vec<u8>, Vec<u8>)>),
}

/// What a program reads from its standard input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stdin {
    /// These bytes, then the end of the file.
    Bytes(Vec<u8>),
    /// The standard input of this process, read when the program asks for it.
    Process,
}
