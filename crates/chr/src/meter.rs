//! What one search costs. The work of a budget is a number of steps: a step is a decision, a conflict or a constraint
//! looked at.

use budget::{Budget, Exhausted};

/// The clock and the flags are looked at once in so many steps.
const PERIOD: u64 = 64;

/// The running account of one search.
pub(crate) struct Meter<'a> {
    budget: &'a Budget,
    used: u64,
}

impl<'a> Meter<'a> {
    /// The account of a search that begins.
    pub(crate) fn new(budget: &'a Budget) -> Meter<'a> {
        Meter { budget, used: 0 }
    }

    /// Counts one step.
    pub(crate) fn step(&mut self) -> Result<(), Exhausted> {
        self.used += 1;
        if self.budget.work().is_some_and(|limit| self.used > limit) {
            return Err(Exhausted::Work);
        }
        match self.used % PERIOD {
            1 => self.budget.check(),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn limits_are_noticed() {
        let few = Budget::unlimited().with_work(2);
        let mut meter = Meter::new(&few);
        assert_eq!([meter.step(), meter.step(), meter.step()], [Ok(()), Ok(()), Err(Exhausted::Work)]);
        let late = Budget::unlimited().within(Duration::ZERO);
        assert_eq!(Meter::new(&late).step(), Err(Exhausted::Time));
        assert_eq!(Meter::new(&Budget::unlimited()).step(), Ok(()));
    }
}
