//! Memory: cells of the kinds, what stores do to them, and how a read is reduced to a base (sections 4 and 5).
//!
//! Accesses of one kind that are aligned are the same or apart. Of numbers of different sizes one is part of the other; a
//! store of another kind forgets what it overlaps.

use super::*;

/// What accesses of any memory are made with.
const BYTE: Kind = Kind::Int(1);

impl World<'_> {
    /// Writes a value; `aligned` where the address is a multiple of its size. Notes what becomes of links.
    pub fn store(&mut self, at: Ptr, kind: Kind, value: Val, align: u64, aligned: bool) {
        let word = self.word();
        let size = self.bytes(kind);
        let whole = aligned && size.is_power_of_two();
        match whole {
            true => self.change(Change::Store { at, kind, value }),
            false => {
                let len = self.offset(size as i64);
                self.change(Change::Smear { at, len });
            }
        }
        match (kind, value) {
            (Kind::Ptr, Val::Ptr(value)) if whole => {
                let on = self.t.truth();
                self.change(Change::Link { on, at, value: Some(value) });
            }
            _ if self.cx.links.is_empty() || self.cx.typed && kind != BYTE => {}
            (Kind::Int(_), value) if whole && size == word && self.is_word_of(value) => {
                let value = self.as_pointer(value);
                let on = self.t.truth();
                self.change(Change::Link { on, at, value: Some(value) });
            }
            _ => {
                let crosses = !whole || size > word;
                self.smear_links(at, size, crosses, align >= word);
            }
        }
    }

    /// Whether a number is a constant, or known to be the address of a pointer.
    pub fn is_word_of(&self, value: Val) -> bool {
        match value {
            Val::Ptr(_) | Val::Int(_, Some(_)) => true,
            Val::Int(bits, None) => self.t.as_const(bits).is_some(),
        }
    }

    /// The link words that `size` bytes overlap may hold any pointer.
    pub fn smear_links(&mut self, at: Ptr, size: u64, crosses: bool, aligned: bool) {
        let word = self.word();
        let mask = self.offset(-(word as i64));
        let first = if aligned { at.off } else { self.t.and(at.off, mask) };
        let words = if crosses { size.div_ceil(word) + 1 } else { 1 };
        let end = self.offset(size as i64);
        let end = self.t.add(at.off, end);
        for number in 0..words {
            let by = self.offset((number * word) as i64);
            let off = self.t.add(first, by);
            let on = if number == 0 { self.t.truth() } else { self.t.ult(off, end) };
            self.change(Change::Link { on, at: Ptr { obj: at.obj, off }, value: None });
        }
    }

    /// Sets bytes.
    pub fn fill(&mut self, at: Ptr, len: u64, byte: Term) {
        let whole = self.offset(len as i64);
        self.change(Change::Fill { at, len: whole, byte });
        let zero = self.t.as_const(byte).is_some_and(|byte| byte.is_zero());
        let bits = self.bits();
        for number in 0..len / self.word() {
            let value = match zero {
                true => self.null(),
                false => Ptr { obj: self.t.zero(OBJECT_BITS), off: self.t.fresh("bytes", bits) },
            };
            let word = self.shifted(at, (number * self.word()) as i64);
            self.link_word(word, value);
        }
        if !len.is_multiple_of(self.word()) {
            let rest = self.shifted(at, (len - len % self.word()) as i64);
            self.smear_links(rest, len % self.word(), false, true);
        }
    }

    /// Copies bytes between addresses that are multiples of a power of two. Links are another matter.
    pub fn copy(&mut self, at: Ptr, from: Ptr, len: u64, align: u64) {
        let whole = self.offset(len as i64);
        self.change(Change::Copy { at, from, len: whole, align });
        if align < self.word() {
            self.smear_links(at, len, true, false);
        }
    }

    /// Bytes move to a block that just began; nothing is known of the lists that begin there.
    pub fn moved(&mut self, at: Ptr, from: Ptr, len: Term) {
        self.change(Change::Copy { at, from, len, align: self.word() });
        if !self.cx.links.is_empty() {
            self.change(Change::Forget { obj: at.obj });
        }
    }

    /// An aligned word becomes a link.
    pub fn link_word(&mut self, at: Ptr, value: Ptr) {
        if self.cx.links.is_empty() {
            return;
        }
        let on = self.t.truth();
        self.change(Change::Link { on, at, value: Some(value) });
    }

    /// The aligned words of a range become null, which ends the lists that begin there.
    pub fn cut(&mut self, at: Ptr, len: Term) {
        if !self.cx.links.is_empty() {
            self.change(Change::Cut { at, len });
        }
    }

    /// Whether the link word of a pointer lies in a range.
    pub(super) fn is_cut(&mut self, x: Ptr, link: i64, at: Ptr, len: Term) -> Term {
        let cell = self.shifted(x, link);
        let (inside, _) = self.inside(cell, Kind::Ptr, at, len);
        let word = self.word();
        let aligned = self.aligned(cell.off, word);
        self.t.and(inside, aligned)
    }

    /// The number of bytes of a cell.
    pub fn bytes(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Ptr => self.word(),
            Kind::Int(bytes) => u64::from(bytes),
        }
    }

    /// What bytes that were written in pieces, or as another kind, are: anything.
    pub fn mixed(&mut self, kind: Kind) -> Val {
        match kind {
            Kind::Ptr => Val::Ptr(self.any_pointer("bytes")),
            Kind::Int(_) => self.any_value(kind),
        }
    }

    /// Something of a kind of which nothing is known; a pointer points into no object.
    pub fn any_value(&mut self, kind: Kind) -> Val {
        match kind {
            Kind::Ptr => {
                let bits = self.bits();
                Val::Ptr(Ptr { obj: self.t.zero(OBJECT_BITS), off: self.t.fresh("bytes", bits) })
            }
            Kind::Int(bytes) => Val::Int(self.t.fresh("bytes", bytes * 8), None),
        }
    }

    /// Whether an access plainly uses memory as another kind than the path did: then it is not used with one type.
    pub fn is_mixed(&mut self, at: Ptr, kind: Kind) -> bool {
        let mut cells: Vec<(Ptr, Kind)> = Vec::new();
        for (fun, table) in &self.s.tables {
            let rows = table.rows.iter().map(|(arguments, _)| Ptr { obj: arguments[0], off: arguments[1] });
            match fun {
                Fun::Mem(_, used) if *used != kind => cells.extend(rows.map(|at| (at, *used))),
                Fun::Block(_, link) if kind != Kind::Ptr => {
                    let link = *link;
                    let sources: Vec<Ptr> = rows.collect();
                    let by = link as u128 & (u128::MAX >> (128 - self.cx.program.target.pointer_bytes * 8));
                    for source in sources {
                        let by = self.t.num(self.cx.program.target.pointer_bytes * 8, by);
                        let off = self.t.add(source.off, by);
                        cells.push((Ptr { obj: source.obj, off }, Kind::Ptr));
                    }
                }
                _ => {}
            }
        }
        for (_, change) in self.s.versions.iter() {
            if let Change::Store { at, kind: used, .. } = change
                && *used != kind
            {
                cells.push((*at, *used));
            }
        }
        let size = self.offset(self.bytes(kind) as i64);
        cells.into_iter().any(|(cell, used)| {
            let len = self.offset(self.bytes(used) as i64);
            let overlaps = self.overlap(at, size, cell, len);
            self.t.as_bool(overlaps) == Some(true)
        })
    }

    /// Notes that two cells that are used with different types do not overlap, where memory is used with one type at each
    /// place.
    pub fn note_mixed(&mut self, (one, used): (Ptr, Kind), (other, stored): (Ptr, Kind)) {
        let (one_len, other_len) =
            (self.offset(self.bytes(used) as i64), self.offset(self.bytes(stored) as i64));
        let overlaps = self.overlap(one, one_len, other, other_len);
        if self.t.as_bool(overlaps) != Some(false) && !self.s.mixed.contains(&overlaps) {
            self.s.mixed.push(overlaps);
        }
    }

    /// The content of a cell whose address may not be aligned: then it is anything.
    pub fn read(&mut self, ver: Ver, kind: Kind, at: Ptr) -> Val {
        let size = self.bytes(kind);
        if !size.is_power_of_two() {
            return self.odd(ver, kind, at);
        }
        self.ground(at, true);
        let aligned = self.aligned(at.off, size);
        let value = self.mem(ver, kind, at);
        if self.t.as_bool(aligned) == Some(true) || self.cx.typed {
            return value;
        }
        let odd = self.odd(ver, kind, at);
        self.either_value(aligned, value, odd)
    }

    pub(super) fn odd(&mut self, ver: Ver, kind: Kind, at: Ptr) -> Val {
        let query = Query::Odd(ver, kind, at);
        if let Some(value) = self.s.memo.get(&query) {
            return *value;
        }
        let value = self.mixed(kind);
        self.s.memo.insert(query, value);
        value
    }

    /// Mem: the content of an aligned cell.
    pub fn mem(&mut self, ver: Ver, kind: Kind, at: Ptr) -> Val {
        let query = Query::Mem(ver, kind, at);
        if let Some(value) = self.s.memo.get(&query) {
            return *value;
        }
        let (before, change) = self.s.versions[ver].clone();
        let value = match change {
            Change::Link { .. }
            | Change::Forget { .. }
            | Change::Cut { .. }
            | Change::End { .. }
            | Change::Blocking { .. } => self.mem(before, kind, at),
            Change::Base(base) => match base.mem {
                Some(same) => self.mem(same, kind, at),
                None => self.based_cell(ver, &base, kind, at),
            },
            Change::Store { at: place, kind: stored, value } if stored == kind => {
                let same = self.same(at, place);
                match self.t.as_bool(same) {
                    Some(true) => value,
                    Some(false) => self.mem(before, kind, at),
                    None => {
                        let older = self.mem(before, kind, at);
                        self.either_value(same, value, older)
                    }
                }
            }
            Change::Store { at: place, kind: stored, value } => {
                // Bytes are those of any type.
                if self.cx.typed && kind != BYTE && stored != BYTE {
                    // Pointers of instances are any pointers; what a formula says of them it says under a premise.
                    if self.s.depth == 0 {
                        self.note_mixed((at, kind), (place, stored));
                    }
                    self.mem(before, kind, at)
                } else {
                    let (one, other) = (self.bytes(kind), self.bytes(stored));
                    let slot = -(one.max(other) as i64);
                    let mask = self.offset(slot);
                    let (mine, theirs) = (self.t.and(at.off, mask), self.t.and(place.off, mask));
                    let (objects, slots) = (self.t.eq(at.obj, place.obj), self.t.eq(mine, theirs));
                    let overlaps = self.t.and(objects, slots);
                    // A pointer read as an integer of its size is its address.
                    let seen = match (kind, value) {
                        (Kind::Int(bytes), Val::Ptr(ptr)) if u64::from(bytes) == other => {
                            Val::Int(self.t.fresh("address", bytes * 8), Some(ptr))
                        }
                        (Kind::Ptr, Val::Int(..)) if one == other => Val::Ptr(self.as_pointer(value)),
                        (Kind::Int(_), Val::Int(value, _)) => match self.distance(place, at) {
                            Some(bytes) if bytes >= 0 && bytes as u64 + one <= other => {
                                Val::Int(self.t.extract(value, bytes as u32 * 8, one as u32 * 8), None)
                            }
                            Some(bytes) if bytes <= 0 && bytes.unsigned_abs() + other <= one => {
                                self.patched(before, kind, at, value, -bytes as u32 * 8)
                            }
                            _ => self.mixed(kind),
                        },
                        _ => self.mixed(kind),
                    };
                    self.unless(overlaps, seen, before, kind, at)
                }
            }
            Change::Smear { at: place, len } => {
                let size = self.offset(self.bytes(kind) as i64);
                let overlaps = self.overlap(at, size, place, len);
                let seen = self.mixed(kind);
                self.unless(overlaps, seen, before, kind, at)
            }
            Change::Fill { at: place, len, byte } => {
                let (inside, touches) = self.inside(at, kind, place, len);
                let whole = match kind {
                    Kind::Ptr if self.t.as_const(byte).is_some_and(|byte| byte.is_zero()) => {
                        Val::Ptr(self.null())
                    }
                    Kind::Ptr => self.any_value(kind),
                    Kind::Int(bytes) => {
                        let mut all = byte;
                        for _ in 1..bytes {
                            all = self.t.concat(all, byte);
                        }
                        Val::Int(all, None)
                    }
                };
                let part = self.mixed(kind);
                let seen = self.either_value(inside, whole, part);
                self.unless(touches, seen, before, kind, at)
            }
            Change::Copy { at: place, from, len, align } => {
                let (inside, touches) = self.inside(at, kind, place, len);
                let distance = self.t.sub(at.off, place.off);
                let source = Ptr { obj: from.obj, off: self.t.add(from.off, distance) };
                // A cell that is larger than both ends are aligned may be made of parts of two.
                let whole = match self.bytes(kind) <= align {
                    true => self.mem(before, kind, source),
                    false => {
                        if self.t.as_bool(touches) != Some(false) {
                            self.s
                                .approximate
                                .get_or_insert_with(|| "bytes are read that were copied".into());
                        }
                        self.mixed(kind)
                    }
                };
                let part = self.mixed(kind);
                let seen = self.either_value(inside, whole, part);
                self.unless(touches, seen, before, kind, at)
            }
            Change::Begin { obj, zero } => {
                let new = self.t.eq(at.obj, obj);
                let seen = match (zero, kind) {
                    (false, _) => self.any_value(kind),
                    (true, Kind::Ptr) => Val::Ptr(self.null()),
                    (true, Kind::Int(bytes)) => Val::Int(self.t.zero(bytes * 8), None),
                };
                self.unless(new, seen, before, kind, at)
            }
        };
        self.s.memo.insert(query, value);
        value
    }

    /// How many bytes an address lies behind another, where that is plain and little.
    fn distance(&mut self, from: Ptr, to: Ptr) -> Option<i64> {
        let bytes = self.t.sub(to.off, from.off);
        let bytes = self.t.as_const(bytes)?.to_i128()?;
        (bytes.unsigned_abs() < 16).then_some(bytes as i64)
    }

    /// A number, some bits of which, from `low` on, were overwritten by a smaller one.
    fn patched(&mut self, before: Ver, kind: Kind, at: Ptr, value: Term, low: u32) -> Val {
        let Val::Int(whole, _) = self.mem(before, kind, at) else { return self.mixed(kind) };
        let (all, size) = (self.t.width(whole), self.t.width(value));
        let mut result = value;
        if low > 0 {
            let below = self.t.extract(whole, 0, low);
            result = self.t.concat(result, below);
        }
        if low + size < all {
            let above = self.t.extract(whole, low + size, all - low - size);
            result = self.t.concat(above, result);
        }
        Val::Int(result, None)
    }

    pub(super) fn unless(&mut self, changed: Term, seen: Val, before: Ver, kind: Kind, at: Ptr) -> Val {
        match self.t.as_bool(changed) {
            Some(true) => seen,
            Some(false) => self.mem(before, kind, at),
            None => {
                let older = self.mem(before, kind, at);
                self.either_value(changed, seen, older)
            }
        }
    }

    /// Whether two ranges of bytes of small length overlap.
    pub fn overlap(&mut self, one: Ptr, one_len: Term, other: Ptr, other_len: Term) -> Term {
        let objects = self.t.eq(one.obj, other.obj);
        let (behind, ahead) = (self.t.sub(one.off, other.off), self.t.sub(other.off, one.off));
        let (behind, ahead) = (self.t.ult(behind, other_len), self.t.ult(ahead, one_len));
        let offsets = self.t.or(behind, ahead);
        self.t.and(objects, offsets)
    }

    /// Whether a cell lies inside of a range, and whether it touches it.
    pub(super) fn inside(&mut self, at: Ptr, kind: Kind, place: Ptr, len: Term) -> (Term, Term) {
        let bytes = self.offset(self.bytes(kind) as i64);
        let (overlaps, zero) = (self.overlap(at, bytes, place, len), self.offset(0));
        // A range without bytes touches nothing, wherever it is.
        let some = self.t.ne(len, zero);
        let touches = self.t.and(some, overlaps);
        let distance = self.t.sub(at.off, place.off);
        let (is_long, room) = (self.t.ule(bytes, len), self.t.sub(len, bytes));
        let fits = self.t.ule(distance, room);
        let objects = self.t.eq(at.obj, place.obj);
        (self.t.all([objects, is_long, fits]), touches)
    }

    pub(super) fn based_cell(&mut self, ver: Ver, base: &Base, kind: Kind, at: Ptr) -> Val {
        let birth = base.birth;
        let arguments = vec![at.obj, at.off];
        let (value, new) = match kind {
            Kind::Ptr => {
                let (row, new) = self.row(Fun::Mem(ver, kind), arguments, |world| {
                    let ptr = world.based_pointer("mem", birth);
                    vec![ptr.obj, ptr.off]
                });
                (Val::Ptr(Ptr { obj: row[0], off: row[1] }), new)
            }
            Kind::Int(bytes) => {
                let (row, new) =
                    self.row(Fun::Mem(ver, kind), arguments, |world| vec![world.t.fresh("mem", bytes * 8)]);
                (Val::Int(row[0], None), new)
            }
        };
        if let (Val::Ptr(ptr), true) = (value, new) {
            self.ground(ptr, false);
        }
        if new {
            let size = self.bytes(kind);
            for (number, frame) in base.frames.clone().iter().enumerate() {
                let changed = self.changed(ver, number, frame, at, size);
                let allocated = self.allocated(frame.since, at.obj);
                let older = self.mem(frame.since, kind, at);
                let same = self.equal(value, older);
                let unchanged = self.t.not(changed);
                let kept = self.t.and(allocated, unchanged);
                let fact = self.t.implies(kept, same);
                self.assume(fact);
            }
        }
        value
    }

    /// Whether a frame lets bytes change: then some element of its set overlaps them.
    pub(super) fn changed(&mut self, _ver: Ver, _number: usize, frame: &Frame, at: Ptr, size: u64) -> Term {
        let changed = self.t.fresh("changed", 1);
        let bits = self.bits();
        let element = Ptr { obj: at.obj, off: self.t.fresh("element", bits) };
        let touches = self.touches(&frame.assigns, &frame.env, element, at, size);
        let fact = self.t.implies(changed, touches);
        self.assume(fact);
        changed
    }

    pub(super) fn equal(&mut self, one: Val, other: Val) -> Term {
        match (one, other) {
            (Val::Ptr(one), Val::Ptr(other)) => self.same(one, other),
            (Val::Int(one, _), Val::Int(other, _)) => self.t.eq(one, other),
            _ => self.t.truth(),
        }
    }
}
