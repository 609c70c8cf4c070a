//! Congruence: equal arguments, equal truth value; and functions have one value.
//!
//! Two constraints of one symbol whose arguments are pairwise equal must agree. The search for
//! partners starts from the argument with the fewest candidates and needs no table that would have
//! to be maintained under backtracking: buckets of equal terms and the static occurrence lists are
//! enough.

use crate::core::Core;
use crate::eq::Equality;
use crate::normal::Made;
use crate::proof::Source;
use crate::sat::Keep;
use crate::sat::lit::{Lit, Var};
use crate::symbol::{Kind, SymId};
use crate::term::TermId;

/// Candidates that agree with the given argument at the best of the given positions.
pub(crate) fn candidates(
    core: &Core,
    eq: &Equality,
    sym: SymId,
    known: impl Iterator<Item = (usize, TermId)>,
) -> Option<Vec<Var>> {
    let mut best: Option<(usize, usize, TermId)> = None;
    for (pos, t) in known {
        let mut count = 0;
        eq.for_matching(core, t, |u| count += core.occurrences(u, sym, pos).len());
        if best.is_none_or(|(n, ..)| count < n) {
            best = Some((count, pos, t));
        }
    }
    let (count, pos, t) = best?;
    let mut found = Vec::with_capacity(count);
    eq.for_matching(core, t, |u| found.extend_from_slice(core.occurrences(u, sym, pos)));
    Some(found)
}

/// Compares a constraint with those that have equal arguments.
pub(crate) fn check(core: &mut Core, eq: &Equality, v: Var) {
    let Some(cons) = core.cons(v) else { return };
    let (sym, args) = (cons.sym, cons.args.clone());
    let kind = core.syms.kind(sym);
    if kind.is_arith() || matches!(kind, Kind::Eq | Kind::EqC) || args.is_empty() {
        return;
    }
    if kind != Kind::Call && args.iter().all(|&t| eq.is_alone(core, t)) {
        return;
    }
    let value = core.sat.value(v.lit(true));
    let functional = kind == Kind::Call && value == Some(true);
    let first = usize::from(kind == Kind::Call && args.len() > 1);
    let Some(found) = candidates(core, eq, sym, args.iter().copied().enumerate().skip(first)) else { return };
    for other in found {
        let other_value = core.sat.value(other.lit(true));
        if other == v || value.is_none() && other_value.is_none() {
            continue;
        }
        let theirs = core.cons(other).expect("candidates are constraints").args.clone();
        let agree = |i: usize| eq.equal(core, args[i], theirs[i]);
        if !(first..args.len()).all(agree) {
            continue;
        }
        if functional && other_value == Some(true) && !agree(0) {
            let mut premises = vec![v.lit(true), other.lit(true)];
            let same = core.equality(args[0], theirs[0]);
            push_equalities(core, &mut premises, &args, &theirs, 1);
            let choices: Vec<Lit> = if let Made::Lit(l) = same { vec![l] } else { Vec::new() };
            core.imply(&premises, &choices, Keep::Redundant, Source::Theory("eq: function"));
            continue;
        }
        if value == other_value || !(0..first).all(agree) {
            continue;
        }
        // The one with a value imposes it on the other.
        let (from, to) = if let Some(value) = value {
            (v.lit(value), other.lit(value))
        } else {
            let value = other_value == Some(true);
            (other.lit(value), v.lit(value))
        };
        let mut premises = vec![from];
        push_equalities(core, &mut premises, &args, &theirs, 0);
        core.imply(&premises, &[to], Keep::Redundant, Source::Theory("eq: congruence"));
    }
}

fn push_equalities(core: &mut Core, premises: &mut Vec<Lit>, a: &[TermId], b: &[TermId], from: usize) {
    for i in from..a.len() {
        if let Made::Lit(l) = core.equality(a[i], b[i]) {
            premises.push(l);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_arguments_transfer_truth() {
        let mut core = Core::new();
        let mut eq = Equality::new(true, false);
        let [x, y] = ["x", "y"].map(|n| core.terms.var(n));
        let p = core.syms.named("p", 1);
        let (px, py) = (core.intern(p, &[x]), core.intern(p, &[y]));
        let Made::Lit(same) = core.equality(x, y) else { panic!("not decided") };
        for v in [px, py, same.var()] {
            eq.register(&mut core, v);
        }
        core.sat.decide_on(px.lit(false));
        check(&mut core, &eq, px);
        assert!(core.lemmas.is_empty(), "x and y are not equal yet");
        eq.assert(&mut core, same);
        check(&mut core, &eq, px);
        let lemma = core.lemmas.pop().expect("p(y) is false, too");
        assert_eq!(lemma.lits, [px.lit(true), !same, py.lit(false)]);
    }
}
