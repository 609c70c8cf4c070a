//! Intervals and alignment of offsets: what is assumed where the offsets of two pointers become one variable.
//!
//! Predator labels pointers with intervals of offsets (section 4). Here an offset is a term and its interval is what the
//! path says of it. Where two offsets are joined, at a loop head or in two nodes that become a segment, bounds are
//! tried: the size of the object, the constant offsets of other pointers, and multiples of powers of two. What holds
//! on both sides is assumed of the result. Where the sizes of two objects become one variable, offsets that are the same
//! on both sides are compared with it, too. And where nodes of several sizes become one segment, what a small number
//! says about a size is tried: which values it has, and that it is followed by the size that it came with.
//!
//! In a segment the variable has a value of its own in each node ([`heap::Symbols::each`]). What is assumed of it here speaks
//! of variables of nodes only. It holds of every node; so it can be assumed of a node that is taken off, and says nothing
//! about anything else, even where there is no node at all. [`super::placed`] tells what else may be assumed.

use super::join::Paths;
use crate::state::State;
use crate::strategy::shape::Analysis;
use crate::transfer::leak::roots;
use heap::{Folded, Heap, Number, Offset, Pointer, Symbols, may_be_tag};
use logic::{BinOp, Node, PathCondition, Term, TermStore, VarId};
use rustc_hash::FxHashSet;

/// How many constant offsets are tried as bounds.
const BOUNDS: usize = 16;
/// The alignments that are tried, as numbers of low bits that are zero.
const ALIGNMENTS: [u32; 4] = [4, 3, 2, 1];
/// The upper bounds of sizes that are tried, as numbers of bits: what a program computes in fewer bits than an address
/// has cannot wrap around where it is added to one.
const SIZES: [u32; 3] = [16, 32, 46];

/// How many of the numbers that differ are looked at as tags.
const TAGGED: usize = 6;

impl Analysis<'_, '_> {
    /// The path after nodes were folded: what was known of the numbers of both is known of those of each node.
    pub(super) fn path_of_folded(&mut self, path: &PathCondition, folded: &Folded) -> PathCondition {
        let mut result = path.clone();
        if folded.numbers.is_empty() {
            return result;
        }
        let bounds = constant_offsets(&mut self.transfer.symbols, &folded.heap);
        let mut paths = Paths::new(
            &mut self.transfer.symbols.store,
            &mut self.transfer.solver,
            [path; 2],
            &folded.numbers,
        );
        for side in 0..2 {
            paths.carry_over(side);
        }
        paths.guess();
        paths.guess_tags(&folded.numbers);
        paths.guess_offsets(&folded.offsets, &bounds);
        for condition in paths.found() {
            if is_of_nodes(&mut self.transfer.symbols, condition) {
                result.push(&self.transfer.symbols.store, condition);
            }
        }
        result
    }

    /// For either side the conditions on variables that the other side does not have, as where it lacks a segment. Any
    /// values will do for these there, and there are some for which all such conditions hold. The values of rigid ones
    /// are known to somebody else.
    pub(super) fn conditions_on_absent(
        &mut self,
        sides: [&State; 2],
        rigid: Option<&FxHashSet<VarId>>,
    ) -> [FxHashSet<Term>; 2] {
        [(0, 1), (1, 0)].map(|(here, there)| {
            let mut found = FxHashSet::default();
            let conditions = sides[here].path.terms();
            if conditions.is_empty() {
                return found;
            }
            let others = roots(sides[there]).into_iter().chain(sides[there].path.terms());
            let mut known: FxHashSet<VarId> = sides[there].heap.numbers(&mut self.transfer.symbols, others);
            known.extend(rigid.into_iter().flatten());
            for condition in conditions {
                let is_absent = !self.transfer.symbols.has_base(condition)
                    && self
                        .transfer
                        .symbols
                        .store
                        .support(&[condition])
                        .iter()
                        .all(|var| !known.contains(var));
                if is_absent {
                    found.insert(condition);
                }
            }
            found
        })
    }
}

impl Paths<'_> {
    /// Adds what the path says of a number on a side, where it holds on the other side, too.
    fn carry_over(&mut self, side: usize) {
        let map = self.variables_of(side);
        for condition in self.sides[side].terms() {
            let general = self.store.replace(condition, &map);
            if general != condition {
                self.try_add(general);
            }
        }
    }

    /// Adds what a small number says about a larger one, as far as it holds on both sides: a tag tells which size a node
    /// has.
    pub(super) fn guess_tags(&mut self, numbers: &[Number]) {
        let numbers = &numbers[..numbers.len().min(TAGGED)];
        for tag in numbers {
            self.guess_values(tag);
            for number in numbers.iter().filter(|number| number.out != tag.out) {
                for (value, then) in [(tag.left, number.left), (tag.right, number.right)] {
                    if may_be_tag(self.store, value) && self.store.as_const(then).is_some() {
                        let is_tagged = self.store.eq(tag.out, value);
                        let is_so = self.store.eq(number.out, then);
                        let condition = self.store.implies(is_tagged, is_so);
                        self.try_add(condition);
                    }
                }
            }
        }
    }

    /// Adds which few values a number has, if that is known on both sides.
    fn guess_values(&mut self, number: &Number) {
        let mut values: Vec<Term> = Vec::new();
        for (side, term) in [number.left, number.right].into_iter().enumerate() {
            let Some(var) = self.store.as_var(term) else {
                values.push(term);
                continue;
            };
            for condition in self.sides[side].terms() {
                if self.store.support(&[condition]) == [var] {
                    values.extend(compared_with(self.store, condition, term));
                }
            }
        }
        values.sort_unstable();
        values.dedup();
        if values.len() > TAGGED || !values.iter().all(|value| may_be_tag(self.store, *value)) {
            return;
        }
        let mut one_of = self.store.bool(false);
        for value in values {
            let is_value = self.store.eq(number.out, value);
            one_of = self.store.or(one_of, is_value);
        }
        self.try_add(one_of);
    }

    /// Adds upper bounds of the sizes of objects that offsets lead into, as far as they hold on both sides.
    fn guess_sizes(&mut self, offsets: &[Offset]) {
        let mut seen = FxHashSet::default();
        for size in offsets.iter().map(|offset| offset.size) {
            if self.store.as_const(size).is_some() || !seen.insert(size) {
                continue;
            }
            let width = self.store.width(size);
            for bits in SIZES.into_iter().filter(|bits| *bits < width) {
                let bound = self.store.num(width, (1u64 << bits).into());
                let below = self.store.ult(size, bound);
                if self.try_add(below) {
                    break;
                }
            }
        }
    }

    /// Adds bounds and the alignment of offsets, as far as they hold on both sides.
    pub(super) fn guess_offsets(&mut self, offsets: &[Offset], bounds: &[u64]) {
        self.guess_sizes(offsets);
        for offset in offsets {
            let width = self.store.width(offset.term);
            // A pointer to a byte of the object stays one; otherwise it may lead just past the end.
            let to_byte = self.store.ult(offset.term, offset.size);
            if !self.try_add(to_byte) {
                let inside = self.store.ule(offset.term, offset.size);
                self.try_add(inside);
            }
            if !offset.differs {
                continue;
            }
            // What lies behind the start of a member stays behind it.
            let mut bounds = bounds.to_vec();
            for side in 0..2 {
                let there = self.on(side, offset.term);
                bounds.extend(added_constant(self.store, there));
            }
            bounds.sort_unstable();
            bounds.dedup();
            let numbers: Vec<Term> =
                bounds.iter().map(|bound| self.store.num(width, (*bound).into())).collect();
            // The nearest bound on either side says all that the others do.
            for bound in numbers.iter().rev() {
                let above = self.store.ule(*bound, offset.term);
                if self.try_add(above) {
                    break;
                }
            }
            for bound in &numbers {
                let below = self.store.ule(offset.term, *bound);
                if self.try_add(below) {
                    break;
                }
            }
            for bits in ALIGNMENTS {
                let low = self.store.extract(offset.term, 0, bits);
                let zero = self.store.zero(bits);
                let aligned = self.store.eq(low, zero);
                if self.try_add(aligned) {
                    break;
                }
            }
        }
    }
}

/// The constant that is a summand of a term.
fn added_constant(store: &TermStore, term: Term) -> Option<u64> {
    let Node::Bin(BinOp::Add, a, b) = store.node(term) else { return None };
    [a, b].into_iter().find_map(|it| store.as_const(it)).and_then(|constant| constant.to_u64())
}

/// The constants with which a condition compares a number.
fn compared_with(store: &TermStore, condition: Term, number: Term) -> Vec<Term> {
    let (mut found, mut todo) = (Vec::new(), vec![condition]);
    while let Some(term) = todo.pop() {
        let args: Vec<Term> = store.node(term).args().collect();
        match args[..] {
            [a, b] if a == number && store.as_const(b).is_some() => found.push(b),
            [a, b] if b == number && store.as_const(a).is_some() => found.push(a),
            _ => todo.extend(args),
        }
    }
    found
}

/// Whether a condition speaks of variables of nodes only.
fn is_of_nodes(symbols: &mut Symbols, condition: Term) -> bool {
    matches!(symbols.each_in(condition), (each, false) if !each.is_empty())
}

/// The constant offsets of the pointers in live blocks, ascending.
pub(super) fn constant_offsets(symbols: &mut Symbols, heap: &Heap) -> Vec<u64> {
    let mut found = Vec::new();
    for (_, object) in heap.objects().filter(|(_, object)| object.is_live_heap()) {
        for (term, _) in object.content.terms() {
            if let Pointer::Into(_, offset) = heap.pointer(symbols, term)
                && let Some(offset) = symbols.store.as_const(offset).and_then(|offset| offset.to_u64())
                && !found.contains(&offset)
                && found.len() < BOUNDS
            {
                found.push(offset);
            }
        }
    }
    found.sort_unstable();
    found
}
