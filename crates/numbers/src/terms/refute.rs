//! Whether conditions contradict each other, without a solver.
//!
//! What a solver of bits proves last is that sums stay below others: each adder is a chain of carries. Here conditions
//! are first put together in a state, which knows bounds and relations of pairs; with its bounds, comparisons become
//! linear constraints on whole numbers, in which any number of variables may occur ([`System`]). A product of two
//! variables is one variable more, of which it is known how it compares with others that share a factor. Of a disjunction, as
//! the question whether an access is out of bounds is one, each part must contradict the rest.

use super::Knowledge;
use super::read::Reader;
use crate::eliminate::System;
use crate::linear::{Linear, Node as Number, Reading, WIDEST};
use crate::state::{Bottom, bounds};
use crate::value::Value;
use crate::word::signed;
use logic::{BinOp, Node, Term, TermStore};
use rustc_hash::FxHashSet;

/// How many disjunctions are told apart, one at a time, and how many parts they have.
const DISJUNCTIONS: usize = 2;
const PARTS: usize = 3;
/// How many terms are looked at for quotients and products.
const LOOKED_AT: usize = 400;
/// How many pairs of numbers that differ are told apart.
const DIFFERENT: usize = 6;

/// Are these conditions impossible together? "No" means that this was not found out.
pub fn refutes(store: &TermStore, conditions: &[Term]) -> bool {
    let conditions: Vec<Literal> = conditions.iter().map(|condition| (*condition, true)).collect();
    if contradict(store, &conditions) {
        return true;
    }
    let is_disjunction = |(_, (term, holds)): &(usize, &Literal)| match store.node(*term) {
        Node::Not(inner) => *holds && matches!(store.node(inner), Node::Bin(BinOp::And, ..)),
        _ => false,
    };
    // The youngest terms are those of the question.
    let mut disjunctions = conditions.iter().enumerate().rev().filter(is_disjunction).take(DISJUNCTIONS);
    disjunctions.any(|(number, (disjunction, _))| {
        let Node::Not(inner) = store.node(*disjunction) else { return false };
        let parts = store.conjuncts(inner);
        // Either the first part fails, or it holds and the second fails, and so on.
        parts.len() <= PARTS
            && (0..parts.len()).all(|failing| {
                let mut case = conditions.clone();
                case.remove(number);
                case.extend(parts[..failing].iter().map(|part| (*part, true)));
                case.push((parts[failing], false));
                contradict(store, &case)
            })
    })
}

/// A condition, and whether it holds.
type Literal = (Term, bool);

/// Are conditions impossible together, without telling cases apart?
fn contradict(store: &TermStore, conditions: &[Literal]) -> bool {
    let subterms = subterms(store, conditions);
    let Ok(known) = Knowledge::with_quotients(store, conditions, &subterms) else { return true };
    let mut sums = Sums {
        reader: Reader::new(store, &known.state),
        store,
        system: System::new(),
        different: Vec::new(),
        exact: Vec::new(),
    };
    conditions.iter().for_each(|(condition, holds)| sums.add(*condition, *holds));
    let wholes = sums.wholes();
    let expressions = wholes.iter().map(|(_, whole)| whole).chain(&sums.different);
    let mut nodes: Vec<Number<Term>> = expressions
        .flat_map(|it| it.parts.iter().map(|(node, _)| *node))
        .chain(sums.system.nodes())
        .collect();
    nodes.sort_unstable();
    nodes.dedup();
    sums.add_quotients(&nodes);
    sums.add_products(&nodes, &subterms);
    nodes.extend(sums.system.nodes());
    sums.add_bounds(nodes);
    sums.add_wholes(wholes);
    sums.are_impossible()
}

/// The constant by which something is divided or shifted, where it is above zero however it is read.
fn divisor(store: &TermStore, term: Term) -> Option<i128> {
    let width = store.width(term);
    let word = store.as_const(term).and_then(|it| it.to_u128()).and_then(|it| i128::try_from(it).ok())?;
    (width <= WIDEST && 0 < word && word <= Reading::Signed.range(width).1).then_some(word)
}

impl Knowledge {
    /// What conditions say, with signed quotients in them: whether what is divided can be negative, relations of pairs may
    /// tell, and the values of its summands do not.
    fn with_quotients(store: &TermStore, conditions: &[Literal], subterms: &[Term]) -> Result<Self, Bottom> {
        let mut known = Knowledge::new();
        // Bounds that come late show that sums before them do not wrap around.
        for _ in 0..2 {
            known.open.clear();
            conditions.iter().try_for_each(|(condition, holds)| known.assume(store, *condition, *holds))?;
        }
        known.reconsider(store)?;
        let quotients: Vec<_> = subterms.iter().filter_map(|term| quotient(store, *term)).collect();
        for (quotient, divided, by) in &quotients {
            known.ensure(store, *quotient)?;
            let reader = Reader::new(store, &known.state);
            let (low, high) = reader.range(&reader.linear(*divided, Reading::Signed));
            let (Some(low), Some(high)) = (low.filter(|low| *low >= 0), high) else { continue };
            if let Some(value) = Value::signed(store.width(*quotient), low / by, high / by)
                && known.state.contains(*quotient)
            {
                known.state.refine(*quotient, &value)?;
            }
        }
        if !quotients.is_empty() {
            conditions.iter().try_for_each(|(condition, holds)| known.assume(store, *condition, *holds))?;
        }
        Ok(known)
    }
}

/// The terms in conditions, as far as they are looked at.
fn subterms(store: &TermStore, conditions: &[Literal]) -> Vec<Term> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    let mut todo: Vec<Term> = conditions.iter().map(|(condition, _)| *condition).collect();
    while let Some(term) = todo.pop().filter(|_| found.len() < LOOKED_AT) {
        if seen.insert(term) {
            found.push(term);
            todo.extend(store.node(term).args());
        }
    }
    found
}

/// A signed quotient by a constant: with what is divided, and the constant.
fn quotient(store: &TermStore, term: Term) -> Option<(Term, Term, i128)> {
    let Node::Bin(BinOp::Sdiv, a, b) = store.node(term) else { return None };
    Some((term, a, divisor(store, b)?))
}

/// A product of whole numbers.
struct Product {
    factors: [Linear<Term>; 2],
    /// What it is, or is at most, if that has a name.
    value: Option<Linear<Term>>,
    /// The largest number that it is, or that its word can hold.
    most: i128,
}

/// Conditions as constraints on whole numbers.
struct Sums<'a> {
    store: &'a TermStore,
    reader: Reader<'a>,
    system: System<Term>,
    /// Expressions that are not zero.
    different: Vec<Linear<Term>>,
    /// Products that do not wrap around, as conditions say.
    exact: Vec<Product>,
}

impl Sums<'_> {
    fn add(&mut self, condition: Term, holds: bool) {
        let (op, a, b) = match self.store.node(condition) {
            Node::Not(a) => return self.add(a, !holds),
            Node::Bin(BinOp::And, a, b) if holds && self.store.width(condition) == 1 => {
                self.add(a, true);
                return self.add(b, true);
            }
            Node::Bin(op, a, b) => (op, a, b),
            _ => return,
        };
        if self.store.width(a) == 1 || self.store.width(a) > WIDEST {
            return;
        }
        match (op, holds) {
            (BinOp::Eq, true) => {
                for (upper, zero) in [(a, b), (b, a)] {
                    if self.store.as_const(zero).is_some_and(|zero| zero.is_zero()) {
                        self.exact.extend(self.without_overflow(upper));
                    }
                }
                for reading in Reading::ALL {
                    if let Some(difference) = self.difference(a, b, reading) {
                        self.system.add_zero(difference);
                    }
                }
            }
            (BinOp::Eq, false) => self.different.extend(self.difference(a, b, Reading::Unsigned)),
            (BinOp::Ult, true) => self.add_less(a, b, Reading::Unsigned, 1),
            (BinOp::Ult, false) => self.add_less(b, a, Reading::Unsigned, 0),
            (BinOp::Slt, true) => self.add_less(a, b, Reading::Signed, 1),
            (BinOp::Slt, false) => self.add_less(b, a, Reading::Signed, 0),
            _ => {}
        }
    }

    /// Adds `a + distance ≤ b`.
    fn add_less(&mut self, a: Term, b: Term, reading: Reading, distance: i128) {
        if let Some(difference) = self.difference(a, b, reading).and_then(|it| it.offset(distance)) {
            self.system.add(&difference);
        }
    }

    /// The difference of two words as whole numbers.
    fn difference(&self, a: Term, b: Term, reading: Reading) -> Option<Linear<Term>> {
        self.canonical(self.reader.linear(a, reading).minus(&self.reader.linear(b, reading))?)
    }

    /// An expression in which a number that is the same in both readings has one name.
    fn canonical(&self, expression: Linear<Term>) -> Option<Linear<Term>> {
        let start = Linear::constant(expression.constant);
        expression.parts.iter().try_fold(start, |sum, (node, factor)| {
            let reading = if self.is_natural(*node) { Reading::Unsigned } else { node.reading };
            sum.plus(*factor, &Linear::node(node.var, reading))
        })
    }

    fn is_natural(&self, node: Number<Term>) -> bool {
        let range = self.reader.value(node.var).and_then(|value| bounds(&value, Reading::Signed));
        range.is_some_and(|(low, _)| low >= 0)
    }

    /// Adds how quotients by constants compare with what is divided: `c·q ≤ a < c·q + c`.
    fn add_quotients(&mut self, nodes: &[Number<Term>]) {
        for node in nodes {
            let Node::Bin(op, a, b) = self.store.node(node.var) else { continue };
            let by = divisor(self.store, b).filter(|_| node.reading == Reading::Unsigned);
            let (by, reading) = match (op, by) {
                (BinOp::Udiv, by) => (by, Reading::Unsigned),
                (BinOp::Lshr, by) => {
                    (by.and_then(|by| 1i128.checked_shl(by.try_into().ok()?)), Reading::Unsigned)
                }
                (BinOp::Sdiv, by) => (by.filter(|_| self.is_at_least_zero(a)), Reading::Signed),
                _ => continue,
            };
            let divided = self.canonical(self.reader.linear(a, reading));
            let (Some(by), Some(divided)) = (by, divided) else { continue };
            let Some(product) = Linear::node(node.var, node.reading).times(by) else { continue };
            let rest = divided.minus(&product);
            let bounds = [product.minus(&divided), rest.and_then(|it| it.offset(1 - by))];
            bounds.iter().flatten().for_each(|bound| self.system.add(bound));
        }
    }

    fn is_at_least_zero(&self, term: Term) -> bool {
        self.reader.range(&self.reader.linear(term, Reading::Signed)).0.is_some_and(|low| low >= 0)
    }

    /// Adds how products with a common factor compare: from `x ≤ u + k` follows `x·y ≤ u·y + k·y`, as for the rows of a
    /// matrix, and from `x ≤ a / y + k` follows `x·y ≤ a + k·y`; from `x ≥ k` follows `x·y ≥ k·y`.
    fn add_products(&mut self, nodes: &[Number<Term>], subterms: &[Term]) {
        let mut products: Vec<Product> = nodes.iter().filter_map(|node| self.product(*node)).collect();
        if products.is_empty() {
            return;
        }
        let mut known = std::mem::take(&mut self.exact);
        known.extend(subterms.iter().filter_map(|term| self.quotient(*term)));
        // A product that is not above one that does not wrap around does not wrap around.
        let mut whole: Vec<Product> = Vec::new();
        loop {
            let (fits, others): (Vec<Product>, Vec<Product>) = products.into_iter().partition(|product| {
                let is_above = |other: &Product| {
                    other.most <= product.most
                        && self.compare(product, other).any(|(distance, _)| distance <= 0)
                };
                self.fits(product) || known.iter().chain(&whole).any(is_above)
            });
            products = others;
            if fits.is_empty() {
                break;
            }
            whole.extend(fits);
        }
        let mut bounds = Vec::new();
        for (number, one) in whole.iter().enumerate() {
            bounds.extend([(0, 1), (1, 0)].into_iter().filter_map(|(x, y)| self.least(one, x, y)));
            let others = whole.iter().enumerate().filter(|(it, _)| *it != number).map(|(_, other)| other);
            for other in others.chain(&known) {
                let Some(difference) =
                    one.value.as_ref().zip(other.value.as_ref()).and_then(|(a, b)| a.minus(b))
                else {
                    continue;
                };
                for (distance, factor) in self.compare(one, other) {
                    bounds.extend(
                        distance.checked_neg().and_then(|distance| difference.plus(distance, factor)),
                    );
                }
            }
        }
        bounds.iter().for_each(|bound| self.system.add(bound));
    }

    /// How far a factor of one product may be above one of another, with the factor that they have in common. Factors are
    /// compared as whole numbers, so it does not matter in how many bits they are multiplied.
    fn compare<'b>(
        &self,
        one: &'b Product,
        other: &'b Product,
    ) -> impl Iterator<Item = (i128, &'b Linear<Term>)> {
        [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().filter_map(move |(x, u)| {
            let common = &one.factors[1 - x];
            let difference =
                one.factors[x].minus(&other.factors[u]).filter(|_| *common == other.factors[1 - u])?;
            Some((self.reader.range(&self.canonical(difference)?).1?, common))
        })
    }

    /// A product is at least one factor as often as the least that the other can be.
    fn least(&self, product: &Product, x: usize, y: usize) -> Option<Linear<Term>> {
        let times = self.reader.range(&product.factors[x]).0.filter(|low| *low > 0)?;
        product.factors[y].times(times)?.minus(product.value.as_ref()?)
    }

    /// A number that is a product, which may wrap around.
    fn product(&self, node: Number<Term>) -> Option<Product> {
        let Node::Bin(BinOp::Mul, a, b) = self.store.node(node.var) else { return None };
        if node.reading != Reading::Unsigned {
            return None;
        }
        let value = Some(Linear::node(node.var, node.reading));
        let most = Reading::Unsigned.range(self.store.width(a)).1;
        Some(Product { factors: [self.factor(a)?, self.factor(b)?], value, most })
    }

    /// A factor as a whole number.
    fn factor(&self, term: Term) -> Option<Linear<Term>> {
        self.canonical(self.reader.linear(term, Reading::Unsigned))
    }

    /// Whether a product does not wrap around, as the bounds of its factors tell.
    fn fits(&self, product: &Product) -> bool {
        let [a, b] = product.factors.each_ref().map(|factor| self.reader.range(factor).1);
        a.zip(b).and_then(|(a, b)| a.checked_mul(b)).is_some_and(|most| most <= product.most)
    }

    /// What a quotient by a number says of products: that it times that number is at most what is divided.
    fn quotient(&self, term: Term) -> Option<Product> {
        let Node::Bin(BinOp::Udiv, a, b) = self.store.node(term) else { return None };
        let (divided, by) = (self.factor(a)?, self.factor(b)?);
        let is_above_zero = self.reader.range(&by).0.is_some_and(|low| low > 0);
        let most = self.reader.range(&divided).1.filter(|_| is_above_zero && !by.parts.is_empty())?;
        Some(Product { factors: [self.factor(term)?, by], value: Some(divided), most })
    }

    /// The product that a condition says not to wrap around: the upper half of it, in twice as many bits, is zero.
    fn without_overflow(&self, upper: Term) -> Option<Product> {
        let Node::Extract { arg, low } = self.store.node(upper) else { return None };
        let Node::Bin(BinOp::Mul, a, b) = self.store.node(arg) else { return None };
        let (Node::Zext(a), Node::Zext(b)) = (self.store.node(a), self.store.node(b)) else { return None };
        let width = self.store.width(arg);
        let is_upper = low + self.store.width(upper) == width;
        let is_exact = self.store.width(a) + self.store.width(b) <= width && low <= WIDEST;
        let factors = [self.factor(a)?, self.factor(b)?];
        (is_upper && is_exact).then_some(Product {
            factors,
            value: None,
            most: Reading::Unsigned.range(low).1,
        })
    }

    /// The sums of which neither values nor relations of pairs show that they do not wrap around, as whole numbers.
    fn wholes(&self) -> Vec<(Number<Term>, Linear<Term>)> {
        let nodes = self.system.nodes().into_iter().filter(|node| node.reading == Reading::Unsigned);
        nodes.filter_map(|node| Some((node, self.whole(node.var)?))).collect()
    }

    /// Adds what sums are that do not wrap around, as the system shows.
    fn add_wholes(&mut self, wholes: Vec<(Number<Term>, Linear<Term>)>) {
        for (node, whole) in wholes {
            let most = Reading::Unsigned.range(self.store.width(node.var)).1;
            let negative = whole.offset(1);
            let large = whole.times(-1).and_then(|it| it.offset(most + 1));
            let is_within = [negative, large].into_iter().all(|outside| {
                let mut system = self.system.clone();
                outside.is_some_and(|outside| {
                    system.add(&outside);
                    system.contradicts()
                })
            });
            if let Some(difference) = Linear::node(node.var, node.reading).minus(&whole).filter(|_| is_within)
            {
                self.system.add_zero(difference);
            }
        }
    }

    /// A sum of words as one of whole numbers, though it may wrap around. None if it is no sum.
    fn whole(&self, term: Term) -> Option<Linear<Term>> {
        let is_sum = matches!(self.store.node(term), Node::Bin(BinOp::Add | BinOp::Mul, ..) | Node::Not(_));
        let width = self.store.width(term);
        let sum = Some(self.reader.sum(term)).filter(|_| is_sum && width <= WIDEST)?;
        if let [(part, 1)] = sum.parts[..]
            && part == term
        {
            return None;
        }
        let start = Linear::constant(signed(width, sum.offset));
        let whole = sum.parts.iter().try_fold(start, |whole, (part, factor)| {
            whole.plus(signed(width, *factor), &self.reader.linear(*part, Reading::Unsigned))
        });
        self.canonical(whole?)
    }

    /// Adds the bounds of numbers.
    fn add_bounds(&mut self, mut nodes: Vec<Number<Term>>) {
        nodes.sort_unstable();
        nodes.dedup();
        for node in nodes {
            let range = self.reader.value(node.var).and_then(|value| bounds(&value, node.reading));
            let number = Linear::node(node.var, node.reading);
            let Some((low, high)) = range else { continue };
            let limits = [number.times(-1).and_then(|it| it.offset(low)), number.offset(-high)];
            limits.iter().flatten().for_each(|limit| self.system.add(limit));
        }
    }

    /// Whether the constraints contradict each other. Where a number cannot be above another from which it differs, it
    /// is below it.
    fn are_impossible(mut self) -> bool {
        if self.system.clone().contradicts() {
            return true;
        }
        for difference in self.different.into_iter().take(DIFFERENT) {
            let below = difference.offset(1);
            let above = difference.times(-1).and_then(|it| it.offset(1));
            let [below, above] = [below, above].map(|side| {
                let mut system = self.system.clone();
                side.iter().for_each(|side| system.add(side));
                system
            });
            match [&below, &above].map(|system| system.clone().contradicts()) {
                [true, true] => return true,
                [true, false] => self.system = above,
                [false, true] => self.system = below,
                [false, false] => {}
            }
        }
        false
    }
}
