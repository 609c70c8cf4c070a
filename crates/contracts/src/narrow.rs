//! Small numbers: a search that takes long is begun anew with variables as narrow as the path lets them be.
//!
//! Offsets and sizes are as wide as addresses, but most are small: an offset into an object is below its size. A SAT
//! solver finds that out bit by bit, again and again, in every sum. Here each variable whose upper bits are zero wherever
//! the path holds is defined by a narrow one, before everything else is asserted; sums and comparisons then shrink.
//!
//! Invariant: the narrowed path has a model exactly where the path with the question has one.

use logic::{PathCondition, Solver, Term, TermStore};

/// How wide variables become.
const NARROW: u32 = 24;

/// A path with the definitions of narrow variables before it.
pub struct Narrowed {
    path: PathCondition,
    taken: usize,
}

impl Narrowed {
    /// Narrows the variables of a path and of what is asked about it.
    pub fn new(t: &mut TermStore, solver: &mut Solver, path: &PathCondition, asked: Term) -> Narrowed {
        let mut all = path.terms();
        all.push(asked);
        let both = path.and(t, asked);
        let mut narrowed = PathCondition::new();
        for var in t.support(&all) {
            let (term, width) = (t.var_term(var), t.var_width(var));
            if width <= NARROW {
                continue;
            }
            let limit = t.num(width, 1 << NARROW);
            let small = t.ult(term, limit);
            if solver.entails(t, &both, small) == Some(true) {
                let narrow = t.fresh("narrow", NARROW);
                let wide = t.zext(narrow, width);
                let definition = t.eq(term, wide);
                narrowed.push(t, definition);
            }
        }
        Narrowed { path: narrowed, taken: 0 }
    }

    /// The narrowed path, with all that was assumed since.
    pub fn following(&mut self, t: &TermStore, path: &PathCondition) -> &PathCondition {
        for term in path.terms().into_iter().skip(self.taken) {
            self.path.push(t, term);
        }
        self.taken = path.len();
        &self.path
    }
}
