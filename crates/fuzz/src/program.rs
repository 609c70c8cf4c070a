//! A program as a tree: what the generator makes, mistakes change, and the minimiser cuts.
//!
//! All nodes have the same type, with the links `next`, `prev` and `down` and a number; what a list uses of them is
//! a matter of the operations. Variables are pointers to nodes, or pointers to such pointers. Every variable is
//! null at first, so that no program reads a variable it did not write.

/// A link of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// To the next node.
    Next,
    /// To the node before.
    Prev,
    /// To the first node of a list that belongs to this node.
    Down,
    /// To the node that is last; only nodes with parts have it.
    Last,
}

/// A local variable or parameter that points to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Var(pub usize);

/// A local variable that points to a pointer to a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot(pub usize);

/// A local variable that counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Int(pub usize);

/// A local variable that points to a block of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block(pub usize);

/// An expression of type pointer to bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bytes {
    /// The null pointer.
    Null,
    /// A variable.
    Block(Block),
    /// The part of the node that a variable points to.
    Part(Var),
    /// The pointer at the beginning of the part of a node.
    Inner(Var),
    /// The part of a node, further on by the size that the node says.
    Forth(Var),
    /// The part of a node, further back by the size that the node says.
    Back(Var),
}

/// A number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// A constant.
    Const(i8),
    /// The size that a node says, and a constant.
    Size(Var, i8),
}

/// A number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// A constant.
    Const(i8),
    /// An input.
    Input,
    /// A counter and a constant.
    Plus(Int, i8),
}

/// A local variable that is an array, or points to one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Array(pub usize);

/// How an array is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declared {
    /// Whether its elements are characters; numbers otherwise.
    pub text: bool,
    /// How many elements it has; none where the variable points to a block.
    pub count: Option<u8>,
}

/// A number that is computed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// A constant.
    Const(i16),
    /// An input.
    Input,
    /// A counter.
    Int(Int),
    /// The number of a node.
    Value(Var),
    /// An element of an array.
    Element(Array, Box<Expr>),
    /// The length of a text.
    Length(Array),
    /// An operation.
    Binary(Op, Box<Expr>, Box<Expr>),
}

/// An operation on numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// What is left of a division.
    Rem,
    /// The bits that both have.
    And,
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// Less.
    Less,
    /// Not greater.
    AtMost,
    /// Equal.
    Same,
    /// Not equal.
    Other,
}

/// A node that is not on the heap: the head of a circular list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head(pub usize);

/// A function, by its place in the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FunctionId(pub usize);

/// An expression of pointer type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointer {
    /// The null pointer.
    Null,
    /// A variable.
    Var(Var),
    /// A link of the node that a variable points to.
    Field(Var, Field),
    /// The address of a head.
    Head(Head),
    /// What a slot points to.
    Slot(Slot),
    /// The node that many links `next` behind a variable's.
    Far(Var, u8),
    /// A link of a head.
    HeadField(Head, Field),
}

/// A condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cond {
    /// An input decides.
    Input,
    /// The pointer is not null.
    Some(Pointer),
    /// The pointer is null.
    None(Pointer),
    /// The pointers are equal.
    Equal(Pointer, Pointer),
    /// The pointers differ.
    Differ(Pointer, Pointer),
    /// The node's number is this one.
    Value(Var, i8),
    /// The counter is below the number.
    Less(Int, Number),
    /// The counter is that number.
    Same(Int, Number),
    /// The parts are the same.
    SameBytes(Bytes, Bytes),
    /// There is a part.
    SomeBytes(Bytes),
    /// The size that a node says is at least that of another one.
    NotShorter(Var, Var),
    /// The size that a node says is not below the first number and not above the second.
    SizeWithin(Var, i8, i8),
    /// The numbers compare so.
    Holds(Expr, Relation, Expr),
    /// The array variable points to no block.
    NoArray(Array),
    /// Both hold; the second is evaluated only if the first does.
    Both(Box<Cond>, Box<Cond>),
}

/// Where the result of a call goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Out {
    /// To a variable.
    Var(Var),
    /// To a counter.
    Int(Int),
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stmt {
    /// Allocates a node; null if there is no memory.
    New(Var),
    /// Frees a node.
    Free(Var),
    /// Assigns to a variable.
    Set(Var, Pointer),
    /// Writes a link of the node that a variable points to.
    Store(Var, Field, Pointer),
    /// Writes the number of the node that a variable points to: a constant or an input.
    Value(Var, Option<i8>),
    /// Assigns to a counter.
    Count(Int, Number),
    /// Assigns what is computed to a counter.
    Assign(Int, Expr),
    /// Writes the number of the node that a variable points to.
    Number(Var, Expr),
    /// Writes an element of an array: which, and what.
    Put(Array, Expr, Expr),
    /// Allocates so many elements; null if there is no memory.
    NewArray(Array, Expr),
    /// Frees the block that an array variable points to.
    FreeArray(Array),
    /// Copies a text into another array.
    CopyText(Array, Array),
    /// Claims that a condition holds.
    Assert(Cond),
    /// Lets a slot point to a variable.
    Point(Slot, Var),
    /// Lets a slot point to a link of the node that it points to.
    Advance(Slot, Field),
    /// Writes through a slot.
    StoreSlot(Slot, Pointer),
    /// Allocates a node without its array.
    NewShort(Var),
    /// Writes an element of a node's array.
    Element(Var, Number),
    /// Writes the size that a node says.
    Size(Var, Number),
    /// Allocates bytes; null if there is no memory.
    NewBytes(Bytes, Extent),
    /// Frees bytes.
    FreeBytes(Bytes),
    /// Assigns a pointer to bytes.
    SetBytes(Bytes, Bytes),
    /// Writes the byte at this place.
    WriteByte(Bytes, Extent),
    /// A choice.
    If(Cond, Vec<Stmt>, Vec<Stmt>),
    /// A loop.
    While(Cond, Vec<Stmt>),
    /// Calls a function with arguments and keeps its result.
    Call(FunctionId, Vec<Pointer>, Option<Var>),
    /// Calls a function with pointers and numbers and keeps its result.
    Compute(FunctionId, Vec<Pointer>, Vec<Expr>, Option<Out>),
    /// Ends the program.
    Exit,
}

/// A function. Its first variables and its first counters are its parameters.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Function {
    /// How many of the variables are parameters.
    pub params: usize,
    /// How many variables there are.
    pub vars: usize,
    /// How many slots there are.
    pub slots: usize,
    /// How many counters there are.
    pub ints: usize,
    /// How many of the counters are parameters.
    pub int_params: usize,
    /// How many variables that point to bytes there are.
    pub blocks: usize,
    /// The arrays.
    pub arrays: Vec<Declared>,
    /// What it does.
    pub body: Vec<Stmt>,
    /// The variable whose value it returns.
    pub result: Option<Var>,
    /// The counter whose value it returns.
    pub gives: Option<Int>,
}

impl Function {
    /// A new variable.
    pub fn var(&mut self) -> Var {
        self.vars += 1;
        Var(self.vars - 1)
    }

    /// A new slot.
    pub fn slot(&mut self) -> Slot {
        self.slots += 1;
        Slot(self.slots - 1)
    }

    /// A new counter.
    pub fn int(&mut self) -> Int {
        self.ints += 1;
        Int(self.ints - 1)
    }

    /// A new variable that points to bytes.
    pub fn block(&mut self) -> Block {
        self.blocks += 1;
        Block(self.blocks - 1)
    }

    /// A new array.
    pub fn array(&mut self, text: bool, count: Option<u8>) -> Array {
        self.arrays.push(Declared { text, count });
        Array(self.arrays.len() - 1)
    }
}

/// How the nodes of a program look in C, and what is asked about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flavour {
    /// Links lie in the middle of the nodes and point to links, as in Linux.
    pub middle: bool,
    /// Nodes are doubly linked.
    pub back: bool,
    /// New nodes are zeroed by `calloc`; otherwise what is used of them is written one by one.
    pub zeroed: bool,
    /// Heads are globals, not locals of `main`.
    pub global_heads: bool,
    /// Allocation may fail.
    pub may_fail: bool,
    /// The program ends when there is no memory; otherwise it goes on without the node.
    pub stops: bool,
    /// Lost memory is an error.
    pub leaks: bool,
    /// Nodes have parts: a block with its size, an array, a link to the last node.
    pub parts: bool,
    /// Memory is obtained and released through pointers to functions.
    pub indirect: bool,
    /// Counters have different types: some are narrow, some have no sign.
    pub mixed: bool,
}

/// A whole program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// How it looks.
    pub flavour: Flavour,
    /// How many heads there are.
    pub heads: usize,
    /// The functions; the last one is `main`.
    pub functions: Vec<Function>,
}

impl Program {
    /// How many statements there are, at any depth.
    pub fn size(&self) -> usize {
        self.functions.iter().map(|function| count(&function.body)).sum()
    }

    /// Calls `edit` with the list that holds the statement with this number, and its place in the list. Statements
    /// are numbered function by function, each before what is inside it.
    pub fn edit(&mut self, number: usize, edit: &mut dyn FnMut(&mut Vec<Stmt>, usize)) {
        let mut left = number;
        for function in &mut self.functions {
            if edit_in(&mut function.body, &mut left, edit) {
                return;
            }
        }
    }
}

fn count(body: &[Stmt]) -> usize {
    let inside = |stmt: &Stmt| match stmt {
        Stmt::If(_, yes, no) => count(yes) + count(no),
        Stmt::While(_, body) => count(body),
        _ => 0,
    };
    body.iter().map(|stmt| 1 + inside(stmt)).sum()
}

/// Whether the statement was found; otherwise the number of those passed is taken off `left`.
fn edit_in(body: &mut Vec<Stmt>, left: &mut usize, edit: &mut dyn FnMut(&mut Vec<Stmt>, usize)) -> bool {
    for place in 0..body.len() {
        if *left == 0 {
            edit(body, place);
            return true;
        }
        *left -= 1;
        let found = match &mut body[place] {
            Stmt::If(_, yes, no) => edit_in(yes, left, edit) || edit_in(no, left, edit),
            Stmt::While(_, body) => edit_in(body, left, edit),
            _ => false,
        };
        if found {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_statement_has_a_number() {
        let var = Var(0);
        let inner = vec![Stmt::Free(var), Stmt::Exit];
        let body = vec![Stmt::New(var), Stmt::If(Cond::Input, inner, vec![Stmt::Exit]), Stmt::Exit];
        let flavour = Flavour {
            middle: false,
            back: false,
            zeroed: false,
            global_heads: false,
            may_fail: true,
            stops: false,
            leaks: true,
            parts: false,
            indirect: false,
            mixed: false,
        };
        let program =
            Program { flavour, heads: 0, functions: vec![Function { body, ..Function::default() }] };
        assert_eq!(program.size(), 6);
        let mut found = Vec::new();
        for number in 0..7 {
            program.clone().edit(number, &mut |body, place| found.push(body[place].clone()));
        }
        assert_eq!(found.len(), 6);
        assert_eq!(found[2], Stmt::Free(var));
        assert_eq!(found.iter().filter(|stmt| **stmt == Stmt::Exit).count(), 3);
    }
}
