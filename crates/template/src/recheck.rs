//! An invariant is believed only after it was checked again.
//!
//! Inference asks a solver thousands of questions that build on each other, weakens and narrows. Here the result is
//! taken as a guess: the formula is made anew, a new solver is told that all rows and equations hold of the loop-back
//! values, and has to show of each that it holds behind the edges back: where the loop is entered for the first time
//! (initiation) and where it comes back (consecution). Then each check is asked about alone (safety).

use crate::affine::Hull;
use crate::encode::Encoding;
use crate::infer::{assumed, fails};
use crate::rows::Row;
use engine::{Budget, Exhausted};
use logic::{Reply, Session, Term};

/// What a new look at an invariant says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recheck {
    /// It is one, and proves all checks.
    Holds,
    /// It is none, or a check may fail: the text says which.
    Fails(String),
}

/// Checks rows and equations in a formula that nothing else was asked about, and what they prove where that is wanted.
pub fn recheck(
    encoding: &mut Encoding<'_>,
    (rows, hulls): (&[Row], &[Hull]),
    with_checks: bool,
    budget: &Budget,
) -> Result<Recheck, Exhausted> {
    let rows = crate::rows::restate(encoding, rows);
    let hulls: Vec<Hull> = hulls.iter().filter_map(|hull| hull.restate(encoding)).collect();
    let mut session = Session::new(budget.clone());
    let memory = encoding.memory.facts.iter().chain(&encoding.memory.equalities);
    for fact in encoding.facts.iter().chain(memory) {
        session.assert(&encoding.store, *fact)?;
    }
    for assumed in assumed(&mut encoding.store, &rows, &hulls, encoding.widths) {
        session.assert(&encoding.store, assumed.term)?;
    }
    let mut ask = |encoding: &mut Encoding<'_>, bad: Term| match session.check(&encoding.store, &[bad]) {
        Reply::Unsat(_) => {
            // What was shown is a fact for what follows.
            let never = encoding.store.not(bad);
            session.assert(&encoding.store, never).map(|()| true)
        }
        Reply::Sat(_) => Ok(false),
        Reply::Unknown(reason) => Err(reason),
    };
    for row in &rows {
        let bad = fails(&mut encoding.store, row, encoding.widths);
        if !ask(encoding, bad)? {
            return Ok(Recheck::Fails(format!("{:?} {:?} of loop {}", row.claim, row.bound, row.number)));
        }
    }
    for hull in &hulls {
        let bad = hull.fails(&mut encoding.store);
        if !ask(encoding, bad)? {
            return Ok(Recheck::Fails(format!("{:?} of loop {}", hull.equations, hull.number)));
        }
    }
    let checks = if with_checks { encoding.checks.len() } else { 0 };
    for number in 0..checks {
        let check = encoding.checks[number].clone();
        for bad in check.bad.iter().filter(|bad| bad.wrong != crate::encode::Wrong::Trap) {
            let reached = encoding.store.and(check.guard, bad.cond);
            if !ask(encoding, reached)? {
                return Ok(Recheck::Fails(bad.text.clone()));
            }
        }
    }
    Ok(Recheck::Holds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::{Unwinding, encode};
    use crate::inline::{Recursion, flatten};
    use crate::points::Points;
    use crate::rows::{Bound, Claim, Entity, Richness, rows};
    use crate::seeds::Seeds;
    use engine::{Malloc, Task};
    use ir::Loops;
    use ir::cfg::Cfg;
    use std::collections::BTreeSet;

    const COUNTING: &str = "target 64
func @main() -> i32 {
bb0:
  jump bb1
bb1:
  %i.0: i32 = phi [bb0: 0, bb2: %next.2]
  %go.1 = cmp slt %i.0, i32 10
  branch %go.1, bb2, bb3
bb2:
  %next.2: i32 = add signed %i.0, 1
  jump bb1
bb3:
  %good.3 = cmp eq %i.0, i32 10
  branch %good.3, bb4, bb5
bb4:
  return 0
bb5:
  call @__VERIFIER_error()
  unreachable
}
declare @__VERIFIER_error()
";

    /// A function that calls itself as often as its parameter says, and gives that number.
    const DESCENDING: &str = "target 64
func @f(i32 %n.0) -> i32 {
bb0:
  %last.1 = cmp sle %n.0, i32 0
  branch %last.1, bb1, bb2
bb1:
  return 0
bb2:
  %less.2: i32 = sub signed %n.0, 1
  %r.3: i32 = call @f(i32 %less.2)
  %more.4: i32 = add signed %r.3, 1
  return %more.4
}
func @main() -> i32 {
bb0:
  %r.0: i32 = call @f(i32 10)
  %good.1 = cmp sle %r.0, i32 10
  branch %good.1, bb1, bb2
bb1:
  return 0
bb2:
  call @__VERIFIER_error()
  unreachable
}
declare @__VERIFIER_error()
";

    /// Whether bounds are invariants that prove a program: for registers of loops, and for results of cut calls.
    fn holds(text: &str, bound: impl Fn(&Encoding<'_>, &Row) -> Bound) -> bool {
        let program = ir::parse(text).expect("the program is well formed");
        let entry = program.find_function("main").expect("there is a main");
        let properties = "unreach-call".parse().expect("properties have names");
        let task = Task { program: &program, entry, properties, malloc: Malloc::Ok };
        let flat = flatten(&program, entry, Recursion::Cut, &BTreeSet::new()).expect("it is small");
        let cfg = Cfg::new(&flat.body);
        let loops = Loops::new(&cfg);
        let points = Points::new(&program, &flat, &loops);
        let budget = Budget::unlimited();
        let new = || encode(&task, &flat, &cfg, &loops, &points, Unwinding::Invariant, &budget);
        let mut encoding = new().expect("it is small");
        let seeds = Seeds::new(&encoding);
        let mut guess = Vec::new();
        for richness in [Richness::Intervals, Richness::Zones] {
            guess.extend(rows(&mut encoding, &seeds, richness, &[]));
        }
        for row in &mut guess {
            row.bound = bound(&encoding, row);
        }
        let mut encoding = new().expect("it is small");
        recheck(&mut encoding, (&guess, &[]), true, &budget) == Ok(Recheck::Holds)
    }

    #[test]
    fn a_guess_that_is_no_invariant_or_too_weak_is_refused() {
        let counts_to = |most: i128| {
            holds(COUNTING, |_, row| match &row.claim {
                Claim::AtMost(sum) if sum.parts.len() == 1 && !sum.parts[0].0 => Bound::Most(most),
                _ => Bound::Anything,
            })
        };
        assert!(counts_to(10));
        assert!(!counts_to(9), "the loop comes back with 10");
        assert!(!counts_to(11), "the loop may be left with 11");
    }

    #[test]
    fn what_is_said_of_a_call_that_returned_has_to_hold_where_it_returns() {
        // The result less the parameter, and the parameter on entry.
        let gives = |more: i128, least: i128| {
            holds(DESCENDING, |encoding, row| {
                let head = &encoding.heads[row.number];
                match (&row.claim, &head.call) {
                    (Claim::AtMost(sum), Some(_)) if sum.parts.len() == 2 => {
                        let (result, _) = head.registers[1];
                        let is_result = |entity: Entity| entity == Entity::Register(result);
                        match sum.parts.iter().find(|(_, entity)| is_result(*entity)) {
                            Some((false, _)) if sum.parts.iter().any(|(minus, _)| *minus) => {
                                Bound::Most(more)
                            }
                            _ => Bound::Anything,
                        }
                    }
                    (Claim::AtMost(sum), None) if sum.parts.len() == 1 && sum.parts[0].0 => {
                        Bound::Most(-least)
                    }
                    _ => Bound::Anything,
                }
            })
        };
        assert!(gives(0, 0));
        assert!(!gives(-1, 0), "the innermost call gives its parameter");
        assert!(!gives(1, 0), "the outermost call could give 11");
        assert!(!gives(0, 1), "the function is entered with 0");
    }
}
