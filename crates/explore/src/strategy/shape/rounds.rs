//! Whether it matters how many rounds of a loop there were so far.
//!
//! States that differ in small numbers stay apart for a while: a flag, or a counter that is compared with a constant,
//! decides what happens next. A variable that counts the rounds of a loop whose end it does not tell, as in
//! `for (int i = 1; i < argc; i++)`, decides nothing, and each of its values would cost another exploration of all that
//! the loop contains.

use super::join::NEAR;
use crate::program::rounds::Counter;
use crate::state::{Frame, State};
use crate::strategy::shape::Analysis;
use ir::Operand;
use logic::{BitVec, Term};

impl Analysis<'_, '_> {
    /// Whether a number of a join, which was one constant in a state that came before and is another one in a state that
    /// came later, counts rounds and is compared with no constant that it may still reach.
    pub(super) fn counts_rounds(&self, state: &State, number: Term, [before, later]: [i128; 2]) -> bool {
        let ahead = |bound: i128| match before < later {
            true => before <= bound && bound - later <= NEAR,
            false => bound <= before && later - bound <= NEAR,
        };
        let mut counters = state.frames.iter().flat_map(|frame| {
            let code = self.transfer.context.code(frame.function);
            // The values of the outermost frame of an entry may be ghosts.
            let is_it = |counter: &&Counter| frame.values.get(counter.value.index()) == Some(&Some(number));
            let found = code.counters().iter().filter(is_it);
            found.map(|counter| self.bounds_of(frame, &counter.compared)).collect::<Vec<Vec<i128>>>()
        });
        counters.next().is_some_and(|first| {
            let others = counters.flatten();
            !first.into_iter().chain(others).any(ahead)
        })
    }

    /// The constants among operands of a function that is being executed.
    fn bounds_of(&self, frame: &Frame, operands: &[Operand]) -> Vec<i128> {
        let value = |operand: &Operand| match *operand {
            Operand::Int { bits, value } => BitVec::from_i128(bits.into(), value as i128).to_i128(),
            Operand::Value(id) => {
                let term = (*frame.values.get(id.index())?)?;
                self.transfer.symbols.store.as_const(term)?.to_i128()
            }
            _ => None,
        };
        operands.iter().filter_map(value).collect()
    }
}
