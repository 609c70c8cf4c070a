//! The text form of a program, for people and for tests; `parse` reads it back.
//!
//! One instruction a line. An SSA value is `%7`, or `%head.7` with its hint (the number after the last dot alone
//! identifies it); a source variable is `$head.0`, a source type `#3`, a block `bb3`, a global or function
//! `@name`. What follows `!` is the position in the source, `line:column`, with the number of the file in front
//! where it is not the file of the function. What follows `;` is a comment: the spelling of a type, the member
//! that a `ptradd` selects, and, on request, the source lines.
//!
//! ```text
//! func @next(ptr %p.0) -> ptr type #4 !0:7:1 {
//!   var $p.0: #3 param 0 !7:27
//! bb0.entry:
//!   $p.0 := %p.0 !7:27
//!   %1 = ptradd %p.0, 8 via #2 !8:15 ; ->next
//!   %2 = load ptr %1 !8:15
//!   return %2 !8:5
//! }
//! ```
//!
//! Where the syntax tells the type (`load ptr`, `cmp`, …) the result has no annotation, and a constant of the
//! expected type is a bare number; otherwise they carry it: `%5: i32 = add %3, 1`, `cmp slt %5, i32 10`. Negative
//! numbers are two's complement; numbers in hexadecimal are raw bits.
//!
//! Invariant: printing a valid program and parsing the text gives an equal program. Printing never panics, also
//! on programs that break the rules of [`mod@crate::validate`], so that they can be looked at.

mod function;
mod operand;
mod tables;
pub(crate) mod words;

use crate::{FileId, FuncId, Function, Program, Span};
use std::collections::HashMap;
use std::fmt::{self, Write};

/// Where the text of source files comes from.
pub trait Sources {
    /// The text of a file; none where it cannot be read.
    fn text(&self, file: FileId) -> Option<&str>;
}

/// The texts in the order of [`Program::files`].
impl Sources for Vec<Option<String>> {
    fn text(&self, file: FileId) -> Option<&str> {
        self.get(file.index())?.as_deref()
    }
}

/// What to print besides the program itself.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// With texts, source lines stand as comments before the instructions that come from them.
    pub source: Option<&'a dyn Sources>,
}

/// The text form of a program.
pub fn program(program: &Program, options: Options<'_>) -> String {
    let mut text = String::new();
    let mut printer = Printer::new(program, options, &mut text);
    printer.program().expect("writing to a string cannot fail");
    text
}

/// The text form of one function.
pub fn function(program: &Program, id: FuncId, options: Options<'_>) -> String {
    let mut text = String::new();
    let mut printer = Printer::new(program, options, &mut text);
    printer.function(program.function(id)).expect("writing to a string cannot fail");
    text
}

/// The text form of one instruction of a function, without a line break.
pub fn inst(program: &Program, function: &Function, inst: &crate::Inst) -> String {
    let mut text = String::new();
    let mut printer = Printer::new(program, Options::default(), &mut text);
    printer.inst(function, inst).expect("writing to a string cannot fail");
    text
}

impl fmt::Display for Program {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer::new(self, Options::default(), out).program()
    }
}

struct Printer<'a, 'o> {
    program: &'a Program,
    options: Options<'a>,
    out: &'o mut dyn Write,
    /// How many globals and functions have each name: a name that several have cannot stand for one of them.
    symbols: HashMap<&'a str, u32>,
    /// Whether the type table can be asked for spellings and paths.
    types_sound: bool,
    /// The file of the function that is printed.
    file: Option<FileId>,
    /// The source files whose lines were asked for.
    sources: HashMap<FileId, SourceText<'a>>,
}

/// A source file as it is shown, prepared once.
struct SourceText<'a> {
    name: String,
    lines: Vec<&'a str>,
}

impl<'a, 'o> Printer<'a, 'o> {
    fn new(program: &'a Program, options: Options<'a>, out: &'o mut dyn Write) -> Self {
        let mut symbols = HashMap::new();
        let globals = program.globals.iter().map(|global| global.name.as_str());
        let functions = program.functions.iter().map(|function| function.name.as_str());
        for name in globals.chain(functions) {
            *symbols.entry(name).or_insert(0) += 1;
        }
        let types_sound = crate::validate::types_are_sound(&program.types);
        Printer { program, options, out, symbols, types_sound, file: None, sources: HashMap::new() }
    }

    fn program(&mut self) -> fmt::Result {
        self.header()?;
        for global in &self.program.globals {
            self.global(global)?;
        }
        for function in &self.program.functions {
            self.function(function)?;
        }
        Ok(())
    }

    /// Prints ` !line:column`, with the file where it is not the current one.
    fn span(&mut self, span: Option<Span>) -> fmt::Result {
        match span {
            Some(Span { file, line, column }) if Some(file) == self.file => {
                write!(self.out, " !{line}:{column}")
            }
            Some(Span { file, line, column }) => write!(self.out, " !{}:{line}:{column}", file.0),
            None => Ok(()),
        }
    }

    /// Prints the source line of `span` as a comment, unless it is `last`, which it becomes.
    fn source_line(&mut self, span: Option<Span>, last: &mut Option<(FileId, u32)>) -> fmt::Result {
        let (Some(sources), Some(span)) = (self.options.source, span) else { return Ok(()) };
        let at = (span.file, span.line.get());
        if *last == Some(at) {
            return Ok(());
        }
        let program = self.program;
        let Some(file) = program.files.get(span.file.index()) else { return Ok(()) };
        let source = self.sources.entry(span.file).or_insert_with(|| SourceText {
            name: file.name.escape_debug().to_string(),
            lines: sources.text(span.file).map(|text| text.lines().collect()).unwrap_or_default(),
        });
        if let Some(line) = source.lines.get(span.line.get() as usize - 1) {
            write!(self.out, "  ; {}:{}  ", source.name, span.line)?;
            line.trim().split(char::is_control).try_for_each(|part| self.out.write_str(part))?;
            self.out.write_char('\n')?;
            *last = Some(at);
        }
        Ok(())
    }
}

/// Whether `name` can stand in the text without quotes.
fn is_bare(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.';
    // Nearly all names are plain.
    let plain = name.bytes().all(fits) || name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    plain && !name.is_empty() && name != "..."
}

/// A name: bare where possible, else quoted.
fn name(name: &str) -> String {
    match is_bare(name) {
        true => name.to_string(),
        false => quoted(name),
    }
}

/// Text in quotes; control characters are escaped.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\0'..='\x1f' | '\x7f' => out.push_str(&format!("\\x{:02x}", c as u32)),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A sigil, an optional hint and a number, such as `%head.7`.
fn numbered(sigil: char, hint: Option<&str>, number: u32) -> String {
    match hint {
        Some("") => format!("{sigil}.{number}"),
        Some(hint) => format!("{sigil}{}.{number}", name(hint)),
        None => format!("{sigil}{number}"),
    }
}
