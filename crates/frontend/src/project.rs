//! The files of a project that a program needs besides those that are named.
//!
//! A compilation database lists the files of all programs of a project. As a linker takes members of an archive, so a file
//! of the database is taken where it defines a name that is still undefined. The text of a file tells what it may
//! define ([`defined`]), so that little is compiled in vain; clang's output tells what it does. Where no text defines a
//! name, a macro may stand for it: then clang is asked about all files that are left.

use crate::clang::{Clang, Unit};
use crate::lexer::{self, Kind, Token};
use crate::link::{Compiled, Undefined};
use crate::{LoadError, Options, accepted, compile_all, outputs};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The files of a database that are not part of the program yet.
pub struct Project<'a> {
    clang: &'a Clang,
    options: &'a Options,
    files: Mutex<Vec<File>>,
    warnings: Mutex<String>,
}

struct File {
    unit: Unit,
    /// The names that it defines for other files: as its text seems to say, or as clang does.
    names: BTreeSet<String>,
    is_compiled: bool,
    is_linked: bool,
}

impl File {
    fn may_define(&self, needed: &BTreeSet<String>) -> bool {
        !self.is_linked && !self.names.is_disjoint(needed)
    }
}

impl<'a> Project<'a> {
    /// A project of these files. A file with a `main` is a program of its own and never taken.
    pub fn new(clang: &'a Clang, options: &'a Options, units: Vec<Unit>) -> Project<'a> {
        let file = |unit: Unit| {
            let text = std::fs::read(&unit.path).ok()?;
            let names = defined(&String::from_utf8_lossy(&text));
            let is_program = names.contains("main");
            (!is_program).then_some(File { unit, names, is_compiled: false, is_linked: false })
        };
        let files = units.into_iter().filter_map(file).collect();
        Project { clang, options, files: Mutex::new(files), warnings: Mutex::default() }
    }

    /// Clang's warnings about the files that were taken.
    pub fn into_warnings(self) -> String {
        self.warnings.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The files that define what is needed, in the order of the database; none where nobody defines it.
    pub fn defining(&self, undefined: &Undefined) -> Result<Vec<Compiled>, LoadError> {
        let needed = &undefined.names;
        let mut files = held(&self.files);
        let is_in_text = files.iter().any(|file| file.may_define(needed));
        if !is_in_text && undefined.own.iter().any(|name| clib::row(name).is_none()) {
            self.ask_clang(&mut files)?;
        }
        let candidates: Vec<&mut File> = files.iter_mut().filter(|file| file.may_define(needed)).collect();
        if candidates.is_empty() {
            return Ok(Vec::new());
        }
        let units: Vec<&Unit> = candidates.iter().map(|file| &file.unit).collect();
        let (compiled, warnings) = compile_all(self.clang, &units, self.options)?;
        let mut taken: Vec<Compiled> = Vec::new();
        let mut origins: BTreeMap<String, PathBuf> = BTreeMap::new();
        for (file, compiled) in candidates.into_iter().zip(compiled) {
            // What only its text defines, such as a branch that is not compiled, is not asked for again.
            (file.names, file.is_compiled) = (compiled.defines()?, true);
            for name in file.names.intersection(needed) {
                if let Some(first) = origins.insert(name.clone(), compiled.path.clone()) {
                    let (symbol, second) = (name.clone(), compiled.path);
                    return Err(LoadError::Ambiguous { symbol, first, second });
                }
            }
            if !file.names.is_disjoint(needed) {
                file.is_linked = true;
                taken.push(compiled);
            }
        }
        held(&self.warnings).push_str(&warnings);
        Ok(taken)
    }

    /// Has clang tell what the files define that were not compiled so far. One that it rejects defines nothing.
    fn ask_clang(&self, files: &mut [File]) -> Result<(), LoadError> {
        let open: Vec<&mut File> = files.iter_mut().filter(|file| !file.is_compiled).collect();
        let units: Vec<&Unit> = open.iter().map(|file| &file.unit).collect();
        let outputs = outputs(self.clang, &units, self.options);
        for (file, output) in open.into_iter().zip(outputs) {
            let output = output?;
            file.is_compiled = true;
            file.names = match output.success {
                true => accepted(&file.unit, output)?.defines()?,
                false => BTreeSet::new(),
            };
        }
        Ok(())
    }
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The names of functions and variables that a text defines for other files, as far as a text can tell: macros that make
/// definitions hide them.
fn defined(text: &str) -> BTreeSet<String> {
    let tokens = lexer::tokens(text);
    let word = |token: &Token| &text[token.begin..token.end];
    let mut names = BTreeSet::new();
    // The tokens of a declaration outside of braces and brackets, with what stands in brackets left out.
    let mut declaration: Vec<&str> = Vec::new();
    let mut depth = 0_usize;
    for token in &tokens {
        let is_inner = depth > 0;
        match (token.kind, word(token)) {
            (Kind::Annotation, _) => {}
            (Kind::Open, _) if is_inner => depth += 1,
            (Kind::Open, _) => {
                // The body of a function ends a declaration; that of a struct or an initialiser is a part of one.
                match function(&declaration) {
                    Some(name) => {
                        names.extend(name.map(str::to_string));
                        declaration.clear();
                    }
                    None => declaration.push("{"),
                }
                depth += 1;
            }
            (_, "(" | "[") => {
                if !is_inner {
                    declaration.push(word(token));
                }
                depth += 1;
            }
            (Kind::Close, _) | (_, ")" | "]") => depth = depth.saturating_sub(1),
            (_, ";") if !is_inner => {
                names.extend(variables(&declaration).map(str::to_string));
                declaration.clear();
            }
            (_, word) if !is_inner => declaration.push(word),
            _ => {}
        }
    }
    names
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

/// Whether a brace behind these tokens opens the body of a function; its name, where other files can see it.
fn function<'t>(declaration: &[&'t str]) -> Option<Option<&'t str>> {
    if declaration.contains(&"=") {
        return None;
    }
    let name = declaration.windows(2).find(|pair| {
        let is_attribute = ["__attribute__", "__declspec", "_Alignas", "alignas"].contains(&pair[0]);
        pair[1] == "(" && is_name(pair[0]) && !is_attribute
    })?[0];
    let is_own = declaration.contains(&"static");
    Some((!is_own).then_some(name))
}

/// The variables that a declaration defines for other files.
fn variables<'t>(declaration: &[&'t str]) -> impl Iterator<Item = &'t str> {
    let hides = ["typedef", "static"].iter().any(|word| declaration.contains(word));
    let is_only_declared = declaration.contains(&"extern") && !declaration.contains(&"=");
    let is_function = declaration.iter().position(|word| *word == "(").is_some_and(|open| {
        let first_value = declaration.iter().position(|word| *word == "=").unwrap_or(declaration.len());
        open < first_value
    });
    let parts = (!hides && !is_only_declared && !is_function).then(|| declaration.split(|word| *word == ","));
    parts.into_iter().flatten().filter_map(|part| {
        let end = part.iter().position(|word| ["=", "[", ":"].contains(word)).unwrap_or(part.len());
        part[..end].last().copied().filter(|word| is_name(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        defined(text).into_iter().collect()
    }

    #[test]
    fn definitions_are_told_from_declarations() {
        let text = "#include <x.h>\n\
                    extern int a; int b; static int c; int d = 1, *e, f[3] = { 1, 2 };\n\
                    extern int g = 2; typedef int h; struct i { int j; } k;\n\
                    int l(int); int m(int n) { int o; return 0; } static int p(void) { }\n\
                    char *\nq(const char *fmt, ...)\n{ }\n\
                    enum { T, U }; struct v; /* int w; */\n\
                    __attribute__((noreturn)) void x(void); __attribute__((noreturn)) void y(void) { }\n";
        assert_eq!(names(text), ["b", "d", "e", "f", "g", "k", "m", "q", "v", "y"]);
    }
}
