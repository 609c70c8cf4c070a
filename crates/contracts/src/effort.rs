//! How much work a question may take.
//!
//! Work is counted in rounds of refinement and conflicts of the SAT search, not in time: what is proved does not depend on
//! what else the machine does. The time that the user allows is a limit besides.

use std::time::Instant;

/// What one round of refinement counts, in conflicts: a model is evaluated, and its instances are translated.
const ROUND: u64 = 20;
/// How many facts count as much as a conflict in each round: all are looked at.
const FACTS: usize = 50;

/// The work that is left, and when the time is up.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// When the user's time is up.
    pub deadline: Option<Instant>,
    /// Work that is left, in conflicts.
    pub left: u64,
}

impl Effort {
    /// All the work that the time allows.
    pub fn until(deadline: Option<Instant>) -> Effort {
        Effort { deadline, left: u64::MAX }
    }

    /// The same with at most so much work.
    pub fn within(self, work: u64) -> Effort {
        Effort { left: self.left.min(work), ..self }
    }

    /// Takes the work of one round with so many conflicts about so many facts.
    pub fn take(&mut self, conflicts: u64, facts: usize) {
        self.left = self.left.saturating_sub(ROUND + conflicts + (facts / FACTS) as u64);
    }

    /// Does something with at most so much work, which is taken from this.
    pub fn spend<T>(&mut self, most: u64, work: impl FnOnce(&mut Effort) -> T) -> T {
        let mut part = self.within(most);
        let given = part.left;
        let result = work(&mut part);
        self.left = self.left.saturating_sub(given - part.left);
        result
    }

    /// Why nothing more may be done; none where work may go on.
    pub fn is_over(&self) -> Option<&'static str> {
        match self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            true => Some("the time for this function is up"),
            false if self.left == 0 => Some("the search takes long"),
            false => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_used_up() {
        let whole = Effort::until(None);
        let mut part = whole.within(2 * ROUND);
        assert_eq!(whole.within(5).within(9).left, 5);
        part.take(0, FACTS - 1);
        assert_eq!(part.is_over(), None);
        part.take(1, 0);
        assert!(part.is_over().is_some() && whole.is_over().is_none());
        let mut parts = whole.within(3 * ROUND);
        parts.spend(2 * ROUND, |part| part.take(0, 0));
        assert_eq!(parts.left, 2 * ROUND);
        assert!(Effort::until(Some(Instant::now())).is_over().is_some());
    }
}
