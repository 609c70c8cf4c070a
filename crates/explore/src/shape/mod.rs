//! Shape analysis: proofs for lists of any length, as Predator makes them (Dudka, Peringer, Vojnar, "Byte-Precise
//! Verification of Low-Level List Manipulation", 2013), by the same symbolic execution as exact exploration.
//!
//! Where a loop closes, a state is made general: neighbouring list nodes become segments ([`generalize`]), and it
//! is joined with what came there before ([`join`]). A state that is covered by an earlier one is not explored again;
//! since joins only make states more general and few steps more, the exploration ends. Where an instruction needs a
//! node of a segment, its cases are told apart again ([`unfold`]).
//!
//! Recursive functions are explored by themselves, on what they can reach, once for each way they are entered
//! ([`calls`]). Other calls are followed where they are made: that is as fast, and more precise.
//!
//! A state that was made general covers executions that do not exist, so what is found in it is *possible* until a
//! run shows it; what is not found in it does not happen.

mod ahead;
mod bounds;
mod calls;
mod counters;
mod generalize;
mod heads;
mod invariants;
mod join;
mod literals;
mod relations;
mod unfold;
mod unread;

pub use calls::{Calls, EntryId};
pub use counters::counts;
pub use heads::{AtHead, Heads};
pub use literals::Literals;
