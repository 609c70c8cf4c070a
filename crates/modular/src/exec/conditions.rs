//! Preconditions at calls: that pointers are not null, unless something else holds, in terms of the caller.
//!
//! Invariant: a condition of a callee is checked of the values that the caller hands over; what the caller's own callers see
//! becomes a precondition of the caller, and nothing else does.

use crate::exec::Exec;
use crate::exec::strings::block_around;
use crate::function::param_name;
use crate::report::{Check, Require, Severity};
use crate::solver::term::{Field, Formula, Lin};
use crate::state::State;
use crate::state::memory::{self, Place};
use crate::state::seen::{Bytes, Condition, Seen};
use crate::types::layout::{Layouts, SpotKind};
use ir::Span;
use std::collections::BTreeSet;

impl Exec<'_, '_> {
    /// Checks a precondition of a callee, in terms of the caller.
    pub fn check_condition(
        &mut self,
        state: &mut State,
        condition: &Condition,
        callee: &str,
        values: &[Lin],
        span: Option<Span>,
    ) {
        let Some((pointer, guards)) = self.in_terms_of(state, condition, values) else { return };
        let broken = broken(pointer, &guards);
        if broken == Formula::And(vec![Formula::Bool(false)]) || self.context.oracle.refutes(state, &broken) {
            return;
        }
        let mut there = state.clone();
        let possible = there.assume(&broken);
        match pointer.symbol().and_then(|sym| state.info(sym).seen.clone()) {
            Some(seen) if possible => self.notes.require(Condition::on_path(state, &guards, seen)),
            None if possible => {
                let stated = self.condition_text(callee, condition);
                let is_null = state.simplest(pointer) == Lin::ZERO && condition.unless.is_empty();
                let holds = if is_null { "does not hold" } else { "may not hold" };
                let text = format!("`{callee}` requires {stated}, which {holds}");
                let severity = if is_null { Severity::Unsafe } else { Severity::Unknown };
                self.fail(&there, Check::Null, severity, span, &text);
            }
            _ => {}
        }
        state.assume(&broken.negated());
    }

    /// The pointer that a condition is about and when it may be null, in terms of the caller.
    fn in_terms_of(
        &mut self,
        state: &mut State,
        condition: &Condition,
        values: &[Lin],
    ) -> Option<(Lin, Vec<Formula>)> {
        let pointer = self.value_seen(state, &condition.pointer, values)?;
        let guards: Option<Vec<Formula>> = condition
            .unless
            .iter()
            .map(|it| {
                Some(it.order.formula(self.value_seen(state, &it.seen, values)?, it.constant).negated())
            })
            .collect();
        Some((pointer, guards.unwrap_or_default()))
    }

    /// Takes for granted that preconditions of this function hold. What is asked about rooms decides no path.
    pub fn grant(&mut self, state: &mut State, requires: &BTreeSet<Require>) {
        let given: Vec<Lin> =
            self.context.body.param_values().map(|id| self.word(state, id.into())).collect();
        for require in requires {
            match require {
                Require::Holds(condition) => {
                    if let Some((pointer, guards)) = self.in_terms_of(state, condition, &given) {
                        state.assume(&broken(pointer, &guards).negated());
                    }
                }
                Require::Bound(bound) => {
                    if let Some(value) = self.value_seen(state, &bound.seen, &given) {
                        state.assume(&self.bounded(state, bound, value));
                    }
                }
                _ => {}
            }
        }
    }

    /// What a caller of this function would find on a path that starts with what is handed over.
    pub fn value_seen(&mut self, state: &mut State, seen: &Seen, values: &[Lin]) -> Option<Lin> {
        match seen {
            Seen::Param(index) => values.get(*index).map(|value| state.resolve(*value)),
            Seen::Global(id) => Some(self.global(state, *id).value()),
            Seen::Length(text) => {
                // Of text in memory of this function only a bound is known.
                let text = self.value_seen(state, text, values)?;
                let is_own = block_around(state, text).is_some();
                if is_own { None } else { self.text_length(state, text) }
            }
            Seen::Member(base, target, Bytes { at, size }) => {
                let base = self.value_seen(state, base, values)?;
                let spot = self.context.layouts.spot(*target, *at as i64, *size)?;
                let owner = base.plus(spot.owner_at as i64)?;
                if base.base.is_none() || !matches!(spot.kind, SpotKind::Link(_) | SpotKind::Data) {
                    return None;
                }
                let field = Field { owner: spot.owner, at: spot.at };
                let place = Place { base: owner, field, size: *size, kind: spot.kind };
                let name = self.cell_name(state, owner, field, *size);
                let value = memory::load(self.context.layouts, state, &place, name);
                Some(state.resolve(value))
            }
        }
    }

    /// A precondition of a callee, in its own terms.
    fn condition_text(&self, callee: &str, condition: &Condition) -> String {
        self.stated(callee, |program, layouts, param| condition.text(program, layouts, param))
    }

    /// What a callee requires, in its own terms.
    pub fn stated(
        &self,
        callee: &str,
        text: impl Fn(&ir::Program, &Layouts<'_>, &dyn Fn(usize) -> String) -> String,
    ) -> String {
        let program = self.context.program;
        let function = program.find_function(callee).map(|id| program.function(id));
        let param = |index: usize| {
            let name =
                function.and_then(|it| it.body.as_ref()).and_then(|body| param_name(program, body, index));
            name.unwrap_or_else(|| format!("parameter {}", index + 1))
        };
        format!("`{}`", text(program, self.context.layouts, &param))
    }
}

/// That a pointer is null where it may not be.
fn broken(pointer: Lin, guards: &[Formula]) -> Formula {
    let is_null = Formula::equal(pointer, Lin::ZERO);
    Formula::And(guards.iter().cloned().chain([is_null]).collect())
}
