//! Makes a program smaller that shows a problem, by leaving out statements as long as the problem stays.

use crate::judge::{self, Problem, Trial};
use crate::program::{Program, Stmt};
use std::path::Path;

/// How many smaller programs are tried.
const ATTEMPTS: usize = 400;

/// The smallest program that was found to show the same kind of problem, and the problem it shows. Before each
/// attempt a sign of life is given.
pub fn minimise(
    program: &Program,
    problem: &Problem,
    seed: u64,
    trial: &Trial,
    scratch: &Path,
    sign_of_life: &dyn Fn(),
) -> (Program, Problem) {
    let mut best = (program.clone(), problem.clone());
    let mut attempts = 0;
    let shows = |program: &Program| -> Option<Problem> {
        let (loaded, entries) = judge::load(&[(String::new(), program)], scratch).ok()?;
        let found = judge::judge(program, &loaded, entries[0], seed, trial).problem?;
        found.same_kind(problem).then_some(found)
    };
    loop {
        let before = best.0.size();
        let mut number = 0;
        while number < best.0.size() && attempts < ATTEMPTS {
            let smaller = candidates(&best.0, number);
            let found = smaller.into_iter().find_map(|candidate| {
                attempts += 1;
                sign_of_life();
                let problem = shows(&candidate)?;
                Some((candidate, problem))
            });
            match found {
                Some(found) => best = found,
                None => number += 1,
            }
        }
        if best.0.size() == before || attempts >= ATTEMPTS {
            return best;
        }
    }
}

/// The programs in which one statement is left out, or replaced by what is inside it.
fn candidates(program: &Program, number: usize) -> Vec<Program> {
    let mut without = program.clone();
    without.edit(number, &mut |body, place| {
        body.remove(place);
    });
    let mut candidates = vec![without];
    let mut unwrapped = program.clone();
    let mut wraps = false;
    unwrapped.edit(number, &mut |body, place| {
        if let Stmt::If(_, inside, other) = &mut body[place] {
            wraps = true;
            let inside: Vec<Stmt> = inside.drain(..).chain(other.drain(..)).collect();
            body.splice(place..=place, inside);
        } else if let Stmt::While(_, inside) = &mut body[place] {
            wraps = true;
            let inside = std::mem::take(inside);
            body.splice(place..=place, inside);
        }
    });
    if wraps {
        candidates.push(unwrapped);
    }
    candidates
}
