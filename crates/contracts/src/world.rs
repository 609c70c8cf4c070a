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
//! A word that holds a constant points into no object; one that was written in pieces, or holds a number that is not
//! known to be an address, is any pointer, and nothing is known of a list behind it.

mod functions;
mod memory;
mod objects;
mod offsets;
mod reach;

use crate::explain::Reasons;
use crate::formula::{Formula, Set};
use crate::function_types::FunctionTypes;
use crate::meaning::Env;
use imbl::shared_ptr::RcK;
use imbl::{GenericHashMap, GenericHashSet};
use ir::{FuncId, GlobalId, Program};
use logic::{BinOp, Node, PathCondition, Term, TermStore};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A map of a state. There is a copy of the state for every condition: copies share what they have in common.
type Map<K, V> = GenericHashMap<K, V, FxBuildHasher, RcK>;
/// A set of a state.
type Members<T> = GenericHashSet<T, FxBuildHasher, RcK>;

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
        /// The pointer; none where bytes were written that may be part of any pointer.
        value: Option<Ptr>,
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
        len: Term,
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
        len: Term,
        /// The power of two that both addresses are multiples of.
        align: u64,
    },
    /// The links in an object that just began became anything. No cell changes.
    Forget {
        /// Its name.
        obj: Term,
    },
    /// The link words of a range became null. No cell changes.
    Cut {
        /// Where it begins, at a word.
        at: Ptr,
        /// How many bytes.
        len: Term,
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
    /// The variables that may have begun since then: all else that began is on the heap. None where nothing is known.
    pub variables: Option<Rc<Vec<Term>>>,
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
    /// Which objects `free` may end.
    Heap,
    /// Where objects lie.
    Address,
    /// Which functions obey a type.
    Obeys(FuncId),
}

/// Arguments and results of a function where it was applied.
#[derive(Clone, Default, Debug)]
pub struct Table {
    /// The entries.
    pub rows: Vec<(Vec<Term>, Vec<Term>)>,
    index: FxHashMap<Vec<Term>, usize>,
}

impl Table {
    /// The results for arguments, if the function was applied to them.
    pub fn find(&self, arguments: &[Term]) -> Option<&[Term]> {
        self.index.get(arguments).map(|index| &self.rows[*index].1[..])
    }
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
    Pointer(Term),
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
    /// Where it comes from, where explanations are wanted.
    pub said: Option<Rc<str>>,
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

/// How a number that did not wrap around came about: its operands, and whether it is their difference.
#[derive(Clone, Copy, Debug)]
pub struct Unwrapped {
    /// The first operand.
    pub left: Term,
    /// The second operand.
    pub right: Term,
    /// Whether it is their difference, and not their sum.
    pub minus: bool,
}

/// The state of a path.
#[derive(Clone)]
pub struct State {
    /// The versions, each with the one before.
    pub versions: Rc<Vec<(Ver, Change)>>,
    /// The functions at bases.
    pub tables: BTreeMap<Fun, Rc<Table>>,
    memo: Map<Query, Val>,
    /// Since when lists are as they are, by version, link and first pointer.
    settled: Map<(Ver, i64, Ptr), Ver>,
    /// What holds.
    pub path: PathCondition,
    /// Equations of objects that the path says do not hold: what depends on them is simpler.
    apart: Members<Term>,
    /// What holds for all elements of sets.
    pub universals: Vec<Rc<Universal>>,
    /// The offsets of lists.
    pub offsets: offsets::Offsets,
    /// Frames that may be hit.
    pub hits: Vec<Hit>,
    /// The pointers that formulas may be about.
    pub ground: Vec<Ground>,
    grounded: Members<(Ptr, bool)>,
    /// The values of the program's variables: instances are made for them first, since the code speaks of them.
    pub variables: Vec<Ptr>,
    /// The numbers that the function gets: small ones make better examples.
    pub numbers: Vec<Term>,
    /// How many instances deep we are.
    pub depth: u32,
    /// Sums and differences that do not wrap around as (un)signed numbers, with their operands.
    pub unwrapped: Map<(Term, bool), Unwrapped>,
    /// The current version.
    pub now: Ver,
    clock: u32,
    /// New objects, with when they began.
    pub fresh_objects: Vec<(Term, u32)>,
    /// Objects of pointers that come from a base, with when it began.
    based_objects: Vec<(Term, u32)>,
    /// Overlaps of cells that are used with different types: none holds where memory is used with one type at each place.
    pub mixed: Vec<Term>,
    /// How many of them were looked at: the path leaves them out.
    pub apart_so_far: usize,
    /// Pointers that were there when the function began.
    given: Members<Ptr>,
    /// Whether something on the path is only an approximation: a failure there may not be real.
    pub approximate: Option<String>,
}

/// What stays the same for all paths of a function.
pub struct Context<'a> {
    /// The program.
    pub program: &'a Program,
    /// The function types that have a contract.
    pub types: &'a FunctionTypes,
    /// The links in use.
    pub links: Vec<i64>,
    /// Whether stores of one kind leave cells of other kinds alone (C's effective types).
    pub typed: bool,
    /// Whether a question is given up soon: there will be another attempt.
    pub hasty: bool,
    /// Why facts hold, where that is asked for.
    pub reasons: Option<Reasons>,
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
            memo: Map::default(),
            settled: Map::default(),
            path: PathCondition::new(),
            apart: Members::default(),
            universals: Vec::new(),
            offsets: offsets::Offsets::default(),
            hits: Vec::new(),
            ground: Vec::new(),
            grounded: Members::default(),
            variables: Vec::new(),
            numbers: Vec::new(),
            depth: 0,
            unwrapped: Map::default(),
            now: 0,
            clock: 1,
            fresh_objects: Vec::new(),
            based_objects: Vec::new(),
            mixed: Vec::new(),
            apart_so_far: 0,
            given: Members::default(),
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
            self.note_apart(fact);
        }
    }

    /// Notes which objects differ. Explanations name every fact that they need, and so may not take this for granted.
    fn note_apart(&mut self, fact: Term) {
        let mut due = vec![fact];
        while let Some(fact) = due.pop().filter(|_| self.cx.reasons.is_none()) {
            self.note_offset(fact);
            match self.t.node(fact) {
                Node::Bin(BinOp::And, one, other) => due.extend([one, other]),
                Node::Not(equal) => {
                    if let Node::Bin(BinOp::Eq, one, _) = self.t.node(equal)
                        && self.t.width(one) == OBJECT_BITS
                    {
                        self.s.apart.insert(equal);
                    }
                }
                _ => {}
            }
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
        if birth == 0 {
            self.s.given.insert(ptr);
        }
    }

    /// Whether a pointer was there when the function began.
    pub fn is_given(&self, ptr: Ptr) -> bool {
        self.s.given.contains(&ptr)
    }

    /// A number as a pointer: a constant points into no object, what is else no address may be any pointer.
    pub fn forged(&mut self, bits: Term) -> Ptr {
        let width = self.bits();
        let bits = self.t.zext_or_trunc(bits, width);
        if self.t.as_const(bits).is_some() {
            return Ptr { obj: self.t.zero(OBJECT_BITS), off: bits };
        }
        if let Some(Val::Ptr(ptr)) = self.s.memo.get(&Query::Pointer(bits)) {
            return *ptr;
        }
        let ptr = self.any_pointer("forged");
        let address = self.address(ptr, width);
        let fact = self.t.eq(address, bits);
        self.assume(fact);
        self.s.memo.insert(Query::Pointer(bits), Val::Ptr(ptr));
        ptr
    }

    /// A number as wide as wanted. Of a sum that does not wrap around it is the sum of its widened operands: sums of one
    /// width are compared summand by summand, others bit by bit.
    pub fn widened(&mut self, term: Term, width: u32, signed: bool) -> Term {
        if width <= self.t.width(term) {
            return self.t.zext_or_trunc(term, width);
        }
        if let Some(Unwrapped { left, right, minus }) = self.s.unwrapped.get(&(term, signed)).copied() {
            let (left, right) = (self.widened(left, width, signed), self.widened(right, width, signed));
            return if minus { self.t.sub(left, right) } else { self.t.add(left, right) };
        }
        if let Node::Ite(on, then, otherwise) = self.t.node(term)
            && !self.s.unwrapped.is_empty()
        {
            let (then, otherwise) =
                (self.widened(then, width, signed), self.widened(otherwise, width, signed));
            return self.t.ite(on, then, otherwise);
        }
        match signed {
            true => self.t.sext(term, width),
            false => self.t.zext(term, width),
        }
    }

    /// Whether two pointers are the same.
    pub fn same(&mut self, one: Ptr, other: Ptr) -> Term {
        let objects = self.t.eq(one.obj, other.obj);
        if self.s.apart.contains(&objects) {
            return self.t.falsity();
        }
        let offsets = self.t.eq(one.off, other.off);
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
        if self.s.grounded.insert((ptr, address)).is_none() {
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
        let table = Rc::make_mut(self.s.tables.entry(fun).or_default());
        table.index.insert(arguments.clone(), table.rows.len());
        table.rows.push((arguments, results.clone()));
        (results, true)
    }
}
