//! How a state came about, as far as it matters for guiding.

use crate::steps;
use engine::Edge;
use imbl::{OrdMap, OrdSet};
use ir::{BlockId, FuncId};
use std::collections::BTreeSet;

/// How many laps a stray costs.
pub const STRAY: u32 = 3;

/// How a state came about, as far as it matters for guiding.
#[derive(Clone, Default, Debug)]
pub struct Course {
    /// The edges that were taken; noted where states are made general.
    pub trail: OrdSet<Edge>,
    /// How often each loop was closed since it was last entered; noted with a guide.
    laps: OrdMap<(FuncId, BlockId), u32>,
    /// The most that any one loop was closed without being left.
    most: u32,
    /// How many edges were taken that are not on the trail of the guide.
    strays: u32,
}

impl Course {
    /// The course of a state that is made of two.
    pub fn union(&self, other: &Course) -> Course {
        let trail = match self.trail.ptr_eq(&other.trail) {
            true => self.trail.clone(),
            false => self.trail.clone().union(other.trail.clone()),
        };
        Course { trail, ..other.clone() }
    }

    /// Notes on the trail that an edge was taken.
    pub fn note_edge(&mut self, function: FuncId, edge: steps::Edge) {
        let edge = (function, edge.from, edge.to);
        if !self.trail.contains(&edge) {
            self.trail.insert(edge);
        }
    }

    /// Counts an edge that is taken where a trail is followed: whether it strays, and the laps of the loop to whose head
    /// it leads, if it does.
    pub fn follow_edge(
        &mut self,
        trail: &BTreeSet<Edge>,
        function: FuncId,
        edge: steps::Edge,
        is_head: bool,
    ) {
        if !trail.contains(&(function, edge.from, edge.to)) {
            self.strays += 1;
        }
        if edge.closes {
            let laps = self.laps.entry((function, edge.to)).or_insert(0);
            *laps += 1;
            self.most = self.most.max(*laps);
        } else if is_head {
            self.laps.remove(&(function, edge.to));
        }
    }

    /// A recursive call counts as a lap for each call of its function.
    pub fn follow_recursion(&mut self, calls: usize) {
        self.most = self.most.max(calls as u32);
    }

    /// How late a state of some depth comes.
    pub fn rank(&self, order: Order, depth: u32) -> u32 {
        let unrolled = match order {
            Order::ByLaps => self.most,
            Order::ByDepth => depth,
        };
        unrolled.saturating_add(self.strays.saturating_mul(STRAY))
    }
}

/// Which states come first among those that stray equally often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Those in which no loop was closed often at a stretch.
    ByLaps,
    /// Those in which few loops were closed in all.
    ByDepth,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strays_come_later_than_laps() {
        let course = |most, strays| Course { most, strays, ..Course::default() };
        let rank = |course: Course| course.rank(Order::ByLaps, 40);
        assert!(rank(course(2, 0)) < rank(course(3, 0)));
        assert!(rank(course(2, 0)) < rank(course(1, 1)));
        assert!(rank(course(9, 0)) > rank(course(1, 1)));
        assert_eq!(course(9, 1).rank(Order::ByDepth, 40), 40 + STRAY);
    }
}
