//! The disagreements with a suite that are explained: `docs/suites.md` lists them for people, and this reads it, so
//! that there is one list.
//!
//! A row is `| suite | program | expected | ours | why |`. It excuses exactly that verdict on that program.

use super::{Expected, Verdict};
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// The rows of the table.
pub struct Explained(Vec<Row>);

struct Row {
    suite: String,
    program: String,
    expected: Expected,
    ours: Verdict,
    why: String,
}

impl Explained {
    /// Reads the table.
    pub fn read(path: &Path) -> Result<Explained> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        Ok(Explained(text.lines().filter_map(row).collect()))
    }

    /// Why this verdict on a program of a suite differs from the expected one, if that is explained.
    pub fn why(&self, suite: &str, program: &str, expected: Expected, ours: Verdict) -> Option<&str> {
        let is_it = |row: &&Row| {
            (row.suite.as_str(), row.program.as_str(), row.expected, row.ours)
                == (suite, program, expected, ours)
        };
        self.0.iter().find(is_it).map(|row| row.why.as_str())
    }
}

fn row(line: &str) -> Option<Row> {
    let cells: Vec<&str> = line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect();
    let [suite, program, expected, ours, why] = cells[..] else { return None };
    let expected = match expected {
        "safe" => Expected::Safe,
        "unsafe" => Expected::Unsafe,
        _ => return None,
    };
    Some(Row {
        suite: suite.to_string(),
        program: program.to_string(),
        expected,
        ours: Verdict::read(ours)?,
        why: why.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::root;

    #[test]
    fn the_documentation_has_the_table() {
        let explained = Explained::read(&root().join("docs/suites.md")).unwrap();
        assert!(explained.why("predator", "test-0202", Expected::Unsafe, Verdict::Safe).is_some());
        assert!(explained.why("predator", "test-0202", Expected::Safe, Verdict::Unsafe).is_none());
    }
}
