//! Finding the strongest invariant of a template (section II-B).
//!
//! All rows start with "there is no such state" and are weakened as long as a model of the formula shows a state behind
//! an edge back to a loop's head that they exclude: the row takes the value of the model, then the greatest value there
//! is, then the next constant of the program, and at last anything, so that it ends. All rows of a loop are asked about at once; the
//! model tells which of them failed; where there is none, the unsatisfiable core tells on which rows that rests, and the
//! loop is left alone until one of them is weakened. Then widened bounds are lowered again by binary search, which keeps
//! them inductive.
//!
//! Soundness: at the end the formula with all rows assumed has no model in which a row fails behind an edge back. By
//! induction over the number of rounds the rows hold whenever a loop comes back to its head.

use crate::affine::Hull;
use crate::encode::Encoding;
use crate::points::SiteId;
use crate::questions::{Assumed, Questions};
use crate::rows::{Bound, Claim, Row};
use crate::search::Proceed;
use crate::seeds::Seeds;
use engine::Exhausted;
use logic::{BitVec, Evaluation, Model, Reply, Term, TermStore};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// After how many steps a bound jumps to the constants of the program.
const EXACT_STEPS: u32 = 2;
/// After how many steps a bound is given up.
const MOST_STEPS: u32 = 60;

/// The terms that say that rows and equations hold where they are assumed.
pub fn assumed(
    store: &mut TermStore,
    rows: &[Row],
    hulls: &[Hull],
    widths: crate::value::Widths,
) -> Vec<Assumed> {
    let always = |term: Term| Assumed { term, place: None };
    let mut list: Vec<Assumed> = hulls.iter().map(|hull| always(hull.assumed(store))).collect();
    for row in rows {
        for (guard, expression) in row.before.clone() {
            let holds = holds(store, &row.bound, expression, widths);
            let term = store.implies(guard, holds);
            list.push(Assumed { term, place: Some((guard, expression)) });
        }
    }
    list.retain(|assumed| assumed.term != store.truth());
    list.sort_unstable();
    list.dedup();
    list
}

/// That an expression is within a bound.
pub fn holds(store: &mut TermStore, bound: &Bound, expression: Term, widths: crate::value::Widths) -> Term {
    match bound {
        Bound::Nothing => store.falsity(),
        Bound::Anything => store.truth(),
        Bound::Sites(sites) => {
            let each: Vec<Term> = sites
                .iter()
                .map(|site| {
                    let site = store.num(widths.site, site.0.into());
                    store.eq(expression, site)
                })
                .collect();
            store.any(each)
        }
        Bound::Most(most) => {
            let width = store.width(expression);
            let limit = (1i128 << (width - 1).min(126)) - 1;
            match *most >= limit {
                true => store.truth(),
                false => {
                    let most = store.constant(BitVec::from_i128(width, *most));
                    store.sle(expression, most)
                }
            }
        }
    }
}

/// That a row fails where it has to hold.
pub fn fails(store: &mut TermStore, row: &Row, widths: crate::value::Widths) -> Term {
    let holds = holds(store, &row.bound, row.after.1, widths);
    let not = store.not(holds);
    store.and(row.after.0, not)
}

/// Weakens rows until they are an invariant. An error says why it was not found.
pub fn infer(
    encoding: &mut Encoding<'_>,
    questions: &mut Questions,
    seeds: &Seeds,
    rows: &mut [Row],
    hulls: &mut [Hull],
    proceed: Proceed<'_>,
) -> Result<(), Exhausted> {
    let loops = encoding.heads.len();
    let mut number = 0;
    let mut quiet = 0;
    // For each loop the assumptions from which it follows that its rows hold. They only get weaker, and so does what is to
    // follow from them: while all of these are still assumed there is nothing to ask.
    let mut cores: Vec<Option<Vec<Term>>> = vec![None; loops];
    let mut list = assumed(&mut encoding.store, rows, hulls, encoding.widths);
    let mut terms: FxHashSet<Term> = list.iter().map(|it| it.term).collect();
    while quiet < loops {
        proceed(questions.work())?;
        if cores[number].as_ref().is_some_and(|core| core.iter().all(|term| terms.contains(term))) {
            (number, quiet) = ((number + 1) % loops, quiet + 1);
            continue;
        }
        let own: Vec<usize> = (0..rows.len()).filter(|row| rows[*row].number == number).collect();
        let mut any: Vec<Term> =
            own.iter().map(|row| fails(&mut encoding.store, &rows[*row], encoding.widths)).collect();
        any.extend(
            hulls.iter().filter(|hull| hull.number == number).map(|hull| hull.fails(&mut encoding.store)),
        );
        let any = encoding.store.any(any);
        if any == encoding.store.falsity() {
            (number, quiet) = ((number + 1) % loops, quiet + 1);
            continue;
        }
        match questions.check(&encoding.store, &list, any) {
            Reply::Unsat(mut core) => {
                core.retain(|term| *term != any);
                cores[number] = Some(core);
                (number, quiet) = ((number + 1) % loops, quiet + 1);
            }
            Reply::Unknown(reason) => return Err(reason),
            Reply::Sat(model) => {
                quiet = 0;
                let mut evaluation = Evaluation::new(&model);
                for hull in hulls.iter_mut() {
                    let fails = hull.fails(&mut encoding.store);
                    if evaluation.holds(&encoding.store, fails) {
                        hull.weaken(&encoding.store, &mut evaluation);
                    }
                }
                weaken(encoding, questions, seeds, rows, &model, &list, proceed)?;
                list = assumed(&mut encoding.store, rows, hulls, encoding.widths);
                terms = list.iter().map(|it| it.term).collect();
            }
        }
    }
    Ok(())
}

/// Weakens all rows that a model refutes. `assumed` says that the rows hold as they are.
fn weaken(
    encoding: &mut Encoding<'_>,
    questions: &mut Questions,
    seeds: &Seeds,
    rows: &mut [Row],
    model: &Model,
    assumed: &[Assumed],
    proceed: Proceed<'_>,
) -> Result<(), Exhausted> {
    let mut evaluation = Evaluation::new(model);
    for row in rows.iter_mut() {
        let fails = fails(&mut encoding.store, row, encoding.widths);
        if !evaluation.holds(&encoding.store, fails) {
            continue;
        }
        let value = evaluation.value(&encoding.store, row.after.1).clone();
        row.weakened += 1;
        row.bound = match (&row.claim, &row.bound) {
            (Claim::Returns | Claim::Elements(_), _) => Bound::Anything,
            (Claim::Points(_), bound) => {
                let mut sites = match bound {
                    Bound::Sites(sites) => sites.clone(),
                    _ => BTreeSet::new(),
                };
                sites.insert(SiteId(value.to_u64().unwrap_or(0) as u32));
                Bound::Sites(sites)
            }
            (Claim::AtMost(_), _) => {
                let width = encoding.store.width(row.after.1);
                let value = value.to_i128().unwrap_or(i128::MAX);
                if row.weakened < EXACT_STEPS {
                    Bound::Most(value)
                } else if row.weakened == EXACT_STEPS {
                    Bound::Most(greatest(encoding, questions, row.after, value, assumed, proceed)?)
                } else if row.weakened <= MOST_STEPS {
                    seeds.next(value, width).map_or(Bound::Anything, Bound::Most)
                } else {
                    Bound::Anything
                }
            }
        };
    }
    Ok(())
}

/// The greatest value of an expression where its guard holds, at least `value`: by growing steps and then by halving.
fn greatest(
    encoding: &mut Encoding<'_>,
    questions: &mut Questions,
    (guard, expression): (Term, Term),
    value: i128,
    assumed: &[Assumed],
    proceed: Proceed<'_>,
) -> Result<i128, Exhausted> {
    let limit = (1i128 << (encoding.store.width(expression) - 1).min(126)) - 1;
    let (mut low, mut high, mut step) = (value, None, 1i128);
    while high.is_none_or(|high| low < high) {
        proceed(questions.work())?;
        // Is there a value of at least `probe`?
        let probe = match high {
            None => low.saturating_add(step).min(limit),
            Some(high) => low + (high - low + 1) / 2,
        };
        if probe <= low {
            break;
        }
        let holds = holds(&mut encoding.store, &Bound::Most(probe - 1), expression, encoding.widths);
        let not = encoding.store.not(holds);
        let above = encoding.store.and(guard, not);
        match questions.check(&encoding.store, assumed, above) {
            Reply::Sat(model) => {
                let shown = model.eval(&encoding.store, expression).to_i128().unwrap_or(limit);
                low = shown.max(probe);
                step = step.saturating_mul(8);
            }
            Reply::Unsat(_) => high = Some(probe - 1),
            Reply::Unknown(reason) => return Err(reason),
        }
    }
    Ok(low)
}

/// Lowers the bounds of an invariant that widening raised too far. It stays one.
pub fn narrow(
    encoding: &mut Encoding<'_>,
    questions: &mut Questions,
    rows: &mut [Row],
    hulls: &[Hull],
    proceed: Proceed<'_>,
) -> Result<(), Exhausted> {
    for at in 0..rows.len() {
        if rows[at].weakened <= EXACT_STEPS {
            continue;
        }
        let width = encoding.store.width(rows[at].after.1);
        let mut high = match rows[at].bound {
            Bound::Most(most) => most,
            Bound::Anything if matches!(rows[at].claim, Claim::AtMost(_)) => {
                (1i128 << (width - 1).min(126)) - 1
            }
            _ => continue,
        };
        let base = assumed(&mut encoding.store, rows, hulls, encoding.widths);
        let mut low = -(1i128 << (width - 1).min(126));
        // Most bounds cannot be lowered: one question tells.
        let mut first = true;
        while low < high {
            proceed(questions.work())?;
            let middle = if first { high - 1 } else { low + (high - low) / 2 };
            first = false;
            let bound = Bound::Most(middle);
            let holds = holds(&mut encoding.store, &bound, rows[at].after.1, encoding.widths);
            let not = encoding.store.not(holds);
            let above = encoding.store.and(rows[at].after.0, not);
            match questions.check(&encoding.store, &base, above) {
                Reply::Unsat(_) => high = middle,
                Reply::Sat(model) => {
                    let value = model.eval(&encoding.store, rows[at].after.1);
                    low = value.to_i128().unwrap_or(high).max(middle + 1);
                    if middle == high - 1 {
                        break;
                    }
                }
                Reply::Unknown(_) => break,
            }
        }
        rows[at].bound = Bound::Most(high);
    }
    Ok(())
}
