//! What is known at a point of a path: plain data, copied where paths fork.
//!
//! Memory is the data structure as it was when the piece of code began, plus a log of what happened since. Nodes
//! that existed are *shared* (anyone can reach them) or *private* (allocated by this function in an earlier piece and
//! known to nobody else). *Blocks* are what this piece allocates, and the local variables in memory: they are known
//! exactly, and become nodes when they are published.
//!
//! Invariant: every fact holds on the path, whatever the aliasing: what a load gives where it is not known is a new
//! symbol with a formula that says what it may be.
//!
//! Architecture invariant: a state is plain data that shares its parts with its copies. It knows no solver, no options
//! and no clock.

pub mod chain;
pub mod fresh;
pub mod header;
pub mod memory;
pub mod promised;
pub mod room;
pub mod seen;

use crate::exec::strings::End;
use crate::exec::tagging::TagCheck;
use crate::solver::facts::Facts;
use crate::solver::term::{Field, Formula, Lin, Sym};
use crate::state::chain::Linked;
use crate::state::seen::Seen;
use crate::summary::writing::Writes;
use crate::types::layout::TargetId;
use imbl::{HashMap, HashSet, OrdMap, Vector};
use ir::{BinaryOp, BlockId, CastOp, FuncId, GlobalId, Span, ValueId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Which nodes a pointer may point to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Nodes of the published structure as of a generation.
    Shared(u32),
    /// Nodes that this function allocated before the piece began and that nobody else knows.
    Private,
    /// Shared nodes as of the start, and local variables in memory.
    Local,
    /// All of these.
    Any,
}

impl Class {
    /// The class of a value that is of one of two classes.
    pub fn join(self, other: Class) -> Class {
        match (self, other) {
            (Class::Shared(one), Class::Shared(other)) => Class::Shared(one.max(other)),
            (Class::Private, Class::Private) => Class::Private,
            (Class::Local | Class::Shared(0), Class::Local | Class::Shared(0)) => Class::Local,
            _ => Class::Any,
        }
    }
}

/// Where a symbol comes from: decides how much a failure says, and its words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The parameter with this number.
    Param(usize),
    /// Read from memory as the function found it, along a path of members from a parameter.
    Found,
    /// A variable at the head of a loop.
    Loop,
    /// The result of a call.
    Call,
    /// The address of a block.
    Block(usize),
    /// The address of a global variable.
    Global,
    /// Memory or a variable that was never set.
    Unset,
    /// Made from a number.
    Number,
    /// An address inside an array, with unknown index.
    Element,
    /// Data: anything may be there, as `void *` allows.
    Data,
    /// A value of which nothing is known because something is not modelled.
    Opaque,
}

/// What is known of a symbol, unconditionally.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// What it is in the source.
    pub name: String,
    /// Where it comes from.
    pub origin: Origin,
    /// If given, it is null or a node of this target.
    pub valid: Option<(TargetId, Class)>,
    /// If not empty, it is one of these.
    pub alternatives: Vec<Lin>,
    /// What its static type says it points to.
    pub hint: Option<TargetId>,
    /// How callers see it, where it is a value that they gave.
    pub seen: Option<Seen>,
    /// Parameters of the function one of which must be null for it to be null.
    pub null_if: BTreeSet<usize>,
    /// What is known of the variable, where it is the address of a global one.
    pub global: Option<Extent>,
}

impl Symbol {
    /// What it points to: what is known of it, else what its static type says.
    pub fn target(&self) -> Option<TargetId> {
        self.valid.map(|valid| valid.0).or(self.hint)
    }
}

/// Where addresses in a global variable are surely none of another one.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The size of the variable: another one may start behind it.
    pub size: u64,
    /// Whether it may share its memory with others of which this holds.
    pub mergeable: bool,
}

/// A piece of memory that this function made.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its address.
    pub base: Sym,
    /// Its size, where known.
    pub size: Option<u64>,
    /// Its size as a value, for blocks whose size is not constant.
    pub size_value: Lin,
    /// How many bytes it is known to have, where its size is not constant.
    pub least: u64,
    /// The type of its content.
    pub target: Option<TargetId>,
    /// The alloca of a local variable; none for heap memory.
    pub slot: Option<ValueId>,
    /// Whether it starts with zeros.
    pub zeroed: bool,
    /// The generation from which on others can reach it.
    pub published: Option<u32>,
    /// Whether others may have kept its address, for a local variable that was lent to them.
    pub is_kept: bool,
    /// Whether functions that are not in view had its address.
    pub is_abroad: bool,
    /// Where it is known to hold a zero.
    pub end: Option<End>,
    /// A number that the text in it is no longer than.
    pub text: Option<Lin>,
    /// Where it was made.
    pub span: Option<Span>,
}

impl Block {
    /// How many bytes it has at least.
    pub fn known_size(&self) -> u64 {
        self.size.unwrap_or(self.least)
    }
}

/// What happened to memory.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A value was written.
    Store {
        /// Which member.
        field: Field,
        /// How many bytes.
        size: u64,
        /// Of which node.
        base: Lin,
        /// The value.
        value: Lin,
        /// For a link, what it links to.
        link: Option<TargetId>,
        /// Where.
        span: Option<Span>,
    },
    /// Data of a node was written in a way that is not tracked; its links are not touched.
    Scramble {
        /// An address in the node.
        base: Lin,
    },
    /// An element of a buffer was written; no struct is touched.
    Element,
    /// Others ran: whatever they can write of what is shared has new contents.
    Havoc {
        /// The generation that begins.
        generation: u32,
        /// What they can write.
        writes: Arc<Writes>,
        /// The local variables that were lent before, and that they cannot reach.
        spares: Arc<BTreeSet<usize>>,
    },
}

/// An element of an array, with an index that is not constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Element {
    /// Where the array is, or an element that the index counts from.
    pub array: Lin,
    /// How many bytes further, divided by `stride`.
    pub index: Lin,
    /// What the index is multiplied with.
    pub stride: i64,
    /// Whether the index is a counter that nothing bounds.
    pub is_unbounded: bool,
}

/// Memory that was freed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Freed {
    /// Its address.
    pub value: Lin,
    /// Where it was freed; none where that was before the piece began.
    pub span: Option<Span>,
    /// The function that freed it; none for this one.
    pub by: Option<FuncId>,
    /// Whether it surely was.
    pub is_certain: bool,
}

/// A value of the program.
#[derive(Clone, Debug)]
pub enum Value {
    /// A number or an address.
    Word(Lin),
    /// A truth value.
    Truth(Formula),
}

/// A step of the path, for the report.
#[derive(Clone, PartialEq, Debug)]
pub struct PathStep {
    /// Where.
    pub span: Option<Span>,
    /// What.
    pub text: String,
    /// What was assumed.
    pub condition: Option<Formula>,
}

/// An operation whose result depends on its operands alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// An operation on two numbers of some bits.
    Binary(BinaryOp, u32),
    /// A conversion to some bits.
    Cast(CastOp, u32),
    /// A number of some bits, extended with zeros.
    ZeroExtended(u32),
    /// The lowest bit of a number.
    LowBit,
    /// Whether one number is less than another, both without sign.
    UnsignedLess,
    /// Whether one number is less than another, both with sign.
    SignedLess,
    /// Whether two numbers are equal.
    Equal,
    /// The address of a function.
    Function(FuncId),
    /// The element of an array of links in a target: the address of the array, the index; the size of an element.
    Element(TargetId, i64),
}

/// A number that is a multiple of another one, unless the product wraps around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scaled {
    /// The other number.
    pub number: Lin,
    /// What it was multiplied by.
    pub scale: i64,
    /// The greatest product that is what it would be without wrapping around, and with the other sign the least one.
    pub most: i64,
}

impl Scaled {
    /// The numbers whose product wraps around.
    pub fn wraps(&self) -> Formula {
        let limit = self.most / self.scale.max(1);
        Formula::Or(vec![
            Formula::less(self.number, Lin::constant(-limit)),
            Formula::less(Lin::constant(limit), self.number),
        ])
    }
}

/// What is known at a point of a path.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The values of the program.
    pub env: HashMap<ValueId, Value>,
    /// All symbols.
    pub symbols: Vector<Symbol>,
    /// The premises.
    pub facts: Facts,
    /// What happened to memory since the piece began.
    pub log: Vector<Entry>,
    /// The memory that this function made.
    pub blocks: Vec<Block>,
    /// How often others ran.
    pub generation: u32,
    /// Whether private nodes exist that others cannot reach.
    pub has_private: bool,
    /// Whether private nodes may have linked to each other when the piece began.
    pub links_private: bool,
    /// Values that were written to memory of no known type.
    pub escaped: Vec<(Lin, Option<Span>)>,
    /// The structs of which promises were taken for granted: their type, address, and as of which generation.
    pub promised: HashSet<(TargetId, Lin, u32)>,
    /// Tags and links of unions that must agree, as found out last.
    pub tag_checks: Vec<TagCheck>,
    /// What was freed.
    pub freed: Vector<Freed>,
    /// What may have been written before the piece began: everything else holds what callers gave.
    pub written: Arc<Writes>,
    /// Whether something on the path is known only in part: what a callee does, or a value that is not modelled. A
    /// failure on such a path may be impossible.
    pub is_inexact: bool,
    /// Results of calls that were given addresses of local variables, and may be such addresses.
    pub lent: HashSet<Sym>,
    /// The decisions so far.
    pub path: Vector<PathStep>,
    /// Symbols that are known to be equal to something simpler.
    pub replaced: HashMap<Sym, Lin>,
    /// Nodes that are one node because the path says so: two names for one place in a structure.
    pub met: HashSet<Sym>,
    /// Pointers that are known to be null. They keep their names, so that it can be told what was null.
    pub null: HashSet<Sym>,
    /// Values that are known not to be null.
    pub nonnull: HashSet<Sym>,
    /// Pairs that are known to differ.
    pub different: HashSet<(Lin, Lin)>,
    /// Numbers that stand for truth values.
    pub truths: HashMap<Sym, Formula>,
    /// Results of pure operations.
    pub pure: HashMap<(Operation, Vec<Lin>), Sym>,
    /// How often loop heads were passed.
    pub visits: HashMap<BlockId, u32>,
    /// How much there is behind pointers that callers gave: the pointer, the number of elements and their size.
    pub rooms: Vector<(Lin, Lin, u64)>,
    /// How many bytes are before pointers, at least.
    pub headers: Vector<(Sym, u64)>,
    /// Bytes before pointers as callers gave them: the value, the pointer, and how many bytes before it.
    pub header_bytes: Vector<(Sym, Sym, u64)>,
    /// How many nodes there are behind pointers.
    pub chains: Vector<Linked>,
    /// Numbers whose range was told.
    pub ranged: HashSet<Sym>,
    /// Addresses of elements of arrays.
    pub elements: HashMap<Sym, Element>,
    /// Numbers that are a multiple of another one.
    pub scaled: HashMap<Sym, Scaled>,
    /// Numbers that are the sum of another one and a constant, unless that wraps around.
    pub sums: HashMap<Sym, (Lin, i64)>,
    /// Contents of links as a generation began.
    pub contents: OrdMap<(Field, u64, u32, Lin), Sym>,
    /// Where strings that callers gave hold a zero, by the pointers to their first bytes.
    pub texts: HashMap<Sym, Lin>,
    /// Bytes that were read: the pointer, how many bytes behind it, and the value.
    pub bytes_read: Vector<(Sym, Lin, Lin)>,
    /// Bytes that were read since anything was written: the pointer, how many bytes behind it, and the value.
    pub bytes_same: Vector<(Sym, Lin, Lin)>,
    /// Whether bytes of callers may have been overwritten: what is not in `texts` is then not known to be a string.
    pub is_touched: bool,
    /// Whether zeros may have been written to strings of callers.
    pub is_shortened: bool,
    /// The lengths of strings that callers gave, by the pointers to their first bytes.
    pub lengths: HashMap<Sym, Lin>,
    /// Functions that were mentioned.
    pub functions: HashMap<Sym, FuncId>,
    /// Globals that were mentioned.
    pub globals: OrdMap<GlobalId, Sym>,
}

impl State {
    /// A new symbol.
    pub fn symbol(&mut self, name: impl Into<String>, origin: Origin) -> Sym {
        self.symbols.push_back(Symbol {
            name: name.into(),
            origin,
            valid: None,
            alternatives: Vec::new(),
            hint: None,
            seen: None,
            null_if: BTreeSet::new(),
            global: None,
        });
        Sym(self.symbols.len() as u32 - 1)
    }

    /// Tells the range of a machine number of up to 32 bits, once.
    pub fn in_range(&mut self, value: Lin, bits: u32) {
        let Some(sym) = value.symbol() else { return };
        if !(8..=32).contains(&bits) || self.ranged.insert(sym).is_some() {
            return;
        }
        let (least, most) = (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1);
        self.facts.push_back(Formula::Less(sym.value(), Lin::constant(least)).negated());
        self.facts.push_back(Formula::Less(Lin::constant(most), sym.value()).negated());
    }

    /// A new symbol that is null or a node.
    pub fn pointer(
        &mut self,
        name: impl Into<String>,
        origin: Origin,
        target: TargetId,
        class: Class,
    ) -> Sym {
        let sym = self.symbol(name, origin);
        let info = &mut self.symbols[sym.index()];
        info.hint = Some(target);
        info.valid = Some((target, class));
        let formula = self.valid_formula(sym.value(), target, class);
        self.facts.push_back(formula);
        sym
    }

    /// That a value is null or a node.
    pub fn valid_formula(&self, value: Lin, target: TargetId, class: Class) -> Formula {
        let mut parts = vec![Formula::equal(value, Lin::ZERO)];
        match class {
            Class::Shared(generation) => parts.push(Formula::Shared(target, generation, value)),
            Class::Private => parts.push(Formula::Private(target, value)),
            Class::Local | Class::Any => {
                parts.push(Formula::Shared(target, 0, value));
                if class == Class::Any {
                    parts.push(Formula::Private(target, value));
                }
                let slots =
                    self.blocks.iter().filter(|block| block.slot.is_some() && block.target == Some(target));
                parts.extend(slots.map(|block| Formula::equal(value, block.base.value())));
            }
        }
        Formula::Or(parts)
    }

    /// What is known of a symbol.
    pub fn info(&self, sym: Sym) -> &Symbol {
        &self.symbols[sym.index()]
    }

    /// A value in its simplest known form.
    pub fn resolve(&self, value: Lin) -> Lin {
        let mut value = value;
        while let Some(simpler) = value.base.and_then(|base| self.replaced.get(&base)) {
            match simpler.plus(value.offset) {
                Some(sum) => value = sum,
                None => break,
            }
        }
        value
    }

    /// A value in its simplest known form, null pointers included.
    pub fn simplest(&self, value: Lin) -> Lin {
        let value = self.resolve(value);
        match value.base {
            Some(base) if self.null.contains(&base) => Lin::constant(value.offset),
            _ => value,
        }
    }

    /// The block whose address a value is derived from.
    pub fn block_of(&self, value: Lin) -> Option<usize> {
        match self.info(value.base?).origin {
            Origin::Block(index) => Some(index),
            _ => None,
        }
    }

    /// Whether a value is surely not null.
    pub fn surely_nonnull(&self, value: Lin) -> bool {
        match value.base {
            None => value.offset != 0,
            Some(base) if value.offset == 0 => {
                matches!(self.info(base).origin, Origin::Block(_) | Origin::Global)
                    || self.nonnull.contains(&base)
            }
            Some(_) => self.block_of(value).is_some(),
        }
    }

    /// Whether two addresses are surely different.
    pub fn surely_differ(&self, one: Lin, other: Lin) -> bool {
        let (one, other) = (self.simplest(one), self.simplest(other));
        if one.base == other.base {
            return one.offset != other.offset;
        }
        if self.different.contains(&(one.min(other), one.max(other))) {
            return true;
        }
        let null_differs = |null: Lin, it: Lin| null == Lin::ZERO && self.surely_nonnull(it);
        null_differs(one, other)
            || null_differs(other, one)
            || self.differs_from_block(one, other)
            || self.differs_from_block(other, one)
            || self.different_globals(one, other)
            || self.different_classes(one, other)
    }

    /// Whether two addresses are surely in different objects, wherever in them.
    pub fn different_objects(&self, one: Lin, other: Lin) -> bool {
        let start = |value: Lin| Lin { base: self.resolve(value).base, offset: 0 };
        let (one, other) = (start(one), start(other));
        let blocks = self.block_of(one).is_some() || self.block_of(other).is_some();
        one.base != other.base
            && self.surely_differ(one, other)
            && (blocks || self.different_classes(one, other))
    }

    /// Whether one is a private node and the other a shared one.
    fn different_classes(&self, one: Lin, other: Lin) -> bool {
        let class = |value: Lin| value.symbol().and_then(|sym| self.info(sym).valid).map(|valid| valid.1);
        let apart = matches!(
            (class(one), class(other)),
            (Some(Class::Private), Some(Class::Shared(_) | Class::Local))
                | (Some(Class::Shared(_) | Class::Local), Some(Class::Private))
        );
        apart && (self.surely_nonnull(one) || self.surely_nonnull(other))
    }

    /// Whether both lie in different global variables that do not share their memory.
    fn different_globals(&self, one: Lin, other: Lin) -> bool {
        let within = |value: Lin| {
            let extent = self.info(value.base?).global?;
            let is_inside = u64::try_from(value.offset).is_ok_and(|at| at == 0 || at < extent.size);
            is_inside.then_some(extent)
        };
        let (Some(a), Some(b)) = (within(one), within(other)) else { return false };
        one.base != other.base && !(a.mergeable && b.mergeable)
    }

    /// Whether `block` is derived from a block that `other` cannot point to.
    fn differs_from_block(&self, block: Lin, other: Lin) -> bool {
        let Some(index) = self.block_of(block) else { return false };
        if self.block_of(other).is_some_and(|it| it != index) {
            return true;
        }
        let Some(base) = other.base else { return false };
        let info = self.info(base);
        if info.origin == Origin::Global {
            return true;
        }
        if !info.alternatives.is_empty() {
            let differs = |alternative: &Lin| {
                let alternative = self.resolve(*alternative);
                alternative == Lin::ZERO
                    || alternative.base != Some(base) && self.differs_from_block(block, alternative)
            };
            return info.alternatives.iter().all(differs);
        }
        let this = &self.blocks[index];
        match info.valid {
            Some((_, Class::Shared(generation))) => this.published.is_none_or(|since| since > generation),
            // Whatever existed when the piece began is no block that was allocated since.
            Some((_, Class::Private)) => true,
            Some((_, Class::Local | Class::Any)) => this.slot.is_none(),
            None => false,
        }
    }

    /// Takes a formula for granted on this path. False if it is obviously impossible.
    pub fn assume(&mut self, formula: &Formula) -> bool {
        match formula {
            Formula::Bool(value) => return *value,
            Formula::And(parts) => return parts.iter().all(|part| self.assume(part)),
            Formula::Eq(one, other) => {
                let (one, other) = (self.simplest(*one), self.simplest(*other));
                if one == other {
                    return true;
                }
                if self.surely_differ(one, other) {
                    return false;
                }
                self.merge(one, other);
            }
            Formula::Not(inner) => match &**inner {
                Formula::Eq(one, other) => {
                    let (one, other) = (self.simplest(*one), self.simplest(*other));
                    if one == other {
                        return false;
                    }
                    self.different.insert((one.min(other), one.max(other)));
                    for (null, it) in [(one, other), (other, one)] {
                        if null == Lin::ZERO {
                            self.nonnull.extend(it.symbol());
                        }
                    }
                }
                Formula::Or(parts) => {
                    let parts: Vec<Formula> = parts.iter().map(|part| part.clone().negated()).collect();
                    return parts.iter().all(|part| self.assume(part));
                }
                _ => {}
            },
            _ => {}
        }
        self.facts.push_back(formula.clone());
        true
    }

    /// Remembers that two values are equal.
    fn merge(&mut self, one: Lin, other: Lin) {
        // The simpler value stays: a constant, then a block, then what is known to be a node, then the older one.
        let rank = |value: Lin| match value.base {
            None => (0, 0),
            Some(base) if self.block_of(value).is_some() => (1, base.0),
            Some(base) if self.info(base).valid.is_some() => (2, base.0),
            Some(base) => (3, base.0),
        };
        let (keep, drop) = if rank(one) <= rank(other) { (one, other) } else { (other, one) };
        if keep.base == drop.base {
            return;
        }
        if let (Lin::ZERO, Some(sym)) = (keep, drop.symbol()) {
            self.null.insert(sym);
            return;
        }
        if let (Some(one), Some(other)) = (keep.symbol(), drop.symbol())
            && self.info(one).valid.is_some()
            && self.info(other).valid.is_some()
        {
            self.met.insert(one);
        }
        if let Some(sym) = drop.base
            && let Some(simple) = drop.offset.checked_neg().and_then(|offset| keep.plus(offset))
        {
            if self.nonnull.contains(&sym)
                && let (0, Some(base)) = (simple.offset, simple.base)
            {
                self.nonnull.insert(base);
            }
            self.replaced.insert(sym, simple);
        }
    }
}
