//! Building the body of a function, instruction by instruction.

use ir::{
    Arg, BinaryOp, Block, BlockId, Body, Callee, CastOp, CmpOp, FuncId, Inst, InstKind, Operand, Scalar,
    Span, Terminator, TerminatorKind, TypeId, ValueId,
};

/// A body in the making: blocks are reserved, begun and ended.
pub struct Code {
    body: Body,
    span: Option<Span>,
    /// The block that instructions are added to.
    pub at: BlockId,
}

impl Code {
    pub fn new(span: Option<Span>) -> Code {
        let mut code = Code { body: Body::default(), span, at: Body::ENTRY };
        code.reserve();
        code
    }

    /// A new block, empty.
    pub fn reserve(&mut self) -> BlockId {
        let terminator = Terminator { kind: TerminatorKind::Unreachable, span: self.span };
        self.body.blocks.push(Block { name: None, insts: Vec::new(), terminator });
        BlockId::new(self.body.blocks.len() - 1)
    }

    /// Goes on in a block.
    pub fn begin(&mut self, block: BlockId) {
        self.at = block;
    }

    /// Ends the block.
    pub fn end(&mut self, kind: TerminatorKind) {
        self.body.blocks[self.at.index()].terminator.kind = kind;
    }

    pub fn finish(mut self, kind: TerminatorKind) -> Body {
        self.end(kind);
        self.body
    }

    /// Ends the block with a jump to a new one.
    pub fn jump(&mut self) -> BlockId {
        let to = self.reserve();
        self.end(TerminatorKind::Jump(to));
        to
    }

    /// Ends the block with a decision: the new blocks where the condition holds, and where it does not.
    pub fn branch(&mut self, cond: Operand) -> (BlockId, BlockId) {
        let (then, otherwise) = (self.reserve(), self.reserve());
        self.end(TerminatorKind::Branch { cond, then, otherwise });
        (then, otherwise)
    }

    /// Ends the block with a jump back to a loop's head, whose phi gets a value.
    pub fn close(&mut self, head: BlockId, phi: ValueId, value: Operand) {
        let from = self.at;
        self.end(TerminatorKind::Jump(head));
        for inst in &mut self.body.blocks[head.index()].insts {
            if let (true, InstKind::Phi { incoming, .. }) = (inst.result() == Some(phi), &mut inst.kind) {
                incoming.push((from, value));
            }
        }
    }

    pub fn phi(&mut self, ty: Scalar, from: BlockId, value: Operand) -> ValueId {
        let result = self.body.add_value(ty, None);
        self.add_inst(InstKind::Phi { incoming: vec![(from, value)], var: None }, &[result]);
        result
    }

    /// Ends blocks with jumps to a new one, where a phi has the value that belongs to the block it came from.
    pub fn meet(&mut self, ty: Scalar, incoming: Vec<(BlockId, Operand)>) -> Operand {
        let to = self.reserve();
        for (from, _) in &incoming {
            self.begin(*from);
            self.end(TerminatorKind::Jump(to));
        }
        self.begin(to);
        self.inst(InstKind::Phi { incoming, var: None }, ty)
    }

    pub fn add_inst(&mut self, kind: InstKind, results: &[ValueId]) {
        let inst = Inst { results: results.iter().copied().collect(), kind, span: self.span };
        self.body.blocks[self.at.index()].insts.push(inst);
    }

    /// Adds an instruction with a result.
    pub fn inst(&mut self, kind: InstKind, ty: Scalar) -> Operand {
        let result = self.body.add_value(ty, None);
        self.add_inst(kind, &[result]);
        result.into()
    }

    pub fn call(&mut self, callee: FuncId, args: Vec<Arg>, results: &[Scalar]) -> Vec<Operand> {
        let results: Vec<ValueId> = results.iter().map(|ty| self.body.add_value(*ty, None)).collect();
        let kind = InstKind::Call { callee: Callee::Direct(callee), args, variadic_from: None };
        self.add_inst(kind, &results);
        results.into_iter().map(Operand::from).collect()
    }

    pub fn compare(&mut self, op: CmpOp, lhs: Operand, rhs: Operand) -> Operand {
        self.inst(InstKind::Compare { op, lhs, rhs }, Scalar::BOOL)
    }

    pub fn binary(&mut self, op: BinaryOp, lhs: Operand, rhs: Operand, ty: Scalar) -> Operand {
        self.inst(InstKind::Binary { op, lhs, rhs, signed: false }, ty)
    }

    pub fn cast(&mut self, op: CastOp, value: Operand, ty: Scalar) -> Operand {
        self.inst(InstKind::Cast { op, value }, ty)
    }

    pub fn add(&mut self, base: Operand, offset: Operand, via: Option<TypeId>) -> Operand {
        self.inst(InstKind::PtrAdd { base, offset, via }, Scalar::Ptr)
    }

    pub fn alloca(&mut self, size: Operand, align: u64) -> Operand {
        self.inst(InstKind::Alloca { size, align, scoped: false, var: None, ty: None }, Scalar::Ptr)
    }

    pub fn store(&mut self, ty: Scalar, value: Operand, ptr: Operand) {
        self.add_inst(InstKind::Store { ty, value, ptr, align: 1, volatile: false }, &[]);
    }

    pub fn unsupported(&mut self, what: &str) {
        self.add_inst(InstKind::Unsupported { what: what.to_string() }, &[]);
    }
}
