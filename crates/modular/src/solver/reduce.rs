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
use std::collections::BTreeSet;

/// The premises of a question that matter, in their order, the question itself last: none for one that holds anyway.
pub fn reduced<'f>(
    facts: &'f imbl::Vector<Formula>,
    question: &'f Formula,
) -> (Vec<&'f Formula>, Option<&'f Formula>) {
    let all: Vec<&Formula> = facts.iter().chain([question]).collect();
    let mut mentions: Vec<(Sym, usize)> = Vec::with_capacity(4 * all.len());
    let mut equated: BTreeSet<Sym> = BTreeSet::new();
    for (index, fact) in all.iter().enumerate() {
        fact.for_each_value(&mut |value| mentions.extend(value.base.map(|sym| (sym, index))));
        note_equated(fact, &mut equated);
    }
    mentions.sort_unstable();
    mentions.dedup();
    let mut starts: Vec<usize> =
        (0..mentions.len()).filter(|at| *at == 0 || mentions[*at].0 != mentions[*at - 1].0).collect();
    starts.push(mentions.len());
    let mut is_left = vec![true; all.len()];
    // Dropping premises sets others free: the next round looks at those. Symbols that were made last go first.
    let mut open: Vec<usize> = (0..starts.len() - 1).rev().collect();
    loop {
        let before = open.len();
        open.retain(|&at| {
            let own = &mentions[starts[at]..starts[at + 1]];
            let sym = own[0].0;
            let mentioned: Vec<usize> = own.iter().map(|it| it.1).filter(|index| is_left[*index]).collect();
            let facts: Vec<&Formula> = mentioned.iter().map(|index| all[*index]).collect();
            let is_free = is_free(&facts, sym, &equated);
            if is_free {
                mentioned.iter().for_each(|index| is_left[*index] = false);
            }
            !is_free
        });
        if open.len() == before {
            break;
        }
    }
    let last = all.len() - 1;
    let left = (0..last).filter(|index| is_left[*index]).map(|index| all[index]).collect();
    (left, is_left[last].then_some(question))
}

/// Symbols that a formula relates by equality with others: their links may be those of another node.
fn note_equated(formula: &Formula, equated: &mut BTreeSet<Sym>) {
    match formula {
        Formula::Eq(one, other) if one.base.is_some() && other.base.is_some() => {
            equated.extend(one.base.into_iter().chain(other.base));
        }
        Formula::Not(inner) => note_equated(inner, equated),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| note_equated(part, equated)),
        _ => {}
    }
}

/// Whether a symbol can be chosen so that some premises hold, whatever all others are.
fn is_free(facts: &[&Formula], sym: Sym, equated: &BTreeSet<Sym>) -> bool {
    let choices = [Choice::Null, Choice::Node, Choice::Block];
    choices.into_iter().any(|choice| facts.iter().all(|fact| choice.satisfies(fact, sym, equated)))
        || matches!(facts, [fact] if is_solved(fact, sym))
        || is_range(facts, sym)
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
    fn satisfies(self, fact: &Formula, sym: Sym, equated: &BTreeSet<Sym>) -> bool {
        let is_it = |value: &Lin| value.base == Some(sym);
        match fact {
            Formula::Or(parts) => parts.iter().any(|part| self.satisfies(part, sym, equated)),
            Formula::And(parts) => parts.iter().all(|part| self.satisfies(part, sym, equated)),
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
                    && node.base.is_some_and(|node| !equated.contains(&node))
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

/// Whether premises say only that a symbol is in a range that is not empty, and not some constants.
fn is_range(facts: &[&Formula], sym: Sym) -> bool {
    let (mut least, mut most, mut holes) = (i128::MIN >> 1, i128::MAX >> 1, 0);
    for fact in facts {
        let (is_positive, inner) = match fact {
            Formula::Not(inner) => (false, &**inner),
            inner => (true, *inner),
        };
        let constant = |one: &Lin, other: &Lin| {
            let is_one = one.base == Some(sym) && other.base.is_none();
            is_one.then(|| i128::from(other.offset) - i128::from(one.offset))
        };
        match inner {
            Formula::Less(one, other) => match (constant(one, other), constant(other, one), is_positive) {
                (Some(limit), _, true) => most = most.min(limit - 1),
                (Some(limit), _, false) => least = least.max(limit),
                (_, Some(limit), true) => least = least.max(limit + 1),
                (_, Some(limit), false) => most = most.min(limit),
                _ => return false,
            },
            Formula::Eq(one, other) if !is_positive => match constant(one, other).or(constant(other, one)) {
                Some(_) => holes += 1,
                None => return false,
            },
            _ => return false,
        }
    }
    most - least >= holes
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

    #[test]
    fn a_list_that_is_walked_says_nothing() {
        let facts: imbl::Vector<Formula> =
            [node(0), not_null(0), next(0, 1), node(1), not_null(1), next(1, 2), node(2)]
                .into_iter()
                .collect();
        let question = Formula::equal(Sym(2).value(), Lin::ZERO);
        assert_eq!(reduced(&facts, &question), (vec![], None));
    }

    #[test]
    fn what_contradicts_the_question_stays() {
        let facts: imbl::Vector<Formula> = [node(0), not_null(0), node(1)].into_iter().collect();
        let question = Formula::equal(Sym(0).value(), Lin::ZERO);
        let (left, asked) = reduced(&facts, &question);
        assert_eq!(left, [&facts[0], &facts[1]]);
        assert_eq!(asked, Some(&question));
    }

    #[test]
    fn two_names_for_one_node_keep_its_link() {
        let same = Formula::equal(Sym(0).value(), Sym(3).value());
        let facts: imbl::Vector<Formula> = [next(0, 1), not_null(1), next(3, 2), same].into_iter().collect();
        let question = Formula::equal(Sym(2).value(), Lin::ZERO);
        assert_eq!(reduced(&facts, &question).0.len(), 4);
    }

    #[test]
    fn empty_ranges_are_not_left_out() {
        let (low, high) = (
            Formula::Less(Sym(0).value(), Lin::constant(3)),
            Formula::Less(Lin::constant(3), Sym(0).value()),
        );
        let facts: imbl::Vector<Formula> = [low, high].into_iter().collect();
        assert_eq!(reduced(&facts, &Formula::Bool(true)).0.len(), 2);
    }
}
