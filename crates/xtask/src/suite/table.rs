//! How a suite went, in text.

use super::{Expected, Fate, Row};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

/// How much of a reason is shown in the table.
const REASON: usize = 110;

impl Fate {
    fn name(self) -> &'static str {
        match self {
            Fate::Right => "right",
            Fate::Explained => "explained",
            Fate::Unknown => "unknown",
            Fate::Rejected => "rejected",
            Fate::Wrong => "WRONG",
            Fate::Failed => "FAILED",
        }
    }
}

impl Expected {
    fn name(self) -> &'static str {
        match self {
            Expected::Safe => "safe",
            Expected::Unsafe => "unsafe",
        }
    }
}

/// The table: the programs, or those without the expected verdict; the causes of what is unknown; the totals.
pub fn render(suite: &str, rows: &[Row], all: bool) -> String {
    let mut text = String::new();
    let shown = rows.iter().filter(|row| all || row.fate != Fate::Right);
    for row in shown {
        let reason: String = row.reason.lines().next().unwrap_or("").chars().take(REASON).collect();
        let _ = writeln!(
            text,
            "{:9} {:24} expected {:6} {:6.1} s  {reason}",
            row.fate.name(),
            row.name,
            row.expected.name(),
            row.time.as_secs_f64()
        );
    }
    let mut causes: BTreeMap<&str, usize> = BTreeMap::new();
    for cause in rows.iter().flat_map(|row| &row.causes) {
        *causes.entry(cause).or_default() += 1;
    }
    for (cause, count) in causes {
        let _ = writeln!(text, "{count:5} programs with {cause}");
    }
    let _ = writeln!(text, "{suite:10} programs   right explained unknown rejected wrong failed");
    for expected in [Some(Expected::Safe), Some(Expected::Unsafe), None] {
        let counted: Vec<&Row> =
            rows.iter().filter(|row| expected.is_none_or(|expected| row.expected == expected)).collect();
        let of = |fate: Fate| counted.iter().filter(|row| row.fate == fate).count();
        let _ = writeln!(
            text,
            "{:10} {:8} {:7} {:9} {:7} {:8} {:5} {:6}",
            expected.map_or("all", Expected::name),
            counted.len(),
            of(Fate::Right),
            of(Fate::Explained),
            of(Fate::Unknown),
            of(Fate::Rejected),
            of(Fate::Wrong),
            of(Fate::Failed),
        );
    }
    for (what, times) in
        [("elapsed", sorted(rows, |row| row.time)), ("computing", sorted(rows, |row| row.cpu))]
    {
        let total: Duration = times.iter().sum();
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        let _ = writeln!(text, "{:.1} s {what}, median {:.2} s", total.as_secs_f64(), median.as_secs_f64());
    }
    let memory = rows.iter().map(|row| row.memory).max().unwrap_or_default();
    let _ = writeln!(text, "{} MiB at most", memory >> 20);
    text
}

/// The times of all programs, ascending.
fn sorted(rows: &[Row], time: impl Fn(&Row) -> Duration) -> Vec<Duration> {
    let mut times: Vec<Duration> = rows.iter().map(time).collect();
    times.sort();
    times
}

/// One line for each program, with tabs between the columns.
pub fn list(rows: &[Row]) -> String {
    let line = |row: &Row| {
        format!(
            "{}\t{}\t{}\t{:.2}\t{}\t{}\n",
            row.name,
            row.expected.name(),
            row.fate.name(),
            row.time.as_secs_f64(),
            row.memory >> 20,
            row.reason.replace(['\n', '\t'], " ")
        )
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, expected: Expected, fate: Fate) -> Row {
        Row {
            name: name.to_string(),
            expected,
            fate,
            reason: format!("because of {name}"),
            causes: Default::default(),
            time: Duration::from_millis(500),
            cpu: Duration::from_millis(100),
            memory: 5 << 20,
        }
    }

    #[test]
    fn right_answers_are_counted_and_others_are_shown() {
        let rows = [
            row("a", Expected::Safe, Fate::Right),
            row("b", Expected::Unsafe, Fate::Wrong),
            row("c", Expected::Unsafe, Fate::Right),
        ];
        let text = render("suite", &rows, false);
        assert!(!text.contains("because of a") && text.contains("because of b"), "{text}");
        assert!(
            text.contains("all               3       2         0       0        0     1      0"),
            "{text}"
        );
        assert!(
            text.contains("1.5 s elapsed, median 0.50 s\n0.3 s computing, median 0.10 s\n5 MiB"),
            "{text}"
        );
        assert!(render("suite", &rows, true).contains("because of a"));
    }
}
