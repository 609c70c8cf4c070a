//! Returns: the data structures are intact, and so is what is returned.

use crate::claims::arrive::links_private;
use crate::exec::Exec;
use crate::exec::calls::RETURNS;
use crate::exec::promising::Visible;
use crate::exec::publish::{Broken, Need, Publisher};
use crate::report::{Check, Severity};
use crate::solver::term::Lin;
use crate::state::{Class, Freed, State, Value};
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
        self.spare(state);
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
