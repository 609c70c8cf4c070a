//! Elements: what an array holds where its elements are addresses at places that are no constants.
//!
//! An array is to its elements what a list is to its nodes. So the elements of an array that need it become nodes of a
//! list: an *element* is an object of its own ([`Kind::Element`]) with the bytes of one element of the array, followed by
//! a link to the next one; the array has the link to the first one at a place that no access reaches
//! ([`ELEMENTS`]), and the last link is null. A *run* of elements that are described once is a segment of them, with blocks
//! that belong to each; its count says how many there are, so the place of an element is the number of elements before
//! it. Folding, joining, reachability and leaks are those of lists.
//!
//! Invariants of an array with elements: the elements lie at its beginning, one after the other, and within its size;
//! what lies behind them is the filling of its content, which has no other edges and no cells; nothing but the array and
//! other elements names an element, so no address of the program leads to one.

use crate::heap::Heap;
use crate::object::{Kind, Object, ObjectId, Rights};
use crate::{Content, Data, Fill, HasValue, Links, Pointer, Segment, Shape, Symbols};
use logic::Term;

/// Where an array has the link to its first element: behind everything that can be accessed.
pub const ELEMENTS: u64 = 1 << 62;

/// How many elements at constant offsets an array may have to be taken apart.
const SINGLES: u64 = 64;

/// A single element, or a run of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// The object.
    pub id: ObjectId,
    /// How many elements it stands for; none where that was forgotten.
    pub count: Option<Term>,
}

/// The elements of an array in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Elements {
    /// The number of bytes of an element.
    pub stride: u64,
    /// The elements and runs.
    pub items: Vec<Item>,
}

impl Content {
    /// Whether it is that of an array with elements.
    pub fn has_elements(&self) -> bool {
        self.edges().last().is_some_and(|edge| edge.offset == ELEMENTS)
    }

    /// The same content as that of an array with elements, where it can be: without elements so far.
    pub(crate) fn without_elements(&self, symbols: &mut Symbols) -> Option<Content> {
        let mut content = self.edges().is_empty().then(|| Content::filled(self.rest()))?;
        let null = symbols.null();
        content.write(ELEMENTS, u64::from(symbols.word() / 8), null);
        Some(content)
    }
}

impl Object {
    /// Whether it is an element of an array, or a run of them.
    pub fn is_element(&self) -> bool {
        self.kind == Kind::Element
    }

    /// The number of bytes that the program knows of it, where it is one.
    pub fn element_size(&self, symbols: &Symbols) -> Option<u64> {
        match self.element_links(symbols)? {
            Links::List { next, .. } => Some(next),
            Links::Tree(_) | Links::Optional => None,
        }
    }

    /// How elements hang together, where it is one.
    pub(crate) fn element_links(&self, symbols: &Symbols) -> Option<Links> {
        let size = symbols.store.as_const(self.size)?.to_u64()?;
        let next = size.checked_sub(u64::from(symbols.word() / 8)).filter(|_| self.is_element())?;
        Some(Links::List { head: 0, next, prev: None })
    }
}

impl Heap {
    /// The elements of an array that has some; those of one that has none yet have the given size.
    pub fn elements(&self, symbols: &mut Symbols, array: ObjectId, stride: u64) -> Option<Elements> {
        let word = u64::from(symbols.word() / 8);
        let mut link = self.object(array).content.peek(symbols, ELEMENTS, word)?;
        let mut elements = Elements { stride, items: Vec::new() };
        loop {
            let id = match self.pointer(symbols, link) {
                Pointer::Null => return Some(elements),
                Pointer::Into(id, _) => id,
                Pointer::Number | Pointer::Mixed => return None,
            };
            let object = self.find(id)?;
            let next = match object.element_links(symbols)? {
                Links::List { next, .. } => next,
                Links::Tree(_) | Links::Optional => return None,
            };
            if elements.items.iter().any(|item| item.id == id) {
                return None;
            }
            let count = match object.shape {
                Shape::Region => Some(symbols.size(1)),
                Shape::Segment(segment) => segment.count,
                Shape::Last(_) | Shape::Node(_) | Shape::After(_) => return None,
            };
            elements.stride = next;
            elements.items.push(Item { id, count });
            link = object.content.peek(symbols, next, word)?;
        }
    }

    /// How many elements of a size an array must have so that all its edges are in elements. None where they cannot be.
    pub fn elements_needed(&self, symbols: &Symbols, array: ObjectId, stride: u64) -> Option<u64> {
        let object = self.object(array);
        let may_be = object.is_alive()
            && object.shape == Shape::Region
            && object.owner.is_none()
            && object.rights == Rights::Write
            && matches!(object.kind, Kind::Heap(_) | Kind::Global(_) | Kind::Stack(..))
            && object.content.rest().texts().is_none()
            && !object.content.has_elements();
        let word = u64::from(symbols.word() / 8);
        if !may_be || stride == 0 || !stride.is_multiple_of(word) {
            return None;
        }
        let is_torn = |edge: &HasValue| {
            !matches!(edge.data, Data::Fill(_)) && edge.offset / stride != (edge.end() - 1) / stride
        };
        let edges = object.content.edges();
        if edges.iter().any(is_torn) {
            return None;
        }
        let needed = edges.last().map_or(0, |edge| edge.end().div_ceil(stride));
        let singles =
            edges.iter().map(|edge| edge.end().div_ceil(stride) - edge.offset / stride).sum::<u64>();
        (singles <= SINGLES).then_some(needed)
    }

    /// Makes an array one with elements; they lie within its size ([`Heap::elements_needed`]). Gives the last one.
    pub fn make_elements(&mut self, symbols: &mut Symbols, array: ObjectId, stride: u64) -> Option<ObjectId> {
        let content = self.object(array).content.clone();
        let null = symbols.null();
        let word = u64::from(symbols.word() / 8);
        let mut new = Content::filled(content.rest());
        new.write(ELEMENTS, word, null);
        self.object_mut(array).content = new;
        let mut numbers: Vec<u64> = Vec::new();
        for edge in content.edges() {
            numbers.extend(edge.offset / stride..edge.end().div_ceil(stride));
        }
        numbers.dedup();
        let mut done = 0;
        let mut last = None;
        for number in numbers {
            if number > done {
                let count = symbols.size(number - done);
                last = Some(self.append_run(symbols, array, last, stride, count));
            }
            let id = self.append_element(symbols, array, last, stride);
            let parts = content.parts(number * stride, stride);
            let element = &mut self.object_mut(id).content;
            let link = element.parts(stride, word);
            element.paste(&parts, number * stride, 0);
            element.paste(&link, stride, stride);
            last = Some(id);
            done = number + 1;
        }
        last
    }

    /// Links the items of an array in the given order: they are its elements then, and no others.
    pub fn chain_elements(&mut self, symbols: &mut Symbols, array: ObjectId, items: &[ObjectId]) {
        let mut last = None;
        for id in items {
            let base = self.object(*id).base;
            self.link_last(symbols, array, last, base);
            last = Some(*id);
        }
        let null = symbols.null();
        self.link_last(symbols, array, last, null);
    }

    /// Adds an element behind the last one of an array: it holds what the array is filled with.
    pub fn append_element(
        &mut self,
        symbols: &mut Symbols,
        array: ObjectId,
        last: Option<ObjectId>,
        stride: u64,
    ) -> ObjectId {
        let id = self.fresh_id();
        let object = self.new_element(symbols, array, id, stride);
        self.link_last(symbols, array, last, object.base);
        self.insert(id, object);
        id
    }

    /// Adds a run of so many elements behind the last one of an array: they hold what the array is filled with.
    pub fn append_run(
        &mut self,
        symbols: &mut Symbols,
        array: ObjectId,
        last: Option<ObjectId>,
        stride: u64,
        count: Term,
    ) -> ObjectId {
        let id = self.append_element(symbols, array, last, stride);
        let (node, after) = (self.fresh_id(), self.fresh_id());
        let object = self.object(id).clone();
        for (specifier, shape) in [(node, Shape::Node(id)), (after, Shape::After(id))] {
            let base = symbols.base(specifier, object.align);
            let content = Content::filled(Fill::Undefined);
            self.insert(specifier, Object { base, shape, content, ..object.clone() });
        }
        let links = Links::List { head: 0, next: stride, prev: None };
        let after = Some(after);
        let segment = Segment { links, min: 0, max: None, count: Some(count), node, last: None, after };
        self.object_mut(id).shape = Shape::Segment(segment);
        id
    }

    fn new_element(&mut self, symbols: &mut Symbols, array: ObjectId, id: ObjectId, stride: u64) -> Object {
        let array = self.object(array).clone();
        let word = u64::from(symbols.word() / 8);
        let mut content = Content::filled(array.content.rest());
        let null = symbols.null();
        content.write(stride, word, null);
        self.clock += 1;
        Object {
            kind: Kind::Element,
            base: symbols.base(id, word),
            size: symbols.size(stride + word),
            align: word,
            born: self.clock,
            died: None,
            content,
            mergeable: false,
            used_as: None,
            path: None,
            ..array
        }
    }

    /// Links the last element of an array, or the array where it has none, to an address.
    fn link_last(&mut self, symbols: &mut Symbols, array: ObjectId, last: Option<ObjectId>, to: Term) {
        let word = u64::from(symbols.word() / 8);
        let links = last.and_then(|last| self.object(last).element_links(symbols));
        match (last, links) {
            (Some(last), Some(Links::List { next, .. })) => self.write(last, next, word, to),
            _ => self.write(array, ELEMENTS, word, to),
        }
    }

    /// Splits a run of elements that follows another item of an array, or begins it: the first ones, so many, become a
    /// run by themselves; the object stands for the others. Gives whether that was possible.
    pub fn split_run(
        &mut self,
        symbols: &mut Symbols,
        array: ObjectId,
        before: Option<ObjectId>,
        run: ObjectId,
        first: Term,
    ) -> bool {
        let object = self.object(run).clone();
        let Some((segment, count)) = object.segment().copied().zip(object.count()) else { return false };
        let (id, node, after) = (self.fresh_id(), self.fresh_id(), self.fresh_id());
        let [base, node_base, after_base] = [id, node, after].map(|id| symbols.base(id, object.align));
        for (specifier, base, shape) in
            [(node, node_base, Shape::Node(id)), (after, after_base, Shape::After(id))]
        {
            self.insert(specifier, Object { base, shape, ..self.object(segment.node).clone() });
        }
        let copied = self.copy_owned(symbols, &segment, Some(node), node_base, Some(after_base));
        let mut copy = Object { base, ..object.clone() };
        let Some((copies, _)) = copied else { return false };
        if Heap::map_content(symbols, &mut copy, &copies).is_none() {
            return false;
        }
        let specifiers = Segment { node, last: None, after: Some(after), min: 0, max: None, ..segment };
        copy.shape = Shape::Segment(Segment { count: Some(first), ..specifiers });
        let word = u64::from(symbols.word() / 8);
        if let Some(next) = segment.next() {
            copy.content.write(next, word, object.base);
        }
        self.insert(id, copy);
        let rest = symbols.store.sub(count, first);
        let others = Segment { count: Some(rest), min: 0, max: None, ..segment };
        self.object_mut(run).shape = Shape::Segment(others);
        self.link_last(symbols, array, before, base);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fold, Join, New};
    use ir::Target;

    /// A new block.
    fn block(heap: &mut Heap, symbols: &mut Symbols, size: Term, fill: Fill) -> ObjectId {
        let kind = heap.next_block();
        let new = New { kind, size, align: 16, fill, alive: true, rights: Rights::Write, place: None };
        heap.create(symbols, new)
    }

    /// An array of `n` words with addresses of blocks of their own in its first elements.
    fn array(heap: &mut Heap, symbols: &mut Symbols, rows: u64) -> ObjectId {
        let n = symbols.store.var("n/64", 64);
        let array = block(heap, symbols, n, Fill::Undefined);
        for row in 0..rows {
            let size = symbols.size(40);
            let id = block(heap, symbols, size, Fill::Undefined);
            let base = heap.object(id).base;
            heap.write(array, 8 * row, 8, base);
        }
        array
    }

    fn items(heap: &Heap, symbols: &mut Symbols, array: ObjectId) -> Vec<Item> {
        heap.elements(symbols, array, 8).expect("the elements of an array").items
    }

    /// Folds all elements of an array into one run.
    fn folded(heap: &Heap, symbols: &mut Symbols, array: ObjectId) -> Heap {
        let root = heap.object(array).base;
        let mut heap = heap.clone();
        while let [first, second, ..] = items(&heap, symbols, array)[..] {
            let links = Links::List { head: 0, next: 8, prev: None };
            let fold = Fold { first: first.id, second: second.id, links };
            heap = heap.fold(symbols, fold, &[root]).expect("elements are alike").heap;
        }
        heap
    }

    #[test]
    fn what_lies_at_constant_offsets_becomes_elements_with_runs_between_them() {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut heap = Heap::new();
        let id = array(&mut heap, &mut symbols, 1);
        let value = heap.object(id).content.peek(&symbols, 0, 8).expect("an address");
        heap.write(id, 24, 8, value);
        assert_eq!(heap.elements_needed(&symbols, id, 8), Some(4));
        heap.make_elements(&mut symbols, id, 8);
        let items = items(&heap, &mut symbols, id);
        let counts: Vec<Option<u64>> =
            items.iter().map(|item| symbols.store.as_const(item.count?)?.to_u64()).collect();
        assert_eq!(counts, [Some(1), Some(2), Some(1)]);
        assert_eq!(heap.object(items[2].id).content.peek(&symbols, 0, 8), Some(value));
        assert_eq!(heap.object(items[1].id).content.parts(0, 8)[0].data, Data::Fill(Fill::Undefined));
        let root = heap.object(id).base;
        assert!(heap.is_well_formed(&mut symbols, &[root]));
    }

    #[test]
    fn a_value_across_two_elements_forbids_them() {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut heap = Heap::new();
        let id = array(&mut heap, &mut symbols, 0);
        let value = symbols.size(1);
        heap.write(id, 4, 8, value);
        assert_eq!(heap.elements_needed(&symbols, id, 8), None);
    }

    #[test]
    fn elements_with_blocks_of_their_own_fold_into_a_run_that_can_be_split() {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut heap = Heap::new();
        let id = array(&mut heap, &mut symbols, 3);
        heap.make_elements(&mut symbols, id, 8);
        let mut heap = folded(&heap, &mut symbols, id);
        let [run] = items(&heap, &mut symbols, id)[..] else { panic!("one run") };
        assert_eq!(run.count, Some(symbols.size(3)));
        let node = heap.object(run.id).segment().expect("a run").node;
        assert_eq!(heap.owned_by(node).len(), 1, "each element has a block");
        let place = symbols.store.var("i/64", 64);
        assert!(heap.split_run(&mut symbols, id, None, run.id, place));
        let [before, rest] = items(&heap, &mut symbols, id)[..] else { panic!("two runs") };
        let three = symbols.size(3);
        assert_eq!(before.count, Some(place));
        assert_eq!(rest.count, Some(symbols.store.sub(three, place)));
        for item in [before, rest] {
            let node = heap.object(item.id).segment().expect("a run").node;
            assert_eq!(heap.owned_by(node).len(), 1, "each element of both has a block of its own");
        }
        let root = heap.object(id).base;
        assert!(heap.is_well_formed(&mut symbols, &[root]));
    }

    #[test]
    fn an_array_without_elements_fits_one_with_some() {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut left = Heap::new();
        let id = array(&mut left, &mut symbols, 0);
        let mut right = left.clone();
        let size = symbols.size(40);
        let row = block(&mut right, &mut symbols, size, Fill::Undefined);
        let base = right.object(row).base;
        right.write(id, 0, 8, base);
        right.make_elements(&mut symbols, id, 8);
        let mut join = Join::new(&mut symbols, &left, &right).expect("the heaps fit");
        let out = join.object(id, id).expect("an object fits itself");
        let joined = join.finish(&[]).expect("contents fit");
        let [run] = items(&joined.heap, &mut symbols, out)[..] else { panic!("one run") };
        let count = run.count.expect("elements are counted");
        let (none, one) = (symbols.size(0), symbols.size(1));
        assert!(joined.numbers.iter().any(|it| (it.out, it.left, it.right) == (count, none, one)));
        assert!(joined.left_lost && joined.right_lost);
    }

    #[test]
    fn elements_at_one_border_correspond() {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut left = Heap::new();
        let id = array(&mut left, &mut symbols, 2);
        left.make_elements(&mut symbols, id, 8);
        let mut left = folded(&left, &mut symbols, id);
        let before = items(&left, &mut symbols, id);
        // One more element in front, of numbers.
        let mut right = left.clone();
        let number = symbols.size(7);
        let first = right.append_element(&mut symbols, id, None, 8);
        right.write(first, 0, 8, number);
        let base = right.object(before[0].id).base;
        right.write(first, 8, 8, base);
        let borders = vec![(before[0].id, 3)];
        left.forget_times();
        let mut join = Join::new(&mut symbols, &left, &right).expect("the heaps fit");
        join.align([borders.clone(), borders]);
        let out = join.object(id, id).expect("an object fits itself");
        let joined = join.finish(&[]).expect("contents fit");
        let items = items(&joined.heap, &mut symbols, out);
        assert_eq!(items.len(), 2, "the first one is lacking on the left");
        assert_eq!(items[1].count, before[0].count, "the others are what they were");
    }
}
