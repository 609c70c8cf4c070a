//! Where in the source something stands.

use crate::FileId;
use std::num::NonZeroU32;

/// A position in the source. The line is never zero: a construct without a position has no span at all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The line, from 1.
    pub line: NonZeroU32,
    /// The column, from 1; 0 where clang gives none.
    pub column: u32,
}

impl Span {
    /// The span at `line` and `column` of `file`, or none where `line` is 0 (clang's mark for generated code).
    pub fn new(file: FileId, line: u32, column: u32) -> Option<Span> {
        Some(Span { file, line: NonZeroU32::new(line)?, column })
    }
}

/// A file that spans refer to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SourceFile {
    /// The name as the user or the include directive gave it.
    pub name: String,
    /// The directory that a relative `name` is relative to.
    pub directory: String,
}

impl SourceFile {
    /// The path to open to read the file.
    pub fn path(&self) -> std::path::PathBuf {
        std::path::Path::new(&self.directory).join(&self.name)
    }
}
