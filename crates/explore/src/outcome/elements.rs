//! The elements of an array in terms of the source: `[0..i)` for those of a run, `[i]` for a single one.
//!
//! A heap keeps the elements of an array of addresses as nodes of a list behind everything that can be accessed
//! (`heap/src/elements.rs`). People see an array: each run is a stretch of it, whose bounds are the sums of the counts
//! before it, told by the numbers of the program that the conditions on the path say are equal to them.

use crate::outcome::Describer;
use crate::outcome::naming::Naming;
use crate::state::State;
use heap::{DOWN, Names, ObjectId};
use logic::{BinOp, Node, Term};
use rustc_hash::FxHashMap;

/// One element of an array, or a run of them.
pub(super) struct Stretch {
    /// The object that describes it.
    pub item: ObjectId,
    /// Which it is, as an index: `[i]`, or `[0..i)`.
    pub index: String,
    /// Whether it may be more than one.
    pub is_run: bool,
    /// Where the links to the next element are: what lies before them is the program's.
    pub stride: u64,
}

impl Describer<'_, '_> {
    /// The elements of an array, if it has some.
    pub(super) fn stretches(&mut self, state: &State, naming: &Naming<'_>, array: ObjectId) -> Vec<Stretch> {
        if !state.heap.object(array).content.has_elements() {
            return Vec::new();
        }
        let word = self.transfer.symbols.word();
        let elements = state.heap.elements(&mut self.transfer.symbols, array, u64::from(word / 8));
        let Some(elements) = elements else { return Vec::new() };
        let equal = self.equations(state, naming);
        let mut start = Some(self.transfer.symbols.store.zero(word));
        let mut stretches = Vec::new();
        for item in elements.items {
            let end =
                start.zip(item.count).map(|(start, count)| self.transfer.symbols.store.add(start, count));
            let is_run = state.heap.object(item.id).segment().is_some();
            let mut bound = |term: Option<Term>| {
                term.map_or("…".to_string(), |term| self.index(state, naming, &equal, term))
            };
            let index = match is_run {
                true => format!("[{}..{})", bound(start), bound(end)),
                false => format!("[{}]", bound(start)),
            };
            stretches.push(Stretch { item: item.id, index, is_run, stride: elements.stride });
            start = end;
        }
        stretches
    }

    /// What the conditions on the path say is equal: what only the analysis counts, to numbers of the program.
    fn equations(&self, state: &State, naming: &Naming<'_>) -> FxHashMap<Term, Term> {
        let store = &self.transfer.symbols.store;
        // Constants are plainer than the program's variables, these than what has no name there.
        let rank = |term: Term| {
            let named = store.support(&[term]).iter().all(|var| naming.is_of_source(*var));
            match (store.as_const(term), store.node(term)) {
                (Some(_), _) => 0,
                (None, Node::Bin(..)) => 3,
                (None, _) if named => 1,
                (None, _) => 2,
            }
        };
        let mut equal: FxHashMap<Term, Term> = FxHashMap::default();
        for term in state.path.terms() {
            let Node::Bin(BinOp::Eq, one, other) = store.node(term) else { continue };
            let (from, to) = if rank(one) > rank(other) { (one, other) } else { (other, one) };
            let is_plainer = equal.get(&from).is_none_or(|known| rank(*known) > rank(to));
            if rank(from) > rank(to) && is_plainer {
                equal.insert(from, to);
            }
        }
        equal
    }

    /// An index as people write it, without the extension to the width of an address.
    fn index(
        &mut self,
        state: &State,
        naming: &Naming<'_>,
        equal: &FxHashMap<Term, Term>,
        term: Term,
    ) -> String {
        let symbols = &mut self.transfer.symbols;
        let plain = symbols.store.replace(term, equal);
        let plain = match symbols.store.node(plain) {
            Node::Zext(inner) | Node::Sext(inner) => inner,
            _ => plain,
        };
        state.heap.text(symbols, plain, naming)
    }

    /// What a member of an element is called, behind its index.
    pub(super) fn element_member(
        state: &State,
        naming: &Naming<'_>,
        array: ObjectId,
        offset: u64,
        bytes: u64,
    ) -> String {
        let member = naming.member(state.heap.object(array), offset, bytes).unwrap_or_default();
        let member = member.strip_prefix("[0]").unwrap_or(&member).trim_start_matches('.');
        match (member.is_empty(), offset) {
            (false, _) => format!(".{member}"),
            (true, 0) => String::new(),
            (true, _) => format!("+{offset}"),
        }
    }
}

/// Whether an offset is that of a link that is no part of the program: to the first element, a hidden one back, or to a
/// tree beside a path, which is told with what the nodes own.
pub(super) fn is_hidden(offset: u64) -> bool {
    offset > DOWN
}
