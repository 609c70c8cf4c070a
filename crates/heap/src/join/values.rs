//! Values: addresses are joined by their objects, numbers by what they have in common.

use super::borders::Alignment;
use super::{DEPTH, JOINED, Join, Joined, Number, Offset, Purpose, Side, TRIES};
use crate::{Fill, Pointer};
use logic::{BinOp, Node, Term};
use rustc_hash::FxHashMap;

impl Join<'_> {
    pub(super) fn joined(&mut self, left: Term, right: Term) -> Option<Joined> {
        let bases = self.symbols.has_base(left) || self.symbols.has_base(right);
        if !bases {
            return Some(self.number(left, right));
        }
        if self.symbols.store.width(left) != self.symbols.word() {
            return self.unchanged(left, right).map(Joined::Term);
        }
        self.depth += 1;
        let joined = if self.depth > DEPTH { None } else { self.pointers(left, right) };
        self.depth -= 1;
        joined.map(Joined::Term)
    }

    pub(super) fn pointers(&mut self, left: Term, right: Term) -> Option<Term> {
        if let Some(out) = self.after(left, right) {
            return Some(out);
        }
        let one = self.heaps[0].pointer(self.symbols, left);
        let other = self.heaps[1].pointer(self.symbols, right);
        // What follows a node on one side corresponds to nothing that lies before it on the other.
        let follows = self.follows(Side::Left, left) != self.follows(Side::Right, right);
        // An address at another offset is rather that of another node.
        let alignment = self.alignment(one, other);
        let may_correspond = !follows && !matches!(alignment, Alignment::Lacks(_));
        if may_correspond && let Some(out) = self.in_pair(one, other, true) {
            return Some(out);
        }
        if matches!(one, Pointer::Mixed) || matches!(other, Pointer::Mixed) {
            return self.unchanged(left, right);
        }
        let mut ways = Vec::new();
        for (side, pointer, otherwise, against) in
            [(Side::Left, one, right, other), (Side::Right, other, left, one)]
        {
            if let Pointer::Into(id, offset) = pointer
                && matches!(alignment, Alignment::Any) | (alignment == Alignment::Lacks(side.other()))
            {
                let rank = self.skip_rank(side, id, against);
                ways.push((rank, side, id, offset, otherwise));
            }
        }
        ways.sort_by_key(|way| way.0);
        for (_, side, id, offset, otherwise) in ways {
            self.tries += 1;
            if self.tries > TRIES {
                return None;
            }
            let saved = self.now.clone();
            if let Some(out) = self.skip(side, id, offset, otherwise) {
                return Some(out);
            }
            self.now = saved;
        }
        if may_correspond { self.in_pair(one, other, false) } else { None }
    }

    /// An address in the object that stands for two, at the same offset or at one that covers both.
    fn in_pair(&mut self, one: Pointer, other: Pointer, same: bool) -> Option<Term> {
        let (Pointer::Into(a, x), Pointer::Into(b, y)) = (one, other) else { return None };
        if (x == y) != same {
            return None;
        }
        let saved = self.now.clone();
        if let Some(out) = self.target(a, b)
            && let Some(offset) = self.in_elements([a, b], [x, y]).or_else(|| self.offset(x, y))
        {
            let (base, size) = (self.now.out.object(out).base, self.now.out.object(out).size);
            if !same || self.now.numbers.iter().any(|number| number.out == size) {
                self.now.offsets.push(Offset { term: offset, size, differs: !same });
            }
            return Some(self.symbols.store.add(base, offset));
        }
        self.now = saved;
        None
    }

    /// Two offsets into one object, or two sizes. Unlike other numbers they stay known in the nodes of a segment.
    pub(crate) fn offset(&mut self, x: Term, y: Term) -> Option<Term> {
        let undefined = x != y && (self.symbols.is_undefined(x) || self.symbols.is_undefined(y));
        let of_each =
            matches!(self.purpose, Purpose::Nodes(_)) || [x, y].iter().any(|it| self.symbols.is_each(*it));
        match undefined && of_each {
            true => None,
            false => Some(self.generalize(x, y, undefined)),
        }
    }

    /// A value over addresses that is the same on both sides, if the objects are.
    pub(super) fn unchanged(&mut self, left: Term, right: Term) -> Option<Term> {
        if left != right {
            return None;
        }
        for id in self.symbols.objects_in(left) {
            if self.target(id, id) != Some(id) {
                return None;
            }
        }
        // Numbers in it are what they were.
        self.keep(left);
        Some(left)
    }

    /// The number that covers two.
    pub(super) fn number(&mut self, left: Term, right: Term) -> Joined {
        if left == right {
            self.keep(left);
            return Joined::Term(left);
        }
        let undefined = self.symbols.is_undefined(left) || self.symbols.is_undefined(right);
        if let Purpose::Nodes(_) = self.purpose {
            // What is said of an offset or a size may be said elsewhere, too.
            if let Some(known) = self.now.known.get(&(left, right)) {
                return Joined::Term(*known);
            }
            self.now.lost = [true; 2];
            return Joined::Fill(if undefined { Fill::Undefined } else { Fill::Unknown });
        }
        if undefined && [left, right].iter().any(|term| self.symbols.is_each(*term)) {
            self.now.lost = [true; 2];
            return Joined::Fill(Fill::Undefined);
        }
        Joined::Term(self.generalize(left, right, undefined))
    }

    /// A number that is the same on both sides.
    pub(super) fn keep(&mut self, term: Term) {
        if self.symbols.store.as_const(term).is_none() && self.purpose == Purpose::States {
            self.now.same.extend(self.symbols.store.support(&[term]));
        }
    }

    /// A number that is computed from others on one side, which are constants on the other, and there has the value that
    /// comes of those: it is computed from the results of those. So a size stays tied to the number of elements.
    fn as_known(&mut self, left: Term, right: Term) -> Option<Term> {
        let is_constant = [left, right].map(|term| self.symbols.store.as_const(term).is_some());
        let (constant, term, side) = match is_constant {
            [true, false] => (left, right, 1),
            [false, true] => (right, left, 0),
            _ => return None,
        };
        if self.symbols.store.as_var(term).is_some() || self.symbols.has_base(term) {
            return None;
        }
        let mut pairs: Vec<([Term; 2], Term)> =
            self.now.known.iter().map(|(pair, out)| ([pair.0, pair.1], *out)).collect();
        pairs.retain(|(pair, _)| self.symbols.store.as_const(pair[1 - side]).is_some());
        pairs.sort_unstable_by_key(|(_, out)| std::cmp::Reverse(*out));
        let there: FxHashMap<Term, Term> =
            pairs.iter().map(|(pair, _)| (pair[side], pair[1 - side])).collect();
        let out: FxHashMap<Term, Term> = pairs.iter().map(|(pair, out)| (pair[side], *out)).collect();
        (self.symbols.store.replace(term, &there) == constant).then(|| self.symbols.store.replace(term, &out))
    }

    /// The same multiple of two numbers that are joined: that multiple of the result.
    fn as_multiple(&mut self, left: Term, right: Term) -> Option<Term> {
        let store = &mut self.symbols.store;
        let Node::Bin(BinOp::Mul, a, b) = store.node(right) else { return None };
        let factor = [a, b].into_iter().find(|it| store.as_const(*it).is_some())?;
        let other = store.neg(factor);
        let width = store.width(right);
        let mut pairs: Vec<(Term, Term, Term)> =
            self.now.known.iter().map(|((a, b), out)| (*a, *b, *out)).collect();
        pairs.retain(|(one, ..)| store.width(*one) == width);
        pairs.sort_unstable_by_key(|(.., out)| *out);
        for factor in [factor, other] {
            for (one, other, out) in &pairs {
                if store.mul(*other, factor) == right && store.mul(*one, factor) == left {
                    return Some(store.mul(*out, factor));
                }
            }
        }
        None
    }

    /// The most special term of which both are instances.
    pub(super) fn generalize(&mut self, left: Term, right: Term, undefined: bool) -> Term {
        if left == right {
            self.keep(left);
            return left;
        }
        if let Some(&known) = self.now.known.get(&(left, right)) {
            return known;
        }
        let (one, other) = (self.symbols.store.node(left), self.symbols.store.node(right));
        let width = self.symbols.store.width(left);
        let same_operator = match (one, other) {
            (Node::Not(_), Node::Not(_))
            | (Node::Concat(..), Node::Concat(..))
            | (Node::Zext(_), Node::Zext(_))
            | (Node::Sext(_), Node::Sext(_))
            | (Node::Ite(..), Node::Ite(..)) => true,
            // Of two sums that have no summand in common it would be the same with other summands.
            (Node::Bin(BinOp::Add, a, b), Node::Bin(BinOp::Add, x, y)) => a == x || b == y,
            // A product with another factor is another multiple, or none.
            (Node::Bin(BinOp::Mul, a, b), Node::Bin(BinOp::Mul, x, y)) => {
                let factor = |a: Term, b: Term| {
                    [a, b].into_iter().find(|it| self.symbols.store.as_const(*it).is_some())
                };
                factor(a, b) == factor(x, y)
            }
            (Node::Bin(a, ..), Node::Bin(b, ..)) => a == b,
            (Node::Extract { low: a, .. }, Node::Extract { low: b, .. }) => a == b,
            _ => false,
        };
        let args: Vec<(Term, Term)> = one.args().zip(other.args()).collect();
        let same_widths =
            args.iter().all(|(a, b)| self.symbols.store.width(*a) == self.symbols.store.width(*b));
        let term = if same_operator && same_widths && !undefined {
            let mut made: FxHashMap<Term, Term> = FxHashMap::default();
            let mut clash = false;
            for (a, b) in &args {
                let term = self.generalize(*a, *b, false);
                clash |= made.insert(*a, term).is_some_and(|old| old != term);
            }
            match clash {
                // The same argument twice, against two different ones.
                true => None,
                false => self.symbols.store.rebuild(one, width, |arg| made[&arg]),
            }
        } else {
            None
        };
        let term = match term {
            None if !undefined => self.as_known(left, right).or_else(|| self.as_multiple(left, right)),
            known => known,
        };
        let term = term.unwrap_or_else(|| {
            // Where one side has a value for each node, so has the result.
            let is_each = [left, right].map(|term| self.symbols.is_each(term));
            let of_each = matches!(self.purpose, Purpose::Nodes(_)) || is_each != [false; 2];
            let out = match undefined {
                true => self.now.out.fresh.undefined(self.symbols, width),
                false if of_each => self.symbols.each(width),
                false => self.symbols.store.fresh(JOINED, width),
            };
            self.now.numbers.push(Number { out, left, right });
            // A variable of its own that becomes another variable loses nothing.
            for (side, term) in [(0, left), (1, right)] {
                let is_first =
                    self.now.numbers.iter().filter(|known| [known.left, known.right][side] == term).count()
                        == 1;
                let is_var = self.symbols.store.as_var(term).is_some();
                let is_undefined = undefined && !self.symbols.is_undefined(term);
                let was_one = of_each && !is_each[side];
                self.now.lost[side] |= !is_var || !is_first || is_undefined || was_one;
            }
            out
        });
        self.now.known.insert((left, right), term);
        term
    }
}
