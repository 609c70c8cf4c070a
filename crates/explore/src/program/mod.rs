//! Facts about the program that exploring it needs, computed from its control flow.

pub mod code;
pub mod indexes;
pub mod reachable;
pub mod rounds;
