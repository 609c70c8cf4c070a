//! Taking a heap apart and putting one together again: what a call can reach, and the rest.
//!
//! A call cannot touch what it cannot name, so it is explored on the part of the heap that its arguments lead to, and
//! the rest is added when it returns (the frame rule of separation logic). Where the call was explored from
//! somewhere else, objects and numbers of the result first get names that mean nothing to the rest.
//!
//! Parts are closed: whatever an object of the part names is in the part, segments with all that belongs to them.

use crate::heap::Heap;
use crate::object::{Object, ObjectId};
use crate::{Content, Fill, Segment, Shape, Symbols};
use logic::{Term, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// New names for objects, and terms for variables.
#[derive(Clone, Default, Debug)]
pub struct Renaming {
    objects: FxHashMap<ObjectId, ObjectId>,
    terms: FxHashMap<Term, Term>,
}

impl Renaming {
    /// Gives a variable that is no address a value, which must be as wide.
    pub fn number(&mut self, symbols: &Symbols, var: VarId, value: Term) {
        self.terms.insert(symbols.store.var_term(var), value);
    }

    /// Gives an object a new name.
    pub fn object(&mut self, symbols: &mut Symbols, object: &Object, from: ObjectId, to: ObjectId) {
        let (old, new) = (object.base, symbols.base(to, object.align));
        let (old, new) = (symbols.store.support(&[old])[0], symbols.store.support(&[new])[0]);
        self.objects.insert(from, to);
        self.terms.insert(symbols.store.var_term(old), symbols.store.var_term(new));
    }

    /// The new name of an object.
    pub fn id(&self, id: ObjectId) -> ObjectId {
        self.objects.get(&id).copied().unwrap_or(id)
    }

    /// The term over the new names.
    pub fn term(&self, symbols: &mut Symbols, term: Term) -> Term {
        match symbols.store.as_const(term) {
            Some(_) => term,
            None => symbols.store.replace(term, &self.terms),
        }
    }

    fn shape(&self, symbols: &mut Symbols, shape: Shape) -> Shape {
        match shape {
            Shape::Region => Shape::Region,
            Shape::Segment(segment) => Shape::Segment(Segment {
                node: self.id(segment.node),
                last: segment.last.map(|last| self.id(last)),
                after: segment.after.map(|after| self.id(after)),
                count: segment.count.map(|count| self.term(symbols, count)),
                ..segment
            }),
            Shape::Last(of) => Shape::Last(self.id(of)),
            Shape::Node(of) => Shape::Node(self.id(of)),
            Shape::After(of) => Shape::After(self.id(of)),
        }
    }
}

impl Heap {
    /// The objects that values and some objects lead to, nearest first; these objects come last. A segment comes with
    /// its specifiers and all that belongs to its nodes.
    pub fn closure(
        &self,
        symbols: &mut Symbols,
        roots: impl IntoIterator<Item = Term>,
        objects: impl IntoIterator<Item = ObjectId>,
    ) -> Vec<ObjectId> {
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        let mut work: VecDeque<ObjectId> = VecDeque::new();
        for root in roots {
            work.extend(symbols.objects_in(root));
        }
        let mut objects = objects.into_iter();
        while let Some(id) = work.pop_front().or_else(|| objects.next()) {
            let id = self.segment_of(id).unwrap_or(id);
            let Some(object) = self.find(id) else { continue };
            if !seen.insert(id) {
                continue;
            }
            found.push(id);
            if let Some(segment) = object.segment() {
                for specifier in segment.specifiers() {
                    seen.insert(specifier);
                    found.push(specifier);
                }
                work.extend(self.owned_by(segment.node));
            }
            // What belongs to a node of a segment is nothing without the segment.
            work.extend(object.owner);
            for term in terms(&object.content) {
                if symbols.has_base(term) {
                    work.extend(symbols.objects_in(term));
                }
            }
        }
        found
    }

    /// The heap with the objects that pass a test only.
    pub fn restricted(&self, keep: impl Fn(ObjectId) -> bool) -> Heap {
        let mut heap = self.clone();
        for (id, _) in self.objects().filter(|(id, _)| !keep(*id)) {
            heap.forget(id);
        }
        heap
    }

    /// All variables in the objects that are no addresses.
    pub fn numbers(&self, symbols: &mut Symbols, also: impl IntoIterator<Item = Term>) -> FxHashSet<VarId> {
        let mut found = FxHashSet::default();
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut note = |term: Term| {
            if symbols.store.as_const(term).is_none() && seen.insert(term) {
                let support = symbols.store.support(&[term]);
                found.extend(support.into_iter().filter(|var| symbols.object_of(*var).is_none()));
            }
        };
        also.into_iter().for_each(&mut note);
        for (_, object) in self.objects() {
            note(object.size);
            object.count().into_iter().for_each(&mut note);
            terms(&object.content).for_each(&mut note);
        }
        found
    }

    /// The heap under new names, at a time after which nothing happened yet: of its objects only those that are
    /// alive are said to live beside others.
    pub fn renamed(&self, symbols: &mut Symbols, names: &Renaming, now: u32) -> Heap {
        let mut heap = Heap { objects: imbl::OrdMap::new(), ..self.clone() };
        for (id, object) in self.objects() {
            let to = names.id(id);
            let (born, died) = match object.died {
                _ if to == id => (object.born, object.died),
                None => (now, None),
                Some(_) => (0, Some(0)),
            };
            let new = Object {
                base: symbols.base(to, object.align),
                size: names.term(symbols, object.size),
                content: object.content.replaced(symbols, &names.terms),
                shape: names.shape(symbols, object.shape),
                owner: object.owner.map(|owner| names.id(owner)),
                born,
                died,
                ..object.clone()
            };
            heap.insert(to, new);
        }
        heap
    }

    /// Adds the objects of another heap, which has other ids. What is counted goes on from the greater number.
    pub fn absorb(&mut self, other: &Heap) {
        for (id, object) in &other.objects {
            let before = self.objects.insert(*id, object.clone());
            debug_assert!(before.is_none(), "two heaps have no object in common");
        }
        self.skip_to(other);
    }

    /// From now on names are given that the other heap has not given either.
    pub fn skip_to(&mut self, other: &Heap) {
        self.next = self.next.max(other.next);
        self.blocks = self.blocks.max(other.blocks);
        self.clock = self.clock.max(other.clock);
        self.fresh = self.fresh.max(other.fresh);
    }

    /// A time after everything that happened.
    pub fn tick(&mut self) -> u32 {
        self.clock += 1;
        self.clock
    }

    /// Reserves a name for an object.
    pub fn reserve(&mut self) -> ObjectId {
        self.fresh_id()
    }
}

/// All terms in the bytes of an object.
fn terms(content: &Content) -> impl Iterator<Item = Term> {
    let rest = match content.rest() {
        Fill::Repeat(term) => Some(term),
        Fill::Undefined | Fill::Unknown | Fill::Texts(_) => None,
    };
    content.terms().map(|(term, _)| term).chain(rest).chain(content.layer_terms())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::{Kind, Rights};
    use crate::{Links, New};
    use ir::Target;

    fn block(heap: &mut Heap, symbols: &mut Symbols) -> ObjectId {
        let kind = heap.next_block();
        let size = symbols.size(16);
        let new = New {
            kind,
            size,
            align: 16,
            fill: Fill::Undefined,
            alive: true,
            rights: Rights::Write,
            place: None,
        };
        heap.create(symbols, new)
    }

    fn link(heap: &mut Heap, from: ObjectId, to: ObjectId) {
        let base = heap.object(to).base;
        heap.write(from, 8, 8, base);
    }

    /// Three nodes in a row and one apart.
    fn row(symbols: &mut Symbols) -> (Heap, [ObjectId; 4]) {
        let mut heap = Heap::new();
        let ids = [(); 4].map(|()| block(&mut heap, symbols));
        link(&mut heap, ids[0], ids[1]);
        link(&mut heap, ids[1], ids[2]);
        let null = symbols.null();
        heap.write(ids[2], 8, 8, null);
        (heap, ids)
    }

    #[test]
    fn a_part_is_closed_and_in_order() {
        let mut symbols = Symbols::new(Target::BITS64);
        let (heap, [_, b, c, d]) = row(&mut symbols);
        let root = heap.object(b).base;
        let part = heap.closure(&mut symbols, [root], []);
        assert_eq!(part, [b, c]);
        let with_another = heap.closure(&mut symbols, [root], [d]);
        assert_eq!(with_another, [b, c, d]);
        let (inner, outer) =
            (heap.restricted(|id| part.contains(&id)), heap.restricted(|id| !part.contains(&id)));
        assert_eq!((inner.len(), outer.len()), (2, 2));
        let mut both = outer;
        both.absorb(&inner);
        assert_eq!(both.len(), heap.len());
        assert!(both.objects().all(|(id, object)| object.content == heap.object(id).content));
    }

    #[test]
    fn a_segment_comes_whole() {
        let mut symbols = Symbols::new(Target::BITS64);
        let (heap, [a, b, ..]) = row(&mut symbols);
        let roots = [heap.object(a).base];
        let pairs = heap.neighbours(&mut symbols, &roots);
        let pair = pairs.into_iter().find(|pair| pair.first == a && pair.second == b).expect("neighbours");
        let heap = heap.fold(&mut symbols, pair, &roots).expect("nodes that are alike").heap;
        let segment = *heap.object(a).segment().expect("a segment");
        assert!(matches!(segment.links, Links::List { next: 8, .. }));
        // Whoever names the specifier of its nodes gets all of it, and what follows.
        let inside = heap.object(segment.node).base;
        let part = heap.closure(&mut symbols, [inside], []);
        assert!(part.contains(&a) && part.contains(&segment.node) && part.len() == 4);
    }

    #[test]
    fn new_names_keep_the_shape_and_forget_the_times() {
        let mut symbols = Symbols::new(Target::BITS64);
        let (mut heap, [a, b, c, d]) = row(&mut symbols);
        let number = symbols.unknown(1, 32);
        heap.write(a, 0, 4, number);
        let place = crate::Place { function: ir::FuncId(0), span: None };
        heap.end(d, place);
        let mut names = Renaming::default();
        let mut to = Vec::new();
        let mut rest = heap.clone();
        for id in [a, b, c, d] {
            to.push(rest.reserve());
            names.object(&mut symbols, heap.object(id), id, to[to.len() - 1]);
        }
        let seven = symbols.store.num(32, 7);
        let var = symbols.store.as_var(number).expect("a variable");
        names.number(&symbols, var, seven);
        let now = rest.tick();
        let renamed = heap.renamed(&mut symbols, &names, now);
        let first = renamed.object(to[0]);
        assert_eq!(first.content.known(&mut symbols, 0, 4), Some(seven));
        assert_eq!(first.content.known(&mut symbols, 8, 8), Some(renamed.object(to[1]).base));
        assert!(
            heap.numbers(&mut symbols, []).contains(&var) && renamed.numbers(&mut symbols, []).is_empty()
        );
        assert!(renamed.find(a).is_none() && renamed.len() == 4);
        // Of what ended nothing is said about who lived beside it.
        assert!(!renamed.object(to[3]).coexists(renamed.object(to[0])));
        assert!(renamed.object(to[0]).coexists(renamed.object(to[1])));
        assert!(matches!(renamed.object(to[3]).kind, Kind::Heap(4)));
    }
}
