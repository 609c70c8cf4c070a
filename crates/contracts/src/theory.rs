//! Proving: a satisfiability check, refined by instances of axioms until the answer holds (section 7 of the paper).
//!
//! A model of what is assumed so far gives every pointer and every row of a table a value. Where rows contradict each
//! other, the axioms of figure 11, or a quantified formula, the instance that is violated is assumed, and the check is
//! repeated. Instances speak of the finitely many pointers of the path; each is made once. So it ends: with no model (the
//! condition holds), or with a model that violates nothing (a heap that shows that it does not).
//!
//! The axioms are exact on well-founded heaps with two conventions: a pointer into no object, and one whose link word is
//! not aligned, have null as successor.

mod globals;
mod small;

use crate::effort::Effort;
use crate::explain::Why;
use crate::formula::{Set, SetKind};
use crate::search::Search;
use crate::world::{Change, Fun, Ground, Kind, OBJECT_BITS, Ptr, State, Table, Universal, Ver, World};
use logic::{Answer, BitVec, Evaluation, Model, Node, Solver, Term, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use small::Small;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// How deep instances of quantified formulas may lead to others.
pub const DEEPEST: u32 = 2;
/// How many instances are made from one model.
const MOST_AT_ONCE: usize = 400;
/// How often a model is refined.
const MOST_ROUNDS: usize = 4000;
/// How often in an attempt that is hasty.
const FEW_ROUNDS: usize = 1500;
/// The answer to a question.
pub enum Proof {
    /// The condition holds on the path.
    Holds,
    /// It does not, and this model shows it.
    Fails(Arc<Model>),
    /// Not decided: this model violates nothing that was looked at, but not all was.
    Open(Arc<Model>),
    /// Not decided.
    Unknown(String),
}

type Value = (u64, u64);

type Row = (Vec<Term>, Vec<Term>);
/// What is reached: its value, and both pointers.
type Edge = (Value, Ptr, Ptr);

/// How deep instances go.
#[derive(Clone, Copy)]
struct Depth {
    /// The depth of the pointers that quantified formulas are instantiated for.
    deepest: u32,
    /// Whether deeper pointers are to be ones that are less deep: then formulas of any depth are looked at.
    closed: bool,
}

/// How much of a model is looked at.
#[derive(Clone, Copy)]
struct Reading<'a> {
    /// The variables that justify what is assumed; none for all.
    part: Option<&'a FxHashSet<VarId>>,
    /// Whether instances speak only of pairs of pointers that somebody asked about.
    present: bool,
}

/// What became of a model.
enum Refined {
    /// Instances that it violates were assumed.
    More,
    /// It violates nothing so far, but instances for these pointers were left out, as too deep.
    Deeper(Vec<Ptr>),
    /// It violates nothing.
    Nothing,
}

impl World<'_> {
    /// Whether the path excludes what is assumed besides. Where instances are left out as too deep, a small heap is
    /// searched, in which they are not.
    pub fn refute(&mut self, solver: &mut Solver, negation: Term, effort: &mut Effort) -> Proof {
        self.search(solver, negation, effort, DEEPEST, true)
    }

    /// The same as [`World::refute`] with instances to a depth only.
    pub fn refute_to(
        &mut self,
        solver: &mut Solver,
        negation: Term,
        effort: &mut Effort,
        limit: u32,
    ) -> Proof {
        self.search(solver, negation, effort, limit, false)
    }

    fn search(
        &mut self,
        solver: &mut Solver,
        negation: Term,
        effort: &mut Effort,
        limit: u32,
        closing: bool,
    ) -> Proof {
        if self.t.as_bool(negation) == Some(false) {
            return Proof::Holds;
        }
        // Shallow instances first: deep ones are many.
        let mut depth = Depth { deepest: 0, closed: false };
        let budget = solver.budget().clone();
        let mut search = Search::new(&budget, negation, self.cx.hasty, effort.left);
        let rounds = if self.cx.hasty { FEW_ROUNDS } else { MOST_ROUNDS };
        // Small heaps are searched without the instances that large ones needed.
        let mut start: Option<State> = None;
        for _ in 0..rounds {
            if let Some(why) = effort.is_over() {
                return Proof::Unknown(why.into());
            }
            let before = search.conflicts();
            let answer = search.check(self.t, solver, &self.s.path);
            effort.take(search.conflicts() - before, self.s.path.len());
            let model = match answer {
                Answer::Unsat(_) => return Proof::Holds,
                Answer::Sat(model) => model,
                Answer::Unknown(why) if budget.check().is_err() => return Proof::Unknown(why.to_string()),
                Answer::Unknown(_) => return Proof::Unknown("the search takes long".into()),
            };
            if closing && start.is_none() {
                start = Some(self.s.clone());
            }
            let is_last = depth.deepest >= limit;
            match self.refine(&model, search.terms(), depth) {
                Refined::More => continue,
                Refined::Nothing => {
                    for numbers in [true, false] {
                        let small = Small { deepest: 0, numbers };
                        if let Some(start) = start.clone().filter(|_| numbers || !self.s.numbers.is_empty())
                            && let Some(small) = self.small(start, solver, negation, effort, small)
                        {
                            return Proof::Fails(small);
                        }
                    }
                    return Proof::Fails(model);
                }
                Refined::Deeper(_) => {}
            }
            // A condition that holds most often needs a few instances more. So little is tried first, and all at last.
            let small: &[Small] = match (depth.deepest, is_last) {
                (0, false) => &[Small { deepest: 0, numbers: true }],
                (_, false) => &[],
                (_, true) => &[0, 1, 2].map(|deepest| Small { deepest, numbers: false }),
            };
            for small in small {
                if let Some(start) = start.clone()
                    && let Some(model) = self.small(start, solver, negation, effort, *small)
                {
                    return Proof::Fails(model);
                }
            }
            if is_last {
                return Proof::Open(model);
            }
            depth.deepest += 1;
        }
        Proof::Unknown("too many instances of axioms".into())
    }

    /// Assumes instances that a model violates: first of what justifies the model, between pointers that somebody asked
    /// about; where there are none, of all that justifies it; at last of everything.
    fn refine(&mut self, model: &Model, asked: &[Term], depth: Depth) -> Refined {
        let mut values = Evaluation::new(model);
        let mut roots = self.s.path.terms();
        roots.extend(asked);
        let part = logic::relevant(self.t, &mut values, &roots);
        let mut left = None;
        for reading in [
            Reading { part: Some(&part), present: true },
            Reading { part: Some(&part), present: false },
            Reading { part: None, present: false },
        ] {
            let (added, deeper) = self.instances(&mut values, depth, reading);
            if added > 0 {
                return Refined::More;
            }
            // What justifies the model is enough: the rest may be as it has to be.
            if !reading.present && left.as_ref().is_none_or(|left: &Vec<Ptr>| !left.is_empty()) {
                left = Some(deeper);
            }
        }
        match left {
            Some(left) if !left.is_empty() => Refined::Deeper(left),
            _ => Refined::Nothing,
        }
    }

    /// Assumes instances that a model violates; how many, and the pointers that were left out as too deep.
    fn instances(
        &mut self,
        values: &mut Evaluation<'_>,
        depth: Depth,
        reading: Reading<'_>,
    ) -> (usize, Vec<Ptr>) {
        let before = self.s.path.len();
        loop {
            let size = self.size_of_tables();
            let mut facts = Vec::new();
            self.congruence(values, &mut facts, reading);
            self.globals(values, &mut facts, reading);
            self.functions(values, &mut facts, reading);
            self.witnesses(values, reading);
            self.reachability(values, &mut facts, reading);
            let left = self.quantifiers(values, &mut facts, depth, reading);
            for fact in facts {
                self.assume(fact);
            }
            let added = self.s.path.len() - before;
            // Questions alone add rows: what the model makes of them is looked at again.
            if added > 0 || size == self.size_of_tables() {
                return (added, left);
            }
        }
    }

    fn size_of_tables(&self) -> usize {
        self.s.tables.values().map(|table| table.rows.len()).sum()
    }

    /// Whether a bit is one to look at.
    fn bit_matters(&self, term: Term, reading: Reading<'_>) -> bool {
        match (reading.part, self.t.node(term)) {
            (Some(part), Node::Var(var)) => part.contains(&var),
            _ => true,
        }
    }

    /// Whether the results of a row are to be looked at.
    fn does_matter(&self, row: &Row, reading: Reading<'_>) -> bool {
        row.1.iter().any(|term| self.bit_matters(*term, reading))
    }

    /// Equal arguments give equal results.
    fn congruence(&mut self, values: &mut Evaluation<'_>, facts: &mut Vec<Term>, reading: Reading<'_>) {
        let mut found: Vec<(Row, Row)> = Vec::new();
        {
            for table in self.s.tables.values() {
                let mut seen: FxHashMap<Vec<BitVec>, usize> = FxHashMap::default();
                for (index, (arguments, results)) in table.rows.iter().enumerate() {
                    if !self.does_matter(&table.rows[index], reading) {
                        continue;
                    }
                    let key: Vec<BitVec> =
                        arguments.iter().map(|term| values.value(self.t, *term).clone()).collect();
                    match seen.get(&key) {
                        None => {
                            seen.insert(key, index);
                        }
                        Some(first) => {
                            let other = &table.rows[*first];
                            let differs = results.iter().zip(&other.1).any(|(one, other)| {
                                let one = values.value(self.t, *one).clone();
                                one != *values.value(self.t, *other)
                            });
                            if differs && found.len() < MOST_AT_ONCE {
                                found.push(((arguments.clone(), results.clone()), other.clone()));
                            }
                        }
                    }
                }
            }
        }
        for (one, other) in found {
            let mut same_arguments = self.t.truth();
            for (a, b) in one.0.iter().zip(&other.0) {
                let same = self.t.eq(*a, *b);
                same_arguments = self.t.and(same_arguments, same);
            }
            let mut same_results = self.t.truth();
            for (a, b) in one.1.iter().zip(&other.1) {
                let same = self.t.eq(*a, *b);
                same_results = self.t.and(same_results, same);
            }
            facts.push(self.t.implies(same_arguments, same_results));
        }
    }

    /// Functions of the program obey types: that is shown elsewhere.
    fn functions(&mut self, values: &mut Evaluation<'_>, facts: &mut Vec<Term>, reading: Reading<'_>) {
        for (id, ty, obeys) in self.obedience() {
            if self.bit_matters(obeys, reading) && !values.holds(self.t, obeys) {
                self.cx.types.using(id, ty);
                if let Some(shown_by) = self.cx.types.shown_by.get(&(id, ty)) {
                    let name = self.cx.program.function(*shown_by).name.clone();
                    self.reason(obeys, || Why::Said(format!("`{name}` is proved").into()));
                }
                facts.push(obeys);
            }
        }
    }

    /// The axioms of figure 11, at every base and link.
    fn reachability(&mut self, values: &mut Evaluation<'_>, facts: &mut Vec<Term>, reading: Reading<'_>) {
        for (base, link) in bases(&self.s.tables) {
            self.axioms(base, link, values, facts, reading);
            if facts.len() >= MOST_AT_ONCE {
                return;
            }
        }
    }

    fn axioms(
        &mut self,
        base: Ver,
        link: i64,
        values: &mut Evaluation<'_>,
        facts: &mut Vec<Term>,
        reading: Reading<'_>,
    ) {
        // What the model says: who reaches whom, what blocks, what cells hold.
        let rows = |world: &Self, fun: Fun| -> Vec<Row> {
            world
                .s
                .tables
                .get(&fun)
                .map(|it| it.rows.iter().filter(|row| world.does_matter(row, reading)).cloned().collect())
                .unwrap_or_default()
        };
        let reach = rows(self, Fun::Reach(base, link));
        let blocks = rows(self, Fun::Block(base, link));
        let cells = match &self.s.versions[base].1 {
            Change::Base(_) => rows(self, Fun::Mem(base, Kind::Ptr)),
            _ => Vec::new(),
        };
        let word = self.word();
        let trivial = |value: Value| value.0 == 0 || !value.1.wrapping_add(link as u64).is_multiple_of(word);
        let null = (0, 0);
        let pair = |terms: &[Term]| Ptr { obj: terms[0], off: terms[1] };
        let mut edges: Vec<(Ptr, Ptr, Value, Value, bool)> = Vec::new();
        for (arguments, results) in &reach {
            let (x, y) = (pair(arguments), pair(&arguments[2..]));
            let holds = values.holds(self.t, results[0]);
            edges.push((x, y, self.valued(values, x), self.valued(values, y), holds));
        }
        let mut there: FxHashSet<(Value, Value)> = FxHashSet::default();
        if reading.present {
            for index in 0..self.s.tables.get(&Fun::Reach(base, link)).map_or(0, |it| it.rows.len()) {
                let arguments = &self.s.tables[&Fun::Reach(base, link)].rows[index].0;
                let (x, y) = (pair(arguments), pair(&arguments[2..]));
                there.insert((self.valued(values, x), self.valued(values, y)));
            }
        }
        let asks = |x: Value, y: Value| !reading.present || x == y || there.contains(&(x, y));
        let mut rows_valued =
            |world: &Self, rows: &[(Vec<Term>, Vec<Term>)]| -> Vec<(Ptr, Ptr, Value, Value)> {
                let valued = rows.iter().map(|(arguments, results)| {
                    let (x, y) = (pair(arguments), pair(results));
                    (x, y, world.valued(values, x), world.valued(values, y))
                });
                valued.collect()
            };
        let blocker = rows_valued(self, &blocks);
        let held = rows_valued(self, &cells);
        let push =
            |facts: &mut Vec<Term>, world: &mut Self, fact: Term, axiom: &'static str, pointers: &[Ptr]| {
                world.reason(fact, || Why::Axiom(axiom, pointers.to_vec()));
                // An instance that is assumed already but violated cannot be: models satisfy what is assumed.
                if world.t.as_bool(fact) != Some(true) && !facts.contains(&fact) {
                    facts.push(fact);
                }
            };
        // Reflexivity, and pointers whose successor is null by convention.
        for (x, y, x_value, y_value, holds) in &edges {
            let equal = x_value == y_value;
            if equal && !holds || trivial(*x_value) && *holds != equal {
                let reached = self.reach(base, link, *x, *y);
                let same = self.same(*x, *y);
                let fact = if equal {
                    self.t.implies(same, reached)
                } else {
                    let stops = self.stops(*x, link);
                    let both = self.t.and(stops, reached);
                    self.t.implies(both, same)
                };
                push(
                    facts,
                    self,
                    fact,
                    "a pointer reaches itself, and one into no object nothing else",
                    &[*x, *y],
                );
            }
        }
        for (x, b, x_value, b_value) in &blocker {
            if trivial(*x_value) && *b_value != null {
                let stops = self.stops(*x, link);
                let zero = self.null();
                let ends = self.same(*b, zero);
                let fact = self.t.implies(stops, ends);
                push(facts, self, fact, "a list that begins in no object ends with null", &[*x]);
            }
        }
        // Edges that hold between different pointers, one for each pair of values.
        let mut by_pair: FxHashMap<(Value, Value), (Ptr, Ptr)> = FxHashMap::default();
        let mut from: Vec<(Value, Vec<Edge>)> = Vec::new();
        for (x, y, x_value, y_value, holds) in &edges {
            if !holds || x_value == y_value || by_pair.contains_key(&(*x_value, *y_value)) {
                continue;
            }
            by_pair.insert((*x_value, *y_value), (*x, *y));
            match from.iter_mut().find(|(value, _)| value == x_value) {
                Some((_, all)) => all.push((*y_value, *x, *y)),
                None => from.push((*x_value, vec![(*y_value, *x, *y)])),
            }
        }
        let asked: Vec<Value> = blocker.iter().map(|(_, _, x_value, _)| *x_value).collect();
        let none = Vec::new();
        let out = |value: Value| from.iter().find(|(here, _)| *here == value).map_or(&none, |(_, all)| all);
        for (x_value, successors) in &from {
            for (y_value, x, y) in successors {
                if facts.len() >= MOST_AT_ONCE {
                    return;
                }
                let xy = self.reach(base, link, *x, *y);
                // Antisymmetry.
                if let Some((y2, x2)) = by_pair.get(&(*y_value, *x_value)).copied() {
                    let back = self.reach(base, link, y2, x2);
                    let both = self.t.and(xy, back);
                    let (ys, xs) = (self.same(*y, y2), self.same(*x, x2));
                    let same = self.same(*x, *y);
                    let premise = self.t.all([both, ys, xs]);
                    let fact = self.t.implies(premise, same);
                    push(facts, self, fact, "reach is antisymmetric", &[*x, *y]);
                }
                // Well-founded 2: a blocking pointer is reached from itself only.
                let blocks = self.blocking(base, *y);
                if values.holds(self.t, blocks) {
                    let both = self.t.and(xy, blocks);
                    let same = self.same(*x, *y);
                    let fact = self.t.implies(both, same);
                    push(
                        facts,
                        self,
                        fact,
                        "a blocking pointer is reached from itself only (well-founded 2)",
                        &[*x, *y],
                    );
                }
                // Transitivity.
                for (z_value, y2, z) in out(*y_value) {
                    if !by_pair.contains_key(&(*x_value, *z_value))
                        && x_value != z_value
                        && asks(*x_value, *z_value)
                    {
                        let yz = self.reach(base, link, *y2, *z);
                        let xz = self.reach(base, link, *x, *z);
                        let ys = self.same(*y, *y2);
                        let premise = self.t.all([xy, yz, ys]);
                        let fact = self.t.implies(premise, xz);
                        push(facts, self, fact, "reach is transitive", &[*x, *y, *z]);
                    }
                }
                // Ordering.
                for (z_value, x2, z) in successors {
                    let ordered = by_pair.contains_key(&(*y_value, *z_value))
                        || by_pair.contains_key(&(*z_value, *y_value))
                        || y_value == z_value;
                    if !ordered && y_value < z_value && asks(*y_value, *z_value) && asks(*z_value, *y_value) {
                        let xz = self.reach(base, link, *x2, *z);
                        let (yz, zy) = (self.reach(base, link, *y, *z), self.reach(base, link, *z, *y));
                        let xs = self.same(*x, *x2);
                        let premise = self.t.all([xy, xz, xs]);
                        let either = self.t.or(yz, zy);
                        let fact = self.t.implies(premise, either);
                        push(facts, self, fact, "what one pointer reaches is ordered", &[*x, *y, *z]);
                    }
                }
                // Block 3: both have one blocker, where somebody asked for it.
                let (one, other) = (asked.contains(x_value), asked.contains(y_value));
                if !one && !other || reading.present && !(one && other) {
                    continue;
                }
                let (bx, by) = (self.block(base, link, *x), self.block(base, link, *y));
                let same_blocker = self.same(bx, by);
                if !values.holds(self.t, same_blocker) {
                    let fact = self.t.implies(xy, same_blocker);
                    push(facts, self, fact, "pointers on one list have one blocker (block 3)", &[*x, *y]);
                }
            }
        }
        // Block 2: blockers block.
        for (_, b, ..) in &blocker {
            let blocks = self.blocking(base, *b);
            if !values.holds(self.t, blocks) {
                push(facts, self, blocks, "blockers block (block 2)", &[*b]);
            }
        }
        let mut mentioned: FxHashSet<Value> = FxHashSet::default();
        for (_, _, x_value, y_value, holds) in &edges {
            mentioned.insert(*x_value);
            if *holds {
                mentioned.insert(*y_value);
            }
        }
        mentioned.extend(&asked);
        // What the cells hold.
        for (at, w, at_value, w_value) in &held {
            if facts.len() >= MOST_AT_ONCE {
                return;
            }
            let x_value = (at_value.0, at_value.1.wrapping_sub(link as u64) & mask(self.bits()));
            // A word that no list in question passes is no link: looking at it would only bring up other words.
            if trivial(x_value) || !mentioned.contains(&x_value) {
                continue;
            }
            let x = self.shifted(*at, -link);
            let stops = self.stops(x, link);
            let real = self.t.not(stops);
            let blocks = self.blocking(base, *w);
            let does_block = values.holds(self.t, blocks);
            // Reach 1 and block 1.
            match does_block {
                false => {
                    if x_value != *w_value
                        && !by_pair.contains_key(&(x_value, *w_value))
                        && asks(x_value, *w_value)
                    {
                        let reached = self.reach(base, link, x, *w);
                        let either = self.t.or(blocks, reached);
                        let fact = self.t.implies(real, either);
                        push(facts, self, fact, "the successor is reached, or blocks (reach 1)", &[x, *w]);
                    }
                    // Well-founded 1: no cycle without a blocking pointer.
                    let closes = *w_value == x_value || by_pair.contains_key(&(*w_value, x_value));
                    if closes {
                        let back = self.reach(base, link, *w, x);
                        let premise = self.t.and(real, back);
                        let fact = self.t.implies(premise, blocks);
                        push(
                            facts,
                            self,
                            fact,
                            "a successor that leads back blocks (well-founded 1)",
                            &[x, *w],
                        );
                    }
                }
                true if !asked.contains(&x_value) => {}
                true => {
                    let ends = self.block(base, link, x);
                    let same = self.same(ends, *w);
                    if !values.holds(self.t, same) {
                        let premise = self.t.and(real, blocks);
                        let fact = self.t.implies(premise, same);
                        push(facts, self, fact, "a successor that blocks ends the list (block 1)", &[x, *w]);
                    }
                }
            }
            // Reach 2: what lies beyond is reached from the successor.
            for (z_value, x2, z) in out(x_value) {
                let beyond =
                    !does_block && (w_value == z_value || by_pair.contains_key(&(*w_value, *z_value)));
                if !beyond && asks(*w_value, *z_value) {
                    let xz = self.reach(base, link, *x2, *z);
                    let wz = self.reach(base, link, *w, *z);
                    let (xs, here) = (self.same(x, *x2), self.same(x, *z));
                    let goes_on = self.t.not(blocks);
                    let next = self.t.and(goes_on, wz);
                    let either = self.t.or(here, next);
                    let premise = self.t.all([real, xz, xs]);
                    let fact = self.t.implies(premise, either);
                    push(
                        facts,
                        self,
                        fact,
                        "what is reached lies behind the successor (reach 2)",
                        &[x, *w, *z],
                    );
                }
            }
        }
    }

    /// Where a model lets a frame be hit, a pointer that shows it.
    fn witnesses(&mut self, values: &mut Evaluation<'_>, reading: Reading<'_>) {
        for index in 0..self.s.hits.len() {
            if !self.s.hits[index].shown
                && self.bit_matters(self.s.hits[index].hit, reading)
                && values.holds(self.t, self.s.hits[index].hit)
            {
                self.show_hit(index);
            }
        }
    }

    /// Whether a pointer's successor is null by convention.
    pub fn stops(&mut self, x: Ptr, link: i64) -> Term {
        let none = self.t.zero(OBJECT_BITS);
        let nowhere = self.t.eq(x.obj, none);
        let by = self.offset(link);
        let cell = self.t.add(x.off, by);
        let word = self.word();
        let aligned = self.aligned(cell, word);
        let odd = self.t.not(aligned);
        self.t.or(nowhere, odd)
    }

    /// Instances of quantified formulas; the pointers for which they were left out, as too deep.
    fn quantifiers(
        &mut self,
        values: &mut Evaluation<'_>,
        facts: &mut Vec<Term>,
        depth: Depth,
        reading: Reading<'_>,
    ) -> Vec<Ptr> {
        let mut left: Vec<Ptr> = Vec::new();
        let mut elements = Elements::default();
        let mut sources = FxHashMap::default();
        let mut index = 0;
        while index < self.s.universals.len() {
            let universal = self.s.universals[index].clone();
            if !self.bit_matters(universal.guard, reading) || !values.holds(self.t, universal.guard) {
                index += 1;
                continue;
            }
            let addresses = speaks_of_addresses(&universal.set);
            // A blocker is reached from itself only.
            let plain = matches!(universal.set.kind, SetKind::List(..) | SetKind::Nodes(..));
            elements.extend(self, values, reading);
            let alone = self.alone(&universal, &mut sources, values);
            let mut seen: FxHashMap<Value, bool> = FxHashMap::default();
            for (ptr, _, made) in &universal.asked {
                let value = self.valued(values, *ptr);
                let entry = seen.entry(value).or_default();
                *entry |= *made;
            }
            for (candidate, value) in elements.all() {
                if candidate.address && !addresses || candidate.blocker && plain || seen.contains_key(&value)
                {
                    continue;
                }
                if alone.is_some_and(|first| first != value) {
                    continue;
                }
                let nested = if depth.closed { 0 } else { universal.depth };
                let mut asked = candidate;
                if candidate.depth.max(nested) > depth.deepest {
                    // In a small heap the same pointer has another name, which is less deep.
                    match self.twin(values, value, depth) {
                        Some(twin) => asked = twin,
                        None => {
                            left.push(candidate.ptr);
                            continue;
                        }
                    }
                }
                let deep = std::mem::replace(&mut self.s.depth, asked.depth.max(universal.depth));
                // The instance is `guard ∧ member ⇒ body`: membership is a premise.
                let member = self.member(&universal.set, &universal.env, asked.ptr, false);
                self.s.depth = deep;
                seen.insert(value, false);
                Rc::make_mut(&mut self.s.universals[index]).asked.push((asked.ptr, member, false));
            }
            let asked = self.s.universals[index].asked.clone();
            for (number, (ptr, member, made)) in asked.into_iter().enumerate() {
                if made || !values.holds(self.t, member) {
                    continue;
                }
                let value = self.valued(values, ptr);
                if seen.get(&value) == Some(&true) {
                    continue;
                }
                seen.insert(value, true);
                let known =
                    self.s.ground.iter().find(|ground| ground.ptr == ptr).map_or(0, |ground| ground.depth);
                let deep = std::mem::replace(&mut self.s.depth, known.max(universal.depth) + 1);
                let body = self.instance(&universal, ptr);
                self.s.depth = deep;
                let premise = self.t.and(universal.guard, member);
                let fact = self.t.implies(premise, body);
                if let Some(said) = &universal.said {
                    self.reason(fact, || Why::Instance(said.clone(), ptr));
                }
                facts.push(fact);
                Rc::make_mut(&mut self.s.universals[index]).asked[number].2 = true;
                if facts.len() >= MOST_AT_ONCE {
                    return left;
                }
            }
            index += 1;
        }
        left
    }

    /// The first pointer of the list that a formula is about, where a model says of no other that it is on it, and nothing
    /// that it says lets one follow: no pointer is known to be reached from there, nor what the link word holds, and there is
    /// no frame by which the list is as another. That the list has no other elements violates nothing then.
    fn alone(
        &mut self,
        universal: &Universal,
        sources: &mut FxHashMap<(Ver, i64), FxHashSet<Value>>,
        values: &mut Evaluation<'_>,
    ) -> Option<Value> {
        let (SetKind::List(from, link) | SetKind::Nodes(from, link)) = &universal.set.kind else {
            return None;
        };
        let (ver, link) = (universal.env.now, *link);
        match &self.s.versions[ver].1 {
            Change::Base(base) if base.mem.is_none() && base.frames.is_empty() => {}
            _ => return None,
        }
        let from = self.pointer(from, &universal.env);
        let from = self.valued(values, from);
        let sources = sources.entry((ver, link)).or_insert_with(|| self.sources(ver, link, values));
        (!sources.contains(&from)).then_some(from)
    }

    /// The pointers from which others are reached in a model of a base, or whose link words are known.
    fn sources(&self, ver: Ver, link: i64, values: &mut Evaluation<'_>) -> FxHashSet<Value> {
        let rows = |fun: Fun| self.s.tables.get(&fun).map(|table| &table.rows[..]).unwrap_or_default();
        let mut sources = FxHashSet::default();
        for (arguments, results) in rows(Fun::Reach(ver, link)) {
            if values.holds(self.t, results[0]) {
                let (x, y) = (
                    Ptr { obj: arguments[0], off: arguments[1] },
                    Ptr { obj: arguments[2], off: arguments[3] },
                );
                let (x, y) = (self.valued(values, x), self.valued(values, y));
                if x != y {
                    sources.insert(x);
                }
            }
        }
        for (arguments, _) in rows(Fun::Mem(ver, Kind::Ptr)) {
            let (obj, off) = self.valued(values, Ptr { obj: arguments[0], off: arguments[1] });
            sources.insert((obj, off.wrapping_sub(link as u64) & mask(self.bits())));
        }
        sources
    }

    /// The value of a pointer in a model.
    pub fn valued(&self, values: &mut Evaluation<'_>, ptr: Ptr) -> Value {
        let obj = values.value(self.t, ptr.obj).to_u64().unwrap_or(0);
        (obj, values.value(self.t, ptr.off).to_u64().unwrap_or(0))
    }
}

/// The pointers that quantified formulas may be instantiated for, with their values in a model: those of variables first,
/// since the code speaks of them.
#[derive(Default)]
struct Elements {
    variables: Vec<(Ground, Value)>,
    others: Vec<(Ground, Value)>,
    /// How many pointers were looked at.
    seen: usize,
}

impl Elements {
    /// Takes the pointers that came since; those that do not matter are left out.
    fn extend(&mut self, world: &World<'_>, values: &mut Evaluation<'_>, reading: Reading<'_>) {
        for candidate in &world.s.ground[self.seen..] {
            let ptr = candidate.ptr;
            if world.bit_matters(ptr.obj, reading) || world.bit_matters(ptr.off, reading) {
                let element = (*candidate, world.valued(values, ptr));
                match world.s.variables.contains(&ptr) {
                    true => self.variables.push(element),
                    false => self.others.push(element),
                }
            }
        }
        self.seen = world.s.ground.len();
    }

    fn all(&self) -> impl Iterator<Item = (Ground, Value)> {
        self.variables.iter().chain(&self.others).copied()
    }
}

/// The bases, with the links, at which somebody asks what is reached.
pub fn bases(tables: &BTreeMap<Fun, Rc<Table>>) -> Vec<(Ver, i64)> {
    let mut bases: Vec<(Ver, i64)> = Vec::new();
    for fun in tables.keys() {
        if let Fun::Reach(base, link) | Fun::Block(base, link) = fun
            && !bases.contains(&(*base, *link))
        {
            bases.push((*base, *link));
        }
    }
    bases
}

fn mask(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

/// Whether elements of a set may be pointers that are known only as addresses of accesses.
fn speaks_of_addresses(set: &Set) -> bool {
    match &set.kind {
        SetKind::List(..) | SetKind::Nodes(..) | SetKind::Blocking => false,
        SetKind::Array(..) | SetKind::Shift(..) | SetKind::Elements(_) | SetKind::Deref(_) => true,
        SetKind::Union(one, other) => speaks_of_addresses(one) || speaks_of_addresses(other),
        SetKind::Intersection(one, _) | SetKind::Difference(one, _) | SetKind::Old(one) => {
            speaks_of_addresses(one)
        }
    }
}
