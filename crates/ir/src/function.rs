//! Functions: a signature in scalars, and a body of blocks in SSA form.

use crate::{BlockId, Inst, InstKind, Operand, Scalar, Span, Terminator, TypeId, ValueId, VarId};

/// A function, defined or only declared.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// The linkage name.
    pub name: String,
    /// The parameters in order.
    pub params: Vec<Param>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// The types of the results: none, one, or the several scalars of a struct returned in registers.
    pub results: Vec<Scalar>,
    /// Whether it is visible in its own file only (`static`).
    pub local: bool,
    /// Whether it is declared to never return.
    pub noreturn: bool,
    /// The source type.
    pub ty: Option<TypeId>,
    /// Where it is defined.
    pub span: Option<Span>,
    /// What it does; none where only a declaration was given.
    pub body: Option<Body>,
}

/// A parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct Param {
    /// Its type.
    pub ty: Scalar,
    /// The size and alignment of the memory it points to, which belongs to the callee (a struct passed by
    /// value). The body copies it on entry, so that callers need not.
    pub by_value: Option<(u64, u64)>,
}

/// The body of a function.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Body {
    /// The SSA values; the first `params` of them are the parameters, in order.
    pub values: Vec<ValueInfo>,
    /// The number of parameters.
    pub params: usize,
    /// The blocks; the first one is the entry and has no predecessors.
    pub blocks: Vec<Block>,
    /// The source variables.
    pub vars: Vec<Var>,
}

impl Body {
    /// The block where execution starts.
    pub const ENTRY: BlockId = BlockId(0);

    /// The block with this id.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// The type of an SSA value.
    pub fn value_type(&self, id: ValueId) -> Scalar {
        self.values[id.index()].ty
    }

    /// The type of an operand.
    pub fn operand_type(&self, operand: Operand) -> Scalar {
        match operand {
            Operand::Value(id) => self.value_type(id),
            Operand::Int { bits, .. } => Scalar::Int(bits),
            Operand::Float { kind, .. } => Scalar::Float(kind),
            Operand::Undef(ty) => ty,
            Operand::Null | Operand::Global { .. } | Operand::Func(_) | Operand::Block(..) => Scalar::Ptr,
        }
    }

    /// Adds an SSA value.
    pub fn add_value(&mut self, ty: Scalar, name: Option<String>) -> ValueId {
        self.values.push(ValueInfo { ty, name });
        ValueId::new(self.values.len() - 1)
    }

    /// The values of the parameters.
    pub fn param_values(&self) -> impl Iterator<Item = ValueId> + use<> {
        (0..self.params).map(ValueId::new)
    }

    /// Whether anything is done with a parameter but give it a name.
    pub fn looks_at_param(&self, number: usize) -> bool {
        let mut found = false;
        let mut note = |value: ValueId| found |= value.index() == number;
        for block in self.blocks.iter().filter(|_| number < self.params) {
            let used = block.insts.iter().filter(|inst| !matches!(inst.kind, InstKind::VarIs { .. }));
            used.for_each(|inst| inst.kind.for_each_value(&mut note));
            block.terminator.kind.for_each_value(&mut note);
        }
        found
    }

    /// The variable with this id.
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.index()]
    }

    /// All block ids in order.
    pub fn block_ids(&self) -> impl Iterator<Item = BlockId> + use<> {
        (0..self.blocks.len()).map(BlockId::new)
    }
}

/// What is known of an SSA value besides its definition.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueInfo {
    /// Its type.
    pub ty: Scalar,
    /// A hint for people; letters, digits, `_` and `.` only.
    pub name: Option<String>,
}

/// A basic block.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// A hint for people; letters, digits, `_` and `.` only.
    pub name: Option<String>,
    /// The instructions, phis first.
    pub insts: Vec<Inst>,
    /// How it ends.
    pub terminator: Terminator,
}

/// A source variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Var {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Option<TypeId>,
    /// Parameter or local.
    pub kind: VarKind,
    /// Where it is declared.
    pub span: Option<Span>,
}

/// The kinds of source variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VarKind {
    /// The parameter with this number in the source, from 0.
    Param(u32),
    /// A local variable.
    Local,
}
