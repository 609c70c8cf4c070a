//! Which lists follow each other: a list that a cursor divides is a segment, the node of the cursor and another segment,
//! and what a program counts are the nodes of all of it.

use crate::heap::Heap;
use crate::object::ObjectId;
use crate::{Pointer, Symbols};
use logic::Term;

/// How many nodes may lie between two segments of one list.
const BETWEEN: usize = 8;

impl Heap {
    /// The counts of segments that follow each other, with few nodes between them, in order; those of each list together.
    pub fn counted_chains(&self, symbols: &mut Symbols) -> Vec<Vec<Term>> {
        let counted = self.objects().filter(|(_, object)| object.count().is_some());
        let counted: Vec<ObjectId> = counted.map(|(id, _)| id).collect();
        let followers: Vec<Option<ObjectId>> =
            counted.iter().map(|id| self.next_counted(symbols, *id)).collect();
        let is_first = |id: &&ObjectId| !followers.contains(&Some(**id));
        // A ring has no first segment: any will do.
        let starts = counted.iter().filter(is_first).chain(&counted);
        let mut seen: Vec<ObjectId> = Vec::new();
        let mut chains = Vec::new();
        for start in starts {
            let mut chain = Vec::new();
            let mut at = Some(*start);
            while let Some(id) = at.filter(|id| !seen.contains(id)) {
                seen.push(id);
                chain.extend(self.object(id).count());
                let number = counted.iter().position(|known| *known == id);
                at = number.and_then(|number| followers[number]);
            }
            if !chain.is_empty() {
                chains.push(chain);
            }
        }
        chains
    }

    /// The counted segment to which a segment leads.
    fn next_counted(&self, symbols: &mut Symbols, id: ObjectId) -> Option<ObjectId> {
        let next = self.object(id).segment()?.next()?;
        let word = u64::from(symbols.word() / 8);
        let mut at = id;
        for _ in 0..=BETWEEN {
            let link = self.object(at).content.known(symbols, next, word)?;
            let Pointer::Into(target, _) = self.pointer(symbols, link) else { return None };
            at = self.segment_of(target).unwrap_or(target);
            let object = self.find(at).filter(|object| object.is_alive() && at != id)?;
            if object.count().is_some() {
                return Some(at);
            }
            if object.segment().is_some() {
                return None;
            }
        }
        None
    }
}
