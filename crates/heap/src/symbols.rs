//! Symbols: the terms of an exploration, and what is known of their variables.
//!
//! Every value is a bit-vector term. The address of an object is a variable of its own (its *base*), shaped so that
//! alignment and range are facts of the term: `0…0 ++ v ++ 0…0`. A pointer is then `base + offset`, and everything
//! C does with addresses (differences, masks, round trips through integers, copies byte by byte, `xor`) is
//! ordinary arithmetic in which bases cancel. [`Symbols::pointer`] reads object and offset back from a term:
//! provenance is never stored beside a value, so it cannot be lost or forged by an operation that forgot it.
//!
//! Reading memory that was never written gives a variable that is marked as *undefined*; so a term depends on
//! uninitialised memory exactly if such a variable occurs in it.
//!
//! In what a segment says of its nodes, a variable that is marked as *each* has a value of its own in each node
//! ([`Symbols::each`]); all other variables have one value, whichever node is looked at.
//!
//! Variables are named by a number that is counted per path. Two paths that do the same things use the same
//! variables, which keeps terms shared and answers cached across paths.

use crate::ObjectId;
use ir::Target;
use logic::{Node, Term, TermStore, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The bits of an address that user space can have.
const ADDRESS_BITS_64: u32 = 47;

/// The objects whose bases occur in a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bases {
    /// None: the term is a plain number.
    None,
    /// Exactly one.
    One(ObjectId),
    /// Several.
    Many,
}

/// What variables occur in a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traits {
    /// The objects whose bases occur.
    pub bases: Bases,
    /// Whether the term depends on memory that was never written.
    pub undefined: bool,
    /// Whether a variable occurs that has a value of its own in each node of a segment.
    pub each: bool,
}

impl Traits {
    const PLAIN: Traits = Traits { bases: Bases::None, undefined: false, each: false };

    fn with(self, other: Traits) -> Traits {
        let bases = match (self.bases, other.bases) {
            (Bases::None, bases) | (bases, Bases::None) => bases,
            (Bases::One(a), Bases::One(b)) if a == b => Bases::One(a),
            _ => Bases::Many,
        };
        Traits { bases, undefined: self.undefined || other.undefined, each: self.each || other.each }
    }
}

/// A term read as a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointer {
    /// The null pointer.
    Null,
    /// An address relative to an object; the offset, as wide as a pointer, may be out of bounds.
    Into(ObjectId, Term),
    /// A number without provenance.
    Number,
    /// A term over the addresses of objects that is not one of them plus an offset.
    Mixed,
}

/// The terms of an exploration.
pub struct Symbols {
    /// The terms.
    pub store: TermStore,
    /// Whether the nodes of lists are counted. That costs a number for each list, which is worth it where the program
    /// counts, too.
    pub counts_nodes: bool,
    word: u32,
    objects: FxHashMap<VarId, ObjectId>,
    undefined: FxHashSet<VarId>,
    each: FxHashSet<VarId>,
    traits: FxHashMap<Term, Traits>,
    pointers: FxHashMap<Term, Pointer>,
    /// For slices of addresses the term they were cut from and the first bit: the simplifier moves slices into
    /// sums, and then neighbours could not be recognised any more.
    slices: FxHashMap<Term, (Term, u32)>,
}

impl Symbols {
    /// No terms yet.
    pub fn new(target: Target) -> Symbols {
        Symbols {
            store: TermStore::new(),
            counts_nodes: false,
            word: target.pointer_bytes * 8,
            objects: FxHashMap::default(),
            undefined: FxHashSet::default(),
            each: FxHashSet::default(),
            traits: FxHashMap::default(),
            pointers: FxHashMap::default(),
            slices: FxHashMap::default(),
        }
    }

    /// The number of bits of a pointer.
    pub fn word(&self) -> u32 {
        self.word
    }

    /// A number as wide as a pointer.
    pub fn size(&mut self, value: u64) -> Term {
        self.store.num(self.word, value.into())
    }

    /// The null pointer.
    pub fn null(&mut self) -> Term {
        self.store.zero(self.word)
    }

    /// The address of an object whose alignment is a power of two.
    pub fn base(&mut self, object: ObjectId, align: u64) -> Term {
        let below = align.max(1).trailing_zeros().min(self.word / 2);
        let range = if self.word > 32 { ADDRESS_BITS_64 } else { self.word };
        let var = self.store.var(&format!("&{}/{below}", object.0), range - below);
        let id = self.store.as_var(var).expect("a variable was asked for");
        self.objects.insert(id, object);
        let aligned = match below {
            0 => var,
            _ => {
                let zeros = self.store.zero(below);
                self.store.concat(var, zeros)
            }
        };
        self.store.zext(aligned, self.word)
    }

    /// The object whose address the variable is.
    pub fn object_of(&self, var: VarId) -> Option<ObjectId> {
        self.objects.get(&var).copied()
    }

    /// The variable number `number` of a path for a value that was never written.
    pub fn undefined(&mut self, number: u32, width: u32) -> Term {
        let var = self.store.var(&format!("undefined{number}/{width}"), width);
        let id = self.store.as_var(var).expect("a variable was asked for");
        self.undefined.insert(id);
        var
    }

    /// The variable number `number` of a path for a value of which nothing is known.
    pub fn unknown(&mut self, number: u32, width: u32) -> Term {
        self.store.var(&format!("unknown{number}/{width}"), width)
    }

    /// A term that stands for one of several values of one width, whichever: equal sets are equal terms.
    pub fn one_of(&mut self, mut values: Vec<Term>) -> Option<Term> {
        values.sort_unstable();
        values.dedup();
        let mut values = values.into_iter().enumerate().rev();
        let (_, mut term) = values.next()?;
        for (number, value) in values {
            let picked = self.store.var(&format!("pick{number}"), 1);
            term = self.store.ite(picked, value, term);
        }
        Some(term)
    }

    /// The values for which a term of [`Symbols::one_of`] stands, ascending.
    pub fn alternatives(&self, term: Term) -> Vec<Term> {
        let (mut values, mut at) = (Vec::new(), term);
        while let Node::Ite(_, value, rest) = self.store.node(at) {
            values.push(value);
            at = rest;
        }
        values.push(at);
        values.sort_unstable();
        values
    }

    /// A new variable that has a value of its own in each node of a segment.
    pub fn each(&mut self, width: u32) -> Term {
        let var = self.store.fresh("each", width);
        self.each.extend(self.store.as_var(var));
        var
    }

    /// What variables occur in the term.
    pub fn traits(&mut self, term: Term) -> Traits {
        if let Node::Const(_) = self.store.node(term) {
            return Traits::PLAIN;
        }
        if let Some(&known) = self.traits.get(&term) {
            return known;
        }
        let mut stack = vec![term];
        while let Some(&at) = stack.last() {
            let depth = stack.len();
            let node = self.store.node(at);
            let mut traits = Traits::PLAIN;
            if let Node::Var(id) = node {
                traits.undefined = self.undefined.contains(&id);
                traits.each = self.each.contains(&id);
                traits.bases = self.objects.get(&id).map_or(Bases::None, |object| Bases::One(*object));
            }
            for arg in node.args() {
                match (self.store.as_const(arg), self.traits.get(&arg)) {
                    (Some(_), _) => {}
                    (None, Some(known)) => traits = traits.with(*known),
                    (None, None) => stack.push(arg),
                }
            }
            if stack.len() == depth {
                self.traits.insert(at, traits);
                stack.pop();
            }
        }
        self.traits[&term]
    }

    /// Whether the term depends on memory that was never written.
    pub fn is_undefined(&mut self, term: Term) -> bool {
        self.traits(term).undefined
    }

    /// Whether a variable occurs in the term that has a value of its own in each node of a segment.
    pub fn is_each(&mut self, term: Term) -> bool {
        self.traits(term).each
    }

    /// The variables of a term that have a value of their own in each node of a segment, and whether there are others.
    pub fn each_in(&mut self, term: Term) -> (Vec<Term>, bool) {
        if !self.is_each(term) {
            return (Vec::new(), self.store.as_const(term).is_none());
        }
        let vars = self.store.support(&[term]);
        let each: Vec<Term> =
            vars.iter().filter(|var| self.each.contains(var)).map(|var| self.store.var_term(*var)).collect();
        let others = each.len() < vars.len();
        (each, others)
    }

    /// Whether the address of an object occurs in the term.
    pub fn has_base(&mut self, term: Term) -> bool {
        self.traits(term).bases != Bases::None
    }

    /// The objects whose addresses occur in the term, ascending.
    pub fn objects_in(&mut self, term: Term) -> Vec<ObjectId> {
        match self.traits(term).bases {
            Bases::None => Vec::new(),
            Bases::One(object) => vec![object],
            Bases::Many => {
                let vars = self.store.support(&[term]);
                let mut objects: Vec<_> = vars.into_iter().filter_map(|var| self.object_of(var)).collect();
                objects.sort_unstable();
                objects.dedup();
                objects
            }
        }
    }

    /// Reads a term as wide as a pointer as a pointer. `base_of` gives the base of an object.
    pub fn pointer(&mut self, term: Term, base_of: impl Fn(ObjectId) -> Option<Term>) -> Pointer {
        if let Some(value) = self.store.as_const(term) {
            return if value.is_zero() { Pointer::Null } else { Pointer::Number };
        }
        match self.traits(term).bases {
            Bases::None => Pointer::Number,
            // Only a term over one object is the same pointer on every path.
            Bases::One(object) => {
                if let Some(&known) = self.pointers.get(&term) {
                    return known;
                }
                let Some(base) = base_of(object) else { return Pointer::Mixed };
                let pointer = self.relative(term, object, base).unwrap_or(Pointer::Mixed);
                self.pointers.insert(term, pointer);
                pointer
            }
            // a + (b - c) is a pointer into a if b - c is one into nothing: decided by the first that fits.
            Bases::Many => Pointer::Mixed,
        }
    }

    fn relative(&mut self, term: Term, object: ObjectId, base: Term) -> Option<Pointer> {
        if self.store.width(term) != self.word {
            return None;
        }
        let offset = self.store.sub(term, base);
        (self.traits(offset).bases == Bases::None).then_some(Pointer::Into(object, offset))
    }

    /// `bytes` bytes of a term from byte `first` upwards.
    pub fn slice(&mut self, term: Term, first: u64, bytes: u64) -> Term {
        let (low, width) = (first as u32 * 8, bytes as u32 * 8);
        let slice = self.store.extract(term, low, width);
        if slice != term && self.has_base(slice) {
            self.slices.insert(slice, (term, low));
        }
        slice
    }

    /// `high` above `low`, where slices of one address make that address again.
    pub fn join(&mut self, high: Term, low: Term) -> Term {
        let joined = self.store.concat(high, low);
        if !self.has_base(joined) {
            return joined;
        }
        let (above, below) = (self.store.width(high), self.store.width(low));
        // Where one is a slice of an address, the other must be its neighbour; it may have become a constant.
        let source = match (self.slices.get(&low).copied(), self.slices.get(&high).copied()) {
            (Some((source, first)), _)
                if first + below + above <= self.store.width(source)
                    && self.store.extract(source, first + below, above) == high =>
            {
                Some((source, first))
            }
            (_, Some((source, at)))
                if at >= below && self.store.extract(source, at - below, below) == low =>
            {
                Some((source, at - below))
            }
            _ => None,
        };
        if let Some((source, first)) = source {
            if above + below == self.store.width(source) {
                return source;
            }
            self.slices.insert(joined, (source, first));
        }
        joined
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pointer(s: &mut Symbols, term: Term, bases: &[(ObjectId, Term)]) -> Pointer {
        let bases = bases.to_vec();
        s.pointer(term, |object| bases.iter().find(|known| known.0 == object).map(|known| known.1))
    }

    #[test]
    fn arithmetic_keeps_provenance() {
        let mut s = Symbols::new(Target::BITS64);
        let (a, b) = (ObjectId(1), ObjectId(2));
        let bases = [(a, s.base(a, 16)), (b, s.base(b, 1))];
        let (eight, index) = (s.size(8), s.store.var("i", 64));
        let at = s.store.add(bases[0].1, eight);
        assert_eq!(pointer(&mut s, at, &bases), Pointer::Into(a, eight));
        let scaled = s.store.mul(index, eight);
        let far = s.store.add(at, scaled);
        let offset = s.store.add(scaled, eight);
        assert_eq!(pointer(&mut s, far, &bases), Pointer::Into(a, offset));
        assert_eq!(s.store.sub(far, at), scaled);
        // xor-linked lists: a ^ b ^ a is b.
        let link = s.store.xor(bases[0].1, bases[1].1);
        assert_eq!(pointer(&mut s, link, &bases), Pointer::Mixed);
        let back = s.store.xor(link, bases[0].1);
        let zero = s.size(0);
        assert_eq!(pointer(&mut s, back, &bases), Pointer::Into(b, zero));
        // Alignment is a fact.
        let fifteen = s.size(15);
        assert_eq!(s.store.and(bases[0].1, fifteen), zero);
        let null = s.null();
        assert_eq!(pointer(&mut s, null, &bases), Pointer::Null);
        assert_eq!(pointer(&mut s, index, &bases), Pointer::Number);
    }

    #[test]
    fn bytes_of_a_pointer_make_the_pointer() {
        let mut s = Symbols::new(Target::BITS64);
        let base = s.base(ObjectId(7), 8);
        let offset = s.size(40);
        let p = s.store.add(base, offset);
        let bytes: Vec<Term> = (0..8).map(|byte| s.slice(p, byte, 1)).collect();
        let upwards = bytes[1..].iter().fold(bytes[0], |low, high| s.join(*high, low));
        assert_eq!(upwards, p);
        let downwards = bytes[..7].iter().rev().fold(bytes[7], |high, low| s.join(high, *low));
        assert_eq!(downwards, p);
    }

    #[test]
    fn undefined_variables_taint() {
        let mut s = Symbols::new(Target::BITS32);
        let (u, x) = (s.undefined(0, 32), s.unknown(0, 32));
        let sum = s.store.add(u, x);
        assert!(s.is_undefined(sum) && !s.is_undefined(x));
        let gone = s.store.sub(sum, u);
        assert!(!s.is_undefined(gone));
    }
}
