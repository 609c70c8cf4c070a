//! What all pieces of one function share: its code, the types, and what is known of other functions.

use crate::code::allocators;
use crate::code::counters::{self, Paths};
use crate::solver::solve::Oracle;
use crate::solver::term::Field;
use crate::summary::Summaries;
use crate::summary::writing::{self, Writes};
use crate::types::layout::{Layouts, TargetId};
use crate::types::pointers;
use crate::types::signature::{self, Passed, Role, Signature};
use clib::Allocation;
use engine::{Budget, Malloc};
use ir::cfg::Cfg;
use ir::liveness::Liveness;
use ir::{
    Arg, BlockId, Body, Callee, CmpOp, FuncId, Function, Inst, InstKind, Operand, Program, Scalar,
    TerminatorKind, TypeId, ValueId,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// What all pieces of one function share.
pub struct Context<'a> {
    /// The program.
    pub program: &'a Program,
    /// The node types.
    pub layouts: &'a Layouts<'a>,
    /// What is known of other functions.
    pub summaries: &'a Summaries,
    /// The function.
    pub function: &'a Function,
    /// Its code.
    pub body: &'a Body,
    /// Whether allocation can fail.
    pub malloc: Malloc,
    /// When to stop.
    pub budget: &'a Budget,
    /// Answers questions about paths.
    pub oracle: Oracle<'a>,
    /// Local arrays that are used by counting.
    pub paths: Paths,
    /// The members that the function writes.
    pub stores: BTreeSet<Field>,
    /// What may have been written when a block is entered, as far as somebody asked: then memory does not hold what callers
    /// gave.
    writes: RefCell<BTreeMap<BlockId, Arc<Writes>>>,
    /// Which blocks follow which.
    cfg: Cfg,
    /// Which values are comparisons.
    pub compares: HashMap<ValueId, (CmpOp, Operand, Operand)>,
    /// Which values may be read from the start of each block.
    liveness: Liveness,
    /// The instructions that give values.
    definitions: HashMap<ValueId, &'a Inst>,
    cuts: BTreeSet<BlockId>,
    is_cut_at_joins: bool,
    names: HashMap<ValueId, String>,
    /// What pointers point to, as their uses say.
    targets: HashMap<ValueId, TargetId>,
    /// The types of local variables in memory.
    objects: HashMap<ValueId, TargetId>,
}

impl<'a> Context<'a> {
    /// The context of a function with a body.
    pub fn new(
        program: &'a Program,
        layouts: &'a Layouts<'a>,
        summaries: &'a Summaries,
        id: FuncId,
        body: &'a Body,
        malloc: Malloc,
        budget: &'a Budget,
    ) -> Context<'a> {
        let cfg = Cfg::new(body);
        let liveness = Liveness::new(body, &cfg);
        let mut cuts = BTreeSet::new();
        for &block in cfg.reverse_postorder() {
            cuts.extend(cfg.successors(block).iter().filter(|next| cfg.is_retreating(block, **next)));
        }
        let mut context = Context {
            program,
            layouts,
            summaries,
            function: program.function(id),
            body,
            malloc,
            budget,
            oracle: Oracle::new(layouts, budget),
            paths: counters::paths(body),
            stores: BTreeSet::new(),
            writes: RefCell::default(),
            cfg,
            compares: HashMap::new(),
            liveness,
            definitions: body
                .blocks
                .iter()
                .flat_map(|block| &block.insts)
                .filter_map(|inst| Some((inst.result()?, inst)))
                .collect(),
            cuts,
            is_cut_at_joins: false,
            names: HashMap::new(),
            targets: HashMap::new(),
            objects: HashMap::new(),
        };
        context.collect();
        context
    }

    /// Cuts the function wherever control flow joins, so that a piece has few paths.
    pub fn cut_at_joins(&mut self) {
        let cfg = Cfg::new(self.body);
        let joins = cfg.reverse_postorder().iter().filter(|block| cfg.predecessors(**block).len() > 1);
        self.cuts.extend(joins);
        self.is_cut_at_joins = true;
    }

    /// Whether the function is cut wherever control flow joins.
    pub fn is_cut_at_joins(&self) -> bool {
        self.is_cut_at_joins
    }

    /// The conditions that were decided on every way to a block, and how.
    pub fn decided_before(&self, block: BlockId) -> Vec<(ValueId, bool)> {
        let cfg = Cfg::new(self.body);
        let mut all = Vec::new();
        let mut at = block;
        while let Some(above) = cfg.immediate_dominator(at) {
            if let TerminatorKind::Branch { cond: Operand::Value(cond), then, otherwise } =
                &self.body.block(above).terminator.kind
                && then != otherwise
            {
                // Only one side leads here, and nobody enters it from elsewhere.
                let leads = |side: BlockId| cfg.predecessors(side) == [above] && cfg.dominates(side, block);
                match (leads(*then), leads(*otherwise)) {
                    (true, false) => all.push((*cond, true)),
                    (false, true) => all.push((*cond, false)),
                    _ => {}
                }
            }
            at = above;
        }
        all
    }

    /// The places where the function is cut.
    pub fn cuts(&self) -> &BTreeSet<BlockId> {
        &self.cuts
    }

    /// Whether the function is cut at a block.
    pub fn is_cut(&self, block: BlockId) -> bool {
        self.cuts.contains(&block)
    }

    /// The values that are live at the start of a block, its phis included.
    pub fn live_at(&self, block: BlockId) -> Vec<ValueId> {
        let live = self.liveness.live_after(self.body, block, None);
        let phis = self.body.block(block).insts.iter();
        let phis = phis.take_while(|inst| matches!(inst.kind, InstKind::Phi { .. }));
        let mut values: BTreeSet<usize> = live.iter().collect();
        values.extend(phis.filter_map(|inst| inst.result()).map(ValueId::index));
        values.into_iter().map(ValueId::new).collect()
    }

    /// The instruction that gives a value; none for a parameter.
    pub fn definition(&self, id: ValueId) -> Option<&'a Inst> {
        self.definitions.get(&id).copied()
    }

    /// What to call a value.
    pub fn value_name(&self, id: ValueId) -> String {
        match (self.names.get(&id), &self.body.values[id.index()].name) {
            (Some(name), _) => name.clone(),
            (None, Some(name)) => {
                name.trim_end_matches(|it: char| it.is_ascii_digit() || it == '.').to_string()
            }
            (None, None) => "a value".to_string(),
        }
    }

    /// What a pointer points to, by its type in the source.
    pub fn value_target(&self, id: ValueId) -> Option<TargetId> {
        self.targets.get(&id).copied()
    }

    /// What the source types say about the scalars of a function.
    pub fn signature(&self, function: &Function) -> Signature {
        signature::signature(self.program, self.layouts, function)
    }

    /// What the type of the pointer says about the scalars of an indirect call; nothing where its type is not known.
    pub fn signature_of_call(&self, inst: &Inst, args: &[Arg]) -> Signature {
        let InstKind::Call { callee: Callee::Indirect(pointer), .. } = &inst.kind else {
            return Signature::default();
        };
        let Some(ty) = pointers::type_of(self.program, self.function, self.body, *pointer) else {
            return Signature::default();
        };
        let params: Vec<Passed> =
            args.iter().map(|arg| Passed { ty: arg.ty, is_copy: arg.by_value.is_some() }).collect();
        let results: Vec<Scalar> = inst.results.iter().map(|result| self.body.value_type(*result)).collect();
        signature::of_type(self.program, self.layouts, self.program.types.pointee(ty), &params, &results)
    }

    /// What an indirect call does, if the type of the pointer and its name say that it gives or takes memory.
    pub fn allocation_of_call(&self, inst: &Inst, name: &str) -> Option<Allocation> {
        let InstKind::Call { callee: Callee::Indirect(pointer), .. } = &inst.kind else { return None };
        let ty = pointers::type_of(self.program, self.function, self.body, *pointer)?;
        allocators::of_type(self.program, self.program.types.pointee(ty)?, name)
    }

    /// The target that a role asks for when it is handed over, if integrity is claimed for it.
    pub fn role_target(&self, role: Role) -> Option<TargetId> {
        match role {
            Role::Pointer(ty) => self.claimed_target(ty),
            Role::Link(target) | Role::Copy(target) => Some(target),
            Role::Result(_) | Role::Plain => None,
        }
    }

    /// The target of a pointer type for which integrity is claimed: structs, and pointers to them.
    pub fn claimed_target(&self, ty: TypeId) -> Option<TargetId> {
        self.layouts.pointer_target(ty)
    }

    fn collect(&mut self) {
        let body = self.body;
        for block in &body.blocks {
            for inst in &block.insts {
                match &inst.kind {
                    InstKind::Compare { op, lhs, rhs } => {
                        self.compares.extend(inst.result().map(|result| (result, (*op, *lhs, *rhs))));
                    }
                    InstKind::VarIs { var, value: Operand::Value(id) } => {
                        let variable = body.var(*var);
                        self.names.entry(*id).or_insert_with(|| variable.name.clone());
                        self.learn(*id, variable.ty.and_then(|ty| self.layouts.pointer_target(ty)));
                    }
                    InstKind::Phi { var: Some(var), incoming } => {
                        let variable = body.var(*var);
                        let target = variable.ty.and_then(|ty| self.layouts.pointer_target(ty));
                        if let Some(result) = inst.result() {
                            self.names.insert(result, variable.name.clone());
                            self.targets.extend(target.map(|target| (result, target)));
                        }
                        for id in incoming.iter().filter_map(|(_, operand)| operand.value()) {
                            self.learn(id, target);
                        }
                    }
                    _ => {}
                }
            }
        }
        self.collect_uses();
        self.collect_through_phis();
        self.collect_objects();
    }

    /// What uses other than variables say about what pointers point to.
    fn collect_uses(&mut self) {
        let body = self.body;
        let mut members = HashMap::new();
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            if let InstKind::PtrAdd { base, offset, via: Some(via) } = &inst.kind
                && let Some(target) = self.layouts.object_target(*via)
                && self.layouts.get(target).is_record
            {
                if let Operand::Value(id) = base {
                    self.learn(*id, Some(target));
                }
                if let (Some(result), Operand::Int { value, .. }) = (inst.result(), offset) {
                    members.insert(result, (target, *value as i64));
                }
            }
        }
        let pointer = u64::from(self.program.target.pointer_bytes);
        for block in &body.blocks {
            for inst in &block.insts {
                if let InstKind::Store { ptr: Operand::Value(at), .. } = &inst.kind
                    && let Some(&(target, offset)) = members.get(at)
                    && let Some(spot) = self.layouts.spot(target, offset, pointer)
                {
                    self.stores.insert(Field { owner: spot.owner, at: spot.at });
                }
                if let InstKind::Store {
                    ty: Scalar::Ptr,
                    value: Operand::Value(id),
                    ptr: Operand::Value(at),
                    ..
                } = &inst.kind
                    && let Some(&(target, offset)) = members.get(at)
                    && let Some(spot) = self.layouts.spot(target, offset, pointer)
                    && let crate::types::layout::SpotKind::Link(link) = spot.kind
                {
                    self.learn(*id, Some(link));
                }
            }
            if let ir::TerminatorKind::Return(values) = &block.terminator.kind
                && let [Operand::Value(id)] = values.as_slice()
            {
                let result = self.signature(self.function).results.first().copied();
                self.learn(*id, result.and_then(|role| self.role_target(role)));
            }
        }
    }

    /// A value that becomes a phi of known type has that type.
    fn collect_through_phis(&mut self) {
        let body = self.body;
        // Phis of phis are rare: a few rounds find them all.
        for _ in 0..3 {
            for inst in body.blocks.iter().flat_map(|block| &block.insts) {
                if let (InstKind::Phi { incoming, .. }, Some(result)) = (&inst.kind, inst.result()) {
                    let target = self.targets.get(&result).copied();
                    for id in incoming.iter().filter_map(|(_, operand)| operand.value()) {
                        self.learn(id, target);
                    }
                }
            }
        }
    }

    /// The types of local variables in memory: as declared, as members are accessed, or as they are copied.
    fn collect_objects(&mut self) {
        let body = self.body;
        let insts = || body.blocks.iter().flat_map(|block| &block.insts);
        let mut sizes = HashMap::new();
        for inst in insts() {
            if let (InstKind::Alloca { size: Operand::Int { value, .. }, ty, .. }, Some(id)) =
                (&inst.kind, inst.result())
            {
                sizes.insert(id, *value);
                let declared = ty.and_then(|ty| self.layouts.object_target(ty));
                self.objects.extend(declared.map(|target| (id, target)));
            }
        }
        // A temporary that the compiler makes, as for atomic accesses, is what is written to or read from it.
        for inst in insts() {
            let (slot, value) = match &inst.kind {
                InstKind::Store {
                    ty: Scalar::Ptr,
                    ptr: Operand::Value(slot),
                    value: Operand::Value(value),
                    ..
                } => (*slot, Some(*value)),
                InstKind::Load { ty: Scalar::Ptr, ptr: Operand::Value(slot), .. } => (*slot, inst.result()),
                _ => continue,
            };
            let pointer = u128::from(self.program.target.pointer_bytes);
            if sizes.get(&slot) == Some(&pointer)
                && let Some(target) = value.and_then(|value| self.targets.get(&value))
                && let Some(link) = self.layouts.link_to(*target)
            {
                self.objects.entry(slot).or_insert(link);
            }
        }
        let fits = |target: TargetId, layouts: &Layouts<'_>, id: &ValueId| {
            sizes.get(id).is_some_and(|size| *size == u128::from(layouts.get(target).size))
        };
        for inst in insts() {
            if let InstKind::PtrAdd { base: Operand::Value(id), via: Some(via), .. } = &inst.kind
                && let Some(target) = self.layouts.object_target(*via)
                && fits(target, self.layouts, id)
            {
                self.objects.entry(*id).or_insert(target);
            }
        }
        for inst in insts() {
            if let InstKind::MemCopy { dst: Operand::Value(dst), src: Operand::Value(src), .. } = &inst.kind {
                for (from, to) in [(src, dst), (dst, src)] {
                    let known = self.objects.get(from).or_else(|| self.targets.get(from)).copied();
                    if let Some(target) = known
                        && fits(target, self.layouts, to)
                    {
                        self.objects.entry(*to).or_insert(target);
                    }
                }
            }
        }
    }

    /// What may have been written when a block is entered: by blocks from which it can be reached.
    pub fn writes_before(&self, block: BlockId) -> Arc<Writes> {
        if let Some(known) = self.writes.borrow().get(&block) {
            return known.clone();
        }
        let mut before: BTreeSet<BlockId> = BTreeSet::new();
        let mut waiting = vec![block];
        while let Some(at) = waiting.pop() {
            waiting.extend(self.cfg.predecessors(at).iter().filter(|it| before.insert(**it)));
        }
        let callees = |callee: FuncId| &*self.summaries.writes[callee.index()];
        let is_before = |block| before.contains(&block);
        let found =
            writing::of_body(self.program, self.layouts, self.function, self.body, &is_before, &callees);
        let found = Arc::new(found);
        self.writes.borrow_mut().insert(block, found.clone());
        found
    }

    /// The type of a local variable in memory.
    pub fn object_target(&self, id: ValueId) -> Option<TargetId> {
        self.objects.get(&id).copied()
    }

    fn learn(&mut self, id: ValueId, target: Option<TargetId>) {
        if let Some(target) = target {
            self.targets.entry(id).or_insert(target);
        }
    }
}
