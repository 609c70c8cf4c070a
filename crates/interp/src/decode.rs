//! Decoding: from the body of a function to what the executor walks over.
//!
//! before: blocks of instructions, phis first  
//! after: one row of operations; each edge into a block with phis ends with the moves that set them, in an order
//! in which no move overwrites what another still reads, through a spare register where they form a cycle.

use crate::accelerate::counting_loops;
use crate::code::{Call, CallArg, Code, Indirect, Op, Origin, Pc, Rare, Src, Switch, Target};
use crate::memory::Memory;
use crate::value::{Prov, Value, Wide};
use ir::cfg::Cfg;
use ir::long_loops::{LongLoop, LongLoops};
use ir::{
    BinaryOp, BlockId, Body, Callee, CastOp, FuncId, Inst, InstKind, Operand, Program, Scalar,
    TerminatorKind, ValueId,
};
use std::collections::HashMap;

/// Whether a scalar takes two registers.
pub fn is_wide(ty: Scalar, program: &Program) -> bool {
    ty.bits(program.target) > 64
}

/// Whether a pointer fits into a value.
pub fn has_room_for_pointer(ty: Scalar, program: &Program) -> bool {
    ty.bits(program.target) >= 8 * program.target.pointer_bytes
}

/// What of a configuration matters for decoding.
#[derive(Clone, Copy)]
pub struct Options {
    /// Whether signed arithmetic keeps its mark.
    pub check_overflow: bool,
    /// After how many rounds loops are given up that go round too often.
    pub long_loops: Option<u64>,
}

/// Decodes the body of function `id`.
pub fn decode(program: &Program, id: FuncId, body: &Body, memory: &Memory, options: Options) -> Code {
    let mut registers = 0;
    let mut allot = |wide: bool| {
        let slot = registers;
        registers += 1 + u32::from(wide);
        slot
    };
    let slots = body.values.iter().map(|value| allot(is_wide(value.ty, program))).collect();
    let mut wide_vars = vec![false; body.vars.len()];
    let mut pointer_vars = vec![false; body.vars.len()];
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        if let InstKind::VarIs { var, value } = &inst.kind {
            let ty = body.operand_type(*value);
            wide_vars[var.index()] |= is_wide(ty, program);
            pointer_vars[var.index()] |= has_room_for_pointer(ty, program);
        }
    }
    let var_slots = wide_vars.iter().map(|wide| allot(*wide)).collect();
    let spare = allot(false);
    let cfg = Cfg::new(body);
    let counting = counting_loops(body, &cfg).into_iter().map(|head| (head, allot(false))).collect();
    let code = Code {
        id,
        ops: Vec::new(),
        origins: Vec::new(),
        consts: Vec::new(),
        registers: registers as usize,
        slots,
        var_slots,
        pointer_vars,
        calls: Vec::new(),
        rares: Vec::new(),
        switches: Vec::new(),
        indirects: Vec::new(),
        returns: Vec::new(),
    };
    let mut decoder = Decoder {
        program,
        body,
        memory,
        check_overflow: options.check_overflow,
        spare,
        code,
        pool: HashMap::new(),
        uses: count_uses(body),
        counting,
        long_loops: options.long_loops.map_or_else(Vec::new, |rounds| long_loops(body, &cfg, rounds)),
        starts: vec![0; body.blocks.len()],
        stubs: HashMap::new(),
        wide_vars,
        at: Origin { block: 0, inst: 0, edge: false },
    };
    decoder.run();
    decoder.code
}

/// The loops that are given up after some rounds, with the value that the counter has then.
fn long_loops(body: &Body, cfg: &Cfg, rounds: u64) -> Vec<(LongLoop, u64)> {
    let found = LongLoops::new(body, cfg).loops.into_iter();
    // A counter of two registers is not looked at: there is hardly any.
    let narrow = found.filter(|it| it.bits() <= 64);
    narrow.map(|it| (it.clone(), it.after(rounds) as u64)).collect()
}

/// How often each value is read.
fn count_uses(body: &Body) -> Vec<u32> {
    let mut uses = vec![0; body.values.len()];
    for block in &body.blocks {
        for inst in &block.insts {
            inst.kind.for_each_value(|value| uses[value.index()] += 1);
        }
        block.terminator.kind.for_each_value(|value| uses[value.index()] += 1);
    }
    uses
}

/// A constant as the pool tells them apart: bits, undefined bits, provenance, and the same of the upper half.
type Constant = (u64, u64, Prov, Option<(u64, u64)>);

struct Decoder<'a> {
    program: &'a Program,
    body: &'a Body,
    memory: &'a Memory,
    check_overflow: bool,
    /// A register for cycles of moves.
    spare: u32,
    code: Code,
    /// The positions of constants in the pool.
    pool: HashMap<Constant, u32>,
    uses: Vec<u32>,
    /// The heads of the loops that only count, with the registers that count their rounds.
    counting: Vec<(BlockId, u32)>,
    /// The loops that are given up, with the value of the counter.
    long_loops: Vec<(LongLoop, u64)>,
    /// The first operation of each block.
    starts: Vec<Pc>,
    /// Where the moves of an edge stand, for edges that could not have them in line.
    stubs: HashMap<(BlockId, BlockId), Pc>,
    /// Whether each variable takes two registers.
    wide_vars: Vec<bool>,
    at: Origin,
}

/// The address of an edge until all blocks have theirs: targets are first written as block numbers.
type Edge = (BlockId, BlockId);

impl Decoder<'_> {
    fn run(&mut self) {
        let body = self.body;
        // Terminators are emitted with the number of the block as target, and patched when all starts are known.
        let mut patches: Vec<(Pc, BlockId)> = Vec::new();
        let mut edges: Vec<Edge> = Vec::new();
        for block in body.block_ids() {
            self.starts[block.index()] = self.here();
            let (insts, terminator) = (&body.block(block).insts, &body.block(block).terminator);
            self.give_up_at(block);
            self.accelerate_at(block);
            let fused = self.fused_compare(block);
            let count = insts.len() - usize::from(fused);
            for (index, inst) in insts[..count].iter().enumerate() {
                self.at = Origin { block: block.0, inst: index as u32, edge: false };
                self.instruction(inst);
            }
            self.at = Origin { block: block.0, inst: insts.len() as u32, edge: false };
            if let TerminatorKind::Jump(to) = &terminator.kind {
                self.at.edge = true;
                self.moves(block, *to);
            } else {
                edges.extend(terminator.kind.successors().into_iter().map(|to| (block, to)));
            }
            patches.push((self.here(), block));
            let compare = if fused { insts.last() } else { None };
            self.terminator(&terminator.kind, compare);
        }
        for edge in edges {
            if self.has_phis(edge.1) {
                self.stubs.insert(edge, self.here());
                let inst = body.block(edge.0).insts.len() as u32;
                self.at = Origin { block: edge.0.0, inst, edge: true };
                self.moves(edge.0, edge.1);
                let to = self.starts[edge.1.index()];
                self.emit(Op::Jump { to });
            }
        }
        for (pc, block) in patches {
            self.patch(pc, block);
        }
    }

    /// What ends the run at the head of a loop that goes round too often.
    fn give_up_at(&mut self, head: BlockId) {
        let Some((found, value)) = self.long_loops.iter().find(|(found, _)| found.head == head) else {
            return;
        };
        let counter = Src(self.code.slots[found.counter().index()]);
        let (value, reason) = (*value, found.reason().into_boxed_str());
        self.at = self.behind_phis(head);
        self.rare(Rare::LongLoop { counter, value, reason });
    }

    /// What leaves out rounds at the head of a loop that only counts.
    fn accelerate_at(&mut self, block: BlockId) {
        if let Some((_, rounds)) = self.counting.iter().find(|(head, _)| *head == block) {
            let rare = Rare::Accelerate { rounds: *rounds, head: self.starts[block.index()] };
            self.at = self.behind_phis(block);
            self.rare(rare);
        }
    }

    /// The first instruction of a block that is no phi: what those after the phis read is still needed.
    fn behind_phis(&self, block: BlockId) -> Origin {
        let insts = self.body.block(block).insts.iter();
        let phis = insts.take_while(|inst| matches!(inst.kind, InstKind::Phi { .. }));
        Origin { block: block.0, inst: phis.count() as u32, edge: false }
    }

    fn here(&self) -> Pc {
        self.code.ops.len() as Pc
    }

    fn emit(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.origins.push(self.at);
    }

    fn rare(&mut self, rare: Rare) {
        self.code.rares.push(rare);
        let table = (self.code.rares.len() - 1) as u32;
        self.emit(Op::Rare { table });
    }

    fn has_phis(&self, block: BlockId) -> bool {
        matches!(self.body.block(block).insts.first(), Some(Inst { kind: InstKind::Phi { .. }, .. }))
    }

    /// Whether the block ends with a comparison that only its branch reads.
    fn fused_compare(&self, block: BlockId) -> bool {
        let block = self.body.block(block);
        let (Some(last), TerminatorKind::Branch { cond, .. }) = (block.insts.last(), &block.terminator.kind)
        else {
            return false;
        };
        match (&last.kind, last.result()) {
            (InstKind::Compare { lhs, .. }, Some(result)) => {
                *cond == Operand::Value(result)
                    && self.uses[result.index()] == 1
                    && !self.is_wide(self.body.operand_type(*lhs))
            }
            _ => false,
        }
    }

    fn is_wide(&self, ty: Scalar) -> bool {
        is_wide(ty, self.program)
    }

    fn bits(&self, ty: Scalar) -> u8 {
        ty.bits(self.program.target) as u8
    }

    fn constant(&mut self, value: Wide, wide: bool) -> Src {
        let key =
            (value.lo.bits, value.lo.undef, value.lo.prov, wide.then_some((value.hi.bits, value.hi.undef)));
        let pool = &mut self.code.consts;
        let position = *self.pool.entry(key).or_insert_with(|| {
            pool.push(value.lo);
            if wide {
                pool.push(value.hi);
                return pool.len() as u32 - 2;
            }
            pool.len() as u32 - 1
        });
        Src(position | Src::CONST)
    }

    fn src(&mut self, operand: &Operand) -> Src {
        let narrow = Wide::narrow;
        let value = match *operand {
            Operand::Value(id) => return Src(self.code.slots[id.index()]),
            Operand::Int { bits, value } => return self.constant(Wide::from_bits(value), bits > 64),
            Operand::Float { kind, bits } => return self.constant(Wide::from_bits(bits), kind.bits() > 64),
            Operand::Null => narrow(Value::ZERO),
            Operand::Global { id, offset } => narrow(self.memory.global_address(self.program, id, offset)),
            Operand::Func(id) => narrow(self.memory.function_address(id)),
            Operand::Block(function, block) => narrow(self.memory.label_address(function, block)),
            Operand::Undef(ty) => {
                let undef = Wide::undefined(crate::arith::mask(self.bits(ty)));
                return self.constant(undef, self.is_wide(ty));
            }
        };
        self.constant(value, false)
    }

    fn dst(&self, inst: &Inst) -> u32 {
        inst.results.first().map_or(self.spare, |value| self.slot(*value))
    }

    fn slot(&self, value: ValueId) -> u32 {
        self.code.slots[value.index()]
    }

    /// The moves that set the phis of `to` when control comes from `from`.
    fn moves(&mut self, from: BlockId, to: BlockId) {
        let mut pending: Vec<(u32, Src)> = Vec::new();
        let body = self.body;
        for inst in &body.block(to).insts {
            let (InstKind::Phi { incoming, .. }, Some(result)) = (&inst.kind, inst.result()) else { break };
            let Some((_, operand)) = incoming.iter().find(|(block, _)| *block == from) else { continue };
            let (slot, source) = (self.slot(result), self.src(operand));
            pending.push((slot, source));
            if self.is_wide(body.value_type(result)) {
                pending.push((slot + 1, source.high()));
            }
        }
        pending.retain(|(slot, source)| source.0 != *slot);
        while !pending.is_empty() {
            let free = pending.iter().position(|(slot, _)| pending.iter().all(|(_, other)| other.0 != *slot));
            match free {
                Some(position) => {
                    let (to, from) = pending.remove(position);
                    self.emit(Op::Move { to, from });
                }
                None => {
                    // Only cycles are left: set one value aside, and read it from there.
                    let aside = pending[0].0;
                    self.emit(Op::Move { to: self.spare, from: Src(aside) });
                    for (_, source) in pending.iter_mut().filter(|(_, source)| source.0 == aside) {
                        *source = Src(self.spare);
                    }
                }
            }
        }
    }

    fn terminator(&mut self, kind: &TerminatorKind, compare: Option<&Inst>) {
        match kind {
            TerminatorKind::Jump(to) => self.emit(Op::Jump { to: to.0 }),
            TerminatorKind::Branch { cond, then, otherwise } => {
                let (then, otherwise) = (then.0, otherwise.0);
                match compare.map(|inst| &inst.kind) {
                    Some(InstKind::Compare { op, lhs, rhs }) => {
                        let bits = self.bits(self.body.operand_type(*lhs));
                        let (a, b) = (self.src(lhs), self.src(rhs));
                        self.emit(Op::CompareBranch { op: *op, bits, a, b, then, otherwise });
                    }
                    _ => {
                        let cond = self.src(cond);
                        self.emit(Op::Branch { cond, then, otherwise });
                    }
                }
            }
            TerminatorKind::Switch { value, cases, default } => {
                let ty = self.body.operand_type(*value);
                let mut cases: Vec<_> = cases.iter().map(|(value, to)| (*value, to.0)).collect();
                cases.sort_unstable();
                let value = self.src(value);
                self.code.switches.push(Switch { value, ty, cases, default: default.0 });
                let table = (self.code.switches.len() - 1) as u32;
                self.emit(Op::Switch { table });
            }
            TerminatorKind::Indirect { address, targets } => {
                let address = self.src(address);
                let label = |to: &BlockId| (self.memory.label_address(self.code.id, *to).bits, to.0);
                let targets = targets.iter().map(label).collect();
                self.code.indirects.push(Indirect { address, targets });
                let table = (self.code.indirects.len() - 1) as u32;
                self.emit(Op::Indirect { table });
            }
            TerminatorKind::Return(values) => {
                let values = values.iter().map(|value| (self.src(value), self.body.operand_type(*value)));
                let values: Vec<_> = values.collect();
                self.code.returns.push(values);
                let table = (self.code.returns.len() - 1) as u32;
                self.emit(Op::Return { table });
            }
            TerminatorKind::Unreachable => self.emit(Op::Unreachable),
        }
    }

    /// Replaces block numbers by positions in the terminator of `block`.
    fn patch(&mut self, pc: Pc, block: BlockId) {
        let (starts, stubs) = (&self.starts, &self.stubs);
        let resolve = |to: &mut Pc| {
            let target = BlockId(*to);
            *to = stubs.get(&(block, target)).copied().unwrap_or(starts[target.index()]);
        };
        match &mut self.code.ops[pc as usize] {
            Op::Jump { to } => *to = starts[*to as usize],
            Op::Branch { then, otherwise, .. } | Op::CompareBranch { then, otherwise, .. } => {
                resolve(then);
                resolve(otherwise);
            }
            Op::Switch { table } => {
                let switch = &mut self.code.switches[*table as usize];
                switch.cases.iter_mut().for_each(|case| resolve(&mut case.1));
                resolve(&mut switch.default);
            }
            Op::Indirect { table } => {
                self.code.indirects[*table as usize].targets.iter_mut().for_each(|to| resolve(&mut to.1));
            }
            _ => {}
        }
    }

    fn instruction(&mut self, inst: &Inst) {
        let to = self.dst(inst);
        match &inst.kind {
            InstKind::Phi { .. } => {}
            InstKind::Alloca { size, align, scoped, var, .. } => {
                let size = self.src(size);
                self.rare(Rare::Alloca { to, size, align: *align, scoped: *scoped, var: *var });
            }
            InstKind::ScopeBegin { slot } => self.rare(Rare::ScopeBegin { slot: self.slot(*slot) }),
            InstKind::ScopeEnd { slot } => self.rare(Rare::ScopeEnd { slot: self.slot(*slot) }),
            InstKind::StackSave => self.rare(Rare::StackSave { to }),
            InstKind::Unwritten { ty, .. } => self.rare(Rare::Unwritten { to, ty: *ty }),
            InstKind::StackRestore { token } => {
                let token = self.src(token);
                self.rare(Rare::StackRestore { token });
            }
            InstKind::VarIs { var, value } => {
                let (slot, from) = (self.code.var_slots[var.index()], self.src(value));
                self.emit(Op::VarIs { var: slot, from });
                if self.is_wide(self.body.operand_type(*value)) {
                    self.emit(Op::VarIs { var: slot + 1, from: from.high() });
                }
            }
            InstKind::VarEnd { var } => {
                let slot = self.code.var_slots[var.index()];
                self.emit(Op::VarEnd { var: slot });
                if self.wide_vars[var.index()] {
                    self.emit(Op::VarEnd { var: slot + 1 });
                }
            }
            InstKind::Load { ty, ptr, volatile: true, .. }
                if self.program.meaning.volatile == ir::Volatile::Any =>
            {
                let ptr = self.src(ptr);
                self.rare(Rare::LoadVolatile { to, ptr, ty: *ty });
            }
            InstKind::Load { ty, ptr, .. } => {
                let (ptr, bits) = (self.src(ptr), ty.bits(self.program.target));
                match bits {
                    64 => self.emit(Op::Load8 { to, ptr }),
                    32 => self.emit(Op::Load4 { to, ptr }),
                    _ if bits % 8 == 0 && bits < 64 => {
                        self.emit(Op::Load { bytes: (bits / 8) as u8, to, ptr });
                    }
                    _ => self.rare(Rare::LoadScalar { to, ptr, ty: *ty }),
                }
            }
            InstKind::Store { ty, value, ptr, .. } => {
                let (from, ptr, bits) = (self.src(value), self.src(ptr), ty.bits(self.program.target));
                match bits {
                    64 => self.emit(Op::Store8 { from, ptr }),
                    32 => self.emit(Op::Store4 { from, ptr }),
                    _ if bits <= 64 => self.emit(Op::Store { bytes: bits.div_ceil(8) as u8, from, ptr }),
                    _ => self.rare(Rare::StoreScalar { from, ptr, ty: *ty }),
                }
            }
            InstKind::MemCopy { dst, src, len, may_overlap } => {
                let (dst, src, len) = (self.src(dst), self.src(src), self.src(len));
                self.rare(Rare::MemCopy { dst, src, len, may_overlap: *may_overlap });
            }
            InstKind::MemSet { dst, byte, len } => {
                let (dst, byte, len) = (self.src(dst), self.src(byte), self.src(len));
                self.rare(Rare::MemSet { dst, byte, len });
            }
            InstKind::PtrAdd { base, offset, .. } => {
                let (base, offset) = (self.src(base), self.src(offset));
                self.emit(Op::PtrAdd { to, base, offset });
            }
            InstKind::Binary { op, lhs, rhs, signed } => self.binary(to, *op, lhs, rhs, *signed),
            InstKind::Compare { op, lhs, rhs } => {
                let ty = self.body.operand_type(*lhs);
                let (op, bits, a, b) = (*op, self.bits(ty), self.src(lhs), self.src(rhs));
                match self.is_wide(ty) {
                    true => self.rare(Rare::CompareWide { op, bits, to, a, b }),
                    false => self.emit(Op::Compare { op, bits, to, a, b }),
                }
            }
            InstKind::FCompare { op, lhs, rhs } => {
                let Scalar::Float(kind) = self.body.operand_type(*lhs) else {
                    return self.rare(Rare::Unsupported { what: "a float comparison of other types".into() });
                };
                let (a, b) = (self.src(lhs), self.src(rhs));
                self.emit(Op::FCompare { op: *op, kind, to, a, b });
            }
            InstKind::Cast { op, value } => self.cast(inst, to, *op, value),
            InstKind::Select { cond, then, otherwise } => {
                let ty = self.body.operand_type(*then);
                let (cond, then, otherwise) = (self.src(cond), self.src(then), self.src(otherwise));
                match self.is_wide(ty) {
                    true => self.rare(Rare::SelectWide { to, cond, then, otherwise }),
                    false => self.emit(Op::Select { to, cond, then, otherwise }),
                }
            }
            InstKind::Intrinsic { op, args } => {
                let ty = args.first().map_or(Scalar::BOOL, |arg| self.body.operand_type(*arg));
                let result = inst.result().map_or(ty, |value| self.body.value_type(value));
                let args = args.iter().map(|arg| (self.src(arg), self.body.operand_type(*arg))).collect();
                self.rare(Rare::Intrinsic { op: *op, ty, result, to, args });
            }
            InstKind::Call { callee, args, .. } => self.call(inst, callee, args),
            InstKind::VaStart { list } => {
                let list = self.src(list);
                self.rare(Rare::VaStart { list });
            }
            InstKind::VaEnd { .. } => {}
            InstKind::VaCopy { dst, src } => {
                let (dst, src) = (self.src(dst), self.src(src));
                self.rare(Rare::VaCopy { dst, src });
            }
            InstKind::Trap => self.rare(Rare::Trap),
            InstKind::Unsupported { what } => self.rare(Rare::Unsupported { what: what.clone() }),
        }
    }

    fn binary(&mut self, to: u32, op: BinaryOp, lhs: &Operand, rhs: &Operand, signed: bool) {
        let ty = self.body.operand_type(*lhs);
        let (a, b) = (self.src(lhs), self.src(rhs));
        if let Scalar::Float(kind) = ty {
            return self.emit(Op::Float { op, kind, to, a, b });
        }
        let bits = self.bits(ty);
        let signed = signed && self.check_overflow;
        let op = match op {
            _ if bits > 64 || signed => Op::Arith { op, bits, signed, to, a, b },
            BinaryOp::Add => Op::Add { bits, to, a, b },
            BinaryOp::Sub => Op::Sub { bits, to, a, b },
            BinaryOp::Mul => Op::Mul { bits, to, a, b },
            BinaryOp::And => Op::And { to, a, b },
            BinaryOp::Or => Op::Or { to, a, b },
            BinaryOp::Xor => Op::Xor { to, a, b },
            BinaryOp::Shl => Op::Shl { bits, to, a, b },
            BinaryOp::LShr => Op::LShr { bits, to, a, b },
            BinaryOp::AShr => Op::AShr { bits, to, a, b },
            _ => Op::Arith { op, bits, signed, to, a, b },
        };
        self.emit(op);
    }

    fn cast(&mut self, inst: &Inst, to: u32, op: CastOp, value: &Operand) {
        let from = self.body.operand_type(*value);
        let into = inst.result().map_or(from, |value| self.body.value_type(value));
        let (narrow, bits, wide) =
            (!self.is_wide(from) && !self.is_wide(into), self.bits(from), self.bits(into));
        let value = self.src(value);
        match op {
            CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Bitcast
                if narrow && bits <= wide =>
            {
                self.emit(Op::Move { to, from: value });
            }
            CastOp::Trunc | CastOp::PtrToInt | CastOp::IntToPtr if narrow => {
                self.emit(Op::Trunc { bits: wide, to, from: value });
            }
            CastOp::SExt if narrow => self.emit(Op::SExt { bits, wide, to, from: value }),
            _ => self.rare(Rare::Cast { op, from, into, to, value }),
        }
    }

    fn call(&mut self, inst: &Inst, callee: &Callee, args: &[ir::Arg]) {
        let target = match callee {
            Callee::Direct(id) => Target::Direct(*id),
            Callee::Indirect(Operand::Func(id)) => Target::Direct(*id),
            Callee::Indirect(pointer) => Target::Indirect(self.src(pointer)),
        };
        let call_args: Vec<CallArg> = args
            .iter()
            .map(|arg| CallArg { from: self.src(&arg.value), ty: arg.ty, by_value: arg.by_value })
            .collect();
        let results: Vec<_> =
            inst.results.iter().map(|value| (self.slot(*value), self.body.value_type(*value))).collect();
        let direct = match target {
            Target::Direct(id) => {
                let function = self.program.function(id);
                let fits = function.body.is_some()
                    && !function.variadic
                    && function.params.iter().map(|param| param.ty).eq(args.iter().map(|arg| arg.ty))
                    && function.results.iter().eq(results.iter().map(|result| &result.1));
                fits.then(|| self.in_a_row(&call_args))
            }
            Target::Indirect(_) => None,
        };
        self.code.calls.push(Call { target, args: call_args, direct, results });
        let table = (self.code.calls.len() - 1) as u32;
        self.emit(Op::Call { table });
    }

    fn in_a_row(&self, args: &[CallArg]) -> Vec<Src> {
        let mut row = Vec::new();
        for arg in args {
            row.push(arg.from);
            if self.is_wide(arg.ty) {
                row.push(arg.from.high());
            }
        }
        row
    }
}
