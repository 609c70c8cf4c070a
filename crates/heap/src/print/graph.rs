//! A heap as a graph in the language of Graphviz.
//!
//! There is one node for each object and one edge for each pointer in it. A segment is a node with a double frame
//! that tells its kind, links and length; pointers to its last node and, from what belongs to a node, to that node
//! itself are edges with a label. Blocks that were freed are dashed. Values outside of memory, such as source
//! variables, are given by the caller and are plain text.

use super::{Names, headline, is_shown};
use crate::heap::Heap;
use crate::object::{Kind, Life, Object, ObjectId};
use crate::{Data, Pointer, Shape, Symbols};
use logic::Term;
use std::fmt::Write;

impl Heap {
    /// The graph, with values outside of memory by their names.
    pub fn dot(&self, symbols: &mut Symbols, names: &dyn Names, values: &[(String, Term)]) -> String {
        let mut text = String::from("digraph heap {\n  rankdir=LR;\n  node [shape=record];\n");
        let mut edges = String::new();
        for (number, (name, term)) in values.iter().enumerate() {
            let target = self.pointer(symbols, *term);
            let label = match target {
                Pointer::Into(..) => name.clone(),
                _ => format!("{name} = {}", self.text(symbols, *term, names)),
            };
            let _ = writeln!(text, "  v{number} [label=\"{}\", shape=plaintext];", escape(&label));
            self.edge(symbols, &mut edges, &format!("v{number}"), target, names);
        }
        for (id, object) in self.objects() {
            let is_dangling = matches!((object.kind, object.life), (Kind::Heap(_), Life::Ended(_)))
                && object.shape == Shape::Region;
            if is_shown(object, names) || is_dangling {
                self.node(symbols, &mut text, &mut edges, id, object, names);
            }
        }
        text.push_str(&edges);
        text.push_str("}\n");
        text
    }

    fn node(
        &self,
        symbols: &mut Symbols,
        text: &mut String,
        edges: &mut String,
        id: ObjectId,
        object: &Object,
        names: &dyn Names,
    ) {
        let mut rows = vec![escape(&self.title(symbols, id, object, names))];
        for edge in object.content.edges() {
            let target = match edge.data {
                Data::Bits { term, skip: 0 } => self.pointer(symbols, term),
                _ => Pointer::Number,
            };
            let shown = match target {
                Pointer::Into(..) => {
                    self.edge(symbols, edges, &format!("o{}:f{}", id.0, edge.offset), target, names);
                    format!("{}:", self.place(object, edge, names))
                }
                _ => self.cell(symbols, object, edge, names).unwrap_or_default(),
            };
            rows.push(format!("<f{}> {}", edge.offset, escape(&shown)));
        }
        let style = match (object.life, object.shape) {
            (Life::Ended(_), _) => ", style=dashed",
            (_, Shape::Segment(_)) => ", peripheries=2",
            _ => "",
        };
        let _ = writeln!(text, "  o{} [label=\"{}\"{style}];", id.0, rows.join(" | "));
        if let Some(owner) = object.owner.and_then(|node| self.segment_of(node)) {
            let _ = writeln!(edges, "  o{} -> o{} [style=dotted, label=\"of each node\"];", id.0, owner.0);
        }
    }

    /// What a node is called: its name and, as far as known, what it is.
    fn title(&self, symbols: &mut Symbols, id: ObjectId, object: &Object, names: &dyn Names) -> String {
        let name = names.name(id, object);
        match (object.segment(), names.type_name(object)) {
            (Some(segment), _) => format!("{name}: {})", headline(symbols, object, segment, names)),
            (None, Some(ty)) => format!("{name}: {ty}"),
            (None, None) => name,
        }
    }

    fn edge(&self, symbols: &mut Symbols, edges: &mut String, from: &str, to: Pointer, names: &dyn Names) {
        let Pointer::Into(target, offset) = to else { return };
        let offset = self.text(symbols, offset, names);
        let (whole, which) = match self.find(target).map(|object| object.shape) {
            Some(Shape::Last(segment)) => (segment, "last "),
            Some(Shape::Node(segment)) => (segment, "its node "),
            _ => (target, ""),
        };
        let _ =
            writeln!(edges, "  {from} -> o{} [label=\"{}\"];", whole.0, escape(&format!("{which}{offset}")));
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
    use super::super::{Numbers, example};
    use crate::Place;
    use ir::FuncId;

    #[test]
    fn a_heap_draws_as_a_graph() {
        let (mut symbols, mut heap, [_, node]) = example::heap();
        let text = heap.dot(&mut symbols, &Numbers, &[]);
        assert!(text.contains("o0:f0 -> o1 [label=\"4\"];"), "{text}");
        assert!(text.contains("o1 [label=\"b1 | <f0> 0: input1 | <f8> 8: 0\"];"), "{text}");
        let value = ("p".to_string(), heap.object(node).base);
        heap.end(node, Place { function: FuncId(0), span: None });
        let text = heap.dot(&mut symbols, &Numbers, &[value]);
        assert!(text.contains("o1 [label=\"b1\", style=dashed];"), "{text}");
        assert!(text.contains("v0 [label=\"p\", shape=plaintext];\n"), "{text}");
        assert!(text.contains("v0 -> o1 [label=\"0\"];"), "{text}");
    }

    #[test]
    fn a_segment_has_two_frames_and_its_handles_are_edges_to_it() {
        let (mut symbols, heap, first) = example::list();
        let text = heap.dot(&mut symbols, &Numbers, &[]);
        let node = "[label=\"b1: dls(24 bytes, @8, @16, len ≥ 2) | <f0> 0: | <f8> 8: 0 | <f16> 16: 0\", peripheries=2]";
        assert!(text.contains(node), "{text}");
        assert!(text.contains(&format!("o0:f0 -> o{} [label=\"last 0\"];", first.0)), "{text}");
        assert!(text.contains(&format!("-> o{} [style=dotted, label=\"of each node\"];", first.0)), "{text}");
        assert!(!text.contains("b2") && !text.contains("b3"), "specifiers are no nodes: {text}");
    }
}
