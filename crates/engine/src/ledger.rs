//! The ledger: everything an engine dropped, guessed or could not model.
//!
//! Invariant: with an entry in its ledger, an outcome is never "safe".

use crate::Exhausted;
use ir::{Program, Span};
use std::fmt;

/// Why something was not accounted for. The names are part of the reports.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// A call of a function without body or model.
    UnmodelledCall,
    /// A construct without meaning here.
    Unsupported,
    /// Undefined behaviour outside the chosen properties ended a path.
    UndefinedBehaviour,
    /// The result depends on where objects lie in memory.
    LayoutDependent,
    /// Used up: the time.
    Timeout,
    /// Used up: the memory.
    Memory,
    /// Used up: a bound on the engine's own work, or on what it looks at.
    WorkLimit,
    /// The user interrupted.
    Interrupted,
    /// Cannot be expressed: the engine knows too little of the states it describes to tell.
    Imprecise,
    /// An error that was found but could not be replayed.
    Unconfirmed,
    /// An invariant of the tool itself broke.
    InternalError,
}

impl Reason {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Reason::UnmodelledCall => "unmodelled-call",
            Reason::Unsupported => "unsupported",
            Reason::UndefinedBehaviour => "undefined-behaviour",
            Reason::LayoutDependent => "layout-dependent",
            Reason::Timeout => "timeout",
            Reason::Memory => "memory",
            Reason::WorkLimit => "work-limit",
            Reason::Interrupted => "interrupted",
            Reason::Imprecise => "imprecise",
            Reason::Unconfirmed => "unconfirmed",
            Reason::InternalError => "internal-error",
        }
    }

    /// Whether it is a limit of the engine, so that more work or another engine may account for it.
    pub fn is_of_engine(self) -> bool {
        matches!(self, Reason::WorkLimit | Reason::Imprecise)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

impl From<Exhausted> for Reason {
    fn from(exhausted: Exhausted) -> Reason {
        match exhausted {
            Exhausted::Time => Reason::Timeout,
            Exhausted::Memory => Reason::Memory,
            Exhausted::Work => Reason::WorkLimit,
            Exhausted::Interrupted => Reason::Interrupted,
        }
    }
}

/// Something that was not accounted for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// Why.
    pub reason: Reason,
    /// Where.
    pub span: Option<Span>,
    /// What, in words.
    pub detail: String,
}

/// The list of what was not accounted for, each thing once, in the order of discovery.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Ledger {
    entries: Vec<Entry>,
}

impl Ledger {
    /// Writes an entry, unless it is there already.
    pub fn add(&mut self, reason: Reason, span: Option<Span>, detail: impl Into<String>) {
        let entry = Entry { reason, span, detail: detail.into() };
        if !self.entries.contains(&entry) {
            self.entries.push(entry);
        }
    }

    /// Writes down what of a program could not be lowered: no engine can account for it.
    pub fn add_losses(&mut self, program: &Program) {
        for loss in &program.losses {
            self.add(Reason::Unsupported, loss.span, &loss.what);
        }
    }

    /// Adds all entries of another ledger.
    pub fn extend(&mut self, other: Ledger) {
        for entry in other.entries {
            self.add(entry.reason, entry.span, entry.detail);
        }
    }

    /// Takes out what turned out to be accounted for after all.
    pub fn settle(&mut self, is_settled: impl Fn(&Entry) -> bool) {
        self.entries.retain(|entry| !is_settled(entry));
    }

    /// The entries.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Whether everything was accounted for.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_kept_once() {
        let mut ledger = Ledger::default();
        ledger.add(Reason::UnmodelledCall, None, "ioctl");
        ledger.add(Reason::UnmodelledCall, None, "ioctl");
        ledger.add(Reason::UnmodelledCall, None, "fcntl");
        assert_eq!(ledger.entries().len(), 2);
    }
}
