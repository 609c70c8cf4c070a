//! What nodes of one segment may hold that are not alike: one of a few fixed addresses, or what leads nowhere.
//!
//! Nodes of one list may point to different functions or global variables. Such addresses are the same in every state
//! and what they lead to is never lost, so the nodes of a segment may hold any of them, or null, each node by itself
//! ([`Data::OneOf`]). Others may hold the address of something that was freed, or null. Regions that hold different
//! ones stay apart: that is more precise, and there are few of them.

use super::{Join, Joined, Purpose, Side};
use crate::object::{Kind, Life, ObjectId};
use crate::{Data, Fill, HasValue, Pointer};
use logic::Term;

/// How many values are told apart.
const MOST: usize = 8;

impl Join<'_> {
    /// One of the values that two has-value edges of the same range hold, where the object of the result may hold any
    /// of them.
    pub(super) fn one_of(
        &mut self,
        a: &HasValue,
        b: &HasValue,
        objects: Option<[ObjectId; 3]>,
    ) -> Option<Joined> {
        let is_open = |edge: &HasValue| matches!(edge.data, Data::OneOf(_));
        if !is_open(a) && !is_open(b) && !self.is_template(objects) {
            return None;
        }
        let (left, right) = (self.choices(Side::Left, a)?, self.choices(Side::Right, b)?);
        let mut all: Vec<Term> = left.iter().chain(&right).copied().collect();
        all.sort_unstable();
        all.dedup();
        if all.len() > MOST {
            return None;
        }
        for (side, values) in [left, right].iter().enumerate() {
            self.now.lost[side] |= values.len() < all.len();
        }
        let term = self.symbols.one_of(all.clone())?;
        (self.symbols.alternatives(term) == all).then_some(Joined::OneOf(term))
    }

    /// What two has-value edges of the same range hold if neither leads to anything: the address of an object that
    /// has ended is as good as a number that nobody knows. A use of either is an error.
    pub(super) fn stale(
        &mut self,
        a: &HasValue,
        b: &HasValue,
        objects: Option<[ObjectId; 3]>,
    ) -> Option<Joined> {
        let is_open = |edge: &HasValue| edge.data == Data::Fill(Fill::Unknown);
        if !is_open(a) && !is_open(b) && !self.is_template(objects) {
            return None;
        }
        let mut undefined = false;
        for (side, edge) in [(Side::Left, a), (Side::Right, b)] {
            match edge.data {
                Data::Bits { term, .. } | Data::Fill(Fill::Repeat(term)) => {
                    if !self.leads_nowhere(side, term) {
                        return None;
                    }
                    undefined |= self.symbols.is_undefined(term);
                }
                Data::Fill(Fill::Undefined) => undefined = true,
                Data::Fill(Fill::Unknown) => {}
                Data::OneOf(_) | Data::Fill(Fill::Texts(_)) => return None,
            }
        }
        let fill = if undefined { Fill::Undefined } else { Fill::Unknown };
        for (side, edge) in [a, b].into_iter().enumerate() {
            self.now.lost[side] |= edge.data != Data::Fill(fill);
        }
        Some(Joined::Fill(fill))
    }

    /// Whether no object that is alive has its address in a value.
    fn leads_nowhere(&mut self, side: Side, term: Term) -> bool {
        let heap = self.heaps[side.index()];
        let has_ended = |id: ObjectId| heap.find(id).is_some_and(|it| matches!(it.life, Life::Ended(_)));
        self.symbols.objects_in(term).into_iter().all(has_ended)
    }

    /// Whether an object of the result, which may be the one that two nodes make, stands for several.
    pub(super) fn is_template(&self, objects: Option<[ObjectId; 3]>) -> bool {
        let is_template = |[.., out]: [ObjectId; 3]| {
            let object = self.now.out.object(out);
            object.segment().is_some() || object.owner.is_some() || object.is_element()
        };
        matches!(self.purpose, Purpose::Nodes(_)) || objects.is_some_and(is_template)
    }

    /// The values of which a has-value edge holds one, where all are fixed.
    fn choices(&mut self, side: Side, edge: &HasValue) -> Option<Vec<Term>> {
        let null = self.symbols.null();
        let word = u64::from(self.symbols.word() / 8);
        let values = match edge.data {
            _ if edge.len != word => return None,
            Data::OneOf(term) => self.symbols.alternatives(term),
            Data::Bits { term, skip: 0 } => vec![term],
            Data::Fill(Fill::Repeat(byte)) if self.symbols.store.as_const(byte)?.is_zero() => vec![null],
            _ => return None,
        };
        let heap = self.heaps[side.index()];
        let mut is_fixed = |term: Term| match heap.pointer(self.symbols, term) {
            Pointer::Null => self.symbols.store.width(term) == self.symbols.word(),
            Pointer::Into(id, offset) => {
                heap.find(id).is_some_and(|it| matches!(it.kind, Kind::Global(_) | Kind::Function(_)))
                    && self.symbols.store.as_const(offset).is_some()
            }
            _ => false,
        };
        values.iter().all(|term| is_fixed(*term)).then_some(values)
    }
}
