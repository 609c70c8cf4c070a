//! What an engine achieves today: one file per engine, one line per program.
//!
//! ```text
//! deref/read_after_free.c unsafe use-after-free:14
//! inputs/any_length.c     unknown
//! ```
//!
//! A program without a line counts as unknown.

use crate::answer::Answer;
use crate::truth::Bug;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The recorded answers by program.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Achieved(pub BTreeMap<String, Answer>);

impl Achieved {
    /// Reads a file of records. The error names the line.
    pub fn read(text: &str) -> Result<Achieved, String> {
        let mut achieved = Achieved::default();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (program, answer) = record(line).ok_or_else(|| {
                format!("line {number}: expected a program, safe, unsafe or unknown, and kind:line pairs")
            })?;
            if achieved.0.insert(program.to_string(), answer).is_some() {
                return Err(format!("line {number}: {program} is recorded twice"));
            }
        }
        Ok(achieved)
    }

    /// The recorded answer about a program.
    pub fn answer(&self, program: &str) -> Answer {
        self.0.get(program).cloned().unwrap_or(Answer::Unknown)
    }

    /// The text of the file, in columns.
    pub fn write(&self, engine: &str) -> String {
        let width = self.0.keys().map(|program| program.chars().count()).max().unwrap_or(0);
        let mut text = format!(
            "# What the engine `{engine}` answers today; the truth is in the programs. Rewritten by `cargo xtask bless`.\n"
        );
        for (program, answer) in &self.0 {
            writeln!(text, "{program:width$} {answer}").expect("writing to a string cannot fail");
        }
        text
    }
}

fn record(line: &str) -> Option<(&str, Answer)> {
    let mut words = line.split_whitespace();
    let (program, verdict) = (words.next()?, words.next()?);
    let bug = |word: &str| {
        let (kind, line) = word.split_once(':')?;
        Some(Bug { line: line.parse().ok()?, kind: kind.to_string() })
    };
    let bugs: Option<std::collections::BTreeSet<Bug>> = words.map(bug).collect();
    let answer = match (verdict, bugs?) {
        ("safe", bugs) if bugs.is_empty() => Answer::Safe,
        ("unknown", bugs) if bugs.is_empty() => Answer::Unknown,
        ("unsafe", bugs) if !bugs.is_empty() => Answer::Unsafe(bugs),
        _ => return None,
    };
    Some((program, answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let text = "# comment\n\na/b.c unsafe leak:3 double-free:10\nc.c safe\n  d.c   unknown\n";
        let achieved = Achieved::read(text).unwrap();
        assert_eq!(achieved.answer("a/b.c").to_string(), "unsafe leak:3 double-free:10");
        assert_eq!(achieved.answer("c.c"), Answer::Safe);
        assert_eq!(achieved.answer("new.c"), Answer::Unknown);
        let written = achieved.write("auto");
        assert!(written.contains("\nc.c   safe\n"), "{written}");
        assert_eq!(Achieved::read(&written), Ok(achieved));
    }

    #[test]
    fn mistakes_are_refused() {
        for line in
            ["a.c", "a.c safe leak:1", "a.c unsafe", "a.c unsafe leak", "a.c maybe", "a.c unsafe leak:x"]
        {
            assert!(Achieved::read(line).unwrap_err().contains("line 1: expected"), "{line}");
        }
        assert!(
            Achieved::read("a.c safe\na.c unknown").unwrap_err().contains("line 2: a.c is recorded twice")
        );
    }
}
