//! Headers: bytes before a pointer to data that callers give.
//!
//! `s[-1]`, `((struct header *)mem - 1)->size`, `free((char *)p - 16)`: the pointer is inside of an object. How much of the
//! object is before it, callers are asked for (`state/header.rs`).
//!
//! Invariant: an access is allowed only where its bytes are in the object under the preconditions stated. What is read from a
//! header is not known; a write may change the data of any struct, since headers are structs as often as not. Links in headers
//! are not modelled.

use crate::exec::{Exec, texts};
use crate::report::{Check, Severity};
use crate::solver::term::{Formula, Lin, Sym};
use crate::state::header::{Header, Only};
use crate::state::{Element, Entry, Freed, Operation, Origin, State};
use crate::types::layout::SpotKind;
use ir::{BinaryOp, CastOp, InstKind, Operand, Scalar, Span};

impl Exec<'_, '_> {
    /// Reads a number from before a pointer; none where the address is none of a header.
    pub fn load_header(
        &mut self,
        state: &mut State,
        ptr: Operand,
        ty: Scalar,
        span: Option<Span>,
    ) -> Option<Lin> {
        let (base, address) = self.header_access(state, ptr, ty, "read", span)?;
        let name = format!("a value before {}", state.info(base).name);
        let value = state.symbol(name, Origin::Opaque);
        if ty.bytes(self.context.program.target) != 1 {
            return Some(value.value());
        }
        let read = texts::read_again(state, address, value.value());
        // As callers gave it: only what surely nobody has written since.
        if read == value.value() && state.log.is_empty() && state.written.is_nothing() {
            state.header_bytes.push_back((value, base, address.offset.unsigned_abs()));
        }
        Some(read)
    }

    /// Writes a number before a pointer; false where the address is none of a header.
    pub fn store_header(
        &mut self,
        state: &mut State,
        ptr: Operand,
        ty: Scalar,
        value: Lin,
        span: Option<Span>,
    ) -> bool {
        let Some((_, address)) = self.header_access(state, ptr, ty, "written", span) else { return false };
        state.log.push_back(Entry::Scramble { base: address });
        state.log.push_back(Entry::Element);
        state.escaped.push((value, span));
        true
    }

    /// The pointer before which a number is accessed, and where, if it may be.
    fn header_access(
        &mut self,
        state: &mut State,
        ptr: Operand,
        ty: Scalar,
        verb: &str,
        span: Option<Span>,
    ) -> Option<(Sym, Lin)> {
        let address = self.word(state, ptr);
        let address = state.resolve(address);
        let base = self.before(state, address).filter(|_| ty != Scalar::Ptr && self.is_plain(ptr))?;
        let size = i64::from(ty.bytes(self.context.program.target));
        let bytes = address.offset.unsigned_abs();
        let is_known = has_header(state, base, bytes);
        if address.offset + size > 0 || !is_known && state.info(base).seen.is_none() {
            return None;
        }
        self.check_null(state, base, span);
        self.check_freed(state, base, verb, span);
        if !is_known {
            self.require_header(state, base, bytes, false);
        }
        Some((base, address))
    }

    /// The pointer to data before which an address is.
    fn before(&self, state: &State, address: Lin) -> Option<Sym> {
        let base = address.base.filter(|_| address.offset < 0)?;
        let layouts = self.context.layouts;
        let is_data = state.info(base).target().is_none_or(|target| {
            let layout = layouts.get(target);
            !layout.is_record && !layout.is_array && !layouts.carries_links(target)
        });
        let is_other = state.elements.contains_key(&base)
            || state.block_of(address).is_some()
            || state.info(base).origin == Origin::Global;
        (is_data && !is_other).then_some(base)
    }

    /// Whether an address, as the code computes it, is none of a link, nor of a member that a struct makes promises about.
    fn is_plain(&self, ptr: Operand) -> bool {
        let layouts = self.context.layouts;
        let Some(InstKind::PtrAdd { offset, via: Some(via), .. }) =
            ptr.value().and_then(|id| self.context.definition(id)).map(|inst| &inst.kind)
        else {
            return true;
        };
        let Some(target) = layouts.object_target(*via).filter(|target| layouts.get(*target).is_record) else {
            return true;
        };
        let spot = match offset {
            Operand::Int { value, .. } => layouts.spot(target, *value as i64, 1),
            _ => None,
        };
        spot.is_some_and(|spot| spot.kind == SpotKind::Data) && layouts.promises_of(target).next().is_none()
    }

    /// States that there is a header, and takes it for granted.
    pub fn require_header(&mut self, state: &mut State, base: Sym, bytes: u64, is_freed: bool) -> bool {
        let Some(pointer) = state.info(base).seen.clone() else { return false };
        let layouts = self.context.layouts;
        let is_of_bytes = state.info(base).target().is_some_and(|target| layouts.get(target).size == 1);
        let header = Header { pointer, is_of_bytes, bytes, is_freed, only: only(state, base) };
        self.notes.header(header);
        if !is_freed {
            state.headers.push_back((base, bytes));
        }
        true
    }

    /// Frees a block that begins before a pointer, where callers can be asked for that.
    pub fn free_before(&mut self, state: &mut State, pointer: Lin, span: Option<Span>) -> bool {
        let Some(base) = self.before(state, pointer).filter(|base| state.info(*base).seen.is_some()) else {
            return false;
        };
        self.check_null(state, base, span);
        self.check_freed(state, base, "freed", span);
        self.require_header(state, base, pointer.offset.unsigned_abs(), true);
        let freed = |value| Freed { value, span, by: None, is_certain: true };
        state.freed.push_back(freed(pointer));
        // The block is freed with all that is in it.
        state.freed.push_back(freed(base.value()));
        true
    }

    /// Checks that there is the header that a callee asks for, in terms of the caller.
    pub fn check_header(
        &mut self,
        state: &mut State,
        header: &Header,
        callee: &str,
        values: &[Lin],
        span: Option<Span>,
    ) {
        let value = self.value_seen(state, &header.pointer, values).map(|value| state.resolve(value));
        let holds = value.is_some_and(|value| {
            // Whether it may be null is a question of its own.
            state.simplest(value) == Lin::ZERO
                || match header.is_freed {
                    true => self.is_freeable(state, value, header),
                    false => self.is_behind(state, value, header),
                }
        });
        if !holds {
            let stated = self.stated(callee, |program, layouts, param| header.text(program, layouts, param));
            let text = format!("it is not known whether {stated} holds, as `{callee}` requires");
            let check = if header.is_freed { Check::Temporal } else { Check::Spatial };
            self.fail(state, check, Severity::Unknown, span, &text);
        }
    }

    /// Whether a block begins so many bytes before a value; asks callers for it where they see it.
    fn is_freeable(&mut self, state: &mut State, value: Lin, header: &Header) -> bool {
        if let Some(index) = state.block_of(value) {
            return state.blocks[index].slot.is_none() && value.offset == header.bytes as i64;
        }
        let base = value.symbol().filter(|base| state.info(*base).seen.is_some());
        base.is_some_and(|base| self.ask_again(state, base, header))
    }

    /// Whether so many bytes are before a value, in its object; asks callers for them where they see it.
    fn is_behind(&mut self, state: &mut State, value: Lin, header: &Header) -> bool {
        let Some(base) = value.base else { return false };
        let bytes = header.bytes as i64;
        if let Some(Element { array, index, stride: 1, .. }) = state.elements.get(&base).copied() {
            let array = state.resolve(array);
            let place = state.resolve(index).plus(array.offset).and_then(|it| it.plus(value.offset));
            let (Some(array), Some(place)) = (array.base, place) else { return false };
            let short = Formula::less(place, Lin::constant(bytes));
            return self.context.oracle.refutes(state, &short) && self.fits(state, array.value(), place, 1);
        }
        if value.offset >= bytes && self.fits(state, base.value(), Lin::constant(value.offset), 1) {
            return true;
        }
        if value.offset == 0 && has_header(state, base, header.bytes) {
            return true;
        }
        value.offset == 0 && state.info(base).seen.is_some() && self.ask_again(state, base, header)
    }

    /// Asks callers for what a callee asks for, of the same pointer.
    fn ask_again(&mut self, state: &mut State, base: Sym, header: &Header) -> bool {
        if self.before(state, Lin { base: Some(base), offset: -1 }).is_none() {
            return false;
        }
        let Some(pointer) = state.info(base).seen.clone() else { return false };
        // What a byte says is what it said when this function began, as long as nothing was written.
        let is_same = state.log.is_empty() && state.written.is_nothing();
        let only = header.only.filter(|_| is_same);
        let layouts = self.context.layouts;
        let is_of_bytes = state.info(base).target().is_some_and(|target| layouts.get(target).size == 1);
        self.notes.header(Header { pointer, is_of_bytes, only, ..header.clone() });
        if !header.is_freed && only.is_none() {
            state.headers.push_back((base, header.bytes));
        }
        true
    }
}

/// Whether so many bytes are known to be before a pointer.
fn has_header(state: &State, base: Sym, bytes: u64) -> bool {
    state.headers.iter().any(|(it, known)| state.resolve(it.value()) == base.value() && *known >= bytes)
}

/// What a byte before a pointer says on this path, as callers gave it.
fn only(state: &State, base: Sym) -> Option<Only> {
    let taken = state.path.iter().rev().filter_map(|step| step.condition.as_ref());
    taken.into_iter().find_map(|formula| {
        let Formula::Eq(one, other) = formula else { return None };
        let (number, value) = match (one.symbol(), other.symbol()) {
            (Some(number), None) if other.base.is_none() => (number, other.offset),
            (None, Some(number)) if one.base.is_none() => (number, one.offset),
            _ => return None,
        };
        let (byte, mask) = masked(state, number);
        let (_, _, at) = *state.header_bytes.iter().find(|it| it.0 == byte && it.1 == base)?;
        // Seven bits are the same with sign and without.
        let is_fine = if mask == 255 { (0..128).contains(&value) } else { (0..=mask).contains(&value) };
        is_fine.then_some(Only { at, mask, value })
    })
}

/// The byte that a number is made from, and the bits of it that count.
fn masked(state: &State, number: Sym) -> (Sym, i64) {
    let made = |sym: Sym| state.pure.iter().find(|it| *it.1 == sym).map(|it| it.0);
    let whole = |sym: Sym| match made(sym) {
        Some((Operation::ZeroExtended(_) | Operation::Cast(CastOp::SExt, _), operands)) => {
            operands.first().and_then(|it| it.symbol()).unwrap_or(sym)
        }
        _ => sym,
    };
    if let Some((Operation::Binary(BinaryOp::And, _), operands)) = made(number)
        && let [one, other] = operands.as_slice()
    {
        let (variable, mask) = if one.base.is_none() { (other, one) } else { (one, other) };
        if let (Some(variable), None, 1..=254) = (variable.symbol(), mask.base, mask.offset) {
            return (whole(variable), mask.offset);
        }
    }
    (whole(number), 255)
}
