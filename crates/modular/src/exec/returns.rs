//! Returns: the data structures are intact, and so is what is returned.

use crate::claims::arrive::links_private;
use crate::exec::Exec;
use crate::exec::integrity::RETURNS;
use crate::exec::lending;
use crate::exec::promising::Visible;
use crate::exec::publish::{Broken, Need, Publisher};
use crate::report::{Check, Severity};
use crate::solver::term::{Field, Lin};
use crate::state::memory::{self, Place};
use crate::state::{Class, Freed, State, Value};
use crate::summary::filling::Unless;
use crate::types::layout::SpotKind;
use crate::types::signature::Role;
use ir::{Span, ValueId};

impl Exec<'_, '_> {
    /// Notes the parameters that were not freed on this path, though they are not null.
    fn spare(&mut self, state: &State) {
        for id in self.context.body.param_values() {
            let Some(Value::Word(value)) = state.env.get(&id) else {
                // Behind a loop that needs it no more.
                self.notes.spared.insert(id.index());
                continue;
            };
            let value = state.resolve(*value);
            let freed = |it: &Freed| it.is_certain && state.resolve(it.value) == value;
            if state.simplest(value) != Lin::ZERO && !state.freed.iter().any(freed) {
                self.notes.spared.insert(id.index());
            }
        }
    }

    /// Notes which links behind parameters may hold null on this path, unless the function says that it did not fill them.
    fn note_null_fills(&mut self, state: &mut State, values: &[Lin]) {
        let context = self.context;
        let pointer = u64::from(context.program.target.pointer_bytes);
        let Some(id) = context.program.find_function(&context.function.name) else { return };
        for (index, fills) in context.summaries.fills.of_function(id).iter().enumerate() {
            for ((offset, size), unless) in fills {
                let link = (index, *offset);
                if *size != pointer
                    || self.notes.null_fills.contains(&link)
                    || self.is_unfilled(state, unless, values)
                {
                    continue;
                }
                let value = self.link_behind(state, index, *offset);
                // Where it does not say so, the link is filled.
                let mut there = state.clone();
                if let Some(result) = values.first().filter(|_| !unless.is_never()) {
                    there.assume(&lending::returns(unless, state.resolve(*result)).negated());
                }
                if !value.is_some_and(|value| self.proves_nonnull(&there, there.resolve(value))) {
                    self.notes.null_fills.insert(link);
                }
            }
        }
    }

    /// Whether what is returned says that nothing was filled.
    fn is_unfilled(&self, state: &State, unless: &Unless, values: &[Lin]) -> bool {
        let Some(value) = values.first().filter(|_| !unless.is_never()) else { return false };
        let filled = lending::returns(unless, state.resolve(*value)).negated();
        self.context.oracle.refutes(state, &filled)
    }

    /// What is at an offset behind a parameter, if it is a link.
    fn link_behind(&self, state: &mut State, index: usize, offset: i64) -> Option<Lin> {
        let layouts = self.context.layouts;
        let Some(Value::Word(base)) = state.env.get(&ValueId::new(index)).cloned() else { return None };
        let base = state.resolve(base);
        let target = state.info(base.symbol()?).target()?;
        let size = u64::from(self.context.program.target.pointer_bytes);
        let spot = layouts.spot(target, offset, size)?;
        let SpotKind::Link(_) = spot.kind else { return None };
        let field = Field { owner: spot.owner, at: spot.at };
        let place = Place { base: base.plus(spot.owner_at as i64)?, field, size, kind: spot.kind };
        Some(memory::load(layouts, state, &place, "what is filled".to_string()))
    }

    /// The function returns: its data structures are intact, and nothing points to its local variables.
    pub fn finish(&mut self, state: &mut State, values: &[Lin], span: Option<Span>) {
        let signature = self.context.signature(self.context.function);
        let mut roots = Vec::new();
        for (value, role) in values.iter().zip(&signature.results) {
            let target = self.context.role_target(*role).filter(|target| self.claims(*target));
            roots.extend(target.map(|target| (*value, target, Need::Shared)));
            self.check_argument_freed(state, *value, span);
            // A struct may be returned as anything, a part of it only as what it is.
            let points =
                matches!(role, Role::Pointer(ty) if self.context.layouts.pointer_target(*ty).is_some());
            let is_part = points || state.resolve(*value).offset != 0;
            if target.is_none() && is_part {
                self.give_away(state, *value, 1, span);
            }
            if target.is_none() && is_part && self.is_at_tag(state, *value, 1) {
                let text = "a pointer to a tag, or to what it tells of, is returned as data";
                self.fail(state, Check::Integrity, Severity::Unknown, span, text);
            }
        }
        for (index, role) in signature.params.iter().enumerate() {
            if let (Role::Result(target), Some(Value::Word(base))) =
                (role, state.env.get(&ValueId::new(index)).cloned())
            {
                roots.push((base, *target, Need::Shared));
            }
        }
        if !signature.is_known {
            let text = "how structs are passed by value to this function is not modelled";
            self.fail(state, Check::Model, Severity::Unknown, self.context.function.span, text);
        }
        if let [value] = values
            && !self.proves_nonnull(state, state.resolve(*value))
        {
            self.notes.nonnull = false;
        }
        self.check_around(state, &roots, span);
        self.spare(state);
        self.note_null_fills(state, values);
        self.settle_tags(state);
        let mut publisher = Publisher::new(self.context, state, &[]);
        publisher.run(&roots, false);
        let visible = Visible { blocks: publisher.published.clone(), private: publisher.private_published };
        let (published, mut broken) = (publisher.published.clone(), std::mem::take(&mut publisher.broken));
        // Private nodes are published together. One that is not returned, and to which none links, may stay behind.
        let stays_behind = |it: &Broken| {
            let node = it.holder.cell().and_then(|(_, base)| state.resolve(base).base);
            let class = node.and_then(|node| state.info(node).valid).map(|valid| valid.1);
            class == Some(Class::Private) && values.iter().all(|value| state.resolve(*value).base != node)
        };
        let is_unlinked = !links_private(state);
        for it in broken.iter_mut().filter(|it| is_unlinked && stays_behind(it)) {
            it.gave_up = true;
        }
        for it in &broken {
            self.integrity(state, it, RETURNS, span);
        }
        self.check_promises(state, &visible, RETURNS, span);
        self.check_dangling(state, RETURNS, true, span);
        self.check_locals(state, &published, values, span);
    }
}
