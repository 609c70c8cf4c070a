//! Makes a library smaller in which a function is called safe and is not, by leaving out statements and functions.

use crate::library::generate::Library;
use crate::library::judge::{self, Refuted, Trial};
use std::path::Path;

/// How many smaller libraries are tried.
const ATTEMPTS: usize = 150;

/// The smallest library that was found to have the same function called safe wrongly.
pub fn minimise(library: &Library, found: &Refuted, seed: u64, trial: &Trial, scratch: &Path) -> Library {
    let still_wrong = |smaller: &Library| {
        // What does not compile is no candidate.
        judge::judge(smaller, seed, trial, scratch)
            .is_ok_and(|(_, refuted)| refuted.iter().any(|it| it.function == found.function))
    };
    let mut best = library.clone();
    let mut attempts = 0;
    for name in library.names() {
        let smaller = best.without_function(&name);
        if name != found.function && still_wrong(&smaller) {
            best = smaller;
        }
    }
    let mut number = 0;
    while number < best.size(&found.function) && attempts < ATTEMPTS {
        let smaller = best.without_statement(&found.function, number);
        attempts += 1;
        match still_wrong(&smaller) {
            true => best = smaller,
            false => number += 1,
        }
    }
    best
}
