//! Random programs on numbers: loops that count, arrays of fixed and of any size, queues in arrays, texts, and what the
//! nodes of a list hold.
//!
//! Each part of a program is what people write, with claims behind it that are mostly true. Counters have different
//! types, so that some wrap around where others do not.

use crate::generate::Builder;
use crate::program::Field::Next;
use crate::program::{Array, Cond, Expr, Flavour, Function, Int, Op, Pointer, Program, Relation, Stmt, Var};
use crate::random::Random;

/// A program on numbers.
pub fn generate(flavour: Flavour, random: &mut Random) -> Program {
    let flavour = Flavour { middle: false, back: false, stops: true, mixed: random.percent(50), ..flavour };
    let program = Program { flavour, heads: 0, functions: Vec::new() };
    let mut builder = Builder { random, program, main: Function::default() };
    for _ in 0..1 + builder.random.below(2) {
        match builder.random.below(8) {
            0 => builder.count(),
            1 => builder.meet(),
            2 | 3 => builder.array(),
            4 => builder.queue(),
            5 | 6 => builder.text(),
            _ => builder.contents(),
        }
    }
    let mut program = builder.program;
    program.functions.push(builder.main);
    program
}

pub(crate) fn int(int: Int) -> Expr {
    Expr::Int(int)
}

pub(crate) fn constant(value: i16) -> Expr {
    Expr::Const(value)
}

pub(crate) fn binary(op: Op, one: Expr, other: Expr) -> Expr {
    Expr::Binary(op, Box::new(one), Box::new(other))
}

pub(crate) fn plus(one: Expr, value: i16) -> Expr {
    binary(Op::Add, one, constant(value))
}

fn element(array: Array, place: Expr) -> Expr {
    Expr::Element(array, Box::new(place))
}

pub(crate) fn less(one: Expr, other: Expr) -> Cond {
    Cond::Holds(one, Relation::Less, other)
}

pub(crate) fn at_most(one: Expr, other: Expr) -> Cond {
    Cond::Holds(one, Relation::AtMost, other)
}

pub(crate) fn same(one: Expr, other: Expr) -> Cond {
    Cond::Holds(one, Relation::Same, other)
}

pub(crate) fn both(one: Cond, other: Cond) -> Cond {
    Cond::Both(Box::new(one), Box::new(other))
}

pub(crate) fn when(cond: Cond, body: Vec<Stmt>) -> Stmt {
    Stmt::If(cond, body, Vec::new())
}

/// Counts a counter up by one.
fn next(counter: Int) -> Stmt {
    Stmt::Assign(counter, plus(int(counter), 1))
}

impl Builder<'_> {
    fn say(&mut self, stmts: impl IntoIterator<Item = Stmt>) {
        self.main.body.extend(stmts);
    }

    /// Claims one of the conditions.
    fn claim_one(&mut self, conds: &[Cond]) -> Stmt {
        Stmt::Assert(self.random.pick(conds))
    }

    /// A number of things: a constant, or an input that is made to lie between one and some most.
    pub(crate) fn amount(&mut self, most: i16) -> Expr {
        if self.random.percent(50) {
            return constant(1 + self.random.below(most as usize) as i16);
        }
        let amount = self.main.int();
        let is_wrong = [less(int(amount), constant(1)), less(constant(most), int(amount))];
        self.say([Stmt::Assign(amount, Expr::Input)]);
        self.say(is_wrong.map(|cond| when(cond, vec![Stmt::Assign(amount, constant(1))])));
        int(amount)
    }

    /// A loop that counts to a limit, and a sum that keeps step.
    pub(crate) fn count(&mut self) {
        let limit = self.amount(12);
        let (counter, sum, flag) = (self.main.int(), self.main.int(), self.main.int());
        let (step, more) = (1 + self.random.below(2) as i16, 1 + self.random.below(3) as i16);
        let mut body =
            vec![Stmt::Assign(sum, plus(int(sum), more)), Stmt::Assign(counter, plus(int(counter), step))];
        if self.random.percent(40) {
            body.push(when(Cond::Input, vec![Stmt::Assign(flag, constant(1))]));
        }
        if self.random.percent(30) {
            body.push(when(same(int(sum), constant(9)), vec![Stmt::Assign(sum, constant(0))]));
        }
        let scaled = |counter, by| binary(Op::Mul, int(counter), constant(by));
        let claims = [
            at_most(limit.clone(), int(counter)),
            at_most(int(counter), plus(limit.clone(), step - 1)),
            same(int(counter), limit.clone()),
            same(scaled(sum, step), scaled(counter, more)),
            at_most(int(flag), constant(1)),
            same(binary(Op::Rem, int(counter), constant(step)), constant(0)),
        ];
        let claims = [self.claim_one(&claims), self.claim_one(&claims)];
        self.say([Stmt::While(less(int(counter), limit), body)]);
        self.say(claims);
    }

    /// Two counters that go towards each other.
    fn meet(&mut self) {
        let limit = self.amount(10);
        let (low, high) = (self.main.int(), self.main.int());
        let body = vec![next(low), Stmt::Assign(high, plus(int(high), -1))];
        let claims = [
            same(binary(Op::Add, int(low), int(high)), limit.clone()),
            at_most(int(high), int(low)),
            at_most(int(low), plus(int(high), 1)),
            at_most(int(low), limit.clone()),
        ];
        let claims = [self.claim_one(&claims), self.claim_one(&claims)];
        self.say([Stmt::Assign(high, limit), Stmt::While(less(int(low), int(high)), body)]);
        self.say(claims);
    }

    /// An array that is filled, and read by index or by what it holds.
    fn array(&mut self) {
        let count = self.amount(9);
        let array = self.allocate(false, &count);
        let (writer, reader) = (self.main.int(), self.main.int());
        let value = match self.random.below(4) {
            0 => int(writer),
            1 => constant(self.random.below(4) as i16),
            2 => binary(Op::And, Expr::Input, constant(7)),
            _ => binary(Op::Rem, int(writer), constant(4)),
        };
        let fill = vec![Stmt::Put(array, int(writer), value), next(writer)];
        self.say([Stmt::While(less(int(writer), count.clone()), fill)]);
        let read = element(array, int(reader));
        let claims = [
            at_most(read.clone(), constant(8)),
            at_most(constant(0), read.clone()),
            less(read.clone(), plus(count.clone(), 8)),
        ];
        let mut body = vec![self.claim_one(&claims)];
        if self.random.percent(50) {
            let table = self.main.array(false, Some(9));
            body.push(Stmt::Put(table, read.clone(), int(reader)));
        }
        if self.random.percent(30) {
            let before = element(array, plus(int(reader), -1));
            let cond = both(less(constant(0), int(reader)), less(read, before.clone()));
            body.push(when(cond, vec![Stmt::Put(array, int(reader), before)]));
        }
        body.push(next(reader));
        self.say([Stmt::While(less(int(reader), count), body)]);
        self.release(array);
    }

    /// An array of its own, in `main` or on the heap.
    fn allocate(&mut self, text: bool, count: &Expr) -> Array {
        if let Expr::Const(count) = count
            && self.random.percent(50)
        {
            return self.main.array(text, Some(*count as u8));
        }
        let array = self.main.array(text, None);
        self.say([Stmt::NewArray(array, count.clone())]);
        let exit = when(Cond::NoArray(array), vec![Stmt::Exit]);
        self.say([exit]);
        array
    }

    fn release(&mut self, array: Array) {
        if self.main.arrays[array.0].count.is_none() {
            self.say([Stmt::FreeArray(array)]);
        }
    }

    /// A queue in an array that is used as a ring.
    fn queue(&mut self) {
        let room = self.amount(6);
        let queue = self.allocate(false, &room);
        let (first, used, sum) = (self.main.int(), self.main.int(), self.main.int());
        let wrapped = |place: Expr| binary(Op::Rem, place, room.clone());
        let last = wrapped(binary(Op::Add, int(first), int(used)));
        let put = vec![Stmt::Put(queue, last, int(sum)), next(used)];
        let get = vec![
            Stmt::Assign(sum, element(queue, int(first))),
            Stmt::Assign(first, wrapped(plus(int(first), 1))),
            Stmt::Assign(used, plus(int(used), -1)),
        ];
        let body = vec![Stmt::If(
            Cond::Input,
            vec![when(less(int(used), room.clone()), put)],
            vec![when(less(constant(0), int(used)), get)],
        )];
        let claims = [at_most(int(used), room.clone()), less(int(first), room)];
        let claims = [self.claim_one(&claims), self.claim_one(&claims)];
        self.say([Stmt::While(Cond::Input, body)]);
        self.say(claims);
        self.release(queue);
    }

    /// A text of any length within its array, searched, copied and changed.
    fn text(&mut self) {
        let room = 2 + self.random.below(8) as i16;
        let text = self.allocate(true, &constant(room));
        let length = self.main.int();
        let letter = binary(Op::Add, constant(97), binary(Op::And, Expr::Input, constant(7)));
        let more = both(less(int(length), constant(room - 1)), Cond::Input);
        self.say([
            Stmt::While(more, vec![Stmt::Put(text, int(length), letter), next(length)]),
            Stmt::Put(text, int(length), constant(0)),
        ]);
        let claims = [
            same(Expr::Length(text), int(length)),
            less(Expr::Length(text), constant(room)),
            at_most(int(length), Expr::Length(text)),
        ];
        let claim = self.claim_one(&claims);
        self.say([claim]);
        let place = self.main.int();
        let goes_on = Cond::Holds(element(text, int(place)), Relation::Other, constant(0));
        match self.random.below(4) {
            0 => {
                let is_other = Cond::Holds(element(text, int(place)), Relation::Other, constant(98));
                self.say([Stmt::While(both(goes_on, is_other), vec![next(place)])]);
                self.say([Stmt::Assert(at_most(int(place), int(length)))]);
            }
            1 => {
                let upper = Stmt::Put(text, int(place), plus(element(text, int(place)), -32));
                self.say([Stmt::While(goes_on, vec![upper, next(place)])]);
                self.say([Stmt::Assert(same(int(place), int(length)))]);
            }
            2 => {
                let copy = self.allocate(true, &constant(room));
                let step = Stmt::Put(copy, int(place), element(text, int(place)));
                self.say([Stmt::While(goes_on, vec![step, next(place)])]);
                self.say([Stmt::Put(copy, int(place), constant(0))]);
                self.say([Stmt::Assert(same(Expr::Length(copy), Expr::Length(text)))]);
                self.release(copy);
            }
            _ => {
                let copy = self.allocate(true, &plus(Expr::Length(text), 1));
                self.say([Stmt::CopyText(copy, text)]);
                self.say([Stmt::Assert(less(Expr::Length(copy), constant(room)))]);
                self.release(copy);
            }
        }
        self.release(text);
    }

    /// A list whose nodes hold numbers within bounds, counted, used as indexes, and freed.
    fn contents(&mut self) {
        let (list, node, rest) = (self.main.var(), self.main.var(), self.main.var());
        let (count, again) = (self.main.int(), self.main.int());
        let (value, most) = match self.random.below(3) {
            0 => (binary(Op::And, Expr::Input, constant(7)), 7),
            1 => (binary(Op::Rem, int(count), constant(5)), 4),
            _ => (constant(3), 3),
        };
        let exit = when(Cond::None(Pointer::Var(node)), vec![Stmt::Exit]);
        let build = vec![
            Stmt::New(node),
            exit,
            Stmt::Number(node, value),
            Stmt::Store(node, Next, Pointer::Var(list)),
            Stmt::Set(list, Pointer::Var(node)),
            next(count),
        ];
        self.say([Stmt::While(Cond::Input, build), Stmt::Set(node, Pointer::Var(list))]);
        let table = self.main.array(false, Some(most + 1));
        let held = || Expr::Value(node);
        let claims = [at_most(held(), constant(most.into())), at_most(constant(0), held())];
        let walk = vec![
            self.claim_one(&claims),
            Stmt::Put(table, held(), int(again)),
            next(again),
            Stmt::Set(node, Pointer::Field(node, Next)),
        ];
        self.say([Stmt::While(Cond::Some(Pointer::Var(node)), walk)]);
        if self.random.percent(50) {
            self.say([Stmt::Assert(same(int(again), int(count)))]);
        }
        self.free_all(list, rest);
    }

    fn free_all(&mut self, list: Var, rest: Var) {
        let body = vec![
            Stmt::Set(rest, Pointer::Field(list, Next)),
            Stmt::Free(list),
            Stmt::Set(list, Pointer::Var(rest)),
        ];
        self.say([Stmt::While(Cond::Some(Pointer::Var(list)), body)]);
    }
}
