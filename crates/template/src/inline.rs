//! The whole program as one body: every call of a function with code is replaced by that code.
//!
//! The paper works on programs without calls (section II-C). Inlining also tells allocation sites apart by the call
//! that leads to them, which is what keeps two lists apart that one helper function builds.
//!
//! Before → after: a block `a; r = call f(x); b` becomes a block `a; jump f'`, a copy of the blocks of `f` in which
//! the parameters are the arguments and every return jumps on, and a block `r = phi […]; b`.
//!
//! A call through a pointer becomes a choice among the functions whose address is taken. A recursive call whose result
//! is returned at once becomes a jump back to where the function was entered, with the arguments as new parameters:
//! that is a loop, and has invariants. Other recursive calls are *cut* (`summary`), where that is wanted. So are all calls of
//! the functions that `share` picks, whose code stands in the body once.
//!
//! Invariant: an execution of the body is an execution of the program, up to the returns of cut calls. What cannot be
//! inlined (a call that does not fit its function, recursion that is not cut) is an `unsupported` instruction, which the
//! encoding turns into a loss.

use ir::call_graph::{CallGraph, addresses_taken};
use ir::{
    Block, BlockId, Body, Callee, CmpOp, FuncId, Inst, InstKind, Operand, Program, Scalar, Span, Terminator,
    TerminatorKind, ValueId, ValueInfo, VarId,
};
use smallvec::smallvec;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A body does not grow beyond this many instructions: the formula would be too large to solve.
const MOST_INSTRUCTIONS: usize = 20_000;

/// How many blocks lie at most between a call and the return of its result.
const MOST_HOPS: usize = 32;

/// A program without calls of functions that have code.
#[derive(Clone, Debug)]
pub struct Flat {
    /// The code.
    pub body: Body,
    /// The function that each block comes from.
    pub origin: Vec<FuncId>,
    /// The functions that are called through cut calls.
    pub cuts: Vec<Cut>,
    /// The blocks that begin with a cut call.
    pub cut_calls: BTreeMap<BlockId, CutCall>,
}

/// A call that was cut.
#[derive(Clone, Copy, Debug)]
pub struct CutCall {
    /// The function, by its number among those that are called so.
    pub cut: usize,
    /// The block that its head is entered from.
    pub from: BlockId,
}

/// A copy of a function that is called through cut calls.
#[derive(Clone, Debug)]
pub struct Cut {
    /// Whether all calls are cut; otherwise those by itself are, and the outermost activation returns to its caller.
    pub shared: bool,
    /// Where it is entered: the phis are its parameters.
    pub head: BlockId,
    /// Where it is left: the phis are its results.
    pub exit: BlockId,
    /// Its parameters.
    pub params: Vec<ValueId>,
    /// Its results.
    pub results: Vec<ValueId>,
    /// Its code, with that of the functions it calls.
    pub blocks: BTreeSet<BlockId>,
}

impl Flat {
    /// Whether a block may be executed by several activations of one function at the same time.
    pub fn is_cut(&self, block: BlockId) -> bool {
        self.cuts.iter().any(|cut| cut.blocks.contains(&block))
    }

    /// The values that the results of cut calls have: those of the function where it is left.
    pub fn returned(&self) -> BTreeMap<ValueId, ValueId> {
        let calls = self.cut_calls.iter().map(|(block, call)| (&self.body.block(*block).insts[0], call.cut));
        let results = calls.flat_map(|(call, cut)| call.results.iter().zip(&self.cuts[cut].results));
        results.map(|(result, returned)| (*result, *returned)).collect()
    }
}

/// What becomes of recursive calls whose results are not returned at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recursion {
    /// They are cut.
    Cut,
    /// They are inlined, too, as long as a function is active less often than this; then they are unsupported.
    Unfolds(usize),
}

/// The functions that are active in a block, innermost first.
#[derive(Debug)]
struct Stack {
    function: FuncId,
    /// Where it is entered and left; none for the entry of the program and where it cannot call itself.
    ends: Option<Ends>,
    caller: Option<Rc<Stack>>,
}

impl Recursion {
    /// How often a function may be active.
    fn depth(self) -> usize {
        match self {
            Recursion::Cut => 1,
            Recursion::Unfolds(depth) => depth,
        }
    }
}

/// Where an activation is entered, where its caller goes on, and its number among those whose recursive calls are cut.
#[derive(Clone, Copy, Debug)]
struct Ends {
    head: BlockId,
    rest: BlockId,
    cut: Option<usize>,
}

impl Stack {
    /// The activations, innermost first.
    fn activations(&self) -> impl Iterator<Item = &Stack> {
        std::iter::successors(Some(self), |stack| stack.caller.as_deref())
    }

    /// How often a function is active.
    fn depth_of(&self, function: FuncId) -> usize {
        self.activations().filter(|stack| stack.function == function).count()
    }

    /// The innermost activation of a function.
    fn active(&self, function: FuncId) -> Option<&Stack> {
        self.activations().find(|stack| stack.function == function)
    }
}

/// The program from its entry as one body; none where it is too large. Calls of shared functions are cut.
pub fn flatten(
    program: &Program,
    entry: FuncId,
    recursion: Recursion,
    shared: &BTreeSet<FuncId>,
) -> Option<Flat> {
    // Of a function with a call to cut all recursive calls are cut: its locals end with each activation.
    let mut to_cut = BTreeSet::new();
    loop {
        match inline(program, entry, recursion, (&to_cut, shared))? {
            Inlined::Whole(flat) => return Some(flat),
            Inlined::Needs(function) => to_cut.insert(function),
        };
    }
}

/// What inlining comes to.
enum Inlined {
    /// The program.
    Whole(Flat),
    /// The calls of this function have to be cut.
    Needs(FuncId),
}

fn inline(
    program: &Program,
    entry: FuncId,
    recursion: Recursion,
    (to_cut, shared): (&BTreeSet<FuncId>, &BTreeSet<FuncId>),
) -> Option<Inlined> {
    let body = program.function(entry).body.clone()?;
    let start = Rc::new(Stack { function: entry, ends: None, caller: None });
    let mut stacks = vec![start; body.blocks.len()];
    let graph = CallGraph::new(program);
    let taken = addresses_taken(program);
    let mut flat = Inliner { program, body, cuts: Vec::new(), cut_calls: BTreeMap::new() };
    // The shared functions whose code is already there: where it is entered, and its number among those with cut calls.
    let mut placed: BTreeMap<FuncId, (BlockId, usize)> = BTreeMap::new();
    let mut at = 0;
    while at < flat.body.blocks.len() {
        let is_call = |inst: &Inst| flat.callee(inst).is_some() || pointer_of_call(inst).is_some();
        let done = usize::from(flat.cut_calls.contains_key(&BlockId::new(at)));
        let Some(index) = flat.body.blocks[at].insts[done..].iter().position(is_call) else {
            at += 1;
            continue;
        };
        let index = index + done;
        let stack = stacks[at].clone();
        let Some(callee) = flat.callee(&flat.body.blocks[at].insts[index]) else {
            let added = flat.dispatch(BlockId::new(at), index, &taken);
            stacks.extend(std::iter::repeat_n(stack, added));
            continue;
        };
        let name = &program.function(callee).name;
        if !flat.fits(&flat.body.blocks[at].insts[index], callee) {
            flat.end(at, index, format!("a call of `{name}` with other parameters than it has"));
            continue;
        }
        if let Some((head, cut)) = placed.get(&callee).copied() {
            flat.cut(BlockId::new(at), index, (head, head), cut);
            stacks.push(stack);
            continue;
        }
        if shared.contains(&callee) {
            let door = flat.door(BlockId::new(at), index);
            stacks.push(stack.clone());
            let (added, ends) = flat.put(door, 0, callee, Entered::Shared);
            let Some(Ends { head, cut: Some(cut), .. }) = ends else {
                panic!("a shared function has a head")
            };
            placed.insert(callee, (head, cut));
            let inner = Rc::new(Stack { function: callee, ends, caller: None });
            stacks.extend(std::iter::repeat_n(inner.clone(), added));
            stacks.push(stack.clone());
            stacks.resize(flat.body.blocks.len(), inner);
            flat.cut(BlockId::new(at), index, (door, head), cut);
            stacks.push(stack);
            continue;
        }
        match stack.active(callee).map(|active| active.ends) {
            Some(Some(Ends { head, cut: Some(cut), .. })) => {
                flat.cut(BlockId::new(at), index, (head, head), cut);
                stacks.push(stack);
                continue;
            }
            Some(Some(Ends { head, rest, .. })) if flat.returns_at_once(at, index, rest) => {
                flat.jump_back(at, index, head);
                continue;
            }
            Some(Some(_)) if recursion == Recursion::Cut => return Some(Inlined::Needs(callee)),
            Some(Some(_)) if stack.depth_of(callee) < recursion.depth() => {}
            Some(_) => {
                flat.end(at, index, format!("the recursion of `{name}`"));
                continue;
            }
            None => {}
        }
        let entered = match (graph.is_recursive(callee), to_cut.contains(&callee)) {
            (false, _) => Entered::Once,
            (true, false) => Entered::Again,
            (true, true) => Entered::Cut,
        };
        let (added, ends) = flat.put(BlockId::new(at), index, callee, entered);
        let inner = Rc::new(Stack { function: callee, ends, caller: Some(stack.clone()) });
        stacks.extend(std::iter::repeat_n(inner.clone(), added));
        // The rest of the block follows the callee's blocks, and then its head and its exit.
        stacks.push(stack);
        stacks.resize(flat.body.blocks.len(), inner);
        if flat.body.blocks.iter().map(|block| block.insts.len()).sum::<usize>() > MOST_INSTRUCTIONS {
            return None;
        }
    }
    let mut cuts = flat.cuts;
    for (number, stack) in stacks.iter().enumerate() {
        for cut in stack.activations().filter_map(|it| it.ends?.cut) {
            cuts[cut].blocks.insert(BlockId::new(number));
        }
    }
    let origin = stacks.iter().map(|stack| stack.function).collect();
    Some(Inlined::Whole(Flat { body: flat.body, origin, cuts, cut_calls: flat.cut_calls }))
}

/// How a function that is put in the place of a call is entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Entered {
    /// Through the call.
    Once,
    /// Through a head, to which calls jump back.
    Again,
    /// Through a head, to which cut calls jump back; it is left through an exit.
    Cut,
    /// Through a head, by cut calls alone; it is left through an exit, where all paths end.
    Shared,
}

/// The pointer that a call goes through.
fn pointer_of_call(inst: &Inst) -> Option<Operand> {
    match inst.kind {
        InstKind::Call { callee: Callee::Indirect(pointer), .. } => Some(pointer),
        _ => None,
    }
}

struct Inliner<'a> {
    program: &'a Program,
    body: Body,
    cuts: Vec<Cut>,
    cut_calls: BTreeMap<BlockId, CutCall>,
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

    /// Replaces a call through a pointer by a choice among functions, and says how many blocks were added.
    ///
    /// Before → after: `a; r = call *p(x); b` becomes `a; branch p == f, …` with a call of each function whose address
    /// is taken and that fits the call, a block for all other addresses, and `r = phi […]; b`.
    fn dispatch(&mut self, at: BlockId, index: usize, taken: &BTreeSet<FuncId>) -> usize {
        let first = self.body.blocks.len();
        let mut tail = self.body.blocks[at.index()].insts.split_off(index);
        let call = tail.remove(0);
        let pointer = pointer_of_call(&call).expect("a call through a pointer");
        let fitting: Vec<FuncId> = taken.iter().copied().filter(|id| self.fits_pointer(&call, *id)).collect();
        // Each function has a block that calls it and one that goes on to the next.
        let rest = BlockId::new(first + 2 * fitting.len());
        let span = call.span;
        let mut incoming: Vec<Vec<(BlockId, Operand)>> = vec![Vec::new(); call.results.len()];
        let (mut test, mut after) = (at, None);
        for (number, id) in fitting.iter().enumerate() {
            let (own, next) = (BlockId::new(first + 2 * number), BlockId::new(first + 2 * number + 1));
            let is_it = self.value(Scalar::BOOL);
            let kind = InstKind::Compare { op: CmpOp::Eq, lhs: pointer, rhs: Operand::Func(*id) };
            self.body.blocks[test.index()].insts.push(Inst { results: smallvec![is_it], kind, span });
            let branch = TerminatorKind::Branch { cond: Operand::Value(is_it), then: own, otherwise: next };
            let terminator = Terminator { kind: branch, span };
            match test == at {
                true => after = Some(self.split(at, terminator, rest)),
                false => self.body.blocks[test.index()].terminator = terminator,
            }
            let mut direct = call.clone();
            if let InstKind::Call { callee, .. } = &mut direct.kind {
                *callee = Callee::Direct(*id);
            }
            for (result, incoming) in direct.results.iter_mut().zip(&mut incoming) {
                *result = self.value(self.body.value_type(*result));
                incoming.push((own, Operand::Value(*result)));
            }
            let jump = Terminator { kind: TerminatorKind::Jump(rest), span };
            self.body.blocks.push(Block { name: None, insts: vec![direct], terminator: jump });
            let end = Terminator { kind: TerminatorKind::Unreachable, span };
            self.body.blocks.push(Block { name: None, insts: Vec::new(), terminator: end });
            test = next;
        }
        let what = "a call through a pointer to something else than the functions that fit".to_string();
        let lost = Inst { results: smallvec![], kind: InstKind::Unsupported { what }, span };
        let Some(after) = after else {
            let end = Terminator { kind: TerminatorKind::Unreachable, span };
            self.body.blocks[at.index()].insts.push(lost);
            self.forget_edges(at.index());
            self.body.blocks[at.index()].terminator = end;
            return 0;
        };
        self.body.blocks[test.index()].insts.push(lost);
        let phis = call.results.iter().zip(incoming).map(|(result, incoming)| Inst {
            results: smallvec![*result],
            kind: InstKind::Phi { incoming, var: None },
            span,
        });
        let insts: Vec<Inst> = phis.chain(tail).collect();
        self.body.blocks.push(Block { name: None, insts, terminator: after });
        2 * fitting.len() + 1
    }

    /// A new value.
    fn value(&mut self, ty: Scalar) -> ValueId {
        self.body.values.push(ValueInfo { ty, name: None });
        ValueId::new(self.body.values.len() - 1)
    }

    /// Whether a call through a pointer agrees with a function.
    fn fits_pointer(&self, inst: &Inst, callee: FuncId) -> bool {
        let function = self.program.function(callee);
        let same = |result: (&ValueId, &Scalar)| self.body.value_type(*result.0) == *result.1;
        self.fits(inst, callee) && inst.results.iter().zip(&function.results).all(same)
    }

    /// Whether the result of a call is returned at once to `rest`, with nothing done on the way that matters.
    fn returns_at_once(&self, at: usize, index: usize, rest: BlockId) -> bool {
        let call = &self.body.blocks[at].insts[index];
        let mut carried: Vec<Operand> = call.results.iter().map(|id| Operand::Value(*id)).collect();
        let (mut block, mut from) = (BlockId::new(at), index + 1);
        for _ in 0..MOST_HOPS {
            let code = &self.body.blocks[block.index()];
            let harmless = |inst: &Inst| {
                matches!(
                    inst.kind,
                    InstKind::VarIs { .. } | InstKind::VarEnd { .. } | InstKind::ScopeEnd { .. }
                )
            };
            let phis = code.insts[from..].iter().take_while(|inst| matches!(inst.kind, InstKind::Phi { .. }));
            if !code.insts[from + phis.count()..].iter().all(harmless) {
                return false;
            }
            let TerminatorKind::Jump(next) = code.terminator.kind else { return false };
            let phis = self.body.blocks[next.index()].insts.iter();
            let mut arriving: Vec<(ValueId, Option<Operand>)> = Vec::new();
            for inst in phis {
                let (InstKind::Phi { incoming, .. }, Some(result)) = (&inst.kind, inst.result()) else {
                    break;
                };
                let operand = incoming.iter().find(|(it, _)| *it == block).map(|(_, operand)| *operand);
                arriving.push((result, operand));
            }
            if next == rest {
                let results: Vec<Option<Operand>> = arriving.iter().map(|(_, operand)| *operand).collect();
                return results == carried.iter().copied().map(Some).collect::<Vec<_>>();
            }
            for value in &mut carried {
                if let Some((result, _)) = arriving.iter().find(|(_, operand)| *operand == Some(*value)) {
                    *value = Operand::Value(*result);
                }
            }
            (block, from) = (next, 0);
        }
        false
    }

    /// Replaces a call and what follows it by a jump to where the function was entered.
    fn jump_back(&mut self, at: usize, index: usize, head: BlockId) {
        let call = self.body.blocks[at].insts[index].clone();
        let InstKind::Call { args, .. } = &call.kind else { panic!("a call is replaced") };
        self.forget_edges(at);
        let block = &mut self.body.blocks[at];
        block.insts.truncate(index);
        block.terminator = Terminator { kind: TerminatorKind::Jump(head), span: call.span };
        self.enter(BlockId::new(at), head, args.iter().map(|arg| arg.value).collect());
    }

    /// Cuts a call.
    ///
    /// Before → after: `a; r = call f(x); b` becomes `a; branch any, enters, past` and a block `past`: `r = call f(x); b`,
    /// where the call stands for its effect. `enters` is the head of the function, which gets the arguments, or a block
    /// that leads there with them.
    fn cut(&mut self, at: BlockId, index: usize, (enters, head): (BlockId, BlockId), cut: usize) {
        let past = BlockId::new(self.body.blocks.len());
        let tail = self.body.blocks[at.index()].insts.split_off(index);
        let (span, InstKind::Call { args, .. }) = (tail[0].span, &tail[0].kind) else {
            panic!("a call is cut")
        };
        let given = args.iter().map(|arg| arg.value).collect::<Vec<_>>();
        let any = self.value(Scalar::BOOL);
        let kind = InstKind::Unwritten { ty: Scalar::BOOL, var: None };
        self.body.blocks[at.index()].insts.push(Inst { results: smallvec![any], kind, span });
        let kind = TerminatorKind::Branch { cond: Operand::Value(any), then: enters, otherwise: past };
        let terminator = self.split(at, Terminator { kind, span }, past);
        self.body.blocks.push(Block { name: None, insts: tail, terminator });
        let from = if enters == head { at } else { enters };
        if enters == head {
            self.enter(at, head, given);
        }
        self.cut_calls.insert(past, CutCall { cut, from });
    }

    /// Makes a block that does nothing but the call at a place.
    fn door(&mut self, at: BlockId, index: usize) -> BlockId {
        let mut call = self.body.blocks[at.index()].insts[index].clone();
        call.results.clear();
        let end = Terminator { kind: TerminatorKind::Unreachable, span: call.span };
        self.body.blocks.push(Block { name: None, insts: vec![call], terminator: end });
        BlockId::new(self.body.blocks.len() - 1)
    }

    /// Adds arguments to the phis of a head.
    fn enter(&mut self, from: BlockId, head: BlockId, args: Vec<Operand>) {
        for (inst, arg) in self.body.blocks[head.index()].insts.iter_mut().zip(args) {
            if let InstKind::Phi { incoming, .. } = &mut inst.kind {
                incoming.push((from, arg));
            }
        }
    }

    /// Gives a block another terminator. Its former one, which is returned, is for the block `rest`.
    fn split(&mut self, at: BlockId, terminator: Terminator, rest: BlockId) -> Terminator {
        let former = std::mem::replace(&mut self.body.blocks[at.index()].terminator, terminator);
        for next in former.kind.successors() {
            // A block that is its own successor is split, too: its phis stay where they are.
            for inst in &mut self.body.blocks[next.index()].insts {
                if let InstKind::Phi { incoming, .. } = &mut inst.kind {
                    let moved = incoming.iter_mut().filter(|(from, _)| *from == at);
                    moved.for_each(|(from, _)| *from = rest);
                }
            }
        }
        former
    }

    /// Takes a block out of the phis behind it.
    fn forget_edges(&mut self, at: usize) {
        for next in self.body.blocks[at].terminator.kind.successors() {
            for inst in &mut self.body.blocks[next.index()].insts {
                if let InstKind::Phi { incoming, .. } = &mut inst.kind {
                    incoming.retain(|(from, _)| from.index() != at);
                }
            }
        }
    }

    /// Replaces an instruction and all that follows it in its block by the end of the path.
    fn end(&mut self, at: usize, index: usize, what: String) {
        let span = self.body.blocks[at].insts[index].span;
        self.forget_edges(at);
        let block = &mut self.body.blocks[at];
        block.insts.truncate(index);
        block.insts.push(Inst { results: smallvec![], kind: InstKind::Unsupported { what }, span });
        block.terminator = Terminator { kind: TerminatorKind::Unreachable, span };
    }

    /// Replaces a call by the code of its function, and says how many blocks that has and, for one that may call itself,
    /// where it is entered and left. They are put at the end, and behind them one with the rest of the caller's block,
    /// the head and the exit.
    fn put(&mut self, at: BlockId, index: usize, callee: FuncId, entered: Entered) -> (usize, Option<Ends>) {
        let is_recursive = entered != Entered::Once;
        let has_exit = matches!(entered, Entered::Cut | Entered::Shared);
        let mut code = self.program.function(callee).body.clone().expect("only functions with code are put");
        let first_block = self.body.blocks.len();
        let rest = BlockId::new(first_block + code.blocks.len());
        let (head, exit) = (BlockId::new(rest.index() + 1), BlockId::new(rest.index() + 2));
        let left_through = if has_exit { exit } else { rest };
        let first_value = self.body.values.len();
        let params = code.params;
        let first_var = self.body.vars.len();
        let mut tail = self.body.blocks[at.index()].insts.split_off(index);
        let call = tail.remove(0);
        let InstKind::Call { args, .. } = &call.kind else { panic!("a call is replaced") };
        let first_param = first_value + code.values.len() - params;
        let value = |id: ValueId| ValueId::new(first_value + id.index() - params);
        let rename = |operand: &mut Operand| {
            if let Operand::Value(id) = operand {
                *operand = match args.get(id.index()).filter(|_| id.index() < params) {
                    Some(_) if is_recursive => Operand::Value(ValueId::new(first_param + id.index())),
                    Some(arg) => arg.value,
                    None => Operand::Value(value(*id)),
                };
            }
        };
        let block = |id: BlockId| BlockId::new(first_block + id.index());
        let var = |id: VarId| VarId::new(first_var + id.index());
        let slots: Vec<(ValueId, Option<Span>)> = code
            .blocks
            .iter()
            .flat_map(|block| &block.insts)
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
                    *kind = TerminatorKind::Jump(left_through);
                }
                TerminatorKind::Unreachable => {}
            }
        }
        let phi = |result: ValueId, incoming: Vec<(BlockId, Operand)>| Inst {
            results: smallvec![result],
            kind: InstKind::Phi { incoming, var: None },
            span: call.span,
        };
        let given = |number: usize| returned.iter().map(|(from, values)| (*from, values[number])).collect();
        let jump = |to: BlockId| Terminator { kind: TerminatorKind::Jump(to), span: call.span };
        let types = &self.program.function(callee).results;
        let params: Vec<ValueId> = (0..args.len()).map(|number| ValueId::new(first_param + number)).collect();
        let results: Vec<ValueId> =
            (0..types.len()).map(|number| ValueId::new(first_param + args.len() + number)).collect();
        let arriving = call.results.iter().enumerate().map(|(number, result)| match has_exit {
            true => phi(*result, vec![(exit, Operand::Value(results[number]))]),
            false => phi(*result, given(number)),
        });
        let insts: Vec<Inst> = arriving.chain(tail).collect();
        // A function that may call itself has a head, which its parameters enter through.
        let first = BlockId::new(first_block);
        let terminator = self.split(at, jump(if is_recursive { head } else { first }), rest);
        let added = code.blocks.len();
        let entering: Vec<Inst> =
            params.iter().zip(args).map(|(param, arg)| phi(*param, vec![(at, arg.value)])).collect();
        let leaving: Vec<Inst> =
            results.iter().enumerate().map(|(number, result)| phi(*result, given(number))).collect();
        self.body.values.extend(code.values.drain(code.params..));
        self.body.vars.append(&mut code.vars);
        self.body.blocks.append(&mut code.blocks);
        self.body.blocks.push(Block { name: None, insts, terminator });
        let new = |ty: Scalar| ValueInfo { ty, name: None };
        if is_recursive {
            self.body.values.extend(args.iter().map(|arg| new(arg.ty)));
            self.body.blocks.push(Block { name: None, insts: entering, terminator: jump(first) });
        }
        let mut cut = None;
        if has_exit {
            self.body.values.extend(types.iter().map(|ty| new(*ty)));
            self.body.blocks.push(Block { name: None, insts: leaving, terminator: jump(rest) });
            cut = Some(self.cuts.len());
            let shared = entered == Entered::Shared;
            self.cuts.push(Cut { shared, head, exit, params, results, blocks: BTreeSet::new() });
        }
        (added, is_recursive.then_some(Ends { head, rest, cut }))
    }
}
