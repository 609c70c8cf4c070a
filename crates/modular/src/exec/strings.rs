//! Strings in memory that the function made: whether a zero is known to end them.
//!
//! A function of the library that reads a string reads until a zero. In a local array or a new block there is one only if
//! the function put it there: by storing it, by filling with zeros, or by a library function that writes strings.

use crate::exec::Exec;
use crate::report::{Check, Severity};
use crate::solver::term::Lin;
use crate::state::seen::Seen;
use crate::state::{Origin, State};
use crate::types::signature::Role;
use clib::{Extent, Primitive, PrintTo};
use ir::{Arg, FuncId, Scalar, Span};

/// How far a constant is searched for a zero.
const LONGEST: i64 = 4096;

/// Where a block is known to hold a zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// At this offset.
    At(i64),
    /// Somewhere.
    Somewhere,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Text {
    /// So many bytes, all of them zero; none for a number that is not known, but not none.
    Zeros(Option<i64>),
    /// So many bytes of any content.
    Bytes(Option<i64>),
    /// A string with its end.
    Ended,
    /// Bytes with a zero, so many bytes from the first.
    ZeroAt(i64),
}

impl Exec<'_, '_> {
    /// Something is written at an address.
    pub fn text_written(&self, state: &mut State, address: Lin, text: Text) {
        let Some((block, offset)) = block_around(state, address) else {
            return self.text_overwritten(state, address, text);
        };
        let end = state.blocks[block].end;
        if !matches!(text, Text::Zeros(_)) {
            state.blocks[block].text = None;
        }
        state.blocks[block].end = match (text, offset) {
            (Text::Zeros(Some(size)), Some(offset)) if size > 0 => Some(End::At(offset + size - 1)),
            (Text::Zeros(_), None) => Some(End::Somewhere),
            (Text::Ended, Some(0)) => Some(End::Somewhere),
            (Text::ZeroAt(zero), Some(offset)) => Some(End::At(offset + zero)),
            (Text::Bytes(Some(size)), Some(offset)) => match end {
                Some(End::At(zero)) if zero < offset || offset + size <= zero => end,
                _ => None,
            },
            _ => None,
        };
    }

    /// What is copied from somewhere: constants are known.
    pub fn copied_text(&self, state: &State, from: Lin, len: Lin) -> Text {
        let from = state.resolve(from);
        let size = len.base.is_none().then_some(len.offset);
        let global = from.base.and_then(|base| match state.info(base).seen {
            Some(Seen::Global(id)) => Some(self.context.program.global(id)),
            _ => None,
        });
        let (Some(global), Some(len)) = (global.filter(|global| global.constant), size) else {
            return Text::Bytes(size);
        };
        let Some(init) = global.init.as_ref().filter(|init| init.relocs.is_empty() && from.offset >= 0)
        else {
            return Text::Bytes(size);
        };
        // Behind the bytes that are told there are zeros.
        let byte = |at: i64| init.bytes.get((from.offset + at) as usize).copied().unwrap_or(0);
        let is_inside = from.offset.saturating_add(len) <= global.size as i64;
        let zero = (0..len.min(LONGEST)).find(|at| byte(*at) == 0);
        zero.filter(|_| is_inside).map_or(Text::Bytes(size), Text::ZeroAt)
    }

    /// What a call writes into memory that the function made.
    pub fn texts_written(&self, state: &mut State, callee: Option<FuncId>, args: &[Arg], values: &[Lin]) {
        let pointers = args.iter().zip(values).enumerate().filter(|(_, (arg, _))| arg.ty == Scalar::Ptr);
        let pointers = pointers.map(|(index, (_, value))| (index, *value));
        let Some(callee) = callee else {
            pointers.for_each(|(_, value)| self.text_written(state, value, Text::Bytes(None)));
            return;
        };
        let program = self.context.program;
        let function = program.function(callee);
        let is_described = function.body.is_none() || self.is_library(callee);
        let row = clib::row(&function.name).filter(|_| is_described);
        let primitive = clib::primitive(&function.name, program.target).filter(|_| is_described);
        let roles = self.context.signature(function).params;
        let is_constant =
            |index: usize| matches!(roles.get(index), Some(Role::Pointer(ty)) if self.is_constant(*ty));
        for (index, value) in pointers {
            let written = row.map(|row| row.writes.iter().find(|block| block.pointer == index));
            let ends = match primitive {
                Some(Primitive::Fgets) => index == 0,
                Some(Primitive::Print(print)) => {
                    index == 0 && matches!(print.to, PrintTo::Buffer | PrintTo::Bounded)
                }
                _ => matches!(written, Some(Some(block)) if block.extent == Extent::String),
            };
            match written {
                _ if ends => self.text_written(state, value, Text::Ended),
                Some(None) => {}
                None if self.context.summaries.writes[callee.index()].is_nothing() => {}
                None if is_constant(index) => {}
                _ => self.text_written(state, value, Text::Bytes(None)),
            }
        }
    }

    /// Checks that a string which is read ends, where the function made the memory that it is in.
    pub fn check_ended(&mut self, state: &State, address: Lin, reader: &str, span: Option<Span>) {
        let Some((block, offset)) = block_around(state, address) else { return };
        let is_ended = match (state.blocks[block].end, offset) {
            (Some(End::At(zero)), Some(offset)) => offset <= zero,
            (Some(End::Somewhere), Some(0)) => true,
            _ => false,
        };
        if !is_ended {
            let name = state.info(state.blocks[block].base).name.trim_start_matches('&').to_string();
            let text = format!("`{reader}` reads a string from `{name}`, which is not known to end");
            self.fail(state, Check::Spatial, Severity::Unknown, span, &text);
        }
    }
}

/// The block that an address is in, and where in it; none inside where that is not constant.
pub fn block_around(state: &State, address: Lin) -> Option<(usize, Option<i64>)> {
    let mut address = state.resolve(address);
    let mut is_exact = true;
    loop {
        if let Some(block) = state.block_of(address) {
            return Some((block, is_exact.then_some(address.offset)));
        }
        let base = address.base.filter(|base| !matches!(state.info(*base).origin, Origin::Block(_)))?;
        address = state.resolve(state.elements.get(&base)?.array);
        is_exact = false;
    }
}
