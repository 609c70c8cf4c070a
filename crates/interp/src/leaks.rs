//! When the last pointer to a heap block was lost.
//!
//! A run does not count references. When it ends, blocks that are alive but unreachable were lost at some moment,
//! and unreachability is permanent: so the program is run again, with the reachable objects marked at some
//! hundred evenly spread steps, then again inside the interval in which a block was lost, until the interval is a
//! single operation. The run is deterministic, so each round sees the same execution, and ends when it has seen enough.

use crate::machine::Machine;
use crate::place::Place;
use crate::value::Prov;
use std::collections::{BTreeMap, BTreeSet};

/// How many objects are visited by all marks of one round, about.
const WORK: u64 = 100_000_000;

/// For how many allocation sites the moment of loss is searched.
const SITES: usize = 20;

/// Between which steps a block was lost: reachable before the first, unreachable before the second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Interval {
    /// The last step before which it was seen reachable.
    pub from: u64,
    /// The first step before which it was seen unreachable.
    pub to: u64,
    /// The operation of step `from`; none at the very start.
    pub place: Option<Place>,
    /// Whether every operation in between was watched: it was lost by the operation at `place`.
    pub exact: bool,
}

/// The watcher of one round.
pub struct Marks {
    /// The steps to mark at, as ranges with a stride.
    ranges: Vec<(u64, u64, u64)>,
    /// The numbers of the watched blocks, and where each was lost as far as known.
    watched: BTreeMap<u32, Option<Interval>>,
    /// The last mark.
    last: (u64, Option<Place>),
    /// Whether a mark is due that had to wait for the end of an edge.
    due: bool,
}

impl Marks {
    /// Watches these blocks at these ranges of steps: first, end, stride.
    pub fn new(blocks: impl IntoIterator<Item = u32>, ranges: Vec<(u64, u64, u64)>) -> Marks {
        let watched = blocks.into_iter().map(|number| (number, None)).collect();
        Marks { ranges, watched, last: (0, None), due: false }
    }

    /// Whether it is known of all watched blocks where they were lost.
    pub fn is_done(&self) -> bool {
        self.watched.values().all(Option::is_some)
    }

    /// The first step to mark at that is not before `step`.
    fn next(&self, step: u64) -> u64 {
        let next_in = |&(first, end, stride): &(u64, u64, u64)| {
            let next = match step.checked_sub(first) {
                None | Some(0) => first,
                Some(past) => first + past.div_ceil(stride) * stride,
            };
            (next < end).then_some(next)
        };
        self.ranges.iter().filter_map(next_in).min().unwrap_or(u64::MAX)
    }

    /// The stride of the range that a step is in.
    fn stride(&self, step: u64) -> u64 {
        let found = self.ranges.iter().find(|(first, end, _)| (*first..*end).contains(&step));
        found.map_or(u64::MAX, |range| range.2)
    }
}

impl Machine<'_> {
    /// Marks if it is time to; gives the next step of interest.
    pub fn mark(&mut self, marks: &mut Marks) -> u64 {
        if !marks.due && marks.next(self.steps) > self.steps {
            return marks.next(self.steps);
        }
        let on_edge = self.frames.last().is_some_and(|frame| frame.code.origins[self.pc as usize].edge);
        marks.due = on_edge;
        if on_edge {
            // Half of the phis have moved; what is reachable is clear again after the last move.
            return self.steps + 1;
        }
        self.note_lost(marks);
        marks.last = (self.steps, Some(self.place()));
        marks.next(self.steps + 1)
    }

    /// Notes which watched blocks are unreachable for the first time.
    fn note_lost(&mut self, marks: &mut Marks) {
        let reachable = self.reachable();
        let exact = marks.stride(marks.last.0) == 1;
        for prov in self.live_blocks() {
            if reachable[prov.index()] {
                continue;
            }
            let Some(number) = self.block_number(prov) else { continue };
            if let Some(entry @ None) = marks.watched.get_mut(&number) {
                let (from, place) = marks.last;
                *entry = Some(Interval { from, to: self.steps, place, exact });
            }
        }
    }
}

/// A block that is unreachable at the end of a run.
#[derive(Clone, Debug)]
pub struct Lost {
    /// Its number.
    pub number: u32,
    /// Where it was allocated.
    pub allocated: Option<Place>,
    /// Its entry.
    pub prov: Prov,
    /// Whether another lost block points to it: it was lost with that one.
    pub inner: bool,
}

/// What the search for the moments of loss found.
#[derive(Clone, Default, Debug)]
pub struct Search {
    /// Which blocks were lost when, in the order of loss.
    pub losses: Vec<Loss>,
    /// Whether it was given up before all moments were known.
    pub unfinished: bool,
}

/// A group of blocks allocated at one place, the first of which was lost in the interval.
#[derive(Clone, Debug)]
pub struct Loss {
    /// The block that was lost first.
    pub first: u32,
    /// When.
    pub interval: Interval,
    /// How many blocks of this place were lost in all.
    pub count: usize,
}

/// Finds when the first block of each allocation site was lost. `run_again` runs the program with a watcher and gives
/// it back after the final mark, or nothing if there is no time for that.
pub fn search(
    lost: &[Lost],
    steps: u64,
    objects: usize,
    mut run_again: impl FnMut(Marks) -> Option<Marks>,
) -> Search {
    let marks_per_round = (WORK / (objects as u64 + 1)).clamp(16, 1000);
    let mut groups: BTreeMap<Option<Place>, Vec<u32>> = BTreeMap::new();
    for block in lost {
        groups.entry(block.allocated).or_default().push(block.number);
    }
    let ranges = vec![(0, steps + 1, (steps / marks_per_round).max(1))];
    let watched = lost.iter().map(|block| block.number);
    let Some(round) = run_again(Marks::new(watched, ranges)) else {
        return Search { losses: Vec::new(), unfinished: true };
    };
    let inner: BTreeSet<u32> = lost.iter().filter(|block| block.inner).map(|block| block.number).collect();
    let mut losses: Vec<Loss> = Vec::new();
    for numbers in groups.values() {
        let found = numbers.iter().filter_map(|number| round.watched[number].map(|at| (at, *number)));
        if let Some((interval, first)) =
            found.min_by_key(|(at, number)| (at.to, inner.contains(number), *number))
        {
            losses.push(Loss { first, interval, count: numbers.len() });
        }
    }
    losses.sort_by_key(|loss| (loss.interval.to, loss.first));
    losses.truncate(SITES);
    let mut unfinished = false;
    while losses.iter().any(|loss| !loss.interval.exact) {
        let open: Vec<&Loss> = losses.iter().filter(|loss| !loss.interval.exact).collect();
        let share = (marks_per_round / open.len() as u64).max(8);
        let range = |loss: &&Loss| {
            let Interval { from, to, .. } = loss.interval;
            (from, to, ((to - from) / share).max(1))
        };
        let mut ranges: Vec<_> = open.iter().map(range).collect();
        ranges.sort_unstable();
        ranges.dedup();
        let watched: Vec<u32> = open.iter().map(|loss| loss.first).collect();
        let Some(round) = run_again(Marks::new(watched, ranges)) else {
            unfinished = true;
            losses.retain(|loss| loss.interval.exact);
            break;
        };
        let mut progress = false;
        for loss in losses.iter_mut().filter(|loss| !loss.interval.exact) {
            if let Some(interval) = round.watched[&loss.first] {
                let before = loss.interval.to - loss.interval.from;
                progress |= interval.exact || interval.to - interval.from < before;
                loss.interval = interval;
            }
        }
        if !progress {
            break;
        }
    }
    losses.sort_by_key(|loss| (loss.interval.to, loss.first));
    Search { losses, unfinished }
}

/// Marks once more when the run has ended, for the blocks that only its end made unreachable.
pub fn finish(machine: &mut Machine<'_>, marks: &mut Marks) {
    machine.steps += 1;
    machine.note_lost(marks);
    machine.steps -= 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_fall_on_the_strides_of_all_ranges() {
        let marks = Marks::new([1], vec![(0, 10, 5), (7, 9, 1)]);
        let mut steps = vec![marks.next(0)];
        while let Some(step) = Some(marks.next(steps[steps.len() - 1] + 1)).filter(|step| *step < u64::MAX) {
            steps.push(step);
        }
        assert_eq!(steps, [0, 5, 7, 8]);
        assert_eq!(marks.stride(3), 5);
    }

    #[test]
    fn a_moment_that_was_not_found_in_time_is_not_guessed() {
        let lost = |number, pc| {
            let allocated = Some(Place { function: ir::FuncId::new(0), pc, library: None });
            Lost { number, allocated, prov: Prov(number + 1), inner: false }
        };
        let blocks = [lost(1, 10), lost(2, 20)];
        let seen = |from, exact| Interval { from, to: from + 1, place: None, exact };
        let mut rounds = 0;
        let search = search(&blocks, 5_000, 10, |mut marks| {
            rounds += 1;
            marks.watched.insert(1, Some(seen(7, true)));
            marks.watched.insert(2, Some(seen(9, false)));
            (rounds == 1).then_some(marks)
        });
        assert!(search.unfinished);
        assert_eq!(search.losses.iter().map(|loss| loss.first).collect::<Vec<_>>(), [1]);
    }
}
