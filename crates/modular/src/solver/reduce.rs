//! Premises that cannot contradict anything are left out of questions.
//!
//! Most symbols of a path are mentioned only where they were made: a pointer that was loaded is null or a node, and is what
//! some link held. Whatever the other values are, such a symbol can be chosen so that all premises that mention it hold; so
//! they are dropped, which may leave others in the same position. What is left of a question is small, and the same on many
//! paths.
//!
//! Rule: `facts(x) ∧ rest ∧ question  →  rest ∧ question`, where each of `facts(x)` holds if `x` is null; or if it is a new
//! node that others know; or a new block that nobody knows; or a number in some range.
//!
//! Invariant: the premises that are left are some of those that were given. So an answer "impossible" holds for these, too.

use crate::solver::term::{Formula, Lin, Sym};

/// The premises of a question that matter, in their order, the question itself last: none for one that holds anyway.
///
/// Where fewer premises mention a symbol it is free as before, so the order in which symbols are looked at does not matter,
/// and a symbol is looked at again only where a premise that mentions it was dropped.
///
/// Premises that are not given may relate symbols by equality, too.
pub fn reduced<'f>(
    facts: &[&'f Formula],
    question: &'f Formula,
    is_equated: &dyn Fn(Sym) -> bool,
) -> (Vec<&'f Formula>, Option<&'f Formula>) {
    let all: Vec<&Formula> = facts.iter().copied().chain([question]).collect();
    let last = all.len() - 1;
    let mentions = Mentions::new(&all);
    let mut is_left = vec![true; all.len()];
    // Symbols that were made last go first.
    let mut waiting: Vec<usize> =
        (0..mentions.symbols()).filter(|sym| !mentions.of(*sym).is_empty()).collect();
    let mut is_waiting = vec![true; mentions.symbols()];
    let is_equated = |sym: Sym| mentions.equated[sym.index()] || is_equated(sym);
    while let Some(sym) = waiting.pop() {
        is_waiting[sym] = false;
        let mut about = mentions.of(sym).iter().filter(|at| is_left[**at as usize]).peekable();
        if about.peek().is_none() || !is_free(about.map(|at| all[*at as usize]), Sym(sym as u32), &is_equated)
        {
            continue;
        }
        for &at in mentions.of(sym) {
            if !std::mem::take(&mut is_left[at as usize]) {
                continue;
            }
            for other in mentions.in_fact(at as usize).iter().map(|sym| sym.index()) {
                if !std::mem::replace(&mut is_waiting[other], true) {
                    waiting.push(other);
                }
            }
        }
    }
    let left = (0..last).filter(|index| is_left[*index]).map(|index| all[index]).collect();
    (left, is_left[last].then_some(question))
}

/// Which premises mention which symbols.
struct Mentions {
    /// The symbols of each premise, one premise after the other.
    symbols: Vec<Sym>,
    /// Where those of a premise begin.
    facts: Vec<u32>,
    /// The premises of each symbol, one symbol after the other.
    of: Vec<u32>,
    /// Where those of a symbol begin.
    starts: Vec<u32>,
    /// The symbols that some premise relates by equality with others.
    equated: Vec<bool>,
}

impl Mentions {
    fn new(all: &[&Formula]) -> Mentions {
        let mut symbols: Vec<Sym> = Vec::with_capacity(4 * all.len());
        let mut facts: Vec<u32> = Vec::with_capacity(all.len() + 1);
        let mut count = 0;
        for fact in all {
            let first = symbols.len();
            facts.push(first as u32);
            fact.for_each_value(&mut |value| {
                if let Some(sym) = value.base
                    && !symbols[first..].contains(&sym)
                {
                    symbols.push(sym);
                    count = count.max(sym.index() + 1);
                }
            });
        }
        facts.push(symbols.len() as u32);
        // Sorted by symbol: first how many there are of each, then where those of each begin.
        let mut starts = vec![0u32; count + 1];
        symbols.iter().for_each(|sym| starts[sym.index() + 1] += 1);
        for index in 0..count {
            starts[index + 1] += starts[index];
        }
        let mut next = starts.clone();
        let mut of = vec![0u32; symbols.len()];
        for at in 0..all.len() {
            for sym in &symbols[facts[at] as usize..facts[at + 1] as usize] {
                of[next[sym.index()] as usize] = at as u32;
                next[sym.index()] += 1;
            }
        }
        let mut equated = vec![false; count];
        all.iter().for_each(|fact| self::equated(fact, &mut |sym| equated[sym.index()] = true));
        Mentions { symbols, facts, of, starts, equated }
    }

    /// How many symbols there may be.
    fn symbols(&self) -> usize {
        self.equated.len()
    }

    /// The premises that mention a symbol.
    fn of(&self, sym: usize) -> &[u32] {
        &self.of[self.starts[sym] as usize..self.starts[sym + 1] as usize]
    }

    /// The symbols that a premise mentions.
    fn in_fact(&self, at: usize) -> &[Sym] {
        &self.symbols[self.facts[at] as usize..self.facts[at + 1] as usize]
    }
}

/// Calls `visit` with the symbols that a formula relates by equality with others: their links may be those of another node.
pub fn equated(formula: &Formula, visit: &mut dyn FnMut(Sym)) {
    match formula {
        Formula::Eq(one, other) if one.base.is_some() && other.base.is_some() => {
            one.base.into_iter().chain(other.base).for_each(visit);
        }
        Formula::Not(inner) => equated(inner, visit),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| equated(part, visit)),
        _ => {}
    }
}

/// Whether a symbol can be chosen so that some premises hold, whatever all others are.
pub fn is_free<'f>(
    facts: impl Iterator<Item = &'f Formula>,
    sym: Sym,
    is_equated: &dyn Fn(Sym) -> bool,
) -> bool {
    let mut choices = vec![Choice::Null, Choice::Node, Choice::Block];
    let mut range = Some(Range::default());
    let mut only = None;
    for (count, fact) in facts.enumerate() {
        choices.retain(|choice| choice.satisfies(fact, sym, is_equated));
        range = range.and_then(|range| range.narrowed(fact, sym));
        only = (count == 0).then_some(fact);
        if choices.is_empty() && range.is_none() && only.is_none() {
            return false;
        }
    }
    !choices.is_empty()
        || only.is_some_and(|fact| is_solved(fact, sym))
        || range.is_some_and(|range| !range.is_empty())
}

/// What a symbol is chosen to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// Zero.
    Null,
    /// The address of a node that others know, and nothing else is said of.
    Node,
    /// The address of a block that nobody knows.
    Block,
}

impl Choice {
    fn satisfies(self, fact: &Formula, sym: Sym, is_equated: &dyn Fn(Sym) -> bool) -> bool {
        let is_it = |value: &Lin| value.base == Some(sym);
        match fact {
            Formula::Or(parts) => parts.iter().any(|part| self.satisfies(part, sym, is_equated)),
            Formula::And(parts) => parts.iter().all(|part| self.satisfies(part, sym, is_equated)),
            Formula::Eq(one, other) => {
                self == Choice::Null
                    && (is_it(one) && other.base.is_none() && one.offset == other.offset
                        || is_it(other) && one.base.is_none() && one.offset == other.offset)
            }
            Formula::Shared(_, _, value) => self == Choice::Node && is_it(value),
            Formula::Outside(_, value) => self == Choice::Block && is_it(value),
            Formula::Content(_, _, node, content) => {
                self != Choice::Block
                    && content.symbol() == Some(sym)
                    && !is_it(node)
                    && node.base.is_some_and(|node| !is_equated(node))
            }
            Formula::Not(inner) => match &**inner {
                Formula::Eq(one, other) => match (self, is_it(one), is_it(other)) {
                    (_, true, true) | (_, false, false) => false,
                    (Choice::Null, true, _) => other.base.is_none() && one.offset != other.offset,
                    (Choice::Null, _, true) => one.base.is_none() && one.offset != other.offset,
                    (Choice::Node | Choice::Block, ..) => true,
                },
                Formula::Shared(_, _, value) | Formula::Private(_, value) => {
                    is_it(value) && (self == Choice::Block || self == Choice::Null && value.offset == 0)
                }
                _ => false,
            },
            _ => false,
        }
    }
}

/// Whether the only premise about a symbol can be solved for it.
fn is_solved(fact: &Formula, sym: Sym) -> bool {
    let one_of = |values: &[&Lin]| values.iter().filter(|value| value.base == Some(sym)).count() == 1;
    match fact {
        Formula::Or(parts) => parts.iter().any(|part| is_solved(part, sym)),
        Formula::Eq(one, other) | Formula::Less(one, other) => one_of(&[one, other]),
        Formula::Sum(sum, one, other) => one_of(&[sum, one, other]),
        Formula::Not(inner) => match &**inner {
            Formula::Eq(one, other) | Formula::Less(one, other) => one_of(&[one, other]),
            _ => false,
        },
        _ => false,
    }
}

/// A range without some constants.
#[derive(Clone, Copy)]
struct Range {
    least: i128,
    most: i128,
    holes: i128,
}

impl Default for Range {
    fn default() -> Range {
        Range { least: i128::MIN >> 1, most: i128::MAX >> 1, holes: 0 }
    }
}

impl Range {
    /// What a premise leaves of it for a symbol; none for a premise that says something else.
    fn narrowed(mut self, fact: &Formula, sym: Sym) -> Option<Range> {
        let (is_positive, inner) = match fact {
            Formula::Not(inner) => (false, &**inner),
            inner => (true, inner),
        };
        let constant = |one: &Lin, other: &Lin| {
            let is_one = one.base == Some(sym) && other.base.is_none();
            is_one.then(|| i128::from(other.offset) - i128::from(one.offset))
        };
        match inner {
            Formula::Less(one, other) => match (constant(one, other), constant(other, one), is_positive) {
                (Some(limit), _, true) => self.most = self.most.min(limit - 1),
                (Some(limit), _, false) => self.least = self.least.max(limit),
                (_, Some(limit), true) => self.least = self.least.max(limit + 1),
                (_, Some(limit), false) => self.most = self.most.min(limit),
                _ => return None,
            },
            Formula::Eq(one, other) if !is_positive => {
                constant(one, other).or(constant(other, one))?;
                self.holes += 1;
            }
            _ => return None,
        }
        Some(self)
    }

    fn is_empty(&self) -> bool {
        self.most - self.least < self.holes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::term::Field;
    use crate::types::layout::TargetId;

    const NODE: TargetId = TargetId(0);

    fn node(number: u32) -> Formula {
        let value = Sym(number).value();
        Formula::Or(vec![Formula::equal(value, Lin::ZERO), Formula::Shared(NODE, 0, value)])
    }

    fn next(number: u32, content: u32) -> Formula {
        Formula::Content(Field { owner: NODE, at: 8 }, 0, Sym(number).value(), Sym(content).value())
    }

    fn not_null(number: u32) -> Formula {
        Formula::differ(Sym(number).value(), Lin::ZERO)
    }

    fn reduce<'f>(facts: &'f [Formula], question: &'f Formula) -> (Vec<&'f Formula>, Option<&'f Formula>) {
        let facts: Vec<&Formula> = facts.iter().collect();
        reduced(&facts, question, &|_| false)
    }

    #[test]
    fn a_list_that_is_walked_says_nothing() {
        let facts = [node(0), not_null(0), next(0, 1), node(1), not_null(1), next(1, 2), node(2)];
        let question = Formula::equal(Sym(2).value(), Lin::ZERO);
        assert_eq!(reduce(&facts, &question), (vec![], None));
    }

    #[test]
    fn what_contradicts_the_question_stays() {
        let facts = [node(0), not_null(0), node(1)];
        let question = Formula::equal(Sym(0).value(), Lin::ZERO);
        let (left, asked) = reduce(&facts, &question);
        assert_eq!(left, [&facts[0], &facts[1]]);
        assert_eq!(asked, Some(&question));
    }

    #[test]
    fn two_names_for_one_node_keep_its_link() {
        let same = Formula::equal(Sym(0).value(), Sym(3).value());
        let facts = [next(0, 1), not_null(1), next(3, 2), same];
        let question = Formula::equal(Sym(2).value(), Lin::ZERO);
        assert_eq!(reduce(&facts, &question).0.len(), 4);
    }

    #[test]
    fn empty_ranges_are_not_left_out() {
        let (low, high) = (
            Formula::Less(Sym(0).value(), Lin::constant(3)),
            Formula::Less(Lin::constant(3), Sym(0).value()),
        );
        let facts = [low, high];
        assert_eq!(reduce(&facts, &Formula::Bool(true)).0.len(), 2);
    }
}
