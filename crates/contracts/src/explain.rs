//! Why a condition holds: the facts and the instances of axioms that a proof of it needs.
//!
//! Where explanations are wanted, every fact that is assumed is given its reason: a clause, a decision of the path, an
//! axiom of figure 11, an instance of a quantified formula. A condition that holds has no model with its negation; the
//! facts in an unsatisfiable core, made smaller one by one, are its explanation. Facts without a reason define what terms
//! mean, and are not told.

use crate::exec::Path;
use crate::meaning::Local;
use crate::types::{self, Ty};
use crate::world::{Context, Fun, Kind, Ptr, Val, World};
use logic::{BinOp, Budget, Node, Reply, Session, Term, TermStore};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How many conflicts one attempt to leave out a fact may take.
const FEW_CONFLICTS: u64 = 2_000;
/// Larger cores are not made smaller.
const MOST_FACTS: usize = 120;
/// How deep names of pointers nest.
const LONGEST_NAME: usize = 3;

/// Why a fact holds.
#[derive(Clone, Debug)]
pub enum Why {
    /// The source says so, or the path.
    Said(Rc<str>),
    /// An axiom, for these pointers.
    Axiom(&'static str, Vec<Ptr>),
    /// An instance of a quantified formula.
    Instance(Rc<str>, Ptr),
}

/// The reasons of facts.
#[derive(Default)]
pub struct Reasons {
    of: RefCell<FxHashMap<Term, Why>>,
    saying: RefCell<Option<Rc<str>>>,
}

/// A condition that holds, and why.
#[derive(Clone, Debug)]
pub struct Explained {
    /// Where it is checked.
    pub span: Option<ir::Span>,
    /// What cannot happen.
    pub text: String,
    /// Why not.
    pub because: Vec<String>,
}

impl Context<'_> {
    /// Notes where formulas come from whose meaning is looked at next.
    pub fn saying(&self, text: &str) {
        if let Some(reasons) = &self.reasons {
            *reasons.saying.borrow_mut() = Some(text.into());
        }
    }

    /// Where the formula comes from whose meaning is looked at.
    pub fn said(&self) -> Option<Rc<str>> {
        self.reasons.as_ref().and_then(|reasons| reasons.saying.borrow().clone())
    }
}

impl World<'_> {
    /// Notes why a fact holds; the first reason counts.
    pub fn reason(&self, fact: Term, why: impl FnOnce() -> Why) {
        let Some(reasons) = &self.cx.reasons else { return };
        reasons.of.borrow_mut().entry(fact).or_insert_with(why);
    }

    /// Assumes a fact because of what the source says.
    pub fn assume_said(&mut self, fact: Term) {
        if let Some(text) = self.cx.said() {
            self.reason(fact, || Why::Said(text));
        }
        self.assume(fact);
    }
}

/// The reasons why a path excludes a condition, in the order in which they came up.
pub fn because(t: &TermStore, cx: &Context<'_>, path: &Path, negation: Term, budget: &Budget) -> Vec<String> {
    let Some(reasons) = &cx.reasons else { return Vec::new() };
    let mut facts = path.s.path.terms();
    facts.push(negation);
    let Some(mut core) = unsatisfiable(t, &facts, budget) else { return Vec::new() };
    if core.len() <= MOST_FACTS {
        let mut index = 0;
        while index < core.len() {
            let mut fewer = core.clone();
            fewer.remove(index);
            match unsatisfiable(t, &fewer, &budget.with_work(FEW_CONFLICTS)) {
                Some(smaller) => core = smaller,
                None => index += 1,
            }
        }
    }
    let names = Names::new(t, cx, path);
    let of = reasons.of.borrow();
    let mut lines: Vec<String> = Vec::new();
    for fact in facts.iter().filter(|fact| core.contains(fact)) {
        let line = match of.get(fact) {
            None => continue,
            Some(Why::Said(text)) => text.to_string(),
            Some(Why::Axiom(name, pointers)) => {
                let pointers: Vec<String> = pointers.iter().map(|ptr| names.of(*ptr)).collect();
                format!("{name}, for {}", pointers.join(" and "))
            }
            Some(Why::Instance(text, ptr)) => format!("{text}, for {}", names.of(*ptr)),
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// Facts that have no model together, in their order; none where they have one, or nobody knows.
fn unsatisfiable(t: &TermStore, facts: &[Term], budget: &Budget) -> Option<Vec<Term>> {
    let mut session = Session::new(budget.clone());
    match session.check(t, facts) {
        Reply::Unsat(core) => Some(core),
        Reply::Sat(_) | Reply::Unknown(_) => None,
    }
}

/// How the source would write the pointers of a path.
struct Names {
    names: BTreeMap<Ptr, String>,
}

impl Names {
    fn new(t: &TermStore, cx: &Context<'_>, path: &Path) -> Names {
        let program = cx.program;
        let mut names: BTreeMap<Ptr, String> = BTreeMap::new();
        // Names whose targets may have names, with what they point to.
        let mut due: Vec<(Ptr, String, Ty, usize)> = Vec::new();
        for activation in &path.calls {
            let Some(body) = &program.function(activation.func).body else { continue };
            for (index, var) in body.vars.iter().enumerate() {
                let ty = var.ty.map_or(Ty::Void, |ty| Ty::of(program, ty));
                let now = match activation.locals.get(&ir::VarId::new(index)) {
                    Some(Local::Value(Val::Ptr(ptr))) => Some(*ptr),
                    _ => None,
                };
                let first = match var.kind {
                    ir::VarKind::Param(number) => match activation.given.params.get(number as usize) {
                        Some(Val::Ptr(ptr)) => Some(*ptr),
                        _ => None,
                    },
                    ir::VarKind::Local => None,
                };
                let old = if first == now { var.name.clone() } else { format!("\\old({})", var.name) };
                for (ptr, name) in [(now, var.name.clone()), (first, old)] {
                    if let Some(ptr) = ptr {
                        due.push((ptr, name, ty.pointee().cloned().unwrap_or(Ty::Void), 0));
                    }
                }
            }
        }
        if let Some(Val::Ptr(ptr)) = path.returned {
            due.push((ptr, "\\result".to_string(), Ty::Void, 0));
        }
        let cells: Vec<_> = path
            .s
            .tables
            .iter()
            .filter_map(|(fun, table)| match fun {
                Fun::Mem(ver, Kind::Ptr) => Some((*ver, &table.rows)),
                _ => None,
            })
            .collect();
        let mut next = 0;
        while let Some((ptr, name, ty, depth)) = due.get(next).cloned() {
            next += 1;
            if names.contains_key(&ptr) {
                continue;
            }
            names.insert(ptr, name.clone());
            if depth == LONGEST_NAME {
                continue;
            }
            for (ver, rows) in &cells {
                for (arguments, results) in rows.iter() {
                    let cell = Ptr { obj: arguments[0], off: arguments[1] };
                    let Some(offset) = distance(t, ptr, cell) else { continue };
                    let member = match &ty {
                        Ty::Record(id) => types::scalar_name(program, *id, offset),
                        _ => None,
                    };
                    let held = match member {
                        Some(member) => format!("{name}->{member}"),
                        None if offset == 0 => format!("*{name}"),
                        None => format!("*({name} + {offset})"),
                    };
                    let held = if *ver == 0 && path.s.now != 0 { format!("\\old({held})") } else { held };
                    let target = types::scalar_at(program, &ty, offset)
                        .and_then(|ty| ty.pointee().cloned())
                        .unwrap_or(Ty::Void);
                    due.push((Ptr { obj: results[0], off: results[1] }, held, target, depth + 1));
                }
            }
        }
        for (fun, table) in &path.s.tables {
            let Fun::Block(_, link) = fun else { continue };
            for (arguments, results) in &table.rows {
                let from = Ptr { obj: arguments[0], off: arguments[1] };
                if let Some(name) = names.get(&from).cloned() {
                    let ends = Ptr { obj: results[0], off: results[1] };
                    names.entry(ends).or_insert_with(|| format!("block({name}, {link})"));
                }
            }
        }
        Names { names }
    }

    fn of(&self, ptr: Ptr) -> String {
        self.names.get(&ptr).cloned().unwrap_or_else(|| "another pointer".to_string())
    }
}

/// How many bytes an address is from a pointer, where that is plain.
fn distance(t: &TermStore, from: Ptr, to: Ptr) -> Option<i64> {
    let number = |term: Term| t.as_const(term).and_then(|bits| bits.to_u64()).map(|bits| bits as i64);
    if from.obj != to.obj {
        return None;
    }
    if from.off == to.off {
        return Some(0);
    }
    match t.node(to.off) {
        Node::Bin(BinOp::Add, one, other) if one == from.off => number(other),
        Node::Bin(BinOp::Add, one, other) if other == from.off => number(one),
        _ => Some(number(to.off)? - number(from.off)?),
    }
}
