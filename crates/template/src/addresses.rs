//! Where objects lie: pointers as numbers, and comparisons of pointers.
//!
//! An object lies at an address of which nothing is known but that it stays the same. The address of a pointer is that
//! of its object and its offset, so that differences of pointers into one object are those of their offsets. Objects
//! that live at the same time lie apart, but one whose life has ended may lie where another one is now.
//!
//! Soundness: a pointer that left its object may be any address, null and that of another object included. So nothing is
//! known of a comparison unless both pointers are certain to be inside of their objects, or just behind them.

use crate::encode::{Encoding, State};
use crate::points::{INVALID, NULL, SiteId, SiteKind};
use crate::value::Pointer;
use ir::{CmpOp, Operand};
use logic::Term;
use std::collections::BTreeSet;

impl Encoding<'_> {
    /// A pointer as a number. The pointer is that of an operand.
    pub(crate) fn address_of(&mut self, state: &State, operand: Operand, pointer: Pointer) -> Term {
        let number = self.address(pointer);
        let sites = self.sites_of(operand);
        if !sites.is_empty() {
            let size = self.size_of_any(state, pointer.object, &sites);
            let inside = self.store.ule(pointer.offset, size);
            let none = self.widths.is_none(&mut self.store, pointer.object);
            let real = self.store.not(none);
            let valid = self.store.and(inside, real);
            let some = self.store.is_nonzero(number);
            let fact = self.store.implies(valid, some);
            self.facts.push(fact);
        }
        number
    }

    /// A pointer as a number.
    pub(crate) fn address(&mut self, pointer: Pointer) -> Term {
        let word = self.widths.word;
        let is_null = self.widths.is_site(&mut self.store, pointer.object, NULL);
        if self.store.as_bool(is_null) == Some(true) {
            return pointer.offset;
        }
        let is_invalid = self.widths.is_site(&mut self.store, pointer.object, INVALID);
        let base = self.base_of(pointer.object);
        let number = self.store.add(base, pointer.offset);
        let anything = self.store.fresh("address", word);
        let number = self.store.ite(is_invalid, anything, number);
        self.store.ite(is_null, pointer.offset, number)
    }

    /// Where an object lies: not at zero.
    fn base_of(&mut self, object: Term) -> Term {
        if let Some((_, base)) = self.lies_at.iter().find(|(other, _)| *other == object) {
            return *base;
        }
        let base = self.store.fresh("base", self.widths.word);
        let some = self.store.is_nonzero(base);
        self.facts.push(some);
        for (other, known) in self.lies_at.clone() {
            let same = self.store.eq(object, other);
            let equal = self.store.eq(base, known);
            let fact = self.store.implies(same, equal);
            self.facts.push(fact);
        }
        self.lies_at.push((object, base));
        base
    }

    /// The size of an object of one of the sites, which may be of several classes.
    fn size_of_any(&mut self, state: &State, object: Term, sites: &[SiteId]) -> Term {
        let mut size = self.store.zero(self.widths.word);
        for class in self.classes_of(sites) {
            let own: Vec<SiteId> = self.of_class(sites, class);
            let here = self.size(state, class, object, &own);
            let is_own = self.is_one_of(object, &own);
            size = self.store.ite(is_own, here, size);
        }
        size
    }

    /// Whether the life of an object of one of the sites may have ended.
    fn ended_of_any(&mut self, state: &State, object: Term, sites: &[SiteId]) -> Term {
        let mut any = self.store.falsity();
        for class in self.classes_of(sites) {
            if let Some(ended) = self.ended(state, class, object) {
                let own = self.of_class(sites, class);
                let is_own = self.is_one_of(object, &own);
                let ended = self.store.and(is_own, ended);
                any = self.store.or(any, ended);
            }
        }
        any
    }

    fn classes_of(&self, sites: &[SiteId]) -> BTreeSet<usize> {
        sites.iter().map(|site| self.points.class_of[site.0 as usize]).collect()
    }

    fn of_class(&self, sites: &[SiteId], class: usize) -> Vec<SiteId> {
        sites.iter().copied().filter(|site| self.points.class_of[site.0 as usize] == class).collect()
    }

    fn is_one_of(&mut self, object: Term, sites: &[SiteId]) -> Term {
        let each: Vec<Term> =
            sites.iter().map(|site| self.widths.is_site(&mut self.store, object, *site)).collect();
        self.store.any(each)
    }

    /// Pointers into one object compare by their offsets. Pointers to different objects are different where both are
    /// certain to be addresses of live objects; all else depends on where objects lie, and may be either way.
    pub(crate) fn compare_pointers(
        &mut self,
        state: &State,
        op: CmpOp,
        a: Pointer,
        b: Pointer,
        operands: [Operand; 2],
    ) -> Term {
        let sides: Vec<Side> = [(a, operands[0]), (b, operands[1])]
            .into_iter()
            .map(|(pointer, operand)| self.side(state, pointer, operand))
            .collect();
        let same_object = self.store.eq(a.object, b.object);
        let any = self.store.fresh("layout", 1);
        let unknown = self.store.or(sides[0].unknown, sides[1].unknown);
        if matches!(op, CmpOp::Eq | CmpOp::Ne) {
            let offsets = self.store.eq(a.offset, b.offset);
            let far = self.store.or(sides[0].far, sides[1].far);
            // Null differs from every object, live or not; what is behind an object may be another one.
            let loose = self.store.or(sides[0].loose, sides[1].loose);
            let either_null = self.store.or(sides[0].null, sides[1].null);
            let objects = self.store.not(either_null);
            let loose = self.store.and(loose, objects);
            let open = self.store.or(far, loose);
            let apart = self.store.and(open, any);
            let equal = self.store.ite(same_object, offsets, apart);
            let equal = self.store.ite(unknown, any, equal);
            return if op == CmpOp::Eq { equal } else { self.store.not(equal) };
        }
        let within = match op {
            CmpOp::Ult | CmpOp::Slt => self.store.ult(a.offset, b.offset),
            CmpOp::Ule | CmpOp::Sle => self.store.ule(a.offset, b.offset),
            CmpOp::Ugt | CmpOp::Sgt => self.store.ugt(a.offset, b.offset),
            _ => self.store.uge(a.offset, b.offset),
        };
        // Null with an offset is the number of its offset.
        let far = self.store.or(sides[0].far, sides[1].far);
        let near = self.store.not(far);
        let both_null = self.store.and(sides[0].null, sides[1].null);
        let certain = self.store.or(near, both_null);
        let known = self.store.not(unknown);
        let inside = self.store.and(same_object, known);
        let inside = self.store.and(inside, certain);
        self.store.ite(inside, within, any)
    }

    /// What matters of one side of a comparison.
    fn side(&mut self, state: &State, pointer: Pointer, operand: Operand) -> Side {
        let null = self.widths.is_site(&mut self.store, pointer.object, NULL);
        let unknown = self.widths.is_site(&mut self.store, pointer.object, INVALID);
        let zero = self.store.zero(self.widths.word);
        let moved = self.store.ne(pointer.offset, zero);
        let sites = self.sites_of(operand);
        let (mut far, mut loose) = (moved, self.store.falsity());
        if !sites.is_empty() {
            let size = self.size_of_any(state, pointer.object, &sites);
            let none = self.widths.is_none(&mut self.store, pointer.object);
            let beyond = self.store.ugt(pointer.offset, size);
            far = self.store.ite(none, moved, beyond);
            let ended = self.ended_of_any(state, pointer.object, &sites);
            let behind = self.store.uge(pointer.offset, size);
            loose = self.store.or(ended, behind);
        }
        // Literals may share their memory.
        let shares = sites.iter().any(|site| match self.points.sites[site.0 as usize].kind {
            SiteKind::Global(id) => self.task.program.global(id).mergeable,
            _ => false,
        });
        if shares {
            loose = self.store.truth();
        }
        Side { null, unknown, far, loose }
    }
}

/// What is known of one side of a comparison of pointers.
struct Side {
    /// It is null, moved or not.
    null: Term,
    /// It is the address of nothing that is known.
    unknown: Term,
    /// It left its object: it may be any address, null too.
    far: Term,
    /// It may be the address of another object.
    loose: Term,
}
