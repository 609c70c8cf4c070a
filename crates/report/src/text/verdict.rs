//! The verdict in one line.

use super::Text;
use crate::place::count;
use engine::{Coverage, Finding, FunctionVerdict, Verdict};

impl Text<'_> {
    /// One line that stands out.
    pub(super) fn verdict_line(&self) -> String {
        let verdict = self.report.outcome.verdict();
        let word = format!("{}:", verdict.name());
        let (word, rest) = match verdict {
            Verdict::Safe => (self.paint.good(&word), self.safe_words()),
            Verdict::Unsafe => (self.paint.bad(&word), self.unsafe_words()),
            Verdict::Unknown => (self.paint.doubt(&word), self.unknown_words()),
        };
        format!("{word} {rest}\n")
    }

    /// What to do where every error needs an allocation to fail: many programs do not want to know.
    pub(super) fn allocation_line(&self) -> String {
        let findings = &self.report.outcome.findings;
        let fails = |finding: &Finding| {
            finding.scenario.as_ref().is_some_and(|scenario| scenario.allocations.contains(&false))
        };
        match !findings.is_empty() && findings.iter().all(fails) {
            true => "  only where an allocation fails: --malloc=ok checks the program as if none did\n"
                .to_string(),
            false => String::new(),
        }
    }

    fn safe_words(&self) -> String {
        let functions = &self.report.outcome.functions;
        if !functions.is_empty() {
            let is_conditional = self.count_of(FunctionVerdict::Conditional) > 0;
            let under = if is_conditional { ", under the preconditions shown" } else { "" };
            let others = self.other_functions(FunctionVerdict::Safe);
            return format!("{}{others}{under}", count(functions.len(), "function"));
        }
        let names: Vec<_> = self.report.properties.iter().map(|property| property.to_string()).collect();
        format!("no execution violates {}", listed(&names, "or"))
    }

    fn unsafe_words(&self) -> String {
        let outcome = self.report.outcome;
        let (confirmed, possible) = self.finding_counts();
        let mut parts = Vec::new();
        if confirmed > 0 {
            parts.push(count(confirmed, "error"));
        }
        parts.extend(self.some_functions(FunctionVerdict::Unsafe, "unsafe function"));
        if possible > 0 {
            parts.push(count(possible, "possible error"));
        }
        let mut words = listed(&parts, "and");
        match outcome.stats.unexplored {
            0 => {}
            left => words += &format!("; {} left unexplored", count(left as usize, "path")),
        }
        words
    }

    fn unknown_words(&self) -> String {
        let outcome = self.report.outcome;
        let (_, possible) = self.finding_counts();
        let mut parts = Vec::new();
        if possible > 0 {
            parts.push(format!("{} that could not be replayed", count(possible, "possible error")));
        }
        let mut reasons: Vec<&str> = Vec::new();
        for entry in self.entries() {
            if !reasons.contains(&entry.reason.name()) {
                reasons.push(entry.reason.name());
            }
        }
        if !reasons.is_empty() {
            parts.push(reasons.join(", "));
        }
        parts.extend(self.some_functions(FunctionVerdict::Unknown, "undecided function"));
        if parts.is_empty() && outcome.coverage == Coverage::Partial {
            parts.push("not every execution was looked at".to_string());
        }
        parts.join("; ")
    }

    /// How many functions have a verdict.
    fn count_of(&self, verdict: FunctionVerdict) -> usize {
        self.report.outcome.functions.iter().filter(|function| function.verdict() == verdict).count()
    }

    /// The functions with the verdict that decides about all of them, and how many others there are; none where none has it.
    fn some_functions(&self, verdict: FunctionVerdict, what: &str) -> Option<String> {
        let (some, all) = (self.count_of(verdict), self.report.outcome.functions.len());
        let of = if some < all { format!(" of {all}") } else { String::new() };
        (some > 0).then(|| format!("{}{of}{}", count(some, what), self.other_functions(verdict)))
    }

    /// How many functions have another verdict, the worst first, in parentheses.
    fn other_functions(&self, verdict: FunctionVerdict) -> String {
        use FunctionVerdict::{Conditional, Safe, Unknown, Unsafe};
        let all = [Unsafe, Unknown, Conditional, Safe].into_iter().filter(|other| *other != verdict);
        let counts = all.map(|other| (self.count_of(other), other.name())).filter(|(count, _)| *count > 0);
        let others: Vec<String> = counts.map(|(count, name)| format!("{count} {name}")).collect();
        if others.is_empty() { String::new() } else { format!(" ({})", others.join(", ")) }
    }

    /// The numbers of confirmed and of possible findings.
    fn finding_counts(&self) -> (usize, usize) {
        let findings = &self.report.outcome.findings;
        let confirmed = findings.iter().filter(|finding| Finding::is_confirmed(finding)).count();
        (confirmed, findings.len() - confirmed)
    }
}

/// `a, b and c`.
fn listed(items: &[String], conjunction: &str) -> String {
    match items.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, items)) => format!("{} {conjunction} {last}", items.join(", ")),
        None => String::new(),
    }
}
