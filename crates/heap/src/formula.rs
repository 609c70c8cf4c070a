//! Printing: a heap as a formula of separation logic, and as a graph.
//!
//! SL-CPA writes a symbolic heap as `Π ∧ Σs * Σh`: what is assumed of the variables, the memory with static and
//! automatic lifetime, and the dynamically allocated memory. An object prints as the address of its first byte and
//! what its pieces hold, `&b1 ↦₁₆ {0: 7:i32, 8: &b2}`; where a list of bytes is not written or not known it is
//! left out. The graph has one node for each object and one edge for each pointer in it.

use crate::heap::Heap;
use crate::object::{Kind, Life, Object, ObjectId};
use crate::{Data, Fill, Piece, Pointer, Symbols};
use logic::{Node, Term};
use std::fmt::Write;

/// Gives names to objects; a heap knows them by number only.
pub trait Names {
    /// The name of a live object, without spaces.
    fn name(&self, id: ObjectId, object: &Object) -> String;
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
    /// The heap with a path condition as `Π ∧ Σs * Σh`. Objects that were never written or are not alive are
    /// left out, functions too.
    pub fn formula(&self, symbols: &mut Symbols, path: &[Term], names: &dyn Names) -> String {
        let pure: Vec<String> = path.iter().map(|term| self.text(symbols, *term, names)).collect();
        let mut parts = [Vec::new(), Vec::new()];
        for (id, object) in self.objects().filter(|(_, object)| is_shown(object)) {
            let dynamic = usize::from(matches!(object.kind, Kind::Heap(_)));
            parts[dynamic].push(self.points_to(symbols, id, object, names));
        }
        let pure = if pure.is_empty() { "true".to_string() } else { pure.join(" ∧ ") };
        let [stack, heap] =
            parts.map(|parts| if parts.is_empty() { "emp".to_string() } else { parts.join(" * ") });
        format!("{pure} ∧ {stack} * {heap}")
    }

    fn points_to(&self, symbols: &mut Symbols, id: ObjectId, object: &Object, names: &dyn Names) -> String {
        let size = self.text(symbols, object.size, names);
        let cells: Vec<String> =
            object.content.pieces().iter().filter_map(|piece| self.cell(symbols, piece, names)).collect();
        format!("&{} ↦[{size}] {{{}}}", names.name(id, object), cells.join(", "))
    }

    fn cell(&self, symbols: &mut Symbols, piece: &Piece, names: &dyn Names) -> Option<String> {
        let at = piece.offset;
        Some(match piece.data {
            Data::Bits { term, skip: 0 } if u64::from(symbols.store.width(term)) == piece.len * 8 => {
                format!("{at}: {}", self.text(symbols, term, names))
            }
            Data::Bits { term, skip } => {
                format!("{at}: {}⟨{skip}..{}⟩", self.text(symbols, term, names), skip + piece.len)
            }
            Data::Fill(Fill::Repeat(byte)) => {
                format!("{at}..{}: {}…", piece.end(), self.text(symbols, byte, names))
            }
            Data::Fill(Fill::Unknown) => format!("{at}..{}: ?", piece.end()),
            Data::Fill(Fill::Undefined) => return None,
        })
    }

    /// A term as a person would write it: an address by the name of its object.
    pub fn text(&self, symbols: &mut Symbols, term: Term, names: &dyn Names) -> String {
        if symbols.has_base(term)
            && let Pointer::Into(id, offset) = self.pointer(symbols, term)
            && let Some(object) = self.find(id)
        {
            let name = names.name(id, object);
            return match symbols.store.as_const(offset).and_then(|offset| offset.to_i128()) {
                Some(0) => format!("&{name}"),
                Some(offset) => format!("&{name}{offset:+}"),
                None => format!("&{name}+({})", plain(symbols, offset)),
            };
        }
        plain(symbols, term)
    }

    /// The heap as a graph in the language of Graphviz.
    pub fn dot(&self, symbols: &mut Symbols, names: &dyn Names) -> String {
        let mut text = String::from("digraph heap {\n  rankdir=LR;\n  node [shape=record];\n");
        let mut edges = String::new();
        for (id, object) in self.objects() {
            let dangling = matches!((object.kind, object.life), (Kind::Heap(_), Life::Ended(_)));
            if !is_shown(object) && !dangling {
                continue;
            }
            let name = names.name(id, object);
            let mut cells = Vec::new();
            for piece in object.content.pieces() {
                let target = match piece.data {
                    Data::Bits { term, skip: 0 } => self.pointer(symbols, term),
                    _ => Pointer::Number,
                };
                let shown = match target {
                    Pointer::Into(target, offset) => {
                        let label = self.text(symbols, offset, names);
                        let _ = writeln!(
                            edges,
                            "  o{}:f{} -> o{} [label=\"{}\"];",
                            id.0,
                            piece.offset,
                            target.0,
                            escape(&label)
                        );
                        format!("{}:", piece.offset)
                    }
                    _ => self.cell(symbols, piece, names).unwrap_or_default(),
                };
                cells.push(format!("<f{}> {}", piece.offset, escape(&shown)));
            }
            let style = if dangling { ", style=dashed" } else { "" };
            let label = [vec![escape(&name)], cells].concat().join(" | ");
            let _ = writeln!(text, "  o{} [label=\"{label}\"{style}];", id.0);
        }
        text.push_str(&edges);
        text.push_str("}\n");
        text
    }
}

/// Whether an object is worth showing.
fn is_shown(object: &Object) -> bool {
    object.is_alive()
        && match object.kind {
            Kind::Heap(_) => true,
            Kind::Function(_) | Kind::Library(_) => false,
            Kind::Global(_) | Kind::Stack(..) | Kind::Variadic => !object.content.pieces().is_empty(),
        }
}

/// A term without addresses: a number with its width, a variable by name, else as the logic prints it.
fn plain(symbols: &Symbols, term: Term) -> String {
    match symbols.store.node(term) {
        Node::Const(id) => {
            let value = symbols.store.const_value(id);
            match value.to_i128() {
                Some(number) => number.to_string(),
                None => format!("{value:?}"),
            }
        }
        Node::Var(var) => symbols.store.var_name(var).split('/').next().unwrap_or_default().to_string(),
        _ => symbols.store.show(term).to_string(),
    }
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if "\"\\{}|<>".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{New, Place, Rights};
    use ir::{FuncId, Target};

    fn heap() -> (Symbols, Heap, [ObjectId; 2]) {
        let mut symbols = Symbols::new(Target::BITS64);
        let mut heap = Heap::new();
        let create = |symbols: &mut Symbols, heap: &mut Heap, kind, size| {
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
        };
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

    #[test]
    fn a_heap_prints_as_separation_logic() {
        let (mut symbols, heap, _) = heap();
        let (value, seven) = (symbols.store.var("input1/32", 32), symbols.store.num(32, 7));
        let known = symbols.store.eq(value, seven);
        let text = heap.formula(&mut symbols, &[known], &Numbers);
        assert!(text.ends_with(" ∧ &s0 ↦[8] {0: &b1+4} * &b1 ↦[16] {0: input1, 8: 0}"), "{text}");
        let empty = Heap::new().formula(&mut symbols, &[], &Numbers);
        assert_eq!(empty, "true ∧ emp * emp");
    }

    #[test]
    fn a_heap_draws_as_a_graph() {
        let (mut symbols, mut heap, [_, node]) = heap();
        let text = heap.dot(&mut symbols, &Numbers);
        assert!(text.contains("o0:f0 -> o1 [label=\"4\"];"), "{text}");
        assert!(text.contains("o1 [label=\"b1 | <f0> 0: input1 | <f8> 8: 0\"];"), "{text}");
        heap.end(node, Place { function: FuncId(0), span: None });
        let text = heap.dot(&mut symbols, &Numbers);
        assert!(text.contains("o1 [label=\"b1\", style=dashed];"), "{text}");
    }
}
