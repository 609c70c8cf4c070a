//! Buffers: memory behind a pointer that holds several elements, as many as callers give or as were allocated.
//!
//! An index must be shown to be less than the number of elements. That number is known for variables and for what was
//! allocated here. Of a pointer that callers see it is asked for, in their terms: by a number that is shown to be greater
//! than the index. The elements themselves are not told apart; buffers do not overlap the structs of the data structure.
//!
//! Invariant: an access is allowed only where its bytes are inside of the object under the preconditions stated. No sum or
//! product is taken to be what it would be without wrapping around, unless that was shown.

use crate::code::context::Context;
use crate::exec::Exec;
use crate::exec::{scalars, texts};
use crate::report::{Check, Severity};
use crate::solver::term::{Formula, Lin, Sym};
use crate::state::memory::{Access, Place};
use crate::state::room::{Amount, Room};
use crate::state::seen::{Guard, Order, Seen};
use crate::state::{Class, Element, Operation, Origin, Scaled, State, Value};
use crate::types::layout::{SpotKind, TargetId};
use crate::types::promises::Says;
use ir::types::TypeKind;
use ir::{BinaryOp, Span};

/// No object has more bytes than this.
pub const LARGEST_OBJECT: i64 = 1 << 47;
/// How many numbers are tried as bounds of an index.
const MOST_BOUNDS: usize = 6;

impl Exec<'_, '_> {
    /// The element of a buffer, if its index is in bounds.
    pub fn buffer_access(
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
        let name = state.info(base).name.clone();
        let linked =
            |index: usize| state.blocks[index].target.filter(|it| self.context.layouts.carries_links(*it));
        if let Some(target) = state.block_of(array).and_then(linked) {
            let layout = self.context.layouts.get(target);
            let text =
                format!("memory is {verb} at an index of `{name}`, which points to a single {}", layout.name);
            self.fail(state, Check::Spatial, Severity::Unknown, span, &text);
            return None;
        }
        self.check_freed(state, base, verb, span);
        let whole = array.offset.rem_euclid(stride) + offset;
        let steps = array.offset.div_euclid(stride) + whole.div_euclid(stride);
        let within = whole.rem_euclid(stride);
        // The last element that is touched; bytes count one by one.
        let last = steps + (within + size as i64 - 1).div_euclid(stride);
        let (first, last) = (index.plus(steps), index.plus(last));
        let (Some(first), Some(last)) = (first, last) else { return self.no_room(state, &name, verb, span) };
        if within + size as i64 > stride && stride != 1 {
            let text = format!("the elements of `{name}` are {verb} in a way that is not modelled");
            self.fail(state, Check::Spatial, Severity::Unknown, span, &text);
            return None;
        }
        self.note_indexed(state, base, stride as u64);
        // Who bounds an index by a number asks for a buffer, not for a string.
        let (is_byte, is_fixed) = (stride == 1, last.base.is_none());
        let is_inside = self.is_known_inside(state, base, first, last, stride as u64)
            || is_fixed && is_byte && self.is_in_text(state, base, (first, last), verb, span)
            || self.ask_for_room(state, base, (first, last), stride as u64)
            || !is_fixed && is_byte && self.is_in_text(state, base, (first, last), verb, span);
        if !is_inside {
            return self.no_room(state, &name, verb, span);
        }
        if is_byte && verb == "written" {
            self.note_written_text(state, base);
        }
        state.nonnull.insert(base);
        self.buffer_cell(state, base, (first, stride), size, within)
    }

    /// Bytes of callers are written: where they are a string, it must be one that may be.
    fn note_written_text(&mut self, state: &State, base: Sym) {
        self.notes.written.extend(state.info(base).seen.clone());
    }

    /// Notes that a pointer in a struct is used as the start of a buffer.
    fn note_indexed(&mut self, state: &State, base: Sym, each: u64) {
        let layouts = self.context.layouts;
        let is_it = |sym: &Sym| state.resolve(sym.value()) == base.value();
        if let Some(((field, ..), _)) = state.contents.iter().find(|(_, sym)| is_it(sym))
            && layouts.get(field.owner).is_record
        {
            self.notes.indexed.insert((field.owner, field.at, each));
        }
    }

    fn no_room(&mut self, state: &State, name: &str, verb: &str, span: Option<Span>) -> Option<Access> {
        let text = format!("memory is {verb} at an index of `{name}` that is not known to be in its bounds");
        self.fail(state, Check::Spatial, Severity::Unknown, span, &text);
        None
    }

    /// What is at an element of a buffer: a link, or data that is not tracked.
    fn buffer_cell(
        &mut self,
        state: &mut State,
        base: Sym,
        (index, stride): (Lin, i64),
        size: u64,
        within: i64,
    ) -> Option<Access> {
        let layouts = self.context.layouts;
        let info = state.info(base);
        let target = info.target().filter(|_| state.block_of(base.value()).is_none());
        let target = target.filter(|target| layouts.get(*target).size as i64 == stride);
        let Some(target) = target.filter(|target| layouts.carries_links(*target)) else {
            return Some(Access::Element(base.value()));
        };
        let class = info.valid.map_or(Class::Shared(state.generation), |valid| valid.1);
        let name = format!("&{}[…]", info.name);
        let operation = Operation::Element(target, stride);
        let operands = vec![base.value(), index];
        let known = state.pure.contains_key(&(operation, operands.clone()));
        let sym = scalars::pure(state, operation, operands, &name);
        if !known {
            state.symbols[sym.index()].origin = Origin::Element;
            state.symbols[sym.index()].valid = Some((target, class));
            state.symbols[sym.index()].hint = Some(target);
            state.nonnull.insert(sym);
            let valid = state.valid_formula(sym.value(), target, class);
            state.facts.push_back(Formula::differ(sym.value(), Lin::ZERO));
            state.facts.push_back(valid);
        }
        let spot = layouts.spot(target, within, size)?;
        let owner = sym.value().plus(spot.owner_at as i64)?;
        Some(match spot.kind {
            SpotKind::Mixed | SpotKind::Torn => Access::Untracked(sym.value()),
            kind => {
                let field = crate::solver::term::Field { owner: spot.owner, at: spot.at };
                Access::Cell(Place { base: owner, field, size, kind })
            }
        })
    }

    /// Whether a number is not negative; asks callers for it where they see it.
    fn at_least_zero(&mut self, state: &mut State, value: Lin) -> bool {
        let negative = Formula::less(value, Lin::ZERO);
        if negative == Formula::Bool(false) || self.context.oracle.refutes(state, &negative) {
            return true;
        }
        self.ask_for_bound(state, value, Order::AtLeast, 0)
    }

    /// Asks callers for a bound of a number that they see, and takes it for granted.
    pub fn ask_for_bound(&mut self, state: &mut State, value: Lin, order: Order, constant: i64) -> bool {
        let wanted = state.resolve(value);
        let mut value = wanted;
        // A sum with a constant is asked for by what is added to.
        if let Some((number, step)) = value.base.and_then(|base| state.sums.get(&base)).copied()
            && value.base.is_some_and(|base| state.info(base).seen.is_none())
            && let Some(sum) = state.resolve(number).plus(step).and_then(|it| it.plus(value.offset))
        {
            value = sum;
        }
        let seen = value.base.and_then(|base| state.info(base).seen.clone());
        let asked = constant;
        let (Some(seen), Some(constant)) = (seen, asked.checked_sub(value.offset)) else { return false };
        let Some(base) = value.base else { return false };
        let guard = Guard { seen, order, constant };
        let Some(formula) = bound_formula(self.is_unsigned(&guard.seen), &guard, base.value()) else {
            return false;
        };
        let mut there = state.clone();
        if !there.assume(&formula) {
            return false;
        }
        // A sum that wraps around is not bounded by what it is made from.
        if value != wanted {
            let holds = match order {
                Order::Less | Order::AtMost => bound_formula(
                    self.is_unsigned(&guard.seen),
                    &Guard { constant: asked, ..guard.clone() },
                    wanted,
                ),
                _ => None,
            };
            let broken = holds.unwrap_or_else(|| order.formula(wanted, asked)).negated();
            if broken != Formula::Bool(false) && !self.context.oracle.refutes(&there, &broken) {
                return false;
            }
        }
        *state = there;
        self.notes.bound(guard);
        true
    }

    /// Whether so many elements are behind a pointer, surely.
    pub fn fits(&mut self, state: &mut State, pointer: Lin, count: Lin, each: u64) -> bool {
        let pointer = state.resolve(pointer);
        let Some(base) = pointer.base else { return false };
        let above = |limit: Lin| Formula::less(limit, count);
        let is_at_most = |exec: &Self, state: &State, limit: Lin| {
            let above = above(limit);
            above == Formula::Bool(false) || exec.context.oracle.refutes(state, &above)
        };
        if let Some(extent) = state.info(base).global.filter(|_| pointer.offset >= 0) {
            let left = (extent.size as i64).saturating_sub(pointer.offset).max(0);
            if is_at_most(self, state, Lin::constant(left / each as i64)) {
                return true;
            }
        }
        if let Some(index) = state.block_of(pointer) {
            let block = state.blocks[index].clone();
            if let Some(size) = block.size {
                let left = size as i64 - pointer.offset;
                return pointer.offset >= 0
                    && is_at_most(self, state, Lin::constant(left.max(0) / each as i64));
            }
            // From the beginning of the block on: `memcpy(string->text, s, n)` in a block of so many bytes more than `n`.
            let skipped = u64::try_from(pointer.offset).ok().filter(|at| at.is_multiple_of(each));
            let Some(count) = skipped.and_then(|at| count.plus((at / each) as i64)) else { return false };
            let is_at_most = |exec: &Self, state: &State, limit: Lin| {
                let above = Formula::less(limit, count);
                above == Formula::Bool(false) || exec.context.oracle.refutes(state, &above)
            };
            let size = state.resolve(block.size_value);
            let scaled = size.symbol().and_then(|sym| state.scaled.get(&sym)).copied();
            return match scaled {
                Some(it) if it.scale == each as i64 => {
                    self.is_exact(state, &it) && is_at_most(self, state, it.number)
                }
                _ if each == 1 => is_at_most(self, state, size),
                _ => {
                    let bytes = (each as i64).checked_mul(count.offset).filter(|_| count.base.is_none());
                    bytes.is_some_and(|bytes| {
                        let short = Formula::less(size, Lin::constant(bytes));
                        self.context.oracle.refutes(state, &short)
                    })
                }
            };
        }
        let target = state.info(base).valid.map(|valid| valid.0);
        if let Some((start, own, number)) =
            target.and_then(|target| self.context.layouts.array_at(target, pointer.offset))
        {
            let left = (start + own * number) as i64 - pointer.offset;
            return (own == each || each == 1) && is_at_most(self, state, Lin::constant(left / each as i64));
        }
        let rooms: Vec<(Lin, Lin, u64)> = state.rooms.iter().copied().collect();
        rooms.into_iter().any(|(at, number, size)| {
            state.resolve(at) == pointer && size == each && is_at_most(self, state, number)
        })
    }

    /// Whether a product with a number, which is not negative, does not wrap around.
    fn is_exact(&self, state: &State, scaled: &Scaled) -> bool {
        let negative = Formula::less(scaled.number, Lin::ZERO);
        self.context.oracle.refutes(state, &Formula::Or(vec![negative, scaled.wraps()]))
    }

    /// Whether elements are in the bounds of what is behind a pointer, surely.
    fn is_known_inside(&mut self, state: &mut State, base: Sym, first: Lin, last: Lin, each: u64) -> bool {
        let Some(count) = last.plus(1) else { return false };
        let negative = Formula::less(first, Lin::ZERO);
        let is_positive = negative == Formula::Bool(false) || self.context.oracle.refutes(state, &negative);
        is_positive && self.fits(state, base.value(), count, each)
    }

    /// Asks callers for a buffer behind a pointer that they see, so large that some elements are in its bounds.
    pub fn ask_for_room(
        &mut self,
        state: &mut State,
        base: Sym,
        (first, last): (Lin, Lin),
        each: u64,
    ) -> bool {
        let Some(pointer) = state.info(base).seen.clone() else { return false };
        let (first, last) = (state.resolve(first), state.resolve(last));
        let Some(number) = last.base else {
            return first.offset >= 0
                && self.require_room(state, base, pointer, Lin::constant(last.offset + 1), each);
        };
        // `copy(s, n)` reads all of `n`, and needs no more, whatever member of a struct that is less than.
        let is_param = |seen: &Seen| matches!(seen, Seen::Param(_));
        let is_all = first == Lin::ZERO && is_param(&pointer);
        let is_own = is_all && state.info(number).seen.as_ref().is_some_and(is_param);
        for bound in bounds(state, &pointer, number) {
            let Some(seen) = state.info(bound).seen.clone() else { continue };
            if let (true, Seen::Member(..), Some(count)) = (is_own, &seen, last.plus(1)) {
                return self.require_room(state, base, pointer, count, each);
            }
            if self.is_below(state, (first, last), bound, &seen, each) {
                return self.require_room(state, base, pointer, bound.value(), each);
            }
            // A mask or a remainder is in bounds where there are any: callers are asked for that, too.
            let some = Guard { seen: seen.clone(), order: Order::Greater, constant: 0 };
            let some = bound_formula(self.is_unsigned(&seen), &some, bound.value());
            let mut there = state.clone();
            if is_masked(state, number)
                && is_beside(&seen, &pointer)
                && some.is_some_and(|some| there.assume(&some))
                && self.is_below(&there, (first, last), bound, &seen, each)
                && self.ask_for_bound(state, bound.value(), Order::Greater, 0)
            {
                return self.require_room(state, base, pointer, bound.value(), each);
            }
            // `d[--n]`, where `n` is not zero: callers see to it that it is not negative.
            let counter = state.sums.get(&number).and_then(|(it, _)| state.resolve(*it).symbol());
            if let Some(counter) = counter.filter(|it| state.info(*it).seen.is_some())
                && self.is_below_if_counted(state, counter, (first, last), bound, &seen, each)
                && self.ask_for_bound(state, counter.value(), Order::AtLeast, 0)
            {
                return self.require_room(state, base, pointer, bound.value(), each);
            }
        }
        // Who indexes further than the struct promises makes a mistake that callers need not care for.
        let Some(seen) = state.info(number).seen.clone().filter(|_| !self.has_promise(&pointer)) else {
            return false;
        };
        // No object is so large that a wide number without sign would be negative.
        let is_positive = self.is_unsigned(&seen) && first.offset >= 0;
        let Some(count) = last.plus(1) else { return false };
        (is_positive || self.at_least_zero(state, first))
            && self.require_room(state, base, pointer, count, each)
    }

    /// Whether a struct promises how much is behind a pointer in it.
    fn has_promise(&self, pointer: &Seen) -> bool {
        let Seen::Member(_, owner, bytes) = pointer else { return false };
        let is_it = |says: &Says| matches!(says, Says::Room(room) if room.pointer.bytes() == Some(*bytes));
        self.context.layouts.promises_of(*owner).any(|(_, promise)| is_it(&promise.says))
    }

    /// Whether indexes are not negative, and less than a number as callers see it, where there are so many elements of some
    /// bytes: no object is too large.
    fn is_below(&self, state: &State, (first, last): (Lin, Lin), bound: Sym, seen: &Seen, each: u64) -> bool {
        let mut inside = Formula::less(last, bound.value());
        let negative = Formula::less(bound.value(), Lin::ZERO);
        let limit = LARGEST_OBJECT / each.max(1) as i64;
        let mut parts = vec![Formula::less(Lin::constant(limit), bound.value()).negated()];
        if self.is_unsigned(seen) {
            match self.bytes(seen) {
                Some(bytes) if bytes < 8 => {
                    // A large number.
                    let Some(large) = bound.value().plus(1 << (8 * bytes)) else { return false };
                    inside =
                        Formula::Or(vec![inside, Formula::And(vec![negative, Formula::less(last, large)])]);
                }
                // No object is that large.
                Some(_) => parts.push(negative.negated()),
                None => return false,
            }
        }
        parts.push(Formula::Or(vec![Formula::less(first, Lin::ZERO), inside.negated()]));
        self.context.oracle.refutes(state, &Formula::And(parts))
    }

    /// Whether indexes are in the bounds that a number gives, if another number, of those that have a sign, is not negative.
    fn is_below_if_counted(
        &self,
        state: &State,
        counter: Sym,
        (first, last): (Lin, Lin),
        bound: Sym,
        seen: &Seen,
        each: u64,
    ) -> bool {
        let mut there = state.clone();
        let negative = |value: Lin| Formula::less(value, Lin::ZERO);
        state.info(counter).seen.as_ref().is_some_and(|seen| !self.is_unsigned(seen))
            && there.assume(&negative(counter.value()).negated())
            && self.context.oracle.refutes(&there, &negative(first))
            && self.is_below(&there, (first, last), bound, seen, each)
    }

    /// Checks that so many elements are behind a pointer, and asks callers for them where they see it.
    pub fn need(
        &mut self,
        state: &mut State,
        pointer: Lin,
        (count, each): (Lin, u64),
        verb: &str,
        span: Option<Span>,
    ) -> bool {
        let pointer = state.resolve(pointer);
        let count = state.resolve(count);
        let some = Formula::differ(count, Lin::ZERO);
        if some == Formula::Bool(false) || self.context.oracle.refutes(state, &some) {
            return true;
        }
        let Some(base) = pointer.base else {
            let text = format!("memory is {verb} through a null pointer");
            self.fail(state, Check::Null, Severity::Unknown, span, &text);
            return false;
        };
        self.check_freed(state, base, verb, span);
        if let Some(array) = state.elements.get(&base).and_then(|element| state.resolve(element.array).base) {
            self.check_freed(state, array, verb, span);
        }
        self.note_indexed(state, base, each);
        if each == 1 && verb == "written" {
            self.note_written_text(state, base);
        }
        let negative = Formula::less(count, Lin::ZERO);
        let is_positive = negative == Formula::Bool(false) || self.context.oracle.refutes(state, &negative);
        if is_positive && self.fits(state, pointer, count, each) {
            return true;
        }
        if is_positive && self.has_elements(state, pointer, count, each) {
            return true;
        }
        let offset = u64::try_from(pointer.offset).ok().filter(|offset| offset.is_multiple_of(each));
        let moved = offset.and_then(|offset| count.plus((offset / each) as i64));
        if let Some(last) = moved.and_then(|count| count.plus(-1))
            && state.block_of(pointer).is_none()
            && !self.is_in_struct(state, base)
            && (is_positive || self.is_seen_unsigned(state, count) || self.at_least_zero(state, count))
            && self.ask_for_room(state, base, (Lin::ZERO, last), each)
        {
            return true;
        }
        let name = state.info(base).name.clone();
        let text = format!("as many bytes are {verb} at `{name}` as are not known to be there");
        self.fail(state, Check::Spatial, Severity::Unknown, span, &text);
        false
    }

    /// Whether so many elements, a number that is not negative, are in a buffer from one of its elements on; asks callers for
    /// the buffer where they see it.
    fn has_elements(&mut self, state: &mut State, pointer: Lin, count: Lin, each: u64) -> bool {
        let element = pointer.base.and_then(|base| state.elements.get(&base)).copied();
        let Some(Element { array, index, stride, .. }) = element.filter(|it| it.stride == each as i64) else {
            return false;
        };
        let array = state.resolve(array);
        let moved = (pointer.offset % stride == 0).then_some(pointer.offset / stride);
        let first = moved.and_then(|moved| state.resolve(index).plus(moved));
        let (Some(base), Some(first)) = (array.base, first) else { return false };
        // The number of elements up to the last one: a sum of integers, which does not wrap around.
        let end = match (first.base, count.base) {
            (_, None) => first.plus(count.offset),
            (None, _) => count.plus(first.offset),
            _ => {
                let sum = state.symbol("a number of elements", Origin::Opaque).value();
                state.facts.push_back(Formula::Sum(sum, first, count));
                Some(sum)
            }
        };
        let Some(end) = end else { return false };
        let negative = Formula::less(first, Lin::ZERO);
        let is_positive = negative == Formula::Bool(false) || self.context.oracle.refutes(state, &negative);
        if is_positive && self.fits(state, array, end, each) {
            return true;
        }
        let skipped = (array.offset % stride == 0).then_some(array.offset / stride);
        let range = skipped.and_then(|skipped| Some((first.plus(skipped)?, end.plus(skipped - 1)?)));
        let is_asked = state.block_of(array).is_none() && !self.is_in_struct(state, base);
        self.note_indexed(state, base, each);
        // Where there are none, the first one need not be there; callers are asked for it all the same.
        is_asked && range.is_some_and(|range| self.ask_for_room(state, base, range, each))
    }

    /// Whether callers see a number, and it is declared without sign.
    fn is_seen_unsigned(&self, state: &State, value: Lin) -> bool {
        let seen = value.base.and_then(|base| state.info(base).seen.as_ref());
        value.offset >= 0 && seen.is_some_and(|seen| self.is_unsigned(seen))
    }

    /// Whether a pointer points to a struct.
    pub fn is_in_struct(&self, state: &State, base: Sym) -> bool {
        let target = state.info(base).valid.map(|valid| valid.0);
        target.is_some_and(|target| self.context.layouts.get(target).is_record)
    }

    /// States the precondition, and takes it for granted.
    pub fn require_room(
        &mut self,
        state: &mut State,
        base: Sym,
        pointer: Seen,
        count: Lin,
        each: u64,
    ) -> bool {
        let seen = match count.base {
            None => None,
            Some(sym) => match state.info(sym).seen.clone() {
                Some(seen) => Some(seen),
                None => return false,
            },
        };
        let room = Room { pointer, count: Amount { seen: seen.clone(), plus: count.offset }, each };
        self.notes.room(room);
        state.rooms.push_back((base.value(), count, each));
        let is_wide = seen.as_ref().is_some_and(|seen| self.is_unsigned(seen) && self.bytes(seen) == Some(8));
        if seen.is_some_and(|seen| !self.is_unsigned(&seen) || self.bytes(&seen) == Some(8)) {
            let limit = LARGEST_OBJECT / each.max(1) as i64;
            state.facts.push_back(Formula::less(Lin::constant(limit), count).negated());
        }
        if let (true, Some(sym)) = (is_wide, count.base) {
            // No object is as large as a number that would be negative.
            state.facts.push_back(Formula::less(sym.value(), Lin::ZERO).negated());
        }
        true
    }

    /// Checks that there is as much behind a pointer as a callee asks for, in terms of the caller.
    pub fn check_room(
        &mut self,
        state: &mut State,
        room: &Room,
        callee: &str,
        values: &[Lin],
        span: Option<Span>,
    ) {
        let called = called(self.context, callee);
        let pointer = self.value_seen(state, &room.pointer, values);
        let count = match &room.count.seen {
            None => Some(Lin::constant(room.count.plus)),
            Some(seen) => self.value_seen(state, seen, values).and_then(|it| it.plus(room.count.plus)),
        };
        if let (Some(pointer), Some(count)) = (pointer, count) {
            let (pointer, count) = (state.resolve(pointer), state.resolve(count));
            let is_signed = room.count.seen.as_ref().is_none_or(|seen| !self.is_unsigned_of(called, seen));
            if self.needs_no_room(state, count, is_signed)
                || self.has_room(state, pointer, count, is_signed, room.each)
            {
                return;
            }
            // What callers of this function see as well, they are asked for.
            let is_free = count.base.is_none_or(|base| state.info(base).seen.is_some());
            let same_sign =
                match (&room.count.seen, count.base.and_then(|base| state.info(base).seen.clone())) {
                    (Some(theirs), Some(own)) => {
                        self.is_unsigned_of(called, theirs) == self.is_unsigned(&own)
                    }
                    _ => true,
                };
            if let Some(base) = pointer.symbol().filter(|base| !self.is_in_struct(state, *base))
                && let (true, true, Some(seen)) = (is_free, same_sign, state.info(base).seen.clone())
                && self.require_room(state, base, seen, count, room.each)
            {
                return;
            }
        }
        let stated = self.stated(callee, |program, layouts, param| room.text(program, layouts, param));
        let text = format!("it is not known whether {stated} holds, as `{callee}` requires");
        self.fail(state, Check::Spatial, Severity::Unknown, span, &text);
    }

    /// Whether a number of elements is none, surely.
    pub fn needs_no_room(&self, state: &State, count: Lin, is_signed: bool) -> bool {
        let count = state.resolve(count);
        let some = match is_signed {
            true => Formula::less(Lin::ZERO, count),
            false => Formula::differ(count, Lin::ZERO),
        };
        some == Formula::Bool(false) || self.context.oracle.refutes(state, &some)
    }

    /// Whether so many elements are behind a pointer, surely, where the number may be large because it has no sign.
    pub fn has_room(
        &mut self,
        state: &mut State,
        pointer: Lin,
        count: Lin,
        is_signed: bool,
        each: u64,
    ) -> bool {
        let (pointer, count) = (state.resolve(pointer), state.resolve(count));
        let negative = Formula::less(count, Lin::ZERO);
        let is_real =
            is_signed || negative == Formula::Bool(false) || self.context.oracle.refutes(state, &negative);
        is_real && self.fits(state, pointer, count, each)
    }

    /// Checks a bound of a number that a callee asks for, in terms of the caller.
    pub fn check_bound(
        &mut self,
        state: &mut State,
        bound: &Guard,
        callee: &str,
        values: &[Lin],
        span: Option<Span>,
    ) {
        if let Some(value) = self.value_seen(state, &bound.seen, values) {
            let value = state.resolve(value);
            let is_unsigned = self.is_unsigned_of(called(self.context, callee), &bound.seen);
            let formula = bound_formula(is_unsigned, bound, value);
            let broken = formula.map_or(Formula::Bool(true), Formula::negated);
            if broken == Formula::Bool(false) || self.context.oracle.refutes(state, &broken) {
                return;
            }
            if self.ask_for_bound(state, value, bound.order, bound.constant) {
                return;
            }
        }
        let stated = self.stated(callee, |program, layouts, param| bound.text(program, layouts, param));
        let text = format!("it is not known whether {stated} holds, as `{callee}` requires");
        self.fail(state, Check::Spatial, Severity::Unknown, span, &text);
    }

    /// A bound on what callers of this function see, of its value; true where it says nothing.
    pub fn bounded(&self, state: &State, bound: &Guard, value: Lin) -> Formula {
        let is_unsigned = self.is_unsigned(&bound.seen);
        bound_formula(is_unsigned, bound, state.resolve(value)).unwrap_or(Formula::Bool(true))
    }

    /// The length of a string: there is a byte more behind the pointer.
    pub fn length_of_text(&mut self, state: &mut State, inst: &ir::Inst, text: Lin) {
        let Some(Value::Word(length)) = inst.result().and_then(|result| state.env.get(&result)).cloned()
        else {
            return;
        };
        let text = state.resolve(text);
        let known = text.symbol().and_then(|text| state.lengths.get(&text)).copied();
        if let (Some(known), Some(result)) = (known, inst.result()) {
            // The same as before: nothing was written since.
            state.env.insert(result, Value::Word(known));
            return;
        }
        state.facts.push_back(Formula::less(length, Lin::ZERO).negated());
        state.facts.push_back(Formula::less(length, Lin::constant(LARGEST_OBJECT)));
        if let (Some(text), Some(count)) = (text.symbol(), length.plus(1)) {
            state.rooms.push_back((text.value(), count, 1));
            // It counts up to the first zero.
            if let Some(end) = texts::end(self.context.layouts, state, text) {
                state.facts.push_back(Formula::less(end, length).negated());
                if let Some(length) = length.symbol() {
                    self.is_length(state, length, text);
                }
            }
        }
    }

    /// Checks a pointer that is stored as one to links: what it points to must be set, because others follow it.
    pub fn check_links_behind(&mut self, state: &mut State, place: &Place, value: Lin, span: Option<Span>) {
        if place.kind != SpotKind::Data {
            return;
        }
        let layouts = self.context.layouts;
        let declared = layouts.scalar_at(place.field.owner, place.field.at, place.size);
        let target = declared.and_then(|ty| layouts.pointer_target(ty));
        let Some(target) = target.filter(|it| !layouts.get(*it).is_record && layouts.carries_links(*it))
        else {
            return;
        };
        let value = state.resolve(value);
        let Some(base) = value.base.filter(|_| state.simplest(value) != Lin::ZERO) else { return };
        let is_set = match state.block_of(value) {
            Some(index) => state.blocks[index].zeroed || state.blocks[index].target == Some(target),
            None => {
                state.info(base).valid.is_some_and(|valid| valid.0 == target)
                    || state.contents.values().any(|sym| *sym == base)
            }
        };
        if !is_set {
            let text =
                format!("it is not known whether the links behind `{}` are set", state.info(base).name);
            self.fail(state, Check::Integrity, Severity::Unknown, span, &text);
        }
    }

    /// Whether a number that callers see is declared without sign.
    pub fn is_unsigned(&self, seen: &Seen) -> bool {
        self.is_unsigned_of(self.context.function, seen)
    }

    /// Whether a number that the callers of a function see is declared without sign.
    fn is_unsigned_of(&self, function: &ir::Function, seen: &Seen) -> bool {
        self.declared(function, seen).is_some_and(|ty| self.context.layouts.is_unsigned(ty))
    }

    /// How many bytes a number that callers see has.
    pub fn bytes(&self, seen: &Seen) -> Option<u64> {
        let ty = self.declared(self.context.function, seen);
        ty.map(|ty| self.context.program.types.get(ty).size)
    }

    /// The declared type of what the callers of a function see.
    fn declared(&self, function: &ir::Function, seen: &Seen) -> Option<ir::TypeId> {
        let types = &self.context.program.types;
        match seen {
            Seen::Param(index) => {
                let TypeKind::Function { params, .. } = &types.get(types.strip(function.ty?)).kind else {
                    return None;
                };
                let is_plain = params.len() == function.params.len();
                is_plain.then(|| params.get(*index).map(|ty| types.strip(*ty))).flatten()
            }
            Seen::Global(_) | Seen::Member(..) | Seen::Length(_) => {
                self.context.layouts.declared_member(seen)
            }
        }
    }
}

/// The function with a name; this one where there is none.
fn called<'a>(context: &Context<'a>, name: &str) -> &'a ir::Function {
    let program = context.program;
    program.find_function(name).map_or(context.function, |id| program.function(id))
}

/// That a number is in a bound, as C compares it; none where that says nothing.
pub fn bound_formula(is_unsigned: bool, guard: &Guard, value: Lin) -> Option<Formula> {
    let formula = guard.order.formula(value, guard.constant);
    if !is_unsigned {
        return Some(formula);
    }
    // A number without sign that would be negative is a large one.
    let negative = Formula::less(value, Lin::ZERO);
    match guard.order {
        Order::Equal | Order::Differs => Some(formula),
        _ if guard.constant < 0 => None,
        Order::Less | Order::AtMost => Some(Formula::And(vec![negative.negated(), formula])),
        Order::AtLeast if guard.constant == 0 => None,
        Order::Greater | Order::AtLeast => Some(Formula::Or(vec![negative, formula])),
    }
}

/// Whether a number is a mask of another one, or a remainder.
fn is_masked(state: &State, number: Sym) -> bool {
    state.pure.iter().any(|((operation, operands), sym)| {
        *sym == number
            && match operation {
                Operation::Binary(BinaryOp::And | BinaryOp::URem, _) => true,
                Operation::ZeroExtended(_) => {
                    operands.iter().any(|it| it.symbol().is_some_and(|narrow| is_masked(state, narrow)))
                }
                _ => false,
            }
    })
}

/// Whether two members are of one struct.
fn is_beside(one: &Seen, other: &Seen) -> bool {
    matches!((one, other), (Seen::Member(one, ..), Seen::Member(other, ..)) if one == other)
}

/// Numbers that callers see and that something was compared with on the path, or that the index is less than by a constant:
/// what is beside the pointer first.
fn bounds(state: &State, pointer: &Seen, index: Sym) -> Vec<Sym> {
    let mut found: Vec<Sym> = Vec::new();
    // `d[n - 1]`
    if let Some((number, ..=-1)) = state.sums.get(&index)
        && let Some(sym) = state.resolve(*number).symbol()
        && state.info(sym).seen.is_some()
    {
        found.push(sym);
    }
    for fact in state.facts.iter() {
        compared(fact, &mut |sym| {
            let info = state.info(sym);
            if sym != index && info.seen.is_some() && info.valid.is_none() && !found.contains(&sym) {
                found.push(sym);
            }
        });
    }
    let beside = |sym: &Sym| match (&state.info(*sym).seen, pointer) {
        (Some(Seen::Member(one, ..)), Seen::Member(other, ..)) => one == other,
        (Some(Seen::Param(_)), Seen::Param(_)) => true,
        _ => false,
    };
    found.sort_by_key(|sym| !beside(sym));
    found.truncate(MOST_BOUNDS);
    found
}

/// Whether a symbol is compared with something on the path.
pub fn is_ordered(state: &State, sym: Sym) -> bool {
    let mut found = false;
    state.facts.iter().for_each(|fact| compared(fact, &mut |other| found |= other == sym));
    found
}

/// Whether a number is compared on the path with a member of a struct, of which nobody wrote down how large it is.
pub fn is_below_member(state: &State, value: Lin) -> bool {
    let Some(base) = state.resolve(value).base else { return false };
    let is_member = |sym: &Sym| matches!(state.info(*sym).seen, Some(Seen::Member(..)));
    state.facts.iter().any(|fact| {
        let mut found = Vec::new();
        compared(fact, &mut |sym| found.push(sym));
        found.contains(&base) && found.iter().any(is_member)
    })
}

/// Calls `visit` with the symbols that a formula orders.
fn compared(formula: &Formula, visit: &mut dyn FnMut(Sym)) {
    match formula {
        Formula::Less(one, other) => {
            one.base.into_iter().chain(other.base).for_each(visit);
        }
        Formula::Not(inner) => compared(inner, visit),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| compared(part, visit)),
        _ => {}
    }
}

/// The element of an array whose elements have a type, for an access at a constant offset.
pub fn constant_element(array: Sym, stride: u64) -> Element {
    Element { array: array.value(), index: Lin::ZERO, stride: stride.max(1) as i64, is_unbounded: false }
}

/// Whether there may be more behind a struct that a pointer to it reaches: elements alike, or what extends it.
pub fn may_go_on(layouts: &crate::types::layout::Layouts<'_>, target: TargetId) -> bool {
    is_element(layouts, target) || layouts.is_open(target)
}

/// Whether the elements of a type can be elements of a buffer: nodes of lists and trees are single.
pub fn is_element(layouts: &crate::types::layout::Layouts<'_>, target: TargetId) -> bool {
    let layout = layouts.get(target);
    !layout.is_record || layout.cells.iter().all(|cell| cell.target != target)
}
