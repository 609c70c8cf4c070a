//! How much memory there is behind a pointer: preconditions on buffers, and on the indexes that are used with them.
//!
//! A pointer to numbers, bytes or pointers may be the start of a *buffer*. What callers must give is told in their terms:
//! `\valid(p + (0 .. n - 1))`, where `n` is a constant or something that they see.

use crate::state::seen::{Guard, Seen};
use crate::types::layout::Layouts;
use ir::Program;
use std::fmt;

/// A number that callers see, plus a constant; or a constant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Amount {
    /// What callers see.
    pub seen: Option<Seen>,
    /// What is added.
    pub plus: i64,
}

/// A precondition: so many elements are behind a pointer.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Room {
    /// The pointer.
    pub pointer: Seen,
    /// How many elements; none are needed where it is not positive.
    pub count: Amount,
    /// How many bytes each has.
    pub each: u64,
}

impl Room {
    /// Whether this precondition implies another one, obviously.
    pub fn implies(&self, other: &Room) -> bool {
        (&self.pointer, self.each, &self.count.seen) == (&other.pointer, other.each, &other.count.seen)
            && self.count.plus >= other.count.plus
    }

    /// The precondition in the notation of ACSL.
    pub fn text(&self, program: &Program, layouts: &Layouts<'_>, params: &dyn Fn(usize) -> String) -> String {
        let pointer = self.pointer.text(program, layouts, params);
        let last = self.count.plus - 1;
        let last = match &self.count.seen {
            None => last.to_string(),
            Some(seen) => {
                let seen = seen.text(program, layouts, params);
                match last {
                    0 => seen,
                    last if last < 0 => format!("{seen} - {}", last.unsigned_abs()),
                    last => format!("{seen} + {last}"),
                }
            }
        };
        format!("\\valid({pointer} + (0 .. {last}))")
    }
}

/// The text form, for results that are kept.
impl fmt::Display for Room {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seen = self.count.seen.as_ref().map_or("-".to_string(), Seen::to_string);
        write!(out, "{} {seen} {} {}", self.pointer, self.count.plus, self.each)
    }
}

impl Room {
    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Room> {
        let words: Vec<&str> = text.split(' ').collect();
        let [pointer, seen, plus, each] = words[..] else { return None };
        let seen = if seen == "-" { None } else { Some(Seen::parse(seen)?) };
        let count = Amount { seen, plus: plus.parse().ok()? };
        Some(Room { pointer: Seen::parse(pointer)?, count, each: each.parse().ok()? })
    }
}

/// Whether one bound implies another one on the same number, obviously.
pub fn bound_implies(one: &Guard, other: &Guard) -> bool {
    use crate::state::seen::Order;
    one.seen == other.seen
        && one.order == other.order
        && match one.order {
            Order::Less | Order::AtMost => one.constant <= other.constant,
            Order::Greater | Order::AtLeast => one.constant >= other.constant,
            Order::Equal | Order::Differs => one.constant == other.constant,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_are_read_back() {
        for seen in [None, Some(Seen::Param(2))] {
            let count = Amount { seen, plus: -3 };
            let room = Room { pointer: Seen::Param(0), count, each: 4 };
            assert_eq!(Room::parse(&room.to_string()), Some(room));
        }
        assert_eq!(Room::parse("p0 -"), None);
    }

    #[test]
    fn more_room_implies_less() {
        let room = |plus| Room { pointer: Seen::Param(0), count: Amount { seen: None, plus }, each: 1 };
        assert!(room(4).implies(&room(3)) && !room(3).implies(&room(4)));
    }
}
