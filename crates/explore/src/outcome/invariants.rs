//! Loop invariants: what a completed shape analysis knows at each loop head, for people.
//!
//! The states that were explored from a loop head cover every execution that comes there, so their disjunction is an
//! invariant. Each is told in words, which say what pointers lead to and what the integers of the function lie between,
//! and as a formula, which says all: what other numbers are and what the nodes hold too. A loop in a function that is called at several places has the states of all of them; those that
//! read the same are told once.

use crate::outcome::Describer;
use crate::outcome::naming::Naming;
use crate::state::State;
use engine::{Invariant, Range};
use heap::{Data, Links, Names, Object, ObjectId, Pointer, Segment, Shape};
use ir::{BlockId, FuncId, Span};
use logic::Term;
use numbers::{Knowledge, Value};
use std::collections::BTreeMap;

/// How many states of one loop are told.
pub const TOLD: usize = 24;
/// Bounds beyond this say how large memory is, and nothing of the program.
const FAR: i128 = 1 << 40;
/// How many lists are told of to explain what is abstract.
const ABSTRACT: usize = 4;

impl Describer<'_, '_> {
    /// What holds at loop heads, from the states that were explored there.
    pub fn invariants(&mut self, loops: BTreeMap<(FuncId, BlockId), Vec<State>>) -> Vec<Invariant> {
        let mut invariants = Vec::new();
        for ((function, block), states) in loops {
            let span = self.loop_span(function, block);
            let mut told: Vec<Invariant> = Vec::new();
            for state in states {
                let invariant = self.invariant(&state, span);
                let is_told =
                    told.iter().any(|known| known.text == invariant.text && reads_alike(known, &invariant));
                if !is_told && told.len() < TOLD {
                    told.push(invariant);
                }
            }
            invariants.extend(told);
        }
        invariants.sort_by_key(|invariant: &Invariant| invariant.span);
        invariants
    }

    /// Where a loop is: what is executed first at its head.
    fn loop_span(&self, function: FuncId, block: BlockId) -> Option<Span> {
        let block = self.transfer.context.body(function).block(block);
        let first = block.insts.iter().find_map(|inst| inst.span);
        first.or(block.terminator.span).or(self.transfer.context.program().function(function).span)
    }

    fn invariant(&mut self, state: &State, span: Option<Span>) -> Invariant {
        let naming = self.naming(state);
        let mut leads: Vec<(String, Term)> = naming.values.clone();
        leads.extend(naming.kept(&state.heap));
        let mut words = Vec::new();
        for (name, term) in &leads {
            words.extend(self.leads_to(state, &naming, name, *term));
        }
        let arrays = state.heap.objects().filter(|(_, object)| object.is_alive());
        for (id, object) in arrays {
            words.extend(self.elements_words(state, &naming, id, object));
        }
        let ranges = self.ranges(state, &naming);
        let heap = Some(self.picture(state, &naming));
        Invariant { span, text: words.join("; "), ranges, condition: None, heap }
    }

    /// What the integers of the innermost call lie between.
    fn ranges(&self, state: &State, naming: &Naming<'_>) -> Vec<Range> {
        let store = &self.transfer.symbols.store;
        let Ok(known) = Knowledge::of(store, &state.path.terms()) else { return Vec::new() };
        let range = |(name, term, is_signed): &(String, Term, bool)| {
            let value = known.value(store, *term)?;
            let bounds = |value: &Value| match is_signed {
                true => Some(value.signed_bounds()),
                false => {
                    let (least, most) = value.unsigned_bounds();
                    Some((i128::try_from(least).ok()?, i128::try_from(most).ok()?))
                }
            };
            let ((least, most), all) = (bounds(&value)?, bounds(&Value::any(value.width()))?);
            let is_told = |bound: i128, of_type: i128| {
                (bound != of_type && bound.abs() < FAR) || (least == most && bound == least)
            };
            let range = Range {
                name: name.clone(),
                least: Some(least).filter(|least| is_told(*least, all.0)),
                most: Some(most).filter(|most| is_told(*most, all.1)),
            };
            (range.least.is_some() || range.most.is_some()).then_some(range)
        };
        naming.integers.iter().filter_map(range).collect()
    }

    /// The elements of an array, in words.
    fn elements_words(
        &mut self,
        state: &State,
        naming: &Naming<'_>,
        id: ObjectId,
        object: &Object,
    ) -> Vec<String> {
        let mut words = Vec::new();
        for stretch in self.stretches(state, naming, id) {
            let element = state.heap.object(stretch.item);
            for edge in element.content.edges().iter().filter(|edge| edge.offset < stretch.stride) {
                let Data::Bits { term, skip: 0 } = edge.data else { continue };
                let member = Self::element_member(state, naming, id, edge.offset, edge.len);
                let name = format!("{}{}{member}", naming.name(id, object), stretch.index);
                words.extend(match stretch.is_run {
                    true => self.each_leads_to(state, naming, &name, term),
                    false => self.element_leads_to(state, naming, &name, term),
                });
            }
        }
        words
    }

    /// Where a single element leads, in words; none for what is no address.
    fn element_leads_to(
        &mut self,
        state: &State,
        naming: &Naming<'_>,
        name: &str,
        term: Term,
    ) -> Option<String> {
        let nameless = match state.heap.pointer(&mut self.transfer.symbols, term) {
            Pointer::Into(id, _) => state.heap.find(id).filter(|object| {
                let own = naming.address(id, object);
                let is_block = matches!(object.kind, heap::Kind::Heap(_)) && object.shape == Shape::Region;
                is_block && object.is_alive() && naming.values.iter().all(|(name, _)| *name != own)
            }),
            _ => None,
        };
        match nameless {
            Some(object) => Some(format!("`{name}` points to {}", one(naming, object))),
            None => self.leads_to(state, naming, name, term),
        }
    }

    /// Where each element of a run leads, in words; none for what is no address.
    fn each_leads_to(
        &mut self,
        state: &State,
        naming: &Naming<'_>,
        name: &str,
        term: Term,
    ) -> Option<String> {
        match state.heap.pointer(&mut self.transfer.symbols, term) {
            Pointer::Null => Some(format!("each of `{name}` is null")),
            Pointer::Into(id, _) => {
                let object = state.heap.find(id).filter(|object| object.is_alive())?;
                let what = match (object.owner, object.segment()) {
                    (None, _) => format!("`{}`", state.heap.text(&mut self.transfer.symbols, term, naming)),
                    (Some(_), Some(segment)) => kind_words(naming, object, segment),
                    (Some(_), None) => one(naming, object),
                };
                Some(format!("each of `{name}` points to {what}"))
            }
            Pointer::Number | Pointer::Mixed => None,
        }
    }

    /// What is abstract in a state that was made general, in words.
    pub fn abstraction(&mut self, state: &State) -> Vec<String> {
        let naming = self.naming(state);
        let mut leads: Vec<(String, Term)> = naming.values.clone();
        leads.extend(naming.kept(&state.heap));
        let mut words: Vec<String> = Vec::new();
        for (name, term) in &leads {
            let is_abstract =
                self.transfer.symbols.objects_in(*term).iter().any(|id| state.heap.segment_of(*id).is_some());
            if is_abstract && words.len() < ABSTRACT {
                words.extend(self.leads_to(state, &naming, name, *term));
            }
        }
        words
    }

    /// Where a pointer leads, in words; none for what is no address.
    fn leads_to(&mut self, state: &State, naming: &Naming<'_>, name: &str, term: Term) -> Option<String> {
        let heap = &state.heap;
        let (id, offset) = match heap.pointer(&mut self.transfer.symbols, term) {
            Pointer::Into(id, offset) => (id, offset),
            Pointer::Null
                if self.transfer.symbols.store.width(term) == self.transfer.symbols.word()
                    && !naming.is_no_pointer(name) =>
            {
                return Some(format!("`{name}` is null"));
            }
            _ => return None,
        };
        let object = heap.find(id)?;
        let whole = heap.segment_of(id).unwrap_or(id);
        let address = heap.text(&mut self.transfer.symbols, term, naming);
        match (object.shape, heap.find(whole)?.segment()) {
            (Shape::Last(_), Some(_)) => {
                let list = naming.address(whole, heap.object(whole));
                Some(format!("`{name}` points to the last node of the list at `{list}`"))
            }
            (Shape::Segment(_), Some(segment)) => {
                let own = naming.address(id, object);
                match own == name {
                    true => Some(self.list_words(state, naming, id, object, segment)),
                    false => {
                        Some(format!("`{name}` points to {}", self.whose(naming, id, object, segment, &own)))
                    }
                }
            }
            _ if !object.is_alive() => Some(format!("`{name}` points to memory that is gone")),
            // What the library and the system own has no name in the source.
            _ if matches!(object.kind, heap::Kind::Library(_) | heap::Kind::Text) => None,
            _ if !matches!(object.kind, heap::Kind::Heap(_)) => Some(format!("`{name}` is `{address}`")),
            _ => {
                let own = naming.address(id, object);
                let ty = naming.type_name(object).map_or("block".to_string(), |ty| format!("`{ty}`"));
                let inside =
                    self.transfer.symbols.store.as_const(offset).is_none_or(|offset| !offset.is_zero());
                Some(match own == name {
                    true => format!("`{name}` points to one {ty}"),
                    false if inside => format!("`{name}` points into one {ty}, `{own}`"),
                    false => format!("`{name}` points to the same {ty} as `{own}`"),
                })
            }
        }
    }

    /// A list that a variable without a list of its own leads to.
    fn whose(
        &self,
        naming: &Naming<'_>,
        id: ObjectId,
        object: &Object,
        segment: &Segment,
        own: &str,
    ) -> String {
        match naming.values.iter().any(|(name, _)| name == own) {
            true => format!("the same list as `{own}`"),
            false => format!("{}, `{}`", kind_words(naming, object, segment), naming.address(id, object)),
        }
    }

    /// A list in words: its kind, its length, where it ends, what belongs to its nodes.
    fn list_words(
        &mut self,
        state: &State,
        naming: &Naming<'_>,
        id: ObjectId,
        object: &Object,
        segment: &Segment,
    ) -> String {
        let name = naming.address(id, object);
        let mut text = format!("`{name}` points to {}", kind_words(naming, object, segment));
        let word = u64::from(self.transfer.symbols.word() / 8);
        let end = segment.next().and_then(|next| object.content.peek(&self.transfer.symbols, next, word));
        if let Some(end) = end {
            let is_self = matches!(state.heap.pointer(&mut self.transfer.symbols, end), Pointer::Into(target, _)
                if state.heap.segment_of(target) == Some(id));
            let target = state.heap.text(&mut self.transfer.symbols, end, naming);
            text += &match (is_self, target.as_str()) {
                (true, _) => ", a circle".to_string(),
                (false, "0") => ", ends with null".to_string(),
                (false, target) => format!(", then `{target}`"),
            };
        }
        let owned = state.heap.objects().filter(|(_, owned)| owned.owner == Some(segment.node));
        let owned: Vec<String> = owned
            .filter(|(_, owned)| matches!(owned.shape, Shape::Region | Shape::Segment(_)) && owned.is_alive())
            .map(|(_, owned)| match owned.segment() {
                Some(segment) => kind_words(naming, owned, segment),
                None => one(naming, owned),
            })
            .collect();
        if !owned.is_empty() {
            text += &format!(", each node with {} of its own", owned.join(" and "));
        }
        text
    }
}

/// Whether the heaps of two invariants read the same.
fn reads_alike(one: &Invariant, other: &Invariant) -> bool {
    let as_read = |invariant: &Invariant| invariant.heap.clone().map(engine::heap::Heap::as_read);
    as_read(one) == as_read(other)
}

fn one(naming: &Naming<'_>, object: &Object) -> String {
    naming.type_name(object).map_or_else(|| "a block".to_string(), |ty| format!("one `{ty}`"))
}

/// The kind and length of a segment.
fn kind_words(naming: &Naming<'_>, object: &Object, segment: &Segment) -> String {
    let nodes = naming.type_name(object).map_or("blocks".to_string(), |ty| format!("`{ty}`"));
    let kind = match segment.links {
        _ if object.path.is_some() => "a path down a tree",
        Links::Optional => return format!("{} or is null", one(naming, object)),
        Links::Tree(_) => "a tree",
        Links::List { prev: None, .. } => "a singly-linked list",
        Links::List { prev: Some(_), .. } => "a doubly-linked list",
    };
    let count = match (segment.min, segment.max) {
        (0, None) => "any number of".to_string(),
        (min, None) => format!("{min} or more"),
        (min, Some(max)) if min == max => min.to_string(),
        (min, Some(max)) => format!("{min} to {max}"),
    };
    format!("{kind} of {count} {nodes}")
}
