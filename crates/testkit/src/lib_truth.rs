//! The truth about the functions of a file that is given to `heapproof lib`.
//!
//! The first comment lines say in words what the file shows, and then, one key a line:
//!
//! ```text
//! // A library of singly linked lists.
//! // command: lib
//! // functions: 31                   how many functions the file defines
//! // requires: nth: list != NULL     a function that is safe under a precondition only; several are separated by `;`
//! // args: -m32                      more arguments of `heapproof lib`
//! ```
//!
//! A function is safe unless the header or a mark says otherwise. An offending line ends with
//! `// BUG: function: what is wrong`: that function is unsafe, and the line is one of those a report may name.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What is true of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FunctionTruth {
    /// It keeps every data structure intact and accesses nothing else, in every context.
    Safe,
    /// It is safe just where these preconditions hold.
    Conditional(BTreeSet<String>),
    /// It goes wrong at one of these lines.
    Unsafe(BTreeSet<u32>),
}

impl fmt::Display for FunctionTruth {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FunctionTruth::Safe => write!(out, "safe"),
            FunctionTruth::Conditional(requires) => write!(out, "conditional {}", join(requires, "; ")),
            FunctionTruth::Unsafe(lines) => write!(out, "unsafe {}", join(lines, " ")),
        }
    }
}

/// Shows a set with something between its members.
pub fn join<T: fmt::Display>(set: &BTreeSet<T>, between: &str) -> String {
    set.iter().map(T::to_string).collect::<Vec<_>>().join(between)
}

/// What is true of a file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LibTruth {
    /// How many functions it defines.
    pub functions: usize,
    /// The functions that are not simply safe.
    pub exceptions: BTreeMap<String, FunctionTruth>,
    /// More arguments of `heapproof lib`.
    pub args: Vec<String>,
}

impl LibTruth {
    /// Reads the header and the marks of a source text. The error says what is wrong with them.
    pub fn read(source: &str) -> Result<LibTruth, String> {
        let mut truth = LibTruth::default();
        let (mut command, mut functions) = (None, None);
        for line in source.lines() {
            let Some(comment) = line.strip_prefix("//") else { break };
            let Some((key, value)) = comment.trim().split_once(": ") else { continue };
            let value = value.trim();
            match key {
                "command" if value == "lib" => command = Some(()),
                "command" => return Err(format!("the command is lib, not `{value}`")),
                "functions" => {
                    let count = value.parse().map_err(|_| format!("`{value}` is no number of functions"))?;
                    functions = Some(count);
                }
                "requires" => truth.require(value)?,
                "args" => truth.args = value.split_whitespace().map(str::to_string).collect(),
                word if word.chars().all(|c| c.is_ascii_lowercase() || c == '-') => {
                    return Err(format!("the header has no key `{word}`"));
                }
                _ => {} // A sentence.
            }
        }
        command.ok_or("the header does not say `command: lib`")?;
        truth.functions = functions.ok_or("the header does not state the number of functions")?;
        for (line, text) in (1..).zip(source.lines()) {
            if let Some((_, mark)) = text.split_once("// BUG: ") {
                truth.mark(line, mark)?;
            }
        }
        if truth.exceptions.len() > truth.functions {
            return Err(format!("more than {} functions are mentioned", truth.functions));
        }
        Ok(truth)
    }

    /// What is true of a function.
    pub fn of(&self, function: &str) -> FunctionTruth {
        self.exceptions.get(function).cloned().unwrap_or(FunctionTruth::Safe)
    }

    fn require(&mut self, value: &str) -> Result<(), String> {
        let mistake = || format!("`{value}` is not of the form `function: condition; condition`");
        let (function, conditions) = value.split_once(": ").ok_or_else(mistake)?;
        let conditions: BTreeSet<String> = conditions.split(';').map(|c| c.trim().to_string()).collect();
        if !is_name(function) || conditions.contains("") {
            return Err(mistake());
        }
        let conditional = FunctionTruth::Conditional(conditions);
        match self.exceptions.insert(function.to_string(), conditional) {
            None => Ok(()),
            Some(_) => Err(format!("what {function} requires is stated twice")),
        }
    }

    fn mark(&mut self, line: u32, mark: &str) -> Result<(), String> {
        let function = mark.split_once(": ").map(|(function, _)| function).filter(|name| is_name(name));
        let function = function
            .ok_or_else(|| format!("line {line}: a mark has the form `BUG: function: what is wrong`"))?;
        let truth = self.exceptions.entry(function.to_string());
        match truth.or_insert_with(|| FunctionTruth::Unsafe(BTreeSet::new())) {
            FunctionTruth::Unsafe(lines) => lines.insert(line),
            _ => return Err(format!("line {line}: {function} has a precondition and a mistake")),
        };
        Ok(())
    }
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_header_is_read() {
        let source = "// Shows something: at length.\n// command: lib\n// functions: 4\n// args: -m32\n\
                      // requires: get: p != NULL;q != NULL\nint x;\n  y(); // BUG: put: too short\n\
                      } // BUG: put: seen here at the latest\n";
        let truth = LibTruth::read(source).unwrap();
        assert_eq!(truth.of("get").to_string(), "conditional p != NULL; q != NULL");
        assert_eq!(truth.of("put").to_string(), "unsafe 7 8");
        assert_eq!(truth.of("other"), FunctionTruth::Safe);
        assert_eq!((truth.functions, truth.args), (4, vec!["-m32".to_string()]));
    }

    #[test]
    fn contradictions_and_mistakes_are_refused() {
        let error = |text: &str| LibTruth::read(text).unwrap_err();
        let with = |text: &str| error(&format!("// command: lib\n// functions: 2\n{text}\n"));
        assert!(error("// functions: 3").contains("command: lib"));
        assert!(error("// command: check").contains("not `check`"));
        assert!(error("// command: lib").contains("number of functions"));
        assert!(error("// command: lib\n// functions: some").contains("`some`"));
        assert!(with("// verdict: safe").contains("no key `verdict`"));
        assert!(with("// requires: f").contains("of the form"));
        assert!(with("// requires: f: ").contains("of the form"));
        assert!(with("// requires: f: a;").contains("of the form"));
        assert!(with("// requires: f: a\n// requires: f: b").contains("twice"));
        assert!(with("x; // BUG: leak").contains("line 3: a mark"));
        assert!(with("// requires: f: a\nx; // BUG: f: wrong").contains("line 4: f has a precondition"));
        assert!(with("// requires: f: a\n// requires: g: a\nx; // BUG: h: wrong").contains("more than 2"));
    }
}
