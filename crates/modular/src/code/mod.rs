//! What code says before it is executed: names and types of its values, counters, allocators, small callees that are put in.

pub mod allocators;
pub mod context;
pub mod counters;
pub mod cursors;
pub mod inline;
