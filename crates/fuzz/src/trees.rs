//! Random programs on trees: functions that build, change, walk and free a tree by recursion.
//!
//! The nodes are those of lists; two of their links lead to what is below. Now and then a list operation gets into the
//! way, since trees and lists must not be confused.

use crate::operations::Maker;
use crate::program::Field::{Down, Next, Prev};
use crate::program::{Cond, Field, Flavour, Function, FunctionId, Pointer, Program, Stmt, Var};
use crate::random::Random;

/// A program on trees.
pub fn generate(flavour: Flavour, random: &mut Random) -> Program {
    let [left, right] = random.pick(&[[Next, Down], [Next, Prev], [Prev, Down]]);
    let flavour = Flavour { middle: false, back: false, ..flavour };
    let program = Program { flavour, heads: 0, functions: Vec::new() };
    let mut builder = Builder { random, program, left, right };
    builder.run();
    builder.program
}

struct Builder<'a> {
    random: &'a mut Random,
    program: Program,
    left: Field,
    right: Field,
}

/// The parameter of all functions, and their further variables.
const TREE: Var = Var(0);
const ONE: Var = Var(1);
const OTHER: Var = Var(2);

fn var(var: Var) -> Pointer {
    Pointer::Var(var)
}

fn when_some(node: Var, body: Vec<Stmt>) -> Vec<Stmt> {
    vec![Stmt::If(Cond::Some(var(node)), body, Vec::new())]
}

impl Builder<'_> {
    fn run(&mut self) {
        let mut main = Function::default();
        let (tree, other) = (main.var(), main.var());
        let grow = self.grow();
        main.body.push(Stmt::Call(grow, vec![Pointer::Null], Some(tree)));
        let destroy = self.destroy();
        for _ in 0..self.random.below(4) {
            let body = self.operation(tree, other, destroy);
            match self.random.percent(20) {
                true => main.body.push(Stmt::While(Cond::Input, body)),
                false => main.body.extend(body),
            }
        }
        if self.random.percent(15) {
            let flavour = self.program.flavour;
            let mut maker = Maker { flavour, function: &mut main, random: self.random };
            let body = maker.walk(tree);
            main.body.extend(body);
        }
        main.body.push(Stmt::Call(destroy, vec![var(tree)], None));
        self.program.functions.push(main);
    }

    /// Something done with the tree of `main`.
    fn operation(&mut self, tree: Var, other: Var, destroy: FunctionId) -> Vec<Stmt> {
        let call = |id: FunctionId| Stmt::Call(id, vec![var(tree)], Some(tree));
        match self.random.below(8) {
            0 => vec![call(self.insert())],
            1 => vec![call(self.mirror())],
            2 => vec![call(self.rotate())],
            3 => vec![call(self.prune(destroy))],
            4 => vec![call(self.visit())],
            5 => {
                let copy = self.copy();
                let copied = Stmt::Call(copy, vec![var(tree)], Some(other));
                vec![copied, Stmt::Call(destroy, vec![var(other)], None), Stmt::Set(other, Pointer::Null)]
            }
            6 => {
                let found = Stmt::Call(self.find(), vec![var(tree)], Some(other));
                let mut body = vec![found];
                body.extend(when_some(other, vec![Stmt::Value(other, Some(2))]));
                body
            }
            _ => vec![call(self.mark_and_check())],
        }
    }

    /// The function that will be added next.
    fn next(&self) -> FunctionId {
        FunctionId(self.program.functions.len())
    }

    fn add(&mut self, body: Vec<Stmt>, result: Option<Var>) -> FunctionId {
        let id = self.next();
        self.program.functions.push(Function { params: 1, vars: 3, body, result, ..Function::default() });
        id
    }

    fn below(&self, node: Var) -> [Pointer; 2] {
        [Pointer::Field(node, self.left), Pointer::Field(node, self.right)]
    }

    /// Both links of a node, in any order.
    fn links(&mut self) -> [Field; 2] {
        match self.random.percent(50) {
            true => [self.left, self.right],
            false => [self.right, self.left],
        }
    }

    /// Replaces what is below a node by what a function gives for it.
    fn replace(&mut self, id: FunctionId, node: Var, with: Var) -> Vec<Stmt> {
        let mut body = Vec::new();
        for link in self.links() {
            body.push(Stmt::Call(id, vec![Pointer::Field(node, link)], Some(with)));
            body.push(Stmt::Store(node, link, var(with)));
        }
        body
    }

    /// Calls a function for what is below a node.
    fn descend(&mut self, id: FunctionId, node: Var) -> Vec<Stmt> {
        let links = self.links();
        links.into_iter().map(|link| Stmt::Call(id, vec![Pointer::Field(node, link)], None)).collect()
    }

    /// A new node without anything below it.
    fn leaf(&mut self, node: Var, rest: Vec<Stmt>) -> Vec<Stmt> {
        let mut used: Vec<Stmt> =
            [Next, Prev, Down].into_iter().map(|link| Stmt::Store(node, link, Pointer::Null)).collect();
        used.push(Stmt::Value(node, self.random.percent(60).then_some(0)));
        used.extend(rest);
        let mut body = vec![Stmt::New(node)];
        body.extend(when_some(node, used));
        body
    }

    fn grow(&mut self) -> FunctionId {
        let id = self.next();
        let below = self.replace(id, ONE, OTHER);
        let body = self.leaf(ONE, below);
        self.add(vec![Stmt::If(Cond::Input, body, Vec::new())], Some(ONE))
    }

    fn destroy(&mut self) -> FunctionId {
        let id = self.next();
        let [left, right] = self.below(TREE);
        let body = match self.random.percent(50) {
            true => {
                let mut body = self.descend(id, TREE);
                body.push(Stmt::Free(TREE));
                body
            }
            false => vec![
                Stmt::Set(ONE, left),
                Stmt::Call(id, vec![right], None),
                Stmt::Free(TREE),
                Stmt::Call(id, vec![var(ONE)], None),
            ],
        };
        self.add(when_some(TREE, body), None)
    }

    fn insert(&mut self) -> FunctionId {
        let id = self.next();
        let new = self.leaf(TREE, Vec::new());
        let [one, other] = [self.left, self.right].map(|link| {
            let call = Stmt::Call(id, vec![Pointer::Field(TREE, link)], Some(ONE));
            vec![call, Stmt::Store(TREE, link, var(ONE))]
        });
        let choose = vec![Stmt::If(Cond::Input, one, other)];
        self.add(vec![Stmt::If(Cond::None(var(TREE)), new, choose)], Some(TREE))
    }

    fn mirror(&mut self) -> FunctionId {
        let id = self.next();
        let [left, right] = self.below(TREE);
        let mut body = vec![
            Stmt::Set(ONE, left),
            Stmt::Store(TREE, self.left, right),
            Stmt::Store(TREE, self.right, var(ONE)),
        ];
        body.extend(self.descend(id, TREE));
        self.add(when_some(TREE, body), Some(TREE))
    }

    fn rotate(&mut self) -> FunctionId {
        let id = self.next();
        let [left, _] = self.below(TREE);
        let [_, inner] = self.below(ONE);
        let mut body = if self.random.percent(50) { self.replace(id, TREE, OTHER) } else { Vec::new() };
        body.push(Stmt::Set(ONE, left));
        let turn = vec![
            Stmt::Store(TREE, self.left, inner),
            Stmt::Store(ONE, self.right, var(TREE)),
            Stmt::Set(TREE, var(ONE)),
        ];
        body.extend(when_some(ONE, turn));
        self.add(when_some(TREE, body), Some(TREE))
    }

    fn prune(&mut self, destroy: FunctionId) -> FunctionId {
        let id = self.next();
        let keep = self.replace(id, TREE, ONE);
        let cut = vec![Stmt::Call(destroy, vec![var(TREE)], None), Stmt::Set(TREE, Pointer::Null)];
        let body = vec![Stmt::If(Cond::Input, keep, cut)];
        self.add(when_some(TREE, body), Some(TREE))
    }

    fn visit(&mut self) -> FunctionId {
        let id = self.next();
        let mut body = self.descend(id, TREE);
        let at = self.random.below(3);
        body.insert(at, Stmt::Value(TREE, None));
        self.add(when_some(TREE, body), Some(TREE))
    }

    fn copy(&mut self) -> FunctionId {
        let id = self.next();
        let mut below = Vec::new();
        for link in self.links() {
            below.push(Stmt::Call(id, vec![Pointer::Field(TREE, link)], Some(OTHER)));
            below.push(Stmt::Store(ONE, link, var(OTHER)));
        }
        let body = self.leaf(ONE, below);
        self.add(when_some(TREE, body), Some(ONE))
    }

    /// A node with the number one, or none.
    fn find(&mut self) -> FunctionId {
        let id = self.next();
        let [one, other] =
            self.links().map(|link| Stmt::Call(id, vec![Pointer::Field(TREE, link)], Some(ONE)));
        let on = vec![one, Stmt::If(Cond::None(var(ONE)), vec![other], Vec::new())];
        let body = vec![Stmt::If(Cond::Value(TREE, 1), vec![Stmt::Set(ONE, var(TREE))], on)];
        self.add(when_some(TREE, body), Some(ONE))
    }

    /// Gives all nodes, or all but leaves, the same number, and claims so.
    fn mark_and_check(&mut self) -> FunctionId {
        let number = self.random.below(3) as i8;
        let mark = self.next();
        let mut body = self.descend(mark, TREE);
        let set = Stmt::Value(TREE, Some(number));
        let [left, _] = self.below(TREE);
        body.push(match self.random.percent(30) {
            true => Stmt::If(Cond::Some(left), vec![set], Vec::new()),
            false => set,
        });
        self.add(when_some(TREE, body), None);
        let check = self.next();
        let mut body = self.descend(check, TREE);
        body.push(Stmt::Assert(Cond::Value(TREE, number)));
        self.add(when_some(TREE, body), None);
        let calls = [mark, check].map(|id| Stmt::Call(id, vec![var(TREE)], None));
        self.add(calls.to_vec(), Some(TREE))
    }
}
