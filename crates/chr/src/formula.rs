//! Formulas in negation normal form over literals, with the obvious simplifications.

use crate::sat::lit::Lit;

/// A formula whose negations have been pushed into the literals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Formula {
    True,
    False,
    Lit(Lit),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

impl Formula {
    pub(crate) fn constant(value: bool) -> Formula {
        if value { Formula::True } else { Formula::False }
    }

    /// The conjunction, flattened and without neutral elements.
    pub(crate) fn and(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Formula::True => {}
                Formula::False => return Formula::False,
                Formula::And(inner) => all.extend(inner),
                other => all.push(other),
            }
        }
        match all.len() {
            0 => Formula::True,
            1 => all.swap_remove(0),
            _ => Formula::And(all),
        }
    }

    /// The disjunction, flattened and without neutral elements.
    pub(crate) fn or(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Formula::False => {}
                Formula::True => return Formula::True,
                Formula::Or(inner) => all.extend(inner),
                other => all.push(other),
            }
        }
        match all.len() {
            0 => Formula::False,
            1 => all.swap_remove(0),
            _ => Formula::Or(all),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::lit::Var;

    #[test]
    fn neutral_and_absorbing_elements() {
        let x = Formula::Lit(Var(0).lit(true));
        assert_eq!(Formula::and([Formula::True, x.clone()]), x);
        assert_eq!(Formula::and([Formula::False, x.clone()]), Formula::False);
        assert_eq!(Formula::or([Formula::True, x.clone()]), Formula::True);
        assert_eq!(Formula::or([]), Formula::False);
    }
}
