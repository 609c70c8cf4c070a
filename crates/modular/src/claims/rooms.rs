//! Pointers at the heads of loops that point to buffers of this function: as many elements are behind them as a number says.
//!
//! `p = malloc(n * sizeof *p)` and a loop that fills it: what is known of the block when the loop begins is claimed of the
//! pointer, in terms of what is live there. Candidates are the pointers to new blocks that hold no links, with each number;
//! they are dropped as soon as one arrival does not keep them.

use crate::claims::Cut;
use crate::claims::orders::{self, Term};
use crate::exec::Exec;
use crate::solver::term::{Formula, Lin};
use crate::state::{State, Value};
use ir::{BlockId, Scalar, ValueId};
use std::collections::BTreeSet;

/// How many relations are claimed at one loop.
const MOST: usize = 8;
/// What is tried to be added to a number.
const PLUS: [i64; 3] = [1, 0, -1];

/// That so many elements are behind a pointer: a number and a constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Roomy {
    /// The pointer.
    pub pointer: ValueId,
    /// The number; none for a constant alone.
    pub number: Option<Term>,
    /// What is added.
    pub plus: i64,
    /// How many bytes each element has.
    pub each: u64,
}

impl Exec<'_, '_> {
    /// The relations that hold when control arrives for the first time.
    pub fn first_rooms(&mut self, block: BlockId, state: &mut State) -> BTreeSet<Roomy> {
        let mut found = BTreeSet::new();
        let live = self.context.live_at(block);
        let is_number = |id: &ValueId| matches!(self.context.body.value_type(*id), Scalar::Int(16..=64));
        let mut terms: BTreeSet<Term> = live.iter().copied().filter(is_number).map(Term::Value).collect();
        let compared = orders::candidates(self.context, block);
        terms.extend(compared.into_iter().flat_map(|(one, other, _)| [one, other]));
        terms.retain(|it| !matches!(it, Term::End(_)));
        for &pointer in live.iter().filter(|id| self.context.body.value_type(**id) == Scalar::Ptr) {
            let Some((size, value, each)) = self.new_buffer(state, pointer) else {
                found.extend(self.text_room(state, pointer, &terms));
                continue;
            };
            if let Some(size) = size {
                found.insert(Roomy { pointer, number: None, plus: (size / each) as i64, each });
                continue;
            }
            let scaled = value.symbol().and_then(|sym| state.scaled.get(&sym)).copied();
            let each = scaled.map_or(1, |it| it.scale.max(1) as u64);
            for &term in &terms {
                let relation = |plus| Roomy { pointer, number: Some(term), plus, each };
                if found.len() < MOST
                    && let Some(it) = PLUS.into_iter().map(relation).find(|it| self.is_roomy(state, it))
                {
                    found.insert(it);
                }
            }
        }
        found
    }

    /// How much there is behind a string whose length was asked for.
    fn text_room(&mut self, state: &mut State, pointer: ValueId, terms: &BTreeSet<Term>) -> Option<Roomy> {
        let length = word(state, pointer)?.symbol().and_then(|text| state.lengths.get(&text)).copied()?;
        let is_it = |state: &mut State, term: Term| {
            orders::number(self.context, state, term).is_some_and(|it| state.resolve(it) == length)
        };
        let number = terms.iter().copied().find(|term| is_it(state, *term));
        let it = Roomy { pointer, number: Some(number?), plus: 1, each: 1 };
        self.is_roomy(state, &it).then_some(it)
    }

    /// The size of a block of this function that a value points to, as a constant or as a value, and the size of its elements.
    fn new_buffer(&self, state: &State, pointer: ValueId) -> Option<(Option<u64>, Lin, u64)> {
        let value = word(state, pointer)?;
        let block = &state.blocks[state.block_of(value).filter(|_| value.offset == 0)?];
        let layouts = self.context.layouts;
        let is_linked = block.target.is_some_and(|it| layouts.get(it).is_record || layouts.carries_links(it));
        let target = self.context.value_target(pointer).or(block.target);
        let each = target.map_or(1, |target| layouts.get(target).size.max(1));
        (block.slot.is_none() && !is_linked).then(|| (block.size, state.resolve(block.size_value), each))
    }

    /// Drops the relations that do not hold on arrival. Returns whether there were any.
    pub fn weaken_rooms(&mut self, state: &mut State, cut: &mut Cut) -> bool {
        let before = cut.rooms.len();
        cut.rooms.retain(|it| self.is_roomy(state, it));
        before != cut.rooms.len()
    }

    /// Tells the relations that are claimed.
    pub fn tell_rooms(&mut self, state: &mut State, cut: &Cut) {
        for it in &cut.rooms {
            if let (Some(pointer), Some(count)) = (word(state, it.pointer), self.elements_of(state, it)) {
                state.rooms.push_back((pointer, count, it.each));
                state.assume(&Formula::differ(pointer, Lin::ZERO));
            }
        }
    }

    fn is_roomy(&mut self, state: &mut State, it: &Roomy) -> bool {
        let (Some(pointer), Some(count)) = (word(state, it.pointer), self.elements_of(state, it)) else {
            return false;
        };
        self.fits(state, pointer, count, it.each)
    }

    /// The number of elements.
    fn elements_of(&self, state: &mut State, it: &Roomy) -> Option<Lin> {
        match it.number {
            None => Some(Lin::constant(it.plus)),
            Some(term) => orders::number(self.context, state, term)?.plus(it.plus),
        }
    }
}

fn word(state: &State, id: ValueId) -> Option<Lin> {
    match state.env.get(&id) {
        Some(Value::Word(value)) => Some(state.resolve(*value)),
        _ => None,
    }
}
