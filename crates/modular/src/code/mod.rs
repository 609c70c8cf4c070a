//! What code says before it is executed: names and types of its values, counters, small callees that are put in.

pub mod context;
pub mod counters;
pub mod inline;
