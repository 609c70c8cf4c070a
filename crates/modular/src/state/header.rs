//! Memory before a pointer: preconditions on headers.
//!
//! An allocator that keeps a size, or a string that keeps its length, hands out the address behind its header:
//! `((size_t *)p)[-1]`. That so many bytes are there is something that a caller can see to, `\valid(p + (-8 .. -1))`; and where
//! a byte of the header says how large the header is, only that much is asked for: `(s[-1] & 7) != 1 || \valid(s + (-3 .. -1))`.
//! Who frees such a block asks that it begins there, `\freeable(p - 8)`.

use crate::state::seen::Seen;
use crate::types::layout::Layouts;
use ir::Program;
use std::fmt;

/// A precondition: so many bytes are before a pointer, in the object that it points into or just behind.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Header {
    /// The pointer.
    pub pointer: Seen,
    /// Whether it points to bytes as declared.
    pub is_of_bytes: bool,
    /// How many bytes.
    pub bytes: u64,
    /// Whether a block must begin there that can be freed.
    pub is_freed: bool,
    /// Nothing is asked for where the header says otherwise.
    pub only: Option<Only>,
}

/// What a byte before a pointer says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Only {
    /// How many bytes before the pointer it is.
    pub at: u64,
    /// Which of its bits count.
    pub mask: i64,
    /// Their value.
    pub value: i64,
}

impl Header {
    /// Whether this precondition implies another one, obviously.
    pub fn implies(&self, other: &Header) -> bool {
        let is_as_wide = match self.is_freed {
            true => self.bytes == other.bytes,
            false => self.bytes >= other.bytes,
        };
        (&self.pointer, self.is_freed) == (&other.pointer, other.is_freed)
            && is_as_wide
            && (self.only.is_none() || self.only == other.only)
    }

    /// The precondition in the notation of ACSL.
    pub fn text(&self, program: &Program, layouts: &Layouts<'_>, params: &dyn Fn(usize) -> String) -> String {
        let pointer = self.pointer.text(program, layouts, params);
        let pointer = match self.is_of_bytes {
            true => pointer,
            false => format!("(char *){pointer}"),
        };
        let asked = match self.is_freed {
            true => format!("\\freeable({pointer} - {})", self.bytes),
            false => format!("\\valid({pointer} + (-{} .. -1))", self.bytes),
        };
        let Some(Only { at, mask, value }) = self.only else { return asked };
        let byte = match self.is_of_bytes {
            true => format!("{pointer}[-{at}]"),
            false => format!("({pointer})[-{at}]"),
        };
        match mask {
            255 => format!("{byte} != {value} || {asked}"),
            _ => format!("({byte} & {mask}) != {value} || {asked}"),
        }
    }
}

/// The text form, for results that are kept.
impl fmt::Display for Header {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {} {} {}", self.pointer, self.is_of_bytes, self.bytes, self.is_freed)?;
        match self.only {
            Some(Only { at, mask, value }) => write!(out, " {at} {mask} {value}"),
            None => Ok(()),
        }
    }
}

impl Header {
    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Header> {
        let words: Vec<&str> = text.split(' ').collect();
        let (first, rest) = words.split_at_checked(4)?;
        let only = match rest {
            [] => None,
            [at, mask, value] => {
                Some(Only { at: at.parse().ok()?, mask: mask.parse().ok()?, value: value.parse().ok()? })
            }
            _ => return None,
        };
        Some(Header {
            pointer: Seen::parse(first[0])?,
            is_of_bytes: first[1].parse().ok()?,
            bytes: first[2].parse().ok()?,
            is_freed: first[3].parse().ok()?,
            only,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(bytes: u64, only: Option<Only>) -> Header {
        Header { pointer: Seen::Param(1), is_of_bytes: true, bytes, is_freed: false, only }
    }

    #[test]
    fn headers_are_read_back() {
        for only in [None, Some(Only { at: 1, mask: 7, value: 4 })] {
            assert_eq!(Header::parse(&header(17, only).to_string()), Some(header(17, only)));
        }
        assert_eq!(Header::parse("p1 true 17"), None);
    }

    #[test]
    fn what_holds_always_implies_what_holds_sometimes() {
        let only = Some(Only { at: 1, mask: 7, value: 4 });
        assert!(header(17, None).implies(&header(17, only)) && header(17, None).implies(&header(3, None)));
        assert!(!header(17, only).implies(&header(17, None)));
        // A block begins at one place.
        let freed = |bytes| Header { is_freed: true, ..header(bytes, None) };
        assert!(!freed(17).implies(&freed(3)));
    }
}
