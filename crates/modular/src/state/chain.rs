//! Lists as long as a number says: preconditions on the nodes behind a pointer, and what is known of them.
//!
//! `for (i = 0; i < index; i++) node = node->next;` is safe where the list has more nodes than `index`. No type says so, but a
//! caller can see to it: from `list->head` along `next` there are at least `list->size` different nodes,
//! `length(list->head, next) >= list->size`.

use crate::solver::term::{Field, Lin};
use crate::state::room::Amount;
use crate::state::seen::Seen;
use crate::types::layout::{Layouts, TargetId};
use ir::Program;
use std::fmt;

/// A precondition: so many nodes are behind a pointer, along a link.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Chain {
    /// The pointer.
    pub pointer: Seen,
    /// The link, of a node to another one of its type.
    pub link: Field,
    /// How many nodes at least.
    pub count: Amount,
}

/// What is known of the nodes behind a pointer: there are at least so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Linked {
    /// The pointer.
    pub pointer: Lin,
    /// The link.
    pub link: Field,
    /// How many nodes at least.
    pub count: Lin,
    /// How long the log was when that held.
    pub since: usize,
}

impl Chain {
    /// Whether this precondition implies another one, obviously.
    pub fn implies(&self, other: &Chain) -> bool {
        (&self.pointer, self.link, &self.count.seen) == (&other.pointer, other.link, &other.count.seen)
            && self.count.plus >= other.count.plus
    }

    /// The precondition in words that a caller can check.
    pub fn text(&self, program: &Program, layouts: &Layouts<'_>, params: &dyn Fn(usize) -> String) -> String {
        let pointer = self.pointer.text(program, layouts, params);
        let bytes = u64::from(program.target.pointer_bytes);
        let link = layouts.member_name(self.link.owner, self.link.at, bytes);
        let plus = self.count.plus;
        let count = match &self.count.seen {
            None => plus.to_string(),
            Some(seen) => match (seen.text(program, layouts, params), plus) {
                (seen, 0) => seen,
                (seen, plus) if plus < 0 => format!("{seen} - {}", plus.unsigned_abs()),
                (seen, plus) => format!("{seen} + {plus}"),
            },
        };
        format!("length({pointer}, {link}) >= {count}")
    }
}

/// The text form, for results that are kept.
impl fmt::Display for Chain {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seen = self.count.seen.as_ref().map_or("-".to_string(), Seen::to_string);
        write!(out, "{} {} {} {seen} {}", self.pointer, self.link.owner.0, self.link.at, self.count.plus)
    }
}

impl Chain {
    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Chain> {
        let words: Vec<&str> = text.split(' ').collect();
        let [pointer, owner, at, seen, plus] = words[..] else { return None };
        let seen = if seen == "-" { None } else { Some(Seen::parse(seen)?) };
        Some(Chain {
            pointer: Seen::parse(pointer)?,
            link: Field { owner: TargetId(owner.parse().ok()?), at: at.parse().ok()? },
            count: Amount { seen, plus: plus.parse().ok()? },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_read_back() {
        for seen in [None, Some(Seen::Param(2))] {
            let link = Field { owner: TargetId(3), at: 8 };
            let chain = Chain { pointer: Seen::Param(0), link, count: Amount { seen, plus: 1 } };
            assert_eq!(Chain::parse(&chain.to_string()), Some(chain));
        }
        assert_eq!(Chain::parse("p0 3 8"), None);
    }
}
