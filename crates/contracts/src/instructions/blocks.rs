//! Memory that is copied and set as a whole.

use super::*;

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
            self.lose(Reason::Unsupported, span, "a copy of variable length");
            return false;
        };
        if len == 0 {
            return true;
        }
        self.accessible(path, from, len, "read", span);
        self.writable(path, at, len, span);
        self.assignable(path, at, len, span, "memory is assigned that `assigns` does not name");
        let whole = self.world(path).offset(len as i64);
        if !may_overlap {
            let mut world = self.world(path);
            let overlaps = world.overlap(at, whole, from, whole);
            let same = world.same(at, from);
            let differs = world.t.not(same);
            let negation = world.t.and(overlaps, differs);
            self.oblige(path, Check::Memory, span, "memory is copied onto memory that it overlaps", negation);
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
            self.lose(Reason::Unsupported, span, "memory of variable length is set");
            return false;
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

    /// Whether an address is aligned as a pointer on all executions of the path.
    fn is_aligned(&mut self, path: &mut Path, at: Ptr) -> bool {
        self.alignment(path, at) == self.world(path).word()
    }

    /// The power of two, a word at most, that an address is a multiple of on all executions of the path.
    fn alignment(&mut self, path: &mut Path, at: Ptr) -> u64 {
        let mut align = self.world(path).word();
        while align > 1 {
            let aligned = self.world(path).aligned(at.off, align);
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
        let (sets, env) = self.bytes_set(path, at, len);
        let since = path.s.now;
        let frame = Frame { since, assigns: Rc::new(sets), frees: None, variables: None, env };
        self.world(path).rebase(None, Some(since), Some(since), vec![frame]);
    }
}
