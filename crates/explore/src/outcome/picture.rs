//! A state's memory as data for reports: the tree of a formula of separation logic, with the names of the source.

use crate::outcome::Describer;
use crate::outcome::elements::is_hidden;
use crate::outcome::naming::Naming;
use crate::state::State;
use engine::heap::{Heap, Link, Links, Member, Node, Object, Part, Segment, Target, Value, Variable};
use heap::{Branches, Data, HasValue, Kind, Life, Names, ObjectId, Pointer, Shape};
use logic::Term;

/// How many conditions on numbers are told.
const CONDITIONS: usize = 12;

impl Describer<'_, '_> {
    /// The memory of a state, what variables are, and conditions on numbers.
    pub fn picture(&mut self, state: &State, naming: &Naming<'_>) -> Heap {
        let variables = naming.values.iter();
        let variables = variables
            .map(|(name, term)| Variable { name: name.clone(), value: self.value(state, naming, *term) });
        let variables = variables.collect();
        let numbers: Vec<Term> = state
            .path
            .terms()
            .iter()
            .filter(|term| !self.transfer.symbols.has_base(**term))
            .copied()
            .collect();
        let facts = numbers.iter().take(CONDITIONS);
        let facts = facts.map(|term| state.heap.text(&mut self.transfer.symbols, *term, naming)).collect();
        let mut objects = [Vec::new(), Vec::new()];
        for (id, object) in state.heap.objects() {
            let is_dangling = matches!((object.kind, object.life), (Kind::Heap(_), Life::Ended(_)))
                && object.shape == Shape::Region;
            let is_outermost = object.owner.is_none() && !object.is_element();
            if is_dangling || (is_outermost && heap::is_shown(object, naming)) {
                let is_dynamic = matches!(object.kind, Kind::Heap(_));
                objects[usize::from(is_dynamic)].push(self.object(state, naming, id, object));
            }
        }
        Heap { variables, facts, has_more_facts: numbers.len() > CONDITIONS, objects: objects.concat() }
    }

    fn object(&mut self, state: &State, naming: &Naming<'_>, id: ObjectId, object: &heap::Object) -> Object {
        let segment = object.segment();
        let is_link = |offset| segment.is_some_and(|it| it.link_offsets().any(|link| link == offset));
        let edges = object.content.edges().iter().filter(|edge| !is_hidden(edge.offset));
        let mut members: Vec<Member> = edges
            .map(|edge| Member {
                place: state.heap.place_text(object, edge, naming),
                offset: edge.offset,
                value: self.held(state, naming, edge),
                part: if is_link(edge.offset) { Part::Link } else { Part::Plain },
            })
            .collect();
        let is_scalar = matches!(object.content.edges(), [edge]
            if naming.member(object, 0, edge.len).is_some_and(|member| member.is_empty()));
        let mut owned = match segment {
            Some(segment) => self.owned(state, naming, segment),
            None => Vec::new(),
        };
        for (number, stretch) in self.stretches(state, naming, id).into_iter().enumerate() {
            let element = state.heap.object(stretch.item);
            for edge in element.content.edges().iter().filter(|edge| edge.offset < stretch.stride) {
                let member = Self::element_member(state, naming, id, edge.offset, edge.len);
                members.push(Member {
                    place: format!("{}{member}", stretch.index),
                    offset: number as u64 * stretch.stride + edge.offset,
                    value: self.held(state, naming, edge),
                    part: if stretch.is_run { Part::Stretch } else { Part::Plain },
                });
            }
            if let Some(segment) = element.segment() {
                owned.extend(self.owned(state, naming, segment));
            }
        }
        Object {
            id: u64::from(id.0),
            name: naming.name(id, object),
            address: naming.address(id, object),
            type_name: naming.type_name(object),
            size: state.heap.text(&mut self.transfer.symbols, object.size, naming),
            is_alive: object.is_alive(),
            segment: segment.map(|segment| self.segment(state, naming, object, segment)),
            is_scalar,
            members,
            owned,
        }
    }

    /// What each node of a segment owns.
    fn owned(&mut self, state: &State, naming: &Naming<'_>, segment: &heap::Segment) -> Vec<Object> {
        let is_owned =
            |object: &heap::Object| object.owner == Some(segment.node) && heap::is_shown(object, naming);
        let owned = state.heap.objects().filter(|(_, object)| is_owned(object));
        owned.map(|(id, object)| self.object(state, naming, id, object)).collect()
    }

    fn segment(
        &mut self,
        state: &State,
        naming: &Naming<'_>,
        object: &heap::Object,
        segment: &heap::Segment,
    ) -> Segment {
        let word = u64::from(self.transfer.symbols.word() / 8);
        let link = |offset: u64| Link {
            member: naming.member(object, offset, word).filter(|member| !member.is_empty()),
            offset,
        };
        let links = match segment.links {
            heap::Links::Optional => Links::Optional,
            _ if object.path.is_some() => {
                Links::Path(object.path.into_iter().flat_map(Branches::offsets).map(link).collect())
            }
            heap::Links::Tree(branches) => Links::Tree(branches.offsets().map(link).collect()),
            heap::Links::List { head, next, prev } => {
                Links::List { head, next: link(next), prev: prev.map(link) }
            }
        };
        let count = segment.count.map(|count| state.heap.text(&mut self.transfer.symbols, count, naming));
        Segment { links, least: u64::from(segment.min), most: segment.max.map(u64::from), count }
    }

    /// What a has-value edge holds; none where that was never written.
    fn held(&mut self, state: &State, naming: &Naming<'_>, edge: &HasValue) -> Option<Value> {
        let text = state.heap.value_text(&mut self.transfer.symbols, edge, naming)?;
        let target = match edge.data {
            Data::Bits { term, skip: 0 } => self.target(state, naming, term),
            _ => None,
        };
        Some(Value { text, target })
    }

    fn value(&mut self, state: &State, naming: &Naming<'_>, term: Term) -> Value {
        let text = state.heap.text(&mut self.transfer.symbols, term, naming);
        Value { text, target: self.target(state, naming, term) }
    }

    fn target(&mut self, state: &State, naming: &Naming<'_>, term: Term) -> Option<Target> {
        let Pointer::Into(id, offset) = state.heap.pointer(&mut self.transfer.symbols, term) else {
            return None;
        };
        let (whole, node) = match state.heap.find(id)?.shape {
            Shape::Last(segment) => (segment, Node::Last),
            Shape::Node(segment) => (segment, Node::Each),
            Shape::After(segment) => (segment, Node::Next),
            Shape::Region | Shape::Segment(_) => (id, Node::First),
        };
        let offset = state.heap.text(&mut self.transfer.symbols, offset, naming);
        Some(Target { object: u64::from(whole.0), node, offset })
    }
}
