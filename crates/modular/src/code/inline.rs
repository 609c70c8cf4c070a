//! Small callees become part of their callers.
//!
//! A helper that allocates, or sets the members of a node that is not whole yet, says little by its contract. So
//! callees without loops, recursion and variables in memory are put into the code of their callers where they allocate
//! or are given what was just allocated. They are analysed by themselves as well; one that fails there is not put
//! anywhere.
//!
//! A helper that frees what it is given is put wherever it is called, so that uses after it are seen; so is one that only
//! returns or sets a few members, because its contract says nothing of their values.
//!
//! What a short callee establishes by a loop is in no contract either, `while (room < need) room *= 2;`: where a function
//! fails without, it is tried again with such callees in it.
//!
//! Of a function that is not decided by itself, because all depends on what it is given, the contract says nothing at
//! all: it is put wherever it is called, loops included, and what fails there fails at the call.

use crate::code::allocators;
use clib::Allocation;
use ir::call_graph::CallGraph;
use ir::cfg::Cfg;
use ir::types::TypeKind;
use ir::{
    Block, BlockId, Body, Callee, FuncId, Function, Inst, InstKind, Operand, Program, Terminator,
    TerminatorKind, ValueId, VarId, VarKind,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Callees with more instructions than this stay calls.
const LARGEST: usize = 40;
/// Callees that loop, with more instructions than this, stay calls.
const LARGEST_LOOP: usize = 90;
/// Callees with one block and at most so many instructions become part of all their callers.
const PLAIN: usize = 24;
/// The same for callees with so many blocks that compute a number.
const MOST_PLAIN_BLOCKS: usize = 12;
/// A body does not grow beyond this many blocks.
pub const MOST_BLOCKS: usize = 400;

/// Where a small function becomes part of its callers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// Where it allocates, or is given what was just allocated.
    New,
    /// Everywhere: it frees what it is given, or does little.
    Calls,
    /// Everywhere, loops included: by itself it is not decided.
    Everywhere,
}

/// The functions that become part of their callers.
pub type Small = BTreeMap<FuncId, Where>;

/// Whether a function can become part of its callers.
pub fn is_small(function: &Function, place: Where) -> bool {
    let Some(body) = &function.body else { return false };
    let count: usize = body.blocks.iter().map(|block| block.insts.len()).sum();
    count <= LARGEST && (place == Where::Everywhere || !loops(body)) && is_simple(function)
}

/// Whether a function loops, and is short enough to be looked at as a part of its callers where its contract does not say
/// enough.
pub fn is_short_loop(function: &Function) -> bool {
    let Some(body) = &function.body else { return false };
    body.blocks.iter().map(|block| block.insts.len()).sum::<usize>() <= LARGEST_LOOP && loops(body)
}

/// Whether code loops.
fn loops(body: &Body) -> bool {
    let cfg = Cfg::new(body);
    let returns =
        |block: &BlockId| cfg.successors(*block).iter().any(|next| cfg.is_retreating(*block, *next));
    cfg.reverse_postorder().iter().any(returns)
}

/// Whether a function does so little that its code says more than its contract: one block without calls, such as one that
/// returns a member or sets some; or a few that compute a number from numbers, such as the larger one of two.
pub fn is_plain(function: &Function) -> bool {
    let Some(Body { blocks, .. }) = &function.body else { return false };
    let insts = || blocks.iter().flat_map(|block| &block.insts);
    let is_call = |inst: &Inst| matches!(inst.kind, InstKind::Call { .. });
    let is_computed = |inst: &Inst| {
        matches!(
            inst.kind,
            InstKind::Phi { .. }
                | InstKind::VarIs { .. }
                | InstKind::VarEnd { .. }
                | InstKind::Binary { .. }
                | InstKind::Compare { .. }
                | InstKind::Cast { .. }
                | InstKind::Select { .. }
        )
    };
    if insts().count() > PLAIN {
        return false;
    }
    match blocks.len() {
        1 => !insts().any(is_call),
        ..=MOST_PLAIN_BLOCKS => insts().all(is_computed),
        _ => false,
    }
}

/// Whether the code of a function can stand for a call of it.
fn is_simple(function: &Function) -> bool {
    let Some(body) = &function.body else { return false };
    let simple = |inst: &Inst| {
        !matches!(
            inst.kind,
            InstKind::Alloca { .. }
                | InstKind::StackSave
                | InstKind::StackRestore { .. }
                | InstKind::VaStart { .. }
                | InstKind::Unsupported { .. }
        )
    };
    let goes_on = |block: &Block| !matches!(block.terminator.kind, TerminatorKind::Indirect { .. });
    !function.variadic
        && function.results.len() <= 1
        && function.params.iter().all(|param| param.by_value.is_none())
        && body.blocks.iter().all(|block| goes_on(block) && block.insts.iter().all(simple))
}

/// The functions whose code can stand for their calls where loops are followed and not cut: all but recursive ones.
pub fn all(program: &Program, graph: &CallGraph, is_own: &dyn Fn(FuncId) -> bool) -> Small {
    let is_meant = |id: &FuncId| is_own(*id) && is_simple(program.function(*id)) && !graph.is_recursive(*id);
    program.function_ids().filter(is_meant).map(|id| (id, Where::Everywhere)).collect()
}

/// The code of a function with the calls of some functions replaced by their code.
pub fn expand(program: &Program, id: FuncId, small: &Small) -> Option<Body> {
    let mut body = program.function(id).body.clone()?;
    let (blocks, vars) = (body.blocks.len(), body.vars.len());
    let mut at = 0;
    // Code that was put in is looked at again; that ends because no small function is recursive.
    while at < body.blocks.len() && body.blocks.len() < MOST_BLOCKS {
        let call = body.blocks[at]
            .insts
            .iter()
            .position(|inst| is_call_of(program, &body, inst, id, small).is_some());
        match call {
            Some(index) => {
                let callee = is_call_of(program, &body, &body.blocks[at].insts[index], id, small)?;
                let code = program.function(callee).body.as_ref()?;
                put(&mut body, BlockId::new(at), index, code, small.get(&callee) != Some(&Where::New));
            }
            None => at += 1,
        }
    }
    if body.blocks.len() > blocks {
        promote_slots(&mut body, vars, program.target);
    }
    Some(body)
}

/// Variables whose addresses only callees had need no memory any more: `find(list, &node)`.
fn promote_slots(body: &mut Body, vars: usize, target: ir::Target) {
    let is_slot = |inst: &Inst| matches!(inst.kind, InstKind::Alloca { .. });
    let insts = body.blocks.iter().flat_map(|block| &block.insts);
    let slots: BTreeSet<ValueId> = insts.filter(|inst| is_slot(inst)).filter_map(Inst::result).collect();
    // The parameters of callees are names of addresses.
    let is_name = |inst: &Inst| match &inst.kind {
        InstKind::VarIs { var, value } => {
            var.index() >= vars && value.value().is_some_and(|value| slots.contains(&value))
        }
        _ => false,
    };
    for block in &mut body.blocks {
        block.insts.retain(|inst| !is_name(inst));
    }
    ir::promote::promote(body, target);
}

/// The small function that an instruction calls, with the right number of arguments.
fn is_call_of(program: &Program, body: &Body, inst: &Inst, caller: FuncId, small: &Small) -> Option<FuncId> {
    let InstKind::Call { callee: Callee::Direct(callee), args, variadic_from: None } = &inst.kind else {
        return None;
    };
    let function = program.function(*callee);
    let fits = args.len() == function.params.len()
        && args.iter().zip(&function.params).all(|(arg, param)| arg.ty == param.ty && arg.by_value.is_none())
        && inst.results.len() == function.results.len();
    let useful = matches!(small.get(callee), Some(Where::Calls | Where::Everywhere))
        || allocates(program, *callee, small)
        || args.iter().any(|arg| is_new(program, body, arg.value, small));
    let typed = args.iter().enumerate().all(|(index, arg)| {
        let wanted = param_record(program, function, index);
        let given = record_of(program, body, program.function(caller), arg.value);
        wanted.is_none() || given.is_none() || wanted == given
    });
    (fits && useful && typed && *callee != caller && small.contains_key(callee)).then_some(*callee)
}

/// The struct that a parameter points to, by its spelling.
fn param_record(program: &Program, function: &Function, index: usize) -> Option<String> {
    let ty = program.types.strip(function.ty?);
    let TypeKind::Function { params, .. } = &program.types.get(ty).kind else { return None };
    // Structs by value take more than one scalar: then the numbers do not agree.
    if params.len() != function.params.len() {
        return None;
    }
    spelled(program, *params.get(index)?)
}

/// The struct that a value of a body points to, as far as a variable says.
fn record_of(program: &Program, body: &Body, function: &Function, value: Operand) -> Option<String> {
    let Operand::Value(id) = value else { return None };
    if id.index() < body.params {
        return param_record(program, function, id.index());
    }
    let mut insts = body.blocks.iter().flat_map(|block| &block.insts);
    insts.find_map(|inst| match &inst.kind {
        InstKind::VarIs { var, value: Operand::Value(it) } if *it == id => {
            spelled(program, body.var(*var).ty?)
        }
        InstKind::Phi { var: Some(var), .. } if inst.result() == Some(id) => {
            spelled(program, body.var(*var).ty?)
        }
        _ => None,
    })
}

fn spelled(program: &Program, ty: ir::TypeId) -> Option<String> {
    let pointee = program.types.strip(program.types.pointee(ty)?);
    let is_record = matches!(program.types.get(pointee).kind, TypeKind::Struct(_) | TypeKind::Union(_));
    is_record.then(|| program.types.spelling(pointee))
}

/// Whether a function gives new memory: by itself, or through small functions that do.
fn allocates(program: &Program, id: FuncId, small: &Small) -> bool {
    let function = program.function(id);
    let Some(body) = &function.body else {
        let gives =
            clib::row(&function.name).is_some_and(|row| row.allocates.is_some() && row.frees.is_none());
        let other = allocators::of(program, function);
        return gives || matches!(other, Some(Allocation::Block { .. } | Allocation::Array { .. }));
    };
    small.contains_key(&id)
        && body.blocks.iter().flat_map(|block| &block.insts).any(|inst| match &inst.kind {
            InstKind::Call { callee: Callee::Direct(callee), .. } => {
                *callee != id && allocates(program, *callee, small)
            }
            _ => false,
        })
}

/// Whether a value is memory that was just allocated.
fn is_new(program: &Program, body: &Body, value: Operand, small: &Small) -> bool {
    let Operand::Value(id) = value else { return false };
    let mut insts = body.blocks.iter().flat_map(|block| &block.insts);
    insts.any(|inst| match &inst.kind {
        InstKind::Call { callee: Callee::Direct(callee), .. } => {
            inst.result() == Some(id) && allocates(program, *callee, small)
        }
        _ => false,
    })
}

/// Replaces the call at `index` of a block: the block ends there, the callee's blocks follow, and each of their
/// returns goes on in a new block with the rest. The code is where it was written, or where it is called.
fn put(body: &mut Body, at: BlockId, index: usize, callee: &Body, is_at_call: bool) {
    let call = body.blocks[at.index()].insts[index].clone();
    let InstKind::Call { args, .. } = &call.kind else { return };
    let first = body.blocks.len();
    let rest = BlockId::new(first + callee.blocks.len());
    let mut renamer = Renamer { values: HashMap::new(), vars: HashMap::new(), first };
    for (param, arg) in callee.param_values().zip(args) {
        renamer.values.insert(param, arg.value);
    }
    for (index, info) in callee.values.iter().enumerate().skip(callee.params) {
        let new = body.add_value(info.ty, info.name.clone());
        renamer.values.insert(ValueId::new(index), Operand::Value(new));
    }
    for (index, var) in callee.vars.iter().enumerate() {
        body.vars.push(ir::Var { kind: VarKind::Local, ..var.clone() });
        renamer.vars.insert(VarId::new(index), VarId::new(body.vars.len() - 1));
    }
    let mut returned = Vec::new();
    let mut blocks = Vec::new();
    for (number, block) in callee.blocks.iter().enumerate() {
        let mut block = block.clone();
        renamer.block(&mut block);
        if is_at_call {
            block.insts.iter_mut().for_each(|inst| inst.span = call.span);
            block.terminator.span = call.span;
        }
        if let TerminatorKind::Return(values) = &block.terminator.kind {
            let value = values.first().copied();
            returned.push((BlockId::new(first + number), value));
            block.terminator.kind = TerminatorKind::Jump(rest);
        }
        blocks.push(block);
    }
    let this = &mut body.blocks[at.index()];
    let mut insts: Vec<Inst> = this.insts.split_off(index);
    insts.remove(0);
    if let Some(result) = call.result() {
        let incoming = returned.iter().filter_map(|(block, value)| Some((*block, (*value)?))).collect();
        let kind = InstKind::Phi { incoming, var: None };
        insts.insert(0, Inst { results: [result].into_iter().collect(), kind, span: call.span });
    }
    let jump = Terminator { kind: TerminatorKind::Jump(BlockId::new(first)), span: call.span };
    let terminator = std::mem::replace(&mut this.terminator, jump);
    let successors = terminator.kind.successors();
    body.blocks.extend(blocks);
    body.blocks.push(Block { name: None, insts, terminator });
    // What came from the block now comes from the rest of it.
    for next in successors {
        for inst in &mut body.blocks[next.index()].insts {
            let InstKind::Phi { incoming, .. } = &mut inst.kind else { break };
            for (from, _) in incoming.iter_mut().filter(|(from, _)| *from == at) {
                *from = rest;
            }
        }
    }
}

/// Names of the callee in the caller.
struct Renamer {
    values: HashMap<ValueId, Operand>,
    vars: HashMap<VarId, VarId>,
    /// The number of the callee's first block.
    first: usize,
}

impl Renamer {
    fn operand(&self, operand: &mut Operand) {
        if let Operand::Value(id) = operand
            && let Some(new) = self.values.get(id)
        {
            *operand = *new;
        }
    }

    fn block_id(&self, id: &mut BlockId) {
        *id = BlockId::new(self.first + id.index());
    }

    fn block(&self, block: &mut Block) {
        for inst in &mut block.insts {
            for result in &mut inst.results {
                if let Some(Operand::Value(new)) = self.values.get(result) {
                    *result = *new;
                }
            }
            inst.kind.for_each_operand_mut(|operand| self.operand(operand));
            let var = match &mut inst.kind {
                InstKind::VarIs { var, .. } | InstKind::VarEnd { var } => Some(var),
                InstKind::Phi { incoming, var } => {
                    incoming.iter_mut().for_each(|(from, _)| self.block_id(from));
                    var.as_mut()
                }
                _ => None,
            };
            if let Some(var) = var
                && let Some(new) = self.vars.get(var)
            {
                *var = *new;
            }
        }
        block.terminator.kind.for_each_operand_mut(|operand| self.operand(operand));
        match &mut block.terminator.kind {
            TerminatorKind::Jump(target) => self.block_id(target),
            TerminatorKind::Branch { then, otherwise, .. } => {
                self.block_id(then);
                self.block_id(otherwise);
            }
            TerminatorKind::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|(_, target)| self.block_id(target));
                self.block_id(default);
            }
            TerminatorKind::Indirect { targets, .. } => targets.iter_mut().for_each(|it| self.block_id(it)),
            TerminatorKind::Return(_) | TerminatorKind::Unreachable => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_becomes_code_that_means_the_same() {
        let text = "target 64\ndeclare @malloc(i64) -> ptr\n\
            func @pick(i64 %a.0, i64 %b.1) -> ptr {\nbb0:\n  %c.2 = cmp slt %a.0, %b.1\n  branch %c.2, bb1, bb2\n\
            bb1:\n  %m.3: ptr = call @malloc(i64 %a.0)\n  return %m.3\nbb2:\n  return null\n}\n\
            func @twice(i64 %x.0) -> ptr {\nbb0:\n  %y.1: ptr = call @pick(i64 %x.0, i64 5)\n  \
            %z.2: ptr = call @pick(i64 %x.0, i64 7)\n  return %z.2\n}\n";
        let mut program: Program = text.parse().unwrap();
        let pick = program.find_function("pick").unwrap();
        let twice = program.find_function("twice").unwrap();
        assert!(is_small(program.function(pick), Where::New));
        let body = expand(&program, twice, &BTreeMap::from([(pick, Where::New)])).unwrap();
        program.functions[twice.index()].body = Some(body);
        assert_eq!(ir::validate(&program), Ok(()));
        let calls =
            program.function(twice).body.iter().flat_map(|body| &body.blocks).flat_map(|block| &block.insts);
        let left = calls.filter(|inst| matches!(inst.kind, InstKind::Call { .. })).count();
        assert_eq!(left, 2, "those of malloc");
    }
}
