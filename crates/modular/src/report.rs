//! What is said about a function: failed checks and preconditions, in words.

use crate::state::chain::Chain;
use crate::state::header::Header;
use crate::state::room::{self, Room};
use crate::state::seen::{Condition, Guard, Seen};
use crate::state::{PathStep, State};
use crate::types::layout::TargetId;
use crate::types::promises::Indexed;
use ir::Span;
use std::collections::{BTreeMap, BTreeSet};

/// How bad a failed check is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Not decided: something is not modelled.
    Unknown,
    /// The condition fails.
    Unsafe,
}

/// The checks by name. The names are part of reports.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Check {
    /// Links of published nodes are null or nodes of the right type.
    Integrity,
    /// Accesses stay inside nodes.
    Spatial,
    /// No access through null.
    Null,
    /// No access to freed memory, and nothing is freed twice.
    Temporal,
    /// No link is left to what was freed.
    Dangling,
    /// No pointer to a local variable outlives it.
    Stack,
    /// Something is not modelled.
    Model,
    /// The time was used up.
    Time,
    /// There was too much to do.
    Work,
}

impl Check {
    /// All checks.
    const ALL: [Check; 9] = [
        Check::Integrity,
        Check::Spatial,
        Check::Null,
        Check::Temporal,
        Check::Dangling,
        Check::Stack,
        Check::Model,
        Check::Time,
        Check::Work,
    ];

    /// The check with this name.
    pub fn named(name: &str) -> Option<Check> {
        Check::ALL.into_iter().find(|check| check.name() == name)
    }

    /// The check as reports know it; none for what is not modelled.
    pub fn known(self) -> Option<engine::Check> {
        match self {
            Check::Integrity => Some(engine::Check::Integrity),
            Check::Spatial => Some(engine::Check::Spatial),
            Check::Null => Some(engine::Check::Null),
            Check::Temporal | Check::Dangling => Some(engine::Check::Temporal),
            Check::Stack => Some(engine::Check::Stack),
            Check::Model | Check::Time | Check::Work => None,
        }
    }

    /// Why a function is not decided where the check is open.
    pub fn reason(self) -> engine::Reason {
        match self {
            Check::Model => engine::Reason::Unsupported,
            Check::Time => engine::Reason::Timeout,
            Check::Work => engine::Reason::WorkLimit,
            _ => engine::Reason::Imprecise,
        }
    }

    /// The name in what is kept.
    pub fn name(self) -> &'static str {
        match self {
            Check::Dangling => "dangling",
            Check::Time => "time",
            Check::Work => "work",
            check => check.known().map_or("modelled", engine::Check::name),
        }
    }
}

/// A check that failed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Failure {
    /// Where.
    pub span: Option<Span>,
    /// Which.
    pub check: Check,
    /// How bad.
    pub severity: Severity,
    /// What fails, in words.
    pub text: String,
}

/// A precondition of a function.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Require {
    /// A parameter is not null.
    NonNull(usize),
    /// A pointer that the parameters reach is not null.
    Holds(Condition),
    /// So much memory is behind a pointer.
    Room(Room),
    /// So many bytes are before a pointer.
    Header(Header),
    /// A number is in bounds.
    Bound(Guard),
    /// So many nodes are behind a pointer.
    Chain(Chain),
    /// A pointer is null or points to a string, which may be written to.
    String(Seen, bool),
    /// A sentence.
    Text(String),
    /// A sentence about a function that is called and not in view; no business of callers.
    Callee(String),
}

/// What the analysis of a function collects.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Notes {
    /// The checks that failed.
    pub failures: BTreeSet<Failure>,
    /// The preconditions.
    pub requires: BTreeSet<Require>,
    /// Parameters that might better be required not to be null, because they are where loops begin.
    pub wishes: BTreeSet<usize>,
    /// Lists that callees ask for, in terms of callers.
    pub chain_wishes: BTreeSet<Chain>,
    /// Pointers behind which bytes are written.
    pub written: BTreeSet<Seen>,
    /// The pointers to functions that are taken for allocators.
    pub allocators: BTreeSet<String>,
    /// Where something that callers give is null on a path, and used.
    pub null_where: BTreeSet<Option<Span>>,
    /// Where something that is used is not null on a path.
    pub not_null_where: BTreeSet<Option<Span>>,
    /// Where something is used after it was freed, under the name that it was freed by.
    pub freed_where: BTreeSet<Option<Span>>,
    /// Whether a piece had too many paths to follow them all.
    pub has_too_many_paths: bool,
    /// Parameters that are not freed on some path, though not null.
    pub spared: BTreeSet<usize>,
    /// Pointers in structs that are used with an index.
    pub indexed: BTreeSet<Indexed>,
    /// The structs that are followed to without knowing that they are there.
    pub followed: BTreeSet<TargetId>,
    /// The promises of structs that the function is not shown to keep, by number: where, and in words.
    pub broken: BTreeMap<usize, (Option<Span>, String)>,
    /// The promises of structs that the function establishes.
    pub established: BTreeSet<usize>,
    /// Whether claims at loops could be chosen in two ways.
    pub had_choice: bool,
    /// Whether no null pointer is returned.
    pub nonnull: bool,
    /// Links behind parameters that the function fills, perhaps with null: the parameter and the offset.
    pub null_fills: BTreeSet<(usize, i64)>,
}

impl Notes {
    /// Notes a precondition, unless another one implies it.
    pub fn require(&mut self, condition: Condition) {
        let implied =
            self.requires.iter().any(|it| matches!(it, Require::Holds(it) if it.implies(&condition)));
        if !implied {
            self.requires.retain(|it| !matches!(it, Require::Holds(it) if condition.implies(it)));
            self.requires.insert(Require::Holds(condition));
        }
    }

    /// Notes that there must be room behind a pointer, unless more is asked for already.
    pub fn room(&mut self, room: Room) {
        if !self.requires.iter().any(|it| matches!(it, Require::Room(it) if it.implies(&room))) {
            self.requires.retain(|it| !matches!(it, Require::Room(it) if room.implies(it)));
            self.requires.insert(Require::Room(room));
        }
    }

    /// Notes that there must be a header before a pointer, unless more is asked for already.
    pub fn header(&mut self, header: Header) {
        if !self.requires.iter().any(|it| matches!(it, Require::Header(it) if it.implies(&header))) {
            self.requires.retain(|it| !matches!(it, Require::Header(it) if header.implies(it)));
            self.requires.insert(Require::Header(header));
        }
    }

    /// Notes that a number must be in bounds, unless tighter ones are asked for already.
    pub fn bound(&mut self, bound: Guard) {
        let implied = self
            .requires
            .iter()
            .any(|it| matches!(it, Require::Bound(it) if room::bound_implies(it, &bound)));
        if !implied {
            self.requires.retain(|it| !matches!(it, Require::Bound(it) if room::bound_implies(&bound, it)));
            self.requires.insert(Require::Bound(bound));
        }
    }

    /// Notes that there must be a string behind a pointer.
    pub fn string(&mut self, pointer: Seen, is_written: bool) {
        if is_written {
            self.requires.remove(&Require::String(pointer.clone(), false));
        }
        if !self.requires.contains(&Require::String(pointer.clone(), true)) {
            self.requires.insert(Require::String(pointer, is_written));
        }
    }

    /// Numbers promises anew: those that are kept, by their old numbers in order.
    pub fn renumber(&mut self, kept: &[usize]) {
        let new = |index: &usize| kept.iter().position(|it| it == index);
        self.established = self.established.iter().filter_map(new).collect();
        let broken = std::mem::take(&mut self.broken);
        self.broken = broken.into_iter().filter_map(|(index, it)| Some((new(&index)?, it))).collect();
    }

    /// Notes a failed check, once for each place and kind.
    pub fn fail(&mut self, state: &State, check: Check, severity: Severity, span: Option<Span>, text: &str) {
        let known =
            self.failures.iter().any(|it| (it.check, it.span, it.severity) == (check, span, severity));
        if !known {
            let text = format!("{text}{}", path_words(&state.path));
            self.failures.insert(Failure { span, check, severity, text });
        }
    }
}

/// The decisions that lead to a place, in words.
fn path_words(path: &imbl::Vector<PathStep>) -> String {
    if path.is_empty() {
        return String::new();
    }
    let steps: Vec<String> = path
        .iter()
        .map(|step| match step.span {
            Some(span) => format!("{} (line {})", step.text, span.line),
            None => step.text.clone(),
        })
        .collect();
    format!(", when {}", steps.join(", then "))
}
