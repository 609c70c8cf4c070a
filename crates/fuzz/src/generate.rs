//! Random programs: a few lists, operations on them in random order, their end; or a tree ([`trees`]), or nodes with
//! parts ([`parts`]), or arrays, texts and counters ([`numbers`]), or what trees
//! and graphs hold ([`contents`]); then, in some programs, mistakes.
//!
//! A program without a planted mistake is meant to be safe, but need not be: operations do not know of each other.
//! That is no matter, the interpreter is the judge.

use crate::operations::Maker;
use crate::program::{
    Bytes, Cond, Expr, Extent, Field, Flavour, Function, FunctionId, Head, Number, Op, Pointer, Program,
    Relation, Stmt, Var,
};
use crate::random::Random;
use crate::{contents, numbers, parts, trees};

/// What a program is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// Lists whose nodes have links and a number.
    Lists,
    /// Trees.
    Trees,
    /// Lists whose nodes have parts or share them, or that lie between two heads.
    Parts,
    /// Arrays, texts, counters, and what the nodes of a list hold.
    Numbers,
    /// What trees and graphs hold, and recursion over numbers.
    Contents,
}

impl Theme {
    /// The theme of the program that belongs to a seed.
    pub fn of(seed: u64) -> Theme {
        match seed % 8 {
            7 => Theme::Trees,
            2 | 5 => Theme::Parts,
            1 | 4 => Theme::Numbers,
            6 => Theme::Contents,
            _ => Theme::Lists,
        }
    }
}

/// The program that belongs to a seed.
pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let random = &mut random;
    let flavour = Flavour {
        middle: random.percent(35),
        back: random.percent(50),
        zeroed: random.percent(40),
        global_heads: random.percent(40),
        may_fail: random.percent(60),
        stops: random.percent(50),
        leaks: random.percent(75),
        parts: false,
        indirect: false,
        mixed: false,
    };
    let mut program = match Theme::of(seed) {
        Theme::Trees => trees::generate(flavour, random),
        Theme::Parts => parts::generate(flavour, random),
        Theme::Numbers => numbers::generate(flavour, random),
        Theme::Contents => contents::generate(flavour, random),
        Theme::Lists => lists(flavour, random),
    };
    if random.percent(55) {
        for _ in 0..1 + random.below(2) {
            plant_mistake(&mut program, random);
        }
    }
    program
}

/// A program on lists.
fn lists(flavour: Flavour, random: &mut Random) -> Program {
    let program = Program { flavour, heads: 0, functions: Vec::new() };
    let mut builder = Builder { random, program, main: Function::default() };
    builder.run();
    let mut program = builder.program;
    program.functions.push(builder.main);
    program
}

/// What a list variable of `main` is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A pointer to the first node; null at the end.
    Open,
    /// A pointer to the head of a circular list; the head is on the heap or not.
    Ring { on_heap: bool },
}

/// A program that is being made.
pub(crate) struct Builder<'a> {
    pub(crate) random: &'a mut Random,
    pub(crate) program: Program,
    pub(crate) main: Function,
}

/// An operation on one list.
pub(crate) type Operation = fn(&mut Maker<'_>, Var) -> Vec<Stmt>;

const OPEN: &[Operation] = &[
    |maker, list| maker.build(list),
    |maker, list| maker.build_at_end(list),
    |maker, list| maker.push(list),
    |maker, list| maker.walk(list),
    |maker, list| maker.reverse(list),
    |maker, list| maker.pop(list, None),
    |maker, list| maker.insert(list),
    |maker, list| maker.remove(list),
    |maker, list| maker.filter_by_slot(list),
    |maker, list| maker.destroy(list),
    |maker, list| maker.build_counted(list),
    |maker, list| maker.count_twice(list),
    |maker, list| maker.mark_and_check(list),
    |maker, list| maker.mark_one(list),
    |maker, list| maker.share(list),
    |maker, list| maker.cycle(list),
    |maker, list| maker.rotate(list),
    |maker, list| maker.take_out(list),
];

const RING: &[Operation] = &[
    |maker, head| maker.ring_build(head),
    |maker, head| maker.ring_walk(head),
    |maker, head| maker.ring_filter(head),
    |maker, head| maker.ring_destroy(head),
];

impl Builder<'_> {
    fn run(&mut self) {
        let flavour = self.program.flavour;
        let lists: Vec<(Var, Kind)> = (0..1 + self.random.below(2)).map(|_| self.list()).collect();
        // Lists of lists need every node of a list to be treated alike, so such a program has only the one.
        if lists.len() == 1 && lists[0].1 == Kind::Open && self.random.percent(35) {
            return self.nested(lists[0].0);
        }
        for (var, kind) in &lists {
            let build: Operation = match kind {
                Kind::Open => OPEN[self.random.below(2)],
                Kind::Ring { .. } => RING[0],
            };
            self.operation(*var, build);
        }
        for _ in 0..self.random.below(4) {
            let (var, kind) = self.random.pick(&lists);
            let open: Vec<Var> =
                lists.iter().filter(|(_, kind)| *kind == Kind::Open).map(|(var, _)| *var).collect();
            if kind == Kind::Open && open.len() == 2 && self.random.percent(30) {
                self.two_lists(open[0], open[1]);
            } else {
                let operations = if kind == Kind::Open { OPEN } else { RING };
                let operation = self.random.pick(operations);
                self.operation(var, operation);
            }
            if self.random.percent(15) {
                self.wild_statement();
            }
        }
        for (var, kind) in lists {
            match kind {
                Kind::Open if !flavour.middle && self.random.percent(20) => self.destroy_recursively(var),
                Kind::Open => self.operation(var, |maker, list| maker.destroy(list)),
                Kind::Ring { on_heap } => {
                    self.operation(var, |maker, head| maker.ring_destroy(head));
                    if on_heap {
                        self.main.body.push(Stmt::Free(var));
                    }
                }
            }
        }
    }

    /// A new, empty list of `main`.
    fn list(&mut self) -> (Var, Kind) {
        let var = self.main.var();
        if self.random.percent(60) {
            return (var, Kind::Open);
        }
        let on_heap = self.random.percent(25);
        if on_heap {
            self.main.body.push(Stmt::New(var));
            self.main.body.push(Stmt::If(Cond::None(Pointer::Var(var)), vec![Stmt::Exit], Vec::new()));
        } else {
            self.main.body.push(Stmt::Set(var, Pointer::Head(Head(self.program.heads))));
            self.program.heads += 1;
        }
        let mut maker = self.maker();
        let init = maker.ring_init(var);
        self.main.body.extend(init);
        (var, Kind::Ring { on_heap })
    }

    pub(crate) fn maker(&mut self) -> Maker<'_> {
        Maker { flavour: self.program.flavour, function: &mut self.main, random: self.random }
    }

    /// Adds an operation to `main`: in place, in a function, in a loop or under a condition.
    pub(crate) fn operation(&mut self, list: Var, operation: Operation) {
        if self.random.percent(35) {
            let mut function = Function { params: 1, vars: 1, result: Some(Var(0)), ..Function::default() };
            let mut maker =
                Maker { flavour: self.program.flavour, function: &mut function, random: self.random };
            let body = operation(&mut maker, Var(0));
            function.body = body;
            self.program.functions.push(function);
            let id = FunctionId(self.program.functions.len() - 1);
            let call = Stmt::Call(id, vec![Pointer::Var(list)], Some(list));
            let calls = if self.random.percent(15) { vec![call.clone(), call] } else { vec![call] };
            self.main.body.extend(calls);
            return;
        }
        let mut maker = self.maker();
        let body = operation(&mut maker, list);
        match self.random.below(12) {
            0 => self.main.body.push(Stmt::While(Cond::Input, body)),
            1 => self.main.body.push(Stmt::If(Cond::Input, body, Vec::new())),
            _ => self.main.body.extend(body),
        }
    }

    fn two_lists(&mut self, one: Var, other: Var) {
        let append = self.random.percent(50);
        let mut maker = self.maker();
        let body = if append { maker.append(one, other) } else { maker.pop(one, Some(other)) };
        match append || self.random.percent(50) {
            true => self.main.body.extend(body),
            false => self.main.body.push(Stmt::While(Cond::Input, body)),
        }
    }

    fn nested(&mut self, list: Var) {
        self.operation(list, |maker, list| maker.build(list));
        self.operation(list, |maker, list| maker.build_down(list));
        if self.random.percent(30) {
            self.operation(list, |maker, list| maker.reverse(list));
        }
        if self.random.percent(30) {
            self.operation(list, |maker, list| maker.walk(list));
        }
        if self.random.percent(50) {
            self.operation(list, |maker, list| maker.destroy_down(list, true));
        } else {
            self.operation(list, |maker, list| maker.destroy_down(list, false));
            self.operation(list, |maker, list| maker.destroy(list));
        }
    }

    /// Frees an open list by recursion.
    fn destroy_recursively(&mut self, list: Var) {
        let id = FunctionId(self.program.functions.len());
        let (param, rest) = (Var(0), Var(1));
        let body = vec![
            Stmt::Set(rest, Pointer::Field(param, Field::Next)),
            Stmt::Call(id, vec![Pointer::Var(rest)], None),
            Stmt::Free(param),
        ];
        let body = vec![Stmt::If(Cond::Some(Pointer::Var(param)), body, Vec::new())];
        self.program.functions.push(Function { params: 1, vars: 2, body, ..Function::default() });
        self.main.body.push(Stmt::Call(id, vec![Pointer::Var(list)], None));
        self.main.body.push(Stmt::Set(list, Pointer::Null));
    }

    /// A statement that no operation would contain, guarded in most cases.
    fn wild_statement(&mut self) {
        let var = Var(self.random.below(self.main.vars));
        let other = Var(self.random.below(self.main.vars));
        let field = self.random.pick(&[Field::Next, Field::Prev, Field::Down]);
        let wild = match self.random.below(5) {
            0 => Stmt::Set(var, Pointer::Var(other)),
            1 => Stmt::Set(other, Pointer::Field(var, field)),
            2 => Stmt::Store(var, field, Pointer::Var(other)),
            3 => Stmt::Value(var, Some(1)),
            _ => Stmt::Free(var),
        };
        let guarded = match self.random.percent(85) {
            true => Stmt::If(Cond::Some(Pointer::Var(var)), vec![wild], Vec::new()),
            false => wild,
        };
        self.main.body.push(guarded);
    }
}

/// Changes a statement as a tired programmer would.
fn plant_mistake(program: &mut Program, random: &mut Random) {
    let size = program.size();
    if size == 0 {
        return;
    }
    let number = random.below(size);
    let way = random.below(6);
    let spare = random.bits();
    program.edit(number, &mut |body, place| {
        let mut random = Random::new(spare);
        match way {
            0 => {
                body.remove(place);
            }
            1 => {
                let twin = body[place].clone();
                body.insert(place + 1, twin);
            }
            2 if place + 1 < body.len() => body.swap(place, place + 1),
            3 => unwrap_statement(body, place),
            _ => change_statement(&mut body[place], &mut random),
        }
    });
}

/// Leaves out a condition or a loop, but keeps what is inside.
fn unwrap_statement(body: &mut Vec<Stmt>, place: usize) {
    match body.remove(place) {
        Stmt::If(_, inside, _) | Stmt::While(_, inside) => {
            body.splice(place..place, inside);
        }
        other => body.insert(place, other),
    }
}

/// Confuses the variables, links or conditions of a statement.
fn change_statement(stmt: &mut Stmt, random: &mut Random) {
    match stmt {
        Stmt::Set(_, value) | Stmt::Store(_, _, value) | Stmt::StoreSlot(_, value) => {
            change_pointer(value, random);
        }
        Stmt::Count(_, Number::Plus(_, more)) => *more += random.pick(&[-1, 1]),
        Stmt::Count(_, value) => *value = Number::Const(random.below(3) as i8),
        Stmt::If(cond, ..) | Stmt::While(cond, _) | Stmt::Assert(cond) => change_cond(cond, random),
        Stmt::Element(_, number) => *number = Number::Const(3),
        Stmt::NewBytes(_, extent) | Stmt::WriteByte(_, extent) => change_extent(extent, random),
        Stmt::FreeBytes(bytes) | Stmt::SetBytes(_, bytes) => change_bytes(bytes, random),
        Stmt::Free(var) | Stmt::Value(var, _) => *var = neighbour(*var, random),
        Stmt::Assign(_, value) | Stmt::Number(_, value) | Stmt::NewArray(_, value) => {
            change_expr(value, random);
        }
        Stmt::Put(_, place, value) => change_expr(if random.percent(60) { place } else { value }, random),
        Stmt::CopyText(to, from) => std::mem::swap(to, from),
        Stmt::Compute(_, _, numbers, _) => numbers.iter_mut().for_each(|it| change_expr(it, random)),
        _ => {}
    }
}

/// Something that is one too many or too few.
fn change_expr(expr: &mut Expr, random: &mut Random) {
    match expr {
        Expr::Const(value) => *value += random.pick(&[-1, 1]),
        Expr::Binary(_, one, other) if random.percent(60) => {
            change_expr(if random.percent(50) { one } else { other }, random);
        }
        other => {
            let one = Box::new(Expr::Const(1));
            *other = Expr::Binary(random.pick(&[Op::Add, Op::Sub]), Box::new(other.clone()), one);
        }
    }
}

fn neighbour(var: Var, random: &mut Random) -> Var {
    match random.percent(50) && var.0 > 0 {
        true => Var(var.0 - 1),
        false => var,
    }
}

fn change_pointer(pointer: &mut Pointer, random: &mut Random) {
    *pointer = match *pointer {
        Pointer::Var(var) if random.percent(40) => Pointer::Field(var, Field::Next),
        Pointer::Var(var) => Pointer::Var(neighbour(var, random)),
        Pointer::Field(var, Field::Next) if random.percent(40) => Pointer::Field(var, Field::Prev),
        Pointer::Field(var, _) if random.percent(50) => Pointer::Var(var),
        Pointer::Field(var, field) => Pointer::Field(neighbour(var, random), field),
        Pointer::Far(var, steps) => Pointer::Far(var, steps + 1),
        Pointer::HeadField(head, Field::Next) => Pointer::HeadField(head, Field::Prev),
        other => other,
    };
}

fn change_extent(extent: &mut Extent, random: &mut Random) {
    *extent = match *extent {
        Extent::Const(number) => Extent::Const(number + 1),
        Extent::Size(var, more) if random.percent(50) => Extent::Size(var, more + 1),
        Extent::Size(var, more) => Extent::Size(neighbour(var, random), more),
    };
}

fn change_bytes(bytes: &mut Bytes, random: &mut Random) {
    *bytes = match *bytes {
        Bytes::Part(var) => Bytes::Part(neighbour(var, random)),
        Bytes::Inner(var) | Bytes::Forth(var) | Bytes::Back(var) => Bytes::Part(var),
        Bytes::Block(_) if random.percent(50) => Bytes::Null,
        other => other,
    };
}

fn change_cond(cond: &mut Cond, random: &mut Random) {
    *cond = match cond.clone() {
        Cond::Some(Pointer::Var(var)) if random.percent(60) => Cond::Some(Pointer::Field(var, Field::Next)),
        Cond::Both(one, other) => *(if random.percent(50) { one } else { other }),
        Cond::Equal(one, other) => Cond::Differ(one, other),
        Cond::Differ(one, other) => Cond::Equal(one, other),
        Cond::Some(pointer) => Cond::None(pointer),
        Cond::None(pointer) => Cond::Some(pointer),
        Cond::Less(int, Number::Plus(other, more)) => Cond::Less(int, Number::Plus(other, more + 1)),
        Cond::Less(int, number) | Cond::Same(int, number) => Cond::Same(int, number),
        Cond::NotShorter(one, other) => Cond::NotShorter(other, one),
        Cond::Holds(one, Relation::Less, other) if random.percent(60) => {
            Cond::Holds(one, Relation::AtMost, other)
        }
        Cond::Holds(one, Relation::AtMost, other) if random.percent(60) => {
            Cond::Holds(one, Relation::Less, other)
        }
        Cond::Holds(one, relation, mut other) => {
            change_expr(&mut other, random);
            Cond::Holds(one, relation, other)
        }
        Cond::NoArray(_)
        | Cond::Input
        | Cond::Value(..)
        | Cond::SameBytes(..)
        | Cond::SomeBytes(..)
        | Cond::SizeWithin(..) => Cond::Input,
    };
}

#[cfg(test)]
mod tests {
    use super::generate;

    #[test]
    fn a_seed_is_the_name_of_a_program() {
        for seed in 0..200 {
            assert_eq!(generate(seed), generate(seed));
            assert!(generate(seed).size() > 0);
        }
        assert_ne!(generate(1), generate(2));
    }
}
