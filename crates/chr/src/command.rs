//! The command `heapproof chr`: goals from a file or a prompt, answers to a writer.
//!
//! Each line is a goal of its own and is solved by a fresh solver with the same theories and
//! rules; a block comment may span lines. Lines that start with `:` are commands to the prompt.
//! The command line of the published SMCHR is understood where it makes sense, so that its test
//! suite runs as it is.

use crate::solver::{Answer, Solver, Theories};
use crate::syntax::{Error, parse_goal};
use budget::Budget;
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// What to solve with, and how to talk about it.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The built-in theories.
    pub theories: Theories,
    /// Rule files: name and content.
    pub rules: Vec<(String, String)>,
    /// No banner, no prompt, the store on the line of the answer.
    pub silent: bool,
    /// 0 prints answers only, 1 and more also the store, 9 also counters.
    pub verbosity: u8,
    /// Print the derivation of every UNSAT.
    pub explain: bool,
    /// Exit with failure unless all goals are UNSAT.
    pub script: bool,
    /// Time limit per goal.
    pub timeout: Option<Duration>,
}

/// What is wrong with a list of solver names.
#[derive(Debug)]
pub enum OptionError {
    /// Neither a theory nor a rule file.
    UnknownSolver(String),
    /// A rule file that cannot be read.
    Unreadable(String, io::Error),
}

impl std::fmt::Display for OptionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OptionError::UnknownSolver(name) => write!(
                f,
                "unknown solver `{name}`; expected eq, linear, bounds, dom, heaps, sat, or a file ending in .chr"
            ),
            OptionError::Unreadable(name, e) => write!(f, "cannot read {name}: {e}"),
        }
    }
}

impl std::error::Error for OptionError {}

impl Options {
    /// Adds the solvers of a comma-separated list, as given to `-s`.
    pub fn add_solvers(&mut self, list: &str) -> Result<(), OptionError> {
        for name in list.split(',').map(str::trim).filter(|n| !n.is_empty()) {
            match name {
                "sat" => {}
                "eq" => self.theories.eq = true,
                "linear" => self.theories.linear = true,
                "bounds" => self.theories.bounds = true,
                "dom" => self.theories.dom = true,
                "heaps" | "heap" => self.theories.heaps = true,
                file if file.ends_with(".chr") => {
                    if self.rules.iter().all(|(loaded, _)| loaded != file) {
                        let text = std::fs::read_to_string(file);
                        let text = text.map_err(|e| OptionError::Unreadable(file.to_string(), e))?;
                        self.rules.push((file.to_string(), text));
                    }
                }
                other => return Err(OptionError::UnknownSolver(other.to_string())),
            }
        }
        Ok(())
    }
}

/// How reading goals ended, as an exit status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// All went well; in script mode, all goals are UNSAT.
    Success,
    /// In script mode: some goal is not UNSAT.
    NotUnsat,
    /// A rule file or a goal is wrong.
    BadInput,
}

impl Status {
    /// The exit code of the process.
    pub fn code(self) -> u8 {
        match self {
            Status::Success => 0,
            Status::NotUnsat => 3,
            Status::BadInput => 2,
        }
    }
}

/// Reads goals until the input ends and writes the answers. `name` is the input's name in
/// messages; `interactive` asks for a prompt.
pub fn run(
    options: &Options,
    name: &str,
    mut input: impl BufRead,
    interactive: bool,
    out: &mut impl Write,
) -> io::Result<Status> {
    let mut options = options.clone();
    let mut status = Status::Success;
    if let Err(e) = prepare(&options) {
        writeln!(out, "error: {e}")?;
        return Ok(Status::BadInput);
    }
    let prompt = interactive && !options.silent;
    if prompt {
        writeln!(out, "Enter a goal, or :help.")?;
    }
    let mut line_number = 0;
    loop {
        if prompt {
            write!(out, "> ")?;
            out.flush()?;
        }
        let first_line = line_number + 1;
        let Some(text) = read_goal(&mut input, &mut line_number)? else { break };
        let trimmed = text.trim();
        if trimmed.is_empty() {
            continue;
        }
        if let Some(command) = trimmed.strip_prefix(':') {
            if !obey(&mut options, command.trim(), out)? {
                break;
            }
            continue;
        }
        match solve(&options, &text, first_line, out)? {
            Ok(Answer::Unsat) => {}
            Ok(_) if options.script && status == Status::Success => status = Status::NotUnsat,
            Ok(_) => {}
            Err(None) => {}
            Err(Some(e)) => {
                writeln!(out, "error: {}", e.in_file(name))?;
                writeln!(out, "ABORT")?;
                status = Status::BadInput;
            }
        }
    }
    Ok(status)
}

/// A line, or several when a block comment is open at its end.
fn read_goal(input: &mut impl BufRead, line_number: &mut u32) -> io::Result<Option<String>> {
    let mut text = String::new();
    loop {
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(if text.is_empty() { None } else { Some(text) });
        }
        *line_number += 1;
        text.push_str(&String::from_utf8_lossy(&line));
        if !comment_is_open(&text) {
            return Ok(Some(text));
        }
    }
}

fn comment_is_open(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (mut at, mut open) = (0, false);
    while at + 1 < bytes.len() {
        match (open, bytes[at], bytes[at + 1]) {
            (false, b'/', b'*') => {
                open = true;
                at += 2;
            }
            (true, b'*', b'/') => {
                open = false;
                at += 2;
            }
            (false, b'/', b'/') => return false,
            _ => at += 1,
        }
    }
    open
}

/// Carries out a command of the prompt; returns whether to go on.
fn obey(options: &mut Options, command: &str, out: &mut impl Write) -> io::Result<bool> {
    match command {
        "q" | "quit" => return Ok(false),
        "e" | "explain" => {
            options.explain = !options.explain;
            writeln!(out, "explanations are {}", if options.explain { "on" } else { "off" })?;
        }
        "h" | "help" => {
            writeln!(out, ":explain  turn derivations of UNSAT on or off")?;
            writeln!(out, ":help     this text")?;
            writeln!(out, ":quit     leave")?;
        }
        other => writeln!(out, "error: unknown command `:{other}`; try :help")?,
    }
    Ok(true)
}

/// A solver with the chosen theories and rules.
pub fn prepare(options: &Options) -> Result<Solver, Error> {
    let mut solver = Solver::new(options.theories);
    if options.explain {
        solver.explain();
    }
    for (file, text) in &options.rules {
        solver.load_rules(text, file)?;
    }
    Ok(solver)
}

fn solve(
    options: &Options,
    text: &str,
    line: u32,
    out: &mut impl Write,
) -> io::Result<Result<Answer, Option<Error>>> {
    let goal = match parse_goal(text, line) {
        Ok(goal) => goal,
        Err(e) => {
            let blank = only_comments(text);
            return Ok(Err((!blank).then_some(e)));
        }
    };
    let solved = prepare(options).and_then(|mut solver| {
        solver.assert(&goal)?;
        let mut budget = Budget::unlimited();
        if let Some(time) = options.timeout {
            budget = budget.within(time);
        }
        let answer = solver.check(&budget)?;
        Ok((solver, answer))
    });
    let (solver, answer) = match solved {
        Ok(done) => done,
        Err(e) => return Ok(Err(Some(e))),
    };
    match &answer {
        Answer::Unsat => {
            writeln!(out, "UNSAT")?;
            if let Some(derivation) = solver.derivation().filter(|_| options.explain) {
                write!(out, "{derivation}")?;
            }
        }
        Answer::Unknown if options.verbosity == 0 => writeln!(out, "UNKNOWN")?,
        Answer::Unknown => {
            let store = solver.store();
            let store = if store.is_empty() { vec!["true".to_string()] } else { store };
            if options.silent {
                writeln!(out, "UNKNOWN {}", store.join(" /\\ "))?;
            } else {
                writeln!(out, "UNKNOWN:\n\t{}", store.join(" /\\\n\t"))?;
            }
        }
        Answer::Stopped(why) => writeln!(out, "ABORT: {why}")?,
    }
    if options.verbosity >= 9 && !options.silent {
        let s = solver.stats();
        writeln!(
            out,
            "% {} decisions, {} conflicts, {} propagations, {} rule instances, {} constraints",
            s.decisions, s.conflicts, s.propagations, s.firings, s.constraints
        )?;
    }
    Ok(Ok(answer))
}

/// Whether a line that is not a goal holds nothing but comments.
fn only_comments(text: &str) -> bool {
    parse_goal(&format!("{text}\ntrue"), 1).is_ok()
}
