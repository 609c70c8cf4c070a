//! The bytes of an object: what was written where.
//!
//! A content is a list of has-value edges by ascending offset that do not overlap, and a filling for all other bytes.
//! A has-value edge holds some bytes of a term, or a filling of its own. Writing cuts what it overlaps; nothing is
//! split into bytes before a read asks for it (SMG's *write reinterpretation*). Reading any width at any offset puts
//! together the parts of the has-value edges it meets (*read reinterpretation*), and because equal terms are one
//! term, reading what was written gives the very term that was written.
//!
//! Invariant: has-value edges are sorted, not empty, do not overlap, and two neighbouring fillings differ.

use crate::Symbols;
use crate::cells::Cell;
use crate::columns::Column;
use crate::object::Rights;
use logic::Term;
use rustc_hash::FxHashMap;

/// What bytes hold that no term was written to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fill {
    /// Never written.
    Undefined,
    /// Written, but nothing is known of the bytes.
    Unknown,
    /// The same byte (8 bits) everywhere.
    Repeat(Term),
    /// Words that are addresses of texts ([`crate::Kind::Text`]), nothing else of which is known but that at least
    /// this may be done with them.
    Texts(Rights),
}

impl Fill {
    /// Where the bytes are addresses of texts, what may be done with those.
    pub fn texts(self) -> Option<Rights> {
        match self {
            Fill::Texts(rights) => Some(rights),
            Fill::Undefined | Fill::Unknown | Fill::Repeat(_) => None,
        }
    }
}

/// What a has-value edge holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Data {
    /// Bytes of a term from byte `skip` upwards.
    Bits {
        /// The term.
        term: Term,
        /// How many of its low bytes are left out.
        skip: u64,
    },
    /// One of several values as long as the has-value edge, put together by [`Symbols::one_of`]. Which one it is
    /// depends on nothing else: a copy may be another one.
    OneOf(Term),
    /// A filling.
    Fill(Fill),
}

/// A part of a content.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HasValue {
    /// The first byte.
    pub offset: u64,
    /// The number of bytes.
    pub len: u64,
    /// What it holds.
    pub data: Data,
}

impl HasValue {
    /// The byte after the last.
    pub fn end(&self) -> u64 {
        self.offset + self.len
    }

    /// The term of which the has-value edge is made, where it is made of one.
    pub fn term(&self) -> Option<Term> {
        match self.data {
            Data::Bits { term, .. } | Data::OneOf(term) | Data::Fill(Fill::Repeat(term)) => Some(term),
            Data::Fill(Fill::Undefined | Fill::Unknown | Fill::Texts(_)) => None,
        }
    }

    /// The value that the has-value edge is, where it is all of one.
    pub fn whole(&self, symbols: &Symbols) -> Option<Term> {
        match self.data {
            Data::Bits { term, skip: 0 } if u64::from(symbols.store.width(term)) == self.len * 8 => {
                Some(term)
            }
            _ => None,
        }
    }

    /// The part of the has-value edge within the range.
    fn cut(&self, from: u64, to: u64) -> Option<HasValue> {
        let (start, end) = (self.offset.max(from), self.end().min(to));
        if start >= end {
            return None;
        }
        let data = match self.data {
            Data::Bits { term, skip } => Data::Bits { term, skip: skip + (start - self.offset) },
            Data::OneOf(_) if (start, end) != (self.offset, self.end()) => Data::Fill(Fill::Unknown),
            other => other,
        };
        Some(HasValue { offset: start, len: end - start, data })
    }
}

/// The bytes of an object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Content {
    edges: Vec<HasValue>,
    rest: Fill,
    /// What is known besides of places that are no constants ([`crate::cells`]).
    pub(crate) cells: Vec<Cell>,
    /// What is known besides of the strings and numbers in elements ([`crate::columns`]).
    pub(crate) columns: Vec<Column>,
}

/// Gives variables for bytes without a known value.
pub trait Fresh {
    /// A variable for the bytes from an offset on, which were never written.
    fn unwritten(&mut self, symbols: &mut Symbols, offset: u64, width: u32) -> Term;
    /// A variable for bytes of which nothing is known.
    fn unknown(&mut self, symbols: &mut Symbols, width: u32) -> Term;
}

impl Content {
    /// All bytes are filled alike.
    pub fn filled(rest: Fill) -> Content {
        Content { edges: Vec::new(), rest, cells: Vec::new(), columns: Vec::new() }
    }

    /// The has-value edges in order.
    pub fn edges(&self) -> &[HasValue] {
        &self.edges
    }

    /// What all bytes hold that are in no has-value edge.
    pub fn rest(&self) -> Fill {
        self.rest
    }

    /// What is known besides of places that are no constants.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The same bytes, but for places that are no constants only what is given, which must hold.
    pub fn with_cells(&mut self, cells: Vec<Cell>) {
        self.cells = cells;
    }

    /// The number of the first has-value edge that ends after `offset`.
    fn find(&self, offset: u64) -> usize {
        // Programs mostly append; look at the end first.
        match self.edges.last() {
            Some(last) if last.end() <= offset => self.edges.len(),
            _ => self.edges.partition_point(|edge| edge.end() <= offset),
        }
    }

    /// The parts that make up a range, gaps included, in order.
    pub fn parts(&self, offset: u64, len: u64) -> Vec<HasValue> {
        let end = offset + len;
        let (mut at, mut parts) = (offset, Vec::new());
        for edge in &self.edges[self.find(offset)..] {
            let Some(part) = edge.cut(offset, end) else { break };
            if part.offset > at {
                parts.push(HasValue { offset: at, len: part.offset - at, data: Data::Fill(self.rest) });
            }
            at = part.end();
            parts.push(part);
        }
        if at < end {
            parts.push(HasValue { offset: at, len: end - at, data: Data::Fill(self.rest) });
        }
        parts
    }

    /// The value of `len` bytes where one write left exactly them: the common case, and it changes nothing.
    pub fn peek(&self, symbols: &Symbols, offset: u64, len: u64) -> Option<Term> {
        let edge = self.edges.get(self.find(offset)).filter(|edge| edge.offset == offset)?;
        match edge.data {
            Data::Bits { term, skip: 0 }
                if edge.len == len && u64::from(symbols.store.width(term)) == len * 8 =>
            {
                Some(term)
            }
            _ => None,
        }
    }

    /// The value of `len` bytes where it is known without naming anything: written at once, or put together of numbers.
    pub fn known(&self, symbols: &mut Symbols, offset: u64, len: u64) -> Option<Term> {
        if let Some(value) = self.peek(symbols, offset, len) {
            return Some(value);
        }
        let mut value: Option<Term> = None;
        for part in self.parts(offset, len) {
            let bits = match part.data {
                Data::Bits { term, skip } if !symbols.has_base(term) => symbols.slice(term, skip, part.len),
                Data::Fill(Fill::Repeat(byte)) => repeat(symbols, byte, part.len),
                _ => return None,
            };
            value = Some(match value {
                None => bits,
                Some(low) => symbols.join(bits, low),
            });
        }
        value
    }

    /// The value of `len` bytes, little-endian. What is unknown or was never written gets a name and keeps it.
    pub fn read(&mut self, symbols: &mut Symbols, fresh: &mut impl Fresh, offset: u64, len: u64) -> Term {
        if let Some(value) = self.peek(symbols, offset, len) {
            return value;
        }
        let mut value: Option<Term> = None;
        for part in self.parts(offset, len) {
            let width = part.len as u32 * 8;
            let bits = match part.data {
                Data::Bits { term, skip } => symbols.slice(term, skip, part.len),
                Data::Fill(Fill::Undefined) => {
                    let term = fresh.unwritten(symbols, part.offset, width);
                    self.name(part, term);
                    term
                }
                // Whoever cares which of several values it is tells them apart before.
                Data::OneOf(_) | Data::Fill(Fill::Unknown | Fill::Texts(_)) => {
                    let term = fresh.unknown(symbols, width);
                    self.name(part, term);
                    term
                }
                Data::Fill(Fill::Repeat(byte)) => repeat(symbols, byte, part.len),
            };
            value = Some(match value {
                None => bits,
                Some(low) => symbols.join(bits, low),
            });
        }
        value.expect("a read has at least one byte")
    }

    /// Gives the bytes of a part a name, which changes none of them.
    fn name(&mut self, part: HasValue, term: Term) {
        self.rename(part.offset, part.len, term);
    }

    /// Sets `len` bytes to a term of that width.
    pub fn write(&mut self, offset: u64, len: u64, term: Term) {
        self.put(HasValue { offset, len, data: Data::Bits { term, skip: 0 } });
    }

    /// Gives what `len` bytes hold another name, as where a node is taken off a segment or folded into one: memory stays
    /// what it is, and so do cells and columns.
    pub fn rename(&mut self, offset: u64, len: u64, term: Term) {
        let layer = (std::mem::take(&mut self.cells), std::mem::take(&mut self.columns));
        self.write(offset, len, term);
        (self.cells, self.columns) = layer;
    }

    /// Sets `len` bytes to one of several values of that width ([`Symbols::one_of`]).
    pub fn write_one_of(&mut self, offset: u64, len: u64, values: Term) {
        self.put(HasValue { offset, len, data: Data::OneOf(values) });
    }

    /// The values of which `len` bytes hold one, where they are told apart.
    pub fn one_of(&self, symbols: &Symbols, offset: u64, len: u64) -> Option<Vec<Term>> {
        let edge = self.edges.get(self.find(offset)).filter(|edge| edge.offset == offset)?;
        match edge.data {
            Data::OneOf(values) if edge.len == len => Some(symbols.alternatives(values)),
            _ => None,
        }
    }

    /// Fills `len` bytes.
    pub fn fill(&mut self, offset: u64, len: u64, fill: Fill) {
        if len > 0 {
            self.put(HasValue { offset, len, data: Data::Fill(fill) });
        }
    }

    /// Makes the filling of all bytes that are in no has-value edge a more general one.
    pub fn refill(&mut self, fill: Fill) {
        self.rest = fill;
        self.edges.retain(|edge| edge.data != Data::Fill(fill));
    }

    /// Fills everything from `offset` on.
    pub fn fill_from(&mut self, offset: u64, fill: Fill) {
        let kept = self.parts(0, offset);
        self.edges.clear();
        self.cells.clear();
        self.columns.clear();
        self.rest = fill;
        for part in kept {
            self.put(part);
        }
    }

    /// Puts in the parts of a range that started at `from`, here or in another content, so that it starts at `to`.
    pub fn paste(&mut self, parts: &[HasValue], from: u64, to: u64) {
        for part in parts {
            self.put(HasValue { offset: part.offset - from + to, ..*part });
        }
    }

    /// Replaces what the has-value edge overlaps, and forgets cells and columns: any of them may be overlapped.
    fn put(&mut self, edge: HasValue) {
        self.cells.clear();
        self.columns.clear();
        let first = self.find(edge.offset);
        let overlapped = self.edges[first..].partition_point(|old| old.offset < edge.end());
        let last = first + overlapped;
        // A write over the same range is the common case.
        if overlapped == 1 && self.edges[first].offset == edge.offset && self.edges[first].len == edge.len {
            if edge.data == Data::Fill(self.rest) {
                self.edges.remove(first);
            } else {
                self.edges[first] = edge;
            }
            return;
        }
        let before = self.edges.get(first).and_then(|old| old.cut(0, edge.offset));
        let after = match last {
            0 => None,
            _ => self.edges[..last].last().and_then(|old| old.cut(edge.end(), u64::MAX)),
        };
        let middle = (edge.data != Data::Fill(self.rest)).then_some(edge);
        self.edges.splice(first..last, before.into_iter().chain(middle).chain(after));
    }

    /// The bytes with terms replaced.
    pub fn replaced(&self, symbols: &mut Symbols, with: &FxHashMap<Term, Term>) -> Content {
        let fill = |symbols: &mut Symbols, fill: Fill| match fill {
            Fill::Repeat(term) => Fill::Repeat(symbols.store.replace(term, with)),
            other => other,
        };
        let mut new = Content::filled(fill(symbols, self.rest));
        for edge in &self.edges {
            let data = match edge.data {
                Data::Bits { term, skip } => Data::Bits { term: symbols.store.replace(term, with), skip },
                Data::OneOf(term) => Data::OneOf(symbols.store.replace(term, with)),
                Data::Fill(data) => Data::Fill(fill(symbols, data)),
            };
            new.put(HasValue { data, ..*edge });
        }
        let mut replace = |term: Term| symbols.store.replace(term, with);
        let cells = self.cells.iter();
        new.cells = cells
            .map(|cell| Cell { offset: replace(cell.offset), value: replace(cell.value), ..*cell })
            .collect();
        let columns = self.columns.iter();
        new.columns = columns
            .map(|it| Column {
                count: replace(it.count),
                open: it.open.map(&mut replace),
                range: it.range.map(|ends| ends.map(&mut replace)),
                ..*it
            })
            .collect();
        new
    }

    /// All terms that occur, with the number of bytes kept of each and whether that is all of it.
    pub fn terms(&self) -> impl Iterator<Item = (Term, &HasValue)> {
        self.edges.iter().filter_map(|edge| Some((edge.term()?, edge)))
    }
}

/// A byte repeated.
fn repeat(symbols: &mut Symbols, byte: Term, len: u64) -> Term {
    if symbols.store.as_const(byte).is_some_and(|byte| byte.is_zero()) {
        return symbols.store.zero(len as u32 * 8);
    }
    (1..len).fold(byte, |low, _| symbols.store.concat(byte, low))
}
