//! Source files as lines of bytes, each file read once per report.
//!
//! Sources are arbitrary bytes: they need not be UTF-8, and a line may be megabytes long. Nothing here copies a
//! line; what is shown of one is cut out by `excerpt`.

use crate::ReadSource;
use ir::{FileId, Program, Span};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The source files of a program.
pub(crate) struct Sources<'a> {
    program: &'a Program,
    read: ReadSource<'a>,
    files: RefCell<BTreeMap<FileId, Option<Rc<SourceText>>>>,
}

/// The content of a source file.
pub(crate) struct SourceText {
    bytes: Vec<u8>,
    line_starts: Vec<usize>,
}

impl<'a> Sources<'a> {
    /// The source files of `program`, read by `read` when they are first needed.
    pub fn new(program: &'a Program, read: ReadSource<'a>) -> Sources<'a> {
        Sources { program, read, files: RefCell::default() }
    }

    /// The content of a file, if it can be read.
    pub fn text(&self, file: FileId) -> Option<Rc<SourceText>> {
        let mut files = self.files.borrow_mut();
        let text = files.entry(file).or_insert_with(|| {
            let path = self.program.files.get(file.index())?.path();
            (self.read)(&path).map(|bytes| Rc::new(SourceText::new(bytes)))
        });
        text.clone()
    }

    /// The column of a span counted in characters: clang counts bytes. None where the span has no column.
    pub fn char_column(&self, span: Span) -> Option<u32> {
        let bytes_before = span.column.checked_sub(1)? as usize;
        let text = self.text(span.file);
        let line = text.as_ref().and_then(|text| text.line(span.line.get()));
        match line.and_then(|line| line.get(..bytes_before)) {
            Some(prefix) => u32::try_from(String::from_utf8_lossy(prefix).chars().count() + 1).ok(),
            None => Some(span.column),
        }
    }
}

impl SourceText {
    fn new(bytes: Vec<u8>) -> SourceText {
        let newlines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let line_starts = std::iter::once(0).chain(newlines.map(|(index, _)| index + 1)).collect();
        SourceText { bytes, line_starts }
    }

    /// The line with this number, from 1, without its line end; none where the file is shorter.
    pub fn line(&self, number: u32) -> Option<&[u8]> {
        let index = (number as usize).checked_sub(1)?;
        let start = *self.line_starts.get(index)?;
        let end = self.line_starts.get(index + 1).map_or(self.bytes.len(), |next| next - 1);
        let line = &self.bytes[start..end];
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::{SourceFile, Target};

    #[test]
    fn lines_end_at_newlines_of_both_kinds() {
        let text = SourceText::new(b"one\r\ntwo\n\nfour".to_vec());
        let lines: Vec<_> = (1..=5).map(|number| text.line(number)).collect();
        assert_eq!(lines, [Some(&b"one"[..]), Some(b"two"), Some(b""), Some(b"four"), None]);
    }

    #[test]
    fn columns_are_counted_in_characters() {
        let mut program = Program::new(Target::BITS64);
        program.files.push(SourceFile { name: "a.c".into(), directory: "/".into() });
        let read = |_: &std::path::Path| Some("/* übergrößen */ x".as_bytes().to_vec());
        let sources = Sources::new(&program, &read);
        let column = |column| Span::new(FileId(0), 1, column).and_then(|span| sources.char_column(span));
        assert_eq!(column(21), Some(18));
        assert_eq!(column(0), None);
        // Beyond the line, the file is not the one that was compiled: the number is given as it is.
        assert_eq!(column(99), Some(99));
    }
}
