//! Memory that is copied and set as a whole.

use super::*;
use crate::world::Change;

/// How many bytes are copied or set exactly; more are forgotten.
const MOST_EXACT: u64 = 512;

impl Prover<'_> {
    /// Copies bytes; false where that is not modelled.
    pub fn copy(
        &mut self,
        path: &mut Path,
        (at, from): (Ptr, Ptr),
        len: Bits,
        may_overlap: bool,
        span: Option<Span>,
    ) -> bool {
        let Some(len) = self.t.as_const(len).and_then(|len| len.to_u64()) else {
            return self.copy_range(path, (at, from), len, may_overlap, span);
        };
        if len == 0 {
            return true;
        }
        self.accessible(path, from, len, "read", span);
        self.writable(path, at, len, span);
        self.assignable(path, at, len, span, "memory is assigned that `assigns` does not name");
        let whole = self.world(path).offset(len as i64);
        if !may_overlap {
            self.apart(path, (at, from), whole, span);
        }
        let align = self.alignment(path, at).min(self.alignment(path, from));
        let word = self.world(path).word();
        if len > MOST_EXACT || align == 1 || align < word && !self.cx.links.is_empty() {
            self.forget_bytes(path, at, whole, span);
            return true;
        }
        self.world(path).copy(at, from, len, align);
        self.link_copied(path, at, from, (len, align), span);
        true
    }

    /// Copies a number of bytes that is no constant. Links among them would change together, as many as there are: where
    /// links are in use that is not modelled.
    fn copy_range(
        &mut self,
        path: &mut Path,
        (at, from): (Ptr, Ptr),
        len: Bits,
        may_overlap: bool,
        span: Option<Span>,
    ) -> bool {
        if !self.cx.links.is_empty() {
            self.lose(Reason::Unsupported, span, "a copy of variable length, where lists are in use");
            return false;
        }
        let bits = self.program.target.pointer_bytes * 8;
        let len = self.t.zext_or_trunc(len, bits);
        self.accessible_range(path, from, len, "read", span);
        self.accessible_range(path, at, len, "written", span);
        self.writable_range(path, at, len, span);
        if !may_overlap {
            self.apart(path, (at, from), len, span);
        }
        // Nothing is copied where there is nothing.
        let zero = self.world(path).offset(0);
        let none = self.t.eq(len, zero);
        let align = self.alignment_unless(path, at, none).min(self.alignment_unless(path, from, none));
        self.world(path).change(Change::Copy { at, from, len, align });
        true
    }

    /// What is copied does not overlap where it is copied to, unless both are the same.
    fn apart(&mut self, path: &mut Path, (at, from): (Ptr, Ptr), len: Bits, span: Option<Span>) {
        let mut world = self.world(path);
        let overlaps = world.overlap(at, len, from, len);
        let same = world.same(at, from);
        let differs = world.t.not(same);
        let negation = world.t.and(overlaps, differs);
        self.oblige(path, Check::Memory, span, "memory is copied onto memory that it overlaps", negation);
    }

    /// All bytes of a range, if there are any, are accessible.
    fn accessible_range(&mut self, path: &mut Path, at: Ptr, len: Bits, what: &str, span: Option<Span>) {
        let mut world = self.world(path);
        let now = world.s.now;
        world.ground(at, true);
        let fine = world.accessible_range(now, at, len);
        let (zero, bad) = (world.offset(0), world.t.not(fine));
        let any = world.t.ne(len, zero);
        let negation = world.t.and(any, bad);
        let words = format!("bytes are {what} that may not be accessible");
        self.oblige(path, Check::Memory, span, &words, negation);
    }

    /// Bytes of a range, if there are any, are not constant, and may be assigned.
    fn writable_range(&mut self, path: &mut Path, at: Ptr, len: Bits, span: Option<Span>) {
        let mut world = self.world(path);
        let fine = world.writable(at.obj);
        let (zero, bad) = (world.offset(0), world.t.not(fine));
        let any = world.t.ne(len, zero);
        let negation = world.t.and(any, bad);
        self.oblige(path, Check::Memory, span, "a constant of the program is written", negation);
        self.assignable_range(path, at, len, span, "memory is assigned that `assigns` does not name");
    }

    /// Links that were copied. They change together; as a sequence of stores they do what they do together if no store on the
    /// way closes a cycle. One that does may be undone by a later one: where that is not excluded, all words become null
    /// first. Then links are only added, and a cycle on the way is one at the end.
    fn link_copied(
        &mut self,
        path: &mut Path,
        at: Ptr,
        from: Ptr,
        (len, align): (u64, u64),
        span: Option<Span>,
    ) {
        let word = self.world(path).word();
        if self.cx.links.is_empty() || align < word {
            return;
        }
        let mut world = self.world(path);
        // The copy is the last change.
        let before = world.s.versions[world.s.now].0;
        let mut words = Vec::new();
        for number in 0..len / word {
            let (source, place) =
                (world.shifted(from, (number * word) as i64), world.shifted(at, (number * word) as i64));
            if let Val::Ptr(value) = world.mem(before, Kind::Ptr, source) {
                words.push((place, value));
            }
        }
        if !self.link_in_turn(path, &words) {
            let null = self.world(path).null();
            for (place, _) in words.iter().filter(|_| words.len() > 1) {
                self.world(path).link_word(*place, null);
            }
            for (place, value) in &words {
                self.well_founded(path, *place, *value, span);
                self.world(path).link_word(*place, *value);
            }
        }
        let mut world = self.world(path);
        if !len.is_multiple_of(word) {
            let rest = world.shifted(at, (len - len % word) as i64);
            world.smear_links(rest, len % word, false, true);
        }
    }

    /// Links words one after the other, if it is plain that none closes a cycle. Whether it is.
    fn link_in_turn(&mut self, path: &mut Path, words: &[(Ptr, Ptr)]) -> bool {
        let is_apart = self.cx.reasons.is_some() || self.conditions.is_some();
        if is_apart || words.len() < 2 {
            return false;
        }
        let mut linked = path.clone();
        let mut any = self.t.falsity();
        for (place, value) in words {
            for (_, negation) in self.cycles(&mut linked, *place, *value) {
                any = self.t.or(any, negation);
            }
            self.world(&mut linked).link_word(*place, *value);
        }
        let holds = self.is_excluded(&mut linked, any);
        if holds {
            let none = self.t.not(any);
            self.world(&mut linked).assume(none);
            *path = linked;
        }
        holds
    }

    /// Sets bytes; false where that is not modelled.
    pub fn set(&mut self, path: &mut Path, at: Ptr, byte: Bits, len: Bits, span: Option<Span>) -> bool {
        let Some(len) = self.t.as_const(len).and_then(|len| len.to_u64()) else {
            return self.set_range(path, at, byte, len, span);
        };
        if len == 0 {
            return true;
        }
        self.writable(path, at, len, span);
        self.assignable(path, at, len, span, "memory is assigned that `assigns` does not name");
        match len <= MOST_EXACT && (self.cx.links.is_empty() || self.is_aligned(path, at)) {
            true => self.world(path).fill(at, len, byte),
            false => {
                let whole = self.world(path).offset(len as i64);
                self.forget_bytes(path, at, whole, span);
            }
        }
        true
    }

    /// Sets a number of bytes that is no constant. What was a link there points into no object, so all lists still end;
    /// which they are is not known.
    fn set_range(&mut self, path: &mut Path, at: Ptr, byte: Bits, len: Bits, span: Option<Span>) -> bool {
        let bits = self.program.target.pointer_bytes * 8;
        let len = self.t.zext_or_trunc(len, bits);
        self.accessible_range(path, at, len, "written", span);
        self.writable_range(path, at, len, span);
        if !self.cx.links.is_empty() {
            let word = self.world(path).word();
            let whole = self.world(path).aligned(len, word);
            let zero = self.world(path).offset(0);
            let none = self.t.eq(len, zero);
            if self.alignment_unless(path, at, none) < word
                || self.solver.entails(&mut self.t, &path.s.path, whole) != Some(true)
            {
                self.lose(Reason::Unsupported, span, "links may be overwritten in part");
                return false;
            }
            path.s.approximate.get_or_insert_with(|| "links are set with other bytes".into());
            self.rebase_bytes(path, at, len);
        }
        let mut world = self.world(path);
        world.change(Change::Fill { at, len, byte });
        if world.t.as_const(byte).is_some_and(|byte| byte.is_zero()) {
            world.cut(at, len);
        }
        true
    }

    /// Whether an address is aligned as a pointer on all executions of the path.
    fn is_aligned(&mut self, path: &mut Path, at: Ptr) -> bool {
        self.alignment(path, at) == self.world(path).word()
    }

    /// The power of two, a word at most, that an address is a multiple of on all executions of the path.
    fn alignment(&mut self, path: &mut Path, at: Ptr) -> u64 {
        let never = self.t.falsity();
        self.alignment_unless(path, at, never)
    }

    /// The same on all executions but those where something holds.
    fn alignment_unless(&mut self, path: &mut Path, at: Ptr, excused: Bits) -> u64 {
        let mut align = self.world(path).word();
        while align > 1 {
            let aligned = self.world(path).aligned(at.off, align);
            let aligned = self.t.or(excused, aligned);
            let holds = match self.t.as_bool(aligned) {
                Some(known) => known,
                None => self.solver.entails(&mut self.t, &path.s.path, aligned) == Some(true),
            };
            if holds {
                break;
            }
            align /= 2;
        }
        align
    }

    /// Bytes become anything, but no pointer into an object.
    fn forget_bytes(&mut self, path: &mut Path, at: Ptr, len: Bits, span: Option<Span>) {
        path.s.approximate.get_or_insert_with(|| "memory is written that is not aligned".into());
        if !self.cx.links.is_empty() {
            self.lose(Reason::Unsupported, span, "links may be overwritten by memory that is not aligned");
        }
        self.rebase_bytes(path, at, len);
    }

    /// Nothing is known any more of bytes, and of the lists that have links there.
    fn rebase_bytes(&mut self, path: &mut Path, at: Ptr, len: Bits) {
        let (sets, env) = self.bytes_set(path, at, len);
        let since = path.s.now;
        let frame = Frame { since, assigns: Rc::new(sets), frees: None, variables: None, env };
        self.world(path).rebase(None, Some(since), Some(since), vec![frame]);
    }
}
