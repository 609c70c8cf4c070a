//! Candidates from the contracts of what a loop calls: what one call needs, and what it ensures, the loop may keep.
//!
//! A clause of the callee is one of the loop where every parameter that it speaks of has a name there: that of the variable
//! or constant that is passed. The result is the variable that gets it.

use super::text::told_apart;
use super::{conjuncts, replaced};
use crate::contract::{Contract, Contracts};
use crate::loops::Loop;
use ir::{Arg, Body, Callee, Inst, InstKind, Operand, ValueId, VarKind};
use std::collections::BTreeSet;

/// The conjuncts of the contracts of what a loop calls, in the words of the caller, who uses some names.
pub fn conjuncts_of(body: &Body, it: &Loop, contracts: &Contracts, names: &BTreeSet<&str>) -> Vec<String> {
    let mut found = Vec::new();
    let blocks = it.blocks.iter().map(|block| body.block(*block));
    for inst in blocks.flat_map(|block| &block.insts) {
        if let InstKind::Call { callee: Callee::Direct(callee), args, .. } = &inst.kind
            && let Some(contract) = contracts.functions.get(callee)
            && contract.params.len() == args.len()
        {
            found.extend(translated((body, names), contract, inst, args));
        }
    }
    found
}

fn translated(
    (body, taken): (&Body, &BTreeSet<&str>),
    contract: &Contract,
    inst: &Inst,
    args: &[Arg],
) -> Vec<String> {
    let is_taken = |name: &str| taken.contains(name) || contract.params.iter().any(|param| param == name);
    let mut found = Vec::new();
    let requires = contract.requires.iter().map(|clause| clause.text.trim_start_matches("requires"));
    let ensures = contract.ensures.iter().map(|clause| clause.text.trim_start_matches("ensures"));
    let results = inst.result().map(|result| names(body, result)).unwrap_or_default();
    for text in requires.chain(ensures) {
        let text = told_apart(text.trim(), &is_taken);
        for conjunct in conjuncts(&text).into_iter().filter(|it| !it.contains("\\old(")) {
            // All at once: a variable of the caller may be called like another parameter.
            let mut marked = conjunct.to_string();
            for (number, param) in contract.params.iter().enumerate().filter(|(_, param)| !param.is_empty()) {
                marked = replaced(&marked, param, &mark(number));
            }
            let mut whole = vec![marked];
            for (number, arg) in args.iter().enumerate() {
                let used = whole.iter().any(|text| text.contains(&mark(number)));
                if used {
                    whole = passed(body, arg.value)
                        .iter()
                        .flat_map(|name| whole.iter().map(|text| text.replace(&mark(number), name)))
                        .collect();
                }
            }
            for text in whole {
                match text.contains("\\result") {
                    true => found.extend(results.iter().map(|name| text.replace("\\result", name))),
                    false => found.push(text),
                }
            }
        }
    }
    found
}

/// What stands for a parameter while texts are translated; no text has it.
fn mark(number: usize) -> String {
    format!("\u{1}{number}\u{2}")
}

/// How a value that is passed can be called.
fn passed(body: &Body, operand: Operand) -> Vec<String> {
    match operand {
        Operand::Value(value) => names(body, value),
        Operand::Int { bits, value } if bits <= 32 => {
            let shift = 128 - u32::from(bits);
            vec![((value << shift) as i128 >> shift).to_string()]
        }
        Operand::Null => vec!["NULL".into()],
        _ => Vec::new(),
    }
}

/// The variables that have a value, or whose address it is.
pub(super) fn names(body: &Body, value: ValueId) -> Vec<String> {
    let mut names = Vec::new();
    let name = |var: &ir::VarId| body.var(*var).name.clone();
    let mut add = |name: String| {
        if !names.contains(&name) {
            names.push(name);
        }
    };
    for var in &body.vars {
        if matches!(var.kind, VarKind::Param(number) if body.params > number as usize && number as usize == value.index())
        {
            add(var.name.clone());
        }
    }
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        match &inst.kind {
            InstKind::VarIs { var, value: Operand::Value(held) } if *held == value => add(name(var)),
            InstKind::Phi { var: Some(var), incoming } => {
                let comes = incoming.iter().any(|(_, operand)| *operand == Operand::Value(value));
                if comes || inst.result() == Some(value) {
                    add(name(var));
                }
            }
            InstKind::Alloca { var: Some(var), .. } if inst.result() == Some(value) => {
                add(format!("(&{})", name(var)));
            }
            _ => {}
        }
    }
    names
}
