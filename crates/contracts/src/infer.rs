//! Loop invariants that nobody wrote: candidates from the code, the contract and templates, pruned until what is left is
//! inductive (Houdini).
//!
//! Candidates are texts of the annotation language, so that what is found can be shown, and written into the source. A
//! text that has no meaning at the loop is no candidate. Candidates are assumed together at the head; one that does not
//! hold when the loop is reached, or after a pass, is dropped, and everything is looked at again. What survives holds:
//! it was shown for the first time the head is reached and, from itself, for every later time.

mod arrays;
mod callees;
mod limits;
mod places;
mod text;

use crate::contract::{Contract, Contracts};
use crate::formula::Formula;
use crate::loops::Loop;
use crate::resolve::{self, Inside, Scope};
use crate::syntax::ast::ClauseKind;
use crate::syntax::parser;
use crate::types::{self, Ty};
use ir::{BlockId, Body, FuncId, InstKind, Operand, Program, TypeId, VarId, VarKind};
use std::collections::{BTreeMap, BTreeSet};
use text::{arguments, closing, conjuncts, foralls, quantified, quoted, replaced, replaced_now};

/// How many candidates a loop gets.
const MOST: usize = 240;

/// The last stage of candidates.
pub const LAST_STAGE: usize = 2;

/// How many values a flag may have.
const MOST_VALUES: usize = 4;

/// A formula that may be an invariant.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The formula.
    pub formula: Formula,
    /// How it is written.
    pub text: String,
    /// Whether it still may be one.
    pub live: bool,
    /// Whether it speaks of lists as a whole, not of a cursor that moves along one.
    pub whole: bool,
    /// The stage in which it is tried first: those that many loops need come first.
    pub stage: usize,
    /// It says nothing new where one of these holds.
    pub unless: Vec<String>,
}

/// The candidates of all loops.
#[derive(Clone, Default, Debug)]
pub struct Candidates {
    /// By function and head.
    pub loops: BTreeMap<(FuncId, BlockId), Vec<Candidate>>,
    /// Whether one was dropped since the last look.
    pub dropped: bool,
    /// Whether one was dropped that more work may show to hold.
    pub undecided: bool,
    /// How much work one may take.
    pub work: u64,
}

impl Candidates {
    /// The numbers of those of a loop that still may be invariants.
    pub fn live(&self, func: FuncId, head: BlockId) -> Vec<usize> {
        let all = self.loops.get(&(func, head)).map(|all| &all[..]).unwrap_or_default();
        (0..all.len()).filter(|index| all[*index].live).collect()
    }

    /// Those that speak of lists as a whole.
    pub fn of_whole_lists(&self) -> Candidates {
        let mut some = self.clone();
        for candidate in some.loops.values_mut().flatten() {
            candidate.live &= candidate.whole;
        }
        some
    }

    /// Those of the stages up to one.
    pub fn until(&self, stage: usize) -> Candidates {
        let mut some = self.clone();
        for candidate in some.loops.values_mut().flatten() {
            candidate.live &= candidate.stage <= stage;
        }
        some
    }

    /// The same without those that say nothing new where some hold.
    pub fn beside(mut self, known: &Candidates) -> Candidates {
        let some = &mut self;
        for (key, all) in &mut some.loops {
            let holds = |text: &String| {
                known.loops.get(key).is_some_and(|known| known.iter().any(|it| it.live && it.text == *text))
            };
            for candidate in all {
                candidate.live &= !candidate.unless.iter().any(holds);
            }
        }
        self
    }

    /// The formula of one.
    pub fn formula(&self, func: FuncId, head: BlockId, index: usize) -> Formula {
        self.loops[&(func, head)][index].formula.clone()
    }

    /// How one is written.
    pub fn text(&self, func: FuncId, head: BlockId, index: usize) -> &str {
        &self.loops[&(func, head)][index].text
    }

    /// One turned out not to be an invariant.
    pub fn drop(&mut self, func: FuncId, head: BlockId, index: usize) {
        if let Some(all) = self.loops.get_mut(&(func, head)) {
            all[index].live = false;
        }
        self.dropped = true;
    }

    /// What is left, as texts by loop.
    pub fn texts(&self) -> Vec<((FuncId, BlockId), &str)> {
        let live = |(key, all): (&(FuncId, BlockId), &'_ Vec<Candidate>)| {
            let texts = all.iter().enumerate().filter(|(_, it)| it.live);
            texts.map(|(index, _)| (*key, index)).collect::<Vec<_>>()
        };
        let found: Vec<((FuncId, BlockId), usize)> = self.loops.iter().flat_map(live).collect();
        found.into_iter().map(|(key, index)| (key, self.loops[&key][index].text.as_str())).collect()
    }
}

/// A variable that may matter at a loop.
struct Variable {
    name: String,
    ty: Ty,
    /// Whether the loop changes it.
    moves: bool,
    is_param: bool,
    /// Whether it had a value when the function began.
    has_old: bool,
    /// The constants that it is set to somewhere.
    constants: BTreeSet<i128>,
}

impl Variable {
    /// How a link is written for the nodes that the variable points to.
    fn link(&self, program: &Program, link: i64) -> String {
        let member = match self.ty.pointee() {
            Some(Ty::Record(id)) => types::scalar_name(program, *id, link),
            _ => None,
        };
        member.unwrap_or_else(|| link.to_string())
    }
}

/// The candidates of a loop whose keyword is in a line.
pub fn candidates(
    program: &Program,
    body: &Body,
    (head, it): (BlockId, &Loop),
    line: u32,
    (contract, contracts): (&Contract, &Contracts),
    links: &[i64],
) -> Vec<Candidate> {
    let ended = BTreeSet::new();
    let scope = Scope::new(
        program,
        contracts.constants.clone(),
        Vec::new(),
        Some(Inside { body, line, ended: &ended }),
        None,
    );
    let mut variables = variables(program, body, head, it, &scope);
    let names = names(program, body);
    let bound = text::fresh("x", &|name| names.contains(name));
    let contract = &told_apart(contract, &names);
    let mut texts = Texts::new(&bound);
    common(program, body, it, &variables, (contract, contracts), links, &mut texts);
    let mut found = Vec::new();
    read(program, &scope, texts.all, 0, MOST, &mut found);
    let mut texts = Texts::new(&bound);
    let places = places::places(program, body, &scope, it, contract, &variables);
    places::links(program, body, contract, &variables, links, &mut texts);
    variables.extend(places);
    places::first_or_below(&variables, &mut texts);
    places::ahead(program, &variables, links, &mut texts);
    places::unchanged_on_rings(program, contract, &variables, links, &mut texts);
    places::behind_parameters(contract, &variables, &mut texts);
    places::of_flags(contract, &variables, links, &mut texts);
    arrays::downwards(contract, &variables, &mut texts);
    arrays::one_ahead(contract, &variables, &mut texts);
    arrays::unchanged(contract, &variables, &mut texts);
    arrays::sums(&variables, &mut texts);
    limits::limits(body, it, &variables, &mut texts);
    places::unfinished(contract, &variables, links, &mut texts);
    places::of_three(program, &variables, links, &mut texts);
    common(program, body, it, &variables, (contract, contracts), links, &mut texts);
    let most = found.len() + MOST;
    read(program, &scope, texts.all, 1, most, &mut found);
    let mut texts = Texts::new(&bound);
    arrays::from_a_start(contract, &variables, &mut texts);
    arrays::from_both_ends(contract, &variables, &mut texts);
    places::not_passed(contract, &variables, &mut texts);
    variables.extend(places::successors(program, it, &variables, links));
    common(program, body, it, &variables, (contract, contracts), links, &mut texts);
    let most = found.len() + MOST;
    read(program, &scope, texts.all, 2, most, &mut found);
    found
}

/// The names of a function's variables and of the program's.
fn names<'a>(program: &'a Program, body: &'a Body) -> BTreeSet<&'a str> {
    let globals = program.globals.iter().map(|global| global.name.as_str());
    body.vars.iter().map(|var| var.name.as_str()).chain(globals).collect()
}

/// A contract whose quantifiers use no name of the program: what it says is put together with variables of the loop.
fn told_apart(contract: &Contract, names: &BTreeSet<&str>) -> Contract {
    let mut contract = contract.clone();
    for clause in contract.requires.iter_mut().chain(&mut contract.ensures) {
        clause.text = text::told_apart(&clause.text, &|name| names.contains(name));
    }
    contract
}

/// Adds the formulas of texts that have a meaning and are not there yet.
fn read(
    program: &Program,
    scope: &Scope<'_>,
    texts: Vec<Guess>,
    stage: usize,
    most: usize,
    found: &mut Vec<Candidate>,
) {
    for Guess { text, whole, unless } in texts {
        let clause = format!("assert {text};");
        let Ok(clauses) = parser::clauses(&clause, &|word| resolve::is_type(program, word)) else { continue };
        let ClauseKind::Assert(expr) = &clauses[0].kind else { continue };
        // One formula may be spelt in several ways.
        if let Ok(formula) = scope.formula(expr)
            && !found.iter().any(|known: &Candidate| known.formula == formula)
        {
            found.push(Candidate { formula, text, live: true, whole, stage, unless });
        }
    }
    found.truncate(most);
}

/// The candidates about variables and places.
fn common(
    program: &Program,
    body: &Body,
    it: &Loop,
    variables: &[Variable],
    (contract, contracts): (&Contract, &Contracts),
    links: &[i64],
    texts: &mut Texts,
) {
    let pointers: Vec<&Variable> =
        variables.iter().filter(|var| matches!(var.ty.pointee(), Some(Ty::Record(_)))).collect();
    let moving: Vec<&&Variable> = pointers.iter().filter(|var| var.moves).collect();
    for link in links {
        for v in &moving {
            let link = v.link(program, *link);
            let v = &v.name;
            texts.add(format!("{v} == NULL || !BS({v})"));
            texts.add(format!("acyclic({v}, {link})"));
        }
        for v in &moving {
            let link = &v.link(program, *link);
            for u in &pointers {
                if u.name == v.name || u.ty != v.ty {
                    continue;
                }
                let is_said = u.moves && u.name < v.name;
                let (v, u) = (&v.name, &u.name);
                texts.of_cursor(format!("{v} == NULL || in({v}, nodes({u}, {link}))"));
                texts.of_cursor(format!("in({v}, nodes({u}, {link}))"));
                // The same the other way round says no more.
                if !is_said {
                    texts.add(format!("forall($, nodes({v}, {link}), !in($, nodes({u}, {link})))"));
                }
            }
            for u in pointers.iter().filter(|u| u.has_old && u.ty == v.ty) {
                let (name, u) = (&v.name, &u.name);
                texts.of_cursor(format!("{name} == NULL || in({name}, \\old(nodes({u}, {link})))"));
                texts.of_cursor(format!("in({name}, \\old(nodes({u}, {link})))"));
                texts.add(format!("forall($, nodes({name}, {link}), in($, \\old(nodes({u}, {link}))))"));
                for w in moving.iter().filter(|w| w.name > v.name && w.ty == v.ty) {
                    let w = &w.name;
                    texts.add(format!(
                        "forall($, \\old(nodes({u}, {link})), in($, nodes({name}, {link})) || in($, nodes({w}, {link})))"
                    ));
                }
            }
        }
    }
    cursors_of_links(program, variables, links, texts);
    unchanged(program, contract, &moving, links, texts);
    trailing(&moving, &pointers, links, program, contract, texts);
    from_contract(program, it, contract, variables, &moving, links, texts);
    arrays::cursors(program, contract, variables, texts);
    numbers(program, variables, &pointers, texts);
    for text in callees::conjuncts_of(body, it, contracts, &names(program, body)) {
        texts.add(text);
    }
}

/// A pointer to links is at the first, or at the link of a node.
fn cursors_of_links(program: &Program, variables: &[Variable], links: &[i64], texts: &mut Texts) {
    for at in variables.iter().filter(|at| at.moves) {
        let Some(Ty::Record(id)) = at.ty.pointee().and_then(Ty::pointee) else { continue };
        let node = program.types.spelling(*id);
        for first in variables.iter().filter(|first| !first.moves && first.ty == at.ty) {
            for link in links {
                let Some(member) = types::scalar_name(program, *id, *link) else { continue };
                let (at, nodes) = (&at.name, format!("nodes(*{}, {member})", first.name));
                let owner = format!("({node} *) ((char *) {at} - {link})");
                texts.of_cursor(format!("{at} == {} || in({owner}, {nodes})", first.name));
                texts.of_cursor(format!("*{at} == NULL || in(*{at}, {nodes})"));
            }
        }
    }
}

/// What lies ahead of a cursor is as it was, where the contract speaks of what was.
fn unchanged(
    program: &Program,
    contract: &Contract,
    moving: &[&&Variable],
    links: &[i64],
    texts: &mut Texts,
) {
    let compared = |field: &&str| {
        let old = |text: &str| text.contains("\\old(") && text.contains(&format!("->{field}"));
        contract.ensures.iter().any(|clause| old(&clause.text))
    };
    let terms = compared_terms(contract);
    for v in moving {
        let Some(Ty::Record(id)) = v.ty.pointee() else { continue };
        for link in links {
            let (v, link) = (&v.name, v.link(program, *link));
            for (variable, term) in &terms {
                texts.add(format!("forall({variable}, nodes({v}, {link}), {term} == \\old({term}))"));
            }
            for field in numbers_of(program, *id).filter(compared) {
                texts.add(format!("forall($, nodes({v}, {link}), $->{field} == \\old($->{field}))"));
            }
        }
    }
}

/// The terms that a contract compares with what they were, for all elements of a set: the variable, and the term.
fn compared_terms(contract: &Contract) -> BTreeSet<(String, String)> {
    let mut terms = BTreeSet::new();
    for (variable, _, body) in contract.ensures.iter().flat_map(|clause| foralls(&clause.text)) {
        let old = quoted(body, "\\old(").into_iter().map(str::to_string);
        let read = quoted(body, "old_deref(").into_iter().map(|inner| format!("deref({inner})"));
        for term in old.chain(read).filter(|term| !term.contains("\\result")) {
            if replaced(&term, variable, "") != term {
                terms.insert((variable.to_string(), term));
            }
        }
    }
    terms
}

/// A text that may be an invariant.
struct Guess {
    text: String,
    /// Whether it speaks of lists as a whole.
    whole: bool,
    /// It says nothing new where one of these holds.
    unless: Vec<String>,
}

/// Candidates as texts. `$` stands for the variable of a quantifier, which must be no name of the program.
struct Texts {
    all: Vec<Guess>,
    seen: BTreeSet<String>,
    /// The variable of quantifiers.
    bound: String,
}

impl Texts {
    fn new(bound: &str) -> Texts {
        Texts { all: Vec::new(), seen: BTreeSet::new(), bound: bound.to_string() }
    }

    /// Adds a text about whole lists. What it says of all elements of a set is said part by part: each may hold alone.
    fn add(&mut self, text: String) {
        if let Some(inner) = text.strip_prefix("forall(").and_then(|rest| rest.strip_suffix(')'))
            && closing(inner) == inner.len()
            && let [variable, set, body] = arguments(inner)[..]
            && let parts = conjuncts(body)
            && parts.len() > 1
        {
            return parts.iter().for_each(|part| self.add(format!("forall({variable}, {set}, {part})")));
        }
        self.put(text, true);
    }

    /// Adds a text about a cursor.
    fn of_cursor(&mut self, text: String) {
        self.put(text, false);
    }

    /// Adds a text that says less than each of some others.
    fn unless(&mut self, unless: &[String], text: String) {
        self.put(text, false);
        if let Some(guess) = self.all.last_mut() {
            guess.unless = unless.iter().map(|text| text.replace('$', &self.bound)).collect();
        }
    }

    fn put(&mut self, text: String, whole: bool) {
        let text = text.replace('$', &self.bound);
        if self.seen.insert(text.clone()) {
            self.all.push(Guess { text, whole, unless: Vec::new() });
        }
    }
}

/// The variables in scope at a loop; of several with one name the one that the name means.
fn variables(program: &Program, body: &Body, head: BlockId, it: &Loop, scope: &Scope<'_>) -> Vec<Variable> {
    let mut phis = BTreeSet::new();
    for inst in &body.block(head).insts {
        if let InstKind::Phi { var: Some(var), .. } = inst.kind {
            phis.insert(var);
        }
    }
    let mut variables: Vec<Variable> = Vec::new();
    for (index, var) in body.vars.iter().enumerate() {
        let id = VarId::new(index);
        let is_meant = scope.local(&var.name).is_some_and(|(meant, _)| meant == id);
        let moves = phis.contains(&id);
        if let (true, Some(ty)) = (is_meant, var.ty)
            && (moves || !it.assigned.contains(&id))
        {
            let is_param = matches!(var.kind, VarKind::Param(_));
            let (name, ty) = (var.name.clone(), Ty::of(program, ty));
            let constants = constants(body, id, &ty);
            // A struct is in memory, which the loop may write.
            if let Ty::Record(id) = ty {
                variables.extend(members(program, id, &name, it.writes));
                variables.push(Variable {
                    name,
                    ty,
                    moves: it.writes,
                    is_param,
                    has_old: is_param,
                    constants,
                });
                continue;
            }
            variables.push(Variable { name, ty, moves, is_param, has_old: is_param, constants });
        }
    }
    variables
}

/// The members of a struct that point to structs.
fn members(program: &Program, id: TypeId, name: &str, moves: bool) -> Vec<Variable> {
    let mut members = Vec::new();
    for field in types::member_names(program, id) {
        if let Some((_, ty, false)) = types::member(program, id, field)
            && matches!(ty.pointee(), Some(Ty::Record(_)))
        {
            let (name, constants) = (format!("{name}.{field}"), BTreeSet::new());
            members.push(Variable { name, ty, moves, is_param: false, has_old: false, constants });
        }
    }
    members
}

/// The constants that a number is set to.
fn constants(body: &Body, id: VarId, ty: &Ty) -> BTreeSet<i128> {
    let mut operands: Vec<Operand> = Vec::new();
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        match &inst.kind {
            InstKind::VarIs { var, value } if *var == id => operands.push(*value),
            InstKind::Phi { var: Some(var), incoming } if *var == id => {
                operands.extend(incoming.iter().map(|(_, value)| *value));
            }
            _ => {}
        }
    }
    operands.into_iter().filter_map(|operand| value_of(operand, ty)).collect()
}

/// The value of a constant as a number of a type.
fn value_of(operand: Operand, ty: &Ty) -> Option<i128> {
    let (Operand::Int { value, .. }, Ty::Int { bits, signed }) = (operand, ty) else { return None };
    let value = logic::BitVec::new(*bits, value);
    if *signed { value.to_i128() } else { value.to_u64().map(i128::from) }
}

/// A pointer that follows another: it is null at first, then the one is its successor.
fn trailing(
    moving: &[&&Variable],
    pointers: &[&Variable],
    links: &[i64],
    program: &Program,
    contract: &Contract,
    texts: &mut Texts,
) {
    let heads = lists(contract);
    for link in links {
        for v in moving {
            let Some(Ty::Record(id)) = v.ty.pointee() else { continue };
            let Some(member) = types::scalar_name(program, *id, *link) else { continue };
            // Who looks two nodes ahead knows the next.
            texts.of_cursor(format!("{}->{member} != NULL", v.name));
            for u in moving.iter().filter(|u| u.name != v.name && u.ty == v.ty) {
                let (v, u) = (&v.name, &u.name);
                texts.of_cursor(format!("{u} == NULL || {u}->{member} == {v}"));
                texts.of_cursor(format!("{u}->{member} == {v}"));
                let starts = pointers.iter().map(|start| start.name.clone());
                for start in starts.chain(heads.iter().map(|(from, _)| from.clone())) {
                    if start != *u && start != *v {
                        texts.of_cursor(format!("{u} != NULL || {v} == {start}"));
                        texts.of_cursor(format!("{u} == NULL || in({u}, nodes({start}, {link}))"));
                    }
                }
            }
        }
    }
}

/// The lists that a contract speaks of, but for those of the result: where they begin, and their link.
fn lists(contract: &Contract) -> BTreeSet<(String, String)> {
    let mut lists = BTreeSet::new();
    for clause in contract.requires.iter().chain(&contract.ensures) {
        for word in ["list(", "nodes("] {
            let mut rest = clause.text.as_str();
            while let Some(at) = rest.find(word) {
                let inner = &rest[at + word.len()..];
                let end = closing(inner);
                if let [from, link] = arguments(&inner[..end])[..]
                    && !from.contains("\\result")
                {
                    lists.insert((from.to_string(), link.to_string()));
                }
                rest = &inner[end..];
            }
        }
    }
    lists
}

/// The precondition may still hold; the postcondition may hold of what was passed; of the result it may hold of a variable.
fn from_contract(
    program: &Program,
    it: &Loop,
    contract: &Contract,
    variables: &[Variable],
    moving: &[&&Variable],
    links: &[i64],
    texts: &mut Texts,
) {
    let first = |text: &str| first(text, variables);
    for clause in &contract.requires {
        let text = clause.text.trim_start_matches("requires").trim();
        for conjunct in conjuncts(text) {
            texts.add(first(conjunct));
            texts.add(conjunct.to_string());
        }
        for (variable, set, body) in foralls(text) {
            of_other_lists(variable, set, body, &first, moving, texts);
        }
    }
    let results = results(program, variables);
    for clause in &contract.ensures {
        let text = clause.text.trim_start_matches("ensures").trim();
        for conjunct in conjuncts(text) {
            match conjunct.contains("\\result") {
                true => {
                    // What is returned may be known before.
                    let fixed = variables.iter().filter(|var| !var.moves && !var.is_param && !var.has_old);
                    let all = results.iter().chain(fixed.map(|var| &var.name));
                    all.for_each(|it| texts.add(first(conjunct).replace("\\result", it)));
                }
                false => texts.add(first(conjunct)),
            }
            of_counters(&first(conjunct), variables, &results, texts);
            // A loop with its condition at the end begins where it has done nothing yet.
            for v in moving.iter().filter(|_| !conjunct.contains("\\result")) {
                for start in variables.iter().filter(|start| !start.moves && start.ty == v.ty) {
                    texts.of_cursor(format!("{} == {} || ({})", v.name, start.name, first(conjunct)));
                }
            }
        }
        // What it compares with its first value may keep that value for the time being.
        for term in quoted(text, "\\old(").into_iter().filter(|term| !term.contains("\\result")) {
            let term = first(term);
            texts.add(format!("{term} == \\old({term})"));
        }
        // What the loop looks for was not among what it passed.
        let missing = quantified(text, "exists(").into_iter();
        let missing: Vec<_> =
            missing.map(|(variable, set, body)| (variable, set, format!("!({body})"))).collect();
        let missing = missing.iter().map(|(variable, set, body)| (*variable, *set, body.as_str()));
        for (variable, set, body) in foralls(text).into_iter().chain(missing) {
            of_other_lists(variable, set, body, &first, moving, texts);
            // Of what was passed, or of what is not ahead.
            let values: Vec<String> = match (set.contains("\\result"), body.contains("\\result")) {
                (true, _) => continue,
                (false, true) => results.clone(),
                (false, false) => vec![String::new()],
            };
            let set = first(set);
            for value in values {
                let body = first(body).replace("\\result", &value);
                for v in moving {
                    let v = &v.name;
                    for link in links {
                        texts.of_cursor(format!(
                            "forall({variable}, {set}, ({body}) || !BS({v}) && reach({v}, {link}, {variable}))"
                        ));
                        // A loop with its condition at the end begins before all of a ring.
                        if it.ends_with_condition {
                            texts.of_cursor(format!(
                                "forall({variable}, {set}, ({body}) || reach({v}, {link}, {variable}))"
                            ));
                        }
                    }
                }
                if let Some(inner) = set.strip_prefix("array(").and_then(|rest| rest.strip_suffix(')'))
                    && let [first, step, count] = arguments(inner)[..]
                {
                    for i in variables.iter().filter(|i| i.moves && matches!(i.ty, Ty::Int { .. })) {
                        let i = &i.name;
                        texts.add(format!("forall({variable}, array({first}, {step}, {i}), {body})"));
                        // A counter may run down, too.
                        texts.add(format!(
                            "forall({variable}, array({first} + {i}, {step}, {count} - {i}), {body})"
                        ));
                        // What was not passed is as it was.
                        for term in quoted(&body, "\\old(") {
                            texts.add(format!(
                                "forall({variable}, array({first} + {i}, {step}, {count} - {i}), {term} == \\old({term}))"
                            ));
                        }
                    }
                }
            }
        }
    }
    // A cursor is on a list that the contract speaks of, or at its end.
    for (from, link) in lists(contract) {
        let from = first(&from);
        for v in moving {
            let v = &v.name;
            texts
                .of_cursor(format!("reach({from}, {link}, {v}) && !BS({v}) || {v} == block({from}, {link})"));
        }
    }
}

/// What a contract says: in it a parameter is its first value.
fn first(text: &str, variables: &[Variable]) -> String {
    let mut text = text.to_string();
    for var in variables.iter().filter(|var| var.is_param && var.moves) {
        text = replaced_now(&text, &var.name, &format!("\\old({})", var.name));
    }
    text
}

/// What the postcondition says of a bound, the loop keeps for the counter that runs up to it.
fn of_counters(conjunct: &str, variables: &[Variable], results: &[String], texts: &mut Texts) {
    let number = |var: &&Variable| matches!(var.ty, Ty::Int { .. });
    for bound in variables.iter().filter(number).filter(|var| !var.moves) {
        for counter in variables.iter().filter(number).filter(|var| var.moves && var.ty == bound.ty) {
            let text = replaced(conjunct, &bound.name, &counter.name);
            match text.contains("\\result") {
                _ if text == conjunct => {}
                true => results.iter().for_each(|it| texts.add(text.replace("\\result", it))),
                false => texts.add(text),
            }
        }
    }
}

/// What a formula says of one list, it may say of the list that a variable begins.
fn of_other_lists(
    variable: &str,
    set: &str,
    body: &str,
    first: &dyn Fn(&str) -> String,
    moving: &[&&Variable],
    texts: &mut Texts,
) {
    let Some(inner) = set.strip_prefix("nodes(").and_then(|rest| rest.strip_suffix(')')) else { return };
    let [_, link] = arguments(inner)[..] else { return };
    if body.contains("\\result") {
        return;
    }
    for v in moving {
        for part in conjuncts(body) {
            texts.add(format!("forall({variable}, nodes({}, {link}), {})", v.name, first(part)));
        }
    }
}

/// What may become the result: variables, and the numbers that they lead to.
fn results(program: &Program, variables: &[Variable]) -> Vec<String> {
    let mut results: Vec<String> =
        variables.iter().filter(|var| var.moves).map(|var| var.name.clone()).collect();
    for var in variables.iter().filter(|var| var.moves) {
        let Some(Ty::Record(id)) = var.ty.pointee() else { continue };
        results.extend(numbers_of(program, *id).map(|field| format!("{}->{field}", var.name)));
    }
    results
}

/// The members that are numbers.
fn numbers_of(program: &Program, id: TypeId) -> impl Iterator<Item = &str> {
    let is_number =
        move |field: &&str| matches!(types::member(program, id, field), Some((_, Ty::Int { .. }, false)));
    types::member_names(program, id).into_iter().filter(is_number)
}

/// Bounds of numbers, and of the numbers in the node that a cursor points to.
fn numbers(program: &Program, variables: &[Variable], pointers: &[&Variable], texts: &mut Texts) {
    let integers: Vec<&Variable> = variables.iter().filter(|var| matches!(var.ty, Ty::Int { .. })).collect();
    for i in integers.iter().filter(|i| i.moves) {
        texts.of_cursor(format!("{} >= 0", i.name));
        if i.is_param {
            texts.of_cursor(format!("{0} <= \\old({0})", i.name));
        }
        // A flag has one of the values that it is set to.
        if (2..=MOST_VALUES).contains(&i.constants.len()) {
            let values = i.constants.iter().map(|value| format!("{} == {value}", i.name));
            texts.of_cursor(values.collect::<Vec<_>>().join(" || "));
        }
        for n in integers.iter().filter(|n| n.name != i.name) {
            for sign in ["<=", ">=", "<"] {
                texts.of_cursor(format!("{} {sign} {}", i.name, n.name));
            }
        }
    }
    for v in pointers.iter().filter(|v| v.moves) {
        let Some(Ty::Record(id)) = v.ty.pointee() else { continue };
        for field in numbers_of(program, *id) {
            let mut others: Vec<String> = integers.iter().map(|n| n.name.clone()).collect();
            others.extend(
                pointers
                    .iter()
                    .filter(|u| u.name != v.name && u.ty == v.ty)
                    .map(|u| format!("{}->{field}", u.name)),
            );
            for other in others {
                for sign in ["<", "<=", ">", ">="] {
                    texts.of_cursor(format!("{}->{field} {sign} {other}", v.name));
                }
            }
        }
    }
}
