//! Tags: nodes of several types and sizes on one list, told apart by a number that each of them holds.
//!
//! What numbers nodes hold is mostly forgotten where these are folded. Where their sizes differ, a small constant in
//! which they differ, too, may say which of them a node is: it becomes a variable that each node has by itself, like
//! the size. What the one says about the other is for the path to tell.
//!
//! Bytes beyond the end of the smaller one cannot be accessed, so there the result has what the larger one has.

use super::Join;
use crate::heap::Heap;
use crate::object::Object;
use crate::{Content, HasValue, Symbols};
use logic::{Term, TermStore};

/// Up to which number a constant may be a tag.
const TAGS: u64 = 255;

/// Whether a number is a small constant, as those are by which a program tells kinds of nodes apart.
pub fn may_be_tag(store: &TermStore, term: Term) -> bool {
    store.as_const(term).and_then(|value| value.to_u64()).is_some_and(|value| value <= TAGS)
}

impl Join<'_> {
    /// Keeps the numbers that may tell two nodes of different sizes apart.
    pub(crate) fn keep_tags(&mut self, one: &Object, other: &Object) {
        for (a, b) in tags(self.symbols, one, other) {
            self.generalize(a, b, false);
        }
    }

    /// The contents of two objects up to the same size, where one of them is known to be larger and has no addresses
    /// there.
    pub(crate) fn as_large(&mut self, one: &Object, other: &Object) -> [Content; 2] {
        [(one, other), (other, one)].map(|(small, large)| {
            let mut content = small.content.clone();
            let size = |symbols: &Symbols, object: &Object| {
                symbols.store.as_const(object.size).and_then(|size| size.to_u64())
            };
            let Some(end) = size(self.symbols, small) else { return content };
            let is_larger = size(self.symbols, large).is_none_or(|size| size > end);
            let beyond: Vec<HasValue> =
                large.content.edges().iter().filter(|edge| edge.end() > end).copied().collect();
            let is_apart = beyond.iter().all(|edge| edge.offset >= end);
            let has_address =
                large.content.terms().any(|(term, edge)| edge.offset >= end && self.symbols.has_base(term));
            if is_larger && is_apart && !has_address {
                for edge in beyond {
                    content.paste(&[edge], edge.offset, edge.offset);
                }
                content.with_cells(small.content.cells().to_vec());
                content.with_columns(small.content.columns().to_vec());
            }
            content
        })
    }
}

impl Heap {
    /// Whether two objects of different sizes hold numbers that may tell them apart.
    pub(crate) fn has_tag(symbols: &mut Symbols, one: &Object, other: &Object) -> bool {
        !tags(symbols, one, other).is_empty()
    }
}

/// The numbers that two objects of different sizes hold at the same offset and that may tell them apart: each is a
/// small constant, or a variable in an object that came out of nodes of several sizes.
fn tags(symbols: &mut Symbols, one: &Object, other: &Object) -> Vec<(Term, Term)> {
    let mut found = Vec::new();
    let is_fixed = [one, other].map(|it| symbols.store.as_const(it.size).is_some());
    if one.size == other.size && is_fixed[0] {
        return found;
    }
    for edge in one.content.edges() {
        let (offset, len) = (edge.offset, edge.len);
        let values = [one, other].map(|it| it.content.peek(symbols, offset, len));
        let [Some(a), Some(b)] = values else { continue };
        let mut is_tag = |term: Term, is_fixed: bool| match symbols.store.as_const(term) {
            Some(_) => may_be_tag(&symbols.store, term),
            None => {
                !is_fixed
                    && symbols.store.as_var(term).is_some()
                    && !symbols.has_base(term)
                    && !symbols.is_undefined(term)
            }
        };
        if a != b && is_tag(a, is_fixed[0]) && is_tag(b, is_fixed[1]) {
            found.push((a, b));
        }
    }
    found
}
