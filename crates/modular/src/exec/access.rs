//! Accesses to memory: which cell they go to, and whether they may.

use crate::exec::{Exec, Purpose, rooms, texts};
use crate::report::{Check, Require, Severity};
use crate::solver::solve::Said;
use crate::solver::term::{Field, Formula, Lin, Sym};
use crate::state::fresh;
use crate::state::memory::{self, Access, Place};
use crate::state::seen::{Condition, Order};
use crate::state::{Class, Entry, Freed, Origin, State};
use crate::types::layout::{Spot, SpotKind, TargetId};
use ir::Span;

impl Exec<'_, '_> {
    /// Finds the cell that an access goes to, and checks it.
    pub fn access(
        &mut self,
        state: &mut State,
        address: Lin,
        size: u64,
        verb: &str,
        span: Option<Span>,
    ) -> Option<Access> {
        let address = state.resolve(address);
        let Some(base) = address.base else {
            let (check, text) = match (0..4096).contains(&address.offset) {
                true => (Check::Null, format!("memory is {verb} through a null pointer")),
                false => (Check::Spatial, format!("memory is {verb} at a number, not an address")),
            };
            // There may be something at a number: a device, or what the path compared a pointer with.
            let severity = if check == Check::Null { Severity::Unsafe } else { Severity::Unknown };
            self.fail(state, check, severity, span, &text);
            return None;
        };
        if let Some(element) = state.elements.get(&base).copied() {
            return self.element_access(state, element, address.offset, size, verb, span);
        }
        if let Some(index) = state.block_of(address) {
            self.check_freed(state, base, verb, span);
            return self.block_access(state, index, address.offset, size, verb, span);
        }
        let target = state.info(base).target();
        let Some(target) = target else {
            let has_room = state.rooms.iter().any(|(it, ..)| state.resolve(*it) == base.value());
            if state.info(base).seen.is_some() || has_room {
                let each = if address.offset.rem_euclid(size as i64) == 0 { size } else { 1 };
                let element = rooms::constant_element(base, each);
                return self.buffer_access(state, element, address.offset, size, verb, span);
            }
            return self.no_node(state, base, verb, span);
        };
        // A pointer to a single thing may be the start of a buffer.
        let layout = self.context.layouts.get(target);
        let is_claimed = state.info(base).valid.is_some();
        let is_behind = !layout.is_array && address.offset >= layout.size as i64;
        let is_buffer = match layout.is_record {
            // Nodes of lists and trees are single; so are structs that others extend.
            true => {
                is_behind
                    && rooms::is_element(self.context.layouts, target)
                    && !self.context.layouts.is_open(target)
            }
            false => is_behind || !is_claimed,
        };
        let has_room =
            |state: &State| state.rooms.iter().any(|(pointer, ..)| state.resolve(*pointer) == base.value());
        if is_buffer && (state.info(base).seen.is_some() || has_room(state)) {
            let element = rooms::constant_element(base, layout.size);
            return self.buffer_access(state, element, address.offset, size, verb, span);
        }
        let Some(spot) = self.context.layouts.spot(target, address.offset, size) else {
            let layout = self.context.layouts.get(target);
            let name = state.info(base).name.clone();
            let from = match address.offset < 0 {
                true => format!("{} bytes before", address.offset.unsigned_abs()),
                false => format!("{} bytes from the start of", address.offset),
            };
            let text = format!(
                "{size} bytes are {verb} {from} the {} that `{name}` points to, which has {} bytes",
                layout.name, layout.size
            );
            let before = u64::try_from(-address.offset).unwrap_or(0);
            let embedded = before > 0 && self.context.layouts.nested_somewhere(before, target);
            let whole = layout.is_array && state.info(base).origin == Origin::Global;
            let single = whole || layout.is_record || !layout.cells.is_empty();
            // Behind a struct that is no node of a list or tree there may be more of them, or what extends it.
            let open = !whole && rooms::may_go_on(self.context.layouts, target);
            let severity = if single && !embedded && !open { Severity::Unsafe } else { Severity::Unknown };
            self.fail(state, Check::Spatial, severity, span, &text);
            return None;
        };
        if !self.is_node(state, base, target, verb, span) {
            return None;
        }
        self.check_null(state, base, span);
        self.check_freed(state, base, verb, span);
        if spot.kind == SpotKind::Torn {
            let text = format!("a link in a {} is {verb} in part", self.context.layouts.get(target).name);
            // What is no node of a list or tree is cast more often than torn.
            let open = rooms::may_go_on(self.context.layouts, target);
            let severity = if open { Severity::Unknown } else { Severity::Unsafe };
            self.fail(state, Check::Integrity, severity, span, &text);
            return None;
        }
        let owner = base.value().plus(spot.owner_at as i64)?;
        Some(access(owner, spot, size))
    }

    fn block_access(
        &mut self,
        state: &mut State,
        index: usize,
        offset: i64,
        size: u64,
        verb: &str,
        span: Option<Span>,
    ) -> Option<Access> {
        let block = state.blocks[index].clone();
        if let (None, Some(target)) = (block.size, block.target)
            && self.has_bytes(state, index, offset, size)
        {
            let whole = self.context.layouts.get(target).size as i64;
            let owner = Access::Untracked(block.base.value());
            let spot = self.context.layouts.spot(target, offset, size);
            return match spot {
                // What follows the struct in its block is data.
                None if offset >= whole => Some(owner),
                Some(Spot { kind: SpotKind::Torn, .. }) | None => {
                    let text = "a link is accessed in part".to_string();
                    self.fail(state, Check::Integrity, Severity::Unknown, span, &text);
                    None
                }
                Some(spot) => Some(access(block.base.value().plus(spot.owner_at as i64)?, spot, size)),
            };
        }
        let Some(bytes) = block.size else {
            if block.target.is_none() {
                let each = if offset.rem_euclid(size as i64) == 0 { size } else { 1 };
                let element = rooms::constant_element(block.base, each);
                return self.buffer_access(state, element, offset, size, verb, span);
            }
            let text = "memory of a size that is not constant is not modelled";
            self.fail(state, Check::Model, Severity::Unknown, span, text);
            return None;
        };
        let inside =
            u64::try_from(offset).is_ok_and(|from| from.checked_add(size).is_some_and(|end| end <= bytes));
        if !inside {
            let name = state.info(block.base).name.clone();
            let text =
                format!("{size} bytes are {verb} at offset {offset} of `{name}`, which has {bytes} bytes");
            self.fail(state, Check::Spatial, Severity::Unsafe, span, &text);
            return None;
        }
        let Some(target) = block.target else { return Some(Access::Untracked(block.base.value())) };
        // A block may hold several nodes, one after the other.
        let each = self.context.layouts.get(target).size as i64;
        let node = offset - offset % each;
        let Some(spot) = self.context.layouts.spot(target, offset - node, size) else {
            // Behind the last whole node, or across two of them.
            return Some(Access::Untracked(block.base.value()));
        };
        if spot.kind == SpotKind::Torn {
            self.fail(state, Check::Integrity, Severity::Unsafe, span, &format!("a link is {verb} in part"));
            return None;
        }
        let owner = block.base.value().plus(node + spot.owner_at as i64)?;
        Some(access(owner, spot, size))
    }

    /// Whether a block whose size is not constant has some bytes: `malloc(sizeof *header + n)`. Callers are asked for an `n`
    /// that does not make the sum wrap around.
    fn has_bytes(&mut self, state: &mut State, index: usize, offset: i64, size: u64) -> bool {
        let Some(end) = u64::try_from(offset).ok().and_then(|offset| offset.checked_add(size)) else {
            return false;
        };
        if end <= state.blocks[index].least {
            return true;
        }
        // Who sets a member will have a whole struct.
        let whole = state.blocks[index].target.map_or(0, |target| self.context.layouts.get(target).size);
        end < whole && self.has_so_many(state, index, whole) || self.has_so_many(state, index, end)
    }

    fn has_so_many(&mut self, state: &mut State, index: usize, end: u64) -> bool {
        let bytes = state.resolve(state.blocks[index].size_value);
        let short = Formula::less(bytes, Lin::constant(end as i64));
        let mut there = state.clone();
        let before = self.notes.requires.clone();
        let mut holds = self.context.oracle.refutes(&there, &short);
        let sum = bytes.base.and_then(|base| state.sums.get(&base)).copied();
        if let (false, Some((number, _))) = (holds, sum) {
            let number = state.resolve(number);
            let scaled = number.symbol().and_then(|sym| state.scaled.get(&sym)).copied();
            let (number, limit) = match scaled {
                Some(it) => (it.number, rooms::LARGEST_OBJECT / it.scale.max(1)),
                None => (number, rooms::LARGEST_OBJECT),
            };
            let negative = Formula::less(number, Lin::ZERO);
            if !self.context.oracle.refutes(&there, &negative) {
                self.ask_for_bound(&mut there, number, Order::AtLeast, 0);
            }
            holds = self.ask_for_bound(&mut there, number, Order::AtMost, limit)
                && self.context.oracle.refutes(&there, &short);
        }
        match holds {
            true => {
                *state = there;
                state.blocks[index].least = end;
            }
            false => self.notes.requires = before,
        }
        holds
    }

    /// Tells that memory is accessed through a value that is no pointer to a known type.
    fn no_node(&mut self, state: &mut State, base: Sym, verb: &str, span: Option<Span>) -> Option<Access> {
        let info = state.info(base).clone();
        let (severity, reason) = match info.origin {
            Origin::Unset => (Severity::Unsafe, "which was never set"),
            Origin::Number => (Severity::Unsafe, "which is made from a number"),
            Origin::Element => (Severity::Unknown, "an array whose index is not modelled"),
            _ => (Severity::Unknown, "of which it is not known what it points to"),
        };
        let text = format!("memory is {verb} through `{}`, {reason}", info.name);
        self.fail(state, Check::Spatial, severity, span, &text);
        None
    }

    /// Checks that a symbol, unless null, is the address of a node.
    fn is_node(
        &mut self,
        state: &mut State,
        base: Sym,
        target: TargetId,
        verb: &str,
        span: Option<Span>,
    ) -> bool {
        let info = state.info(base);
        if info.valid.is_some_and(|(own, _)| own == target) {
            return true;
        }
        let good = |value: &Lin| {
            let value = state.resolve(*value);
            state.simplest(value) == Lin::ZERO
                || value
                    .symbol()
                    .is_some_and(|sym| state.info(sym).valid.is_some_and(|valid| valid.0 == target))
                || state.block_of(value).is_some_and(|index| fresh::fits(self.context, state, index, target))
        };
        if !info.alternatives.is_empty() && info.alternatives.iter().all(good) {
            return true;
        }
        let mut parts = vec![
            Formula::differ(base.value(), Lin::ZERO),
            Formula::Shared(target, state.generation, base.value()).negated(),
            Formula::Private(target, base.value()).negated(),
        ];
        for index in 0..state.blocks.len() {
            if fresh::fits(self.context, state, index, target) {
                parts.push(Formula::differ(base.value(), state.blocks[index].base.value()));
            }
        }
        let question = Formula::And(parts);
        let said = self.context.oracle.ask(state, &question);
        if said == Said::Impossible {
            return true;
        }
        let info = state.info(base).clone();
        let is_unset = |value: &Lin| {
            state
                .resolve(*value)
                .base
                .is_some_and(|sym| matches!(state.info(sym).origin, Origin::Unset | Origin::Number))
        };
        let bad = is_unset(&base.value()) || info.alternatives.iter().any(is_unset);
        let severity = if bad && said == Said::Possible { Severity::Unsafe } else { Severity::Unknown };
        let why = match (bad, info.origin) {
            (_, Origin::Number) => "may be made from a number",
            (true, _) => "may not be set",
            _ => "is not known to be a node",
        };
        let text = format!("memory is {verb} through `{}`, which {why}", info.name);
        self.fail(state, Check::Spatial, severity, span, &text);
        false
    }

    /// Checks that a symbol is not null, or notes what must be required.
    pub fn check_null(&mut self, state: &mut State, base: Sym, span: Option<Span>) {
        if state.surely_nonnull(base.value()) {
            self.notes.not_null_where.insert(span);
            return;
        }
        let is_null = state.simplest(base.value()) == Lin::ZERO;
        let info = state.info(base);
        if is_null && (info.seen.is_none() || self.purpose == Purpose::Witness) {
            if info.seen.is_some() {
                self.notes.null_where.insert(span);
            }
            let text = format!("`{}` is null here", info.name);
            self.fail(state, Check::Null, Severity::Unsafe, span, &text);
            return;
        }
        self.notes.not_null_where.insert(span);
        let null = Formula::equal(base.value(), Lin::ZERO);
        if !self.context.oracle.refutes(state, &null) {
            match state.info(base).origin {
                Origin::Param(index) => {
                    self.notes.requires.insert(Require::NonNull(index));
                }
                _ => match state.info(base).seen.clone() {
                    Some(seen) => self.notes.require(Condition::on_path(state, &[], seen)),
                    None => self.may_be_null(state, base, span),
                },
            }
        }
        state.assume(&Formula::differ(base.value(), Lin::ZERO));
    }

    /// A value that callers cannot see may be null: a condition on it is no precondition.
    fn may_be_null(&mut self, state: &mut State, base: Sym, span: Option<Span>) {
        let info = state.info(base);
        let (wishes, text) = match info.name.strip_prefix("the result of ") {
            Some(callee) => (info.null_if.clone(), format!("what `{callee}` returns may be null")),
            None => (info.null_if.clone(), format!("`{}` may be null", info.name)),
        };
        self.notes.wishes.extend(wishes);
        // One of several values: on this path any of them may be it. Whether the others are null is for callers to say.
        let is_null = |value: &Lin| state.simplest(*value) == Lin::ZERO;
        let exact = info.alternatives.iter().any(is_null) && info.origin == Origin::Loop;
        let severity = if exact { Severity::Unsafe } else { Severity::Unknown };
        self.notes
            .followed
            .extend(info.target().filter(|target| self.context.layouts.get(*target).is_record));
        let mut there = state.clone();
        if there.assume(&Formula::equal(base.value(), Lin::ZERO)) {
            self.fail(&there, Check::Null, severity, span, &text);
        }
    }

    /// Checks that what a symbol points to was not freed on this path, where it is used.
    pub fn check_freed(&mut self, state: &mut State, base: Sym, verb: &str, span: Option<Span>) {
        let value = state.resolve(base.value());
        let is_freed = state.freed.iter().any(|freed| state.resolve(freed.value) == value);
        if is_freed && value.base.is_some_and(|base| !state.met.contains(&base)) {
            self.notes.freed_where.insert(span);
        }
        self.check_alive(state, base, verb, span);
    }

    /// Checks that what a symbol points to was not freed on this path.
    pub fn check_alive(&mut self, state: &mut State, base: Sym, verb: &str, span: Option<Span>) {
        let value = state.resolve(base.value());
        let mut found = state.freed.iter().filter(|freed| state.resolve(freed.value) == value);
        let certain = found.clone().find(|freed| freed.is_certain);
        if let Some(freed) = certain.or_else(|| found.next()).copied() {
            let how = self.freed_words(&freed);
            let text = format!("`{}` is {verb} after it {how}", state.info(base).name);
            let severity = if freed.is_certain { Severity::Unsafe } else { Severity::Unknown };
            self.fail(state, Check::Temporal, severity, span, &text);
        }
    }

    /// How and where memory was freed, in words.
    pub fn freed_words(&self, freed: &Freed) -> String {
        let line = freed.span.map_or(String::new(), |span| format!(" at line {}", span.line));
        let was = if freed.is_certain { "was freed" } else { "may have been freed" };
        match freed.by {
            Some(callee) => format!("{was} by `{}`{line}", self.context.program.function(callee).name),
            None => format!("{was}{line}"),
        }
    }

    /// Reads from an address.
    pub fn load(
        &mut self,
        state: &mut State,
        address: Lin,
        size: u64,
        target: Option<TargetId>,
        span: Option<Span>,
    ) -> Lin {
        let value = self.load_from(state, address, size, target, span);
        if size != 1 {
            return value;
        }
        let value = texts::read_again(state, address, value);
        self.byte_read(state, address, value);
        value
    }

    fn load_from(
        &mut self,
        state: &mut State,
        address: Lin,
        size: u64,
        target: Option<TargetId>,
        span: Option<Span>,
    ) -> Lin {
        if let Some(link) = self.path_link(state, address) {
            return self.path_load(state, address, link, span);
        }
        match self.access(state, address, size, "read", span) {
            Some(Access::Untracked(base) | Access::Element(base)) => {
                memory::untracked(state, base, "a value of no known type")
            }
            Some(Access::Cell(place)) => {
                let name = self.cell_name(state, place.base, place.field, place.size);
                let value = memory::load(self.context.layouts, state, &place, name);
                self.chain_followed(state, &place, value);
                // A link in a union is what its use says, if its tag agrees.
                if let Some(sym) = value.symbol()
                    && self.context.layouts.tagged_link(place.field, place.size).is_some()
                    && place.link().is_none()
                {
                    let info = &mut state.symbols[sym.index()];
                    info.hint = info.hint.or(target);
                }
                // A pointer to links is a buffer of them.
                let declared = self.context.layouts.scalar_at(place.field.owner, place.field.at, size);
                let target = declared.and_then(|ty| self.context.layouts.pointer_target(ty));
                if let (None, Some(sym), Some(target)) = (place.link(), value.symbol(), target)
                    && !self.context.layouts.get(target).is_record
                    && self.context.layouts.carries_links(target)
                {
                    let info = &mut state.symbols[sym.index()];
                    info.hint = info.hint.or(Some(target));
                }
                value
            }
            // The function has failed here. What follows is judged as if it had not, so that one mistake is told once.
            None => match target.filter(|target| self.context.layouts.get(*target).is_record) {
                Some(target) => {
                    let class = Class::Shared(state.generation);
                    state.pointer("a value that was read", Origin::Opaque, target, class).value()
                }
                None => state.symbol("a value that was read", Origin::Opaque).value(),
            },
        }
    }

    /// Writes to an address.
    pub fn store(&mut self, state: &mut State, address: Lin, size: u64, value: Lin, span: Option<Span>) {
        if let Some(link) = self.path_link(state, address) {
            return self.path_store(state, address, value, link, span);
        }
        match self.access(state, address, size, "written", span) {
            Some(Access::Untracked(base)) => {
                // What is there is not tracked, but a pointer may be kept there.
                state.log.push_back(Entry::Scramble { base });
                state.escaped.push((value, span));
            }
            Some(Access::Element(_)) => {
                if state.resolve(value).offset != 0 {
                    self.give_away(state, value, 1, span);
                }
                state.log.push_back(Entry::Element);
                state.escaped.push((value, span));
            }
            Some(Access::Cell(place)) => {
                self.check_links_behind(state, &place, value, span);
                if let Some(target) = place.link() {
                    self.become_node(state, value, target);
                }
                if place.link().is_none() {
                    // As data only a pointer to the whole struct can be kept: or one to its first member, as declared.
                    let declared = self.context.layouts.scalar_at(place.field.owner, place.field.at, size);
                    let target = declared.and_then(|ty| self.context.layouts.pointer_target(ty));
                    let is_data = target.is_some_and(|it| !self.context.layouts.get(it).is_record);
                    if is_data || state.resolve(value).offset != 0 {
                        self.give_away(state, value, 1, span);
                    }
                }
                memory::store(state, &place, value, span);
            }
            None => state.escaped.push((value, span)),
        }
    }

    /// A new block that nobody gave a type, and nobody wrote to, is what the first link to it says: `*out = malloc(sizeof
    /// **out)`.
    fn become_node(&self, state: &mut State, value: Lin, target: TargetId) {
        let value = state.resolve(value);
        let Some(index) = state.block_of(value).filter(|_| value.offset == 0) else { return };
        let block = &state.blocks[index];
        let is_large = block.size.is_some_and(|size| size >= self.context.layouts.get(target).size);
        let base = block.base;
        let is_it = |other: Lin| state.resolve(other).base == Some(base);
        let is_written = state.log.iter().any(|entry| match entry {
            Entry::Store { base, .. } | Entry::Scramble { base } => is_it(*base),
            Entry::Element | Entry::Havoc { .. } => false,
        });
        let is_known = state.escaped.iter().any(|(other, _)| is_it(*other)) || block.published.is_some();
        if block.target.is_none() && block.slot.is_none() && is_large && !is_written && !is_known {
            fresh::give_type(self.context, state, index, Some(target));
        }
    }

    /// The source expression of a cell.
    pub fn cell_name(&self, state: &State, base: Lin, field: Field, size: u64) -> String {
        let base = state.resolve(base);
        let layouts = self.context.layouts;
        let member = layouts.member_name(field.owner, field.at, size);
        let Some(sym) = base.base else { return member };
        let info = state.info(sym);
        // Elements of arrays have no name of their own: the struct around them knows it.
        let around = match info.origin {
            Origin::Block(index) => state.blocks[index].target,
            _ => info.target(),
        };
        let member = match around.zip(u64::try_from(base.offset).ok()) {
            Some((target, offset)) if layouts.get(target).is_record => {
                layouts.member_name(target, (offset + field.at) % layouts.get(target).size, size)
            }
            _ => member,
        };
        match info.name.strip_prefix('&') {
            Some(object) if member.is_empty() => object.to_string(),
            Some(object) => format!("{object}.{member}"),
            None if member.is_empty() => format!("*{}", info.name),
            None => format!("{}->{member}", info.name),
        }
    }
}

/// An access to a spot of the node at an address.
fn access(base: Lin, spot: Spot, size: u64) -> Access {
    match spot.kind {
        SpotKind::Mixed => Access::Untracked(base),
        kind => Access::Cell(Place { base, field: Field { owner: spot.owner, at: spot.at }, size, kind }),
    }
}
