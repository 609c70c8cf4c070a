//! What tells states at a loop head apart: the constants that a program gives its variables, and null pointers.
//!
//! A flag or a program counter takes few values, each of which stands in the program; the value of an induction
//! variable mostly does not. So states that differ in such constants stay apart at a loop head, and the others are
//! joined. Likewise a program that found a list to be empty goes another way than one that found it not to be.

use crate::state::State;
use heap::{Heap, Kind, Object, ObjectId, Pointer, Symbols};
use ir::{InstKind, Operand, Program, TerminatorKind};
use logic::{Term, TermStore};
use rustc_hash::FxHashSet;

/// How variables of two states differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Difference {
    /// In nothing that is worth keeping.
    Small,
    /// In what is null.
    Null,
    /// In constants that the program sets them to.
    Literal,
}

/// The constants that variables are set to or chosen by; none where states are not joined.
#[derive(Default)]
pub struct Literals(FxHashSet<u128>);

/// Where a state has what may tell it apart from others, found once for all that it is compared with.
pub struct Marks {
    /// The values of calls that are such constants: of which call, which value, and the constant.
    constants: Vec<(usize, usize, Term)>,
    /// The variables in memory.
    variables: Vec<ObjectId>,
}

impl Literals {
    /// Where a state has what may tell it apart.
    pub fn marks(&self, store: &TermStore, state: &State) -> Marks {
        let mut constants = Vec::new();
        for (call, frame) in state.frames.iter().enumerate() {
            let known = frame.values.iter().enumerate().filter_map(|(value, term)| Some((value, (*term)?)));
            let literal = known.filter(|(_, term)| self.contains(store, *term));
            constants.extend(literal.map(|(value, term)| (call, value, term)));
        }
        let is_variable = |object: &Object| matches!(object.kind, Kind::Global(_) | Kind::Stack(..));
        let variables = state.heap.objects().filter(|(_, object)| is_variable(object)).map(|(id, _)| id);
        Marks { constants, variables: variables.collect() }
    }

    /// The constants of a program.
    pub fn new(program: &Program) -> Literals {
        let mut found = FxHashSet::default();
        let mut note = |operand: &Operand| {
            if let Operand::Int { value, .. } = operand {
                found.insert(*value);
            }
        };
        let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
        for block in bodies.flat_map(|body| &body.blocks) {
            for inst in &block.insts {
                match &inst.kind {
                    InstKind::Phi { incoming, .. } => incoming.iter().for_each(|(_, value)| note(value)),
                    InstKind::Store { value, .. } => note(value),
                    InstKind::Select { then, otherwise, .. } => {
                        [then, otherwise].into_iter().for_each(&mut note);
                    }
                    InstKind::Call { args, .. } => args.iter().for_each(|arg| note(&arg.value)),
                    _ => {}
                }
            }
            match &block.terminator.kind {
                TerminatorKind::Switch { cases, .. } => {
                    cases.iter().for_each(|(value, _)| note(&Operand::Int { bits: 128, value: *value }));
                }
                TerminatorKind::Return(values) => values.iter().for_each(&mut note),
                _ => {}
            }
        }
        Literals(found)
    }

    /// How variables differ in two states at the same place, of which the first has these marks, and where a loop sets
    /// the given ones. What is null counts for those only: it matters while a list is built or walked, and of several
    /// lists each could be empty by itself.
    pub fn difference(
        &self,
        symbols: &mut Symbols,
        (one, marks): (&State, &Marks),
        other: &State,
        set: &[ir::ValueId],
    ) -> Difference {
        for (call, value, term) in &marks.constants {
            let there = other.frames.get(*call).and_then(|frame| *frame.values.get(*value)?);
            if there.is_some_and(|there| there != *term && self.contains(&symbols.store, there)) {
                return Difference::Literal;
            }
        }
        for id in &marks.variables {
            if one.heap.shares(&other.heap, *id) {
                continue;
            }
            let (object, Some(there)) = (one.heap.object(*id), other.heap.find(*id)) else { continue };
            for (_, edge) in object.content.terms().chain(there.content.terms()) {
                let [a, b] = [object, there].map(|it| it.content.known(symbols, edge.offset, edge.len));
                if a.zip(b).is_some_and(|(a, b)| self.tells_apart(&symbols.store, a, b)) {
                    return Difference::Literal;
                }
            }
        }
        let (Some(a), Some(b)) = (one.frames.last(), other.frames.last()) else { return Difference::Small };
        let differs = |id: &ir::ValueId| {
            let values = [(&one.heap, a.values[id.index()]), (&other.heap, b.values[id.index()])];
            let [a, b] = values.map(|(heap, term)| term.and_then(|term| is_null(heap, symbols, term)));
            a.zip(b).is_some_and(|(a, b)| a != b)
        };
        match set.iter().any(differs) {
            true => Difference::Null,
            false => Difference::Small,
        }
    }

    fn tells_apart(&self, store: &TermStore, a: Term, b: Term) -> bool {
        a != b && self.contains(store, a) && self.contains(store, b)
    }

    fn contains(&self, store: &TermStore, term: Term) -> bool {
        let value = store.as_const(term).and_then(|value| value.to_u128());
        value.is_some_and(|value| self.0.contains(&value))
    }
}

/// Whether a pointer is null, where that is known.
fn is_null(heap: &Heap, symbols: &mut Symbols, term: Term) -> Option<bool> {
    match heap.pointer(symbols, term) {
        Pointer::Null => Some(true),
        Pointer::Into(id, _) => {
            let id = heap.segment_of(id).unwrap_or(id);
            let is_there = heap.find(id)?.segment().is_none_or(|segment| !segment.may_be_empty());
            is_there.then_some(false)
        }
        _ => None,
    }
}
