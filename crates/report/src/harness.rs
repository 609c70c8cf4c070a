//! A test in C that shows a finding outside of heapproof: compiled together with the program and a sanitizer, it
//! gives the program the inputs that lead to the error.
//!
//! The harness stands in for what the scenario decides: `__VERIFIER_nondet_*` functions return its values,
//! allocations fail where it says so (the linker's `--wrap` puts the harness between the program and the library),
//! the standard input, the arguments, the environment and the clock hold what it says. The head of the file has the
//! exact command. Nothing of the program is changed.

mod library;
mod surroundings;

use crate::invocation::{Invocation, failing};
use crate::kinds::{sanitizer, shown_as};
use crate::place::place;
use crate::shell::quoted;
use engine::{Finding, Scenario};
use ir::{ErrorKind, FuncId, Function, Program, Span};
use std::fmt::{self, Write};

/// How every test begins: whoever finds this may overwrite the file.
pub const MARK: &str = "A test, written by heapproof";

/// What a test is made of.
pub struct Harness<'a> {
    /// The program, with the library functions it uses.
    pub program: &'a Program,
    /// Where execution starts.
    pub entry: FuncId,
    /// How the program was given.
    pub invocation: &'a Invocation,
    /// The name of the file the test is written to, as the user gave it.
    pub file: &'a [u8],
}

/// Why there is no test for a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Impossible {
    /// No finding was confirmed, so that no inputs are known that show it.
    NotConfirmed,
    /// Execution starts in a function that another file cannot call.
    StaticEntry(String),
    /// Execution starts in a function whose arguments were made up.
    MadeArguments,
    /// An allocation fails, and this function allocates inside of the C library, where nobody can make it fail.
    Allocates(String),
}

impl fmt::Display for Impossible {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Impossible::NotConfirmed => write!(out, "no error was confirmed"),
            Impossible::StaticEntry(name) => write!(out, "the entry function `{name}` is static"),
            Impossible::MadeArguments => {
                write!(
                    out,
                    "its arguments are made by heapproof; `heapproof lib --emit-test` writes tests of functions"
                )
            }
            Impossible::Allocates(name) => {
                write!(out, "an allocation fails, and a test cannot make those of `{name}` fail")
            }
        }
    }
}

impl Harness<'_> {
    /// The test for the first of the findings that is confirmed.
    pub fn render(&self, findings: &[Finding]) -> Result<String, Impossible> {
        let mut sorted: Vec<&Finding> = findings.iter().filter(|finding| finding.is_confirmed()).collect();
        sorted.sort_by_key(|finding| finding.kind.is_recoverable());
        let finding = sorted.first().ok_or(Impossible::NotConfirmed)?;
        let scenario = finding.scenario.as_ref().ok_or(Impossible::NotConfirmed)?;
        let kind = finding.kind.error().ok_or(Impossible::NotConfirmed)?;
        let entry = self.program.function(self.entry);
        if clib::starter(self.program) == Some(self.entry) {
            return Err(Impossible::MadeArguments);
        }
        if entry.local {
            return Err(Impossible::StaticEntry(entry.name.clone()));
        }
        let mut wraps = Vec::new();
        let mut code = String::new();
        self.inputs(&mut code, scenario);
        self.allocations(&mut code, &mut wraps, scenario, kind)?;
        self.verifier(&mut code);
        self.missing(&mut code);
        self.clock(&mut code, &mut wraps, scenario);
        self.surroundings(&mut code, scenario, kind);
        self.main(&mut code, &mut wraps, scenario, kind);
        self.sanitizer_options(&mut code, kind);
        let head = self.head(finding, kind, scenario, &wraps);
        Ok(format!("{head}\n{}\n{}\n", library::HEADERS, code.trim_end()))
    }

    /// What the test shows, and how to run it.
    fn head(&self, finding: &Finding, kind: ErrorKind, scenario: &Scenario, wraps: &[&str]) -> String {
        let place = place(self.program, finding.span);
        let mut text = format!("/*\n * {MARK}, that shows this error:\n *\n");
        let _ = writeln!(text, " *     {place}: {}: {}", finding.kind, comment_safe(&finding.message));
        let _ = match &self.invocation.database {
            None => writeln!(text, " *\n * It is compiled together with the program, and run:\n *"),
            Some(database) => writeln!(
                text,
                " *\n * Compile the program as {} says, with {} in addition. Then the test\n \
                 * is compiled, linked with its OBJECTS, and run:\n *",
                comment_safe(&quoted(database)),
                sanitizer(kind)
            ),
        };
        let _ = writeln!(text, " *     {}", comment_safe(&self.command(kind, wraps)));
        let _ = writeln!(text, " *\n * {}", shown_as(kind));
        if self.invocation.files.iter().any(|file| file.ends_with(b".bc") || file.ends_with(b".ll")) {
            text.push_str(
                " * Bitcode is checked as far as it was compiled with the same -fsanitize option.\n",
            );
        }
        let _ = writeln!(text, " * heapproof itself replays it with\n *");
        let _ = writeln!(text, " *     {}", comment_safe(&self.invocation.replay(scenario)));
        text.push_str(" */");
        text
    }

    /// The command that compiles and runs the test.
    fn command(&self, kind: ErrorKind, wraps: &[&str]) -> String {
        let Invocation { clang, clang_args, files, .. } = self.invocation;
        let is_cpp = |file: &Vec<u8>| {
            [b".cc".as_slice(), b".cpp", b".cxx", b".C"].iter().any(|end| file.ends_with(end))
        };
        let mut line = quoted(clang.as_bytes());
        let _ = write!(line, " -g {}", sanitizer(kind));
        for wrap in wraps {
            let _ = write!(line, " -Wl,--wrap={wrap}");
        }
        for arg in clang_args {
            let _ = write!(line, " {}", quoted(arg));
        }
        match self.invocation.database {
            Some(_) => line.push_str(" OBJECTS"),
            None => files.iter().for_each(|file| {
                let _ = write!(line, " {}", quoted(file));
            }),
        }
        let libraries = if files.iter().any(is_cpp) { " -lstdc++ -lm" } else { " -lm" };
        let test = self.file.strip_suffix(b".c").unwrap_or(self.file);
        let binary = match test == self.file {
            true => [test, b".test"].concat(),
            false => test.to_vec(),
        };
        let called = match binary.contains(&b'/') {
            true => binary.clone(),
            false => [b"./", binary.as_slice()].concat(),
        };
        let _ =
            write!(line, " {}{libraries} -o {} && {}", quoted(self.file), quoted(&binary), quoted(&called));
        line
    }

    /// Whether the program calls a function of the library by this name.
    fn uses(&self, name: &str) -> bool {
        let function = self.program.functions.iter().find(|function| function.name == name);
        function.is_some_and(|function| function.body.is_none() || self.is_library(function))
    }

    /// Whether a function is part of the library, and not of the program.
    fn is_library(&self, function: &Function) -> bool {
        clib::is_of_library(self.program, function.span)
    }

    /// The functions that the program declares and that nobody defines.
    fn undefined(&self) -> impl Iterator<Item = &str> {
        let declared = self.program.functions.iter().filter(|function| function.body.is_none());
        declared.map(|function| function.name.as_str()).filter(|name| is_name(name))
    }

    /// What the `__VERIFIER_nondet_*` functions return.
    fn inputs(&self, code: &mut String, scenario: &Scenario) {
        let readers: Vec<(&str, &str)> =
            self.undefined().filter_map(|name| Some((name, clib::choice_type(name)?))).collect();
        if readers.is_empty() {
            return;
        }
        let last = scenario.inputs.iter().rposition(|input| *input != 0).map_or(0, |last| last + 1);
        let values: Vec<String> =
            scenario.inputs[..last].iter().map(|input| format!("{}ull", *input as u64)).collect();
        code.push_str("/* The inputs, in the order in which they are read; afterwards all are zero. */\n");
        let _ = writeln!(code, "static const unsigned long long inputs[] = {{{}}};\n", listed(&values));
        code.push_str(library::NEXT_INPUT);
        for (name, ty) in readers {
            code.push_str(&library::reader(name, ty));
        }
        code.push('\n');
    }

    /// Allocations that fail, and blocks without a byte.
    fn allocations(
        &self,
        code: &mut String,
        wraps: &mut Vec<&str>,
        scenario: &Scenario,
        kind: ErrorKind,
    ) -> Result<(), Impossible> {
        let failing = failing(scenario);
        if failing.is_empty() && kind != ErrorKind::OutOfBounds {
            return Ok(());
        }
        let used: Vec<&library::Allocator> =
            library::ALLOCATORS.iter().filter(|allocator| self.uses(allocator.name)).collect();
        let is_other = |name: &&String| {
            let allocates = clib::row(name).is_some_and(|row| row.allocates.is_some());
            allocates && self.uses(name) && !used.iter().any(|allocator| allocator.name == **name)
        };
        let names = self.program.functions.iter().map(|function| &function.name);
        if let Some(other) = names.filter(|_| !failing.is_empty()).find(is_other) {
            return Err(Impossible::Allocates(other.clone()));
        }
        if used.is_empty() {
            return Ok(());
        }
        code.push_str("/* The allocations that fail, counted from 1. */\n");
        let numbers: Vec<String> = failing.iter().map(usize::to_string).collect();
        let _ = writeln!(code, "static const unsigned failing[] = {{{}}};\n", listed(&numbers));
        code.push_str(library::FAILS);
        for allocator in used {
            wraps.push(allocator.name);
            code.push_str(allocator.code);
        }
        code.push('\n');
        Ok(())
    }

    /// What checks and assumes.
    fn verifier(&self, code: &mut String) {
        for name in self.undefined() {
            if let Some((_, definition)) = library::VERIFIER.iter().find(|(known, _)| *known == name) {
                code.push_str(definition);
            }
        }
        code.push('\n');
    }

    /// What nobody defines and no execution up to the error needs. What a system header declares is in a library.
    fn missing(&self, code: &mut String) {
        let is_system = |span: Option<Span>| {
            span.is_some_and(|span| self.program.file(span.file).path().starts_with("/usr"))
        };
        let declared = self.program.functions.iter().filter(|function| function.body.is_none());
        let functions = declared
            .filter(|function| !is_system(function.span) && !self.defines(&function.name))
            .map(|function| (function.name.as_str(), None));
        let externals = self.program.globals.iter().filter(|global| global.init.is_none());
        let variables = externals
            .filter(|global| !is_system(global.span) && !library::is_variable(&global.name))
            .map(|global| (global.name.as_str(), Some(global.size.max(1))));
        let missing: Vec<(&str, Option<u64>)> =
            functions.chain(variables).filter(|(name, _)| is_name(name)).collect();
        if missing.is_empty() {
            return;
        }
        code.push_str("/* Not needed before the error; here for the linker. */\n");
        for (number, (name, size)) in (1..).zip(missing) {
            let _ = match size {
                None => writeln!(
                    code,
                    "__attribute__((weak)) void missing{number}(void) __asm__(\"{name}\");\n\
                     void missing{number}(void) {{ abort(); }}"
                ),
                Some(size) => writeln!(
                    code,
                    "extern char missing{number}[{size}] __asm__(\"{name}\");\n\
                     __attribute__((weak, aligned(16))) char missing{number}[{size}];"
                ),
            };
        }
        code.push('\n');
    }

    /// Whether the library or this test defines a function.
    fn defines(&self, name: &str) -> bool {
        // A compiled test cannot decide what the system does.
        let asks_system = |row: &clib::Row| row.consumes.contains(&clib::Channel::System);
        let is_known = clib::is_known(name) && !clib::row(name).is_some_and(asks_system);
        clib::choice_type(name).is_some()
            || is_known
            || library::is_builtin(name)
            || library::VERIFIER.iter().any(|(known, _)| *known == name)
    }
}

/// Whether a name can be written in C; those of LLVM's own functions cannot.
fn is_name(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The elements of an array; a zero where there are none, since C has no empty arrays.
fn listed(values: &[String]) -> String {
    match values {
        [] => " 0 ".to_string(),
        values => format!(" {} ", values.join(", ")),
    }
}

/// Text that does not end a comment.
fn comment_safe(text: &str) -> String {
    text.replace("*/", "* /").replace('\n', " ")
}

#[cfg(test)]
mod tests;
