//! Constants that a program gives its variables: what tells the states of a state machine apart.
//!
//! A flag or a program counter takes few values, each of which stands in the program; the value of an induction
//! variable mostly does not. So states that differ in such constants stay apart at a loop head, and the others are
//! joined.

use crate::state::State;
use heap::{Kind, Object, Symbols};
use ir::{InstKind, Operand, Program, TerminatorKind};
use logic::{Term, TermStore};
use rustc_hash::FxHashSet;

/// The constants that variables are set to or chosen by.
pub struct Literals(FxHashSet<u128>);

impl Literals {
    /// The constants of a program.
    pub fn new(program: &Program) -> Literals {
        let mut found = FxHashSet::default();
        let mut note = |operand: &Operand| {
            if let Operand::Int { value, .. } = operand {
                found.insert(*value);
            }
        };
        for block in program.functions.iter().filter_map(|it| it.body.as_ref()).flat_map(|body| &body.blocks)
        {
            for inst in &block.insts {
                match &inst.kind {
                    InstKind::Phi { incoming, .. } => incoming.iter().for_each(|(_, value)| note(value)),
                    InstKind::Store { value, .. } => note(value),
                    InstKind::Select { then, otherwise, .. } => {
                        [then, otherwise].into_iter().for_each(&mut note)
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

    /// Whether variables of the program are set to different constants in two states at the same place.
    pub fn tell_apart(&self, symbols: &mut Symbols, one: &State, other: &State) -> bool {
        let store = &symbols.store;
        let differ = |a: Term, b: Term| a != b && self.contains(store, a) && self.contains(store, b);
        let frames = one.frames.iter().zip(&other.frames);
        let mut values = frames.flat_map(|(a, b)| a.values.iter().zip(&b.values));
        if values.any(|(a, b)| a.zip(*b).is_some_and(|(a, b)| differ(a, b))) {
            return true;
        }
        let is_variable = |object: &Object| matches!(object.kind, Kind::Global(_) | Kind::Stack(..));
        one.heap.objects().any(|(id, object)| {
            let changed = is_variable(object) && !one.heap.shares(&other.heap, id);
            let Some(there) = other.heap.find(id).filter(|_| changed) else { return false };
            object.content.terms().chain(there.content.terms()).any(|(_, piece)| {
                let [a, b] = [object, there].map(|it| it.content.known(symbols, piece.offset, piece.len));
                a.zip(b).is_some_and(|(a, b)| {
                    a != b && self.contains(&symbols.store, a) && self.contains(&symbols.store, b)
                })
            })
        })
    }

    fn contains(&self, store: &TermStore, term: Term) -> bool {
        let value = store.as_const(term).and_then(|value| value.to_u128());
        value.is_some_and(|value| self.0.contains(&value))
    }
}
