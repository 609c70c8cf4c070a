//! What a heap with segments stands for: all concrete heaps with few nodes, enumerated without the code under test.
//!
//! A segment stands for any number of nodes from its least one on; what belongs to a node exists once for each. The
//! enumeration picks a length for every segment, writes all nodes out, and compares such heaps by walking them from
//! the roots. It shares nothing with folding, materialising and joining but the description of segments
//! (`heap::Shape`), so that a mistake there cannot hide itself.

use heap::{Branches, Heap, Kind, Links, Object, ObjectId, Pointer, Segment, Shape, Symbols};
use logic::Term;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The size of every object, in words.
pub const WORDS: u64 = 4;
/// The size of a word.
pub const WORD: u64 = 8;

/// How many concrete heaps are looked at.
const MOST: usize = 4000;

/// A word of a concrete heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cell {
    /// Anything.
    Any,
    /// A number; null is zero.
    Number(u64),
    /// An address: a node and an offset.
    Address(usize, u64),
}

/// A concrete heap.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Concrete {
    nodes: Vec<Vec<Cell>>,
    roots: Vec<Cell>,
}

/// An object written out: one node, or those of a segment with what belongs to each.
enum Instance {
    Region(usize),
    Segment { nodes: Vec<usize>, scopes: Vec<usize> },
}

/// Where names of objects are looked up: what belongs to one node, then what is around it.
struct Scope {
    parent: Option<usize>,
    /// The node specifier that stands for this node, and the node.
    node: Option<(ObjectId, usize)>,
    instances: BTreeMap<ObjectId, Instance>,
}

/// A heap being written out with chosen lengths.
struct Writer<'a> {
    heap: &'a Heap,
    symbols: &'a mut Symbols,
    scopes: Vec<Scope>,
    nodes: usize,
    /// For each node of a tree what is below its links.
    below: BTreeMap<(usize, u64), usize>,
    /// How many nodes more than the least number each segment gets, and which of several values a word has, in the
    /// order in which it is asked.
    choices: &'a [u32],
    /// How many choices there were for each question.
    ranges: Vec<u32>,
    /// How many words a variable in an offset can be.
    words: u32,
    /// The values chosen for variables: in a scope, if each node has its own, otherwise for all.
    values: BTreeMap<(Option<usize>, Term), u64>,
    extra: u32,
}

/// All concrete heaps in which no segment has more than `extra` nodes above its least number; none where these are
/// too many to look at. A variable in an offset is one of the
/// first `words` words.
pub fn concretise(
    heap: &Heap,
    symbols: &mut Symbols,
    roots: &[Term],
    extra: u32,
    words: u32,
) -> Option<Vec<Concrete>> {
    let mut found = Vec::new();
    let mut choices: Vec<u32> = Vec::new();
    loop {
        let scopes = vec![Scope { parent: None, node: None, instances: BTreeMap::new() }];
        let mut writer = Writer {
            heap,
            symbols,
            scopes,
            nodes: 0,
            below: BTreeMap::new(),
            choices: &choices,
            ranges: Vec::new(),
            values: BTreeMap::new(),
            extra,
            words,
        };
        found.push(writer.write(roots));
        // The next sequence of choices: the last one that can grow does, what follows is forgotten.
        let ranges = writer.ranges;
        let mut next: Vec<u32> =
            (0..ranges.len()).map(|number| choices.get(number).copied().unwrap_or(0)).collect();
        let Some(last) = (0..next.len()).rev().find(|number| next[*number] + 1 < ranges[*number]) else {
            return Some(found);
        };
        next.truncate(last + 1);
        next[last] += 1;
        choices = next;
        if found.len() >= MOST {
            return None;
        }
    }
}

impl Writer<'_> {
    fn write(&mut self, roots: &[Term]) -> Concrete {
        self.instantiate(0, None);
        let mut nodes = vec![Vec::new(); self.nodes];
        for scope in 0..self.scopes.len() {
            let ids: Vec<ObjectId> = self.scopes[scope].instances.keys().copied().collect();
            for id in ids {
                self.fill(scope, id, &mut nodes);
            }
        }
        let roots = roots.iter().map(|root| self.resolve(0, *root, 0)).collect();
        Concrete { nodes, roots }
    }

    /// Makes nodes for the objects that belong to a node specifier, or to none.
    fn instantiate(&mut self, scope: usize, owner: Option<ObjectId>) {
        let heap = self.heap;
        for (id, object) in heap.objects().filter(|(_, object)| object.owner == owner && is_node(object)) {
            let instance = match object.segment() {
                None => Instance::Region(self.node()),
                Some(segment) => {
                    let nodes = match segment.links {
                        Links::Tree(branches) => self.tree(segment, branches),
                        Links::List { .. } | Links::Optional => {
                            let length = self.length(segment);
                            (0..length).map(|_| self.node()).collect()
                        }
                    };
                    let scopes = nodes.iter().map(|node| self.inside(scope, segment.node, *node)).collect();
                    Instance::Segment { nodes, scopes }
                }
            };
            self.scopes[scope].instances.insert(id, instance);
        }
    }

    fn node(&mut self) -> usize {
        self.nodes += 1;
        self.nodes - 1
    }

    /// The scope of one node of a segment.
    fn inside(&mut self, parent: usize, specifier: ObjectId, node: usize) -> usize {
        let scope = Scope { parent: Some(parent), node: Some((specifier, node)), instances: BTreeMap::new() };
        self.scopes.push(scope);
        let scope = self.scopes.len() - 1;
        self.instantiate(scope, Some(specifier));
        scope
    }

    fn length(&mut self, segment: &Segment) -> u32 {
        let most = segment.max.unwrap_or(u32::MAX).min(segment.min + self.extra);
        segment.min + self.choose(most - segment.min + 1)
    }

    /// One of so many answers to the next question.
    fn choose(&mut self, count: u32) -> u32 {
        let chosen = self.choices.get(self.ranges.len()).copied().unwrap_or(0);
        self.ranges.push(count);
        chosen
    }

    /// The nodes of a tree of some shape, its root first.
    fn tree(&mut self, segment: &Segment, branches: Branches) -> Vec<usize> {
        let mut nodes = Vec::new();
        let most = segment.max.unwrap_or(u32::MAX).min(segment.min + self.extra);
        self.grow(most as usize, segment.min > 0, branches, &mut nodes);
        nodes
    }

    /// A tree that may be empty, unless it must have a root.
    fn grow(&mut self, most: usize, must: bool, branches: Branches, nodes: &mut Vec<usize>) -> Option<usize> {
        if !must && (nodes.len() >= most || self.choose(2) == 0) {
            return None;
        }
        let node = self.node();
        nodes.push(node);
        for link in branches.offsets() {
            if let Some(below) = self.grow(most, false, branches, nodes) {
                self.below.insert((node, link), below);
            }
        }
        Some(node)
    }

    /// Writes the words of an instance.
    fn fill(&mut self, scope: usize, id: ObjectId, nodes: &mut [Vec<Cell>]) {
        let segment = self.heap.object(id).segment().copied();
        let (members, scopes) = match &self.scopes[scope].instances[&id] {
            Instance::Region(node) => (vec![*node], vec![scope]),
            Instance::Segment { nodes, scopes } => (nodes.clone(), scopes.clone()),
        };
        let path = self.heap.object(id).path;
        for (number, node) in members.iter().enumerate() {
            // By which link a path goes on is open at each of its nodes.
            let places = path.map(|links| (links, self.choose(links.offsets().count() as u32)));
            let words = (0..WORDS).map(|word| {
                let offset = places.map_or(word * WORD, |(links, link)| place(links, link, word * WORD));
                let head = segment.map_or(0, |segment| segment.head());
                let below = self.below.get(&(*node, offset)).copied();
                let neighbour = match segment {
                    Some(Segment { links: Links::Tree(branches), .. })
                        if branches.offsets().any(|link| link == offset) =>
                    {
                        Some(below)
                    }
                    Some(segment) if segment.next() == Some(offset) => Some(members.get(number + 1).copied()),
                    Some(segment) if segment.prev() == Some(offset) => {
                        Some(number.checked_sub(1).and_then(|before| members.get(before)).copied())
                    }
                    _ => None,
                };
                match neighbour {
                    Some(Some(other)) => Cell::Address(other, head),
                    // A link that leaves the segment is seen from outside.
                    Some(None) => self.word(scope, id, offset),
                    None => self.word(scopes[number], id, offset),
                }
            });
            nodes[*node] = words.collect();
        }
    }

    /// A word of an object's content as it is in a scope.
    fn word(&mut self, scope: usize, id: ObjectId, offset: u64) -> Cell {
        let content = &self.heap.object(id).content;
        if let Some(values) = content.one_of(self.symbols, offset, WORD) {
            let chosen = self.choose(values.len() as u32);
            return self.resolve(scope, values[chosen as usize], 0);
        }
        match content.known(self.symbols, offset, WORD) {
            Some(term) => self.resolve(scope, term, 0),
            None => Cell::Any,
        }
    }

    /// A value as it is in a scope.
    fn resolve(&mut self, scope: usize, term: Term, depth: u32) -> Cell {
        assert!(depth < 50, "segments that may be empty lead round in a circle");
        if let Some(value) = self.symbols.store.as_const(term) {
            return Cell::Number(value.to_u64().expect("a word has 64 bits"));
        }
        match self.heap.pointer(self.symbols, term) {
            Pointer::Into(id, offset) => {
                let offset = self.offset(scope, offset);
                match self.address(scope, id, depth) {
                    Cell::Address(node, at) => Cell::Address(node, at.wrapping_add(offset)),
                    Cell::Number(at) => Cell::Number(at.wrapping_add(offset)),
                    Cell::Any => Cell::Any,
                }
            }
            _ => {
                assert!(!self.symbols.has_base(term), "addresses are plain here");
                Cell::Any
            }
        }
    }

    /// An offset as it is in a scope.
    fn offset(&mut self, scope: usize, offset: Term) -> u64 {
        let mut values = FxHashMap::default();
        let (each, _) = self.symbols.each_in(offset);
        for var in self.symbols.store.support(&[offset]) {
            let var = self.symbols.store.var_term(var);
            let value = self.variable(each.contains(&var).then_some(scope), var);
            values.insert(var, self.symbols.size(value));
        }
        let offset = self.symbols.store.replace(offset, &values);
        constant(self.symbols, offset).expect("the variables of offsets are words")
    }

    /// The value of a variable for all, or in a scope.
    fn variable(&mut self, scope: Option<usize>, var: Term) -> u64 {
        if let Some(value) = self.values.get(&(scope, var)) {
            return *value;
        }
        let chosen = self.choices.get(self.ranges.len()).copied().unwrap_or(0);
        self.ranges.push(self.words);
        let value = u64::from(chosen) * WORD;
        self.values.insert((scope, var), value);
        value
    }

    /// The address that the base of an object stands for.
    fn address(&mut self, scope: usize, id: ObjectId, depth: u32) -> Cell {
        let (of, is_last) = match self.heap.object(id).shape {
            Shape::Node(_) => return Cell::Address(self.node_around(scope, id).1, 0),
            Shape::After(of) => {
                let segment = *self.heap.object(of).segment().expect("a specifier is one of a segment");
                let (scope, node) = self.node_around(scope, segment.node);
                let outer = self.scopes[scope].parent.expect("a node is inside of something");
                let Instance::Segment { nodes, .. } = &self.scopes[outer].instances[&of] else {
                    panic!("a segment is written out as one");
                };
                let at = nodes.iter().position(|it| *it == node).expect("the node is one of them");
                return match nodes.get(at + 1) {
                    Some(next) => Cell::Address(*next, 0),
                    None => self.beyond(outer, of, false, depth),
                };
            }
            Shape::Last(of) => (of, true),
            Shape::Region | Shape::Segment(_) => (id, false),
        };
        let mut at = scope;
        let (at, node) = loop {
            match self.scopes[at].instances.get(&of) {
                Some(Instance::Region(node)) => break (at, Some(*node)),
                Some(Instance::Segment { nodes, .. }) => {
                    break (at, if is_last { nodes.last() } else { nodes.first() }.copied());
                }
                None => at = self.scopes[at].parent.expect("what is named exists"),
            }
        };
        match (node, self.heap.object(of).segment().map(|segment| segment.links)) {
            (Some(node), _) => Cell::Address(node, 0),
            (None, Some(Links::List { .. })) => self.beyond(at, of, is_last, depth),
            (None, _) => Cell::Number(0),
        }
    }

    /// The scope of the node for which a node specifier stands, and the node.
    fn node_around(&self, scope: usize, specifier: ObjectId) -> (usize, usize) {
        let mut at = scope;
        loop {
            match self.scopes[at].node {
                Some((it, node)) if it == specifier => return (at, node),
                _ => at = self.scopes[at].parent.expect("a specifier is named inside of its node only"),
            }
        }
    }

    /// Where a node would begin that followed a segment, or preceded it.
    fn beyond(&mut self, scope: usize, of: ObjectId, before: bool, depth: u32) -> Cell {
        let segment = *self.heap.object(of).segment().expect("a segment");
        let link = if before { segment.prev() } else { segment.next() }.expect("it has that link");
        let term = self.heap.object(of).content.known(self.symbols, link, WORD).expect("links are known");
        match self.resolve(scope, term, depth + 1) {
            Cell::Address(node, offset) => Cell::Address(node, offset.wrapping_sub(segment.head())),
            Cell::Number(value) => Cell::Number(value.wrapping_sub(segment.head())),
            // A chain that ends in a number of which nothing is known.
            Cell::Any => Cell::Any,
        }
    }
}

/// Where a node on a path that goes on by one of its links has what it holds at an offset: first what the path goes on
/// to, behind that what hangs at the other links.
fn place(links: Branches, link: u32, offset: u64) -> u64 {
    let mut others = links.offsets().enumerate().filter(|(number, _)| *number != link as usize);
    if links.offsets().nth(link as usize) == Some(offset) {
        return heap::DOWN;
    }
    match others.position(|(_, other)| other == offset) {
        Some(number) => heap::DOWN + (number as u64 + 1) * WORD,
        None => offset,
    }
}

/// Whether an object is a node of concrete heaps, or several.
fn is_node(object: &Object) -> bool {
    object.is_live_heap() || matches!(object.kind, Kind::Global(_))
}

fn constant(symbols: &Symbols, term: Term) -> Option<u64> {
    symbols.store.as_const(term).and_then(|value| value.to_u64())
}

/// A heap in a few lines.
pub fn show(heap: &Heap, symbols: &mut Symbols, roots: &[Term]) -> String {
    let mut value = |term: Option<Term>| match term {
        None => "?".to_string(),
        Some(term) => match (constant(symbols, term), heap.pointer(symbols, term)) {
            (Some(number), _) => number.to_string(),
            (None, Pointer::Into(id, offset)) => {
                let offset = constant(symbols, offset);
                format!("o{}+{}", id.0, offset.map_or("?".to_string(), |offset| offset.to_string()))
            }
            (None, _) => "number".to_string(),
        },
    };
    let roots: Vec<String> = roots.iter().map(|root| value(Some(*root))).collect();
    let mut text = format!("roots {}\n", roots.join(" "));
    for (id, object) in heap.objects() {
        let words: Vec<String> = (0..WORDS)
            .map(|word| {
                let parts = object.content.parts(word * WORD, WORD);
                match parts[..] {
                    [heap::HasValue { data: heap::Data::Bits { term, skip: 0 }, .. }] => value(Some(term)),
                    _ => format!("{:?}", parts.iter().map(|part| part.data).collect::<Vec<_>>()),
                }
            })
            .collect();
        text += &format!("o{}: {} | {:?} owner {:?}\n", id.0, words.join(" "), object.shape, object.owner);
    }
    text
}

impl Concrete {
    /// Whether a heap in which some numbers are open covers this one.
    pub fn is_covered_by(&self, other: &Concrete) -> bool {
        if self.nodes.len() != other.nodes.len() || self.roots.len() != other.roots.len() {
            return false;
        }
        let mut pairs: BTreeMap<usize, usize> = BTreeMap::new();
        let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
        let mut work: Vec<(Cell, Cell)> =
            self.roots.iter().copied().zip(other.roots.iter().copied()).collect();
        while let Some((mine, theirs)) = work.pop() {
            match (mine, theirs) {
                // A word of which nothing is known may be an address; what that leads to must be met elsewhere.
                (_, Cell::Any) => {}
                (Cell::Number(one), Cell::Number(other)) if one == other => {}
                (Cell::Address(node, at), Cell::Address(partner, there)) if at == there => {
                    match (pairs.insert(node, partner), taken.insert(partner, node)) {
                        (None, None) => {
                            let cells = self.nodes[node].iter().zip(&other.nodes[partner]);
                            work.extend(cells.map(|(one, other)| (*one, *other)));
                        }
                        (before, other_before) => {
                            if before != Some(partner) || other_before != Some(node) {
                                return false;
                            }
                        }
                    }
                }
                _ => return false,
            }
        }
        // What is not reached from the roots is lost on both sides; random heaps have nothing of the kind.
        pairs.len() == self.nodes.len()
    }

    /// Whether everything is reached from the roots. An optional object may be what a shared one is reached by; a
    /// heap in which it is absent is none that a program without leaks had.
    pub fn is_reached(&self) -> bool {
        let mut reached = vec![false; self.nodes.len()];
        let mut work = self.roots.clone();
        while let Some(cell) = work.pop() {
            if let Cell::Address(node, _) = cell
                && !std::mem::replace(&mut reached[node], true)
            {
                work.extend(&self.nodes[node]);
            }
        }
        reached.iter().all(|reached| *reached)
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
}
