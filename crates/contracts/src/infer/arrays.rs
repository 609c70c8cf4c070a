//! Pointers that move along an array: they stay in it, and what they passed is as the contract says.

use super::text::{arguments, conjuncts, foralls, quoted, replaced};
use super::{Texts, Variable, first};
use crate::contract::Contract;
use crate::types::Ty;
use ir::Program;
use std::collections::BTreeSet;

/// How many counters are taken together at most.
const MOST_COUNTERS: usize = 4;

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

/// Candidates about counters that run down to the first element of an array: what is behind them is as the contract says,
/// what is before them as it was. Where the condition looks at the element that the counter is at, it ends below the first.
pub(super) fn downwards(contract: &Contract, variables: &[Variable], texts: &mut Texts) {
    let counters = variables.iter().filter(|i| i.moves);
    let counters: Vec<&Variable> = counters.filter(|i| matches!(i.ty, Ty::Int { .. })).collect();
    for i in counters.iter().filter(|i| matches!(i.ty, Ty::Int { signed: true, .. })) {
        texts.of_cursor(format!("{} >= -1", i.name));
    }
    for (variable, set, body) in contract.ensures.iter().flat_map(|clause| foralls(&clause.text)) {
        let Some(inner) = set.strip_prefix("array(").and_then(|rest| rest.strip_suffix(')')) else {
            continue;
        };
        let [begin, step, count] = arguments(inner)[..] else { continue };
        if set.contains("\\result") || body.contains("\\result") {
            continue;
        }
        let (begin, count) = (first(begin, variables), first(count, variables));
        let body = first(body, variables);
        for i in &counters {
            let i = &i.name;
            let behind = format!("array({begin} + ({i} + 1), {step}, {count} - ({i} + 1))");
            texts.of_cursor(format!("forall({variable}, {behind}, {body})"));
            for term in quoted(&body, "\\old(") {
                for ahead in [i.clone(), format!("{i} + 1")] {
                    texts.of_cursor(format!(
                        "forall({variable}, array({begin}, {step}, {ahead}), {term} == \\old({term}))"
                    ));
                }
            }
        }
    }
}

/// The parts of what the postcondition says of the elements of arrays: variable, first element, step, count, formula.
fn promises(contract: &Contract, variables: &[Variable]) -> Vec<[String; 5]> {
    let mut found = Vec::new();
    for (variable, set, body) in contract.ensures.iter().flat_map(|clause| foralls(&clause.text)) {
        let Some(inner) = set.strip_prefix("array(").and_then(|rest| rest.strip_suffix(')')) else {
            continue;
        };
        let [begin, step, count] = arguments(inner)[..] else { continue };
        if !set.contains("\\result") && !body.contains("\\result") {
            let (begin, count) = (first(begin, variables), first(count, variables));
            let parts = [variable.to_string(), begin, step.to_string(), count, first(body, variables)];
            found.push(parts);
        }
    }
    found
}

/// Candidates about counters that begin at a number of the function: what they passed is as the contract says, what is ahead
/// as it was.
pub(super) fn from_a_start(contract: &Contract, variables: &[Variable], texts: &mut Texts) {
    let numbers: Vec<&Variable> = variables.iter().filter(|i| matches!(i.ty, Ty::Int { .. })).collect();
    for [variable, begin, step, count, body] in promises(contract, variables) {
        for i in numbers.iter().filter(|i| i.moves) {
            for s in numbers.iter().filter(|s| !s.moves && s.ty == i.ty && begin.contains(&s.name)) {
                let passed = format!("({} - {})", i.name, s.name);
                texts.of_cursor(format!("forall({variable}, array({begin}, {step}, {passed}), {body})"));
                for term in quoted(&body, "\\old(") {
                    texts.of_cursor(format!(
                        "forall({variable}, array({begin} + {passed}, {step}, {count} - {passed}), {term} == \\old({term}))"
                    ));
                }
            }
        }
    }
}

/// Candidates about two counters that approach each other from both ends of an array: what lies between them is as it was,
/// and they are equally far from the ends.
pub(super) fn from_both_ends(contract: &Contract, variables: &[Variable], texts: &mut Texts) {
    let counters = variables.iter().filter(|i| i.moves && matches!(i.ty, Ty::Int { .. }));
    let counters: Vec<&Variable> = counters.collect();
    for [variable, begin, step, count, body] in promises(contract, variables) {
        if !body.contains("\\old(") {
            continue;
        }
        for i in &counters {
            for j in counters.iter().filter(|j| j.name != i.name && j.ty == i.ty) {
                let (i, j) = (&i.name, &j.name);
                for (behind, between) in [("1", format!("{j} - {i} + 1")), ("0", format!("{j} - {i}"))] {
                    texts.of_cursor(format!("{i} + {j} == {count} - {behind}"));
                    texts.of_cursor(format!(
                        "forall({variable}, array({begin} + {i}, {step}, {between}), *{variable} == \\old(*{variable}))"
                    ));
                    let rest =
                        format!("array({begin} + ({j} + {behind}), {step}, {count} - ({j} + {behind}))");
                    texts.of_cursor(format!("forall({variable}, {rest}, {body})"));
                }
                texts.of_cursor(format!("{i} <= {j} + 1"));
            }
        }
    }
}

/// A loop that looks at an element and at the next: what the postcondition says of a bound holds of the number behind the
/// counter.
pub(super) fn one_ahead(contract: &Contract, variables: &[Variable], texts: &mut Texts) {
    let is_number = |var: &&Variable| matches!(var.ty, Ty::Int { .. });
    for clause in &contract.ensures {
        for conjunct in conjuncts(clause.text.trim_start_matches("ensures").trim()) {
            let conjunct = first(conjunct, variables);
            if !conjunct.contains("array(") || conjunct.contains("\\result") {
                continue;
            }
            for bound in variables.iter().filter(is_number).filter(|var| !var.moves) {
                for i in variables.iter().filter(is_number).filter(|i| i.moves && i.ty == bound.ty) {
                    let text = replaced(&conjunct, &bound.name, &format!("({} + 1)", i.name));
                    if text != conjunct {
                        texts.of_cursor(text);
                    }
                }
            }
        }
    }
}

/// Candidates about counters that move along an array of the contract: what is at the counter and behind, or what is before
/// it, is as it was. A loop that moves elements reads what it did not write yet.
pub(super) fn unchanged(contract: &Contract, variables: &[Variable], texts: &mut Texts) {
    let counters = variables.iter().filter(|i| i.moves && matches!(i.ty, Ty::Int { .. }));
    let counters: Vec<&Variable> = counters.take(MOST_COUNTERS).collect();
    let is_about_arrays = |set: &str| set.starts_with("array(");
    let compares = contract.ensures.iter().any(|clause| {
        foralls(&clause.text).iter().any(|(_, set, body)| is_about_arrays(set) && body.contains("\\old("))
    });
    if !compares {
        return;
    }
    let mut arrays = BTreeSet::new();
    for (_, set, _) in contract.requires.iter().flat_map(|clause| foralls(&clause.text)) {
        if let Some(inner) = set.strip_prefix("array(").and_then(|rest| rest.strip_suffix(')'))
            && let [begin, step, count] = arguments(inner)[..]
        {
            arrays.insert((first(begin, variables), step.to_string(), first(count, variables)));
        }
    }
    for (begin, step, count) in arrays {
        for i in &counters {
            let i = &i.name;
            for part in [
                format!("array({begin} + {i}, {step}, {count} - {i})"),
                format!("array({begin}, {step}, {i})"),
                format!("array({begin}, {step}, {i} + 1)"),
            ] {
                texts.of_cursor(format!("forall($, {part}, *$ == \\old(*$))"));
            }
        }
    }
}

/// A counter is the sum of two others: what is put together from two arrays. A number that was given goes along with one.
pub(super) fn sums(variables: &[Variable], texts: &mut Texts) {
    let counters = variables.iter().filter(|i| !i.is_param && !i.has_old && matches!(i.ty, Ty::Int { .. }));
    let counters: Vec<&Variable> = counters.take(MOST_COUNTERS).collect();
    let given = variables.iter().filter(|it| it.has_old && it.moves && matches!(it.ty, Ty::Int { .. }));
    for given in given.take(MOST_COUNTERS) {
        let name = &given.name;
        for i in counters.iter().filter(|i| i.moves && i.ty == given.ty) {
            texts.of_cursor(format!("{name} == \\old({name}) + {}", i.name));
            texts.of_cursor(format!("{name} == \\old({name}) - {}", i.name));
        }
    }
    for sum in counters.iter().filter(|sum| sum.moves) {
        for (number, one) in counters.iter().enumerate().filter(|(_, one)| one.name != sum.name) {
            for other in counters[..number].iter().filter(|other| other.name != sum.name) {
                if (one.moves || other.moves) && one.ty == sum.ty && other.ty == sum.ty {
                    texts.of_cursor(format!("{} == {} + {}", sum.name, other.name, one.name));
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
