//! Strings that callers give: memory that ends in a zero somewhere.
//!
//! A `char *` that is walked until a byte is zero is a string: callers are asked for one, `valid_read_string(s)`. Of a string
//! one place is known to hold a zero, by a number that nobody sees. An index that is not behind it is in bounds; a byte that
//! is not zero is not at it. Nothing says that there is no other zero before.
//!
//! Functions that are called leave strings alone that they are not given, or given as constants; that is printed with the
//! assumptions.
//!
//! Invariant: the place that is known holds a zero as long as it is in the state. Whatever may write there takes it out, and
//! a string that was not looked at yet is none once bytes of callers may have been overwritten.

use crate::code::context::Context;
use crate::exec::Exec;
use crate::exec::rooms::LARGEST_OBJECT;
use crate::exec::strings::{Text, block_around};
use crate::report::{Check, Severity};
use crate::solver::term::{Formula, Lin, Sym};
use crate::state::seen::Seen;
use crate::state::{Element, Origin, State, Value};
use crate::types::layout::Layouts;
use ir::{FuncId, Span};

impl Exec<'_, '_> {
    /// Whether some bytes behind a pointer are in a string that callers give; asks them for it.
    pub fn is_in_text(
        &mut self,
        state: &mut State,
        base: Sym,
        (first, last): (Lin, Lin),
        verb: &str,
        span: Option<Span>,
    ) -> bool {
        let is_read = |state: &State| state.bytes_read.iter().any(|it| it.0 == base);
        if last.base.is_none() && !state.texts.contains_key(&base) && !is_read(state) {
            return false;
        }
        let Some(end) = end(self.context.layouts, state, base) else { return false };
        let outside = Formula::Or(vec![Formula::less(first, Lin::ZERO), Formula::less(end, last)]);
        if !self.context.oracle.refutes(state, &outside) {
            return false;
        }
        self.check_null(state, base, span);
        if let Some(seen) = state.info(base).seen.clone() {
            self.notes.string(seen, verb == "written");
        }
        true
    }

    /// A byte was read through a pointer: unless it is zero, no string ends there.
    pub fn byte_read(&self, state: &mut State, address: Lin, value: Lin) {
        let Some((base, Some(index))) = byte_at(state, address) else { return };
        match state.texts.get(&base).copied() {
            Some(end) => tell_byte(state, end, index, value),
            None if is_text(self.context.layouts, state, base) && !state.is_touched => {
                state.bytes_read.push_back((base, index, value));
            }
            None => {}
        }
    }

    /// Bytes are written where callers may have a string.
    pub fn text_overwritten(&self, state: &mut State, address: Lin, text: Text) {
        if state.is_touched && state.texts.is_empty() && state.lengths.is_empty() {
            return;
        }
        let Some((root, index)) = byte_at(state, address) else { return };
        // Buffers lie apart from structs.
        if self.is_in_struct(state, root) {
            return;
        }
        let size = match text {
            Text::Bytes(size) => size,
            // Where a zero was, there still is one.
            Text::Zeros(_) => {
                state.is_shortened = true;
                state.lengths.clear();
                return;
            }
            Text::Ended | Text::ZeroAt(_) => None,
        };
        state.is_touched = true;
        state.lengths.clear();
        let texts: Vec<(Sym, Lin)> = state.texts.iter().map(|(base, end)| (*base, *end)).collect();
        for (base, end) in texts {
            let last = index.zip(size).and_then(|(index, size)| index.plus(size - 1));
            let is_apart = match (index, last) {
                _ if base != root => state.different_objects(base.value(), root.value()),
                (Some(first), Some(last)) => {
                    let there = Formula::And(vec![
                        Formula::less(end, first).negated(),
                        Formula::less(last, end).negated(),
                    ]);
                    self.context.oracle.refutes(state, &there)
                }
                _ => false,
            };
            if !is_apart {
                state.texts.remove(&base);
            }
        }
    }

    /// A character was classified or converted: zero is of no class, and only zero becomes zero.
    pub fn kept_zero(&self, state: &mut State, inst: &ir::Inst, callee: Option<FuncId>, values: &[Lin]) {
        let row = callee.and_then(|id| clib::row(&self.context.program.function(id).name));
        let is_it = row.is_some_and(|row| row.keeps_zero)
            && callee
                .is_some_and(|id| self.context.program.function(id).body.is_none() || self.is_library(id));
        if let (true, [argument]) = (is_it, values)
            && let Some(Value::Word(result)) = inst.result().and_then(|it| state.env.get(&it)).cloned()
        {
            let is_zero = Formula::equal(result, Lin::ZERO);
            let was_zero = Formula::equal(*argument, Lin::ZERO);
            if row.is_some_and(|row| row.keeps_nonzero) {
                state.facts.push_back(Formula::Or(vec![is_zero.clone().negated(), was_zero.clone()]));
            }
            state.facts.push_back(Formula::Or(vec![is_zero, was_zero.negated()]));
        }
    }

    /// A number was read from a text: where it ends is stored, a place that is not behind the end of the text.
    ///
    /// Soundness: the function reads no further than to the first zero, and the place that is known to hold a zero is that one
    /// or behind it.
    pub fn number_read(
        &mut self,
        state: &mut State,
        callee: Option<FuncId>,
        values: &[Lin],
        span: Option<Span>,
    ) {
        let is_library =
            |id: &FuncId| self.context.program.function(*id).body.is_none() || self.is_library(*id);
        let row = callee.filter(is_library).and_then(|id| clib::row(&self.context.program.function(id).name));
        let Some((text, to)) = row.and_then(|row| row.gives_end) else { return };
        let (Some(&text), Some(&to)) = (values.get(text), values.get(to)) else { return };
        // Only variables of this function: of others' memory nothing is said.
        let to = state.resolve(to);
        let is_own = state.block_of(to).is_some_and(|index| state.blocks[index].slot.is_some());
        let Some((root, Some(first))) = byte_at(state, text).filter(|_| is_own) else { return };
        let Some(end) = end(self.context.layouts, state, root) else { return };
        let place = state.symbol("the end of a number", Origin::Opaque).value();
        state.facts.push_back(Formula::less(place, first).negated());
        state.facts.push_back(Formula::less(end, place).negated());
        let name = format!("{}[…]", state.info(root).name);
        let stored = state.symbol(name, Origin::Element);
        let element = Element { array: root.value(), index: place, stride: 1, is_unbounded: false };
        state.elements.insert(stored, element);
        let pointer = u64::from(self.context.program.target.pointer_bytes);
        self.store(state, to, pointer, stored.value(), span);
    }

    /// Checks that a string which is read is one: that it ends, where it is in memory of this function, else that callers
    /// give one. What memory holds is taken to be valid.
    pub fn check_text(&mut self, state: &mut State, address: Lin, reader: &str, span: Option<Span>) {
        if block_around(state, address).is_some() {
            return self.check_ended(state, address, reader, span);
        }
        let Some((base, index)) = byte_at(state, address) else { return };
        let Some(seen @ Seen::Param(_)) = state.info(base).seen.clone() else { return };
        if !is_text(self.context.layouts, state, base) && state.info(base).target().is_some() {
            return;
        }
        if index == Some(Lin::ZERO) {
            if !state.is_touched || state.texts.contains_key(&base) {
                self.notes.string(seen, false);
            }
            return;
        }
        if !index.is_some_and(|index| self.is_in_text(state, base, (index, index), "read", span)) {
            let name = state.info(base).name.clone();
            let text =
                format!("`{reader}` reads a string from inside of `{name}`, where none is known to be");
            self.fail(state, Check::Spatial, Severity::Unknown, span, &text);
        }
    }

    /// Checks that there is a string where a callee asks for one.
    pub fn check_string(
        &mut self,
        state: &mut State,
        (seen, is_written): (&Seen, bool),
        callee: &str,
        values: &[Lin],
        span: Option<Span>,
    ) {
        let Some(value) = self.value_seen(state, seen, values) else { return };
        let value = state.resolve(value);
        if state.simplest(value) == Lin::ZERO {
            return;
        }
        if block_around(state, value).is_some() {
            return self.check_ended(state, value, callee, span);
        }
        let Some((base, index)) = byte_at(state, value) else { return };
        if state.info(base).origin == Origin::Global {
            return self.check_global(state, value, is_written, callee, span);
        }
        let verb = if is_written { "written" } else { "read" };
        let is_start = index == Some(Lin::ZERO);
        // What memory holds, and what others give, is taken to be valid.
        let is_given = matches!(state.info(base).seen, Some(Seen::Param(_)));
        let is_text = match state.info(base).seen.clone() {
            Some(seen) if is_start && (!state.is_touched || state.texts.contains_key(&base)) => {
                self.notes.string(seen, is_written);
                true
            }
            _ if is_start && !is_given => true,
            _ => index.is_some_and(|index| self.is_in_text(state, base, (index, index), verb, span)),
        };
        if !is_text {
            let name = state.info(base).name.clone();
            let text = format!("`{callee}` requires a string, and none is known to be at `{name}`");
            self.fail(state, Check::Spatial, Severity::Unknown, span, &text);
        }
    }

    /// Checks that a constant is a string from some place on.
    fn check_global(
        &mut self,
        state: &mut State,
        value: Lin,
        is_written: bool,
        callee: &str,
        span: Option<Span>,
    ) {
        let found = state.globals.iter().find(|(_, sym)| Some(**sym) == value.base);
        let Some(global) = found.map(|(id, _)| self.context.program.global(*id)) else { return };
        // What variables hold is taken to be valid.
        if !global.constant && value.offset == 0 {
            return;
        }
        let from = usize::try_from(value.offset).ok();
        let is_ended = global.init.as_ref().zip(from).is_some_and(|(init, from)| {
            let size = global.size as usize;
            from < size && (init.bytes.len() < size || init.bytes.iter().skip(from).any(|byte| *byte == 0))
        });
        if !is_ended || is_written {
            let text = format!("`{callee}` requires a string, and none is known to be at `{}`", global.name);
            self.fail(state, Check::Spatial, Severity::Unknown, span, &text);
        }
    }
}

/// A byte that is read twice, with nothing written in between, is the same.
///
/// Soundness: the pointer and the number of bytes behind it are the same terms, so that the address is; and `bytes_same` is
/// forgotten at every instruction that may write memory or end a variable (`Exec::may_write`).
pub fn read_again(state: &mut State, address: Lin, value: Lin) -> Lin {
    let Some((base, Some(index))) = byte_at(state, address) else { return value };
    let is_it = |it: &&(Sym, Lin, Lin)| it.0 == base && state.resolve(it.1) == index;
    if let Some((_, _, same)) = state.bytes_same.iter().find(is_it) {
        return *same;
    }
    state.bytes_same.push_back((base, index, value));
    value
}

/// The place of a zero in the string that a pointer of callers points to, where it may be one.
pub fn end(layouts: &Layouts<'_>, state: &mut State, base: Sym) -> Option<Lin> {
    if let Some(end) = state.texts.get(&base) {
        return Some(*end);
    }
    let is_seen = state.info(base).seen.is_some();
    (is_seen && !state.is_touched && is_text(layouts, state, base)).then(|| begin(state, base))
}

/// The same of a pointer that is known to point to a string.
pub fn begin(state: &mut State, base: Sym) -> Lin {
    if let Some(end) = state.texts.get(&base) {
        return *end;
    }
    let name = format!("strlen({})", state.info(base).name);
    let end = state.symbol(name, Origin::Opaque).value();
    state.facts.push_back(Formula::less(end, Lin::ZERO).negated());
    state.facts.push_back(Formula::less(end, Lin::constant(LARGEST_OBJECT)));
    state.texts.insert(base, end);
    let read: Vec<(Lin, Lin)> =
        state.bytes_read.iter().filter(|it| it.0 == base).map(|it| (it.1, it.2)).collect();
    for (index, value) in read {
        tell_byte(state, end, index, value);
    }
    end
}

/// Whether a pointer points to bytes, by its type.
pub fn is_text(layouts: &Layouts<'_>, state: &State, base: Sym) -> bool {
    let target = state.info(base).target().map(|target| layouts.get(target));
    target.is_some_and(|layout| layout.size == 1 && !layout.is_record && !layout.is_array)
}

fn tell_byte(state: &mut State, end: Lin, index: Lin, value: Lin) {
    let is_zero = Formula::equal(value, Lin::ZERO);
    state.facts.push_back(Formula::Or(vec![is_zero, Formula::differ(index, end)]));
}

/// The pointer that an address is made from, and how many bytes are between them, where that is one number.
fn byte_at(state: &State, address: Lin) -> Option<(Sym, Option<Lin>)> {
    let address = state.resolve(address);
    let base = address.base?;
    let Some(element) = state.elements.get(&base) else {
        return Some((base, Some(Lin::constant(address.offset))));
    };
    let array = state.resolve(element.array);
    let inner = array.base.filter(|sym| state.elements.contains_key(sym));
    match inner {
        Some(_) => byte_at(state, array).map(|(root, _)| (root, None)),
        None => {
            let index = state.resolve(element.index).plus(array.offset);
            let index = index.and_then(|index| index.plus(address.offset));
            Some((array.base?, index.filter(|_| element.stride == 1)))
        }
    }
}

/// The pointers whose bytes are compared with zero: they are taken for strings.
pub fn tested(context: &Context<'_>) -> std::collections::BTreeSet<ir::ValueId> {
    let root = |operand: ir::Operand| match context.definition(operand.value()?).map(|inst| &inst.kind) {
        Some(ir::InstKind::PtrAdd { base, .. }) => base.value(),
        _ => operand.value(),
    };
    let loaded = |operand: ir::Operand| {
        let mut inst = context.definition(operand.value()?)?;
        if let ir::InstKind::Cast { value, .. } = &inst.kind {
            inst = context.definition(value.value()?)?;
        }
        match &inst.kind {
            ir::InstKind::Load { ty: ir::Scalar::Int(8), ptr, .. } => root(*ptr),
            _ => None,
        }
    };
    let zeros =
        context.compares.values().filter(|(_, _, rhs)| matches!(rhs, ir::Operand::Int { value: 0, .. }));
    zeros.filter_map(|(_, lhs, _)| loaded(*lhs)).collect()
}
