//! Lengths of strings: how much room a text needs that the library copies.
//!
//! `malloc(strlen(s) + 1)` has room for `strcpy(p, s)` because both speak of one number. So the length of a string is a number
//! that is kept beside the pointer as long as nothing may write to the string, and that callers see as `strlen(s)` where the
//! string is as it was when the function began. A block remembers a number that the text in it is no longer than.
//!
//! A function of the library that writes one string, and reads nothing but strings, writes no more than their texts one behind
//! the other (`strcpy`, `strcat`).
//!
//! Invariant: what is in `State::lengths` is the length of that string now; whatever may write bytes of callers takes it out.

use crate::code::allocators;
use crate::exec::Exec;
use crate::exec::rooms::LARGEST_OBJECT;
use crate::exec::strings::block_around;
use crate::exec::texts;
use crate::solver::term::{Formula, Lin, Sym};
use crate::state::seen::Seen;
use crate::state::{Entry, Origin, State};
use clib::Extent;
use ir::types::TypeKind;
use ir::{Arg, FuncId, Scalar, Span};
use std::sync::Arc;

impl Exec<'_, '_> {
    /// The length of the string at an address, or a number that it is no longer than; none where nothing is known of it.
    pub fn text_length(&mut self, state: &mut State, text: Lin) -> Option<Lin> {
        let text = state.resolve(text);
        if let Some(bytes) = self.literal(state, text) {
            return i64::try_from(bytes.len()).ok().map(Lin::constant);
        }
        if let Some((block, offset)) = block_around(state, text) {
            return state.blocks[block].text.filter(|_| offset == Some(0));
        }
        self.given_length(state, text.symbol()?)
    }

    /// The length of a string that callers give.
    pub fn given_length(&mut self, state: &mut State, text: Sym) -> Option<Lin> {
        if let Some(length) = state.lengths.get(&text) {
            return Some(*length);
        }
        // It counts up to the first zero.
        let end = texts::end(self.context.layouts, state, text)?;
        let name = format!("strlen({})", state.info(text).name);
        let length = state.symbol(name, Origin::Opaque);
        self.is_length(state, length, text);
        state.facts.push_back(Formula::less(length.value(), Lin::ZERO).negated());
        state.facts.push_back(Formula::less(end, length.value()).negated());
        state.facts.push_back(Formula::less(length.value(), Lin::constant(LARGEST_OBJECT)));
        Some(length.value())
    }

    /// Notes that a number is the length of a string.
    pub fn is_length(&self, state: &mut State, length: Sym, text: Sym) {
        state.lengths.insert(text, length.value());
        let is_as_given = !state.is_touched && !state.is_shortened;
        let seen = state.info(text).seen.clone().filter(|_| is_as_given);
        if let Some(seen @ (Seen::Param(_) | Seen::Member(..))) = seen {
            state.symbols[length.index()].seen = Some(Seen::Length(Arc::new(seen)));
        }
    }

    /// How many bytes a function of the library writes through an argument that copies texts; none for other functions.
    pub fn text_to_write(
        &mut self,
        state: &mut State,
        callee: FuncId,
        argument: usize,
        values: &[Lin],
    ) -> Option<Lin> {
        let function = self.context.program.function(callee);
        let row = clib::row(&function.name).filter(|_| function.body.is_none() || self.is_library(callee))?;
        let [written] = row.writes else { return None };
        let is_text = |block: &clib::Block| block.extent == Extent::String;
        let is_it = is_text(written) && written.pointer == argument && row.keeps.is_empty();
        if !is_it || row.reads.is_empty() || !row.reads.iter().all(is_text) || !self.is_of_chars(function) {
            return None;
        }
        let mut sum = Lin::ZERO;
        for block in row.reads {
            let length = self.text_length(state, *values.get(block.pointer)?)?;
            sum = match (sum.base, length.base) {
                (_, None) => sum.plus(length.offset)?,
                (None, _) => length.plus(sum.offset)?,
                _ => {
                    let all = state.symbol("the length of texts", Origin::Opaque).value();
                    state.facts.push_back(Formula::Sum(all, sum, length));
                    all
                }
            };
        }
        sum.plus(1)
    }

    /// The blocks that a function of the library copies texts to, and the lengths of those.
    pub fn texts_copied(
        &mut self,
        state: &mut State,
        callee: Option<FuncId>,
        values: &[Lin],
    ) -> Vec<(usize, Lin)> {
        let Some(callee) = callee else { return Vec::new() };
        let mut all = Vec::new();
        for (index, value) in values.iter().enumerate() {
            let value = state.resolve(*value);
            if let Some(block) = state.block_of(value).filter(|_| value.offset == 0)
                && let Some(count) = self.text_to_write(state, callee, index, values)
            {
                all.extend(count.plus(-1).map(|length| (block, length)));
            }
        }
        all
    }

    /// Whether a callee may write to strings that it reaches through what it is given. Functions of the library write to what
    /// their rows say, and that strings which are not handed over stay as they are is printed with the assumptions.
    pub fn may_write_texts(&self, callee: Option<FuncId>, args: &[Arg]) -> bool {
        let is_described = |id: FuncId| {
            let function = self.context.program.function(id);
            clib::row(&function.name).is_some() && (function.body.is_none() || self.is_library(id))
                || allocators::of(self.context.program, function).is_some()
        };
        let is_harmless = |id: FuncId| self.context.summaries.writes[id.index()].is_nothing();
        args.iter().any(|arg| arg.ty == Scalar::Ptr)
            && !callee.is_some_and(|id| is_described(id) || is_harmless(id))
    }

    /// Whether all pointers that a function takes are to single bytes.
    fn is_of_chars(&self, function: &ir::Function) -> bool {
        let types = &self.context.program.types;
        let Some(TypeKind::Function { params, .. }) = function.ty.map(|ty| &types.get(types.strip(ty)).kind)
        else {
            return false;
        };
        let mut pointees = params.iter().filter_map(|ty| types.pointee(*ty));
        pointees.all(|ty| types.get(types.strip(ty)).size == 1)
    }

    /// Whether there is room for a text at an address; asks callers for it where they see all of it.
    pub fn takes_text(&mut self, state: &mut State, address: Lin, count: Lin, span: Option<Span>) -> bool {
        let address = state.resolve(address);
        let Some(base) = address.base else { return false };
        if state.block_of(address).is_some() {
            if !self.fits(state, address, count, 1) {
                return false;
            }
            self.check_freed(state, base, "written", span);
            state.log.push_back(Entry::Scramble { base: address });
            return true;
        }
        let is_plain = address.offset == 0 && !state.elements.contains_key(&base);
        if self.is_in_struct(state, base) || !is_plain {
            return false;
        }
        let Some(last) = count.plus(-1) else { return false };
        let is_there = self.fits(state, address, count, 1) || {
            let is_given = state.info(base).origin != Origin::Global;
            let is_seen = is_given && last.base.is_none_or(|sym| state.info(sym).seen.is_some());
            is_seen && self.ask_for_room(state, base, (Lin::ZERO, last), 1)
        };
        if is_there {
            self.check_freed(state, base, "written", span);
        }
        is_there
    }
}
