//! What always holds at each loop: the cases in words, and as formulas where those are short.
//!
//! A person reads what pointers lead to and between which values counters lie. Cases that say the same of pointers are
//! told as one, with the values of all of them; `-v` tells each case with its formula, however long.

use super::{Detail, Text};
use crate::formula;
use crate::place::{count, place};
use crate::words;
use engine::{Invariant, Range};
use std::fmt::Write;

/// How many loops are told of unless everything is asked for.
const LOOPS: usize = 8;
/// How many cases of a loop are told.
const CASES: usize = 4;
/// How many characters a formula has at most that is told.
const FORMULA: usize = 240;

/// What is told as one case.
struct Case {
    words: String,
    formula: Option<String>,
}

impl Text<'_> {
    /// The invariants by place. Of many, the first are shown, unless everything is asked for.
    pub(super) fn invariant_section(&self, invariants: &[Invariant]) -> Option<String> {
        if invariants.is_empty() {
            return None;
        }
        let is_all = self.detail == Detail::Verbose;
        let (most_loops, most_cases) = if is_all { (usize::MAX, usize::MAX) } else { (LOOPS, CASES) };
        let mut text = format!("{}\n", self.paint.strong("what always holds:"));
        let loops: Vec<&[Invariant]> = invariants.chunk_by(|one, other| one.span == other.span).collect();
        for states in loops.iter().take(most_loops) {
            let cases = if is_all { states.iter().map(each).collect() } else { merged(states) };
            let or = if cases.len() > 1 { ", one of these:" } else { ":" };
            let _ = writeln!(text, "  {}{or}", place(self.report.program, states[0].span));
            for case in cases.iter().take(most_cases) {
                let _ = writeln!(text, "    {}", case.words);
                if let Some(formula) = &case.formula {
                    let _ = writeln!(text, "      {}", self.paint.dim(formula));
                }
            }
            if cases.len() > most_cases {
                let _ =
                    writeln!(text, "    … {} (-v shows them)", count(cases.len() - most_cases, "more case"));
            }
        }
        if loops.len() > most_loops {
            let _ = writeln!(text, "  … {} (-v shows them)", count(loops.len() - most_loops, "more loop"));
        }
        Some(text)
    }
}

fn each(invariant: &Invariant) -> Case {
    Case { words: words::invariant(invariant), formula: formula::of_invariant(invariant) }
}

/// The cases of a loop, those with the same words about pointers as one.
fn merged(states: &[Invariant]) -> Vec<Case> {
    let mut groups: Vec<Vec<&Invariant>> = Vec::new();
    for state in states {
        match groups.iter_mut().find(|group| group[0].text == state.text) {
            Some(group) => group.push(state),
            None => groups.push(vec![state]),
        }
    }
    let case = |group: Vec<&Invariant>| {
        let [first, others @ ..] = &group[..] else { return None };
        let ranges = others.iter().fold(first.ranges.clone(), |ranges, other| both(&ranges, &other.ranges));
        let formula = formula::of_invariant(first)
            .filter(|formula| others.is_empty() && formula.chars().count() <= FORMULA);
        Some(Case { words: words::holds(&first.text, &ranges), formula })
    };
    groups.into_iter().filter_map(case).collect()
}

/// What two cases say of the same variables.
fn both(one: &[Range], other: &[Range]) -> Vec<Range> {
    let joined = |range: &Range| other.iter().find_map(|other| range.join(other));
    one.iter().filter_map(joined).collect()
}
