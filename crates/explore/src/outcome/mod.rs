//! What an exploration tells people: errors with their inputs and traces, and what always holds at loop heads.

mod elements;
mod finding;
mod invariants;
mod naming;
mod picture;

pub use finding::Possibility;
pub use invariants::TOLD;

use crate::transfer::Transfer;

/// Describes states in terms of the source.
pub struct Describer<'t, 'a> {
    transfer: &'t mut Transfer<'a>,
}

impl<'t, 'a> Describer<'t, 'a> {
    /// Describes states of a transfer function.
    pub fn new(transfer: &'t mut Transfer<'a>) -> Describer<'t, 'a> {
        Describer { transfer }
    }
}
