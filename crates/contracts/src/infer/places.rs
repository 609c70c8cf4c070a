//! Candidates that few loops need: about lists whose first pointer is in memory, pointers to links, three lists at a time,
//! and nodes that are not finished yet. They are tried where those of variables do not suffice.
//!
//! A *place* is a term of the contract where a list begins, `q->head`, `*list` or a global variable: the loop may change
//! what is there, as it changes a variable.

use super::text::{arguments, conjuncts, foralls, quantified, quoted, replaced};
use super::{Texts, Variable, callees, first, lists};
use crate::contract::{Clause, Contract};
use crate::formula::Formula;
use crate::loops::Loop;
use crate::resolve::{self, Scope};
use crate::syntax::ast::{ClauseKind, ExprKind};
use crate::syntax::parser;
use crate::types::{self, Ty};
use ir::{Body, Callee, InstKind, Operand, Program};
use std::collections::BTreeSet;

/// How many lists are taken together at most.
const MOST_LISTS: usize = 6;
/// How many successors of cursors are looked at.
const MOST_SUCCESSORS: usize = 2;

/// The places where lists of the contract begin, and the links that pointers to links point to.
pub(super) fn places(
    program: &Program,
    body: &Body,
    scope: &Scope<'_>,
    it: &Loop,
    contract: &Contract,
    variables: &[Variable],
) -> Vec<Variable> {
    let mut found: Vec<Variable> = Vec::new();
    let is_link = |at: &&Variable| matches!(at.ty.pointee().and_then(Ty::pointee), Some(Ty::Record(_)));
    let cursors: Vec<String> =
        variables.iter().filter(|at| at.moves).filter(is_link).map(|at| format!("*{}", at.name)).collect();
    let written = if cursors.is_empty() { written(program, body, it) } else { None };
    let is_written =
        |from: &str| it.writes && written.as_ref().is_none_or(|names| names.contains(base(from)));
    let begins = lists(contract).into_iter().map(|(from, _)| (is_written(&from), first(&from, variables)));
    for (moves, text) in begins.chain(cursors.into_iter().map(|at| (true, at))) {
        let name = if text.starts_with('*') { format!("({text})") } else { text };
        let is_old = name.starts_with("\\old(");
        let is_known = |var: &Variable| var.name == name || format!("\\old({})", var.name) == name;
        if is_old || variables.iter().chain(&found).any(is_known) {
            continue;
        }
        if let Some(ty) =
            type_of(program, scope, &name).filter(|ty| matches!(ty.pointee(), Some(Ty::Record(_))))
        {
            let (is_param, constants) = (false, BTreeSet::new());
            found.push(Variable { name, ty, moves, is_param, has_old: true, constants });
        }
    }
    found.extend(numbers(program, scope, it, contract, variables));
    found
}

/// The numbers in memory that a contract names as members, `v->length`: counters run up to them.
fn numbers(
    program: &Program,
    scope: &Scope<'_>,
    it: &Loop,
    contract: &Contract,
    variables: &[Variable],
) -> Vec<Variable> {
    let mut found = Vec::new();
    for at in variables.iter().filter(|at| !at.moves) {
        let Some(Ty::Record(id)) = at.ty.pointee() else { continue };
        for field in super::numbers_of(program, *id) {
            let name = format!("{}->{field}", at.name);
            let is_named = |clause: &Clause<Formula>| replaced(&clause.text, &name, "") != clause.text;
            if !contract.requires.iter().chain(&contract.ensures).any(is_named) {
                continue;
            }
            if let Some(ty) = type_of(program, scope, &name) {
                let (moves, constants) = (it.writes, BTreeSet::new());
                found.push(Variable { name, ty, moves, is_param: false, has_old: true, constants });
            }
        }
    }
    found
}

/// The successors of cursors in loops that change links: what lies ahead begins there.
pub(super) fn successors(
    program: &Program,
    it: &Loop,
    variables: &[Variable],
    links: &[i64],
) -> Vec<Variable> {
    let mut found = Vec::new();
    for v in variables.iter().filter(|v| v.moves && it.writes) {
        let Some(Ty::Record(id)) = v.ty.pointee() else { continue };
        for member in links.iter().filter_map(|link| types::scalar_name(program, *id, *link)) {
            let (name, ty) = (format!("{}->{member}", v.name), v.ty.clone());
            let is_link = matches!(types::member(program, *id, &member), Some((_, of, false)) if of == ty);
            if is_link && found.len() < MOST_SUCCESSORS {
                let constants = BTreeSet::new();
                found.push(Variable { name, ty, moves: true, is_param: false, has_old: false, constants });
            }
        }
    }
    found
}

/// The variables through which a loop writes memory, by name; none where others write, too.
fn written(program: &Program, body: &Body, it: &Loop) -> Option<BTreeSet<String>> {
    let insts = || body.blocks.iter().flat_map(|block| &block.insts);
    let mut names = BTreeSet::new();
    for inst in it.blocks.iter().flat_map(|block| &body.block(*block).insts) {
        let mut at = match &inst.kind {
            InstKind::Store { ptr, .. } => *ptr,
            InstKind::MemCopy { .. } => return None,
            InstKind::Call { callee: Callee::Direct(callee), .. }
                if program.function(*callee).body.is_none() =>
            {
                continue;
            }
            InstKind::Call { .. } => return None,
            _ => continue,
        };
        while let Operand::Value(value) = at
            && let Some(InstKind::PtrAdd { base, .. }) =
                insts().find(|inst| inst.result() == Some(value)).map(|inst| &inst.kind)
        {
            at = *base;
        }
        match at {
            Operand::Value(value) => names.extend(callees::names(body, value)),
            Operand::Global { id, .. } => {
                names.insert(program.global(id).name.clone());
            }
            _ => {}
        }
    }
    Some(names)
}

/// The variable that a term begins with.
fn base(text: &str) -> &str {
    let text = text.trim_start_matches(['*', '&', '(']);
    let end = text.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    &text[..end.unwrap_or(text.len())]
}

fn type_of(program: &Program, scope: &Scope<'_>, text: &str) -> Option<Ty> {
    let clause = format!("assert {text} == NULL;");
    let clauses = parser::clauses(&clause, &|word| resolve::is_type(program, word)).ok()?;
    let ClauseKind::Assert(expr) = &clauses[0].kind else { return None };
    match &expr.kind {
        ExprKind::Binary(_, left, _) => scope.term(left).ok().map(|term| term.ty),
        _ => None,
    }
}

/// Candidates about pointers to links: where they may be, and what holds of the list once they have left its beginning.
pub(super) fn links(
    program: &Program,
    body: &Body,
    contract: &Contract,
    variables: &[Variable],
    links: &[i64],
    texts: &mut Texts,
) {
    for at in variables.iter().filter(|at| at.moves) {
        let Some(Ty::Record(id)) = at.ty.pointee().and_then(Ty::pointee) else { continue };
        let node = program.types.spelling(*id);
        for (start, list) in starts(program, body, variables, at) {
            for link in links {
                let Some(member) = types::scalar_name(program, *id, *link) else { continue };
                let (at, nodes) = (&at.name, format!("nodes({list}, {member})"));
                let owner = format!("({node} *) ((char *) {at} - {link})");
                texts.of_cursor(format!("{at} == {start} || in({owner}, {nodes})"));
                texts.of_cursor(format!("*{at} == NULL || in(*{at}, {nodes})"));
                texts.of_cursor(format!("{at} == {start} || acyclic({list}, {member})"));
                texts.of_cursor(format!("{at} == {start} || !BS({list})"));
                let olds: Vec<String> = lists(contract)
                    .into_iter()
                    .map(|(from, link)| format!("\\old(nodes({}, {link}))", first(&from, variables)))
                    .collect();
                for (number, one) in olds.iter().enumerate() {
                    texts.of_cursor(format!("{at} == {start} || in({owner}, {one})"));
                    texts.of_cursor(format!("{at} == {start} || forall($, {nodes}, in($, {one}))"));
                    for other in &olds[..number] {
                        texts.of_cursor(format!(
                            "{at} == {start} || in({owner}, {one}) || in({owner}, {other})"
                        ));
                        texts.of_cursor(format!(
                            "{at} == {start} || forall($, {nodes}, in($, {one}) || in($, {other}))"
                        ));
                    }
                }
                for v in variables.iter().filter(|v| v.moves && v.ty.pointee() == Some(&Ty::Record(*id))) {
                    texts.of_cursor(format!("{at} == {start} || !in({owner}, nodes({}, {member}))", v.name));
                    texts.of_cursor(format!("*{at} == {}", v.name));
                }
                of_results(contract, (at, &start, &list, &owner), variables, texts);
            }
        }
    }
}

/// Where a pointer to links may begin, and the list that begins there: at what another points to, at what it pointed to
/// when the function began, at a variable.
fn starts(program: &Program, body: &Body, variables: &[Variable], at: &Variable) -> Vec<(String, String)> {
    let mut found = Vec::new();
    if at.is_param {
        found.push((format!("\\old({})", at.name), format!("*\\old({})", at.name)));
    }
    for first in variables.iter().filter(|first| !first.moves && first.ty == at.ty) {
        found.push((first.name.clone(), format!("*{}", first.name)));
    }
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        if let InstKind::Alloca { var: Some(var), .. } = inst.kind
            && let Some(ty) = body.var(var).ty
            && Some(&Ty::of(program, ty)) == at.ty.pointee()
        {
            let name = &body.var(var).name;
            found.push((format!("&{name}"), name.clone()));
        }
    }
    found
}

/// What the postcondition says of the list that is returned may hold of the list so far, but for its last node.
fn of_results(
    contract: &Contract,
    (at, start, list, owner): (&str, &str, &str, &str),
    variables: &[Variable],
    texts: &mut Texts,
) {
    for clause in &contract.ensures {
        let text = clause.text.trim_start_matches("ensures").trim();
        for (variable, set, body) in foralls(text) {
            if !set.contains("\\result") {
                continue;
            }
            let (set, body) = (first(&set.replace("\\result", list), variables), first(body, variables));
            texts.of_cursor(format!(
                "{at} == {start} || forall({variable}, {set}, {variable} == {owner} || reach(*{at}, {}, {variable}) || ({body}))",
                arguments(set.trim_start_matches("nodes(").trim_end_matches(')')).last().unwrap_or(&"0")
            ));
        }
    }
}

/// All nodes of a list of the contract are on one of three lists; those of a list come from two.
pub(super) fn of_three(program: &Program, variables: &[Variable], links: &[i64], texts: &mut Texts) {
    let pointers = variables.iter().filter(|var| matches!(var.ty.pointee(), Some(Ty::Record(_))));
    let pointers: Vec<&Variable> = pointers.collect();
    let moving: Vec<&&Variable> = pointers.iter().filter(|var| var.moves).take(MOST_LISTS).collect();
    for link in links {
        for (a, u) in pointers.iter().enumerate().filter(|(_, u)| u.has_old) {
            let link = u.link(program, *link);
            let old = format!("\\old(nodes({}, {link}))", u.name);
            for (i, v) in moving.iter().enumerate().filter(|(_, v)| v.ty == u.ty) {
                for (j, w) in moving.iter().enumerate().skip(i + 1).filter(|(_, w)| w.ty == u.ty) {
                    let two = format!("in($, nodes({}, {link})) || in($, nodes({}, {link}))", v.name, w.name);
                    let plain = format!("forall($, {old}, {two})");
                    texts.add(plain.clone());
                    for z in moving.iter().skip(j + 1).filter(|z| z.ty == u.ty) {
                        let text = format!("forall($, {old}, {two} || in($, nodes({}, {link})))", z.name);
                        texts.unless(std::slice::from_ref(&plain), text);
                    }
                }
                for t in pointers.iter().skip(a + 1).filter(|t| t.has_old && t.ty == u.ty) {
                    let other = format!("\\old(nodes({}, {link}))", t.name);
                    let from = |old: &str| format!("forall($, nodes({}, {link}), in($, {old}))", v.name);
                    let text =
                        format!("forall($, nodes({}, {link}), in($, {old}) || in($, {other}))", v.name);
                    texts.unless(&[from(&old), from(&other)], text);
                }
            }
        }
    }
}

/// A pointer that follows a parameter which moves along its list: null where that is at the first node, on the list behind.
pub(super) fn behind_parameters(contract: &Contract, variables: &[Variable], texts: &mut Texts) {
    let is_cursor = |var: &&Variable| var.moves && matches!(var.ty.pointee(), Some(Ty::Record(_)));
    for (from, link) in lists(contract) {
        let start = first(&from, variables);
        for v in variables.iter().filter(is_cursor).filter(|v| v.is_param && start != from && v.name == from)
        {
            for u in variables.iter().filter(is_cursor).filter(|u| u.name != v.name && u.ty == v.ty) {
                texts.of_cursor(format!("{} != NULL || {} == {start}", u.name, v.name));
                texts.of_cursor(format!("{0} == NULL || in({0}, nodes({start}, {link}))", u.name));
            }
        }
    }
}

/// What the postcondition says of the result and all or some elements of a list, a flag says of those that were passed.
pub(super) fn of_flags(contract: &Contract, variables: &[Variable], links: &[i64], texts: &mut Texts) {
    let is_cursor = |var: &&Variable| var.moves && matches!(var.ty.pointee(), Some(Ty::Record(_)));
    let is_flag = |var: &&Variable| match var.ty {
        Ty::Int { .. } => var.moves && !var.constants.is_empty(),
        // What was found, or null.
        _ => is_cursor(var),
    };
    for clause in &contract.ensures {
        for conjunct in conjuncts(clause.text.trim_start_matches("ensures").trim()) {
            let conjunct = first(conjunct, variables);
            let all = foralls(&conjunct).into_iter().map(|parts| (parts, "||", ""));
            let some = quantified(&conjunct, "exists(").into_iter().map(|parts| (parts, "&&", "!"));
            for ((variable, set, body), sign, not) in all.chain(some) {
                if !conjunct.contains("\\result") || set.contains("\\result") || body.contains("\\result") {
                    continue;
                }
                for v in variables.iter().filter(is_cursor).take(MOST_LISTS) {
                    for link in links {
                        let ahead = format!("(!BS({0}) && reach({0}, {link}, {variable}))", v.name);
                        let passed = format!("({body}) {sign} {not}{ahead}");
                        let text = conjunct.replacen(body, &passed, 1);
                        for flag in variables.iter().filter(is_flag).filter(|flag| flag.name != v.name) {
                            texts.of_cursor(text.replace("\\result", &flag.name));
                        }
                    }
                }
            }
        }
    }
}

/// A pointer that the postcondition says is on a list or not, and that was on it, is not among what a cursor passed.
pub(super) fn not_passed(contract: &Contract, variables: &[Variable], texts: &mut Texts) {
    let is_cursor = |var: &&Variable| var.moves && matches!(var.ty.pointee(), Some(Ty::Record(_)));
    for clause in &contract.ensures {
        let mut found = BTreeSet::new();
        for inner in quoted(&clause.text, "reach(") {
            if let [from, link, to] = arguments(inner)[..] {
                found.insert((from, link, to));
            }
        }
        for inner in quoted(&clause.text, "in(") {
            if let [to, set] = arguments(inner)[..]
                && let Some(nodes) = set.strip_prefix("nodes(").and_then(|rest| rest.strip_suffix(')'))
                && let [from, link] = arguments(nodes)[..]
            {
                found.insert((from, link, to));
            }
        }
        for (from, link, to) in
            found.into_iter().filter(|(from, _, to)| !from.contains("\\result") && !to.contains("\\result"))
        {
            let (from, to) = (first(from, variables), first(to, variables));
            for v in variables.iter().filter(is_cursor).filter(|v| v.name != from) {
                texts.of_cursor(format!(
                    "!reach({from}, {link}, {to}) || BS({to}) || !BS({0}) && reach({0}, {link}, {to})",
                    v.name
                ));
            }
        }
    }
}

/// A pointer that the loop leaves alone lies ahead of a cursor: where the cursor comes to it, the loop ends.
pub(super) fn ahead(program: &Program, variables: &[Variable], links: &[i64], texts: &mut Texts) {
    let is_record = |var: &&Variable| matches!(var.ty.pointee(), Some(Ty::Record(_)));
    for v in variables.iter().filter(is_record).filter(|v| v.moves).take(MOST_LISTS) {
        for u in variables.iter().filter(|u| !u.moves && u.ty == v.ty).take(MOST_LISTS) {
            for link in links {
                let nodes = format!("nodes({}, {})", v.name, v.link(program, *link));
                let plain = format!("in({}, {nodes})", u.name);
                texts.of_cursor(plain.clone());
                texts.unless(&[plain], format!("{0} == NULL || in({0}, {nodes})", u.name));
            }
        }
    }
}

/// What lies ahead of a cursor on a ring is as it was, until the cursor is back at the head.
pub(super) fn unchanged_on_rings(
    program: &Program,
    contract: &Contract,
    variables: &[Variable],
    links: &[i64],
    texts: &mut Texts,
) {
    let is_cursor = |var: &&Variable| var.moves && matches!(var.ty.pointee(), Some(Ty::Record(_)));
    for v in variables.iter().filter(is_cursor).take(MOST_LISTS) {
        for (variable, term) in super::compared_terms(contract) {
            for link in links {
                let nodes = format!("nodes({}, {})", v.name, v.link(program, *link));
                let plain = format!("forall({variable}, {nodes}, {term} == \\old({term}))");
                let text = format!("BS({}) || {plain}", v.name);
                texts.unless(&[plain], text);
            }
        }
    }
}

/// What is said of all nodes of a list may hold of a list whose first pointer does not block, and of all nodes but those
/// ahead and the one that is worked at.
pub(super) fn unfinished(contract: &Contract, variables: &[Variable], links: &[i64], texts: &mut Texts) {
    let moving: Vec<&Variable> = variables
        .iter()
        .filter(|var| var.moves && matches!(var.ty.pointee(), Some(Ty::Record(_))))
        .take(MOST_LISTS)
        .collect();
    for clause in contract.requires.iter().chain(&contract.ensures) {
        let is_promise = clause.text.starts_with("ensures");
        for (variable, set, body) in foralls(&clause.text) {
            let Some(inner) = set.strip_prefix("nodes(").and_then(|rest| rest.strip_suffix(')')) else {
                continue;
            };
            let [_, link] = arguments(inner)[..] else { continue };
            if body.contains("\\result") || set.contains("\\result") {
                continue;
            }
            for v in &moving {
                for part in conjuncts(body) {
                    let part = first(part, variables);
                    let plain = format!("forall({variable}, nodes({}, {link}), {part})", v.name);
                    let text = format!("BS({}) || {plain}", v.name);
                    texts.unless(&[plain], text);
                }
            }
            // A node whose successor is spoken of is finished when that is.
            if !is_promise || !body.contains(&format!("{variable}->{link}")) {
                continue;
            }
            let (set, body) = (first(set, variables), first(body, variables));
            for v in &moving {
                for u in moving.iter().filter(|u| u.name != v.name) {
                    for link in links {
                        texts.of_cursor(format!(
                            "forall({variable}, {set}, ({body}) || {variable} == {} || !BS({1}) && reach({1}, {link}, {variable}))",
                            u.name, v.name
                        ));
                    }
                }
            }
        }
    }
}

/// A counter has its first value, or one that the condition of the loop let pass.
pub(super) fn first_or_below(variables: &[Variable], texts: &mut Texts) {
    let integers: Vec<&Variable> = variables.iter().filter(|var| matches!(var.ty, Ty::Int { .. })).collect();
    for i in integers.iter().filter(|i| i.moves) {
        for n in integers.iter().filter(|n| n.name != i.name) {
            for c in i.constants.iter().take(2) {
                texts.of_cursor(format!("{0} == {c} || {0} < {1}", i.name, n.name));
            }
        }
    }
}
