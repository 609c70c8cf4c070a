//! Library functions: what they do is told by their description.

use crate::exec::rooms::LARGEST_OBJECT;
use crate::exec::{Exec, Flow, strings};
use crate::report::{Check, Require, Severity};
use crate::solver::term::{Formula, Lin};
use crate::state::fresh;
use crate::state::seen::Seen;
use crate::state::{Entry, Freed, Origin, PathStep, Scaled, State, Value};
use crate::types::layout::{SpotKind, TargetId};
use clib::{Allocation, Primitive, PrintTo};
use engine::Malloc;
use ir::{Arg, FuncId, Inst, Scalar, Span};
use std::collections::BTreeSet;

/// How much is known of an allocator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// What it does.
    Known,
    /// That it allocates, by its type.
    Assumed,
    /// The same, and that nobody expects it to fail.
    NeverFails,
}

/// How many calls of models are followed in search of a comparison with null.
const MOST_CALLS: usize = 4;

impl Exec<'_, '_> {
    /// A call of a library function that is described, not coded.
    pub fn primitive(
        &mut self,
        state: &mut State,
        inst: &Inst,
        id: FuncId,
        primitive: Primitive,
        args: &[Arg],
        values: &[Lin],
    ) -> Flow {
        let span = inst.span;
        let may_fail = self.context.malloc == Malloc::MayFail;
        match (primitive, values) {
            (Primitive::Malloc, [size]) => return self.allocate(state, inst, *size, false, may_fail),
            (Primitive::Calloc, [count, size]) => {
                let size = array(state, *count, *size);
                return self.allocate(state, inst, size, true, may_fail);
            }
            (Primitive::AlignedAlloc, [_, size]) => {
                return self.allocate(state, inst, *size, false, may_fail);
            }
            (Primitive::Free, [pointer, ..]) => self.free(state, *pointer, span),
            (
                Primitive::Exit
                | Primitive::ImmediateExit
                | Primitive::Abort
                | Primitive::AssertFail
                | Primitive::AssertFailShort
                | Primitive::ReachError
                | Primitive::Raise,
                _,
            ) => return Flow::Ends,
            (Primitive::Longjmp, _) => {
                // Whoever called setjmp sees the structures as they are.
                self.finish(state, &[], span);
                return Flow::Ends;
            }
            (Primitive::Fgets, [address, limit, ..]) => {
                self.written_by_library(state, *address, Some(*limit), false, span);
            }
            (Primitive::Read, [_, address, limit]) => {
                self.written_by_library(state, *address, Some(*limit), false, span);
            }
            (Primitive::Fread, [address, size, count, ..]) => {
                let limit = product(*size, *count);
                self.written_by_library(state, *address, limit, false, span);
            }
            (Primitive::Scan(_), _) => {
                for (arg, &address) in args.iter().zip(values) {
                    if arg.ty == Scalar::Ptr {
                        self.scanned(state, address, span);
                    }
                }
            }
            (
                Primitive::Feof
                | Primitive::Ferror
                | Primitive::Fileno
                | Primitive::Fclose
                | Primitive::Fgetc,
                _,
            ) => {}
            (Primitive::Assume | Primitive::VerifierAssert, [condition, ..]) => {
                if !state.assume(&Formula::differ(*condition, Lin::ZERO)) {
                    return Flow::Ends;
                }
            }
            (Primitive::Memcpy | Primitive::Memmove, [dst, src, len]) => {
                self.copy(state, *dst, *src, *len, span);
                self.set(state, inst, Value::Word(*dst));
                return Flow::On;
            }
            (Primitive::Memset, [dst, byte, len]) => {
                self.fill(state, *dst, *byte, *len, span);
                self.set(state, inst, Value::Word(*dst));
                return Flow::On;
            }
            (Primitive::Bzero, [dst, len]) => self.fill(state, *dst, Lin::ZERO, *len, span),
            (Primitive::Setjmp, _) => {
                self.fail(state, Check::Model, Severity::Unknown, span, "setjmp is not modelled");
            }
            (Primitive::Realloc, [pointer, size]) => return self.resize(state, inst, *pointer, *size, may_fail),
            (Primitive::Realloc | Primitive::ReallocArray, _) => {
                self.fail(state, Check::Model, Severity::Unknown, span, "realloc is not modelled");
            }
            (Primitive::Print(print), _) => {
                self.check_printed(state, (id, print), values, span);
                match (print.to, values) {
                    // A pointer to text is written: no link may be there.
                    (PrintTo::Allocated, [address, ..]) => self.scanned(state, *address, span),
                    (PrintTo::Buffer, [address, ..]) => {
                        let is_text = self.is_any_text(state, *address, values);
                        self.written_by_library(state, *address, None, is_text, span);
                    }
                    (PrintTo::Bounded, [address, limit, ..]) => {
                        self.written_by_library(state, *address, Some(*limit), false, span);
                    }
                    _ => {}
                }
            }
            (Primitive::Received, [address, count]) => {
                self.written_by_library(state, *address, Some(*count), false, span);
            }
            (
                Primitive::Nondet(_)
                | Primitive::System
                | Primitive::IsStandard
                | Primitive::Random
                | Primitive::SeedRandom
                | Primitive::Math(..)
                | Primitive::Puts
                | Primitive::Putchar
                | Primitive::Fputs
                | Primitive::Fputc
                | Primitive::Fflush
                | Primitive::Getchar
                | Primitive::Perror
                | Primitive::Clock
                | Primitive::Getpid
                | Primitive::Sleep
                | Primitive::Readable
                | Primitive::Length
                | Primitive::IsPlain
                | Primitive::IsMany
                | Primitive::IsKnown
                | Primitive::Getenv,
                _,
            ) => {}
            // What these do is not followed: they may do what every function may that respects the structures.
            (
                Primitive::Shuffled
                | Primitive::PosixMemalign
                | Primitive::Valloc
                | Primitive::MallocUsableSize
                | Primitive::Mempcpy
                | Primitive::Bcopy
                | Primitive::Fwrite
                | Primitive::Setbuf
                | Primitive::Plot
                | Primitive::Write
                | Primitive::Ungetc
                | Primitive::Clearerr
                | Primitive::Atexit
                | Primitive::CxaAtexit
                | Primitive::Unsupported
                | Primitive::Undefined
                | Primitive::Apart
                | Primitive::Time
                | Primitive::Gettimeofday
                | Primitive::ClockGettime
                | Primitive::Frexp
                | Primitive::Frexpf
                | Primitive::Frexpl
                | Primitive::Modf
                | Primitive::Modff
                | Primitive::Modfl
                | Primitive::Nan
                | Primitive::Nanf
                | Primitive::Nanl
                | Primitive::ParseFloat(_)
                // The others, called with too few or too many arguments.
                | Primitive::Received
                | Primitive::Malloc
                | Primitive::Calloc
                | Primitive::AlignedAlloc
                | Primitive::Free
                | Primitive::Fgets
                | Primitive::Read
                | Primitive::Fread
                | Primitive::Assume
                | Primitive::VerifierAssert
                | Primitive::Memcpy
                | Primitive::Memmove
                | Primitive::Memset
                | Primitive::Bzero,
                _,
            ) => {
                let name = self.context.program.function(id).name.clone();
                self.by_contract(state, inst, Some(id), &name, args, values);
                return Flow::On;
            }
        }
        let name = format!("the result of {}", self.context.program.function(id).name);
        self.opaque_result(state, inst, &name);
        Flow::On
    }

    /// A call of an allocation function of another library.
    pub fn allocation(
        &mut self,
        state: &mut State,
        inst: &Inst,
        allocation: Allocation,
        values: &[Lin],
        trust: Trust,
    ) -> Flow {
        let can_fail = self.context.malloc == Malloc::MayFail && trust != Trust::NeverFails;
        let flow = self.allocation_as(state, inst, allocation, values, can_fail);
        match flow {
            // Whether it ever gives null is not known.
            Flow::Fork(mut failed) if trust == Trust::Assumed => {
                failed.is_inexact = true;
                // Nor what an array holds that it gives: perhaps zeros.
                state.is_inexact |= matches!(allocation, Allocation::Array { zeroed: false, .. });
                Flow::Fork(failed)
            }
            flow => flow,
        }
    }

    fn allocation_as(
        &mut self,
        state: &mut State,
        inst: &Inst,
        allocation: Allocation,
        values: &[Lin],
        can_fail: bool,
    ) -> Flow {
        let argument = |index: usize| values.get(index).copied();
        match allocation {
            Allocation::Block { size, zeroed, may_fail } => {
                let size = argument(size).unwrap_or_else(|| opaque(state));
                self.allocate(state, inst, size, zeroed, may_fail && can_fail)
            }
            Allocation::Array { count, size, zeroed, may_fail } => {
                let size = argument(count).zip(argument(size)).map(|(count, size)| array(state, count, size));
                let size = size.unwrap_or_else(|| opaque(state));
                self.allocate(state, inst, size, zeroed, may_fail && can_fail)
            }
            Allocation::Resize { pointer, size, may_fail } => match (argument(pointer), argument(size)) {
                (Some(pointer), Some(size)) => self.resize(state, inst, pointer, size, may_fail && can_fail),
                _ => Flow::On,
            },
            Allocation::Free { pointer } => {
                if let Some(pointer) = argument(pointer) {
                    self.free(state, pointer, inst.span);
                }
                self.opaque_result(state, inst, "nothing");
                Flow::On
            }
        }
    }

    /// A new block, and where it can fail another path with null.
    fn allocate(&mut self, state: &mut State, inst: &Inst, size: Lin, zeroed: bool, may_fail: bool) -> Flow {
        let failed = may_fail.then(|| {
            let mut failed = state.clone();
            failed.path.push_back(PathStep {
                span: inst.span,
                text: "allocation fails".to_string(),
                condition: None,
            });
            self.set(&mut failed, inst, Value::Word(Lin::ZERO));
            Box::new(failed)
        });
        let bytes = size.base.is_none().then_some(size.offset as u64);
        let target = inst.result().and_then(|result| self.context.value_target(result));
        let target = target.filter(|target| {
            let layout = self.context.layouts.get(*target);
            layout.is_record || bytes == Some(layout.size)
        });
        let name = inst.result().map_or("a new block".to_string(), |result| self.context.value_name(result));
        let name = if name == "call" { "the new block".to_string() } else { name };
        let base = fresh::new_block(self.context, state, name, bytes, target, None, zeroed, inst.span);
        if let (None, Some(index)) = (bytes, state.block_of(base.value())) {
            state.blocks[index].size_value = size;
            // No block is as large as a number that would be negative.
            state.facts.push_back(Formula::less(size, Lin::ZERO).negated());
            // Nor is a number of elements negative whose product with their size is what it would be without wrapping around.
            let scaled = size.symbol().and_then(|sym| state.scaled.get(&sym)).copied();
            if let Some(it) =
                scaled.filter(|it| it.scale > 0 && self.context.oracle.refutes(state, &it.wraps()))
            {
                state.facts.push_back(Formula::less(it.number, Lin::ZERO).negated());
            }
        }
        self.set(state, inst, Value::Word(base.value()));
        match failed {
            Some(failed) => Flow::Fork(failed),
            None => Flow::On,
        }
    }

    /// Memory is moved to a block of another size: its content is not followed.
    fn resize(&mut self, state: &mut State, inst: &Inst, pointer: Lin, size: Lin, may_fail: bool) -> Flow {
        let pointer = state.resolve(pointer);
        let target = match state.block_of(pointer) {
            Some(index) => state.blocks[index].target,
            None => pointer.base.and_then(|base| {
                let info = state.info(base);
                info.target()
            }),
        };
        let to = inst.result().and_then(|result| self.context.value_target(result));
        let has_links = |target: TargetId| self.context.layouts.carries_links(target);
        if target.is_some_and(has_links) || to.is_some_and(has_links) {
            let text = "realloc of memory with links is not modelled";
            self.fail(state, Check::Model, Severity::Unknown, inst.span, text);
        }
        let flow = self.allocate(state, inst, size, false, may_fail);
        if state.simplest(pointer) != Lin::ZERO {
            self.free(state, pointer, inst.span);
        }
        flow
    }

    /// Memory is given back. Nodes stay nodes for the other checks; what uses them again is a check of its own.
    fn free(&mut self, state: &mut State, pointer: Lin, span: Option<Span>) {
        let pointer = state.resolve(pointer);
        let Some(base) = pointer.base else {
            if pointer != Lin::ZERO {
                self.fail(state, Check::Temporal, Severity::Unsafe, span, "a number is freed");
            }
            return;
        };
        if state.info(base).origin == Origin::Element && state.block_of(pointer).is_none() {
            let text = format!("`{}` is freed but may not be the start of a block", state.info(base).name);
            self.fail(state, Check::Temporal, Severity::Unknown, span, &text);
            return;
        }
        if state.info(base).origin == Origin::Number || state.info(base).origin == Origin::Unset {
            let text = format!("`{}` is freed but is no address of a block", state.info(base).name);
            self.fail(state, Check::Temporal, Severity::Unsafe, span, &text);
            return;
        }
        if pointer.offset < 0 && self.free_before(state, pointer, span) {
            return;
        }
        if pointer.offset != 0 {
            // A block may begin before what is known of it.
            let is_whole = pointer.offset > 0 || state.block_of(pointer).is_some();
            let severity = if is_whole { Severity::Unsafe } else { Severity::Unknown };
            let text =
                format!("`{}` is freed {} bytes from its start", state.info(base).name, pointer.offset);
            self.fail(state, Check::Temporal, severity, span, &text);
            return;
        }
        let slot = state.block_of(pointer).is_some_and(|index| state.blocks[index].slot.is_some());
        if slot || state.info(base).origin == Origin::Global {
            let text = format!("`{}` is freed but was not allocated", state.info(base).name);
            self.fail(state, Check::Temporal, Severity::Unsafe, span, &text);
            return;
        }
        self.check_freed(state, base, "freed", span);
        state.freed.push_back(Freed { value: pointer, span, by: None, is_certain: true });
    }

    /// Whether one of the other arguments is a pointer that callers give: to text of any length.
    pub fn is_any_text(&self, state: &State, address: Lin, values: &[Lin]) -> bool {
        let (address, mut others) = (state.resolve(address), values.iter().map(|it| state.resolve(*it)));
        others.any(|value| {
            let info = value.base.filter(|_| value != address).map(|base| state.info(base));
            info.is_some_and(|info| info.seen.is_some() && info.origin != Origin::Global)
        })
    }

    /// Checks memory that a library function writes text to: at most as much as a limit says, if there is one. Else it
    /// may be text of any length, or no more than the function knows.
    pub fn written_by_library(
        &mut self,
        state: &mut State,
        address: Lin,
        limit: Option<Lin>,
        is_any_text: bool,
        span: Option<Span>,
    ) {
        let address = state.resolve(address);
        let Some(base) = address.base else { return };
        let room = match state.block_of(address) {
            Some(index) => {
                let block = &state.blocks[index];
                match block.target.filter(|target| self.context.layouts.carries_links(*target)) {
                    Some(target) => self.room(target, address.offset),
                    None => block.size.map(|size| size as i64 - address.offset),
                }
            }
            None => match state.info(base).valid.map(|valid| valid.0) {
                Some(target) if self.context.layouts.get(target).is_record => {
                    self.room(target, address.offset)
                }
                _ => return self.written_to_caller(state, address, limit, span),
            },
        };
        let is_limited = limit.is_some();
        if let Some(limit) = limit.filter(|limit| limit.base.is_some() && room.is_some())
            && self.has_room(state, address, limit, false, 1)
        {
            state.log.push_back(Entry::Scramble { base: address });
            return;
        }
        let limit = limit.filter(|limit| limit.base.is_none()).map(|limit| limit.offset);
        state.log.push_back(Entry::Scramble { base: address });
        if limit.zip(room).is_some_and(|(limit, room)| limit <= room) {
            return;
        }
        let name = state.info(base).name.clone();
        let text = format!("more may be written into `{name}` than there is room for");
        // Text may have any length, memory whose size is not known any size.
        let is_known = room.is_some() && (limit.is_some() || !is_limited && is_any_text);
        let severity = if is_known { Severity::Unsafe } else { Severity::Unknown };
        self.fail(state, Check::Spatial, severity, span, &text);
    }

    /// Memory of callers is written: they are asked for it.
    fn written_to_caller(&mut self, state: &mut State, address: Lin, limit: Option<Lin>, span: Option<Span>) {
        let Some(base) = address.base else { return };
        let array = state.elements.get(&base).and_then(|element| state.resolve(element.array).base);
        let root = array.unwrap_or(base);
        match limit {
            Some(limit) => {
                self.need(state, address, (limit, 1), "written", span);
            }
            None if state.info(root).seen.is_some() && !self.is_in_struct(state, root) => {
                let line = span.map_or(String::new(), |span| format!(" at line {}", span.line));
                let text = format!("there is room behind {} for the text{line}", state.info(root).name);
                self.notes.requires.insert(Require::Text(text));
            }
            None => {
                let name = state.info(root).name.clone();
                let text = format!("more may be written into `{name}` than there is room for");
                self.fail(state, Check::Spatial, Severity::Unknown, span, &text);
            }
        }
    }

    /// Checks that so many bytes which a function of the library reads are there, where that can be known.
    fn check_read(
        &mut self,
        state: &mut State,
        address: Lin,
        count: Lin,
        (reader, stops): (&str, bool),
        span: Option<Span>,
    ) {
        let address = state.resolve(address);
        if strings::block_around(state, address).is_some() {
            let is_there = self.fits(state, address, count, 1);
            match stops {
                true if !is_there => self.check_ended(state, address, reader, span),
                false if address.base.is_some_and(|base| !state.elements.contains_key(&base)) => {
                    self.need(state, address, (count, 1), "read", span);
                }
                _ => {}
            }
            return;
        }
        let Some(base) = address.base.filter(|_| !stops) else { return };
        let is_global = state.info(base).origin == Origin::Global;
        if !is_global && !self.is_in_struct(state, base) {
            self.need(state, address, (count, 1), "read", span);
        } else if is_global && !self.fits(state, address, count, 1) {
            let name = state.info(base).name.trim_start_matches('&').to_string();
            let text = format!("`{reader}` reads more from `{name}` than is known to be there");
            self.fail(state, Check::Spatial, Severity::Unknown, span, &text);
        }
    }

    /// Checks the strings that a format prints.
    fn check_printed(
        &mut self,
        state: &mut State,
        (printer, print): (FuncId, clib::Print),
        values: &[Lin],
        span: Option<Span>,
    ) {
        let name = self.context.program.function(printer).name.clone();
        let at = match print.to {
            PrintTo::Stdout => 0,
            PrintTo::Bounded => 2,
            _ => 1,
        };
        let Some(format) = values.get(at).and_then(|value| self.literal(state, *value)) else { return };
        let mut next = values.iter().skip(at + 1).copied();
        for part in clib::print_parts(&format) {
            let clib::PrintPart::Conversion(conversion) = part else { continue };
            if print.list || conversion.position.is_some() || conversion.letter == b'%' {
                continue;
            }
            let mut number = |count: clib::Count| match count {
                clib::Count::None => None,
                clib::Count::Given(number) => i64::try_from(number).ok().map(Lin::constant),
                clib::Count::Argument => next.next(),
            };
            number(conversion.width);
            let limit = number(conversion.precision);
            let Some(value) = next.next().filter(|_| conversion.letter == b's') else { continue };
            match limit {
                None => self.check_text(state, value, &name, span),
                Some(limit) => self.check_read(state, value, limit, (&name, true), span),
            }
        }
    }

    /// The bytes of a constant up to its first zero.
    pub fn literal(&self, state: &State, value: Lin) -> Option<Vec<u8>> {
        let value = state.resolve(value);
        let Some(Seen::Global(id)) = state.info(value.base?).seen else { return None };
        let global = self.context.program.global(id);
        let init = global.init.as_ref().filter(|init| global.constant && init.relocs.is_empty())?;
        let from = usize::try_from(value.offset).ok()?;
        Some(init.bytes.iter().skip(from).copied().take_while(|byte| *byte != 0).collect())
    }

    /// How many bytes a function of the library writes through an argument at most, as its row says.
    pub fn limit_of(&self, callee: FuncId, argument: usize, values: &[Lin]) -> Option<Lin> {
        let row = clib::row(&self.context.program.function(callee).name)?;
        let block = row.writes.iter().find(|block| block.pointer == argument)?;
        let wide = self.context.program.target.pointer_bytes == 8;
        match block.extent {
            clib::Extent::Sized(clib::Size::Argument(count)) => values.get(count).copied(),
            clib::Extent::Sized(clib::Size::Product(one, other)) => {
                product(*values.get(one)?, *values.get(other)?)
            }
            clib::Extent::Object(in_8, in_4) => Some(Lin::constant(if wide { in_8 } else { in_4 } as i64)),
            clib::Extent::Pointer => {
                Some(Lin::constant(i64::from(self.context.program.target.pointer_bytes)))
            }
            clib::Extent::Sized(clib::Size::Computed) | clib::Extent::String | clib::Extent::Format => None,
        }
    }

    /// Checks memory that `scanf` writes to: a number or one character.
    pub fn scanned(&mut self, state: &mut State, address: Lin, span: Option<Span>) {
        let address = state.resolve(address);
        let target = match state.block_of(address) {
            Some(index) => state.blocks[index].target,
            None => address.base.and_then(|base| state.info(base).valid).map(|valid| valid.0),
        };
        let Some(target) = target else { return };
        let spot = self.context.layouts.spot(target, address.offset, 1);
        let is_text = self.context.layouts.array_at(target, address.offset).is_some();
        if is_text || spot.is_none_or(|spot| spot.kind != SpotKind::Data) {
            let text = "text of any length, or a number, is written over other things";
            self.fail(state, Check::Spatial, Severity::Unsafe, span, text);
        }
        state.log.push_back(Entry::Scramble { base: address });
    }

    /// How many bytes an array in a node has from an offset on.
    fn room(&self, target: TargetId, offset: i64) -> Option<i64> {
        let (start, each, count) = self.context.layouts.array_at(target, offset)?;
        Some((start + each * count) as i64 - offset)
    }

    /// Whether a library function writes through a parameter of this type.
    pub fn writes_text(&self, callee: FuncId, argument: usize, ty: ir::TypeId) -> bool {
        let row = clib::row(&self.context.program.function(callee).name);
        let is_written = row.is_none_or(|row| row.writes.iter().any(|block| block.pointer == argument));
        let constant = self.is_constant(ty);
        let writes = !self.context.summaries.writes[callee.index()].is_nothing();
        self.is_library(callee) && is_written && !constant && writes
    }

    /// Checks that strings and bytes which a function of the library reads or writes are there: null is none, unless its
    /// model looks for null.
    pub fn check_given(&mut self, state: &mut State, callee: FuncId, values: &[Lin], span: Option<Span>) {
        let program = self.context.program;
        let function = program.function(callee);
        let Some(row) =
            clib::row(&function.name).filter(|_| function.body.is_none() || self.is_library(callee))
        else {
            return;
        };
        let is_some = |extent: clib::Extent| match extent {
            clib::Extent::String => true,
            clib::Extent::Sized(clib::Size::Argument(count)) => {
                let count = values.get(count).map(|count| state.resolve(*count));
                count.is_some_and(|count| count.base.is_none() && count.offset > 0)
            }
            _ => false,
        };
        let given: BTreeSet<usize> = row
            .reads
            .iter()
            .chain(row.writes)
            .filter(|block| is_some(block.extent))
            .map(|block| block.pointer)
            .filter(|index| !looks_for_null(program, function, *index, MOST_CALLS))
            .collect();
        let texts = row.reads.iter().filter(|block| block.extent == clib::Extent::String);
        for value in texts.filter_map(|block| values.get(block.pointer)) {
            self.check_text(state, *value, &function.name, span);
        }
        // What primitives read is checked where they are executed.
        let is_model = matches!(row.does, clib::Does::Model);
        for block in row.reads.iter().filter(|_| is_model) {
            let clib::Extent::Sized(clib::Size::Argument(count)) = block.extent else { continue };
            if let (Some(&address), Some(&count)) = (values.get(block.pointer), values.get(count)) {
                self.check_read(state, address, count, (&function.name, row.stops_at_zero), span);
            }
        }
        for index in given {
            let Some(value) = values.get(index).map(|value| state.resolve(*value)) else { continue };
            match value.symbol() {
                None if value == Lin::ZERO => {
                    let text = format!("a null pointer is passed to `{}`, which uses it", function.name);
                    self.fail(state, Check::Null, Severity::Unsafe, span, &text);
                }
                // Pointers to data in memory are taken to be valid.
                Some(sym) if matches!(state.info(sym).origin, Origin::Param(_)) => {
                    self.check_null(state, sym, span);
                }
                _ => {}
            }
        }
    }

    /// Whether a function with a body is part of the library.
    pub fn is_library(&self, callee: FuncId) -> bool {
        let program = self.context.program;
        clib::is_of_library(program, program.function(callee).span)
    }
}

/// Whether a function compares a parameter with null, or may hand it to one that does.
fn looks_for_null(program: &ir::Program, function: &ir::Function, param: usize, calls: usize) -> bool {
    let is_it = |operand: &ir::Operand| operand.value() == Some(ir::ValueId::new(param));
    let looks = |inst: &Inst| match &inst.kind {
        ir::InstKind::Compare { lhs, rhs, .. } => {
            is_it(lhs) && *rhs == ir::Operand::Null || is_it(rhs) && *lhs == ir::Operand::Null
        }
        ir::InstKind::Call { callee, args, .. } => args.iter().enumerate().any(|(index, arg)| {
            is_it(&arg.value)
                && match callee {
                    ir::Callee::Direct(id) => {
                        calls == 0 || looks_for_null(program, program.function(*id), index, calls - 1)
                    }
                    ir::Callee::Indirect(_) => true,
                }
        }),
        _ => false,
    };
    function.body.iter().flat_map(|body| &body.blocks).flat_map(|block| &block.insts).any(looks)
}

/// The size of an array for which memory was found: then the product did not wrap around.
fn array(state: &mut State, count: Lin, size: Lin) -> Lin {
    if let Some(size) = product(count, size) {
        return size;
    }
    let whole = opaque(state);
    let scaled = match (count.base, size.base) {
        (Some(_), None) => Some((count, size.offset)),
        (None, Some(_)) => Some((size, count.offset)),
        _ => None,
    };
    if let (Some((number, each)), Some(sym)) = (scaled.filter(|it| it.1 > 0), whole.symbol()) {
        state.scaled.insert(sym, Scaled { number, scale: each, most: LARGEST_OBJECT });
        state.facts.push_back(Formula::less(number, Lin::ZERO).negated());
        state.facts.push_back(Formula::less(Lin::constant(LARGEST_OBJECT / each), number).negated());
    }
    whole
}

fn opaque(state: &mut State) -> Lin {
    state.symbol("a size", Origin::Opaque).value()
}

/// The product of constants.
fn product(count: Lin, size: Lin) -> Option<Lin> {
    match (count.base, size.base) {
        (None, None) => count.offset.checked_mul(size.offset).filter(|it| *it >= 0).map(Lin::constant),
        _ => None,
    }
}
