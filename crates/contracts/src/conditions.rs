//! Conditions as other solvers read them (SMT-LIB 2), for comparison.
//!
//! A script asks for a model of the path and the negation of what is to be shown, as [`World::refute`] does. What is made on
//! demand there stands here as it is: the functions at bases are functions, the axioms of figure 11 and the quantified
//! formulas are quantified. Contents of constants are left out, and frames have witnesses one step deep: a script may
//! have models where the condition holds, but never the other way round.

use crate::theory::bases;
use crate::world::{Fun, Ptr, State, World};
use logic::{Node, Term, TermStore};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A script that grows.
#[derive(Default)]
struct Script {
    declared: FxHashSet<Term>,
    functions: FxHashSet<String>,
    head: String,
    body: String,
}

impl World<'_> {
    /// The script for a condition. The state stays as it is.
    pub fn script(&mut self, negation: Term) -> String {
        let mut scratch: State = self.s.clone();
        let mut world = World { t: self.t, s: &mut scratch, cx: self.cx };
        let mut script = Script::default();
        for hit in 0..world.s.hits.len() {
            world.show_hit(hit);
        }
        let mut asserted = world.s.path.terms();
        asserted.push(negation);
        for (base, link) in bases(&world.s.tables) {
            for axiom in 0..AXIOMS {
                let [x, y, z] = ["x", "y", "z"].map(|name| world.any_pointer(name));
                script.quantified(&mut world, &[x, y, z], |world| world.axiom(axiom, base, link, [x, y, z]));
            }
        }
        for index in 0..world.s.universals.len() {
            let universal = world.s.universals[index].clone();
            let x = world.any_pointer("x");
            script.quantified(&mut world, &[x], |world| {
                let member = world.member(&universal.set, &universal.env, x, false);
                let body = world.instance(&universal, x);
                let premise = world.t.and(universal.guard, member);
                world.t.implies(premise, body)
            });
        }
        for (fun, table) in &world.s.tables {
            for (arguments, results) in &table.rows {
                script.row(world.t, *fun, arguments, results);
            }
        }
        for term in asserted {
            script.define(world.t, term);
            let _ = writeln!(script.body, "(assert (= {} #b1))", world.t.smt_name(term));
        }
        format!("{}{}(check-sat)\n", script.head, script.body)
    }

    /// One of the axioms of figure 11, and of the conventions about pointers without successor.
    fn axiom(&mut self, number: usize, base: usize, link: i64, [x, y, z]: [Ptr; 3]) -> Term {
        let (xy, same) = (self.reach(base, link, x, y), self.same(x, y));
        let stops = self.stops(x, link);
        let goes_on = self.t.not(stops);
        if number < 4 {
            let (premise, conclusion) = match number {
                0 => (self.t.and(stops, xy), same),
                1 => {
                    let back = self.reach(base, link, y, x);
                    (self.t.and(xy, back), same)
                }
                2 => {
                    let (yz, xz) = (self.reach(base, link, y, z), self.reach(base, link, x, z));
                    (self.t.and(xy, yz), xz)
                }
                _ => {
                    let xz = self.reach(base, link, x, z);
                    let (yz, zy) = (self.reach(base, link, y, z), self.reach(base, link, z, y));
                    (self.t.and(xy, xz), self.t.or(yz, zy))
                }
            };
            return self.t.implies(premise, conclusion);
        }
        let cell = self.shifted(x, link);
        let crate::world::Val::Ptr(next) = self.mem(base, crate::world::Kind::Ptr, cell) else {
            return self.t.truth();
        };
        let blocks = self.blocking(base, next);
        let (premise, conclusion) = match number {
            4 => {
                let reached = self.reach(base, link, x, next);
                (goes_on, self.t.or(blocks, reached))
            }
            5 => {
                let beyond = self.reach(base, link, next, y);
                let open = self.t.not(blocks);
                let behind = self.t.and(open, beyond);
                (self.t.and(goes_on, xy), self.t.or(same, behind))
            }
            6 => {
                let back = self.reach(base, link, next, x);
                (self.t.and(goes_on, back), blocks)
            }
            7 => {
                let ends = self.blocking(base, y);
                (self.t.and(xy, ends), same)
            }
            8 => {
                let ends = self.block(base, link, x);
                (self.t.and(goes_on, blocks), self.same(ends, next))
            }
            9 => {
                let ends = self.block(base, link, x);
                (self.t.truth(), self.blocking(base, ends))
            }
            10 => {
                let (one, other) = (self.block(base, link, x), self.block(base, link, y));
                (xy, self.same(one, other))
            }
            _ => {
                let (ends, null) = (self.block(base, link, x), self.null());
                (stops, self.same(ends, null))
            }
        };
        self.t.implies(premise, conclusion)
    }
}

/// How many axioms there are.
const AXIOMS: usize = 12;

impl Script {
    /// Declares a variable, unless it is.
    fn declare(&mut self, t: &TermStore, term: Term) {
        if self.declared.insert(term) {
            let _ = writeln!(self.head, "(declare-const {} (_ BitVec {}))", t.smt_name(term), t.width(term));
        }
    }

    /// Defines a term and all below it.
    fn define(&mut self, t: &TermStore, term: Term) {
        let mut below = Vec::new();
        t.visit(&[term], |_, term| below.push(term));
        for term in below {
            match t.node(term) {
                Node::Const(_) => {}
                Node::Var(_) => self.declare(t, term),
                _ if self.declared.insert(term) => {
                    let (name, width) = (t.smt_name(term), t.width(term));
                    let _ =
                        writeln!(self.body, "(define-fun {name} () (_ BitVec {width}) {})", t.smt_body(term));
                }
                _ => {}
            }
        }
    }

    /// The application of a function that gives one of the results.
    fn applied(
        &mut self,
        t: &TermStore,
        fun: Fun,
        arguments: &[Term],
        number: usize,
        result: Term,
    ) -> String {
        let name = format!("|{fun:?} {number}|");
        if self.functions.insert(name.clone()) {
            let sort = |term: &Term| format!("(_ BitVec {})", t.width(*term));
            let sorts: Vec<String> = arguments.iter().map(sort).collect();
            let _ = writeln!(self.head, "(declare-fun {name} ({}) {})", sorts.join(" "), sort(&result));
        }
        let arguments: Vec<String> = arguments.iter().map(|term| t.smt_name(*term)).collect();
        format!("({name} {})", arguments.join(" "))
    }

    /// What a function gives for arguments of the path.
    fn row(&mut self, t: &TermStore, fun: Fun, arguments: &[Term], results: &[Term]) {
        for term in arguments.iter().chain(results) {
            self.define(t, *term);
        }
        for (number, result) in results.iter().enumerate() {
            let applied = self.applied(t, fun, arguments, number, *result);
            let _ = writeln!(self.body, "(assert (= {applied} {}))", t.smt_name(*result));
        }
    }

    /// Asserts a formula for all values of pointers. What comes up in it depends on them: results of functions are those
    /// of the functions, other new variables exist.
    fn quantified(
        &mut self,
        world: &mut World<'_>,
        bound: &[Ptr],
        formula: impl FnOnce(&mut World<'_>) -> Term,
    ) {
        let kept = world.s.clone();
        let mark = world.t.fresh("mark", 1);
        let mut formula = formula(world);
        for hit in kept.hits.len()..world.s.hits.len() {
            world.show_hit(hit);
        }
        let facts = world.s.path.terms().split_off(kept.path.len());
        formula = world.t.all(facts.into_iter().chain([formula]));
        // In the order in which they came up, arguments stand before what is made of them.
        let mut results: BTreeMap<Term, (Fun, Vec<Term>, usize)> = BTreeMap::new();
        let mut roots = vec![formula];
        for (fun, table) in &world.s.tables {
            let known = kept.tables.get(fun).map_or(0, |table| table.rows.len());
            for (arguments, row) in table.rows.iter().skip(known) {
                for (number, result) in row.iter().enumerate() {
                    results.insert(*result, (*fun, arguments.clone(), number));
                }
                roots.extend(arguments);
            }
        }
        let t: &TermStore = world.t;
        let mut below = Vec::new();
        t.visit(&roots, |_, term| below.push(term));
        below.sort_unstable();
        let variables: Vec<Term> = bound.iter().flat_map(|ptr| [ptr.obj, ptr.off]).collect();
        let (mut opened, mut closed) = (String::new(), String::new());
        for term in below {
            let (name, width) = (t.smt_name(term), t.width(term));
            let binding = match (t.node(term), results.get(&term)) {
                (Node::Const(_), _) => continue,
                (Node::Var(_), _) if variables.contains(&term) => continue,
                (Node::Var(_), Some((fun, arguments, number))) => {
                    let applied = self.applied(t, *fun, arguments, *number, term);
                    format!("(let (({name} {applied}))")
                }
                (Node::Var(_), None) if term > mark => {
                    format!("(exists (({name} (_ BitVec {width})))")
                }
                (Node::Var(_), None) => {
                    self.declare(t, term);
                    continue;
                }
                _ => format!("(let (({name} {}))", t.smt_body(term)),
            };
            let _ = write!(opened, "{binding} ");
            closed.push(')');
        }
        let sorted = |term: &Term| format!("({} (_ BitVec {}))", t.smt_name(*term), t.width(*term));
        let sorts: Vec<String> = variables.iter().map(sorted).collect();
        let name = t.smt_name(formula);
        let _ = writeln!(self.body, "(assert (forall ({}) {opened}(= {name} #b1){closed}))", sorts.join(" "));
        *world.s = kept;
    }
}
