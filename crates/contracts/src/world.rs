//! The state of a path: versions of memory, and the functions and predicates on them (sections 4 and 5 of the paper).
//!
//! A pointer is an object and an offset. Memory is a chain of versions: a *base* (the entry of the function, a loop
//! head, the return of a call) and changes on top of it. `Mem`, `Alloc`, `BS`, `R_n` and `B_n` at a version are reduced
//! backward to the base: a store turns a question about the memory after it into questions about the memory before it.
//! At a base they are uninterpreted functions, tabulated by their arguments. That equal arguments give equal results,
//! and that `R_n` and `B_n` obey the axioms of figure 11, is ensured by `theory.rs`, on demand.
//!
//! What is stored has a kind: a pointer, or an integer of some size. Accesses are aligned (an access that need not be is
//! smeared over what it overlaps). Kinds are separate maps; a store of one kind forgets what overlaps it in the others.
//! The bytes of an integer are a pointer into no object, so a link that is overwritten ends the list there.

use crate::formula::{Formula, Set};
use crate::meaning::Env;
use ir::Program;
use logic::{PathCondition, Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The bits of an object's name: more objects than a path can speak of.
pub const OBJECT_BITS: u32 = 16;

/// A pointer: an object and an offset. Object 0 is that of null and of integers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ptr {
    /// The object.
    pub obj: Term,
    /// The offset in bytes.
    pub off: Term,
}

/// The kinds of cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A pointer.
    Ptr,
    /// An integer (or float) of 1, 2, 4, 8 or more bytes.
    Int(u32),
}

/// The value of an SSA value, a cell or a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Val {
    /// An integer, with the pointer it is the address of, where it is one.
    Int(Term, Option<Ptr>),
    /// A pointer.
    Ptr(Ptr),
}

/// A version of memory.
pub type Ver = usize;

/// How a version came about.
#[derive(Clone, Debug)]
pub enum Change {
    /// A new base. Where a part is the same as in an earlier version, that is named.
    Base(Base),
    /// A cell was written.
    Store {
        /// Where.
        at: Ptr,
        /// What kind of cell.
        kind: Kind,
        /// The value.
        value: Val,
    },
    /// The link word at `at` became `value`, if the condition holds. No cell changes.
    Link {
        /// The condition.
        on: Term,
        /// The address of the word.
        at: Ptr,
        /// The pointer.
        value: Ptr,
    },
    /// Bytes became anything.
    Smear {
        /// Where.
        at: Ptr,
        /// How many.
        len: Term,
    },
    /// Bytes were set to a value.
    Fill {
        /// Where.
        at: Ptr,
        /// How many.
        len: u64,
        /// The byte.
        byte: Term,
    },
    /// Bytes were copied from the version before.
    Copy {
        /// Where to.
        at: Ptr,
        /// Where from.
        from: Ptr,
        /// How many.
        len: u64,
    },
    /// A new object.
    Begin {
        /// Its name.
        obj: Term,
        /// Whether its bytes are zero.
        zero: bool,
    },
    /// The end of an object.
    End {
        /// Its name.
        obj: Term,
    },
    /// A pointer became blocking, or ceased to be.
    Blocking {
        /// The pointer.
        at: Ptr,
        /// Whether it is blocking now.
        add: bool,
    },
}

/// A base version.
#[derive(Clone, Debug)]
pub struct Base {
    /// When it began.
    pub birth: u32,
    /// The version with the same memory.
    pub mem: Option<Ver>,
    /// The version with the same allocation.
    pub alloc: Option<Ver>,
    /// The version with the same blocking pointers.
    pub blocking: Option<Ver>,
    /// What did not change since earlier versions.
    pub frames: Rc<Vec<Frame>>,
}

/// That memory allocated at `since` is unchanged but for `assigns`, objects but for `frees` (figure 9).
#[derive(Clone, Debug)]
pub struct Frame {
    /// The earlier version.
    pub since: Ver,
    /// What may have been assigned, in the state of `env`.
    pub assigns: Rc<Vec<Set>>,
    /// What may have been freed; none where nothing is said of objects.
    pub frees: Option<Rc<Vec<Set>>>,
    /// The state that the sets are meant in.
    pub env: Env,
}

/// An uninterpreted function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fun {
    /// Cells of a base.
    Mem(Ver, Kind),
    /// Which objects are allocated.
    Alloc(Ver),
    /// Which pointers block.
    Blocking(Ver),
    /// B_n.
    Block(Ver, i64),
    /// R_n.
    Reach(Ver, i64),
    /// The size of objects.
    Size,
}

/// Arguments and results of a function where it was applied.
#[derive(Clone, Default, Debug)]
pub struct Table {
    /// The entries.
    pub rows: Vec<(Vec<Term>, Vec<Term>)>,
    index: FxHashMap<Vec<Term>, usize>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Query {
    Mem(Ver, Kind, Ptr),
    Odd(Ver, Kind, Ptr),
    Alloc(Ver, Term),
    Blocking(Ver, Ptr),
    Block(Ver, i64, Ptr),
    Reach(Ver, i64, Ptr, Ptr),
    Hit(Ver, usize, i64, Ptr),
}

/// A formula that holds for all elements of a set, where the guard does.
#[derive(Clone)]
pub struct Universal {
    /// The guard.
    pub guard: Term,
    /// The number of its variable.
    pub number: usize,
    /// The set.
    pub set: Rc<Set>,
    /// The formula.
    pub body: Rc<Formula>,
    /// The state that they are meant in.
    pub env: Env,
    /// How many instances deep it came about.
    pub depth: u32,
    /// The pointers that were asked about, with whether they are elements, and whether the instance was made.
    pub asked: Vec<(Ptr, Term, bool)>,
}

/// What a pointer reaches may have changed over a frame, where `hit` holds.
#[derive(Clone)]
pub struct Hit {
    /// Whether it may have.
    pub hit: Term,
    frame: Rc<Frame>,
    link: i64,
    from: Ptr,
    /// Whether the witness was made.
    pub shown: bool,
}

/// A pointer that formulas may be about.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    /// The pointer.
    pub ptr: Ptr,
    /// Whether it is known only as the address of an access.
    pub address: bool,
    /// Whether it is known only as the blocker of a list.
    pub blocker: bool,
    /// How many instances deep it came about.
    pub depth: u32,
}

/// The state of a path.
#[derive(Clone)]
pub struct State {
    /// The versions, each with the one before.
    pub versions: Rc<Vec<(Ver, Change)>>,
    /// The functions at bases.
    pub tables: BTreeMap<Fun, Table>,
    memo: FxHashMap<Query, Val>,
    /// What holds.
    pub path: PathCondition,
    /// What holds for all elements of sets.
    pub universals: Vec<Universal>,
    /// Frames that may be hit.
    pub hits: Vec<Hit>,
    /// The pointers that formulas may be about.
    pub ground: Vec<Ground>,
    grounded: FxHashSet<(Ptr, bool)>,
    /// How many instances deep we are.
    pub depth: u32,
    /// The current version.
    pub now: Ver,
    clock: u32,
    /// New objects, with when they began.
    fresh_objects: Vec<(Term, u32)>,
    /// Objects of pointers that come from a base, with when it began.
    based_objects: Vec<(Term, u32)>,
    /// Whether something on the path is only an approximation: a failure there may not be real.
    pub approximate: Option<String>,
}

/// What stays the same for all paths of a function.
pub struct Context<'a> {
    /// The program.
    pub program: &'a Program,
    /// The links in use.
    pub links: Vec<i64>,
    /// Whether stores of one kind leave cells of other kinds alone (C's effective types).
    pub typed: bool,
}

/// A path with the store of its terms.
pub struct World<'a> {
    /// The terms.
    pub t: &'a mut TermStore,
    /// The path.
    pub s: &'a mut State,
    /// What stays the same.
    pub cx: &'a Context<'a>,
}

impl State {
    /// A state at its first base, of which nothing is known.
    pub fn new() -> State {
        let base = Base { birth: 0, mem: None, alloc: None, blocking: None, frames: Rc::default() };
        State {
            versions: Rc::new(vec![(0, Change::Base(base))]),
            tables: BTreeMap::new(),
            memo: FxHashMap::default(),
            path: PathCondition::new(),
            universals: Vec::new(),
            hits: Vec::new(),
            ground: Vec::new(),
            grounded: FxHashSet::default(),
            depth: 0,
            now: 0,
            clock: 1,
            fresh_objects: Vec::new(),
            based_objects: Vec::new(),
            approximate: None,
        }
    }
}

impl World<'_> {
    /// The number of bits of an address.
    pub fn bits(&self) -> u32 {
        self.cx.program.target.pointer_bytes * 8
    }

    /// The number of bytes of an address.
    pub fn word(&self) -> u64 {
        u64::from(self.cx.program.target.pointer_bytes)
    }

    /// Assumes a fact.
    pub fn assume(&mut self, fact: Term) {
        if self.t.as_bool(fact) != Some(true) {
            self.s.path.push(self.t, fact);
        }
    }

    /// Null.
    pub fn null(&mut self) -> Ptr {
        let bits = self.bits();
        Ptr { obj: self.t.zero(OBJECT_BITS), off: self.t.zero(bits) }
    }

    /// The object with this number.
    pub fn object(&mut self, number: u128) -> Term {
        self.t.num(OBJECT_BITS, number)
    }

    /// A constant as wide as an address.
    pub fn offset(&mut self, value: i64) -> Term {
        let bits = self.bits();
        self.t.num(bits, value as u128 & (u128::MAX >> (128 - bits)))
    }

    /// A pointer of which nothing is known.
    pub fn any_pointer(&mut self, name: &str) -> Ptr {
        let bits = self.bits();
        Ptr { obj: self.t.fresh(name, OBJECT_BITS), off: self.t.fresh(name, bits) }
    }

    /// A pointer that was there when a base began.
    fn based_pointer(&mut self, name: &str, birth: u32) -> Ptr {
        let ptr = self.any_pointer(name);
        self.is_based(ptr, birth);
        ptr
    }

    /// Notes that a pointer was there at a time: it points to no object that began later.
    pub fn is_based(&mut self, ptr: Ptr, birth: u32) {
        for (object, began) in self.s.fresh_objects.clone() {
            if began > birth {
                let differs = self.t.ne(ptr.obj, object);
                self.assume(differs);
            }
        }
        self.s.based_objects.push((ptr.obj, birth));
    }

    /// Whether two pointers are the same.
    pub fn same(&mut self, one: Ptr, other: Ptr) -> Term {
        let (objects, offsets) = (self.t.eq(one.obj, other.obj), self.t.eq(one.off, other.off));
        self.t.and(objects, offsets)
    }

    /// A pointer plus bytes.
    pub fn shifted(&mut self, ptr: Ptr, by: i64) -> Ptr {
        let by = self.offset(by);
        Ptr { obj: ptr.obj, off: self.t.add(ptr.off, by) }
    }

    /// One of two pointers.
    pub fn either(&mut self, on: Term, one: Ptr, other: Ptr) -> Ptr {
        Ptr { obj: self.t.ite(on, one.obj, other.obj), off: self.t.ite(on, one.off, other.off) }
    }

    fn either_value(&mut self, on: Term, one: Val, other: Val) -> Val {
        match (one, other) {
            (Val::Ptr(one), Val::Ptr(other)) => Val::Ptr(self.either(on, one, other)),
            (Val::Int(one, from), Val::Int(other, since)) => {
                Val::Int(self.t.ite(on, one, other), if from == since { from } else { None })
            }
            _ => one,
        }
    }

    /// Whether an offset is a multiple of a power of two.
    pub fn aligned(&mut self, off: Term, to: u64) -> Term {
        let bits = to.trailing_zeros();
        if bits == 0 {
            return self.t.truth();
        }
        let low = self.t.extract(off, 0, bits);
        let zero = self.t.zero(bits);
        self.t.eq(low, zero)
    }

    /// Notes a pointer that formulas may be about.
    pub fn ground(&mut self, ptr: Ptr, address: bool) {
        if self.s.grounded.insert((ptr, address)) {
            let depth = self.s.depth;
            self.s.ground.push(Ground { ptr, address, blocker: false, depth });
        }
    }

    /// Notes the blocker of a list.
    fn ground_blocker(&mut self, ptr: Ptr) {
        if !self.s.grounded.contains(&(ptr, false)) {
            let depth = self.s.depth;
            self.s.ground.push(Ground { ptr, address: false, blocker: true, depth });
        }
    }

    /// The tick of the clock that follows: when something begins.
    fn tick(&mut self) -> u32 {
        self.s.clock += 1;
        self.s.clock
    }

    /// The time of a version's base.
    pub fn birth(&self, ver: Ver) -> u32 {
        let mut ver = ver;
        loop {
            match &self.s.versions[ver] {
                (_, Change::Base(base)) => return base.birth,
                (before, _) => ver = *before,
            }
        }
    }

    /// Makes a change to memory.
    pub fn change(&mut self, change: Change) {
        let before = self.s.now;
        Rc::make_mut(&mut self.s.versions).push((before, change));
        self.s.now = self.s.versions.len() - 1;
    }

    /// A new base.
    pub fn rebase(
        &mut self,
        mem: Option<Ver>,
        alloc: Option<Ver>,
        blocking: Option<Ver>,
        frames: Vec<Frame>,
    ) {
        let birth = self.tick();
        self.change(Change::Base(Base { birth, mem, alloc, blocking, frames: Rc::new(frames) }));
    }

    /// A new object with a name of its own.
    pub fn begin(&mut self, obj: Term, zero: bool) {
        let now = self.s.now;
        let allocated = self.allocated(now, obj);
        let fresh = self.t.not(allocated);
        self.assume(fresh);
        let birth = self.tick();
        for (older, _) in self.s.based_objects.clone() {
            let differs = self.t.ne(older, obj);
            self.assume(differs);
        }
        self.s.fresh_objects.push((obj, birth));
        self.change(Change::Begin { obj, zero });
    }

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
                self.change(Change::Link { on, at, value });
            }
            _ if self.cx.typed || self.cx.links.is_empty() => {}
            _ => {
                let crosses = !whole || size > word;
                self.smear_links(at, size, crosses, align >= word);
            }
        }
    }

    /// The link words that `size` bytes overlap hold no pointer into an object any more.
    fn smear_links(&mut self, at: Ptr, size: u64, crosses: bool, aligned: bool) {
        let word = self.word();
        let bits = self.bits();
        let mask = self.offset(-(word as i64));
        let first = if aligned { at.off } else { self.t.and(at.off, mask) };
        let words = if crosses { size.div_ceil(word) + 1 } else { 1 };
        let end = self.offset(size as i64);
        let end = self.t.add(at.off, end);
        for number in 0..words {
            let by = self.offset((number * word) as i64);
            let off = self.t.add(first, by);
            let on = if number == 0 { self.t.truth() } else { self.t.ult(off, end) };
            let null = self.t.zero(OBJECT_BITS);
            let value = Ptr { obj: null, off: self.t.fresh("bytes", bits) };
            self.change(Change::Link { on, at: Ptr { obj: at.obj, off }, value });
        }
    }

    /// Sets bytes.
    pub fn fill(&mut self, at: Ptr, len: u64, byte: Term) {
        self.change(Change::Fill { at, len, byte });
        let zero = self.t.as_const(byte).is_some_and(|byte| byte.is_zero());
        let bits = self.bits();
        for number in 0..len / self.word() {
            let value = match zero {
                true => self.null(),
                false => Ptr { obj: self.t.zero(OBJECT_BITS), off: self.t.fresh("bytes", bits) },
            };
            self.link_word(at, number, value);
        }
        if !len.is_multiple_of(self.word()) {
            let rest = self.shifted(at, (len - len % self.word()) as i64);
            self.smear_links(rest, len % self.word(), false, true);
        }
    }

    /// Copies bytes.
    pub fn copy(&mut self, at: Ptr, from: Ptr, len: u64) {
        let before = self.s.now;
        self.change(Change::Copy { at, from, len });
        for number in 0..len / self.word() {
            let source = self.shifted(from, (number * self.word()) as i64);
            if let Val::Ptr(value) = self.mem(before, Kind::Ptr, source) {
                self.link_word(at, number, value);
            }
        }
        if !len.is_multiple_of(self.word()) {
            let rest = self.shifted(at, (len - len % self.word()) as i64);
            self.smear_links(rest, len % self.word(), false, true);
        }
    }

    /// The link word with a number behind an address that is aligned.
    fn link_word(&mut self, at: Ptr, number: u64, value: Ptr) {
        if self.cx.links.is_empty() {
            return;
        }
        let at = self.shifted(at, (number * self.word()) as i64);
        let on = self.t.truth();
        self.change(Change::Link { on, at, value });
    }

    /// The number of bytes of a cell.
    pub fn bytes(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Ptr => self.word(),
            Kind::Int(bytes) => u64::from(bytes),
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

    /// The content of a cell whose address may not be aligned: then it is anything.
    pub fn read(&mut self, ver: Ver, kind: Kind, at: Ptr) -> Val {
        let size = self.bytes(kind);
        if !size.is_power_of_two() {
            return self.odd(ver, kind, at);
        }
        self.ground(at, true);
        let aligned = self.aligned(at.off, size.min(self.word()));
        let value = self.mem(ver, kind, at);
        if self.t.as_bool(aligned) == Some(true) || self.cx.typed {
            return value;
        }
        let odd = self.odd(ver, kind, at);
        self.either_value(aligned, value, odd)
    }

    fn odd(&mut self, ver: Ver, kind: Kind, at: Ptr) -> Val {
        let query = Query::Odd(ver, kind, at);
        if let Some(value) = self.s.memo.get(&query) {
            return *value;
        }
        let value = self.any_value(kind);
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
            Change::Link { .. } | Change::End { .. } | Change::Blocking { .. } => self.mem(before, kind, at),
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
                if self.cx.typed {
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
                        (Kind::Ptr, Val::Int(_, Some(ptr))) if one == other => Val::Ptr(ptr),
                        _ => self.any_value(kind),
                    };
                    self.unless(overlaps, seen, before, kind, at)
                }
            }
            Change::Smear { at: place, len } => {
                let size = self.offset(self.bytes(kind) as i64);
                let overlaps = self.overlap(at, size, place, len);
                let seen = self.any_value(kind);
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
                let part = self.any_value(kind);
                let seen = self.either_value(inside, whole, part);
                self.unless(touches, seen, before, kind, at)
            }
            Change::Copy { at: place, from, len } => {
                let (inside, touches) = self.inside(at, kind, place, len);
                let distance = self.t.sub(at.off, place.off);
                let source = Ptr { obj: from.obj, off: self.t.add(from.off, distance) };
                let whole = self.mem(before, kind, source);
                let part = self.any_value(kind);
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

    fn unless(&mut self, changed: Term, seen: Val, before: Ver, kind: Kind, at: Ptr) -> Val {
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
    fn inside(&mut self, at: Ptr, kind: Kind, place: Ptr, len: u64) -> (Term, Term) {
        let size = self.bytes(kind);
        let length = self.offset(len as i64);
        let bytes = self.offset(size as i64);
        let touches = self.overlap(at, bytes, place, length);
        let distance = self.t.sub(at.off, place.off);
        let fits = match len.checked_sub(size) {
            Some(room) => {
                let room = self.offset(room as i64);
                self.t.ule(distance, room)
            }
            None => self.t.falsity(),
        };
        let objects = self.t.eq(at.obj, place.obj);
        (self.t.and(objects, fits), touches)
    }

    /// The row of a function, and whether it is new.
    fn row(
        &mut self,
        fun: Fun,
        arguments: Vec<Term>,
        results: impl FnOnce(&mut Self) -> Vec<Term>,
    ) -> (Vec<Term>, bool) {
        if let Some(index) = self.s.tables.get(&fun).and_then(|table| table.index.get(&arguments)) {
            return (self.s.tables[&fun].rows[*index].1.clone(), false);
        }
        let results = results(self);
        let table = self.s.tables.entry(fun).or_default();
        table.index.insert(arguments.clone(), table.rows.len());
        table.rows.push((arguments, results.clone()));
        (results, true)
    }

    fn based_cell(&mut self, ver: Ver, base: &Base, kind: Kind, at: Ptr) -> Val {
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
    fn changed(&mut self, _ver: Ver, _number: usize, frame: &Frame, at: Ptr, size: u64) -> Term {
        let changed = self.t.fresh("changed", 1);
        let bits = self.bits();
        let element = Ptr { obj: at.obj, off: self.t.fresh("element", bits) };
        let touches = self.touches(&frame.assigns, &frame.env, element, at, size);
        let fact = self.t.implies(changed, touches);
        self.assume(fact);
        changed
    }

    fn equal(&mut self, one: Val, other: Val) -> Term {
        match (one, other) {
            (Val::Ptr(one), Val::Ptr(other)) => self.same(one, other),
            (Val::Int(one, _), Val::Int(other, _)) => self.t.eq(one, other),
            _ => self.t.truth(),
        }
    }

    /// Alloc: whether an object is allocated.
    pub fn allocated(&mut self, ver: Ver, obj: Term) -> Term {
        if self.t.as_const(obj).is_some_and(|obj| obj.is_zero()) {
            return self.t.falsity();
        }
        let number = self.t.as_const(obj).and_then(|obj| obj.to_u64());
        if let Some(number) = number
            && (number as usize) <= self.cx.program.globals.len()
        {
            // Global variables are always allocated. The row is for pointers that may be equal.
            if let Change::Base(_) = self.s.versions[0].1 {
                let truth = self.t.truth();
                self.row(Fun::Alloc(0), vec![obj], |_| vec![truth]);
            }
            return self.t.truth();
        }
        let query = Query::Alloc(ver, obj);
        if let Some(Val::Int(term, _)) = self.s.memo.get(&query) {
            return *term;
        }
        let (before, change) = self.s.versions[ver].clone();
        let answer = match change {
            Change::Base(base) => match base.alloc {
                Some(same) => self.allocated(same, obj),
                None => {
                    let (row, new) =
                        self.row(Fun::Alloc(ver), vec![obj], |world| vec![world.t.fresh("alloc", 1)]);
                    if new {
                        self.alloc_frames(&base, obj, row[0]);
                    }
                    row[0]
                }
            },
            Change::Begin { obj: new, .. } => {
                let same = self.t.eq(obj, new);
                let older = self.allocated(before, obj);
                self.t.or(same, older)
            }
            Change::End { obj: dead } => {
                let differs = self.t.ne(obj, dead);
                let older = self.allocated(before, obj);
                self.t.and(differs, older)
            }
            _ => self.allocated(before, obj),
        };
        self.s.memo.insert(query, Val::Int(answer, None));
        answer
    }

    fn alloc_frames(&mut self, base: &Base, obj: Term, now: Term) {
        let null = self.t.zero(OBJECT_BITS);
        let is_null = self.t.eq(obj, null);
        let not_allocated = self.t.not(now);
        let fact = self.t.implies(is_null, not_allocated);
        self.assume(fact);
        for frame in base.frames.clone().iter() {
            let Some(frees) = &frame.frees else { continue };
            let older = self.allocated(frame.since, obj);
            let zero = self.offset(0);
            let start = Ptr { obj, off: zero };
            let freed = self.in_any(frees, &frame.env, start, true);
            let may_end = self.t.fresh("freed", 1);
            let fact = self.t.implies(may_end, freed);
            self.assume(fact);
            let lives = self.t.not(may_end);
            let lived = self.t.and(older, lives);
            let fact = self.t.implies(lived, now);
            self.assume(fact);
            // Objects that were freed before do not come back, but those that never lived may begin.
        }
    }

    /// Size: the size of an object; at most half of the address space.
    pub fn size(&mut self, obj: Term) -> Term {
        let bits = self.bits();
        let known = self.t.as_const(obj).and_then(|obj| obj.to_u64()).and_then(|number| {
            let global =
                (number as usize).checked_sub(1).and_then(|index| self.cx.program.globals.get(index));
            global.map(|global| global.size)
        });
        let (row, new) = self.row(Fun::Size, vec![obj], |world| match known {
            Some(size) => vec![world.offset(size as i64)],
            None => vec![world.t.fresh("size", bits)],
        });
        if new && known.is_none() {
            let zero = self.t.zero(bits);
            let fact = self.t.sge(row[0], zero);
            self.assume(fact);
        }
        row[0]
    }

    /// Notes the size of a new object.
    pub fn has_size(&mut self, obj: Term, size: Term) {
        self.row(Fun::Size, vec![obj], |_| vec![size]);
    }

    /// Whether `len` bytes at a pointer are accessible.
    pub fn accessible(&mut self, ver: Ver, at: Ptr, len: u64) -> Term {
        let allocated = self.allocated(ver, at.obj);
        let size = self.size(at.obj);
        let len = self.offset(len as i64);
        let fits = self.t.ule(len, size);
        let room = self.t.sub(size, len);
        let inside = self.t.ule(at.off, room);
        self.t.all([allocated, fits, inside])
    }

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

    /// R_n[x, y].
    pub fn reach(&mut self, ver: Ver, link: i64, x: Ptr, y: Ptr) -> Term {
        let same = self.same(x, y);
        if self.t.as_bool(same) == Some(true) {
            return same;
        }
        if self.t.as_const(x.obj).is_some_and(|obj| obj.is_zero()) {
            return same;
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
                let older = self.reach(before, link, x, y);
                match self.t.as_bool(through) {
                    Some(false) => older,
                    _ => {
                        let behind = self.reach(before, link, place, y);
                        let ahead = self.t.not(behind);
                        let kept = self.t.and(older, ahead);
                        let is_place = self.same(y, place);
                        let blocks = self.blocking(before, value);
                        let goes_on = self.t.not(blocks);
                        let beyond = self.reach(before, link, value, y);
                        let beyond = self.t.and(goes_on, beyond);
                        let now = self.t.any([kept, is_place, beyond]);
                        self.t.ite(through, now, older)
                    }
                }
            }
            Change::Begin { obj, .. } => {
                let from = self.t.eq(x.obj, obj);
                let to = self.t.eq(y.obj, obj);
                let older = self.reach(before, link, x, y);
                let apart = self.t.not(to);
                let kept = self.t.and(apart, older);
                self.t.ite(from, same, kept)
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

    fn based_reach(&mut self, ver: Ver, base: &Base, link: i64, x: Ptr, y: Ptr) -> Term {
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
    fn kept(&mut self, ver: Ver, number: usize, frame: &Frame, link: i64, x: Ptr) -> Term {
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
                let older = self.block(before, link, x);
                match self.t.as_bool(through) {
                    Some(false) => older,
                    _ => {
                        let blocks = self.blocking(before, value);
                        let beyond = self.block(before, link, value);
                        let now = self.either(blocks, value, beyond);
                        self.either(through, now, older)
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

    fn based_block(&mut self, ver: Ver, base: &Base, link: i64, x: Ptr) -> Ptr {
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
