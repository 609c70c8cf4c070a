//! Printing: terms and what objects hold, as a person would write them. What makes a formula or a graph of them is no
//! business of the heap.
//!
//! A heap knows objects and variables by number. Whoever prints it gives [`Names`]: how the source calls an object, of
//! which type it is, what the members are called.

use crate::heap::Heap;
use crate::object::{Kind, Object, ObjectId};
use crate::{DOWN, Data, Fill, HasValue, Pointer, Shape, Symbols};
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
            Kind::Text => format!("t{}", id.0),
            Kind::Element => format!("e{}", id.0),
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
    pub fn value_text(&self, symbols: &mut Symbols, edge: &HasValue, names: &dyn Names) -> Option<String> {
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
            Data::Fill(Fill::Texts(_)) => "texts".to_string(),
            Data::Fill(Fill::Undefined) => return None,
        })
    }

    /// Where a has-value edge of an object is: the name of the member, or its offset.
    pub fn place_text(&self, object: &Object, edge: &HasValue, names: &dyn Names) -> String {
        match (names.member(object, edge.offset, edge.len), edge.data) {
            (Some(member), _) if !member.is_empty() => member,
            _ if edge.offset == DOWN => "down".to_string(),
            (_, Data::Fill(_)) => format!("{}..{}", edge.offset, edge.end()),
            _ => edge.offset.to_string(),
        }
    }
}

/// Whether an object is shown: it lives, somebody knows it, and it holds something.
pub fn is_shown(object: &Object, names: &dyn Names) -> bool {
    object.is_alive()
        && names.is_of_interest(object)
        && matches!(object.shape, Shape::Region | Shape::Segment(_))
        && match object.kind {
            Kind::Heap(_) | Kind::Element => true,
            Kind::Function(_) | Kind::Library(_) | Kind::Text => false,
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
