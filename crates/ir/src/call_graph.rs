//! Who calls whom.
//!
//! An edge leads from a function to every function that its code names: those it calls, and those whose address it
//! takes, which it may call or hand to others; or, in a graph of calls, to those alone that it calls by name. Calls
//! through pointers lead to functions whose address is taken. Components are the sets of functions that reach each other, found with
//! Tarjan's algorithm; they come in an order in which callees precede their callers.

use crate::{Body, Callee, FuncId, Inst, InstKind, Operand, Program};
use std::collections::BTreeSet;

/// The functions of a program, and who calls whom.
#[derive(Clone, Debug)]
pub struct CallGraph {
    callees: Vec<BTreeSet<FuncId>>,
    callers: Vec<BTreeSet<FuncId>>,
    components: Vec<Vec<FuncId>>,
    /// The number of the component of each function.
    component: Vec<usize>,
}

impl CallGraph {
    /// The call graph of a program: an edge to every function that is named.
    pub fn new(program: &Program) -> CallGraph {
        CallGraph::with_edges(program, named)
    }

    /// The graph of the calls by name.
    pub fn of_calls(program: &Program) -> CallGraph {
        CallGraph::with_edges(program, called)
    }

    fn with_edges(program: &Program, edges: impl Fn(&Body) -> BTreeSet<FuncId>) -> CallGraph {
        let callees: Vec<BTreeSet<FuncId>> = program
            .function_ids()
            .map(|id| program.function(id).body.as_ref().map(&edges).unwrap_or_default())
            .collect();
        let mut callers = vec![BTreeSet::new(); callees.len()];
        for caller in program.function_ids() {
            for callee in &callees[caller.index()] {
                callers[callee.index()].insert(caller);
            }
        }
        let mut search = Search {
            callees: &callees,
            entered: 0,
            number: vec![None; callees.len()],
            low: vec![0; callees.len()],
            stack: Vec::new(),
            component: vec![None; callees.len()],
            components: Vec::new(),
        };
        program.function_ids().for_each(|id| search.run(id));
        let components = search.components;
        let mut component = vec![0; callees.len()];
        for (number, members) in components.iter().enumerate() {
            members.iter().for_each(|id| component[id.index()] = number);
        }
        CallGraph { callees, callers, components, component }
    }

    /// The functions that a function names.
    pub fn callees(&self, id: FuncId) -> &BTreeSet<FuncId> {
        &self.callees[id.index()]
    }

    /// The functions that name a function.
    pub fn callers(&self, id: FuncId) -> &BTreeSet<FuncId> {
        &self.callers[id.index()]
    }

    /// The sets of functions that reach each other, callees before callers.
    pub fn components(&self) -> &[Vec<FuncId>] {
        &self.components
    }

    /// Whether a function reaches itself.
    pub fn is_recursive(&self, id: FuncId) -> bool {
        self.components[self.component[id.index()]].len() > 1 || self.callees(id).contains(&id)
    }

    /// Whether any function reaches itself.
    pub fn has_recursion(&self) -> bool {
        (0..self.callees.len()).any(|index| self.is_recursive(FuncId::new(index)))
    }

    /// The number of the component of a function.
    pub fn component(&self, id: FuncId) -> usize {
        self.component[id.index()]
    }

    /// The functions from which one of some functions is reached, in at least one step.
    pub fn above(&self, reached: &BTreeSet<FuncId>) -> BTreeSet<FuncId> {
        let mut all = BTreeSet::new();
        let mut pending: Vec<FuncId> = reached.iter().copied().collect();
        while let Some(id) = pending.pop() {
            pending.extend(self.callers(id).iter().copied().filter(|caller| all.insert(*caller)));
        }
        all
    }
}

/// The functions that some code names.
pub fn named(body: &Body) -> BTreeSet<FuncId> {
    let mut all = called(body);
    all.extend(taken(body));
    all
}

/// The functions that some code calls by name.
fn called(body: &Body) -> BTreeSet<FuncId> {
    let insts = body.blocks.iter().flat_map(|block| &block.insts);
    let callee = |inst: &Inst| match inst.kind {
        InstKind::Call { callee: Callee::Direct(callee), .. } => Some(callee),
        _ => None,
    };
    insts.filter_map(callee).collect()
}

/// The functions whose address some code takes.
fn taken(body: &Body) -> BTreeSet<FuncId> {
    let mut all = BTreeSet::new();
    for block in &body.blocks {
        block
            .insts
            .iter()
            .for_each(|inst| inst.kind.for_each_operand(|operand| all.extend(function_of(operand))));
        block.terminator.kind.for_each_operand(|operand| all.extend(function_of(operand)));
    }
    all
}

/// The functions whose address is taken, by code or in the initial value of a variable: calls through pointers lead to
/// them.
pub fn addresses_taken(program: &Program) -> BTreeSet<FuncId> {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let mut all: BTreeSet<FuncId> = bodies.flat_map(taken).collect();
    let inits = program.globals.iter().filter_map(|global| global.init.as_ref());
    all.extend(inits.flat_map(|init| &init.relocs).filter_map(|reloc| function_of(&reloc.target)));
    all
}

fn function_of(operand: &Operand) -> Option<FuncId> {
    match operand {
        Operand::Func(id) => Some(*id),
        _ => None,
    }
}

/// The search for components, without recursion: call chains may be long.
struct Search<'a> {
    callees: &'a [BTreeSet<FuncId>],
    /// How many functions were entered.
    entered: usize,
    number: Vec<Option<usize>>,
    low: Vec<usize>,
    stack: Vec<FuncId>,
    component: Vec<Option<usize>>,
    components: Vec<Vec<FuncId>>,
}

impl Search<'_> {
    fn run(&mut self, start: FuncId) {
        if self.number[start.index()].is_some() {
            return;
        }
        let mut open = vec![(start, self.enter(start))];
        while let Some((id, pending)) = open.last_mut() {
            let id = *id;
            if let Some(callee) = pending.pop() {
                match (self.number[callee.index()], self.component[callee.index()]) {
                    (None, _) => {
                        let next = self.enter(callee);
                        open.push((callee, next));
                    }
                    (Some(number), None) => self.low[id.index()] = self.low[id.index()].min(number),
                    (Some(_), Some(_)) => {}
                }
                continue;
            }
            open.pop();
            if let Some((caller, _)) = open.last() {
                self.low[caller.index()] = self.low[caller.index()].min(self.low[id.index()]);
            }
            if Some(self.low[id.index()]) == self.number[id.index()] {
                self.close(id);
            }
        }
    }

    /// Numbers a function; returns where it leads.
    fn enter(&mut self, id: FuncId) -> Vec<FuncId> {
        let number = self.entered;
        self.entered += 1;
        self.number[id.index()] = Some(number);
        self.low[id.index()] = number;
        self.stack.push(id);
        self.callees[id.index()].iter().copied().collect()
    }

    /// Takes the component of a function off the stack.
    fn close(&mut self, id: FuncId) {
        let mut members = Vec::new();
        while let Some(member) = self.stack.pop() {
            self.component[member.index()] = Some(self.components.len());
            members.push(member);
            if member == id {
                break;
            }
        }
        members.sort_unstable();
        self.components.push(members);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_callees_first() {
        let text = "target 64\nfunc @main() {\nbb0:\n  call @even()\n  return\n}\n\
                    func @even() {\nbb0:\n  call @odd()\n  return\n}\n\
                    func @odd() {\nbb0:\n  call @even()\n  call @leaf()\n  return\n}\n\
                    func @leaf() {\nbb0:\n  return\n}\nfunc @alone() {\nbb0:\n  call @alone()\n  return\n}\n";
        let program: Program = text.parse().unwrap();
        let graph = CallGraph::new(&program);
        let names = |ids: &[FuncId]| -> Vec<String> {
            ids.iter().map(|id| program.function(*id).name.clone()).collect()
        };
        let components: Vec<Vec<String>> = graph.components().iter().map(|it| names(it)).collect();
        let expected: [&[&str]; 4] = [&["leaf"], &["even", "odd"], &["main"], &["alone"]];
        assert_eq!(components, expected);
        let recursive: Vec<FuncId> = program.function_ids().filter(|id| graph.is_recursive(*id)).collect();
        assert_eq!(names(&recursive), ["even", "odd", "alone"]);
        let leaf: BTreeSet<FuncId> = graph.components()[0].iter().copied().collect();
        let above: Vec<FuncId> = graph.above(&leaf).into_iter().collect();
        assert_eq!(names(&above), ["main", "even", "odd"]);
    }

    #[test]
    fn addresses_are_taken_by_operands_and_tables() {
        let text = "target 64\ndeclare @a()\ndeclare @b()\ndeclare @c()\n\
                    global @table size 8 align 8 init with +0 @a\n\
                    func @f() -> ptr {\nbb0:\n  call @c()\n  return @b\n}\n";
        let program: Program = text.parse().unwrap();
        assert_eq!(Vec::from_iter(addresses_taken(&program)), [FuncId(0), FuncId(1)]);
        assert_eq!(Vec::from_iter(CallGraph::of_calls(&program).callees(FuncId(3))), [&FuncId(2)]);
        assert_eq!(CallGraph::new(&program).callees(FuncId(3)).len(), 2);
        assert!(!CallGraph::new(&program).has_recursion());
    }
}
