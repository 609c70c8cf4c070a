//! What is known of calls before they are explored: which functions can call themselves.
//!
//! Only calls by name are looked at. Recursion through pointers is noticed when it happens, one level later.

use clib::Primitive;
use ir::{FuncId, Program};

/// What is known of calls before they are explored.
pub struct CallGraph {
    graph: ir::CallGraph,
    /// Whether the program jumps out of calls.
    jumps: bool,
}

impl CallGraph {
    /// The graph of a program.
    pub fn new(program: &Program, primitive: impl Fn(FuncId) -> Option<Primitive>) -> CallGraph {
        // It may be called through a pointer, too.
        let jumps = program.function_ids().any(|id| primitive(id) == Some(Primitive::Longjmp));
        CallGraph { graph: ir::CallGraph::of_calls(program), jumps }
    }

    /// Whether calls return where they were made, if at all.
    pub fn calls_nest(&self) -> bool {
        !self.jumps
    }

    /// Whether a function can call itself.
    pub fn is_recursive(&self, function: FuncId) -> bool {
        self.graph.is_recursive(function)
    }

    /// The group of functions that call each other to which a function belongs, where it is recursive.
    pub(super) fn group(&self, function: FuncId) -> Option<usize> {
        self.is_recursive(function).then(|| self.graph.component(function))
    }

    /// Whether two functions can call each other.
    pub fn is_one_group(&self, one: FuncId, other: FuncId) -> bool {
        self.graph.component(one) == self.graph.component(other)
    }
}
