//! How much work a question may take.
//!
//! Work is counted in rounds of refinement and conflicts of the SAT search, not in time: what is proved does not depend on
//! what else the machine does. The time that the user allows is a limit besides.

use std::time::Instant;

/// What one round of refinement counts, in conflicts: a model is evaluated, and its instances are translated.
const ROUND: u64 = 20;

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

    /// Takes the work of one round with so many conflicts.
    pub fn take(&mut self, conflicts: u64) {
        self.left = self.left.saturating_sub(ROUND + conflicts);
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
        part.take(0);
        assert_eq!(part.is_over(), None);
        part.take(1);
        assert!(part.is_over().is_some() && whole.is_over().is_none());
        assert!(Effort::until(Some(Instant::now())).is_over().is_some());
    }
}
