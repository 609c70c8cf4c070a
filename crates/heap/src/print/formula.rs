//! A heap as a formula of separation logic.
//!
//! SL-CPA writes a symbolic heap as `Π ∧ Σs * Σh`: what is assumed of the variables, the memory with static and
//! automatic lifetime, and the dynamically allocated memory. An object prints as the address of its first byte and
//! what its has-value edges hold, `&b1 ↦[16] {0: 7, 8: &b2}`, or with its type and the names of its members where
//! they are known; where a list of bytes is not written it is left out. A segment prints as a predicate, `h:
//! dls(struct node, next@8, prev@16, len ≥ 1; next → 0, prev → 0) {value: 7}`: its kind, links and length, what the
//! links at its ends point to, what each node holds, and in brackets what belongs to each node.

use super::{Names, headline, is_shown};
use crate::heap::Heap;
use crate::object::{Kind, Object, ObjectId};
use crate::{Links, Segment, Symbols};
use logic::Term;

impl Heap {
    /// The heap with a path condition as `Π ∧ Σs * Σh`. Objects that were never written or are not alive are
    /// left out, functions too.
    pub fn formula(&self, symbols: &mut Symbols, path: &[Term], names: &dyn Names) -> String {
        let pure: Vec<String> = path.iter().map(|term| self.text(symbols, *term, names)).collect();
        let pure = if pure.is_empty() { "true".to_string() } else { pure.join(" ∧ ") };
        let [stack, heap] = self.parts(symbols, names).map(|parts| star(&parts));
        format!("{pure} ∧ {stack} * {heap}")
    }

    /// The memory alone, `Σs * Σh`.
    pub fn spatial(&self, symbols: &mut Symbols, names: &dyn Names) -> String {
        star(&self.parts(symbols, names).concat())
    }

    /// The conjuncts for static and automatic memory, and those for the heap.
    fn parts(&self, symbols: &mut Symbols, names: &dyn Names) -> [Vec<String>; 2] {
        let mut parts = [Vec::new(), Vec::new()];
        for (id, object) in
            self.objects().filter(|(_, object)| is_shown(object, names) && object.owner.is_none())
        {
            let dynamic = usize::from(matches!(object.kind, Kind::Heap(_)));
            parts[dynamic].push(self.conjunct(symbols, id, object, names));
        }
        parts
    }

    /// One object as a conjunct: a region or a segment.
    pub fn conjunct(
        &self,
        symbols: &mut Symbols,
        id: ObjectId,
        object: &Object,
        names: &dyn Names,
    ) -> String {
        if let Some(segment) = object.segment() {
            return self.predicate(symbols, id, object, segment, names);
        }
        let head = match names.type_name(object) {
            Some(ty) => format!("{} ↦ {ty}", names.address(id, object)),
            None => format!("{} ↦[{}]", names.address(id, object), self.text(symbols, object.size, names)),
        };
        let edges = object.content.edges();
        if let [edge] = edges
            && names.member(object, 0, edge.len).is_some_and(|member| member.is_empty())
            && let Some(value) = self.value(symbols, edge, names)
        {
            // A variable that has no members is its value.
            return format!("{} ↦ {value}", names.address(id, object));
        }
        let cells: Vec<String> =
            edges.iter().filter_map(|edge| self.cell(symbols, object, edge, names)).collect();
        format!("{head} {{{}}}", cells.join(", "))
    }

    /// A segment as a predicate.
    fn predicate(
        &self,
        symbols: &mut Symbols,
        id: ObjectId,
        object: &Object,
        segment: &Segment,
        names: &dyn Names,
    ) -> String {
        let (mut ends, mut cells) = (Vec::new(), Vec::new());
        for edge in object.content.edges() {
            match segment.link_offsets().any(|link| link == edge.offset) {
                // The leaves of a tree have null there.
                true if matches!(segment.links, Links::Tree(_)) => {}
                true => {
                    let target = self.value(symbols, edge, names).unwrap_or_else(|| "?".to_string());
                    ends.push(format!("{} → {target}", self.place(object, edge, names)));
                }
                false => cells.extend(self.cell(symbols, object, edge, names)),
            }
        }
        let ends = if ends.is_empty() { String::new() } else { format!("; {}", ends.join(", ")) };
        let mut text =
            format!("{}: {}{ends})", names.address(id, object), headline(symbols, object, segment, names));
        if !cells.is_empty() {
            text += &format!(" {{{}}}", cells.join(", "));
        }
        let owned: Vec<String> = self
            .objects()
            .filter(|(_, owned)| owned.owner == Some(segment.node) && is_shown(owned, names))
            .map(|(id, owned)| self.conjunct(symbols, id, owned, names))
            .collect();
        if !owned.is_empty() {
            text += &format!(" [each node: {}]", owned.join(" * "));
        }
        text
    }
}

fn star(conjuncts: &[String]) -> String {
    if conjuncts.is_empty() { "emp".to_string() } else { conjuncts.join(" * ") }
}

#[cfg(test)]
mod tests {
    use super::super::{Numbers, example};
    use super::*;

    #[test]
    fn a_heap_prints_as_separation_logic() {
        let (mut symbols, heap, _) = example::heap();
        let (value, seven) = (symbols.store.var("input1/32", 32), symbols.store.num(32, 7));
        let known = symbols.store.eq(value, seven);
        let text = heap.formula(&mut symbols, &[known], &Numbers);
        assert!(text.ends_with(" ∧ &s0 ↦[8] {0: &b1+4} * &b1 ↦[16] {0: input1, 8: 0}"), "{text}");
        let empty = Heap::new().formula(&mut symbols, &[], &Numbers);
        assert_eq!(empty, "true ∧ emp * emp");
    }

    #[test]
    fn a_segment_prints_as_a_predicate() {
        let (mut symbols, heap, _) = example::list();
        let text = heap.formula(&mut symbols, &[], &Numbers);
        assert_eq!(
            text,
            "true ∧ &s0 ↦[8] {0: last(&b1)} * &b1: dls(24 bytes, @8, @16, len ≥ 2; 8 → 0, 16 → 0) {0: &b4} \
             [each node: &b4 ↦[4] {}]"
        );
    }
}
