//! The whole program as one body: every call of a function with code is replaced by that code.
//!
//! The paper works on programs without calls (section II-C). Inlining also tells allocation sites apart by the call
//! that leads to them, which is what keeps two lists apart that one helper function builds.
//!
//! Before → after: a block `a; r = call f(x); b` becomes a block `a; jump f'`, a copy of the blocks of `f` in which
//! the parameters are the arguments and every return jumps on, and a block `r = phi […]; b`.
//!
//! Invariant: an execution of the body is an execution of the program. What cannot be inlined (recursion, a call
//! that does not fit its function) is an `unsupported` instruction, which the encoding turns into a loss.

use ir::{
    Block, BlockId, Body, Callee, FuncId, Inst, InstKind, Operand, Program, Span, Terminator, TerminatorKind,
    ValueId, VarId,
};
use smallvec::smallvec;
use std::rc::Rc;

/// A body does not grow beyond this many instructions: the formula would be too large to solve.
const MOST_INSTRUCTIONS: usize = 20_000;

/// A program without calls of functions that have code.
#[derive(Clone, Debug)]
pub struct Flat {
    /// The code.
    pub body: Body,
    /// The function that each block comes from.
    pub origin: Vec<FuncId>,
}

/// The functions that are active in a block, innermost first.
#[derive(Debug)]
struct Stack {
    function: FuncId,
    caller: Option<Rc<Stack>>,
}

impl Stack {
    fn depth_of(&self, function: FuncId) -> usize {
        let outer = self.caller.as_ref().map_or(0, |caller| caller.depth_of(function));
        outer + usize::from(self.function == function)
    }
}

/// The program from its entry as one body; none where it is too large. A function may be active `depth` times.
pub fn flatten(program: &Program, entry: FuncId, depth: usize) -> Option<Flat> {
    let body = program.function(entry).body.clone()?;
    let start = Rc::new(Stack { function: entry, caller: None });
    let mut stacks = vec![start; body.blocks.len()];
    let mut flat = Inliner { program, body };
    let mut at = 0;
    while at < flat.body.blocks.len() {
        let call = flat.body.blocks[at].insts.iter().position(|inst| flat.callee(inst).is_some());
        let Some(index) = call else {
            at += 1;
            continue;
        };
        let callee = flat.callee(&flat.body.blocks[at].insts[index])?;
        let stack = stacks[at].clone();
        if stack.depth_of(callee) >= depth || !flat.fits(&flat.body.blocks[at].insts[index], callee) {
            let name = &program.function(callee).name;
            let what = match stack.depth_of(callee) >= depth {
                true => format!("the recursion of `{name}`"),
                false => format!("a call of `{name}` with other parameters than it has"),
            };
            flat.end(at, index, what);
            continue;
        }
        let added = flat.put(BlockId::new(at), index, callee);
        let inner = Rc::new(Stack { function: callee, caller: Some(stack.clone()) });
        stacks.extend(std::iter::repeat_n(inner, added));
        // The rest of the block follows the callee's blocks.
        stacks.push(stack);
        if flat.body.blocks.iter().map(|block| block.insts.len()).sum::<usize>() > MOST_INSTRUCTIONS {
            return None;
        }
    }
    let origin = stacks.iter().map(|stack| stack.function).collect();
    Some(Flat { body: flat.body, origin })
}

struct Inliner<'a> {
    program: &'a Program,
    body: Body,
}

impl Inliner<'_> {
    /// The function with code that an instruction calls.
    fn callee(&self, inst: &Inst) -> Option<FuncId> {
        match inst.kind {
            InstKind::Call { callee: Callee::Direct(id), .. } => {
                self.program.function(id).body.is_some().then_some(id)
            }
            _ => None,
        }
    }

    /// Whether a call agrees with the function that it calls.
    fn fits(&self, inst: &Inst, callee: FuncId) -> bool {
        let function = self.program.function(callee);
        let InstKind::Call { args, .. } = &inst.kind else { return false };
        !function.variadic
            && args.len() == function.params.len()
            && args.iter().zip(&function.params).all(|(arg, param)| arg.ty == param.ty)
            && (inst.results.is_empty() || inst.results.len() == function.results.len())
    }

    /// Replaces an instruction and all that follows it in its block by the end of the path.
    fn end(&mut self, at: usize, index: usize, what: String) {
        let span = self.body.blocks[at].insts[index].span;
        for next in self.body.blocks[at].terminator.kind.successors() {
            for inst in &mut self.body.blocks[next.index()].insts {
                if let InstKind::Phi { incoming, .. } = &mut inst.kind {
                    incoming.retain(|(from, _)| from.index() != at);
                }
            }
        }
        let block = &mut self.body.blocks[at];
        block.insts.truncate(index);
        block.insts.push(Inst { results: smallvec![], kind: InstKind::Unsupported { what }, span });
        block.terminator = Terminator { kind: TerminatorKind::Unreachable, span };
    }

    /// Replaces a call by the code of its function, and says how many blocks that has. They are put at the end, and
    /// behind them one with the rest of the caller's block.
    fn put(&mut self, at: BlockId, index: usize, callee: FuncId) -> usize {
        let mut code = self.program.function(callee).body.clone().expect("only functions with code are put");
        let first_block = self.body.blocks.len();
        let rest = BlockId::new(first_block + code.blocks.len());
        let first_value = self.body.values.len();
        let params = code.params;
        let first_var = self.body.vars.len();
        let mut tail = self.body.blocks[at.index()].insts.split_off(index);
        let call = tail.remove(0);
        let InstKind::Call { args, .. } = &call.kind else { panic!("a call is replaced") };
        let value = |id: ValueId| ValueId::new(first_value + id.index() - params);
        let rename = |operand: &mut Operand| {
            if let Operand::Value(id) = operand {
                *operand = match args.get(id.index()).filter(|_| id.index() < params) {
                    Some(arg) => arg.value,
                    None => Operand::Value(value(*id)),
                };
            }
        };
        let block = |id: BlockId| BlockId::new(first_block + id.index());
        let var = |id: VarId| VarId::new(first_var + id.index());
        let slots: Vec<(ValueId, Option<Span>)> = code.blocks[0]
            .insts
            .iter()
            .filter(|inst| matches!(inst.kind, InstKind::Alloca { .. }))
            .filter_map(|inst| Some((value(inst.result()?), inst.span)))
            .collect();
        let mut returned: Vec<(BlockId, Vec<Operand>)> = Vec::new();
        for (number, part) in code.blocks.iter_mut().enumerate() {
            for inst in &mut part.insts {
                inst.results.iter_mut().for_each(|result| *result = value(*result));
                inst.kind.for_each_operand_mut(rename);
                match &mut inst.kind {
                    InstKind::Alloca { var: Some(it), .. }
                    | InstKind::VarIs { var: it, .. }
                    | InstKind::VarEnd { var: it } => *it = var(*it),
                    InstKind::Phi { incoming, var: it } => {
                        incoming.iter_mut().for_each(|(from, _)| *from = block(*from));
                        *it = it.map(var);
                    }
                    InstKind::ScopeBegin { slot } | InstKind::ScopeEnd { slot } => *slot = value(*slot),
                    InstKind::Alloca { .. } if number > 0 => {
                        let what = "a local array of variable size in a called function".to_string();
                        inst.kind = InstKind::Unsupported { what };
                    }
                    _ => {}
                }
            }
            let kind = &mut part.terminator.kind;
            kind.for_each_operand_mut(rename);
            match kind {
                TerminatorKind::Jump(to) => *to = block(*to),
                TerminatorKind::Branch { then, otherwise, .. } => {
                    *then = block(*then);
                    *otherwise = block(*otherwise);
                }
                TerminatorKind::Switch { cases, default, .. } => {
                    cases.iter_mut().for_each(|case| case.1 = block(case.1));
                    *default = block(*default);
                }
                TerminatorKind::Indirect { targets, .. } => {
                    targets.iter_mut().for_each(|target| *target = block(*target));
                }
                TerminatorKind::Return(values) => {
                    returned.push((block(BlockId::new(number)), values.to_vec()));
                    // The locals end with the function.
                    let ends = slots.iter().map(|(slot, span)| Inst {
                        results: smallvec![],
                        kind: InstKind::ScopeEnd { slot: *slot },
                        span: *span,
                    });
                    part.insts.extend(ends);
                    *kind = TerminatorKind::Jump(rest);
                }
                TerminatorKind::Unreachable => {}
            }
        }
        let results = call.results.iter().enumerate().map(|(number, result)| Inst {
            results: smallvec![*result],
            kind: InstKind::Phi {
                incoming: returned.iter().map(|(from, values)| (*from, values[number])).collect(),
                var: None,
            },
            span: call.span,
        });
        let insts: Vec<Inst> = results.chain(tail).collect();
        let entry = TerminatorKind::Jump(BlockId::new(first_block));
        let entry = Terminator { kind: entry, span: call.span };
        let terminator = std::mem::replace(&mut self.body.blocks[at.index()].terminator, entry);
        for next in terminator.kind.successors() {
            // A block that is its own successor is split, too: its phis stay where they are.
            for inst in &mut self.body.blocks[next.index()].insts {
                if let InstKind::Phi { incoming, .. } = &mut inst.kind {
                    let moved = incoming.iter_mut().filter(|(from, _)| *from == at);
                    moved.for_each(|(from, _)| *from = rest);
                }
            }
        }
        let added = code.blocks.len();
        self.body.values.extend(code.values.drain(code.params..));
        self.body.vars.append(&mut code.vars);
        self.body.blocks.append(&mut code.blocks);
        self.body.blocks.push(Block { name: None, insts, terminator });
        added
    }
}
