//! Blocking pointers, reachability and blockers at a version: BS, R_n and B_n (section 5 of the paper).
//!
//! A change turns a question about the memory after it into questions about the memory before it. At a base the
//! functions are tables, constrained by frames (figure 9) and, on demand, by the axioms of figure 11 (`theory.rs`).

use super::*;

impl World<'_> {
    /// BS: whether a pointer blocks.
    pub fn blocking(&mut self, ver: Ver, at: Ptr) -> Term {
        let null = self.null();
        let is_null = self.same(at, null);
        if self.t.as_bool(is_null) == Some(true) {
            return self.t.truth();
        }
        let query = Query::Blocking(ver, at);
        if let Some(Val::Int(term, _)) = self.s.memo.get(&query) {
            return *term;
        }
        let (before, change) = self.s.versions[ver].clone();
        let answer = match change {
            Change::Base(base) => match base.blocking {
                Some(same) => self.blocking(same, at),
                None => {
                    let (row, new) = self
                        .row(Fun::Blocking(ver), vec![at.obj, at.off], |world| vec![world.t.fresh("bs", 1)]);
                    if new {
                        // Of the pointers into no object, only null blocks.
                        let no_object = self.t.zero(OBJECT_BITS);
                        let integer = self.t.eq(at.obj, no_object);
                        let only_null = self.t.eq(row[0], is_null);
                        let fact = self.t.implies(integer, only_null);
                        self.assume(fact);
                        for frame in base.frames.clone().iter() {
                            let allocated = self.allocated(frame.since, at.obj);
                            let integer = self.t.eq(at.obj, no_object);
                            let kept = self.t.or(allocated, integer);
                            let older = self.blocking(frame.since, at);
                            let same = self.t.eq(row[0], older);
                            let fact = self.t.implies(kept, same);
                            self.assume(fact);
                        }
                    }
                    row[0]
                }
            },
            Change::Begin { obj, .. } => {
                let new = self.t.eq(at.obj, obj);
                let older = self.blocking(before, at);
                self.t.or(new, older)
            }
            Change::Blocking { at: place, add } => {
                let same = self.same(at, place);
                let older = self.blocking(before, at);
                match add {
                    true => self.t.or(same, older),
                    false => {
                        let differs = self.t.not(same);
                        self.t.and(differs, older)
                    }
                }
            }
            _ => self.blocking(before, at),
        };
        self.s.memo.insert(query, Val::Int(answer, None));
        answer
    }

    /// The earliest version in which the list from a pointer is plainly the same: what was stored since is at no link word
    /// that it passes. With many links most stores are to other lists, and a question need not look at each of them again.
    fn settled(&mut self, ver: Ver, link: i64, x: Ptr) -> Ver {
        if let Some(known) = self.s.settled.get(&(ver, link, x)) {
            return *known;
        }
        let (before, change) = self.s.versions[ver].clone();
        let found = match change {
            Change::Base(Base { mem: Some(same), .. }) => self.settled(same, link, x),
            Change::Link { on, at, .. } => {
                let before = self.settled(before, link, x);
                match self.is_off_list(before, link, x, at, -link) {
                    true => before,
                    false => {
                        let place = self.shifted(at, -link);
                        let through = self.reach(before, link, x, place);
                        let through = self.t.and(on, through);
                        if self.t.as_bool(through) == Some(false) { before } else { ver }
                    }
                }
            }
            Change::Base(_)
            | Change::Begin { .. }
            | Change::Forget { .. }
            | Change::Cut { .. }
            | Change::Blocking { .. } => ver,
            Change::Store { .. }
            | Change::Smear { .. }
            | Change::Fill { .. }
            | Change::Copy { .. }
            | Change::End { .. } => self.settled(before, link, x),
        };
        self.s.settled.insert((ver, link, x), found);
        found
    }

    /// R_n[x, y].
    pub fn reach(&mut self, ver: Ver, link: i64, x: Ptr, y: Ptr) -> Term {
        let same = self.same(x, y);
        if self.t.as_bool(same) == Some(true) {
            return same;
        }
        if self.t.as_const(x.obj).is_some_and(|obj| obj.is_zero()) {
            return same;
        }
        let ver = self.settled(ver, link, x);
        if self.is_off_list(ver, link, x, y, 0) {
            return self.t.falsity();
        }
        let query = Query::Reach(ver, link, x, y);
        if let Some(Val::Int(term, _)) = self.s.memo.get(&query) {
            return *term;
        }
        let (before, change) = self.s.versions[ver].clone();
        let answer = match change {
            Change::Base(base) => match base.mem {
                // Reachability depends on the blocking pointers too: both are as before, or neither.
                Some(same) => self.reach(same, link, x, y),
                None => self.based_reach(ver, &base, link, x, y),
            },
            Change::Link { on, at, value } => {
                let place = self.shifted(at, -link);
                let through = self.reach(before, link, x, place);
                let through = self.t.and(on, through);
                match self.t.as_bool(through) {
                    Some(false) => self.reach(before, link, x, y),
                    _ => {
                        // What came before a cell is still before it; from the cell itself nothing did.
                        let starts = self.same(x, place);
                        let kept = match self.t.as_bool(starts) {
                            Some(true) => self.t.falsity(),
                            _ => {
                                let older = self.reach(before, link, x, y);
                                let behind = self.reach(before, link, place, y);
                                let ahead = self.t.not(behind);
                                self.t.and(older, ahead)
                            }
                        };
                        let is_place = self.same(y, place);
                        let beyond = match value {
                            None => self.t.fresh("forged", 1),
                            Some(value) => {
                                let blocks = self.blocking(before, value);
                                let goes_on = self.t.not(blocks);
                                let beyond = self.reach(before, link, value, y);
                                self.t.and(goes_on, beyond)
                            }
                        };
                        let now = self.t.any([kept, is_place, beyond]);
                        match self.t.as_bool(through) {
                            Some(true) => now,
                            _ => {
                                let older = self.reach(before, link, x, y);
                                self.t.ite(through, now, older)
                            }
                        }
                    }
                }
            }
            Change::Begin { obj, zero } => {
                let from = self.t.eq(x.obj, obj);
                let to = self.t.eq(y.obj, obj);
                let older = self.reach(before, link, x, y);
                let apart = self.t.not(to);
                let kept = self.t.and(apart, older);
                let beyond = if zero { self.t.falsity() } else { self.is_garbage(ver, link, x, y) };
                let own = self.t.or(same, beyond);
                self.t.ite(from, own, kept)
            }
            Change::Forget { obj } => {
                let from = self.t.eq(x.obj, obj);
                let older = self.reach(before, link, x, y);
                let forged = self.t.fresh("forged", 1);
                let any = self.t.or(same, forged);
                self.t.ite(from, any, older)
            }
            Change::Cut { at, len } => {
                let cut = self.is_cut(x, link, at, len);
                let older = self.reach(before, link, x, y);
                self.t.ite(cut, same, older)
            }
            Change::Blocking { at, add } => {
                let older = self.reach(before, link, x, y);
                let beyond = self.reach(before, link, at, y);
                match add {
                    false => {
                        let blocker = self.block(before, link, x);
                        let stops = self.same(blocker, at);
                        let more = self.t.and(stops, beyond);
                        self.t.or(older, more)
                    }
                    true => {
                        let starts = self.same(x, at);
                        let passes = self.reach(before, link, x, at);
                        let cut = self.t.and(passes, beyond);
                        let uncut = self.t.not(cut);
                        let keeps = self.t.or(starts, uncut);
                        self.t.and(older, keeps)
                    }
                }
            }
            _ => self.reach(before, link, x, y),
        };
        self.s.memo.insert(query, Val::Int(answer, None));
        answer
    }

    /// Whether a pointer is what the link word of a pointer into a new object holds: any number. The list passes it unless
    /// it is null, and ends behind it.
    fn is_garbage(&mut self, ver: Ver, link: i64, x: Ptr, y: Ptr) -> Term {
        let cell = self.shifted(x, link);
        let word = self.word();
        let aligned = self.aligned(cell.off, word);
        let null = self.null();
        let Val::Ptr(garbage) = self.mem(ver, Kind::Ptr, cell) else { return aligned };
        let (held, ends) = (self.same(y, garbage), self.same(garbage, null));
        let goes_on = self.t.not(ends);
        self.t.all([aligned, held, goes_on])
    }

    pub(super) fn based_reach(&mut self, ver: Ver, base: &Base, link: i64, x: Ptr, y: Ptr) -> Term {
        self.ground(x, false);
        self.ground(y, false);
        let arguments = vec![x.obj, x.off, y.obj, y.off];
        let (row, new) = self.row(Fun::Reach(ver, link), arguments, |world| vec![world.t.fresh("reach", 1)]);
        if new {
            for (number, frame) in base.frames.clone().iter().enumerate() {
                let kept = self.kept(ver, number, frame, link, x);
                if self.t.as_bool(kept) == Some(false) {
                    continue;
                }
                let older = self.reach(frame.since, link, x, y);
                let same = self.t.eq(row[0], older);
                let fact = self.t.implies(kept, same);
                self.assume(fact);
            }
        }
        row[0]
    }

    /// Whether a frame keeps what a pointer reaches: nothing of it is assigned.
    pub(super) fn kept(&mut self, ver: Ver, number: usize, frame: &Frame, link: i64, x: Ptr) -> Term {
        let query = Query::Hit(ver, number, link, x);
        if let Some(Val::Int(kept, _)) = self.s.memo.get(&query) {
            return *kept;
        }
        let allocated = self.allocated(frame.since, x.obj);
        let hit = self.t.fresh("hit", 1);
        let miss = self.t.not(hit);
        let kept = self.t.and(allocated, miss);
        self.s.memo.insert(query, Val::Int(kept, None));
        self.s.hits.push(Hit { hit, frame: Rc::new(frame.clone()), link, from: x, shown: false });
        kept
    }

    /// A frame that is hit has a witness: a pointer on the list whose link word some element overlaps.
    pub fn show_hit(&mut self, index: usize) {
        self.s.hits[index].shown = true;
        let Hit { hit, frame, link, from, .. } = self.s.hits[index].clone();
        let node = self.any_pointer("node");
        self.ground(node, false);
        let reached = self.reach(frame.since, link, from, node);
        let cell = self.shifted(node, link);
        let bits = self.bits();
        let element = Ptr { obj: node.obj, off: self.t.fresh("element", bits) };
        let size = self.word();
        let touches = self.touches(&frame.assigns, &frame.env, element, cell, size);
        let shown = self.t.and(reached, touches);
        let fact = self.t.implies(hit, shown);
        self.assume(fact);
    }

    /// B_n[x].
    pub fn block(&mut self, ver: Ver, link: i64, x: Ptr) -> Ptr {
        if self.t.as_const(x.obj).is_some_and(|obj| obj.is_zero()) {
            return self.null();
        }
        let ver = self.settled(ver, link, x);
        let query = Query::Block(ver, link, x);
        if let Some(Val::Ptr(ptr)) = self.s.memo.get(&query) {
            return *ptr;
        }
        let (before, change) = self.s.versions[ver].clone();
        let answer = match change {
            Change::Base(base) => match base.mem {
                Some(same) => self.block(same, link, x),
                None => self.based_block(ver, &base, link, x),
            },
            Change::Link { on, at, value } => {
                let place = self.shifted(at, -link);
                let through = self.reach(before, link, x, place);
                let through = self.t.and(on, through);
                match self.t.as_bool(through) {
                    Some(false) => self.block(before, link, x),
                    known => {
                        let now = match value {
                            None => self.any_pointer("forged"),
                            Some(value) => {
                                let blocks = self.blocking(before, value);
                                let beyond = self.block(before, link, value);
                                self.either(blocks, value, beyond)
                            }
                        };
                        match known {
                            Some(true) => now,
                            _ => {
                                let older = self.block(before, link, x);
                                self.either(through, now, older)
                            }
                        }
                    }
                }
            }
            Change::Begin { obj, .. } => {
                let from = self.t.eq(x.obj, obj);
                let older = self.block(before, link, x);
                // The bytes of a new object point into no object; the list ends there.
                let null = self.null();
                self.either(from, null, older)
            }
            Change::Forget { obj } => {
                let from = self.t.eq(x.obj, obj);
                let (forged, older) = (self.any_pointer("forged"), self.block(before, link, x));
                self.either(from, forged, older)
            }
            Change::Cut { at, len } => {
                let cut = self.is_cut(x, link, at, len);
                let (null, older) = (self.null(), self.block(before, link, x));
                self.either(cut, null, older)
            }
            Change::Blocking { at, add } => {
                let older = self.block(before, link, x);
                match add {
                    false => {
                        let stops = self.same(older, at);
                        let beyond = self.block(before, link, at);
                        self.either(stops, beyond, older)
                    }
                    true => {
                        let passes = self.reach(before, link, x, at);
                        let starts = self.same(x, at);
                        let other = self.t.not(starts);
                        let cut = self.t.and(passes, other);
                        self.either(cut, at, older)
                    }
                }
            }
            _ => self.block(before, link, x),
        };
        self.s.memo.insert(query, Val::Ptr(answer));
        answer
    }

    pub(super) fn based_block(&mut self, ver: Ver, base: &Base, link: i64, x: Ptr) -> Ptr {
        self.ground(x, false);
        let birth = base.birth;
        let (row, new) = self.row(Fun::Block(ver, link), vec![x.obj, x.off], |world| {
            let ptr = world.based_pointer("block", birth);
            vec![ptr.obj, ptr.off]
        });
        let ptr = Ptr { obj: row[0], off: row[1] };
        if new {
            self.ground_blocker(ptr);
            for (number, frame) in base.frames.clone().iter().enumerate() {
                let kept = self.kept(ver, number, frame, link, x);
                if self.t.as_bool(kept) == Some(false) {
                    continue;
                }
                let older = self.block(frame.since, link, x);
                let same = self.same(ptr, older);
                let fact = self.t.implies(kept, same);
                self.assume(fact);
            }
        }
        ptr
    }
}
