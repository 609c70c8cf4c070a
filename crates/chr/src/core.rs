//! The blackboard that front end, theories and rules share: terms, constraints, the SAT core and
//! the queue of lemmas on their way into it.
//!
//! A constraint is an atom `symbol(terms)` with a propositional variable. Constraints are interned
//! and never removed; what is *in the store* is what the SAT core has assigned. Indexes from terms
//! to the constraints that mention them only grow, so backtracking does not touch them.
//!
//! Invariant: theories never assign variables. They state clauses with a reason, and the SAT
//! core draws the consequence; so every derived constraint can be explained.

use crate::formula::Formula;
use crate::linear::Poly;
use crate::normal::Made;
use crate::proof::Source;
use crate::sat::lit::{Lit, Var};
use crate::sat::{Keep, Sat};
use crate::symbol::{Kind, SymId, Symbols};
use crate::term::{TermId, Terms, TypeId, Types};
use rustc_hash::{FxHashMap, FxHashSet};

/// A constraint: a symbol applied to terms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Cons {
    pub(crate) sym: SymId,
    pub(crate) args: Box<[TermId]>,
}

/// A clause on its way into the SAT core.
#[derive(Clone, Debug)]
pub(crate) struct Lemma {
    pub(crate) lits: Vec<Lit>,
    /// How many of the leading literals are negated premises.
    pub(crate) premises: usize,
    pub(crate) keep: Keep,
    pub(crate) source: Source,
}

/// Linear terms that have been given a name: the base variables with coefficients, and a constant.
pub(crate) type LinearKey = (Box<[(TermId, i64)]>, i64);

#[derive(Clone, Debug)]
pub(crate) struct Core {
    pub(crate) types: Types,
    pub(crate) terms: Terms,
    pub(crate) syms: Symbols,
    pub(crate) sat: Sat,
    /// By variable: the constraint it stands for, if any.
    pub(crate) cons: Vec<Option<Cons>>,
    cons_ids: FxHashMap<Cons, Var>,
    by_sym: Vec<Vec<Var>>,
    occurrences: FxHashMap<(TermId, SymId, u8), Vec<Var>>,
    /// By term: all constraints that mention it.
    by_term: Vec<Vec<Var>>,
    pub(crate) bools: FxHashMap<Box<str>, Var>,
    pub(crate) bool_names: FxHashMap<Var, Box<str>>,
    pub(crate) lemmas: Vec<Lemma>,
    /// Names of linear terms, and back: `x = key` holds by definition.
    pub(crate) linear_names: FxHashMap<LinearKey, TermId>,
    pub(crate) linear_defs: FxHashMap<TermId, LinearKey>,
    /// Names of other function terms such as products and calls.
    pub(crate) call_names: FxHashMap<(SymId, Box<[TermId]>), TermId>,
    /// By term: whether a constraint other than equality and arithmetic mentions it.
    shared: Vec<bool>,
    /// Variables that linear terms with names are built from.
    pub(crate) bases: FxHashSet<TermId>,
    /// Whether offsets are understood, so that equality of named sums is equality of their bases.
    pub(crate) offsets: bool,
}

impl Core {
    pub(crate) fn new() -> Core {
        Core {
            types: Types::new(),
            terms: Terms::new(),
            syms: Symbols::new(),
            sat: Sat::new(),
            cons: Vec::new(),
            cons_ids: FxHashMap::default(),
            by_sym: Vec::new(),
            occurrences: FxHashMap::default(),
            by_term: Vec::new(),
            bools: FxHashMap::default(),
            bool_names: FxHashMap::default(),
            lemmas: Vec::new(),
            linear_names: FxHashMap::default(),
            linear_defs: FxHashMap::default(),
            call_names: FxHashMap::default(),
            shared: Vec::new(),
            bases: FxHashSet::default(),
            offsets: false,
        }
    }

    pub(crate) fn new_var(&mut self) -> Var {
        self.cons.push(None);
        self.sat.new_var()
    }

    /// What earlier goals say about the type of a variable.
    pub(crate) fn known_type(&self, name: &str) -> TypeId {
        if self.bools.contains_key(name) {
            return TypeId::BOOL;
        }
        self.terms.find_var(name).map_or(TypeId::ANY, |t| self.terms.type_of(t))
    }

    /// The Boolean variable of a goal with this name.
    pub(crate) fn bool_var(&mut self, name: &str) -> Var {
        if let Some(&v) = self.bools.get(name) {
            return v;
        }
        let v = self.new_var();
        self.bools.insert(name.into(), v);
        self.bool_names.insert(v, name.into());
        v
    }

    /// Interns a constraint as it stands; `make` normalises first and is what callers want.
    pub(crate) fn intern(&mut self, sym: SymId, args: &[TermId]) -> Var {
        let cons = Cons { sym, args: args.into() };
        if let Some(&v) = self.cons_ids.get(&cons) {
            return v;
        }
        let v = self.new_var();
        if self.by_sym.len() <= sym.0 as usize {
            self.by_sym.resize(sym.0 as usize + 1, Vec::new());
        }
        self.by_sym[sym.0 as usize].push(v);
        if self.by_term.len() < self.terms.len() {
            self.by_term.resize(self.terms.len(), Vec::new());
            self.shared.resize(self.terms.len(), false);
        }
        let kind = self.syms.kind(sym);
        let shared = !(kind.is_arith() || matches!(kind, Kind::Eq | Kind::EqC));
        for (pos, &t) in args.iter().enumerate() {
            self.occurrences.entry((t, sym, pos as u8)).or_default().push(v);
            if self.by_term[t.index()].last() != Some(&v) {
                self.by_term[t.index()].push(v);
            }
            if shared {
                self.shared[t.index()] = true;
            }
        }
        self.cons_ids.insert(cons.clone(), v);
        self.cons[v.index()] = Some(cons);
        v
    }

    /// The constraint of this shape, if it has been made.
    pub(crate) fn find(&self, sym: SymId, args: &[TermId]) -> Option<Var> {
        self.cons_ids.get(&Cons { sym, args: args.into() }).copied()
    }

    pub(crate) fn with_symbol(&self, sym: SymId) -> &[Var] {
        self.by_sym.get(sym.0 as usize).map_or(&[], |v| v)
    }

    /// The constraints with `t` as argument number `pos` of `sym`.
    pub(crate) fn occurrences(&self, t: TermId, sym: SymId, pos: usize) -> &[Var] {
        self.occurrences.get(&(t, sym, pos as u8)).map_or(&[], |v| v)
    }

    pub(crate) fn mentioning(&self, t: TermId) -> &[Var] {
        self.by_term.get(t.index()).map_or(&[], |v| v)
    }

    /// Whether a term occurs in constraints other than equalities and arithmetic.
    pub(crate) fn is_shared(&self, t: TermId) -> bool {
        self.shared.get(t.index()).copied().unwrap_or(false)
    }

    /// Whether a named sum is built from this term.
    pub(crate) fn is_base(&self, t: TermId) -> bool {
        self.bases.contains(&t)
    }

    pub(crate) fn cons(&self, v: Var) -> Option<&Cons> {
        self.cons[v.index()].as_ref()
    }

    /// The literal for the equality of two terms, normalised.
    pub(crate) fn equality(&mut self, a: TermId, b: TermId) -> Made {
        let named = self.linear_defs.contains_key(&a) || self.linear_defs.contains_key(&b);
        if self.offsets && named && self.has_one_base(a) && self.has_one_base(b) {
            let difference = Poly::term(self, a).sub(&Poly::term(self, b));
            if let Ok(made) = difference.and_then(|d| d.equals_zero(self)) {
                return made;
            }
        }
        let (ta, tb) = (self.terms.type_of(a), self.terms.type_of(b));
        let ty = if ta == TypeId::ANY { tb } else { ta };
        let sym = self.syms.equality(ty, &self.types);
        self.make(sym, &[a, b])
    }

    /// Whether a term is a variable plus a constant. Equalities of such terms are equalities of
    /// their bases, which the union-find understands; other sums have to be equated by name.
    fn has_one_base(&self, t: TermId) -> bool {
        self.linear_defs.get(&t).is_none_or(|(sum, _)| matches!(&**sum, [(_, 1)]))
    }

    /// Queues the clause `premises -> some of choices`.
    pub(crate) fn imply(&mut self, premises: &[Lit], choices: &[Lit], keep: Keep, source: Source) {
        let mut lits: Vec<Lit> = premises.iter().map(|&p| !p).collect();
        lits.extend_from_slice(choices);
        self.lemmas.push(Lemma { lits, premises: premises.len(), keep, source });
    }

    /// Queues `premises -> formula`, naming inner conjunctions.
    pub(crate) fn imply_formula(&mut self, premises: &[Lit], formula: Formula, source: Source) {
        match formula {
            Formula::True => {}
            Formula::False => self.imply(premises, &[], Keep::Problem, source),
            Formula::Lit(l) => self.imply(premises, &[l], Keep::Problem, source),
            Formula::And(parts) => {
                for part in parts {
                    self.imply_formula(premises, part, source);
                }
            }
            Formula::Or(parts) => {
                let choices: Vec<Lit> = parts.into_iter().map(|p| self.name_formula(p)).collect();
                self.imply(premises, &choices, Keep::Problem, source);
            }
        }
    }

    /// A literal that implies the formula.
    pub(crate) fn name_formula(&mut self, formula: Formula) -> Lit {
        match formula {
            Formula::Lit(l) => l,
            other => {
                let name = self.new_var().lit(true);
                self.imply_formula(&[name], other, Source::Definition);
                name
            }
        }
    }

    pub(crate) fn int_term(&mut self, n: i64) -> TermId {
        self.terms.int(n)
    }
}
