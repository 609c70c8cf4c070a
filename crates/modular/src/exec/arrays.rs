//! Arrays in nodes, with indexes that are not constant, and the little arithmetic that their bounds need.
//!
//! An element that is addressed with an unknown index is one of the elements of the array, once the index is shown to
//! be in its bounds: a symbol with as many alternatives. Machine arithmetic wraps around: a sum is told with the case
//! that it does.

use crate::exec::Exec;
use crate::exec::{rooms, scalars};
use crate::report::{Check, Require, Severity};
use crate::solver::solve::Said;
use crate::solver::term::{Field, Formula, Lin, Sym};
use crate::state::memory::{Access, Place};
use crate::state::seen::{Order, Seen};
use crate::state::{Class, Element, Entry, Operation, Origin, Scaled, State};
use crate::types::layout::{SpotKind, TargetId};
use ir::{BinaryOp, CastOp, CmpOp, Span};

/// Arrays with more elements than this are not told apart by index.
const MOST_CASES: u64 = 16;
/// An index that is shown to be no further from zero is bounded by the function itself.
const BOUNDED: i64 = 1 << 20;
/// Sums of two numbers that are no further from zero do not wrap around in 64 bits.
const SMALL: i64 = 1 << 50;

impl Exec<'_, '_> {
    /// An address with an offset that is not constant.
    pub fn element(&mut self, state: &mut State, base: Lin, offset: Lin, is_unbounded: bool) -> Lin {
        let name = base.base.map_or("an address".to_string(), |sym| state.info(sym).name.clone());
        let origin = if base.base.is_some() { Origin::Element } else { Origin::Number };
        let sym = state.symbol(format!("{name}[…]"), origin);
        // A product of narrow numbers may wrap around before it is an offset; wide ones are bounded as indexes.
        let is_exact = |scaled: &Scaled| {
            scaled.most >= rooms::LARGEST_OBJECT || self.context.oracle.refutes(state, &scaled.wraps())
        };
        let scaled = offset.symbol().and_then(|sym| state.scaled.get(&sym)).copied();
        let (index, stride) = match scaled.filter(is_exact) {
            Some(Scaled { number, scale, .. }) => (number, scale),
            None => (offset, 1),
        };
        if base.base.is_some() && stride > 0 {
            state.elements.insert(sym, Element { array: base, index, stride, is_unbounded });
        }
        sym.value()
    }

    /// The cell of an element, if its index is in the bounds of the array.
    pub fn element_access(
        &mut self,
        state: &mut State,
        element: Element,
        offset: i64,
        size: u64,
        verb: &str,
        span: Option<Span>,
    ) -> Option<Access> {
        let Element { array, index, stride, .. } = element;
        let array = state.resolve(array);
        let base = array.base?;
        let object = match state.block_of(array) {
            Some(index) => state.blocks[index].target,
            None => state.info(base).target(),
        };
        let name = state.info(base).name.clone();
        let Some(target) = object else {
            return self.buffer_access(state, element, offset, size, verb, span);
        };
        let layouts = self.context.layouts;
        let layout = layouts.get(target);
        let Some((start, each, count)) = layouts.array_at(target, array.offset) else {
            if rooms::is_element(layouts, target) {
                return self.buffer_access(state, element, offset, size, verb, span);
            }
            // Memory whose size is not known may go on behind what its type says.
            let sized = state.block_of(array).is_some_and(|index| state.blocks[index].size.is_some());
            let node = state.info(base).valid.is_some() || sized;
            // A struct that others extend may be what goes on there.
            let is_whole = !layouts.is_open(target) && (layout.is_record || !layout.cells.is_empty());
            let severity = match node && is_whole {
                true => Severity::Unsafe,
                false => Severity::Unknown,
            };
            let text =
                format!("memory is {verb} at an index of `{name}`, which points to a single {}", layout.name);
            self.fail(state, Check::Spatial, severity, span, &text);
            return None;
        };
        let skipped = array.offset as u64 - start;
        if each as i64 != stride || !skipped.is_multiple_of(each) || !(0..each as i64).contains(&offset) {
            let text =
                format!("the elements of an array in `{name}` are {verb} in a way that is not modelled");
            self.fail(state, Check::Spatial, Severity::Unknown, span, &text);
            return None;
        }
        let first = (skipped / each) as i64;
        let out = Formula::Or(vec![
            Formula::less(index, Lin::constant(-first)),
            Formula::less(index, Lin::constant(count as i64 - first)).negated(),
        ]);
        let said = self.context.oracle.ask(state, &out);
        if said != Said::Impossible && element.is_unbounded && self.path_link(state, array).is_some() {
            let name = name.trim_start_matches('&');
            let line = span.map_or(String::new(), |span| format!(" at line {}", span.line));
            let text = format!("the index of {name}[{count}] is in its bounds{line}");
            self.notes.requires.insert(Require::Text(text));
        } else if said != Said::Impossible && !self.ask_for_index(state, index, -first, count as i64 - first)
        {
            let shown =
                index.symbol().map_or("the index".to_string(), |sym| format!("`{}`", state.info(sym).name));
            let text = format!("{shown} may be outside of an array of {count} elements in `{name}`");
            // An index that a loop counts may have bounds that were not found.
            // An array of one at the end of a struct is often declared so where it has any number of elements.
            let is_tail =
                count <= 1 && layout.is_record && start + each * count >= layout.size - layout.size % each;
            let given = is_given(state, index)
                && !rooms::is_below_member(state, index)
                && said == Said::Possible
                && !is_tail;
            let severity = if given { Severity::Unsafe } else { Severity::Unknown };
            self.fail(state, Check::Spatial, severity, span, &text);
            return None;
        }
        state.assume(&out.negated());
        // All elements are alike: the access to the first one says whether it is allowed.
        let first_element = Lin { base: Some(base), offset: start as i64 + offset };
        match self.access(state, first_element, size, verb, span)? {
            Access::Cell(one) if one.link().is_some() => match self.path_link(state, array) {
                Some(_) => Some(Access::Cell(one)),
                None => self.link_element(state, &one, element, (first, count), span).map(Access::Cell),
            },
            // A number in an array: which one is not told.
            Access::Cell(one) => {
                state.log.push_back(Entry::Scramble { base: base.value() });
                Some(Access::Untracked(one.base))
            }
            Access::Element(within) | Access::Untracked(within) => {
                state.log.push_back(Entry::Scramble { base: base.value() });
                Some(Access::Untracked(within))
            }
        }
    }

    /// The link that an element of an array of links is, where its index is in bounds: `link = &table[hash % size]`.
    pub fn link_of_element(&mut self, state: &mut State, value: Lin, span: Option<Span>) -> Option<Lin> {
        let value = state.resolve(value);
        let element = state.elements.get(&value.symbol()?).copied()?;
        let array = state.resolve(element.array);
        let target = state.info(array.base?).target().filter(|_| state.block_of(array).is_none())?;
        let layouts = self.context.layouts;
        let is_link = !layouts.get(target).is_record && !layouts.get(target).is_array;
        if !is_link || !layouts.carries_links(target) {
            return None;
        }
        // Where it is not known to be in bounds, who uses it fails.
        let before = self.notes.clone();
        let mut there = state.clone();
        let size = u64::from(self.context.program.target.pointer_bytes);
        match self.buffer_access(&mut there, element, 0, size, "read", span) {
            Some(Access::Cell(place)) if place.field.at == 0 => {
                *state = there;
                Some(place.base)
            }
            _ => {
                self.notes = before;
                None
            }
        }
    }

    /// Asks callers for an index that they see to be in some bounds.
    fn ask_for_index(&mut self, state: &mut State, index: Lin, least: i64, end: i64) -> bool {
        let below = Formula::less(index, Lin::constant(least));
        let above = Formula::less(index, Lin::constant(end)).negated();
        let mut there = state.clone();
        let fine = |exec: &Self, state: &State, broken: &Formula| {
            *broken == Formula::Bool(false) || exec.context.oracle.refutes(state, broken)
        };
        let before = self.notes.requires.clone();
        // Who bounds an index himself, but wrongly, makes a mistake that callers need not care for.
        let wide = Lin::constant(BOUNDED);
        let is_bounded_below = fine(self, &there, &Formula::less(index, Lin::constant(-BOUNDED)));
        let is_bounded_above = fine(self, &there, &Formula::less(wide, index));
        // Of a number without sign, the upper bound says that it is not negative.
        if !is_bounded_above && !fine(self, &there, &above) {
            self.ask_for_bound(&mut there, index, Order::Less, end);
        }
        if !is_bounded_below && !fine(self, &there, &below) {
            self.ask_for_bound(&mut there, index, Order::AtLeast, least);
        }
        let is_asked = fine(self, &there, &Formula::Or(vec![below, above]));
        match is_asked {
            true => *state = there,
            false => self.notes.requires = before,
        }
        is_asked
    }

    /// The link that is at an address in a local array which is used by counting, as the path through a tree is.
    pub fn path_link(&self, state: &State, address: Lin) -> Option<TargetId> {
        let address = state.resolve(address);
        let element = address.base.and_then(|base| state.elements.get(&base));
        let within = element.map_or(address, |element| state.resolve(element.array));
        let block = &state.blocks[state.block_of(within)?];
        block.slot.filter(|slot| self.context.paths.slots.contains(slot))?;
        let pointer = u64::from(self.context.program.target.pointer_bytes);
        let spot = self.context.layouts.spot(block.target?, within.offset, pointer)?;
        match spot.kind {
            SpotKind::Link(link) => Some(link),
            _ => None,
        }
    }

    /// Reads from a path: what was written there is a node, and that something was is required.
    pub fn path_load(&mut self, state: &mut State, address: Lin, link: TargetId, span: Option<Span>) -> Lin {
        let size = u64::from(self.context.program.target.pointer_bytes);
        let element = state.resolve(address).base.and_then(|base| state.elements.get(&base)).copied();
        let array = state.resolve(element.map_or(address, |element| element.array)).base;
        let name =
            array.map_or(String::new(), |sym| state.info(sym).name.trim_start_matches('&').to_string());
        let line = span.map_or(String::new(), |span| format!(" at line {}", span.line));
        let class = Class::Shared(state.generation);
        if self.access(state, address, size, "read", span).is_some() {
            let text = format!("what is read from {name}[]{line} was written before");
            self.notes.requires.insert(Require::Text(text));
        }
        let sym = state.pointer(format!("{name}[…]"), Origin::Loop, link, class);
        // Local nodes that others know may be in the path, too.
        if state.blocks.iter().any(|block| block.slot.is_some() && block.published.is_some()) {
            state.lent.insert(sym);
        }
        sym.value()
    }

    /// Writes to a path: only nodes that others know, so that all that is read from it is one.
    pub fn path_store(
        &mut self,
        state: &mut State,
        address: Lin,
        value: Lin,
        link: TargetId,
        span: Option<Span>,
    ) {
        let size = u64::from(self.context.program.target.pointer_bytes);
        if self.access(state, address, size, "written", span).is_none() {
            return;
        }
        let value = state.resolve(value);
        let bad = Formula::And(vec![
            Formula::differ(value, Lin::ZERO),
            Formula::Shared(link, state.generation, value).negated(),
        ]);
        let said = self.context.oracle.ask(state, &bad);
        if state.simplest(value) != Lin::ZERO && said != Said::Impossible {
            let text = "a pointer that is not known to be a node is kept in a local array".to_string();
            self.fail(state, Check::Integrity, Severity::Unknown, span, &text);
        }
    }

    /// A link in an array: one of its elements.
    fn link_element(
        &mut self,
        state: &mut State,
        one: &Place,
        Element { array, index, stride, .. }: Element,
        (first, count): (i64, u64),
        span: Option<Span>,
    ) -> Option<Place> {
        let class = state.resolve(one.base).base.and_then(|base| state.info(base).valid).map(|valid| valid.1);
        // Elements of what callers give are nodes, whichever it is.
        let is_given = matches!(class, Some(Class::Shared(_)));
        if count > MOST_CASES && !is_given {
            let text = format!("an index into {count} links is not modelled");
            self.fail(state, Check::Model, Severity::Unknown, span, &text);
            return None;
        }
        let operation = Operation::Element(one.field.owner, stride);
        let known = state.pure.contains_key(&(operation, vec![array, index]));
        let name = array.base.map_or(String::new(), |sym| state.info(sym).name.clone());
        let sym = scalars::pure(state, operation, vec![array, index], &format!("&{name}[…]"));
        if !known {
            let mut cases = Vec::new();
            let mut alternatives = Vec::new();
            for number in (0..count as i64).filter(|_| count <= MOST_CASES) {
                let here = Lin { base: one.base.base, offset: one.base.offset + number * stride };
                cases.push(Formula::And(vec![
                    Formula::equal(sym.value(), here),
                    Formula::equal(index, Lin::constant(number - first)),
                ]));
                alternatives.push(here);
            }
            match class.filter(|_| count > MOST_CASES) {
                Some(class) => {
                    let valid = state.valid_formula(sym.value(), one.field.owner, class);
                    state.facts.push_back(valid);
                }
                None => state.facts.push_back(Formula::Or(cases)),
            }
            state.nonnull.insert(sym);
            state.facts.push_back(Formula::differ(sym.value(), Lin::ZERO));
            let info = &mut state.symbols[sym.index()];
            info.origin = Origin::Element;
            info.alternatives = alternatives;
            info.valid = class.map(|class| (one.field.owner, class));
            info.hint = Some(one.field.owner);
        }
        Some(Place { base: sym.value(), field: Field { owner: one.field.owner, at: one.field.at }, ..*one })
    }
}

/// Whether a number is a parameter, or computed from one so that any value in the range that is known of it is possible.
/// Numbers in structs may have bounds that nobody wrote down.
fn is_given(state: &State, value: Lin) -> bool {
    let Some(base) = state.resolve(value).base else { return true };
    let is_param = matches!(state.info(base).seen, Some(Seen::Param(_)));
    is_param && state.info(base).origin == Origin::Data
        || state.sums.get(&base).is_some_and(|(number, _)| is_given(state, *number))
        || state.pure.iter().any(|((operation, operands), sym)| {
            let is_whole = match (operation, operands.as_slice()) {
                (Operation::Cast(..) | Operation::ZeroExtended(_), _) => true,
                (Operation::Binary(BinaryOp::And, _), [one, other]) => {
                    let mask = if one.base.is_none() { one } else { other };
                    mask.base.is_none() && (mask.offset as u64).wrapping_add(1).is_power_of_two()
                }
                (Operation::Binary(BinaryOp::URem | BinaryOp::SRem, _), [_, other]) => other.base.is_none(),
                _ => false,
            };
            *sym == base && is_whole && operands.iter().all(|operand| is_given(state, *operand))
        })
}

/// Arithmetic on numbers that are not constant. Sums with constants are told, with the case that they wrap around.
pub fn arithmetic(state: &mut State, op: BinaryOp, one: Lin, other: Lin, bits: u32) -> Lin {
    match (op, one, other) {
        (BinaryOp::Add, Lin::ZERO, sum) | (BinaryOp::Add | BinaryOp::Sub, sum, Lin::ZERO) => return sum,
        _ => {}
    }
    let operation = Operation::Binary(op, bits);
    let known = state.pure.contains_key(&(operation, vec![one, other]));
    let sym = scalars::pure(state, operation, vec![one, other], "a computed value");
    if known {
        return sym.value();
    }
    let (variable, constant) = match (one.base, other.base, op) {
        (Some(_), None, _) => (one, other.offset),
        (None, Some(_), BinaryOp::Add | BinaryOp::Mul | BinaryOp::And) => (other, one.offset),
        (_, Some(_), BinaryOp::URem) => {
            // A remainder is less than what it was divided by, where that was possible.
            state.in_range(sym.value(), bits);
            state.in_range(other, bits);
            state.facts.extend(scalars::unsigned(CmpOp::Ult, sym.value(), other));
            return sym.value();
        }
        _ => {
            between_variables(state, op, sym.value(), (one, other), bits);
            return sym.value();
        }
    };
    match op {
        BinaryOp::Mul => {
            scale(state, sym, variable, constant, bits);
        }
        // A mask and a remainder bound what they give.
        BinaryOp::And if constant >= 0 => {
            state.facts.push_back(Formula::Less(sym.value(), Lin::ZERO).negated());
            state.facts.push_back(Formula::Less(Lin::constant(constant), sym.value()).negated());
        }
        BinaryOp::URem if constant > 0 && one.base.is_some() => {
            state.facts.push_back(Formula::Less(sym.value(), Lin::ZERO).negated());
            state.facts.push_back(Formula::Less(sym.value(), Lin::constant(constant)));
        }
        // What is divided, without sign, gets no larger.
        BinaryOp::UDiv if constant > 0 && one.base.is_some() => divided(state, sym.value(), variable),
        BinaryOp::LShr if constant > 0 && one.base.is_some() => divided(state, sym.value(), variable),
        BinaryOp::Shl if (0..32).contains(&constant) => {
            scale(state, sym, variable, 1 << constant, bits);
        }
        BinaryOp::Add | BinaryOp::Sub if bits == 64 && constant.abs() < 1 << 30 => {
            state.sums.insert(sym, (variable, if op == BinaryOp::Add { constant } else { -constant }));
            // Small numbers do not wrap around.
            let step = if op == BinaryOp::Add { constant } else { -constant };
            let limit = SMALL;
            state.facts.push_back(Formula::Or(vec![
                Formula::Less(variable, Lin::constant(-limit)),
                Formula::Less(Lin::constant(limit), variable),
                Formula::equal(sym.value(), variable.plus(step).unwrap_or(variable)),
            ]));
        }
        BinaryOp::Add | BinaryOp::Sub if (8..=32).contains(&bits) && constant.abs() < 1 << 30 => {
            let step = if op == BinaryOp::Add { constant } else { -constant };
            state.sums.insert(sym, (variable, step));
            let (least, most, span) = (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1, 1i64 << bits);
            let plus = |offset: i64| variable.plus(offset).unwrap_or(variable);
            // The variable is a machine number of these bits.
            let range = |value: Lin| {
                vec![
                    Formula::Less(value, Lin::constant(least)).negated(),
                    Formula::Less(Lin::constant(most), value).negated(),
                ]
            };
            state.facts.extend(range(variable));
            state.facts.extend(range(sym.value()));
            state.facts.push_back(Formula::Or(vec![
                Formula::equal(sym.value(), plus(step)),
                Formula::equal(sym.value(), plus(step - span)),
                Formula::equal(sym.value(), plus(step + span)),
            ]));
        }
        _ => {}
    }
    sym.value()
}

/// A product with a constant: no less than the number, where that is small and not negative.
fn scale(state: &mut State, product: Sym, number: Lin, scale: i64, bits: u32) {
    let narrow = 1i64.checked_shl(bits.saturating_sub(1)).filter(|_| bits < 64).map(|it| it - 1);
    let scaled = Scaled { number, scale, most: narrow.unwrap_or(i64::MAX).min(rooms::LARGEST_OBJECT) };
    state.scaled.insert(product, scaled);
    if scale > 1 {
        let no_less = Formula::Or(vec![
            Formula::And(vec![Formula::equal(number, Lin::ZERO), Formula::equal(product.value(), Lin::ZERO)]),
            Formula::Less(number, product.value()),
        ]);
        let unless = [Formula::Less(number, Lin::ZERO), scaled.wraps(), no_less];
        state.facts.push_back(Formula::Or(unless.into()));
    }
}

/// What is told of a quotient, or of what is shifted to the right, where the number was not negative.
fn divided(state: &mut State, result: Lin, number: Lin) {
    let negative = Formula::Less(number, Lin::ZERO);
    let within = [Formula::Less(result, Lin::ZERO), Formula::Less(number, result)];
    state.facts.extend(within.map(|it| Formula::Or(vec![negative.clone(), it.negated()])));
}

/// What is told of a mask, a sum or a difference of two numbers: of small ones that are not negative nothing wraps around.
fn between_variables(state: &mut State, op: BinaryOp, result: Lin, (one, other): (Lin, Lin), bits: u32) {
    let negative = |value: Lin| Formula::Less(value, Lin::ZERO);
    let at_most = |value: Lin, limit: Lin| Formula::Less(limit, value).negated();
    let mut tell = |unless: Vec<Formula>, holds: Vec<Formula>| {
        state
            .facts
            .extend(holds.into_iter().map(|it| Formula::Or(unless.iter().cloned().chain([it]).collect())));
    };
    match op {
        BinaryOp::And => {
            for mask in [one, other] {
                tell(vec![negative(mask)], vec![negative(result).negated(), at_most(result, mask)]);
                // Of large numbers without sign, that would be negative, the order is the same.
                tell(vec![negative(mask).negated(), negative(result).negated()], vec![at_most(result, mask)]);
            }
        }
        BinaryOp::Add | BinaryOp::Sub => {
            // A difference is what has to be added.
            let sum = |offset: i64| match op {
                BinaryOp::Add => Formula::Sum(result, one.plus(offset).unwrap_or(one), other),
                _ => Formula::Sum(one, result.plus(-offset).unwrap_or(result), other),
            };
            if bits == 64 {
                let limit = SMALL;
                let is_large = |value: Lin| {
                    [Formula::Less(value, Lin::constant(-limit)), Formula::Less(Lin::constant(limit), value)]
                };
                let unless = is_large(one).into_iter().chain(is_large(other)).collect();
                tell(unless, vec![sum(0)]);
            } else if (8..=32).contains(&bits) {
                let wrapped = 1i64 << bits;
                tell(vec![sum(-wrapped), sum(wrapped)], vec![sum(0)]);
                [one, other, result].into_iter().for_each(|value| state.in_range(value, bits));
            }
        }
        BinaryOp::UDiv => divided(state, result, one),
        _ => {}
    }
}

/// A number extended with zeros: the same unless it was negative, else large.
pub fn extended(state: &mut State, value: Lin, bits: u32) -> Lin {
    let operation = Operation::ZeroExtended(bits);
    let known = state.pure.contains_key(&(operation, vec![value]));
    let sym = scalars::pure(state, operation, vec![value], "a converted value");
    if !known && (8..=32).contains(&bits) {
        let negative = Formula::Less(value, Lin::ZERO);
        state.in_range(value, bits);
        let large = Formula::equal(sym.value(), value.plus(1 << bits).unwrap_or(value));
        state.facts.push_back(Formula::Or(vec![
            Formula::And(vec![negative.clone().negated(), Formula::equal(sym.value(), value)]),
            Formula::And(vec![negative, large]),
        ]));
    }
    sym.value()
}

/// A number cut to fewer bits: the same where it fits. That is told of numbers that something bounds.
pub fn truncated(state: &mut State, value: Lin, bits: u32) -> Lin {
    let operation = Operation::Cast(CastOp::Trunc, bits);
    let known = state.pure.contains_key(&(operation, vec![value]));
    let sym = scalars::pure(state, operation, vec![value], "a converted value");
    let is_bounded = || value.base.is_some_and(|base| rooms::is_ordered(state, base));
    if !known && (8..=32).contains(&bits) && is_bounded() {
        let limit = 1i64 << (bits - 1);
        state.facts.push_back(Formula::Or(vec![
            Formula::Less(value, Lin::constant(-limit)),
            Formula::Less(Lin::constant(limit - 1), value),
            Formula::equal(sym.value(), value),
        ]));
    }
    sym.value()
}

/// Unsigned order, where one side is a constant that is not negative.
pub fn unsigned_order(op: CmpOp, one: Lin, other: Lin) -> Option<Formula> {
    let below = |value: Lin, limit: i64| {
        Formula::And(vec![
            Formula::Less(value, Lin::ZERO).negated(),
            Formula::Less(value, Lin::constant(limit)),
        ])
    };
    let limit =
        |value: Lin| (value.base.is_none() && (0..1 << 40).contains(&value.offset)).then_some(value.offset);
    Some(match (op, limit(one), limit(other)) {
        (CmpOp::Ult, _, Some(limit)) => below(one, limit),
        (CmpOp::Ule, _, Some(limit)) => below(one, limit + 1),
        (CmpOp::Uge, _, Some(limit)) => below(one, limit).negated(),
        (CmpOp::Ugt, _, Some(limit)) => below(one, limit + 1).negated(),
        (CmpOp::Ult, Some(limit), _) => below(other, limit + 1).negated(),
        (CmpOp::Ule, Some(limit), _) => below(other, limit).negated(),
        (CmpOp::Uge, Some(limit), _) => below(other, limit + 1),
        (CmpOp::Ugt, Some(limit), _) => below(other, limit),
        _ => return None,
    })
}
