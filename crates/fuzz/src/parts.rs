//! Random programs on nodes with parts: blocks of a size of their own, blocks that many nodes share, arrays, links to
//! the last node; and on nodes between two heads.
//!
//! What goes wrong in such programs often needs three nodes or none at all, so lists begin with a few nodes in a
//! straight line, loops that do nothing let states meet, and claims look past the first nodes. Most claims are true.

use crate::generate::Builder;
use crate::operations::Maker;
use crate::program::Field::{Down, Last, Next, Prev};
use crate::program::{
    Block, Bytes, Cond, Extent, Flavour, Function, FunctionId, Head, Number, Pointer, Program, Stmt, Var,
};
use crate::random::Random;

/// A program on nodes with parts.
pub fn generate(flavour: Flavour, random: &mut Random) -> Program {
    let flavour = Flavour {
        middle: false,
        parts: true,
        stops: random.percent(75),
        leaks: random.percent(85),
        indirect: random.percent(20),
        ..flavour
    };
    let program = Program { flavour, heads: 0, functions: Vec::new() };
    let mut builder = Builder { random, program, main: Function::default() };
    match builder.random.below(7) {
        0 => builder.begun(),
        1 => builder.between(),
        2 => builder.payloads(),
        3 | 4 => builder.common(),
        5 => builder.arrays(),
        _ => builder.lasts(),
    }
    for _ in 0..builder.random.below(3) {
        builder.intrude();
    }
    let mut program = builder.program;
    program.functions.push(builder.main);
    program
}

/// The list that every program has, or the first of two heads.
const LIST: Var = Var(0);

fn var(var: Var) -> Pointer {
    Pointer::Var(var)
}

fn next(node: Var) -> Pointer {
    Pointer::Field(node, Next)
}

fn both(one: Cond, other: Cond) -> Cond {
    Cond::Both(Box::new(one), Box::new(other))
}

fn when(cond: Cond, body: Vec<Stmt>) -> Stmt {
    Stmt::If(cond, body, Vec::new())
}

/// There are more nodes than that many behind the first one of an open list.
fn reaches(list: Var, steps: u8) -> Cond {
    (0..=steps).map(|step| Cond::Some(Pointer::Far(list, step))).reduce(both).unwrap_or(Cond::Some(var(list)))
}

/// Does something with each node of an open list; `node` is at it.
fn each(list: Var, node: Var, mut body: Vec<Stmt>) -> Vec<Stmt> {
    body.push(Stmt::Set(node, next(node)));
    vec![Stmt::Set(node, var(list)), Stmt::While(Cond::Some(var(node)), body)]
}

impl Builder<'_> {
    /// Puts something anywhere into `main` that need not fit there.
    fn intrude(&mut self) {
        let steps = self.random.below(4) as u8;
        let node = self.main.var();
        let other = Var(self.random.below(self.main.vars));
        let far = Stmt::Set(node, Pointer::Far(LIST, steps));
        let stmt = match self.random.below(10) {
            0..=2 => Stmt::While(Cond::Input, Vec::new()),
            3 | 4 => Stmt::Call(self.descent(), vec![var(LIST)], None),
            5 => when(reaches(LIST, steps), vec![far, Stmt::Value(node, Some(1))]),
            // What follows breaks what the program counts on, where the list is long enough.
            6 => when(reaches(LIST, steps), vec![far, Stmt::Free(node)]),
            7 => when(reaches(LIST, steps), vec![far, Stmt::Store(node, Next, Pointer::Null)]),
            8 => when(reaches(LIST, steps), vec![far, Stmt::SetBytes(Bytes::Part(node), Bytes::Null)]),
            _ => when(reaches(LIST, steps), vec![far, Stmt::Assert(Cond::Differ(var(node), var(other)))]),
        };
        let place = self.random.below(self.main.body.len() + 1);
        self.main.body.insert(place, stmt);
    }

    /// A function that goes down an open list by recursion, some way or to its end.
    fn descent(&mut self) -> FunctionId {
        let id = FunctionId(self.program.functions.len());
        let on = Stmt::Call(id, vec![next(LIST)], None);
        let body = match self.random.percent(50) {
            true => vec![Stmt::Value(LIST, None), on],
            false => vec![when(Cond::Input, vec![on]), Stmt::Value(LIST, Some(1))],
        };
        let body = vec![when(Cond::Some(var(LIST)), body)];
        self.program.functions.push(Function { params: 1, vars: 1, body, ..Function::default() });
        id
    }

    /// Loops that do nothing.
    fn pause(&mut self) {
        if self.random.percent(50) {
            self.main.body.push(Stmt::While(Cond::Input, Vec::new()));
        }
    }

    /// Operations that leave all nodes of an open list in it.
    fn reorder(&mut self, list: Var) {
        if self.random.percent(30) {
            match self.random.below(3) {
                0 => self.operation(list, |maker, list| maker.reverse(list)),
                1 => self.operation(list, |maker, list| maker.rotate(list)),
                _ => self.operation(list, |maker, list| maker.cycle(list)),
            }
        }
    }

    /// Ends the program where an open list is shorter.
    fn require(&mut self, list: Var, steps: u8) {
        for step in 0..=steps {
            let short = Cond::None(Pointer::Far(list, step));
            self.main.body.push(when(short, vec![Stmt::Exit]));
        }
    }

    /// A claim on an open list that begins with so many nodes.
    fn claim(&mut self, list: Var, sure: usize) {
        let steps = self.random.below(4) as u8;
        let claim = match self.random.below(8) {
            0 => when(reaches(list, steps), vec![Stmt::Assert(Cond::None(Pointer::Far(list, steps + 1)))]),
            1 => when(reaches(list, 2), vec![Stmt::Assert(Cond::Value(list, 0))]),
            2..=4 if sure > 0 => {
                let steps = self.random.below(sure) as u8;
                Stmt::Assert(Cond::Some(Pointer::Far(list, steps)))
            }
            _ => {
                let node = self.main.var();
                let body = vec![Stmt::Set(node, Pointer::Far(list, steps)), Stmt::Value(node, Some(1))];
                when(reaches(list, steps), body)
            }
        };
        self.main.body.push(claim);
    }

    /// A list that begins with a few nodes and goes on in a loop.
    fn begun(&mut self) {
        let list = self.main.var();
        let first = self.random.below(4);
        for _ in 0..first {
            let push = self.maker().push(list);
            self.main.body.extend(push);
        }
        self.pause();
        if self.random.percent(50) {
            self.operation(list, |maker, list| maker.build(list));
        } else {
            self.operation(list, |maker, list| maker.build_at_end(list));
        }
        self.pause();
        self.reorder(list);
        let sure = if self.program.flavour.stops { first } else { 0 };
        for _ in 0..1 + self.random.below(2) {
            self.claim(list, sure);
            self.pause();
        }
        self.operation(list, |maker, list| maker.destroy(list));
    }

    /// Nodes between two heads.
    fn between(&mut self) {
        self.program.flavour.back = true;
        let (first, second) = (Head(0), Head(1));
        self.program.heads = 2;
        let (left, right, node) = (self.main.var(), self.main.var(), self.main.var());
        self.main.body.extend([
            Stmt::Set(left, Pointer::Head(first)),
            Stmt::Set(right, Pointer::Head(second)),
            Stmt::Store(left, Next, var(right)),
            Stmt::Store(right, Prev, var(left)),
            Stmt::Store(left, Prev, Pointer::Null),
            Stmt::Store(right, Next, Pointer::Null),
        ]);
        for _ in 0..1 + self.random.below(2) {
            let insert = self.maker().insert_between(left, right);
            let insert = match self.random.below(4) {
                0 => insert,
                1 => vec![when(Cond::Input, insert)],
                _ => vec![Stmt::While(Cond::Input, insert)],
            };
            self.main.body.extend(insert);
        }
        self.pause();
        let ends = [Pointer::HeadField(second, Prev), Pointer::HeadField(first, Next)];
        let [one, other] = ends.map(|end| vec![Stmt::Set(node, end)]);
        self.main.body.push(Stmt::If(Cond::Input, one, other));
        self.pause();
        for _ in 0..1 + self.random.below(2) {
            let empty = Cond::Equal(Pointer::HeadField(first, Next), Pointer::Head(second));
            let inside = both(Cond::Differ(var(node), var(left)), Cond::Differ(var(node), var(right)));
            let check = match self.random.below(8) {
                0 => when(Cond::Equal(var(node), var(right)), vec![Stmt::Assert(empty)]),
                1 => when(Cond::Equal(var(node), var(left)), vec![Stmt::Assert(empty)]),
                2 => when(inside, vec![Stmt::Value(node, Some(1))]),
                3 => {
                    let after = Cond::Differ(next(node), var(node));
                    when(inside, vec![Stmt::Assert(after)])
                }
                4 => {
                    let one = Cond::Equal(ends[0], ends[1]);
                    let alone = Stmt::Assert(Cond::Equal(next(node), var(right)));
                    when(one, vec![alone])
                }
                // Wrong only where there is nothing between the heads.
                5 => {
                    let beyond = Cond::Some(next(node));
                    when(Cond::Equal(var(node), var(right)), vec![Stmt::Assert(beyond)])
                }
                6 => {
                    let beyond = Cond::Some(Pointer::Field(node, Prev));
                    when(Cond::Equal(var(node), var(left)), vec![Stmt::Assert(beyond)])
                }
                _ => {
                    let claim = Cond::Equal(ends[0], var(node));
                    when(Cond::Equal(var(node), var(left)), vec![Stmt::Assert(claim)])
                }
            };
            self.main.body.push(check);
            self.pause();
        }
        let (after, gone) = (self.main.var(), self.main.var());
        self.main.body.push(Stmt::While(
            Cond::Differ(next(left), var(right)),
            vec![
                Stmt::Set(gone, next(left)),
                Stmt::Set(after, next(gone)),
                Stmt::Store(left, Next, var(after)),
                Stmt::Store(after, Prev, var(left)),
                Stmt::Free(gone),
            ],
        ));
    }

    /// Nodes, or nodes of lists below nodes, with a block whose size the node says.
    fn payloads(&mut self) {
        let list = self.main.var();
        for _ in 0..self.random.below(3) {
            let push = self.maker().push(list);
            self.main.body.extend(push);
        }
        self.operation(list, |maker, list| maker.build(list));
        let below = self.random.percent(40);
        if below {
            self.operation(list, |maker, list| maker.build_down(list));
            self.operation(list, |maker, list| {
                let node = maker.function.var();
                let inner = maker.function.var();
                let mut body = vec![Stmt::Set(inner, Pointer::Field(node, Down))];
                let give = maker.give_part(inner);
                body.push(Stmt::While(
                    Cond::Some(var(inner)),
                    give.into_iter().chain([Stmt::Set(inner, next(inner))]).collect(),
                ));
                each(list, node, body)
            });
        } else {
            self.operation(list, |maker, list| {
                let node = maker.function.var();
                let give = maker.give_part(node);
                each(list, node, give)
            });
        }
        self.pause();
        self.reorder(list);
        for _ in 0..1 + self.random.below(2) {
            match below {
                true => self.operation(list, |maker, list| {
                    let node = maker.function.var();
                    let inner = maker.function.var();
                    let mut body = vec![Stmt::Set(inner, Pointer::Field(node, Down))];
                    let compare = maker.compare_parts(inner);
                    body.extend(compare);
                    each(list, node, body)
                }),
                false => self.operation(list, |maker, list| maker.compare_parts(list)),
            }
        }
        if below {
            self.operation(list, |maker, list| {
                let node = maker.function.var();
                let inner = maker.function.var();
                let mut body = vec![Stmt::Set(inner, Pointer::Field(node, Down))];
                let drop = vec![
                    Stmt::FreeBytes(Bytes::Part(inner)),
                    Stmt::SetBytes(Bytes::Part(inner), Bytes::Null),
                    Stmt::Set(inner, next(inner)),
                ];
                body.push(Stmt::While(Cond::Some(var(inner)), drop));
                each(list, node, body)
            });
            self.operation(list, |maker, list| maker.destroy_down(list, true));
        } else {
            self.operation(list, |maker, list| maker.destroy_with_parts(list));
        }
    }

    /// One block that all nodes of a list share, or that their parts share.
    fn common(&mut self) {
        let (list, block) = (self.main.var(), self.main.block());
        let whole = Bytes::Block(block);
        let through_parts = self.random.percent(30);
        let lost = Cond::SomeBytes(whole);
        self.main.body.push(Stmt::NewBytes(whole, Extent::Const(8)));
        self.main.body.push(Stmt::If(lost, Vec::new(), vec![Stmt::Exit]));
        let node = self.main.var();
        let mut maker = self.maker();
        let mut link = maker.link_front(list, node);
        link.splice(0..0, share(node, block, through_parts));
        let push = maker.with_new(node, link);
        for _ in 0..self.random.below(3) {
            self.main.body.extend(push.clone());
        }
        self.pause();
        self.main.body.push(Stmt::While(Cond::Input, push));
        self.pause();
        if self.random.percent(50) {
            let steps = self.random.below(3) as u8;
            self.require(list, steps);
        }
        self.reorder(list);
        if self.random.percent(60) {
            let gone = self.main.var();
            let mut take = vec![Stmt::Set(gone, var(list)), Stmt::Set(list, next(list))];
            take.extend(forget(gone, through_parts));
            take.push(Stmt::Free(gone));
            let take = vec![Stmt::While(both(Cond::Some(var(list)), Cond::Input), take)];
            let take = if self.random.percent(20) { vec![when(Cond::Input, take)] } else { take };
            self.main.body.extend(take);
            self.pause();
        }
        let other = self.random.percent(30).then(|| self.main.var());
        if let Some(other) = other {
            let take = self.maker().pop(list, Some(other));
            self.main.body.push(Stmt::While(Cond::Input, take));
            self.pause();
        }
        let from_first = if through_parts { Bytes::Inner(list) } else { Bytes::Part(list) };
        let write = |bytes| Stmt::WriteByte(bytes, Extent::Const(0));
        match self.random.below(6) {
            // The variable is the owner.
            0 => self.end_common(list, through_parts, vec![write(whole), Stmt::FreeBytes(whole)]),
            // The list is the owner, if there is one.
            1 => {
                let forget = vec![Stmt::SetBytes(whole, Bytes::Null)];
                let free = vec![Stmt::FreeBytes(whole), Stmt::SetBytes(whole, Bytes::Null)];
                let keep = if self.random.percent(80) { free } else { forget.clone() };
                self.main.body.push(Stmt::If(Cond::Some(var(list)), forget, keep));
                self.pause();
                self.main.body.push(when(Cond::Some(var(list)), vec![write(from_first)]));
                let take = vec![Stmt::SetBytes(whole, from_first)];
                self.main.body.push(when(Cond::Some(var(list)), take));
                self.end_common(list, through_parts, vec![Stmt::FreeBytes(whole)]);
            }
            // The list is said to be long enough to keep the block.
            2 => {
                let steps = self.random.below(3) as u8;
                if self.random.percent(80) {
                    self.require(list, steps);
                }
                self.main.body.extend([write(whole), Stmt::SetBytes(whole, Bytes::Null)]);
                self.pause();
                self.main.body.push(Stmt::Exit);
            }
            // It goes with the last node.
            3 => {
                let gone = self.main.var();
                let of_gone = if through_parts { Bytes::Inner(gone) } else { Bytes::Part(gone) };
                let mut take = vec![Stmt::Set(gone, var(list)), Stmt::Set(list, next(list))];
                take.push(when(Cond::None(var(list)), vec![Stmt::FreeBytes(of_gone)]));
                take.extend(forget(gone, through_parts));
                take.push(Stmt::Free(gone));
                let empty = Cond::None(var(list));
                self.main.body.push(when(empty, vec![Stmt::FreeBytes(whole)]));
                if self.random.percent(50) {
                    self.main.body.push(Stmt::SetBytes(whole, Bytes::Null));
                }
                self.pause();
                self.main.body.push(Stmt::While(Cond::Some(var(list)), take));
            }
            // Every node has the same one.
            4 => {
                let at = self.main.var();
                let of_at = if through_parts { Bytes::Inner(at) } else { Bytes::Part(at) };
                let body = each(list, at, vec![Stmt::Assert(Cond::SameBytes(of_at, whole)), write(of_at)]);
                self.main.body.extend(body);
                self.end_common(list, through_parts, vec![Stmt::FreeBytes(whole)]);
            }
            // It is freed first, and must not be used from then on.
            _ => {
                self.main.body.push(Stmt::FreeBytes(whole));
                let at = self.main.var();
                let steps = self.random.below(4) as u8;
                let of_at = if through_parts { Bytes::Inner(at) } else { Bytes::Part(at) };
                if self.random.percent(25) {
                    let body = vec![Stmt::Set(at, Pointer::Far(list, steps)), write(of_at)];
                    self.main.body.push(when(reaches(list, steps), body));
                }
                self.end_common(list, through_parts, Vec::new());
            }
        }
        if let Some(other) = other {
            self.end_common(other, through_parts, Vec::new());
        }
    }

    /// Frees a list whose nodes share a block, and the block before or after it.
    fn end_common(&mut self, list: Var, through_parts: bool, block: Vec<Stmt>) {
        let gone = self.main.var();
        let mut take = vec![Stmt::Set(gone, var(list)), Stmt::Set(list, next(list))];
        take.extend(forget(gone, through_parts));
        take.push(Stmt::Free(gone));
        let free = Stmt::While(Cond::Some(var(list)), take);
        match self.random.percent(50) {
            true => self.main.body.extend(block.into_iter().chain([free])),
            false => self.main.body.extend([free].into_iter().chain(block)),
        }
    }

    /// Nodes with arrays; where a node is short, its number says so.
    fn arrays(&mut self) {
        self.program.flavour.zeroed = false;
        let list = self.main.var();
        for _ in 0..self.random.below(3) {
            let push = self.maker().push_tagged(list);
            self.main.body.extend(push);
        }
        self.operation(list, |maker, list| {
            let push = maker.push_tagged(list);
            vec![Stmt::While(Cond::Input, push)]
        });
        self.pause();
        self.reorder(list);
        for _ in 0..1 + self.random.below(2) {
            self.operation(list, |maker, list| {
                let (node, at) = (maker.function.var(), maker.function.int());
                let last = Number::Const(3);
                let fill = vec![
                    Stmt::Count(at, Number::Const(0)),
                    Stmt::While(
                        Cond::Less(at, last),
                        vec![Stmt::Element(node, Number::Plus(at, 0)), Stmt::Count(at, Number::Plus(at, 1))],
                    ),
                ];
                let body = match maker.random.below(3) {
                    0 => vec![when(Cond::Value(node, 1), vec![Stmt::Element(node, Number::Const(2))])],
                    1 => vec![Stmt::Size(node, Number::Const(1))],
                    _ => vec![when(Cond::Value(node, 1), fill)],
                };
                if maker.random.percent(60) {
                    return each(list, node, body);
                }
                let steps = maker.random.below(4) as u8;
                let mut far = vec![Stmt::Set(node, Pointer::Far(list, steps))];
                far.extend(body);
                vec![when(reaches(list, steps), far)]
            });
            self.pause();
        }
        self.operation(list, |maker, list| maker.destroy(list));
    }

    /// Every node leads to the last one, or only the first does; back links may be old.
    fn lasts(&mut self) {
        let list = self.main.var();
        let everywhere = self.random.percent(60);
        let (node, last) = (self.main.var(), self.main.var());
        let mut maker = self.maker();
        let mut link = vec![Stmt::If(
            Cond::Some(var(list)),
            vec![Stmt::Set(last, Pointer::Field(list, Last))],
            vec![Stmt::Set(last, var(node))],
        )];
        if !everywhere {
            link.push(when(Cond::Some(var(list)), vec![Stmt::Store(list, Last, Pointer::Null)]));
        }
        link.push(Stmt::Store(node, Last, var(last)));
        link.extend(maker.link_front(list, node));
        let push = maker.with_new(node, link);
        for _ in 0..self.random.below(3) {
            self.main.body.extend(push.clone());
        }
        self.pause();
        self.main.body.push(Stmt::While(Cond::Input, push));
        self.pause();
        for _ in 0..1 + self.random.below(2) {
            let (at, end) = (self.main.var(), self.main.var());
            let some = Cond::Some(var(list));
            let take = vec![Stmt::Set(end, Pointer::Field(list, Last))];
            let steps = self.random.below(4) as u8;
            let body = match self.random.below(7) {
                0 => {
                    let use_end = [Stmt::Assert(Cond::None(next(end))), Stmt::Value(end, Some(1))];
                    vec![when(some, take.into_iter().chain(use_end).collect())]
                }
                1 if everywhere => {
                    let walk =
                        each(list, at, vec![Stmt::Assert(Cond::Equal(Pointer::Field(at, Last), var(end)))]);
                    vec![when(some, take.into_iter().chain(walk).collect())]
                }
                2 => {
                    let new = self.main.var();
                    let mut maker = self.maker();
                    let mut link =
                        vec![Stmt::Store(new, Next, Pointer::Null), Stmt::Store(new, Last, var(new))];
                    link.push(Stmt::Store(end, Next, var(new)));
                    link.push(Stmt::Store(new, Prev, var(end)));
                    link.push(Stmt::Store(list, Last, var(new)));
                    let add = maker.with_new(new, link);
                    vec![when(some, take.into_iter().chain(add).collect())]
                }
                3 => {
                    // The first node goes, and the second one need not know.
                    let mut pop = vec![Stmt::Set(at, var(list)), Stmt::Set(list, next(list))];
                    if !everywhere {
                        let keep = Stmt::Store(list, Last, Pointer::Field(at, Last));
                        pop.push(when(Cond::Some(var(list)), vec![keep]));
                    }
                    pop.push(Stmt::Free(at));
                    let some = if self.random.percent(50) { some } else { both(some, Cond::Input) };
                    vec![match self.random.percent(40) {
                        true => Stmt::While(both(some, Cond::Input), pop),
                        false => when(some, pop),
                    }]
                }
                4 if self.program.flavour.back => {
                    let back = vec![
                        Stmt::Set(at, Pointer::Far(list, steps)),
                        Stmt::Assert(Cond::Equal(
                            Pointer::Field(at, Prev),
                            Pointer::Far(list, steps - steps.min(1)),
                        )),
                    ];
                    vec![when(reaches(list, steps.max(1)), back)]
                }
                5 if everywhere => {
                    let far = vec![
                        Stmt::Set(at, Pointer::Far(list, steps)),
                        Stmt::Set(end, Pointer::Field(at, Last)),
                        Stmt::Value(end, Some(1)),
                    ];
                    vec![when(reaches(list, steps), far)]
                }
                _ => {
                    let end = Pointer::Field(list, Last);
                    vec![when(
                        both(some, Cond::Equal(end, var(list))),
                        vec![Stmt::Assert(Cond::None(next(list)))],
                    )]
                }
            };
            self.main.body.extend(body);
            self.pause();
        }
        self.operation(list, |maker, list| maker.destroy(list));
    }
}

/// Lets a new node have a block, or lets it have a part that has the block.
fn share(node: Var, block: Block, through_parts: bool) -> Vec<Stmt> {
    let (part, whole) = (Bytes::Part(node), Bytes::Block(block));
    if !through_parts {
        return vec![Stmt::SetBytes(part, whole)];
    }
    vec![
        Stmt::NewBytes(part, Extent::Const(16)),
        Stmt::If(Cond::SomeBytes(part), Vec::new(), vec![Stmt::Exit]),
        Stmt::SetBytes(Bytes::Inner(node), whole),
    ]
}

/// Undoes [`share`] before a node is freed.
fn forget(node: Var, through_parts: bool) -> Vec<Stmt> {
    if through_parts { vec![Stmt::FreeBytes(Bytes::Part(node))] } else { Vec::new() }
}

impl Maker<'_> {
    /// Puts a new node next to one of two heads.
    fn insert_between(&mut self, left: Var, right: Var) -> Vec<Stmt> {
        let (node, other) = (self.function.var(), self.function.var());
        let (end, near, far) = if self.random.percent(50) { (left, Next, Prev) } else { (right, Prev, Next) };
        let link = vec![
            Stmt::Set(other, Pointer::Field(end, near)),
            Stmt::Store(node, near, var(other)),
            Stmt::Store(node, far, var(end)),
            Stmt::Store(other, far, var(node)),
            Stmt::Store(end, near, var(node)),
        ];
        self.with_new(node, link)
    }

    /// Gives a node a block and says how large it is, or, sometimes, what half of it is.
    fn give_part(&mut self, node: Var) -> Vec<Stmt> {
        let mut body = match self.random.below(3) {
            0 => vec![Stmt::Size(node, Number::Const(4))],
            1 => {
                let [one, other] = [4, 8].map(|size| vec![Stmt::Size(node, Number::Const(size))]);
                vec![Stmt::If(Cond::Input, one, other)]
            }
            _ => {
                let least = self.random.below(2) as i8;
                vec![
                    Stmt::Size(node, Number::Input),
                    Stmt::If(
                        Cond::SizeWithin(node, least, 100),
                        Vec::new(),
                        vec![Stmt::Size(node, Number::Const(8))],
                    ),
                ]
            }
        };
        let part = Bytes::Part(node);
        // A second call must not lose the first block.
        body.insert(0, Stmt::FreeBytes(part));
        body.push(Stmt::NewBytes(part, Extent::Size(node, 0)));
        let none = vec![Stmt::Exit];
        body.push(Stmt::If(Cond::SomeBytes(part), Vec::new(), none));
        if self.random.percent(50) {
            let first = Stmt::WriteByte(part, Extent::Const(0));
            body.push(when(Cond::SizeWithin(node, 1, 100), vec![first]));
        }
        body
    }

    /// Writes to the parts of an open list, each by its own size or by that of its neighbour.
    fn compare_parts(&mut self, list: Var) -> Vec<Stmt> {
        let (node, after) = (self.function.var(), self.function.var());
        let (one, other) = (Bytes::Part(node), Bytes::Part(after));
        let positive = |of: Var| Cond::SizeWithin(of, 1, 100);
        let mut body = vec![Stmt::Set(after, next(node))];
        body.push(match self.random.below(5) {
            0 => when(positive(node), vec![Stmt::WriteByte(one, Extent::Size(node, -1))]),
            1 => {
                let write = when(positive(after), vec![Stmt::WriteByte(one, Extent::Size(after, -1))]);
                let fits = both(Cond::Some(var(after)), Cond::NotShorter(node, after));
                when(fits, vec![write])
            }
            2 => {
                let differ =
                    Stmt::If(Cond::SameBytes(one, other), vec![Stmt::Assert(Cond::None(var(after)))], vec![]);
                when(Cond::Some(var(after)), vec![differ])
            }
            3 => {
                // Moves the pointer to the end of the block and back.
                let moves = vec![
                    Stmt::SetBytes(one, Bytes::Forth(node)),
                    when(positive(node), vec![Stmt::WriteByte(one, Extent::Const(-1))]),
                    Stmt::SetBytes(one, Bytes::Back(node)),
                ];
                when(Cond::SomeBytes(one), moves)
            }
            _ => {
                let block = Bytes::Block(self.function.block());
                let swap = vec![
                    Stmt::SetBytes(block, one),
                    Stmt::SetBytes(one, other),
                    Stmt::SetBytes(other, block),
                ];
                let alike = both(Cond::NotShorter(node, after), Cond::NotShorter(after, node));
                when(both(Cond::Some(var(after)), alike), swap)
            }
        });
        if self.random.percent(70) {
            return each(list, node, body);
        }
        let steps = self.random.below(4) as u8;
        body.insert(0, Stmt::Set(node, Pointer::Far(list, steps)));
        vec![when(reaches(list, steps), body)]
    }

    /// Frees an open list and the parts of its nodes.
    fn destroy_with_parts(&mut self, list: Var) -> Vec<Stmt> {
        let rest = self.function.var();
        let body = vec![
            Stmt::Set(rest, next(list)),
            Stmt::FreeBytes(Bytes::Part(list)),
            Stmt::Free(list),
            Stmt::Set(list, var(rest)),
        ];
        vec![Stmt::While(Cond::Some(var(list)), body)]
    }

    /// Puts a node in front of an open list that has its array, or says that it has none.
    fn push_tagged(&mut self, list: Var) -> Vec<Stmt> {
        let node = self.function.var();
        let short = vec![Stmt::NewShort(node), when(Cond::Some(var(node)), vec![Stmt::Value(node, Some(0))])];
        let long = vec![Stmt::New(node), when(Cond::Some(var(node)), vec![Stmt::Value(node, Some(1))])];
        let mut link = vec![Stmt::Size(node, Number::Const(0))];
        link.extend(self.link_front(list, node));
        let none = Cond::None(var(node));
        vec![Stmt::If(Cond::Input, short, long), Stmt::If(none, Vec::new(), link)]
    }
}
