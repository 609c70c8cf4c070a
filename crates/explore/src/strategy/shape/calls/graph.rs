//! What is known of calls before they are explored: which functions can call themselves, and which never return.
//!
//! Only calls by name are looked at. Recursion through pointers is noticed when it happens, one level later; calls
//! through pointers are taken to return.

use clib::{Ends, Primitive};
use ir::{BlockId, Body, Callee, FuncId, InstKind, Program, TerminatorKind};

/// What is known of calls before they are explored.
pub struct CallGraph {
    graph: ir::CallGraph,
    /// Whether the program jumps out of calls.
    jumps: bool,
    /// Which functions never return.
    endless: Vec<bool>,
}

impl CallGraph {
    /// The graph of a program.
    pub fn new(program: &Program, primitive: impl Fn(FuncId) -> Option<Primitive>) -> CallGraph {
        // It may be called through a pointer, too.
        let jumps = program.function_ids().any(|id| primitive(id) == Some(Primitive::Longjmp));
        CallGraph { graph: ir::CallGraph::of_calls(program), jumps, endless: endless(program) }
    }

    /// Whether a function never returns, whatever it is called with.
    pub(super) fn never_returns(&self, function: FuncId) -> bool {
        self.endless[function.index()]
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

/// Which functions never return: no way through their code leads to a return without a call that never returns.
fn endless(program: &Program) -> Vec<bool> {
    let ends = |function: &ir::Function| clib::row(&function.name).is_some_and(|row| row.ends == Ends::Never);
    let all = program.functions.iter();
    let mut endless: Vec<bool> = all.map(|function| function.body.is_none() && ends(function)).collect();
    loop {
        let is_new = |id: &FuncId| {
            let body = program.function(*id).body.as_ref();
            !endless[id.index()] && body.is_some_and(|body| !may_return(body, &endless))
        };
        let new: Vec<FuncId> = program.function_ids().filter(is_new).collect();
        if new.is_empty() {
            return endless;
        }
        new.into_iter().for_each(|id| endless[id.index()] = true);
    }
}

fn may_return(body: &Body, endless: &[bool]) -> bool {
    let ends = |kind: &InstKind| match kind {
        InstKind::Call { callee: Callee::Direct(callee), .. } => endless[callee.index()],
        _ => false,
    };
    let first: Vec<BlockId> = body.block_ids().take(1).collect();
    let (mut seen, mut pending) = (vec![false; body.blocks.len()], first);
    while let Some(id) = pending.pop() {
        let block = body.block(id);
        if std::mem::replace(&mut seen[id.index()], true) || block.insts.iter().any(|inst| ends(&inst.kind)) {
            continue;
        }
        if matches!(block.terminator.kind, TerminatorKind::Return(_)) {
            return true;
        }
        pending.extend(block.terminator.kind.successors());
    }
    false
}
