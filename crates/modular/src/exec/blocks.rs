//! Copying and filling of memory.

use crate::exec::Exec;
use crate::exec::rooms::LARGEST_OBJECT;
use crate::report::{Check, Severity};
use crate::solver::term::Lin;
use crate::state::fresh;
use crate::state::memory::{self, Place};
use crate::state::{Entry, Origin, State};
use crate::types::layout::{SpotKind, TargetId};
use ir::Span;

impl Exec<'_, '_> {
    /// `memcpy`: links are copied one by one, data is not tracked.
    pub fn copy(&mut self, state: &mut State, dst: Lin, src: Lin, len: Lin, span: Option<Span>) {
        let len = state.resolve(len);
        if len.base.is_some() {
            return self.copy_buffer(state, dst, src, len, span);
        }
        let Some(len) = self.constant_length(state, dst, len, span) else { return };
        if let Some(values) = self.constants(state, src) {
            return self.copy_constants(state, dst, len, &values, span);
        }
        let pointer = u64::from(self.context.program.target.pointer_bytes);
        let from = self.link_offsets(state, src, len);
        let to = self.link_offsets(state, dst, len);
        if !self.whole(state, dst, len, "written", span) {
            return;
        }
        let tags = self.tags_to_copy(state, dst, src, len);
        let from_bytes = from.as_ref().is_none_or(|from| from.is_empty());
        if from_bytes && to.as_ref().is_some_and(|to| !to.is_empty()) {
            let text = "links are overwritten by bytes of no known type";
            self.fail(state, Check::Integrity, Severity::Unsafe, span, text);
            return;
        }
        if !self.whole(state, src, len, "read", span) {
            return;
        }
        let from = from.unwrap_or_default();
        let to = to.unwrap_or_default();
        if to.is_empty() {
            // To memory without links: pointers are kept there all the same, as data.
            for offset in from {
                let Some(address) = src.plus(offset as i64) else { return };
                let value = self.load(state, address, pointer, None, span);
                state.escaped.push((value, span));
            }
            let is_buffer = self.is_buffer(state, dst, len);
            scramble(state, dst, is_buffer, &tags);
            return;
        }
        if from != to {
            let text = "memory is copied between types whose links are at different places";
            self.fail(state, Check::Integrity, Severity::Unsafe, span, text);
            return;
        }
        let mut values = Vec::new();
        for &offset in &from {
            let Some(address) = src.plus(offset as i64) else { return };
            values.push(self.load(state, address, pointer, None, span));
        }
        for (offset, value) in to.iter().zip(values) {
            let Some(address) = dst.plus(*offset as i64) else { return };
            self.store(state, address, pointer, value, span);
        }
        let is_buffer = self.is_buffer(state, dst, len);
        scramble(state, dst, is_buffer, &tags);
    }

    /// The content of a constant that a pointer points to.
    fn constants(&self, state: &State, src: Lin) -> Option<(ir::GlobalId, i64)> {
        let src = state.resolve(src);
        let base = src.base.filter(|base| state.info(*base).origin == Origin::Global)?;
        let (id, _) = state.globals.iter().find(|(_, sym)| **sym == base)?;
        let global = self.context.program.global(*id);
        (global.constant && global.init.is_some()).then_some((*id, src.offset))
    }

    /// Copies from a constant, whose content is known.
    fn copy_constants(
        &mut self,
        state: &mut State,
        dst: Lin,
        len: u64,
        (id, start): &(ir::GlobalId, i64),
        span: Option<Span>,
    ) {
        let global = self.context.program.global(*id);
        let Ok(start) = u64::try_from(*start) else { return };
        if start.saturating_add(len) > global.size {
            let text = format!("{len} bytes are read from `{}`, which has {}", global.name, global.size);
            self.fail(state, Check::Spatial, Severity::Unsafe, span, &text);
            return;
        }
        let Some(init) = &global.init else { return };
        let offsets = self.link_offsets(state, dst, len).unwrap_or_default();
        if !self.whole(state, dst, len, "written", span) {
            return;
        }
        let pointer = u64::from(self.context.program.target.pointer_bytes);
        for offset in offsets {
            let at = start + offset;
            let reloc =
                init.relocs.iter().find(|reloc| reloc.offset < at + pointer && at < reloc.offset + pointer);
            let bytes = (at..at + pointer).map(|index| init.bytes.get(index as usize).copied().unwrap_or(0));
            let value = match reloc {
                Some(reloc) if reloc.offset == at => self.word(state, reloc.target),
                Some(_) => state.symbol("bytes of a constant", Origin::Number).value(),
                None if bytes.clone().all(|byte| byte == 0) => Lin::ZERO,
                None => state.symbol("bytes of a constant", Origin::Number).value(),
            };
            let Some(address) = dst.plus(offset as i64) else { return };
            self.store(state, address, pointer, value, span);
        }
        state.log.push_back(Entry::Scramble { base: dst });
    }

    /// `memset`.
    pub fn fill(&mut self, state: &mut State, dst: Lin, byte: Lin, len: Lin, span: Option<Span>) {
        let resolved = state.resolve(dst);
        if let Some(index) = state.block_of(resolved)
            && state.blocks[index].target.is_none()
            && (resolved.offset, state.blocks[index].size_value) == (0, len)
        {
            // All of a new block is set, before it has a type.
            state.blocks[index].zeroed = byte == Lin::ZERO;
            return;
        }
        let len = state.resolve(len);
        if len.base.is_some() {
            self.write_buffer(state, dst, len, span);
            return;
        }
        let Some(len) = self.constant_length(state, dst, len, span) else { return };
        let offsets = self.link_offsets(state, dst, len);
        if !self.whole(state, dst, len, "written", span) {
            return;
        }
        let pointer = u64::from(self.context.program.target.pointer_bytes);
        for offset in offsets.unwrap_or_default() {
            let value = match byte == Lin::ZERO {
                true => Lin::ZERO,
                false => state.symbol("repeated bytes", Origin::Number).value(),
            };
            let Some(address) = dst.plus(offset as i64) else { return };
            self.store(state, address, pointer, value, span);
        }
        let tags = if byte == Lin::ZERO { self.tags_to_clear(state, dst, len) } else { Vec::new() };
        let is_buffer = self.is_buffer(state, dst, len);
        scramble(state, dst, is_buffer, &tags);
    }

    /// Copies a number of bytes that is not constant: between buffers.
    fn copy_buffer(&mut self, state: &mut State, dst: Lin, src: Lin, len: Lin, span: Option<Span>) {
        let counted = counted(state, len);
        let from = self.element_links(state, src);
        let to = self.element_links(state, dst);
        let is_new =
            state.block_of(state.resolve(dst)).is_some_and(|index| state.blocks[index].target.is_none());
        if from != to && !(is_new && from.is_some()) {
            let text = "links are copied to or from memory of another type";
            self.fail(state, Check::Integrity, Severity::Unknown, span, text);
            return;
        }
        if self.need(state, src, counted, "read", span) {
            self.write_buffer(state, dst, len, span);
        }
    }

    /// Writes a number of bytes that is not constant to a buffer.
    fn write_buffer(&mut self, state: &mut State, dst: Lin, len: Lin, span: Option<Span>) {
        let counted = counted(state, len);
        let dst = state.resolve(dst);
        let linked = state.block_of(dst).and_then(|index| state.blocks[index].target);
        let in_struct = dst.base.is_some_and(|base| self.is_in_struct(state, base));
        let is_array = |target| self.context.layouts.array_at(target, dst.offset).is_some();
        let target = linked.or_else(|| dst.base.and_then(|base| state.info(base).valid).map(|valid| valid.0));
        let has_links = target.is_some_and(|target| self.context.layouts.carries_links(target));
        if has_links && (linked.is_some() || in_struct) && !target.is_some_and(is_array) {
            let text = "a number of bytes that is not constant is written over links";
            let is_given = len.symbol().is_some_and(|sym| state.info(sym).origin == Origin::Data);
            let severity = if in_struct && is_given { Severity::Unsafe } else { Severity::Unknown };
            self.fail(state, Check::Spatial, severity, span, text);
            return;
        }
        if self.need(state, dst, counted, "written", span) {
            state.log.push_back(match linked.is_some() || in_struct {
                true => Entry::Scramble { base: dst },
                false => Entry::Element,
            });
        }
    }

    /// The links that a buffer holds; none where it holds data.
    fn element_links(&self, state: &State, address: Lin) -> Option<TargetId> {
        let address = state.resolve(address);
        let info = state.info(address.base?);
        let target = info.target()?;
        if let Some((_, each, _)) = self.context.layouts.array_at(target, address.offset) {
            let spot = self.context.layouts.spot(target, address.offset, each);
            return spot.filter(|spot| spot.kind != SpotKind::Data).map(|_| target);
        }
        self.context.layouts.carries_links(target).then_some(target)
    }

    fn constant_length(&mut self, state: &mut State, dst: Lin, len: Lin, span: Option<Span>) -> Option<u64> {
        if let (None, Ok(len)) = (len.base, u64::try_from(len.offset)) {
            return Some(len);
        }
        let dst = state.resolve(dst);
        let name = dst.base.map_or("memory".to_string(), |base| format!("`{}`", state.info(base).name));
        let text = format!("a number of bytes that is not constant is written to {name}");
        let target = dst.base.and_then(|base| state.info(base).valid).map(|valid| valid.0);
        let node = target.is_some_and(|target| self.context.layouts.get(target).is_record);
        let data = len.symbol().is_some_and(|sym| state.info(sym).origin == Origin::Data);
        let severity = if node && data { Severity::Unsafe } else { Severity::Unknown };
        self.fail(state, Check::Spatial, severity, span, &text);
        None
    }

    /// Where the links are in memory that is copied or filled; none where its type is not known.
    fn link_offsets(&self, state: &State, address: Lin, len: u64) -> Option<Vec<u64>> {
        let start = u64::try_from(state.resolve(address).offset).ok()?;
        let cells = self.cells_around(state, address)?;
        let range = start..start.saturating_add(len);
        Some(cells.into_iter().filter(|at| range.contains(at)).map(|at| at - start).collect())
    }

    /// Where the links are in the object that an address is in, from its start; none where its type is not known.
    fn cells_around(&self, state: &State, address: Lin) -> Option<Vec<u64>> {
        let address = state.resolve(address);
        let (target, nodes) = match state.block_of(address) {
            Some(index) => {
                let block = &state.blocks[index];
                (block.target?, fresh::nodes_in(self.context.layouts, block))
            }
            None => {
                let info = state.info(address.base?);
                (info.target()?, 1)
            }
        };
        let each = self.context.layouts.get(target).size;
        let cells = self.context.layouts.all_cells(target);
        Some((0..nodes).flat_map(|node| cells.iter().map(move |cell| node * each + cell.0)).collect())
    }

    /// Checks that all bytes of a range may be accessed, and that no link is touched in part.
    fn whole(&mut self, state: &mut State, address: Lin, len: u64, verb: &str, span: Option<Span>) -> bool {
        if len == 0 {
            return false;
        }
        let pointer = u64::from(self.context.program.target.pointer_bytes);
        let resolved = state.resolve(address);
        if let Some(index) = state.block_of(resolved) {
            let size = state.blocks[index].size;
            let start = u64::try_from(resolved.offset).ok();
            let inside = start.zip(size).is_some_and(|(start, size)| start.saturating_add(len) <= size);
            if !inside {
                let name = state.info(state.blocks[index].base).name.clone();
                let text = format!(
                    "{len} bytes are {verb} at offset {} of `{name}`, more than it has",
                    resolved.offset
                );
                self.fail(state, Check::Spatial, Severity::Unsafe, span, &text);
                return false;
            }
        } else if self.is_plain_data(state, resolved) {
            return self.need(state, resolved, self.in_elements(state, resolved, len), verb, span);
        } else {
            // The first and the last byte decide; links in between are looked at by the caller.
            let last = i64::try_from(len - 1).ok().and_then(|len| resolved.plus(len));
            let Some(last) = last else {
                let text = format!("{len} bytes are {verb}, more than anything has");
                self.fail(state, Check::Spatial, Severity::Unsafe, span, &text);
                return false;
            };
            if !self.byte(state, resolved, verb, span) || !self.byte(state, last, verb, span) {
                return false;
            }
        }
        let torn = self.link_offsets_around(state, resolved, len, pointer);
        if torn {
            let text = format!("a link is {verb} in part");
            self.fail(state, Check::Integrity, Severity::Unsafe, span, &text);
        }
        !torn
    }

    /// Whether an address is in memory of others that is no struct and holds no links.
    fn is_plain_data(&self, state: &State, address: Lin) -> bool {
        let Some(base) = address.base.filter(|_| state.block_of(address).is_none()) else { return false };
        let layouts = self.context.layouts;
        let is_data = |target: TargetId| {
            let layout = layouts.get(target);
            !layout.is_record && !layout.is_array && !layouts.carries_links(target)
        };
        !state.elements.contains_key(&base) && state.info(base).target().is_none_or(is_data)
    }

    /// Whether memory is written as a buffer: more than one element. One may be a member of a struct.
    fn is_buffer(&self, state: &State, dst: Lin, len: u64) -> bool {
        let dst = state.resolve(dst);
        let (count, _) = self.in_elements(state, dst, len);
        self.is_plain_data(state, dst) && count.offset > 1
    }

    /// A constant number of bytes as a number of elements of what a pointer points to.
    fn in_elements(&self, state: &State, address: Lin, len: u64) -> (Lin, u64) {
        let target = address.base.and_then(|base| state.info(base).target());
        let each = target.map_or(1, |target| self.context.layouts.get(target).size.max(1));
        let is_whole = len.is_multiple_of(each) && address.offset.rem_euclid(each as i64) == 0;
        let each = if is_whole { each } else { 1 };
        (Lin::constant((len / each) as i64), each)
    }

    /// Whether one byte is inside of a node.
    fn byte(&mut self, state: &mut State, address: Lin, verb: &str, span: Option<Span>) -> bool {
        let base = address.base;
        let target = base.and_then(|base| state.info(base).target());
        let Some(target) = target else {
            self.access(state, address, 1, verb, span);
            return false;
        };
        let layouts = self.context.layouts;
        // A byte of a link is no access by itself: look at the whole link instead.
        let cells = layouts.all_cells(target);
        let pointer = u64::from(self.context.program.target.pointer_bytes);
        let at = u64::try_from(address.offset).ok();
        let cell = at.and_then(|at| {
            cells.iter().map(|cell| cell.0).find(|cell| (*cell..*cell + pointer).contains(&at))
        });
        let access = match cell {
            Some(cell) => self.access(state, Lin { base, offset: cell as i64 }, pointer, verb, span),
            None => self.access(state, address, 1, verb, span),
        };
        access.is_some()
    }

    /// Whether a range cuts a link at its start or end.
    fn link_offsets_around(&self, state: &State, address: Lin, len: u64, pointer: u64) -> bool {
        let cells = self.cells_around(state, address);
        let (Some(cells), Ok(start)) = (cells, u64::try_from(address.offset)) else { return false };
        let end = start.saturating_add(len);
        cells.into_iter().any(|at| {
            let overlaps = at < end && start < at + pointer;
            let inside = start <= at && at + pointer <= end;
            overlaps && !inside
        })
    }
}

/// A number of bytes as a number of elements.
fn counted(state: &State, len: Lin) -> (Lin, u64) {
    match len.symbol().and_then(|sym| state.scaled.get(&sym)) {
        // A narrow product may wrap around.
        Some(it) if it.scale > 0 && it.most >= LARGEST_OBJECT => (it.number, it.scale as u64),
        _ => (len, 1),
    }
}

/// Data of a node is written, of which some is known; or of a buffer, which lies apart from nodes.
fn scramble(state: &mut State, dst: Lin, is_buffer: bool, known: &[(Place, Lin)]) {
    state.log.push_back(if is_buffer { Entry::Element } else { Entry::Scramble { base: dst } });
    for (place, value) in known {
        memory::store(state, place, *value, None);
    }
}
