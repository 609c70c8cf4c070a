//! A heap as a graph in the language of Graphviz.
//!
//! There is one node for each object and one edge for each pointer in it. A segment is a node with a double frame that
//! tells its kind, links and length; pointers to its last node and, from what belongs to a node, to that node itself are
//! edges with a label. Blocks that were freed are dashed. Values outside of memory are plain text.

use crate::formula::{cell, headline};
use engine::heap::{Heap, Node, Object, Target};
use std::fmt::Write;

/// The graph.
pub fn render(heap: &Heap) -> String {
    let mut graph = Graph::default();
    for (number, variable) in heap.variables.iter().enumerate() {
        let label = match variable.value.target {
            Some(_) => variable.name.clone(),
            None => format!("{} = {}", variable.name, variable.value.text),
        };
        let _ = writeln!(graph.nodes, "  v{number} [label=\"{}\", shape=plaintext];", escape(&label));
        graph.edge(&format!("v{number}"), variable.value.target.as_ref());
    }
    heap.objects.iter().for_each(|object| graph.object(object, None));
    let Graph { nodes, edges } = graph;
    format!("digraph heap {{\n  rankdir=LR;\n  node [shape=record];\n{nodes}{edges}}}\n")
}

#[derive(Default)]
struct Graph {
    nodes: String,
    edges: String,
}

impl Graph {
    fn object(&mut self, object: &Object, owner: Option<&Object>) {
        let mut rows = vec![escape(&title(object))];
        for member in &object.members {
            let target = member.value.as_ref().and_then(|value| value.target.as_ref());
            self.edge(&format!("o{}:f{}", object.id, member.offset), target);
            let shown = match target {
                Some(_) => format!("{}:", member.place),
                None => cell(member).unwrap_or_default(),
            };
            rows.push(format!("<f{}> {}", member.offset, escape(&shown)));
        }
        let style = match (object.is_alive, &object.segment) {
            (false, _) => ", style=dashed",
            (true, Some(_)) => ", peripheries=2",
            (true, None) => "",
        };
        let _ = writeln!(self.nodes, "  o{} [label=\"{}\"{style}];", object.id, rows.join(" | "));
        if let Some(owner) = owner {
            let _ = writeln!(
                self.edges,
                "  o{} -> o{} [style=dotted, label=\"of each node\"];",
                object.id, owner.id
            );
        }
        object.owned.iter().for_each(|owned| self.object(owned, Some(object)));
    }

    fn edge(&mut self, from: &str, to: Option<&Target>) {
        let Some(Target { object, node, offset }) = to else { return };
        let which = match node {
            Node::First => "",
            Node::Last => "last ",
            Node::Each => "its node ",
            Node::Next => "the next ",
        };
        let _ = writeln!(self.edges, "  {from} -> o{object} [label=\"{which}{}\"];", escape(offset));
    }
}

/// What a node is called: its name and, as far as known, what it is.
fn title(object: &Object) -> String {
    match (&object.segment, &object.type_name) {
        (Some(segment), _) => format!("{}: {})", object.name, headline(object, segment)),
        (None, Some(ty)) => format!("{}: {ty}", object.name),
        (None, None) => object.name.clone(),
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
    use crate::sample;

    #[test]
    fn a_segment_has_two_frames_and_pointers_are_edges() {
        let text = render(&sample::heap());
        assert!(text.contains("  v0 [label=\"n = 7\", shape=plaintext];\n"), "{text}");
        assert!(text.contains("  o0:f0 -> o1 [label=\"last 0\"];\n"), "{text}");
        let list = "o1 [label=\"list: dls(struct node, next@8, prev@16, len ≥ 2) | <f0> data: | <f8> next: 0 | \
                    <f16> prev: 0\", peripheries=2];";
        assert!(text.contains(list), "{text}");
        assert!(text.contains("  o4 -> o1 [style=dotted, label=\"of each node\"];\n"), "{text}");
    }
}
