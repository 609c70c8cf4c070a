//! Calls, by contract. What library functions do is in `library.rs`.
//!
//! The contract of a function is that it keeps data structures intact: they are intact when it is called, which is
//! checked, and when it returns, which is taken for granted and checked where the function itself is analysed. What
//! a callee is not given it cannot reach.

use crate::code::allocators;
use crate::exec::library::Trust;
use crate::exec::promising::Visible;
use crate::exec::publish::{Need, Publisher};
use crate::exec::{Exec, Flow};
use crate::report::{Check, Require, Severity};
use crate::solver::term::{Formula, Lin, Sym};
use crate::state::fresh;
use crate::state::memory;
use crate::state::{Class, Entry, Freed, Origin, State, Value};
use crate::summary::freeing::Freed as Freeable;
use crate::summary::writing::Writes;
use crate::types::layout::{SpotKind, TargetId};
use crate::types::signature::{Role, Signature};
use ir::types::{Qualifier, TypeKind};
use ir::{Arg, Callee, FuncId, Inst, Scalar, Span};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Exec<'_, '_> {
    /// A call.
    pub fn call(&mut self, state: &mut State, inst: &Inst, callee: Callee, args: &[Arg]) -> Flow {
        let values: Vec<Lin> = args.iter().map(|arg| self.word(state, arg.value)).collect();
        let mut flow = self.call_with(state, inst, callee, args, &values);
        let named = match callee {
            Callee::Direct(id) => Some(id),
            Callee::Indirect(_) => None,
        };
        self.kept_zero(state, inst, named, &values);
        let texts = self.texts_copied(state, named, &values);
        self.texts_written(state, named, args, &values);
        for (block, length) in texts {
            state.blocks[block].text = Some(length);
        }
        if self.may_write_texts(named, args) {
            state.lengths.clear();
            state.is_shortened = true;
        }
        if let Flow::Fork(other) = &mut flow {
            self.texts_written(other, named, args, &values);
        }
        self.number_read(state, named, &values, inst.span);
        flow
    }

    fn call_with(
        &mut self,
        state: &mut State,
        inst: &Inst,
        callee: Callee,
        args: &[Arg],
        values: &[Lin],
    ) -> Flow {
        let direct = match callee {
            Callee::Direct(id) => Some(id),
            Callee::Indirect(pointer) => {
                let pointer = self.word(state, pointer);
                pointer.symbol().and_then(|sym| state.functions.get(&sym).copied())
            }
        };
        let Some(id) = direct else {
            let Callee::Indirect(pointer) = callee else { return Flow::On };
            let pointer = self.word(state, pointer);
            let what =
                pointer.symbol().map_or("a function pointer".to_string(), |sym| state.info(sym).name.clone());
            match pointer.symbol() {
                None if pointer == Lin::ZERO => {
                    let text = "a null pointer is called";
                    self.fail(state, Check::Null, Severity::Unsafe, inst.span, text);
                    return Flow::Ends;
                }
                // Pointers to functions in memory are data, which is taken to be valid.
                Some(sym) if matches!(state.info(sym).origin, Origin::Param(_)) => {
                    self.check_null(state, sym, inst.span);
                }
                _ => {}
            }
            if let Some(allocation) = self.context.allocation_of_call(inst, &what) {
                self.notes.allocators.insert(what);
                return self.allocation(state, inst, allocation, values, Trust::Assumed);
            }
            self.by_contract(state, inst, None, &what, args, values);
            return Flow::On;
        };
        let function = self.context.program.function(id);
        self.check_given(state, id, values, inst.span);
        let primitive = clib::primitive(&function.name, self.context.program.target);
        if let Some(primitive) = primitive.filter(|_| function.body.is_none()) {
            return self.primitive(state, inst, id, primitive, args, values);
        }
        if let Some(allocation) = allocators::of(self.context.program, function) {
            let trust = match allocators::is_assumed(self.context.program, function) {
                true if self.context.summaries.trusted.contains(&id) => Trust::NeverFails,
                true => Trust::Assumed,
                false => Trust::Known,
            };
            return self.allocation(state, inst, allocation, values, trust);
        }
        let name = function.name.clone();
        let ends = function.noreturn || self.context.program.meaning.noreturn.contains(&name);
        let text = clib::row(&name).and_then(|row| values.get(row.gives_length?));
        if let Some(text) = text.filter(|_| self.is_library(id)) {
            self.by_contract(state, inst, Some(id), &name, args, values);
            self.length_of_text(state, inst, *text);
            return Flow::On;
        }
        if function.variadic && self.is_library(id) {
            // What the library prints it does not write to.
            let prints = clib::row_of_model(&function.name).is_some_and(|row| row.is_of_format());
            let beyond = args.iter().zip(values).skip(function.params.len()).filter(|_| !prints);
            for (_, &address) in beyond.filter(|(arg, _)| arg.ty == Scalar::Ptr) {
                self.scanned(state, address, inst.span);
            }
        }
        let other = match ends {
            true => None,
            false => self.without_filling(state, inst, id, &name, args, values),
        };
        let filled = self.filled_with_nodes(state, id, values);
        self.by_contract(state, inst, Some(id), &name, args, values);
        self.filled(state, inst, &filled);
        match other {
            _ if ends => Flow::Ends,
            Some(other) => Flow::Fork(Box::new(other)),
            None => Flow::On,
        }
    }

    /// A call of a function that keeps data structures intact.
    pub fn by_contract(
        &mut self,
        state: &mut State,
        inst: &Inst,
        callee: Option<FuncId>,
        name: &str,
        args: &[Arg],
        values: &[Lin],
    ) {
        self.contract(state, inst, callee, name, args, values, &BTreeSet::new());
    }

    /// The same, where the callee neither reads nor writes some of the local variables that it is given.
    #[expect(clippy::too_many_arguments, reason = "a call, and what is special about it")]
    pub fn contract(
        &mut self,
        state: &mut State,
        inst: &Inst,
        callee: Option<FuncId>,
        name: &str,
        args: &[Arg],
        values: &[Lin],
        untouched: &BTreeSet<Sym>,
    ) {
        let function = callee.map(|id| self.context.program.function(id));
        let signature = match function {
            Some(function) => self.context.signature(function),
            None => self.context.signature_of_call(inst, args),
        };
        if !signature.is_known && function.is_some_and(|it| it.ty.is_some()) {
            let text = format!("how structs are passed by value to `{name}` is not modelled");
            self.fail(state, Check::Model, Severity::Unknown, inst.span, &text);
        }
        self.fill_out(state, callee, values, untouched, inst.span);
        let mut roots = Vec::new();
        for (index, (&value, arg)) in values.iter().zip(args).enumerate() {
            let role = signature.params.get(index).copied().unwrap_or(Role::Plain);
            let is_untouched = state.resolve(value).base.is_some_and(|base| untouched.contains(&base));
            if matches!(role, Role::Result(_)) || is_untouched {
                continue;
            }
            // Streams and their like are the library's own: what holds them is data.
            if matches!(role, Role::Pointer(ty) if self.context.layouts.is_of_library(ty)) {
                self.check_argument_freed(state, value, inst.span);
                continue;
            }
            let record = self.context.role_target(role).filter(|target| self.claims(*target));
            if let (Role::Pointer(ty), Some(id)) = (role, callee)
                && self.writes_text(id, index, ty)
            {
                let limit = self.limit_of(id, index, values).map(|limit| state.resolve(limit));
                let is_text = self.is_any_text(state, value, values);
                let text = self.text_to_write(state, id, index, values);
                if !text.is_some_and(|text| self.takes_text(state, value, text, inst.span)) {
                    self.written_by_library(state, value, limit, is_text, inst.span);
                }
                continue;
            }
            match record {
                Some(target) if self.is_room(state, value, target) => {}
                Some(target) => roots.push((value, target, Need::Shared)),
                None => {
                    if arg.ty == Scalar::Ptr {
                        self.data_pointer(state, role, callee, value, inst.span);
                    }
                    // An address can also be handed over as a number.
                    roots.extend(self.escaping(state, value));
                }
            }
            self.check_argument_freed(state, value, inst.span);
        }
        let requires =
            callee.map(|id| self.context.summaries.requires[id.index()].clone()).unwrap_or_default();
        for require in requires {
            match require {
                Require::NonNull(index) => {
                    if let Some(&value) = values.get(index) {
                        let surely =
                            |id: FuncId| self.context.summaries.surely_uses[id.index()].contains(&index);
                        self.check_argument(state, value, name, callee.is_some_and(surely), inst.span);
                    }
                }
                Require::Holds(condition) => self.check_condition(state, &condition, name, values, inst.span),
                Require::Room(room) => self.check_room(state, &room, name, values, inst.span),
                Require::Header(header) => self.check_header(state, &header, name, values, inst.span),
                Require::Bound(bound) => self.check_bound(state, &bound, name, values, inst.span),
                Require::Chain(chain) => self.check_chain(state, &chain, name, values, inst.span),
                Require::String(seen, is_written) => {
                    self.check_string(state, (&seen, is_written), name, values, inst.span);
                }
                Require::Callee(_) => {}
                Require::Text(text) => {
                    let text = format!("it is not known whether {text}, as `{name}` requires");
                    self.fail(state, Check::Model, Severity::Unknown, inst.span, &text);
                }
            }
        }
        self.check_around(state, &roots, inst.span);
        self.check_dangling(state, &format!("when `{name}` is called"), false, inst.span);
        self.settle_tags(state);
        let mut publisher = Publisher::new(self.context, state, &[]);
        publisher.run(&roots, false);
        let (published, private) = (publisher.published.clone(), publisher.private_published);
        let broken = std::mem::take(&mut publisher.broken);
        let is_in_view = callee.is_some_and(|id| self.is_in_view(id));
        for it in broken {
            self.integrity_before(state, &it, &format!("when `{name}` is called"), is_in_view, inst.span);
        }
        let visible = Visible { blocks: self.looked_at(state, callee, values, &published), private };
        self.check_promises(state, &visible, &format!("when `{name}` is called"), inst.span);
        let may_be_local = self.lend(state, callee, name, values);
        if let Some(id) = callee {
            self.freed_by(state, id, values, inst.span);
        }
        let writes = match callee {
            Some(id) if !private => self.context.summaries.writes[id.index()].clone(),
            _ => Arc::new(Writes::anything()),
        };
        let news = published.iter().any(|index| state.blocks[*index].published.is_none());
        // A callee that writes nothing changes nothing, but what it returns may be what it was given.
        if !writes.is_nothing() || news || private {
            pass(self, state, &published, private);
        }
        // Contents are only looked for before the call where nothing that was private has become shared.
        if !writes.is_nothing() {
            let spares = Arc::new(self.spared(state, values));
            state.log.push_back(Entry::Havoc { generation: state.generation, writes, spares });
        }
        let origin = if callee.is_some() { Origin::Call } else { Origin::Opaque };
        self.results(state, inst, name, &signature, values, origin);
        self.errno(state, inst, callee, &signature);
        for &result in &inst.results {
            let target = self.context.program.target;
            let is_wide = self.context.body.value_type(result).bits(target) >= Scalar::Ptr.bits(target);
            if let (true, Some(Value::Word(value))) = (may_be_local && is_wide, state.env.get(&result)) {
                state.lent.extend(value.base);
            }
        }
        let never_null = callee.is_some_and(|id| {
            let summaries = self.context.summaries;
            let decided = |index: &usize| {
                values.get(*index).is_some_and(|value| state.surely_nonnull(state.resolve(*value)))
            };
            summaries.nonnull[id.index()] || summaries.nonnull_if[id.index()].iter().any(decided)
        });
        if never_null
            && let Some(Value::Word(value)) = inst.result().and_then(|result| state.env.get(&result)).cloned()
        {
            state.assume(&Formula::differ(value, Lin::ZERO));
        }
        if let (Some(id), Some(Value::Word(result))) =
            (callee, inst.result().and_then(|it| state.env.get(&it)))
            && let Some(result) = result.symbol()
        {
            let decides =
                self.context.summaries.nonnull_if[id.index()].iter().filter_map(|it| values.get(*it));
            let param = |value: &Lin| match state.info(state.resolve(*value).symbol()?).origin {
                Origin::Param(index) => Some(index),
                _ => None,
            };
            state.symbols[result.index()].null_if = decides.filter_map(param).collect();
        }
    }

    /// Whether the code of a function is part of the program: what it does with what it is given shows there.
    fn is_in_view(&self, callee: FuncId) -> bool {
        self.context.program.function(callee).body.is_some() && !self.is_library(callee)
    }

    /// Whether memory of no known type that callers give stands for a struct of data: then it is only asked for.
    fn is_room(&mut self, state: &mut State, value: Lin, target: TargetId) -> bool {
        let layouts = self.context.layouts;
        let Some(base) = state.resolve(value).symbol().filter(|base| state.info(*base).target().is_none())
        else {
            return false;
        };
        let is_data = !layouts.carries_links(target)
            && layouts.get(target).mixed.is_empty()
            && layouts.claimed_in(target).is_empty();
        let is_given =
            matches!(state.info(base).origin, Origin::Param(_)) && !state.elements.contains_key(&base);
        match state.info(base).seen.clone().filter(|_| is_data && is_given) {
            Some(seen) => self.require_room(state, base, seen, Lin::constant(1), layouts.get(target).size),
            None => false,
        }
    }

    /// The address of `errno` is that of a number, as the library's row says.
    fn errno(&self, state: &mut State, inst: &Inst, callee: Option<FuncId>, signature: &Signature) {
        let row = callee.and_then(|id| clib::row(&self.context.program.function(id).name));
        let Some(Role::Pointer(ty)) = signature
            .results
            .first()
            .filter(|_| row.is_some_and(|row| row.assumes == Some(clib::Assumption::Errno)))
        else {
            return;
        };
        if let Some(target) = self.context.layouts.pointer_target(*ty)
            && let Some(Value::Word(value)) = inst.result().and_then(|result| state.env.get(&result)).cloned()
            && let Some(sym) = value.symbol()
        {
            let class = Class::Shared(state.generation);
            state.symbols[sym.index()].hint = Some(target);
            state.symbols[sym.index()].valid = Some((target, class));
            let valid = state.valid_formula(value, target, class);
            state.facts.push_back(valid);
            state.assume(&Formula::differ(value, Lin::ZERO));
        }
    }

    /// What a callee frees of what it is given.
    fn freed_by(&mut self, state: &mut State, callee: FuncId, values: &[Lin], span: Option<Span>) {
        let summaries = self.context.summaries;
        let frees = &summaries.frees[callee.index()];
        let globals: Vec<Sym> = state.globals.values().copied().collect();
        for global in globals {
            self.may_free(state, callee, global, &frees.elsewhere, span);
        }
        for (index, (freeing, &value)) in frees.params.iter().zip(values).enumerate() {
            let value = state.resolve(value);
            let Some(base) = value.base else { continue };
            self.may_free(state, callee, base, &freeing.reached, span);
            if freeing.frees {
                self.check_freed(state, base, "freed", span);
                let is_certain = summaries.surely_frees[callee.index()].contains(&index);
                state.freed.push_back(Freed { value, span, by: Some(callee), is_certain });
                // A block that is freed by an address in it is freed as a whole.
                if value.offset != 0 {
                    let value = base.value();
                    state.freed.push_back(Freed { value, span, by: Some(callee), is_certain });
                }
            }
        }
    }

    /// A callee may free what is reached from a symbol and has one of these types.
    fn may_free(
        &mut self,
        state: &mut State,
        callee: FuncId,
        from: Sym,
        types: &BTreeSet<Freeable>,
        span: Option<Span>,
    ) {
        if types.is_empty() {
            return;
        }
        for sym in memory::reached_from(self.context.layouts, state, from) {
            let target = state.info(sym).target();
            if target.is_none() || types.contains(&target) || types.contains(&None) {
                let value = sym.value();
                state.freed.push_back(Freed { value, span, by: Some(callee), is_certain: false });
            }
        }
    }

    /// What a call gives.
    fn results(
        &mut self,
        state: &mut State,
        inst: &Inst,
        name: &str,
        signature: &Signature,
        values: &[Lin],
        origin: Origin,
    ) {
        let class = Class::Shared(state.generation);
        for (index, &result) in inst.results.iter().enumerate() {
            let ty = self.context.body.value_type(result);
            let role = signature.results.get(index).copied().unwrap_or(Role::Plain);
            let target = self.context.role_target(role).filter(|target| self.claims(*target));
            let name = format!("the result of {name}");
            let value = match (ty, target) {
                (Scalar::Ptr, Some(target)) => {
                    Value::Word(state.pointer(name, Origin::Call, target, class).value())
                }
                (Scalar::BOOL, _) => {
                    let sym = state.symbol(name, origin);
                    Value::Truth(Formula::differ(sym.value(), Lin::ZERO))
                }
                _ => Value::Word(state.symbol(name, origin).value()),
            };
            state.env.insert(result, value);
        }
        // A struct that is returned through memory is whole afterwards.
        for (role, &address) in signature.params.iter().zip(values) {
            let Role::Result(target) = role else { continue };
            let pointer = u64::from(self.context.program.target.pointer_bytes);
            for (offset, _, link) in self.context.layouts.all_cells(*target) {
                let sym = state.pointer(format!("the result of {name}"), Origin::Call, link, class);
                if let Some(cell) = address.plus(offset as i64) {
                    self.store(state, cell, pointer, sym.value(), inst.span);
                }
            }
            state.log.push_back(Entry::Scramble { base: address });
        }
    }

    /// Whether pointers to a target are checked when they are handed over: structs, and pointers to structs.
    pub fn claims(&self, target: TargetId) -> bool {
        self.context.layouts.get(target).is_record || self.context.layouts.carries_links(target)
    }

    /// What a pointer of no known type gives to a callee.
    fn escaping(&self, state: &State, value: Lin) -> Option<(Lin, TargetId, Need)> {
        let value = state.resolve(value);
        let base = value.base?;
        if let Some(index) = state.block_of(value) {
            let target = state.blocks[index].target?;
            return Some((base.value(), target, Need::Shared));
        }
        let (target, class) = state.info(base).valid?;
        (!matches!(class, Class::Shared(_)) && state.has_private).then_some((
            base.value(),
            target,
            Need::Shared,
        ))
    }

    /// Checks a pointer to data that is handed over: it stays inside its node, and is no link in disguise.
    fn data_pointer(
        &mut self,
        state: &mut State,
        role: Role,
        callee: Option<FuncId>,
        value: Lin,
        span: Option<Span>,
    ) {
        let value = state.resolve(value);
        let Some(base) = value.base else { return };
        let (target, offset) = match state.block_of(value) {
            Some(index) => (state.blocks[index].target, value.offset),
            None => (state.info(base).valid.map(|valid| valid.0), value.offset),
        };
        let Some(target) = target else { return };
        let layouts = self.context.layouts;
        let pointee = match role {
            Role::Pointer(ty) => layouts.pointer_target(ty),
            _ => None,
        };
        let name = state.info(base).name.clone();
        let size = pointee.map_or(1, |pointee| layouts.get(pointee).size);
        let is_whole = pointee.is_none() && offset == 0;
        if !is_whole && !self.reads_only(role) && self.is_at_tag(state, value, size) {
            let text =
                format!("a pointer to a tag, or to what it tells of, in `{name}` is passed on as data");
            self.fail(state, Check::Integrity, Severity::Unknown, span, &text);
        }
        if !is_whole && !self.reads_only(role) {
            self.give_away(state, value, size, span);
        }
        if !layouts.carries_links(target) {
            return;
        }
        let spot = layouts.spot(target, offset, size);
        let kind = spot.map(|spot| spot.kind);
        // A pointer to the whole node is fine as long as nobody looks inside.
        let fine = is_whole || matches!(kind, Some(SpotKind::Data | SpotKind::Mixed));
        if !fine && !self.only_reads(role, kind) {
            let text =
                format!("a pointer to {size} bytes at offset {offset} of `{name}` is passed on as data");
            // What is before a struct may be another one that it is a part of.
            let before = u64::try_from(-offset).unwrap_or(0);
            let is_part = before > 0 && layouts.nested_somewhere(before, target)
                || offset > 0 && layouts.has_tail(target);
            let severity = if is_part { Severity::Unknown } else { Severity::Unsafe };
            self.fail(state, Check::Integrity, severity, span, &text);
        } else if callee.is_some_and(|id| self.context.summaries.fails[id.index()]) {
            let text = format!("a pointer into `{name}` is given to a function that is not known to be safe");
            self.fail(state, Check::Model, Severity::Unknown, span, &text);
        }
    }

    /// Whether a pointer is only read through, and is inside of its node.
    fn only_reads(&self, role: Role, kind: Option<SpotKind>) -> bool {
        kind.is_some() && self.reads_only(role)
    }

    /// Whether a callee only reads through a pointer, as its type says.
    fn reads_only(&self, role: Role) -> bool {
        matches!(role, Role::Pointer(ty) if self.is_constant(ty))
    }

    /// Whether a pointer type points to constants.
    pub fn is_constant(&self, ty: ir::TypeId) -> bool {
        let types = &self.context.program.types;
        types.pointee(ty).is_some_and(|pointee| {
            matches!(types.get(pointee).kind, TypeKind::Qualified { qualifier: Qualifier::Const, .. })
        })
    }

    /// Checks that an argument is not null. A callee that does not surely follow it may go another way.
    fn check_argument(
        &mut self,
        state: &mut State,
        value: Lin,
        callee: &str,
        is_followed: bool,
        span: Option<Span>,
    ) {
        let value = state.resolve(value);
        match value.base {
            None if value.offset == 0 => {
                let (requires, severity) = match is_followed {
                    true => ("requires", Severity::Unsafe),
                    false => ("may require", Severity::Unknown),
                };
                let text = format!("a null pointer is passed to `{callee}`, which {requires} another");
                self.fail(state, Check::Null, severity, span, &text);
            }
            Some(base) if value.offset == 0 => self.check_null(state, base, span),
            _ => {}
        }
    }

    /// Checks that what is handed over was not freed.
    pub fn check_argument_freed(&mut self, state: &mut State, value: Lin, span: Option<Span>) {
        if let Some(base) = state.resolve(value).base {
            self.check_alive(state, base, "passed on", span);
        }
    }

    /// Checks that what is handed over as a part of a struct is one: that the struct is there.
    pub fn check_around(&mut self, state: &mut State, roots: &[(Lin, TargetId, Need)], span: Option<Span>) {
        for (value, target, _) in roots {
            let value = state.resolve(*value);
            let Some(base) = value.base.filter(|_| value.offset > 0 && state.block_of(value).is_none())
            else {
                continue;
            };
            let own = state.info(base).valid.map(|valid| valid.0);
            let is_part = |own| self.context.layouts.contains(own, value.offset as u64, *target);
            if own.is_some_and(is_part) && !state.nonnull.contains(&base) {
                self.check_null(state, base, span);
            }
        }
    }
}

/// Others ran: what they are given is shared from now on.
fn pass(exec: &Exec<'_, '_>, state: &mut State, published: &BTreeSet<usize>, private: bool) {
    let generation = state.generation + 1;
    state.generation = generation;
    for index in 0..state.blocks.len() {
        let base = state.blocks[index].base.value();
        if published.contains(&index) {
            if state.blocks[index].published.is_none() {
                state.blocks[index].published = Some(generation);
            }
            let target =
                state.blocks[index].target.filter(|target| fresh::fits(exec.context, state, index, *target));
            if let Some(target) = target {
                let each = exec.context.layouts.get(target).size;
                for node in 0..fresh::nodes_in(exec.context.layouts, &state.blocks[index]) {
                    let node = Lin { base: base.base, offset: (node * each) as i64 };
                    state.facts.push_back(Formula::Shared(target, generation, node));
                }
            }
        } else {
            state.facts.push_back(Formula::Outside(generation, base));
        }
    }
    if state.has_private {
        match private {
            true => {
                state.has_private = false;
                for index in 0..state.symbols.len() {
                    if let Some((target, Class::Any | Class::Private)) = state.symbols[index].valid
                        && state.symbols[index].alternatives.is_empty()
                    {
                        let class = Class::Shared(generation);
                        state.symbols[index].valid = Some((target, class));
                        let value = Sym(index as u32).value();
                        let fact = state.valid_formula(value, target, class);
                        state.facts.push_back(fact);
                    }
                }
            }
            false => state.facts.push_back(Formula::PrivateOutside(generation)),
        }
    }
}
