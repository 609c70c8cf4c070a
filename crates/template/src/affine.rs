//! Linear equations between the numbers of a loop, in the arithmetic of machine words.
//!
//! A *hull* says that some sums `c·x + d` are zero modulo 2^w. It starts with "there is no such state"; the first state
//! that a model shows gives `x = value` for each number, and each further one weakens the equations as little as it
//! can: of the equations that it violates, the one whose error has the fewest factors of two is subtracted from the
//! others so often that they hold, and is itself multiplied by what makes its error vanish. So steps of two leave an
//! equation about the lowest bit, and wrap-around needs no care. After King and Søndergaard, "Automatic Abstraction for
//! Congruences".
//!
//! Invariant: the equations generate all that hold of the states seen. Each step multiplies an equation by a power of
//! two, so a hull of n numbers is weakened at most n·w times.

use crate::cases::{Case, cases};
use crate::encode::{Encoding, Head, State};
use crate::rows::{Divisor, Entity, Point, is_quantified, value, width};
use crate::value::Value;
use ir::{BinaryOp, Inst, InstKind, Operand, ValueId};
use logic::{Evaluation, Term, TermStore};
use std::collections::BTreeSet;

/// Equations are looked for in the cases of so many comparisons of a loop.
const MOST_CASES: usize = 6;

/// More numbers than this are not related.
const MOST_NUMBERS: usize = 12;

/// An equation: the sum of all numbers, each with its coefficient, and of the constant is zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equation {
    /// A coefficient for each number.
    pub coefficients: Vec<u64>,
    /// The constant.
    pub constant: u64,
}

/// The equations of a loop between numbers of one width.
#[derive(Clone, Debug)]
pub struct Hull {
    /// The head of the loop, by number.
    pub number: usize,
    /// The case in which they hold; none for always.
    pub case: Option<Case>,
    /// The numbers.
    pub entities: Vec<Entity>,
    /// The bits of each number.
    pub width: u32,
    /// What holds; none where there is no such state.
    pub equations: Option<Vec<Equation>>,
    /// Where they are assumed: guard and numbers.
    before: Option<(Term, Vec<Term>)>,
    /// Where they have to hold.
    after: (Term, Vec<Term>),
}

impl Hull {
    /// That the equations hold of some numbers.
    fn holds(&self, store: &mut TermStore, numbers: &[Term]) -> Term {
        let Some(equations) = &self.equations else { return store.falsity() };
        let each: Vec<Term> = equations.iter().map(|it| equation(store, it, self.width, numbers)).collect();
        store.all(each)
    }

    /// That the equations hold where they are assumed.
    pub fn assumed(&self, store: &mut TermStore) -> Term {
        match &self.before {
            None => store.truth(),
            Some((guard, numbers)) => {
                let holds = self.holds(store, numbers);
                store.implies(*guard, holds)
            }
        }
    }

    /// The same equations in another formula of the same program.
    pub fn restate(&self, encoding: &mut Encoding<'_>) -> Option<Hull> {
        let (before, after) = sides(encoding, &self.entities, self.case, self.number)?;
        Some(Hull { before, after, ..self.clone() })
    }

    /// That they hold at a head that is a copy of the loop's.
    pub fn at(&self, encoding: &mut Encoding<'_>, head: usize) -> Term {
        match numbers(encoding, &self.entities, self.case, head) {
            None => encoding.store.truth(),
            Some((guard, numbers)) => {
                let holds = self.holds(&mut encoding.store, &numbers);
                encoding.store.implies(guard, holds)
            }
        }
    }

    /// That they fail where they have to hold.
    pub fn fails(&self, store: &mut TermStore) -> Term {
        let holds = self.holds(store, &self.after.1);
        let not = store.not(holds);
        store.and(self.after.0, not)
    }

    /// Weakens the equations so that a state satisfies them.
    pub fn weaken(&mut self, store: &TermStore, state: &mut Evaluation<'_>) {
        let numbers = self.after.1.iter().map(|term| state.value(store, *term).to_u64().unwrap_or(0));
        let numbers: Vec<u64> = numbers.collect();
        let mask = mask(self.width);
        self.equations = Some(match self.equations.take() {
            None => constants(&numbers, mask),
            Some(equations) => weakened(equations, &numbers, self.width),
        });
    }
}

/// All numbers are what they are.
fn constants(numbers: &[u64], mask: u64) -> Vec<Equation> {
    let each = numbers.iter().enumerate().map(|(at, value)| {
        let mut coefficients = vec![0; numbers.len()];
        coefficients[at] = 1;
        Equation { coefficients, constant: value.wrapping_neg() & mask }
    });
    each.collect()
}

/// The equations that follow from the given ones and hold of a state, too.
fn weakened(mut equations: Vec<Equation>, numbers: &[u64], width: u32) -> Vec<Equation> {
    let mask = mask(width);
    let error = |equation: &Equation| {
        let parts = equation.coefficients.iter().zip(numbers);
        let sum = parts
            .fold(equation.constant, |sum, (factor, number)| sum.wrapping_add(factor.wrapping_mul(*number)));
        sum & mask
    };
    let errors: Vec<u64> = equations.iter().map(error).collect();
    let wrong = (0..equations.len()).filter(|at| errors[*at] != 0);
    // The last of several stays simple longest: those of variables come first.
    let Some(pivot) = wrong.min_by_key(|at| (errors[*at].trailing_zeros(), std::cmp::Reverse(*at))) else {
        return equations;
    };
    let twos = errors[pivot].trailing_zeros();
    let inverse = inverse(errors[pivot] >> twos);
    let base = equations[pivot].clone();
    for (at, equation) in equations.iter_mut().enumerate() {
        if at != pivot && errors[at] != 0 {
            let times = (errors[at] >> twos).wrapping_mul(inverse);
            equation.combine(1, times.wrapping_neg(), &base, mask);
        }
    }
    match twos {
        0 => {
            equations.remove(pivot);
        }
        _ => equations[pivot].combine(1u64 << (width - twos), 0, &base, mask),
    }
    equations.iter_mut().for_each(|equation| equation.normalise(mask));
    equations.retain(|equation| equation.coefficients.iter().any(|factor| *factor != 0));
    equations
}

impl Equation {
    fn combine(&mut self, own: u64, times: u64, other: &Equation, mask: u64) {
        let combine =
            |mine: u64, theirs: u64| mine.wrapping_mul(own).wrapping_add(theirs.wrapping_mul(times)) & mask;
        for (mine, theirs) in self.coefficients.iter_mut().zip(&other.coefficients) {
            *mine = combine(*mine, *theirs);
        }
        self.constant = combine(self.constant, other.constant);
    }

    /// Makes the first odd coefficient one.
    fn normalise(&mut self, mask: u64) {
        if let Some(odd) = self.coefficients.iter().copied().find(|factor| factor % 2 == 1) {
            let none = Equation { coefficients: vec![0; self.coefficients.len()], constant: 0 };
            self.combine(inverse(odd), 0, &none, mask);
        }
    }
}

/// The inverse of an odd number modulo 2^64, by Newton's method.
fn inverse(odd: u64) -> u64 {
    (0..6).fold(odd, |guess, _| guess.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(guess))))
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// That an equation holds of some numbers.
fn equation(store: &mut TermStore, equation: &Equation, width: u32, numbers: &[Term]) -> Term {
    let mask = mask(width);
    let (mut plus, mut minus) = (store.num(width, equation.constant.into()), store.zero(width));
    for (factor, number) in equation.coefficients.iter().zip(numbers).filter(|(factor, _)| **factor != 0) {
        let opposite = factor.wrapping_neg() & mask;
        let (side, factor) = match opposite < *factor {
            true => (&mut minus, opposite),
            false => (&mut plus, *factor),
        };
        let factor = store.num(width, factor.into());
        let part = store.mul(factor, *number);
        *side = store.add(*side, part);
    }
    store.eq(plus, minus)
}

/// The hulls of all loops: what always holds.
pub fn hulls(encoding: &mut Encoding<'_>) -> Vec<Hull> {
    hulls_of(encoding, |_, _| vec![None])
}

/// The hulls of all loops in the cases that the program tells apart.
pub fn hulls_of_cases(encoding: &mut Encoding<'_>) -> Vec<Hull> {
    hulls_of(encoding, |encoding, head| cases(encoding, head, MOST_CASES).into_iter().map(Some).collect())
}

fn hulls_of(
    encoding: &mut Encoding<'_>,
    cases: impl Fn(&Encoding<'_>, &Head) -> Vec<Option<Case>>,
) -> Vec<Hull> {
    let mut hulls = Vec::new();
    for number in 0..encoding.heads.len() {
        let head = encoding.heads[number].clone();
        let all = candidates(encoding, &head);
        let cases = cases(encoding, &head);
        let widths: BTreeSet<u32> = all.iter().filter_map(|entity| width(encoding, *entity)).collect();
        for bits in widths.into_iter().filter(|bits| (2..=64).contains(bits)) {
            let of_width = all.iter().copied().filter(|entity| width(encoding, *entity) == Some(bits));
            let entities: Vec<Entity> = of_width.take(MOST_NUMBERS).collect();
            if entities.iter().all(|entity| matches!(entity, Entity::Outer(_))) {
                continue;
            }
            for &case in &cases {
                let Some((before, after)) = sides(encoding, &entities, case, number) else { continue };
                let entities = entities.clone();
                hulls.push(Hull { number, case, entities, width: bits, equations: None, before, after });
            }
        }
    }
    hulls
}

/// The numbers that a loop may relate: its variables, single cells that it changes, and what it uses from outside.
fn candidates(encoding: &Encoding<'_>, head: &Head) -> Vec<Entity> {
    let mut list: Vec<Entity> = Vec::new();
    for (id, value) in &head.registers {
        list.push(match value {
            Value::Number(_) => Entity::Register(*id),
            Value::Pointer(_) => Entity::Offset(*id),
        });
    }
    for (map, sites) in &head.forgotten {
        let info = encoding.memory.maps[*map];
        if let crate::memory::Content::Cell(cell) = info.content
            && encoding.points.classes[info.class].cells[cell].pointer.is_none()
        {
            for site in sites.iter().filter(|site| !is_quantified(encoding, **site)) {
                list.push(Entity::Cell(*site, cell));
                list.extend(head.call.is_some().then_some(Entity::Was(*site, cell)));
            }
        }
    }
    list.extend(remainders(encoding, head));
    list.extend(outer(encoding, head).into_iter().map(Entity::Outer));
    list
}

/// What a loop divides its variables by, where it uses what is left: `if (i % 2 == 0) n++` makes `2 * n == i + i % 2`.
fn remainders(encoding: &Encoding<'_>, head: &Head) -> BTreeSet<Entity> {
    let body = &encoding.flat.body;
    let insts = encoding.blocks_of(head).iter().flat_map(|block| &body.block(*block).insts);
    let remainder = |inst: &Inst| {
        let InstKind::Binary { op, lhs: Operand::Value(id), rhs: Operand::Int { value, .. }, .. } =
            &inst.kind
        else {
            return None;
        };
        let by = u64::try_from(*value).ok()?;
        let divisor = match (op, by.checked_add(1)?) {
            (BinaryOp::SRem, _) if by > 1 => Divisor::Signed(by),
            (BinaryOp::URem, _) if by > 1 => Divisor::Unsigned(by),
            (BinaryOp::And, next) if by > 0 && next.is_power_of_two() => Divisor::Unsigned(next),
            _ => return None,
        };
        head.registers.iter().any(|(it, _)| it == id).then_some(Entity::Remainder(*id, divisor))
    };
    insts.filter_map(remainder).collect()
}

/// The values from outside that a loop uses or starts with, and the variables of the loops around it.
fn outer(encoding: &Encoding<'_>, head: &Head) -> BTreeSet<ValueId> {
    let body = &encoding.flat.body;
    let mut defined = BTreeSet::new();
    let mut used = BTreeSet::new();
    for block in encoding.blocks_of(head) {
        let code = body.block(*block);
        for inst in &code.insts {
            defined.extend(inst.results.iter().copied());
            inst.kind.for_each_value(|id| {
                used.insert(id);
            });
        }
        code.terminator.kind.for_each_value(|id| {
            used.insert(id);
        });
    }
    let own = encoding.entry_of(head);
    for around in encoding.loops.list.iter().filter(|it| it.head != own && it.blocks.contains(&own)) {
        let insts = &body.block(around.head).insts;
        let phis = insts.iter().filter(|inst| matches!(inst.kind, ir::InstKind::Phi { .. }));
        used.extend(phis.filter_map(ir::Inst::result));
    }
    let is_number = |id: &ValueId| matches!(head.outer[id.index()], Some(Value::Number(_)));
    used.difference(&defined).copied().filter(is_number).collect()
}

/// Guard and numbers at a point; none where they do not exist there.
type Numbers = Option<(Term, Vec<Term>)>;

/// The numbers where equations are assumed, and where they have to hold.
fn sides(
    encoding: &mut Encoding<'_>,
    entities: &[Entity],
    case: Option<Case>,
    number: usize,
) -> Option<(Numbers, (Term, Vec<Term>))> {
    let head = encoding.heads[number].clone();
    let after = Point::after(&head)?;
    let after = numbers_at(encoding, entities, case, &after, after.state)?;
    Some((numbers(encoding, entities, case, number), after))
}

/// The numbers as they are assumed at a head.
fn numbers(encoding: &mut Encoding<'_>, entities: &[Entity], case: Option<Case>, head: usize) -> Numbers {
    let head = encoding.heads[head].clone();
    let point = Point::before(&head);
    numbers_at(encoding, entities, case, &point, point.state)
}

fn numbers_at(
    encoding: &mut Encoding<'_>,
    entities: &[Entity],
    case: Option<Case>,
    point: &Point<'_>,
    state: &State,
) -> Numbers {
    let mut guard = state.guard;
    if let Some(case) = case {
        let holds = case.at(encoding, point)?;
        guard = encoding.store.and(guard, holds);
    }
    let mut list = Vec::new();
    for entity in entities {
        if let Some(site) = entity.site() {
            let object = encoding.widths.single(&mut encoding.store, site);
            let exists = encoding.exists(&state.counts, object, &[site]);
            guard = encoding.store.and(guard, exists);
        }
        match value(encoding, *entity, point, None)? {
            Value::Number(term) => list.push(term),
            Value::Pointer(_) => return None,
        }
    }
    Some((guard, list))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The equations of some states, which all must satisfy them.
    fn hull(states: &[&[u64]], width: u32) -> Vec<Equation> {
        let mut equations = constants(states[0], mask(width));
        for state in &states[1..] {
            equations = weakened(equations, state, width);
        }
        for state in states {
            let before = equations.clone();
            assert_eq!(weakened(equations.clone(), state, width), before, "{state:?} satisfies all");
        }
        equations
    }

    #[test]
    fn equations_hold_of_all_states() {
        let line = hull(&[&[0, 5], &[1, 7], &[9, 23]], 32);
        assert_eq!(line.len(), 1);
        // The second number less two times the first less 5 is zero.
        let minus = |number: u64| number.wrapping_neg() & mask(32);
        assert_eq!(line[0], Equation { coefficients: vec![minus(2), 1], constant: minus(5) });
    }

    #[test]
    fn steps_of_two_keep_the_lowest_bit() {
        let even = hull(&[&[10], &[12], &[254], &[0]], 8);
        assert_eq!(even, [Equation { coefficients: vec![128], constant: 0 }]);
        assert!(hull(&[&[1], &[2]], 8).is_empty());
    }

    #[test]
    fn odd_numbers_have_inverses() {
        for odd in [1, 3, 5, 0x1234_5677, u64::MAX] {
            assert_eq!(odd.wrapping_mul(inverse(odd)), 1);
        }
    }
}
