//! What callers need to know of a function.

pub mod filling;
pub mod freeing;
pub mod keeping;
pub mod using;
pub mod writing;

use crate::cache::Found;
use crate::code::allocators;
use crate::report::{Check, Failure, Require};
use crate::summary::filling::{AllFills, Range};
use crate::summary::freeing::Frees;
use crate::summary::keeping::AllKeeping;
use crate::summary::writing::Writes;
use crate::types::layout::Layouts;
use ir::{FuncId, Program};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What callers need to know of all functions.
#[derive(Clone, Debug)]
pub struct Summaries {
    /// The preconditions of each function.
    pub requires: Vec<BTreeSet<Require>>,
    /// Whether a function never returns null.
    pub nonnull: Vec<bool>,
    /// Parameters that alone decide that no null is returned, by not being null.
    pub nonnull_if: Vec<BTreeSet<usize>>,
    /// Whether a function fails checks by itself, so that its contract is not to be trusted.
    pub fails: Vec<bool>,
    /// What a call may write in memory that others see.
    pub writes: Vec<Arc<Writes>>,
    /// What functions do with the pointers that they are given.
    pub keeping: AllKeeping,
    /// What functions fill of the memory that they are given.
    pub fills: AllFills,
    /// The links that a function fills, perhaps with null; none before it was analysed.
    pub null_fills: Vec<Option<BTreeSet<(usize, i64)>>>,
    /// Allocators that never give null.
    pub trusted: BTreeSet<FuncId>,
    /// The parameters that a function surely follows.
    pub surely_uses: Vec<BTreeSet<usize>>,
    /// What functions may free.
    pub frees: Vec<Frees>,
    /// The parameters that a function surely frees, where they are not null.
    pub surely_frees: Vec<BTreeSet<usize>>,
}

impl Summaries {
    /// Summaries before any function was analysed.
    pub fn new(program: &Program, layouts: &Layouts<'_>) -> Summaries {
        let count = program.functions.len();
        let writes = writing::all(program, layouts).into_iter().map(Arc::new).collect();
        let keeping = AllKeeping::new(program);
        let frees = freeing::all(program, layouts, &keeping);
        Summaries {
            requires: vec![BTreeSet::new(); count],
            nonnull: vec![false; count],
            nonnull_if: vec![BTreeSet::new(); count],
            fails: vec![false; count],
            writes,
            keeping,
            fills: AllFills::new(program),
            null_fills: vec![None; count],
            trusted: allocators::trusted(program),
            surely_uses: using::all(program),
            frees,
            surely_frees: vec![BTreeSet::new(); count],
        }
    }

    /// Notes what was found out about a function. Returns whether it is news.
    pub fn learn(&mut self, id: FuncId, found: &Found) -> bool {
        let at = id.index();
        let fails = !found.notes.failures.is_empty();
        // Of paths that were dropped nothing is known, neither what they return nor what they free.
        let is_dropped = |failure: &Failure| matches!(failure.check, Check::Time | Check::Work);
        let is_whole = !found.notes.failures.iter().any(is_dropped);
        let params = 0..self.frees[at].params.len();
        let surely_frees: BTreeSet<usize> = params
            .filter(|index| self.frees[at].params[*index].frees && !found.notes.spared.contains(index))
            .filter(|_| is_whole)
            .collect();
        let nonnull = found.notes.nonnull && is_whole;
        let nonnull_if = if is_whole { found.nonnull_if.clone() } else { BTreeSet::new() };
        let before = (&self.requires[at], self.nonnull[at], &self.nonnull_if[at], self.fails[at]);
        let now = (&found.notes.requires, nonnull, &nonnull_if, fails);
        let is_known = self.null_fills[at].as_ref() == Some(&found.notes.null_fills);
        if before == now && self.surely_frees[at] == surely_frees && is_known {
            return false;
        }
        self.null_fills[at] = Some(found.notes.null_fills.clone());
        self.surely_frees[at] = surely_frees;
        self.requires[at] = found.notes.requires.clone();
        self.nonnull[at] = nonnull;
        self.nonnull_if[at] = nonnull_if;
        self.fails[at] = fails;
        true
    }

    /// Whether a function fills a link behind a parameter, where it does, with what is not null.
    pub fn fills_with_a_node(&self, id: FuncId, param: usize, range: Range) -> bool {
        let is_filled = self.fills.of(id, param).is_some_and(|fills| fills.contains_key(&range));
        let null = self.null_fills[id.index()].as_ref();
        is_filled && !self.fails[id.index()] && null.is_some_and(|null| !null.contains(&(param, range.0)))
    }

    /// All that is known of a function, as text.
    pub fn text(&self, id: FuncId) -> String {
        let at = id.index();
        let known =
            (&self.requires[at], self.nonnull[at], &self.nonnull_if[at], self.fails[at], &self.writes[at]);
        let frees = (&self.frees[at], &self.surely_frees[at], &self.surely_uses[at]);
        let given = (self.keeping.of_function(id), self.fills.of_function(id), &self.null_fills[at]);
        format!("{known:?} {given:?} {frees:?} {}", self.trusted.contains(&id))
    }
}
