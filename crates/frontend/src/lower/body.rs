//! The body of one function: blocks, values, phis, variables; the machinery that the instructions use.
//!
//! Blocks are lowered in reverse postorder, so that every value is defined before it is used, except in phis, which
//! get their incoming values at the end. An LLVM value is a list of scalars ([`Vals`]).

use super::layout::{self, Flat};
use super::scopes::{Declared, Scopes};
use super::{CalleeKind, Lower, LoweredBody, Lowering, Plan, Symbol, Unsupported, may_be_null};
use crate::llvm::{Node, Opcode, Type, TypeKind, Value, ValueKind};
use ir::{
    Block, BlockId, Body, FloatKind, Inst, InstKind, Operand, Results, Scalar, Span, Terminator,
    TerminatorKind, TypeId, Var, VarId, VarKind,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// The scalars of an LLVM value.
pub type Vals = SmallVec<[Operand; 1]>;

/// The state of lowering one body.
pub struct BodyLowering<'a, 'm> {
    pub(super) context: &'a mut Lowering<'m>,
    pub(super) function: Value<'m>,
    pub(super) body: Body,
    pub(super) plan: Rc<Plan<'m>>,
    pub(super) values: FxHashMap<Value<'m>, Vals>,
    /// The instructions of the block being lowered.
    pub(super) insts: Vec<Inst>,
    /// The position of the instruction being lowered.
    pub(super) span: Option<Span>,
    /// Allocas whose life begins at a marker.
    pub(super) scoped: FxHashSet<Value<'m>>,
    /// Where objects end that have no markers.
    pub(super) scopes: Scopes<'m>,
    /// The variables that live in allocas and by-value parameters.
    variables: FxHashMap<Value<'m>, VarId>,
    /// The variables that live in no memory (in code that was optimised before), by their node.
    registers: FxHashMap<Node<'m>, VarId>,
    /// What these are before an instruction.
    notes: FxHashMap<Value<'m>, Vec<(VarId, Value<'m>)>>,
    /// Phis that have no incoming values yet.
    phis: Vec<PendingPhi<'m>>,
    /// Whether a call may return twice, so that variables must stay in memory.
    pub(super) returns_twice: bool,
}

/// A phi whose incoming values are entered when all blocks are done.
struct PendingPhi<'m> {
    block: BlockId,
    phi: Value<'m>,
    /// The place of its first scalar in the block.
    first: usize,
    types: Rc<Flat>,
}

impl<'m> Lowering<'m> {
    /// Lowers the body of a defined function.
    pub(super) fn lower_body(&mut self, function: Value<'m>) {
        let Some(Symbol::Function(id)) = self.symbols.get(&function).copied() else { return };
        let plan = self.plan(function);
        // No longer needed by others unless it has blocks whose address is taken.
        if !plan.blocks.iter().any(|block| block.is_target_of_addresses()) {
            self.plans.remove(&function);
        }
        let target = self.target;
        let mut lowering = BodyLowering {
            context: self,
            function,
            body: Body::default(),
            plan,
            values: FxHashMap::default(),
            insts: Vec::new(),
            span: None,
            scoped: FxHashSet::default(),
            scopes: Scopes::default(),
            variables: FxHashMap::default(),
            registers: FxHashMap::default(),
            notes: FxHashMap::default(),
            phis: Vec::new(),
            returns_twice: false,
        };
        lowering.lower();
        let BodyLowering { body, returns_twice: pinned, .. } = lowering;
        let lowered = LoweredBody { function: id, body, target, pinned };
        self.bodies.send(lowered).expect("the receiver reads until all senders are gone");
    }
}

impl<'m> BodyLowering<'_, 'm> {
    fn lower(&mut self) {
        let plan = self.plan.clone();
        let declared = self.survey(&plan);
        self.find_scopes(&plan, declared);
        let unreachable = || Terminator { kind: TerminatorKind::Unreachable, span: None };
        self.body.blocks = plan
            .blocks
            .iter()
            .map(|block| Block { name: hint(&block.name()), insts: Vec::new(), terminator: unreachable() })
            .collect();
        if let Err(unsupported) = self.lower_params() {
            // Nothing can be said about a body whose parameters have no meaning.
            self.insts.clear();
            self.unsupported(unsupported, Results::new());
            self.body.blocks[0].insts = std::mem::take(&mut self.insts);
            self.body.blocks.truncate(1);
            return;
        }
        for block in &plan.order {
            let id = plan.ids[block];
            let mut terminator = unreachable();
            for inst in block.instructions() {
                self.span = inst.debug_location().and_then(|location| self.context.debug.location(location));
                if !self.notes.is_empty() {
                    self.lower_notes(inst);
                }
                self.end_scopes(inst);
                match self.is_terminator(inst) {
                    true => {
                        terminator = Terminator { kind: self.lower_terminator(inst), span: self.span };
                    }
                    false => self.lower_inst(id, inst),
                }
            }
            let block = &mut self.body.blocks[id.index()];
            block.insts = std::mem::take(&mut self.insts);
            block.terminator = terminator;
        }
        self.fill_phis();
    }

    fn is_terminator(&self, inst: Value<'m>) -> bool {
        use Opcode::*;
        matches!(
            inst.opcode(),
            Some(
                LLVMRet
                    | LLVMBr
                    | LLVMSwitch
                    | LLVMIndirectBr
                    | LLVMInvoke
                    | LLVMUnreachable
                    | LLVMCallBr
                    | LLVMResume
                    | LLVMCleanupRet
                    | LLVMCatchRet
                    | LLVMCatchSwitch
            )
        )
    }

    /// Finds the variables and the allocas with a scope before any instruction is lowered, and tells where variables
    /// are declared.
    fn survey(&mut self, plan: &Plan<'m>) -> FxHashMap<Value<'m>, Declared<'m>> {
        let mut declared = FxHashMap::default();
        for block in &plan.blocks {
            for inst in block.instructions() {
                for record in inst.debug_records().into_iter().filter(|record| record.is_plain) {
                    let scope = record.variable.enclosing_scope();
                    if let (true, Some(place), Some(scope)) = (record.is_declare, record.value, scope) {
                        declared.entry(place).or_insert(Declared { scope, block: *block });
                    }
                    match record.value {
                        Some(place) if record.is_declare => self.declare_variable(place, record.variable),
                        Some(value) => self.note_value(inst, record.variable, value),
                        None => {}
                    }
                }
                if inst.opcode() == Some(Opcode::LLVMCall) {
                    let called = inst.called();
                    if called.kind() != ValueKind::LLVMFunctionValueKind {
                        self.returns_twice |= inst.has_call_attribute("returns_twice");
                        continue;
                    }
                    match self.context.callee_kind(called) {
                        CalleeKind::ReturnsTwice => self.returns_twice = true,
                        CalleeKind::LifetimeStart if inst.arg_count() == 2 => {
                            self.scoped.insert(inst.operand(1));
                        }
                        _ => {}
                    }
                }
            }
        }
        declared
    }

    fn declare_variable(&mut self, place: Value<'m>, node: Node<'m>) {
        if !self.variables.contains_key(&place)
            && let Some(var) = self.add_variable(node)
        {
            self.variables.insert(place, var);
        }
    }

    /// Notes that a variable has a value from an instruction on.
    fn note_value(&mut self, inst: Value<'m>, node: Node<'m>, value: Value<'m>) {
        let known = self.registers.get(&node).copied();
        let Some(var) = known.or_else(|| self.add_variable(node)) else { return };
        self.registers.insert(node, var);
        self.notes.entry(inst).or_default().push((var, value));
    }

    /// Tells the values of variables that live in no memory, as far as they are scalars.
    fn lower_notes(&mut self, inst: Value<'m>) {
        for (var, value) in self.notes.remove(&inst).unwrap_or_default() {
            let emitted = self.insts.len();
            match self.val(value) {
                Ok(value) => self.effect(InstKind::VarIs { var, value }),
                Err(_) => self.insts.truncate(emitted),
            }
        }
    }

    fn add_variable(&mut self, node: Node<'m>) -> Option<VarId> {
        let variable = node.as_variable().filter(|variable| !variable.name.is_empty())?;
        let var = Var {
            name: variable.name.into_owned(),
            ty: self.context.debug.known(variable.ty),
            kind: variable.parameter.map_or(VarKind::Local, VarKind::Param),
            span: self.context.debug.declaration(variable.file, variable.line),
        };
        self.body.vars.push(var);
        Some(VarId::new(self.body.vars.len() - 1))
    }

    /// The variable at an address, and its type.
    pub(super) fn variable_at(&self, place: Value<'m>) -> (Option<VarId>, Option<TypeId>) {
        let var = self.variables.get(&place).copied();
        (var, var.and_then(|var| self.body.var(var).ty))
    }

    fn lower_params(&mut self) -> Lower<()> {
        let params = self.function.params();
        for param in &params {
            let flat = self.context.flat(param.ty())?;
            let name = hint(&param.name());
            let count = flat.scalars.len();
            let vals =
                flat.scalars.iter().enumerate().map(|(index, ty)| {
                    Operand::Value(self.body.add_value(*ty, numbered(&name, index, count)))
                });
            let vals: Vals = vals.collect();
            self.values.insert(*param, vals);
        }
        self.body.params = self.body.values.len();
        // The result types must have a meaning, too.
        let result = self.function.value_type().result();
        self.context.flat(result)?;
        for (index, param) in params.into_iter().enumerate() {
            if let Some(by_value) = self.function.param_by_value(index as u32) {
                let (size, align) = self.context.by_value(by_value);
                let original = self.values[&param][0];
                let (var, ty) = self.variable_at(param);
                let size = self.context.word(size as i64);
                let name = var.and_then(|var| hint(&self.body.var(var).name));
                let kind = InstKind::Alloca { size, align, scoped: false, var, ty };
                let copy = self.emit_named(Scalar::Ptr, kind, name);
                self.effect(InstKind::MemCopy { dst: copy, src: original, len: size, may_overlap: false });
                self.values.insert(param, smallvec![copy]);
            }
        }
        Ok(())
    }

    /// Lowers an instruction that is no terminator.
    fn lower_inst(&mut self, block: BlockId, inst: Value<'m>) {
        if inst.opcode() == Some(Opcode::LLVMPHI) {
            return self.lower_phi(block, inst);
        }
        let (emitted, known) = (self.insts.len(), self.body.values.len());
        if let Some(why) = self.scopes.keeps(inst) {
            return self.define_unsupported(inst, Unsupported::new(why));
        }
        match self.lower_operation(inst) {
            Ok(vals) => self.define(inst, vals, known),
            Err(unsupported) => {
                self.insts.truncate(emitted);
                self.define_unsupported(inst, unsupported);
            }
        }
    }

    /// Enters the scalars of an instruction's result; those made just now get its name.
    pub(super) fn define(&mut self, inst: Value<'m>, vals: Vals, known: usize) {
        if vals.is_empty() {
            return;
        }
        if self.body.values.len() > known {
            let name = hint(&inst.name());
            for (index, val) in vals.iter().enumerate() {
                if let Some(id) = val.value().filter(|id| id.index() >= known) {
                    let info = &mut self.body.values[id.index()];
                    if info.name.is_none() {
                        info.name = numbered(&name, index, vals.len());
                    }
                }
            }
        }
        self.values.insert(inst, vals);
    }

    /// An `Unsupported` that defines what the instruction would have.
    pub(super) fn define_unsupported(&mut self, inst: Value<'m>, unsupported: Unsupported) {
        let scalars = self.context.flat(inst.ty()).map(|flat| flat.scalars.clone()).unwrap_or_default();
        let known = self.body.values.len();
        let results: Results = scalars.iter().map(|ty| self.body.add_value(*ty, None)).collect();
        let vals = results.iter().map(|id| Operand::Value(*id)).collect();
        self.unsupported(unsupported, results);
        self.define(inst, vals, known);
    }

    pub(super) fn unsupported(&mut self, unsupported: Unsupported, results: Results) {
        let kind = InstKind::Unsupported { what: unsupported.what };
        self.insts.push(Inst { results, kind, span: self.span });
    }

    fn lower_phi(&mut self, block: BlockId, phi: Value<'m>) {
        // Where its type has no scalars, its users are unsupported as well, and say so.
        let Ok(flat) = self.context.flat(phi.ty()) else { return };
        let name = hint(&phi.name());
        let count = flat.scalars.len();
        let first = self.insts.len();
        let mut vals = Vals::new();
        for (index, ty) in flat.scalars.iter().enumerate() {
            let id = self.body.add_value(*ty, numbered(&name, index, count));
            let kind = InstKind::Phi { incoming: Vec::new(), var: None };
            self.insts.push(Inst { results: smallvec![id], kind, span: self.span });
            vals.push(Operand::Value(id));
        }
        self.values.insert(phi, vals);
        self.phis.push(PendingPhi { block, phi, first, types: flat });
    }

    fn fill_phis(&mut self) {
        for PendingPhi { block, phi, first, types } in std::mem::take(&mut self.phis) {
            let mut seen = FxHashSet::default();
            for (value, from) in phi.incoming() {
                // Edges from blocks that cannot be reached do not exist, and several edges from one block agree.
                let Some(from) = self.plan.ids.get(&from).copied() else { continue };
                if !self.is_edge(from, block) || !seen.insert(from) {
                    continue;
                }
                self.span = self.body.blocks[from.index()].terminator.span;
                let vals = self.vals(value).unwrap_or_else(|unsupported| {
                    self.unsupported(unsupported, Results::new());
                    types.scalars.iter().map(|ty| Operand::Undef(*ty)).collect()
                });
                let computed = std::mem::take(&mut self.insts);
                self.body.blocks[from.index()].insts.extend(computed);
                let insts = &mut self.body.blocks[block.index()].insts[first..];
                for (inst, val) in insts.iter_mut().zip(vals) {
                    if let InstKind::Phi { incoming, .. } = &mut inst.kind {
                        incoming.push((from, val));
                    }
                }
            }
        }
    }

    fn is_edge(&self, from: BlockId, to: BlockId) -> bool {
        use TerminatorKind::*;
        match &self.body.blocks[from.index()].terminator.kind {
            Jump(target) => *target == to,
            Branch { then, otherwise, .. } => *then == to || *otherwise == to,
            Switch { cases, default, .. } => *default == to || cases.iter().any(|case| case.1 == to),
            Indirect { targets, .. } => targets.contains(&to),
            Return(_) | Unreachable => false,
        }
    }

    /// Adds an instruction with one result.
    pub(super) fn emit(&mut self, ty: Scalar, kind: InstKind) -> Operand {
        self.emit_named(ty, kind, None)
    }

    pub(super) fn emit_named(&mut self, ty: Scalar, kind: InstKind, name: Option<String>) -> Operand {
        let id = self.body.add_value(ty, name);
        self.insts.push(Inst { results: smallvec![id], kind, span: self.span });
        Operand::Value(id)
    }

    /// Adds an instruction without result.
    pub(super) fn effect(&mut self, kind: InstKind) {
        self.insts.push(Inst { results: Results::new(), kind, span: self.span });
    }

    /// The scalars of an operand.
    pub(super) fn vals(&mut self, value: Value<'m>) -> Lower<Vals> {
        match value.kind() {
            ValueKind::LLVMInstructionValueKind | ValueKind::LLVMArgumentValueKind => {
                match self.values.get(&value) {
                    Some(_) if self.scopes.contains(value) => Ok(smallvec![self.address_now(value)?]),
                    Some(vals) => Ok(vals.clone()),
                    None => {
                        let flat = self.context.flat(value.ty())?;
                        match flat.scalars.is_empty() {
                            true => Ok(Vals::new()),
                            false => Err(Unsupported::new("a value without a definition")),
                        }
                    }
                }
            }
            _ => self.constant(value),
        }
    }

    /// The scalar that an operand is.
    pub(super) fn val(&mut self, value: Value<'m>) -> Lower<Operand> {
        match self.vals(value)?.as_slice() {
            [only] => Ok(*only),
            _ => Err(Unsupported::new("an aggregate where a scalar is expected")),
        }
    }

    fn constant(&mut self, value: Value<'m>) -> Lower<Vals> {
        use ValueKind::*;
        let ty = value.ty();
        match value.kind() {
            LLVMConstantIntValueKind => match layout::scalar(ty)? {
                Scalar::Int(bits) => Ok(smallvec![Operand::int(bits, value.int_value())]),
                _ => Err(Unsupported::new("an integer constant of another type")),
            },
            LLVMConstantFPValueKind => match layout::scalar(ty)? {
                Scalar::Float(kind) => Ok(smallvec![Operand::Float { kind, bits: value.float_bits() }]),
                _ => Err(Unsupported::new("a floating-point constant of another type")),
            },
            LLVMConstantPointerNullValueKind => Ok(smallvec![Operand::Null]),
            LLVMPoisonValueKind if layout::scalar(ty).is_ok() => Err(Unsupported::new(
                "a constant expression without a value (a division by zero, a shift by too much, a float out of range)",
            )),
            // What vectors and structures are put together in starts as poison, too.
            LLVMUndefValueValueKind | LLVMPoisonValueKind => {
                let flat = self.context.flat(ty)?;
                Ok(flat.scalars.iter().map(|ty| Operand::Undef(*ty)).collect())
            }
            LLVMConstantAggregateZeroValueKind => {
                let flat = self.context.flat(ty)?;
                Ok(flat.scalars.iter().map(|ty| zero(*ty)).collect())
            }
            LLVMConstantArrayValueKind
            | LLVMConstantStructValueKind
            | LLVMConstantVectorValueKind
            | LLVMConstantDataArrayValueKind
            | LLVMConstantDataVectorValueKind => {
                // Bounds the number of elements before they are visited.
                self.context.flat(ty)?;
                let mut vals = Vals::new();
                for index in 0..element_count(ty) {
                    let element = value.element(index);
                    let element = element.ok_or_else(|| Unsupported::new("a constant without elements"))?;
                    vals.extend(self.constant(element)?);
                }
                Ok(vals)
            }
            LLVMConstantExprValueKind
            | LLVMGlobalVariableValueKind
            | LLVMFunctionValueKind
            | LLVMGlobalAliasValueKind
            | LLVMBlockAddressValueKind => self.expression(value),
            LLVMGlobalIFuncValueKind => {
                Err(Unsupported::new(format!("indirect function `{}`", value.name())))
            }
            kind => Err(Unsupported::new(format!("an operand of LLVM value kind {kind:?}"))),
        }
    }

    fn expression(&mut self, value: Value<'m>) -> Lower<Vals> {
        let Some(folded) = self.context.fold(value) else {
            return match value.kind() {
                ValueKind::LLVMConstantExprValueKind => self.lower_operation(value),
                _ if self.context.weak.contains(&value) => Err(Unsupported::new(may_be_null(&value.name()))),
                _ => Err(Unsupported::new(format!("the address of `{}`", value.name()))),
            };
        };
        let word = self.context.target.word();
        let pointer = match (folded.pointer(), folded.base) {
            (Some(pointer), _) => pointer,
            (None, Some(base)) => {
                let offset = self.context.word(folded.offset as i64);
                self.emit(Scalar::Ptr, InstKind::PtrAdd { base, offset, via: None })
            }
            (None, None) if value.ty().kind() == TypeKind::LLVMPointerTypeKind => {
                let value = self.context.word(folded.offset as i64);
                self.cast(ir::CastOp::IntToPtr, value, Scalar::Ptr)
            }
            (None, None) => Operand::Null,
        };
        Ok(smallvec![match layout::scalar(value.ty())? {
            Scalar::Int(bits) if folded.base.is_none() => Operand::int(bits, folded.offset as u128),
            Scalar::Int(_) => self.cast(ir::CastOp::PtrToInt, pointer, word),
            _ => pointer,
        }])
    }

    /// The type of an operand.
    pub(super) fn type_of(&self, operand: Operand) -> Scalar {
        self.body.operand_type(operand)
    }
}

/// The number of members of a constant aggregate.
fn element_count(ty: Type) -> u32 {
    match ty.kind() {
        TypeKind::LLVMStructTypeKind => ty.fields().len() as u32,
        _ => ty.sequence().1 as u32,
    }
}

/// The zero of a type.
pub fn zero(ty: Scalar) -> Operand {
    match ty {
        Scalar::Int(bits) => Operand::int(bits, 0),
        Scalar::Float(kind) => Operand::Float { kind, bits: 0 },
        Scalar::Ptr => Operand::Null,
    }
}

/// The integer with all bits set.
pub fn ones(bits: u8) -> Operand {
    Operand::int(bits, u128::MAX)
}

/// The format of a float scalar.
pub fn float_kind(ty: Scalar) -> Lower<FloatKind> {
    match ty {
        Scalar::Float(kind) => Ok(kind),
        _ => Err(Unsupported::new("a floating-point operation on another type")),
    }
}

/// The width of an integer scalar.
pub fn int_bits(ty: Scalar) -> Lower<u8> {
    match ty {
        Scalar::Int(bits) => Ok(bits),
        _ => Err(Unsupported::new("an integer operation on another type")),
    }
}

/// An LLVM name as a hint: only letters, digits, `_` and `.` are kept.
pub fn hint(name: &str) -> Option<String> {
    let keep = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    match name.chars().all(keep) {
        _ if name.is_empty() => None,
        true => Some(name.to_string()),
        false => Some(name.chars().map(|c| if keep(c) { c } else { '_' }).collect()),
    }
}

/// The hint for one of several scalars.
fn numbered(name: &Option<String>, index: usize, count: usize) -> Option<String> {
    match count {
        1 => name.clone(),
        _ => name.as_ref().map(|name| format!("{name}.{index}")),
    }
}
