//! Random programs on what structures of any shape hold, and on recursion over numbers: trees, graphs whose nodes link each
//! other as they like, functions that call themselves. Nothing in them needs the shape of a structure to be known, so an
//! engine that finds invariants of contents is at home here.
//!
//! Claims are mostly true. Values are kept within bounds by masks and limits, nodes live to the end, and leaks are
//! seldom asked about.

use crate::generate::Builder;
use crate::numbers::{at_most, binary, both, constant, int, less, plus, same, when};
use crate::program::Field::{self, Down, Next, Prev};
use crate::program::{
    Cond, Expr, Flavour, Function, FunctionId, Int, Op, Out, Pointer, Program, Relation, Stmt, Var,
};
use crate::random::Random;

/// A program on contents.
pub fn generate(flavour: Flavour, random: &mut Random) -> Program {
    let (leaks, mixed) = (random.percent(10), random.percent(25));
    let flavour = Flavour { middle: false, back: false, stops: true, leaks, mixed, ..flavour };
    let program = Program { flavour, heads: 0, functions: Vec::new() };
    let mut builder = Builder { random, program, main: Function::default() };
    for _ in 0..1 + builder.random.below(2) {
        match builder.random.below(9) {
            0..=2 => builder.tree_of_numbers(),
            3 | 4 => builder.graph(),
            5 | 6 => builder.recursion(),
            7 => builder.nesting(),
            _ => builder.count(),
        }
    }
    let mut program = builder.program;
    program.functions.push(builder.main);
    program
}

const LINKS: [Field; 3] = [Next, Prev, Down];

fn var(var: Var) -> Pointer {
    Pointer::Var(var)
}

fn some(pointer: Pointer) -> Cond {
    Cond::Some(pointer)
}

impl Builder<'_> {
    /// A new node with a number and no links; the program ends where there is no memory.
    fn node(&mut self, node: Var, value: Expr) -> Vec<Stmt> {
        let mut body = vec![Stmt::New(node), when(Cond::None(var(node)), vec![Stmt::Exit])];
        body.push(Stmt::Number(node, value));
        body.extend(LINKS.map(|link| Stmt::Store(node, link, Pointer::Null)));
        body
    }

    /// A number within bounds, made of a counter, an input or nothing, and its greatest value.
    fn bounded(&mut self, counter: Int) -> (Expr, i16) {
        match self.random.below(4) {
            0 => (binary(Op::And, Expr::Input, constant(7)), 7),
            1 => (binary(Op::And, int(counter), constant(15)), 15),
            2 => (constant(3), 3),
            _ => (binary(Op::Add, binary(Op::And, Expr::Input, constant(3)), constant(2)), 5),
        }
    }

    fn add(&mut self, function: Function) -> FunctionId {
        self.program.functions.push(function);
        FunctionId(self.program.functions.len() - 1)
    }

    /// A tree that recursion builds, with claims about the numbers in its nodes, and about what recursion makes of them.
    fn tree_of_numbers(&mut self) {
        let [left, right] = self.random.pick(&[[Next, Down], [Prev, Next], [Down, Prev]]);
        let grow = FunctionId(self.program.functions.len());
        let (node, below, level) = (Var(0), Var(1), Int(0));
        let (value, most) = self.bounded(level);
        let mut body = self.node(node, value);
        let steps = [self.random.below(2) as i16, 1];
        for (link, step) in [left, right].into_iter().zip(steps) {
            let level = vec![plus(int(level), step)];
            body.push(Stmt::Compute(grow, Vec::new(), level, Some(Out::Var(below))));
            body.push(Stmt::Store(node, link, var(below)));
        }
        if self.random.percent(30) {
            let held = Expr::Value(node);
            body.push(Stmt::Assert(at_most(held, constant(most))));
        }
        let goes_on = match self.random.percent(50) {
            true => Cond::Input,
            false => both(less(int(level), constant(5)), Cond::Input),
        };
        self.add(Function {
            vars: 2,
            ints: 1,
            int_params: 1,
            body: vec![when(goes_on, body)],
            result: Some(node),
            ..Function::default()
        });
        let tree = self.main.var();
        self.main.body.push(Stmt::Compute(grow, Vec::new(), vec![constant(0)], Some(Out::Var(tree))));
        if self.random.percent(30) {
            self.change_all(tree, [left, right], most);
        }
        if self.random.percent(70) {
            self.measure(tree, [left, right], most);
        } else {
            self.wander(tree, most);
        }
    }

    /// Writes a number within bounds into all nodes below one.
    fn change_all(&mut self, tree: Var, links: [Field; 2], most: i16) {
        let id = FunctionId(self.program.functions.len());
        let node = Var(0);
        let value = match self.random.percent(50) {
            true => constant(self.random.below(most as usize + 1) as i16),
            false => binary(Op::And, Expr::Value(node), constant(1)),
        };
        let mut body = vec![Stmt::Number(node, value)];
        body.extend(links.map(|link| Stmt::Call(id, vec![Pointer::Field(node, link)], None)));
        let body = vec![when(some(var(node)), body)];
        self.add(Function { params: 1, vars: 1, body, ..Function::default() });
        self.main.body.push(Stmt::Call(id, vec![var(tree)], None));
    }

    /// The greatest number of a tree, by recursion, and claims about it.
    fn measure(&mut self, tree: Var, links: [Field; 2], most: i16) {
        let id = FunctionId(self.program.functions.len());
        let (node, result, one, other) = (Var(0), Int(0), Int(1), Int(2));
        let mut body = Vec::new();
        for (link, to) in links.into_iter().zip([one, other]) {
            body.push(Stmt::Compute(id, vec![Pointer::Field(node, link)], Vec::new(), Some(Out::Int(to))));
        }
        let own = Stmt::Assign(result, Expr::Value(node));
        let greater = |it: Int| when(less(int(result), int(it)), vec![Stmt::Assign(result, int(it))]);
        body.push(own);
        body.extend([greater(one), greater(other)]);
        if self.random.percent(25) {
            body.push(Stmt::Number(node, int(result)));
        }
        let body = vec![when(some(var(node)), body)];
        let function =
            Function { params: 1, vars: 1, ints: 3, gives: Some(result), body, ..Function::default() };
        self.add(function);
        let found = self.main.int();
        self.main.body.push(Stmt::Compute(id, vec![var(tree)], Vec::new(), Some(Out::Int(found))));
        let claims = [at_most(int(found), constant(most)), at_most(constant(0), int(found))];
        let claim = Stmt::Assert(self.random.pick(&claims));
        self.main.body.push(claim);
    }

    /// Follows links as an input says, with claims about the numbers of nodes.
    fn wander(&mut self, from: Var, most: i16) {
        let at = self.main.var();
        let claims = [at_most(Expr::Value(at), constant(most)), at_most(constant(0), Expr::Value(at))];
        let [one, other] = self.random.pick(&[[Next, Down], [Prev, Next], [Down, Prev]]);
        let step = |link: Field| vec![Stmt::Set(at, Pointer::Field(at, link))];
        let mut body = vec![Stmt::Assert(self.random.pick(&claims))];
        if self.random.percent(40) {
            body.push(Stmt::Number(at, constant(self.random.below(most as usize + 1) as i16)));
        }
        body.push(Stmt::If(Cond::Input, step(one), step(other)));
        self.main.body.push(Stmt::Set(at, var(from)));
        self.main.body.push(Stmt::While(both(some(var(at)), Cond::Input), body));
    }

    /// Nodes that link each other in any way.
    fn graph(&mut self) {
        let (node, counter) = (self.main.var(), self.main.int());
        let ends: Vec<Var> = (0..1 + self.random.below(3)).map(|_| self.main.var()).collect();
        let (value, most) = self.bounded(counter);
        let mut body = self.node(node, value);
        for link in LINKS {
            if self.random.percent(60) {
                let to = self.random.pick(&ends);
                body.push(Stmt::Store(node, link, var(to)));
            }
        }
        if self.random.percent(50) {
            let (end, link) = (self.random.pick(&ends), self.random.pick(&LINKS));
            body.push(when(some(var(end)), vec![Stmt::Store(end, link, var(node))]));
        }
        for end in &ends {
            let set = Stmt::Set(*end, var(node));
            body.push(if self.random.percent(50) { when(Cond::Input, vec![set]) } else { set });
        }
        body.push(Stmt::Assign(counter, plus(int(counter), 1)));
        self.main.body.push(Stmt::While(Cond::Input, body));
        for _ in 0..1 + self.random.below(2) {
            let from = self.random.pick(&ends);
            self.wander(from, most);
        }
    }

    /// A function of a number that calls itself, and claims about what it gives.
    fn recursion(&mut self) {
        let id = FunctionId(self.program.functions.len());
        let (number, result, other) = (Int(0), Int(1), Int(2));
        let (first, step, limit) =
            (self.random.below(3) as i16, 1 + self.random.below(2) as i16, 20 + self.random.below(9) as i16);
        let call = |by: i16, to: Int| {
            Stmt::Compute(id, Vec::new(), vec![plus(int(number), -by)], Some(Out::Int(to)))
        };
        let mut body = vec![call(1, result)];
        let two = self.random.percent(40);
        match two {
            true => body.extend([
                call(2, other),
                Stmt::Assign(result, binary(Op::Add, int(result), int(other))),
                when(less(constant(limit), int(result)), vec![Stmt::Assign(result, constant(limit))]),
            ]),
            false => body.push(Stmt::Assign(result, plus(int(result), step))),
        }
        let choice =
            Stmt::If(at_most(int(number), constant(0)), vec![Stmt::Assign(result, constant(first))], body);
        let function = Function {
            ints: 3,
            int_params: 1,
            gives: Some(result),
            body: vec![choice],
            ..Function::default()
        };
        self.add(function);
        let amount = self.amount(9);
        let found = self.main.int();
        self.main.body.push(Stmt::Compute(id, Vec::new(), vec![amount.clone()], Some(Out::Int(found))));
        let expected = plus(binary(Op::Mul, amount, constant(step)), first);
        let claims = match two {
            true => [at_most(int(found), constant(limit)), at_most(constant(0), int(found))],
            false => [same(int(found), expected), at_most(constant(first), int(found))],
        };
        let claim = Stmt::Assert(self.random.pick(&claims));
        self.main.body.push(claim);
    }

    /// A function that counts in a node how deep it calls itself.
    fn nesting(&mut self) {
        let id = FunctionId(self.program.functions.len());
        let (node, level) = (Var(0), Int(0));
        let depth = |by: i16| Stmt::Number(node, plus(Expr::Value(node), by));
        let call = |by: i16| Stmt::Compute(id, vec![var(node)], vec![plus(int(level), by)], None);
        let mut inside = vec![call(1)];
        if self.random.percent(50) {
            inside.push(when(Cond::Input, vec![call(2)]));
        }
        let goes_on = both(less(int(level), constant(6)), Cond::Input);
        let mut body = vec![depth(1), when(goes_on, inside), depth(-1)];
        let held = Expr::Value(node);
        let claims = [at_most(constant(0), held.clone()), less(held.clone(), constant(9))];
        body.insert(self.random.below(4), Stmt::Assert(self.random.pick(&claims)));
        self.add(Function { params: 1, vars: 1, ints: 1, int_params: 1, body, ..Function::default() });
        let counted = self.main.var();
        let new = self.node(counted, constant(0));
        self.main.body.extend(new);
        self.main.body.push(Stmt::Compute(id, vec![var(counted)], vec![constant(0)], None));
        let is_zero = Cond::Holds(Expr::Value(counted), Relation::Same, constant(0));
        self.main.body.push(Stmt::Assert(is_zero));
    }
}
