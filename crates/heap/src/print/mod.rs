//! Printing: a heap as a formula of separation logic ([`formula`]), and as a graph ([`graph`]).
//!
//! A heap knows objects and variables by number. Whoever prints it gives [`Names`]: how the source calls an object, of
//! which type it is, what the members are called. What stands at an object is then written the same way in both.

mod formula;
mod graph;

use crate::heap::Heap;
use crate::object::{Kind, Object, ObjectId};
use crate::{Data, Fill, HasValue, Links, Pointer, Segment, Shape, Symbols};
use logic::{Node, Term, VarId};

/// Gives names; a heap knows objects by number only.
pub trait Names {
    /// The name of an object, without spaces.
    fn name(&self, id: ObjectId, object: &Object) -> String;

    /// The address of an object: the variable that holds it, or the object's name with an ampersand.
    fn address(&self, id: ObjectId, object: &Object) -> String {
        format!("&{}", self.name(id, object))
    }

    /// The type as which an object is used, as C spells it.
    fn type_name(&self, _object: &Object) -> Option<String> {
        None
    }

    /// The member of so many bytes at an offset of an object, as a path without a dot in front.
    fn member(&self, _object: &Object, _offset: u64, _bytes: u64) -> Option<String> {
        None
    }

    /// Whether an object is worth showing.
    fn is_of_interest(&self, _object: &Object) -> bool {
        true
    }

    /// The source variable that has the value of a variable of the logic.
    fn number(&self, _var: VarId) -> Option<String> {
        None
    }
}

/// Names by kind and number.
#[derive(Clone, Copy, Default, Debug)]
pub struct Numbers;

impl Names for Numbers {
    fn name(&self, id: ObjectId, object: &Object) -> String {
        match object.kind {
            Kind::Global(global) => format!("g{}", global.0),
            Kind::Function(function) => format!("f{}", function.0),
            Kind::Stack(..) => format!("s{}", id.0),
            Kind::Heap(number) => format!("b{number}"),
            Kind::Variadic => format!("v{}", id.0),
            Kind::Library(_) => format!("l{}", id.0),
        }
    }
}

impl Heap {
    /// A term as a person would write it: an address by the name of its object.
    pub fn text(&self, symbols: &mut Symbols, term: Term, names: &dyn Names) -> String {
        if symbols.has_base(term)
            && let Pointer::Into(id, offset) = self.pointer(symbols, term)
            && let Some(address) = self.address(id, names)
        {
            return match symbols.store.as_const(offset).and_then(|offset| offset.to_i128()) {
                Some(0) => address,
                Some(offset) => format!("{address}{offset:+}"),
                None => format!("{address}+({})", plain(symbols, offset, names)),
            };
        }
        plain(symbols, term, names)
    }

    /// The address of an object: for a specifier, which node of its segment it is.
    fn address(&self, id: ObjectId, names: &dyn Names) -> Option<String> {
        let object = self.find(id)?;
        let whole = |segment| Some(names.address(segment, self.find(segment)?));
        match object.shape {
            Shape::Region | Shape::Segment(_) => Some(names.address(id, object)),
            Shape::Last(segment) => Some(format!("last({})", whole(segment)?)),
            Shape::Node(segment) => Some(format!("each({})", whole(segment)?)),
            Shape::After(segment) => Some(format!("next({})", whole(segment)?)),
        }
    }

    /// What a has-value edge of an object holds; none where that was never written.
    fn value(&self, symbols: &mut Symbols, edge: &HasValue, names: &dyn Names) -> Option<String> {
        if let Some(term) = edge.whole(symbols) {
            return Some(self.text(symbols, term, names));
        }
        Some(match edge.data {
            Data::Bits { term, skip } => {
                format!("{}⟨{skip}..{}⟩", self.text(symbols, term, names), skip + edge.len)
            }
            Data::OneOf(values) => {
                let values = symbols.alternatives(values);
                let texts: Vec<String> =
                    values.into_iter().map(|value| self.text(symbols, value, names)).collect();
                texts.join(" or ")
            }
            Data::Fill(Fill::Repeat(byte)) => format!("{}…", self.text(symbols, byte, names)),
            Data::Fill(Fill::Unknown) => "?".to_string(),
            Data::Fill(Fill::Undefined) => return None,
        })
    }

    /// Where a has-value edge of an object is: the name of the member, or its offset.
    fn place(&self, object: &Object, edge: &HasValue, names: &dyn Names) -> String {
        match (names.member(object, edge.offset, edge.len), edge.data) {
            (Some(member), _) if !member.is_empty() => member,
            (_, Data::Fill(_)) => format!("{}..{}", edge.offset, edge.end()),
            _ => edge.offset.to_string(),
        }
    }

    /// A has-value edge of an object as `place: value`.
    fn cell(
        &self,
        symbols: &mut Symbols,
        object: &Object,
        edge: &HasValue,
        names: &dyn Names,
    ) -> Option<String> {
        let value = self.value(symbols, edge, names)?;
        Some(format!("{}: {value}", self.place(object, edge, names)))
    }
}

/// The kind of a segment with its type, links and length, as in `dls(struct node, next@8, prev@16, len ≥ 1`: what the
/// ends point to follows.
fn headline(symbols: &Symbols, object: &Object, segment: &Segment, names: &dyn Names) -> String {
    let size = || symbols.store.as_const(object.size).and_then(|size| size.to_u64());
    let ty = names.type_name(object).or_else(|| size().map(|size| format!("{size} bytes")));
    let ty = ty.unwrap_or_else(|| "?".to_string());
    let word = u64::from(symbols.word() / 8);
    let link = |offset: u64| match names.member(object, offset, word) {
        Some(member) if !member.is_empty() => format!("{member}@{offset}"),
        _ => format!("@{offset}"),
    };
    match segment.links {
        Links::Optional => format!("optional({ty}"),
        Links::Tree(branches) => {
            let links: Vec<String> = branches.offsets().map(link).collect();
            format!("tree({ty}, {}, nodes ≥ {}", links.join(", "), segment.min)
        }
        Links::List { head, next, prev } => {
            let kind = if prev.is_some() { "dls" } else { "sls" };
            let back = prev.map(|prev| format!(", {}", link(prev))).unwrap_or_default();
            let head = if head == 0 { String::new() } else { format!(", linked at +{head}") };
            format!("{kind}({ty}, {}{back}{head}, {}", link(next), length(symbols, segment, names))
        }
    }
}

/// The number of nodes of a segment.
fn length(symbols: &Symbols, segment: &Segment, names: &dyn Names) -> String {
    if let Some(count) = segment.count {
        let is_plain = segment.may_be_empty() || symbols.store.as_const(count).is_some();
        let least = if is_plain { String::new() } else { format!(" ≥ {}", segment.min) };
        return format!("len = {}{least}", plain(symbols, count, names));
    }
    match (segment.min, segment.max) {
        (min, None) => format!("len ≥ {min}"),
        (min, Some(max)) if min == max => format!("len = {min}"),
        (min, Some(max)) => format!("{min} ≤ len ≤ {max}"),
    }
}

/// Whether an object is shown.
fn is_shown(object: &Object, names: &dyn Names) -> bool {
    object.is_alive()
        && names.is_of_interest(object)
        && matches!(object.shape, Shape::Region | Shape::Segment(_))
        && match object.kind {
            Kind::Heap(_) => true,
            Kind::Function(_) | Kind::Library(_) => false,
            Kind::Global(_) | Kind::Stack(..) | Kind::Variadic => !object.content.edges().is_empty(),
        }
}

/// A term without addresses: a number, a variable by name, else as the logic prints it.
fn plain(symbols: &Symbols, term: Term, names: &dyn Names) -> String {
    let name = |var: VarId| {
        let own = || symbols.store.var_name(var).split('/').next().unwrap_or_default().to_string();
        Some(names.number(var).unwrap_or_else(own))
    };
    match symbols.store.node(term) {
        Node::Const(id) => {
            let value = symbols.store.const_value(id);
            match value.to_i128() {
                Some(number) => number.to_string(),
                None => format!("{value:?}"),
            }
        }
        _ => symbols.store.show_with(term, &name).to_string(),
    }
}

/// Objects for the tests of printing.
#[cfg(test)]
mod example {
    use super::*;
    use crate::{New, Rights};
    use ir::{FuncId, Target};

    /// A variable with a pointer into a heap block of 16 bytes, and the two.
    pub fn heap() -> (Symbols, Heap, [ObjectId; 2]) {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut heap = Heap::new();
        let list = create(&mut symbols, &mut heap, Kind::Stack(FuncId(0), None), 8);
        let node = create(&mut symbols, &mut heap, Kind::Heap(1), 16);
        let (base, null) = (heap.object(node).base, symbols.null());
        let value = symbols.store.var("input1/32", 32);
        let four = symbols.size(4);
        let inside = symbols.store.add(base, four);
        heap.write(list, 0, 8, inside);
        heap.write(node, 0, 4, value);
        heap.write(node, 8, 8, null);
        (symbols, heap, [list, node])
    }

    /// A doubly-linked list of two or more nodes of 24 bytes, each with a block of its own, and a variable that points
    /// to its last node.
    pub fn list() -> (Symbols, Heap, ObjectId) {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut heap = Heap::new();
        let variable = create(&mut symbols, &mut heap, Kind::Stack(FuncId(0), None), 8);
        let [first, node, last, data, after] = [24, 24, 24, 4, 24].map(|size| {
            let kind = heap.next_block();
            create(&mut symbols, &mut heap, kind, size)
        });
        let links = Links::List { head: 0, next: 8, prev: Some(16) };
        let segment =
            Segment { links, min: 2, max: None, count: None, node, last: Some(last), after: Some(after) };
        heap.object_mut(first).shape = Shape::Segment(segment);
        heap.object_mut(node).shape = Shape::Node(first);
        heap.object_mut(last).shape = Shape::Last(first);
        heap.object_mut(after).shape = Shape::After(first);
        heap.object_mut(data).owner = Some(node);
        let null = symbols.null();
        let bases = [last, data].map(|id| heap.object(id).base);
        heap.write(variable, 0, 8, bases[0]);
        heap.write(first, 0, 8, bases[1]);
        heap.write(first, 8, 8, null);
        heap.write(first, 16, 8, null);
        (symbols, heap, first)
    }

    fn create(symbols: &mut Symbols, heap: &mut Heap, kind: Kind, size: u64) -> ObjectId {
        let size = symbols.size(size);
        let new = New {
            kind,
            size,
            align: 8,
            fill: Fill::Undefined,
            alive: true,
            rights: Rights::Write,
            place: None,
        };
        heap.create(symbols, new)
    }
}
