//! Pointers that move along an array: they stay in it, and what they passed is as the contract says.

use super::text::{arguments, foralls, quoted};
use super::{Texts, Variable, first};
use crate::contract::Contract;
use crate::types::Ty;
use ir::Program;

/// Candidates about the pointers of a loop that move along an array of the contract. Where an array ends with an element
/// that the loop looks for, the pointer stays before its end; otherwise it may come to the end.
pub(super) fn cursors(program: &Program, contract: &Contract, variables: &[Variable], texts: &mut Texts) {
    for clause in contract.requires.iter().chain(&contract.ensures) {
        let is_promise = clause.text.starts_with("ensures");
        for (variable, set, body) in foralls(&clause.text) {
            let Some(inner) = set.strip_prefix("array(").and_then(|rest| rest.strip_suffix(')')) else {
                continue;
            };
            let [begin, step, count] = arguments(inner)[..] else { continue };
            let (begin, count) = (first(begin, variables), first(count, variables));
            for v in variables.iter().filter(|v| v.moves && is_step(program, &v.ty, step)) {
                let v = &v.name;
                texts.of_cursor(format!("in({v}, array({begin}, {step}, {count}))"));
                texts.of_cursor(format!(
                    "in({v}, array({begin}, {step}, {count})) || {v} == {begin} + {count}"
                ));
                // A counter may go along with it, up or down.
                for i in variables.iter().filter(|i| i.moves && matches!(i.ty, Ty::Int { .. })) {
                    let i = &i.name;
                    texts.of_cursor(format!("{v} == {begin} + {i}"));
                    texts.of_cursor(format!("{v} == {begin} + (\\old({i}) - {i})"));
                }
                if !is_promise || body.contains("\\result") {
                    continue;
                }
                let body = first(body, variables);
                texts.of_cursor(format!("forall({variable}, array({begin}, {step}, {v} - {begin}), {body})"));
                for term in quoted(&body, "\\old(") {
                    texts.of_cursor(format!(
                        "forall({variable}, array({v}, {step}, {count} - ({v} - {begin})), {term} == \\old({term}))"
                    ));
                }
            }
        }
    }
}

/// Whether a pointer points to elements of so many bytes.
fn is_step(program: &Program, ty: &Ty, step: &str) -> bool {
    let size = ty.pointee().and_then(|element| element.size(program));
    size.is_some_and(|size| step == size.to_string() || step.starts_with("sizeof"))
}
