//! What always holds at each loop: the cases, each in words and as a formula.

use super::{Detail, Text};
use crate::formula;
use crate::place::{count, place};
use engine::Invariant;
use std::fmt::Write;

/// How many loops are told of unless everything is asked for.
const LOOPS: usize = 8;
/// How many cases of a loop are told.
const CASES: usize = 4;

impl Text<'_> {
    /// The invariants by place. Of many, the first are shown, unless everything is asked for.
    pub(super) fn invariant_section(&self, invariants: &[Invariant]) -> Option<String> {
        if invariants.is_empty() {
            return None;
        }
        let (most_loops, most_cases) = match self.detail {
            Detail::Verbose => (usize::MAX, usize::MAX),
            Detail::Quiet | Detail::Normal => (LOOPS, CASES),
        };
        let mut text = format!("{}\n", self.paint.strong("what always holds:"));
        let loops: Vec<&[Invariant]> = invariants.chunk_by(|one, other| one.span == other.span).collect();
        for cases in loops.iter().take(most_loops) {
            let or = if cases.len() > 1 { ", one of these:" } else { ":" };
            let _ = writeln!(text, "  {}{or}", place(self.report.program, cases[0].span));
            for case in cases.iter().take(most_cases) {
                let _ = writeln!(text, "    {}", case.text);
                if let Some(formula) = formula::of_invariant(case) {
                    let _ = writeln!(text, "      {}", self.paint.dim(&formula));
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
