//! How callers see values, and conditions that they can establish.
//!
//! A precondition speaks of parameters, of what they reach and of globals, as they are when the function is entered. So a
//! value remembers the path on which a caller would find it, and a condition is made of such paths only. What a caller
//! cannot see has no path, and no condition can be stated on it.

use crate::solver::term::{Formula, Lin};
use crate::state::State;
use crate::types::layout::{Layouts, TargetId};
use ir::{GlobalId, Program};
use std::fmt;
use std::sync::Arc;

/// Paths with more members than this are not stated: nobody would check them.
const LONGEST_PATH: usize = 3;
/// How many guards a condition has at most; without the others it only asks for more.
const MOST_GUARDS: usize = 2;

/// How callers see a value when a function is entered.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Seen {
    /// The parameter with this number.
    Param(usize),
    /// The address of a global variable.
    Global(GlobalId),
    /// A member of the struct that something points to.
    Member(Arc<Seen>, TargetId, Bytes),
    /// The length of the string that something points to.
    Length(Arc<Seen>),
}

/// Bytes of a struct.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bytes {
    /// Where they begin.
    pub at: u64,
    /// How many.
    pub size: u64,
}

impl Seen {
    /// What the path begins with.
    pub fn root(&self) -> &Seen {
        match self {
            Seen::Member(base, ..) | Seen::Length(base) => base.root(),
            root => root,
        }
    }

    /// The bytes of the member that the path ends with.
    pub fn bytes(&self) -> Option<Bytes> {
        match self {
            Seen::Member(_, _, bytes) => Some(*bytes),
            _ => None,
        }
    }

    /// How many members there are on the path.
    pub fn len(&self) -> usize {
        match self {
            Seen::Member(base, ..) => base.len() + 1,
            Seen::Length(base) => base.len(),
            _ => 0,
        }
    }

    /// Whether a path is this one, or goes on from it.
    fn begins(&self, path: &Seen) -> bool {
        self == path || matches!(path, Seen::Member(base, ..) | Seen::Length(base) if self.begins(base))
    }

    /// The C expression.
    pub fn text(&self, program: &Program, layouts: &Layouts<'_>, params: &dyn Fn(usize) -> String) -> String {
        match self {
            Seen::Param(index) => params(*index),
            Seen::Global(id) => format!("&{}", program.global(*id).name),
            Seen::Length(base) => format!("strlen({})", base.text(program, layouts, params)),
            Seen::Member(base, target, Bytes { at, size }) => {
                let member = layouts.member_name(*target, *at, *size);
                let base = base.text(program, layouts, params);
                match (base.strip_prefix('&'), member.is_empty()) {
                    (Some(object), true) => object.to_string(),
                    (Some(object), false) => format!("{object}.{member}"),
                    (None, true) => format!("*{base}"),
                    (None, false) => format!("{base}->{member}"),
                }
            }
        }
    }
}

/// A comparison of what callers see with a constant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Guard {
    /// What is compared.
    pub seen: Seen,
    /// How.
    pub order: Order,
    /// With what.
    pub constant: i64,
}

impl Guard {
    /// The C expression.
    pub fn text(&self, program: &Program, layouts: &Layouts<'_>, params: &dyn Fn(usize) -> String) -> String {
        let seen = self.seen.text(program, layouts, params);
        let is_link = is_pointer(layouts, &self.seen) && self.constant == 0;
        let constant = if is_link { "NULL".to_string() } else { self.constant.to_string() };
        format!("{seen} {} {constant}", self.order.symbol())
    }

    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Guard> {
        let words: Vec<&str> = text.split(' ').collect();
        Guard::of_words(&words)
    }

    fn of_words(words: &[&str]) -> Option<Guard> {
        let [seen, order, constant] = words else { return None };
        let order = ORDERS.into_iter().find(|it| it.symbol() == *order)?;
        Some(Guard { seen: Seen::parse(seen)?, order, constant: constant.parse().ok()? })
    }
}

impl fmt::Display for Guard {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {} {}", self.seen, self.order.symbol(), self.constant)
    }
}

/// How something compares with a constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Order {
    /// `==`
    Equal,
    /// `!=`
    Differs,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Order {
    fn negated(self) -> Order {
        match self {
            Order::Equal => Order::Differs,
            Order::Differs => Order::Equal,
            Order::Less => Order::AtLeast,
            Order::AtMost => Order::Greater,
            Order::Greater => Order::AtMost,
            Order::AtLeast => Order::Less,
        }
    }

    fn symbol(self) -> &'static str {
        match self {
            Order::Equal => "==",
            Order::Differs => "!=",
            Order::Less => "<",
            Order::AtMost => "<=",
            Order::Greater => ">",
            Order::AtLeast => ">=",
        }
    }

    /// That a value compares so.
    pub fn formula(self, value: Lin, constant: i64) -> Formula {
        let constant = Lin::constant(constant);
        match self {
            Order::Equal => Formula::equal(value, constant),
            Order::Differs => Formula::differ(value, constant),
            Order::Less => Formula::less(value, constant),
            Order::AtLeast => Formula::less(value, constant).negated(),
            Order::Greater => Formula::less(constant, value),
            Order::AtMost => Formula::less(constant, value).negated(),
        }
    }
}

/// A precondition: a pointer is not null, unless a guard holds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Condition {
    /// The pointer.
    pub pointer: Seen,
    /// Where one of these holds, nothing is asked for.
    pub unless: Vec<Guard>,
}

impl Condition {
    /// The weakest condition under which a null pointer does no harm on the path of a state.
    /// Other formulas that hold there are guards, too.
    pub fn on_path(state: &State, others: &[Formula], pointer: Seen) -> Condition {
        let mut unless: Vec<Guard> = Vec::new();
        let taken = state.path.iter().filter_map(|step| step.condition.as_ref());
        for formula in taken.chain(others) {
            // Guards on other objects, and that the pointer can be followed at all, need not be said.
            if let Some(guard) = guard(state, formula)
                && guard.seen.root() == pointer.root()
                && !guard.seen.begins(&pointer)
            {
                let opposite = Guard { order: guard.order.negated(), ..guard };
                if !unless.contains(&opposite) {
                    unless.push(opposite);
                }
            }
        }
        if unless.len() > MOST_GUARDS {
            unless.clear();
        }
        Condition { pointer, unless }
    }

    /// Whether this condition implies another one.
    pub fn implies(&self, other: &Condition) -> bool {
        self.pointer == other.pointer && self.unless.iter().all(|guard| other.unless.contains(guard))
    }

    /// The C expression.
    pub fn text(&self, program: &Program, layouts: &Layouts<'_>, params: &dyn Fn(usize) -> String) -> String {
        let guard = |guard: &Guard| guard.text(program, layouts, params);
        let pointer = format!("{} != NULL", self.pointer.text(program, layouts, params));
        let parts: Vec<String> = self.unless.iter().map(guard).chain([pointer]).collect();
        parts.join(" || ")
    }
}

/// Whether a member is a pointer to a struct.
fn is_pointer(layouts: &Layouts<'_>, seen: &Seen) -> bool {
    use crate::types::layout::SpotKind;
    match seen {
        Seen::Member(_, target, Bytes { at, size }) => {
            let spot = layouts.spot(*target, *at as i64, *size);
            spot.is_some_and(|spot| matches!(spot.kind, SpotKind::Link(_)))
        }
        _ => false,
    }
}

/// What a formula says of a value that callers see.
fn guard(state: &State, formula: &Formula) -> Option<Guard> {
    let seen = |value: &Lin| state.info(value.symbol()?).seen.clone();
    let constant = |value: &Lin| value.base.is_none().then_some(value.offset);
    match formula {
        Formula::Eq(one, other) => {
            let (seen, constant) = match (seen(one), seen(other)) {
                (Some(seen), None) => (seen, constant(other)?),
                (None, Some(seen)) => (seen, constant(one)?),
                _ => return None,
            };
            Some(Guard { seen, order: Order::Equal, constant })
        }
        Formula::Less(one, other) => match (seen(one), seen(other)) {
            (Some(seen), None) => Some(Guard { seen, order: Order::Less, constant: constant(other)? }),
            (None, Some(seen)) => Some(Guard { seen, order: Order::Greater, constant: constant(one)? }),
            _ => None,
        },
        Formula::Not(inner) => {
            let inner = guard(state, inner)?;
            Some(Guard { order: inner.order.negated(), ..inner })
        }
        _ => None,
    }
}

/// The path of a member; none where it gets too long.
pub fn member(base: Option<&Seen>, target: TargetId, bytes: Bytes) -> Option<Seen> {
    let base = base.filter(|base| base.len() < LONGEST_PATH)?;
    Some(Seen::Member(Arc::new(base.clone()), target, bytes))
}

/// The text form, for results that are kept: `p0.4:8:8` is the member at byte 8 of target 4 that parameter 0 points to, and
/// `p0.n` the length of the string that it points to.
impl fmt::Display for Seen {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seen::Param(index) => write!(out, "p{index}"),
            Seen::Global(id) => write!(out, "g{}", id.0),
            Seen::Length(base) => write!(out, "{base}.n"),
            Seen::Member(base, target, Bytes { at, size }) => write!(out, "{base}.{}:{at}:{size}", target.0),
        }
    }
}

impl Seen {
    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Seen> {
        let mut parts = text.split('.');
        let root = parts.next()?;
        let mut seen = match root.split_at_checked(1)? {
            ("p", index) => Seen::Param(index.parse().ok()?),
            ("g", id) => Seen::Global(GlobalId(id.parse().ok()?)),
            _ => return None,
        };
        for part in parts {
            if part == "n" {
                seen = Seen::Length(Arc::new(seen));
                continue;
            }
            let numbers: Vec<u64> = part.split(':').map(|it| it.parse().ok()).collect::<Option<_>>()?;
            let [target, at, size] = numbers[..] else { return None };
            let target = TargetId(u32::try_from(target).ok()?);
            seen = Seen::Member(Arc::new(seen), target, Bytes { at, size });
        }
        Some(seen)
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.pointer)?;
        let mut guards = self.unless.iter();
        guards.try_for_each(|it| write!(out, " {it}"))
    }
}

impl Condition {
    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Condition> {
        let words: Vec<&str> = text.split(' ').collect();
        let (pointer, guards) = words.split_first()?;
        let unless = guards.chunks(3).map(Guard::of_words).collect::<Option<_>>()?;
        Some(Condition { pointer: Seen::parse(pointer)?, unless })
    }
}

/// All orders.
const ORDERS: [Order; 6] =
    [Order::Equal, Order::Differs, Order::Less, Order::AtMost, Order::Greater, Order::AtLeast];

#[cfg(test)]
mod tests {
    use super::*;

    fn member(at: u64) -> Seen {
        Seen::Member(Arc::new(Seen::Param(1)), TargetId(4), Bytes { at, size: 8 })
    }

    #[test]
    fn conditions_are_read_back() {
        let guard = Guard { seen: member(8), order: Order::AtMost, constant: -3 };
        let condition = Condition { pointer: member(16), unless: vec![guard] };
        let text = condition.to_string();
        assert_eq!(text, "p1.4:16:8 p1.4:8:8 <= -3");
        assert_eq!(Condition::parse(&text), Some(condition));
        assert_eq!(Condition::parse("p1 g2 =="), None);
        let length = Seen::Length(Arc::new(member(8)));
        assert_eq!(Seen::parse(&length.to_string()), Some(length));
    }

    #[test]
    fn fewer_guards_ask_for_more() {
        let guard = Guard { seen: member(8), order: Order::Equal, constant: 0 };
        let strong = Condition { pointer: member(16), unless: Vec::new() };
        let weak = Condition { unless: vec![guard], ..strong.clone() };
        assert!(strong.implies(&weak) && !weak.implies(&strong));
    }
}
