//! What people do with lists, as statements: the bricks of random programs.
//!
//! Each function gives the statements of one correct operation; mistakes are planted later. Lists are *open* (a
//! pointer to the first node, null at the end) or *rings* (a pointer to a head node, circular).

use crate::program::Field::{Down, Last, Next, Prev};
use crate::program::{Bytes, Cond, Flavour, Function, Number, Pointer, Stmt, Var};
use crate::random::Random;

/// Makes operations for one function of a program.
pub struct Maker<'a> {
    /// How nodes look.
    pub flavour: Flavour,
    /// The function that gets the variables.
    pub function: &'a mut Function,
    /// Chooses between variants.
    pub random: &'a mut Random,
}

fn var(var: Var) -> Pointer {
    Pointer::Var(var)
}

fn next(node: Var) -> Pointer {
    Pointer::Field(node, Next)
}

fn prev(node: Var) -> Pointer {
    Pointer::Field(node, Prev)
}

impl Maker<'_> {
    /// Allocates a node and goes on with it if there is memory.
    pub(crate) fn with_new(&mut self, node: Var, rest: Vec<Stmt>) -> Vec<Stmt> {
        let mut used = Vec::new();
        if !self.flavour.zeroed {
            used.push(Stmt::Store(node, Down, Pointer::Null));
            used.push(Stmt::Value(node, Some(0)));
            if !self.flavour.back {
                used.push(Stmt::Store(node, Prev, Pointer::Null));
            }
            if self.flavour.parts {
                used.push(Stmt::Store(node, Last, Pointer::Null));
                used.push(Stmt::SetBytes(Bytes::Part(node), Bytes::Null));
                used.push(Stmt::Size(node, Number::Const(0)));
            }
        }
        if self.random.percent(30) {
            let value = if self.random.percent(50) { Some(self.random.below(3) as i8) } else { None };
            used.push(Stmt::Value(node, value));
        }
        used.extend(rest);
        let mut body = vec![Stmt::New(node)];
        match self.flavour.stops {
            true => {
                body.push(Stmt::If(Cond::None(var(node)), vec![Stmt::Exit], Vec::new()));
                body.extend(used);
            }
            false => body.push(Stmt::If(Cond::Some(var(node)), used, Vec::new())),
        }
        body
    }

    /// Links a node in front of an open list.
    pub(crate) fn link_front(&mut self, list: Var, node: Var) -> Vec<Stmt> {
        let mut body = vec![Stmt::Store(node, Next, var(list))];
        if self.flavour.back {
            body.push(Stmt::Store(node, Prev, Pointer::Null));
            let update = vec![Stmt::Store(list, Prev, var(node))];
            body.push(Stmt::If(Cond::Some(var(list)), update, Vec::new()));
        }
        body.push(Stmt::Set(list, var(node)));
        body
    }

    /// Puts a new node in front of an open list.
    pub fn push(&mut self, list: Var) -> Vec<Stmt> {
        let node = self.function.var();
        let link = self.link_front(list, node);
        self.with_new(node, link)
    }

    /// Builds an open list of any length in front of another one.
    pub fn build(&mut self, list: Var) -> Vec<Stmt> {
        let body = self.push(list);
        vec![Stmt::While(Cond::Input, body)]
    }

    /// Adds nodes at the end of an open list, whose last node is looked for first.
    pub fn build_at_end(&mut self, list: Var) -> Vec<Stmt> {
        let (last, node) = (self.function.var(), self.function.var());
        let mut link = vec![Stmt::Store(node, Next, Pointer::Null)];
        if self.flavour.back {
            link.push(Stmt::Store(node, Prev, var(last)));
        }
        link.push(Stmt::If(
            Cond::Some(var(last)),
            vec![Stmt::Store(last, Next, var(node))],
            vec![Stmt::Set(list, var(node))],
        ));
        link.push(Stmt::Set(last, var(node)));
        let body = self.with_new(node, link);
        let end = Cond::Both(Box::new(Cond::Some(var(last))), Box::new(Cond::Some(next(last))));
        vec![
            Stmt::Set(last, var(list)),
            Stmt::While(end, vec![Stmt::Set(last, next(last))]),
            Stmt::While(Cond::Input, body),
        ]
    }

    /// Walks over an open list and does something with each node.
    pub fn walk(&mut self, list: Var) -> Vec<Stmt> {
        let node = self.function.var();
        let value = if self.random.percent(50) { Some(self.random.below(3) as i8) } else { None };
        let mut body = vec![Stmt::Value(node, value)];
        if self.random.percent(30) {
            body = vec![Stmt::If(Cond::Value(node, 1), body, Vec::new())];
        }
        body.push(Stmt::Set(node, next(node)));
        vec![Stmt::Set(node, var(list)), Stmt::While(Cond::Some(var(node)), body)]
    }

    /// Frees an open list.
    pub fn destroy(&mut self, list: Var) -> Vec<Stmt> {
        let rest = self.function.var();
        let body = vec![Stmt::Set(rest, next(list)), Stmt::Free(list), Stmt::Set(list, var(rest))];
        vec![Stmt::While(Cond::Some(var(list)), body)]
    }

    /// Reverses an open list.
    pub fn reverse(&mut self, list: Var) -> Vec<Stmt> {
        let (reversed, node) = (self.function.var(), self.function.var());
        let mut body = vec![Stmt::Set(node, next(list)), Stmt::Store(list, Next, var(reversed))];
        if self.flavour.back {
            body.push(Stmt::Store(list, Prev, var(node)));
        }
        body.extend([Stmt::Set(reversed, var(list)), Stmt::Set(list, var(node))]);
        vec![
            Stmt::Set(reversed, Pointer::Null),
            Stmt::While(Cond::Some(var(list)), body),
            Stmt::Set(list, var(reversed)),
        ]
    }

    /// Takes the first node off an open list, if there is one, and frees it or puts it in front of another list.
    pub fn pop(&mut self, list: Var, other: Option<Var>) -> Vec<Stmt> {
        let node = self.function.var();
        let mut body = vec![Stmt::Set(node, var(list)), Stmt::Set(list, next(node))];
        if self.flavour.back {
            let update = vec![Stmt::Store(list, Prev, Pointer::Null)];
            body.push(Stmt::If(Cond::Some(var(list)), update, Vec::new()));
        }
        match other {
            Some(other) => body.extend(self.link_front(other, node)),
            None => body.push(Stmt::Free(node)),
        }
        vec![Stmt::If(Cond::Some(var(list)), body, Vec::new())]
    }

    /// Walks to some node of an open list and inserts a node behind it.
    pub fn insert(&mut self, list: Var) -> Vec<Stmt> {
        let (place, node) = (self.function.var(), self.function.var());
        let mut link = vec![Stmt::Store(node, Next, next(place))];
        if self.flavour.back {
            let after = self.function.var();
            link.push(Stmt::Store(node, Prev, var(place)));
            link.push(Stmt::Set(after, next(place)));
            let update = vec![Stmt::Store(after, Prev, var(node))];
            link.push(Stmt::If(Cond::Some(var(after)), update, Vec::new()));
        }
        link.push(Stmt::Store(place, Next, var(node)));
        let body = self.with_new(node, link);
        let mut all = self.seek(list, place);
        all.push(Stmt::If(Cond::Some(var(place)), body, Vec::new()));
        all
    }

    /// Walks to some node of an open list and unlinks and frees the one behind it.
    pub fn remove(&mut self, list: Var) -> Vec<Stmt> {
        let (place, node) = (self.function.var(), self.function.var());
        let mut body = vec![Stmt::Set(node, next(place)), Stmt::Store(place, Next, next(node))];
        if self.flavour.back {
            let after = self.function.var();
            body.push(Stmt::Set(after, next(node)));
            let update = vec![Stmt::Store(after, Prev, var(place))];
            body.push(Stmt::If(Cond::Some(var(after)), update, Vec::new()));
        }
        body.push(Stmt::Free(node));
        let two = Cond::Both(Box::new(Cond::Some(var(place))), Box::new(Cond::Some(next(place))));
        let mut all = self.seek(list, place);
        all.push(Stmt::If(two, body, Vec::new()));
        all
    }

    /// Lets `place` point to some node of an open list, or be null if the list is empty.
    pub(crate) fn seek(&mut self, list: Var, place: Var) -> Vec<Stmt> {
        let mut more = Cond::Both(Box::new(Cond::Some(var(place))), Box::new(Cond::Some(next(place))));
        more = match self.random.below(3) {
            0 => Cond::Both(Box::new(more), Box::new(Cond::Value(place, 0))),
            _ => Cond::Both(Box::new(more), Box::new(Cond::Input)),
        };
        vec![Stmt::Set(place, var(list)), Stmt::While(more, vec![Stmt::Set(place, next(place))])]
    }

    /// Appends one open list to another one, and forgets it.
    pub fn append(&mut self, list: Var, other: Var) -> Vec<Stmt> {
        let last = self.function.var();
        let mut link = vec![
            Stmt::Set(last, var(list)),
            Stmt::While(Cond::Some(next(last)), vec![Stmt::Set(last, next(last))]),
            Stmt::Store(last, Next, var(other)),
        ];
        if self.flavour.back {
            let update = vec![Stmt::Store(other, Prev, var(last))];
            link.push(Stmt::If(Cond::Some(var(other)), update, Vec::new()));
        }
        let whole = Stmt::If(Cond::Some(var(list)), link, vec![Stmt::Set(list, var(other))]);
        vec![whole, Stmt::Set(other, Pointer::Null)]
    }

    /// Gives every node of an open list a list of its own.
    pub fn build_down(&mut self, list: Var) -> Vec<Stmt> {
        let (node, inner, new) = (self.function.var(), self.function.var(), self.function.var());
        let mut link = vec![Stmt::Store(new, Next, var(inner))];
        if self.flavour.back {
            link.push(Stmt::Store(new, Prev, Pointer::Null));
        }
        link.push(Stmt::Set(inner, var(new)));
        let body = self.with_new(new, link);
        let mut each = vec![Stmt::Set(inner, Pointer::Field(node, Down))];
        each.push(match self.random.percent(60) {
            true => Stmt::While(Cond::Input, body),
            // At most one node: an optional object.
            false => {
                let none = Cond::Both(Box::new(Cond::None(var(inner))), Box::new(Cond::Input));
                Stmt::If(none, body, Vec::new())
            }
        });
        each.extend([Stmt::Store(node, Down, var(inner)), Stmt::Set(node, next(node))]);
        vec![Stmt::Set(node, var(list)), Stmt::While(Cond::Some(var(node)), each)]
    }

    /// Frees the lists that the nodes of an open list have, and sometimes the nodes with them.
    pub fn destroy_down(&mut self, list: Var, nodes_too: bool) -> Vec<Stmt> {
        let (node, inner, rest) = (self.function.var(), self.function.var(), self.function.var());
        let empty = vec![
            Stmt::Set(inner, Pointer::Field(node, Down)),
            Stmt::While(
                Cond::Some(var(inner)),
                vec![Stmt::Set(rest, next(inner)), Stmt::Free(inner), Stmt::Set(inner, var(rest))],
            ),
        ];
        let mut each = empty;
        if nodes_too {
            each.extend([Stmt::Set(list, next(node)), Stmt::Free(node), Stmt::Set(node, var(list))]);
        } else {
            each.extend([Stmt::Store(node, Down, Pointer::Null), Stmt::Set(node, next(node))]);
        }
        vec![Stmt::Set(node, var(list)), Stmt::While(Cond::Some(var(node)), each)]
    }

    /// Removes nodes of an open singly-linked list through a pointer to the link that leads to them.
    pub fn filter_by_slot(&mut self, list: Var) -> Vec<Stmt> {
        let (slot, node) = (self.function.slot(), self.function.var());
        let at = Pointer::Slot(slot);
        let mut remove = vec![Stmt::StoreSlot(slot, next(node))];
        if self.flavour.back {
            let after = self.function.var();
            remove.push(Stmt::Set(after, next(node)));
            let update = vec![Stmt::Store(after, Prev, prev(node))];
            remove.push(Stmt::If(Cond::Some(var(after)), update, Vec::new()));
        }
        remove.push(Stmt::Free(node));
        let keep = vec![Stmt::Advance(slot, Next)];
        let which = if self.random.percent(50) { Cond::Input } else { Cond::Value(node, 1) };
        vec![
            Stmt::Point(slot, list),
            Stmt::While(Cond::Some(at), vec![Stmt::Set(node, at), Stmt::If(which, remove, keep)]),
        ]
    }

    /// Makes a ring of a head alone.
    pub fn ring_init(&mut self, head: Var) -> Vec<Stmt> {
        let mut body = vec![Stmt::Store(head, Next, var(head))];
        if self.flavour.back {
            body.push(Stmt::Store(head, Prev, var(head)));
        }
        body
    }

    /// Adds nodes behind the head of a ring, or, where it is doubly linked, sometimes in front of it.
    pub fn ring_build(&mut self, head: Var) -> Vec<Stmt> {
        let node = self.function.var();
        let mut link = Vec::new();
        if self.flavour.back {
            let other = self.function.var();
            let (near, far) = if self.random.percent(50) { (Next, Prev) } else { (Prev, Next) };
            link.push(Stmt::Set(other, Pointer::Field(head, near)));
            link.push(Stmt::Store(node, near, var(other)));
            link.push(Stmt::Store(node, far, var(head)));
            link.push(Stmt::Store(other, far, var(node)));
            link.push(Stmt::Store(head, near, var(node)));
        } else {
            link.push(Stmt::Store(node, Next, next(head)));
            link.push(Stmt::Store(head, Next, var(node)));
        }
        let body = self.with_new(node, link);
        vec![Stmt::While(Cond::Input, body)]
    }

    /// Walks round a ring.
    pub fn ring_walk(&mut self, head: Var) -> Vec<Stmt> {
        let node = self.function.var();
        let way = if self.flavour.back && self.random.percent(40) { Prev } else { Next };
        let body = vec![Stmt::Value(node, Some(1)), Stmt::Set(node, Pointer::Field(node, way))];
        vec![
            Stmt::Set(node, Pointer::Field(head, way)),
            Stmt::While(Cond::Differ(var(node), var(head)), body),
        ]
    }

    /// Removes some nodes of a ring while walking round it.
    pub fn ring_filter(&mut self, head: Var) -> Vec<Stmt> {
        let (node, before, after) = (self.function.var(), self.function.var(), self.function.var());
        let which = if self.random.percent(50) { Cond::Input } else { Cond::Value(node, 1) };
        let mut remove = vec![Stmt::Store(before, Next, var(after))];
        if self.flavour.back {
            remove.push(Stmt::Store(after, Prev, var(before)));
        }
        remove.push(Stmt::Free(node));
        let body = vec![
            Stmt::Set(after, next(node)),
            Stmt::If(which, remove, vec![Stmt::Set(before, var(node))]),
            Stmt::Set(node, var(after)),
        ];
        vec![
            Stmt::Set(before, var(head)),
            Stmt::Set(node, next(head)),
            Stmt::While(Cond::Differ(var(node), var(head)), body),
        ]
    }

    /// Frees all nodes of a ring except its head.
    pub fn ring_destroy(&mut self, head: Var) -> Vec<Stmt> {
        let node = self.function.var();
        let mut body = vec![Stmt::Set(node, next(head)), Stmt::Store(head, Next, next(node))];
        if self.flavour.back {
            let after = self.function.var();
            body.push(Stmt::Set(after, next(node)));
            body.push(Stmt::Store(after, Prev, var(head)));
        }
        body.push(Stmt::Free(node));
        vec![Stmt::While(Cond::Differ(next(head), var(head)), body)]
    }

    /// Puts a number of nodes in front of an open list: a constant, or an input that need not be small.
    pub fn build_counted(&mut self, list: Var) -> Vec<Stmt> {
        let (done, wanted) = (self.function.int(), self.function.int());
        let number = match self.random.percent(60) {
            true => Number::Const(self.random.below(5) as i8),
            false => Number::Input,
        };
        let mut body = self.push(list);
        body.push(Stmt::Count(done, Number::Plus(done, 1)));
        vec![
            Stmt::Count(wanted, number),
            Stmt::Count(done, Number::Const(0)),
            Stmt::While(Cond::Less(done, Number::Plus(wanted, 0)), body),
        ]
    }

    /// Builds an open list and walks over it again by counting, without looking at its end.
    pub fn count_twice(&mut self, list: Var) -> Vec<Stmt> {
        let (length, node) = (self.function.int(), self.function.var());
        let count = vec![Stmt::Count(length, Number::Plus(length, 1)), Stmt::Set(node, next(node))];
        let again = vec![Stmt::Count(length, Number::Plus(length, -1)), Stmt::Set(node, next(node))];
        let mut body = vec![
            Stmt::Set(node, var(list)),
            Stmt::Count(length, Number::Const(0)),
            Stmt::While(Cond::Some(var(node)), count),
        ];
        let positive = Cond::Less(length, Number::Const(1));
        if self.random.percent(50) {
            // At most three steps, each of them known to be possible.
            body.push(Stmt::Set(node, var(list)));
            for step in 1..=3 {
                let known = Cond::Less(length, Number::Const(step));
                body.push(Stmt::If(known, Vec::new(), vec![Stmt::Set(node, next(node))]));
            }
        } else {
            body.push(Stmt::Set(node, var(list)));
            body.push(Stmt::If(positive, Vec::new(), again));
        }
        body
    }

    /// Writes the same number to all nodes of an open list, does something else, and claims that it is still there.
    pub fn mark_and_check(&mut self, list: Var) -> Vec<Stmt> {
        let (node, value) = (self.function.var(), self.random.below(3) as i8);
        let mark = vec![Stmt::Value(node, Some(value)), Stmt::Set(node, next(node))];
        let mut body = vec![Stmt::Set(node, var(list)), Stmt::While(Cond::Some(var(node)), mark)];
        if self.random.percent(40) {
            body.extend(self.reverse(list));
        }
        if self.random.percent(15) {
            body.extend(self.push(list));
        }
        let check = vec![Stmt::Assert(Cond::Value(node, value)), Stmt::Set(node, next(node))];
        body.extend([Stmt::Set(node, var(list)), Stmt::While(Cond::Some(var(node)), check)]);
        body
    }

    /// Marks one node of an open list, if there is one with another number, and then looks for it.
    pub fn mark_one(&mut self, list: Var) -> Vec<Stmt> {
        let (node, found) = (self.function.var(), self.function.int());
        let mut body = self.seek(list, node);
        let mark = vec![Stmt::Value(node, Some(2)), Stmt::Count(found, Number::Const(1))];
        body.push(Stmt::Count(found, Number::Const(0)));
        body.push(Stmt::If(Cond::Some(var(node)), mark, Vec::new()));
        let look = vec![
            Stmt::If(Cond::Value(node, 2), vec![Stmt::Count(found, Number::Const(0))], Vec::new()),
            Stmt::Set(node, next(node)),
        ];
        body.extend([Stmt::Set(node, var(list)), Stmt::While(Cond::Some(var(node)), look)]);
        body.push(Stmt::Assert(Cond::Same(found, Number::Const(0))));
        body
    }

    /// Lets the `down` links of all nodes of an open list point to one node, which is freed in the end; the links are
    /// followed before that, and sometimes cut.
    pub fn share(&mut self, list: Var) -> Vec<Stmt> {
        let (node, shared, seen) = (self.function.var(), self.function.var(), self.function.var());
        let link = vec![Stmt::Store(node, Down, var(shared)), Stmt::Set(node, next(node))];
        let follow = vec![
            Stmt::Set(seen, Pointer::Field(node, Down)),
            Stmt::If(Cond::Some(var(seen)), vec![Stmt::Value(seen, Some(1))], Vec::new()),
            Stmt::Set(node, next(node)),
        ];
        let cut = vec![Stmt::Store(node, Down, Pointer::Null), Stmt::Set(node, next(node))];
        let walk = |body| [Stmt::Set(node, var(list)), Stmt::While(Cond::Some(var(node)), body)];
        let mut used = Vec::new();
        if self.flavour.back {
            used.push(Stmt::Store(shared, Prev, Pointer::Null));
        }
        used.push(Stmt::Store(shared, Next, Pointer::Null));
        used.extend(walk(link));
        used.extend(walk(follow));
        used.extend(walk(cut));
        used.push(Stmt::Free(shared));
        self.with_new(shared, used)
    }

    /// Makes a cycle of an open list, goes round it a while, and cuts it open again.
    pub fn cycle(&mut self, list: Var) -> Vec<Stmt> {
        let (last, node) = (self.function.var(), self.function.var());
        let body = vec![
            Stmt::Set(last, var(list)),
            Stmt::While(Cond::Some(next(last)), vec![Stmt::Set(last, next(last))]),
            Stmt::Store(last, Next, var(list)),
            Stmt::Set(node, var(list)),
            Stmt::While(Cond::Input, vec![Stmt::Set(node, next(node)), Stmt::Value(node, Some(1))]),
            Stmt::Store(last, Next, Pointer::Null),
        ];
        vec![Stmt::If(Cond::Some(var(list)), body, Vec::new())]
    }

    /// Cuts an open list in two at some node, and puts the parts together the other way round.
    pub fn rotate(&mut self, list: Var) -> Vec<Stmt> {
        let (place, rest, last) = (self.function.var(), self.function.var(), self.function.var());
        let mut link = vec![Stmt::Set(rest, next(place)), Stmt::Store(place, Next, Pointer::Null)];
        if self.flavour.back {
            link.push(Stmt::Store(rest, Prev, Pointer::Null));
        }
        link.extend([
            Stmt::Set(last, var(rest)),
            Stmt::While(Cond::Some(next(last)), vec![Stmt::Set(last, next(last))]),
            Stmt::Store(last, Next, var(list)),
        ]);
        if self.flavour.back {
            link.push(Stmt::Store(list, Prev, var(last)));
        }
        link.push(Stmt::Set(list, var(rest)));
        let two = Cond::Both(Box::new(Cond::Some(var(place))), Box::new(Cond::Some(next(place))));
        let mut body = self.seek(list, place);
        body.push(Stmt::If(two, link, Vec::new()));
        body
    }

    /// Walks to some node of an open doubly-linked list and unlinks it from both sides, or pushes it in front.
    pub fn take_out(&mut self, list: Var) -> Vec<Stmt> {
        if !self.flavour.back {
            return self.remove(list);
        }
        let (node, before, after) = (self.function.var(), self.function.var(), self.function.var());
        let mut out = vec![
            Stmt::Set(before, prev(node)),
            Stmt::Set(after, next(node)),
            Stmt::If(
                Cond::Some(var(before)),
                vec![Stmt::Store(before, Next, var(after))],
                vec![Stmt::Set(list, var(after))],
            ),
            Stmt::If(Cond::Some(var(after)), vec![Stmt::Store(after, Prev, var(before))], Vec::new()),
        ];
        match self.random.percent(50) {
            true => out.push(Stmt::Free(node)),
            false => out.extend(self.link_front(list, node)),
        }
        let mut body = self.seek(list, node);
        body.push(Stmt::If(Cond::Some(var(node)), out, Vec::new()));
        body
    }
}
