//! Relations between numbers that survive a join: bounds, orderings and lines.
//!
//! Where two states are joined, numbers that differ become variables, and what made an access safe is often a relation
//! that no condition of either path says: the count of a growing buffer is at most its capacity, and the size of the
//! block is four times that. Such relations are looked for among the numbers of the state (its *quantities*):
//!
//! - *lines* `x = k·y + c`: two points make a line, so the values that x and y have in one model of either side give
//!   the only k and c that are worth asking for;
//! - *orderings* `x < y` and `x ≤ y`, and what goes beyond them by a step or a scale ([`super::spans`]);
//! - *shares* `x + y ≤ z` and `x + y ≤ c`, as of an offset and the bytes that are used from there ([`super::shares`]);
//! - *remainders* `x ≡ c mod 2ᵏ` of numbers of nodes ([`super::remainders`]);
//! - *products* `x = k·y·z`, where x is the size of a block of rows and columns;
//! - *bounds* `x ≤ c` and `c ≤ x`, where c is a constant that the program compares numbers with, or another quantity.
//!
//! Whatever is assumed is implied by both sides. Models refute most candidates before the solver is asked, and each
//! refutation gives another model, so that few questions are asked.
//!
//! **Why this ends**, though it is done in every join and not only in the first: the candidates do not depend on how
//! often states were joined. What holds of the result holds of the left side, so from join to join fewer of finitely
//! many orderings and bounds hold, and lines only get fewer, too.

use super::join::Paths;
use crate::program::code::Code;
use crate::state::State;
use crate::strategy::shape::Analysis;
use heap::{Column, Fill, Object, ObjectId, Offset, Pointer, Rights, Shape};
use ir::FuncId;
use logic::{Answer, BitVec, Model, Term, TermStore};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How many numbers of a state are looked at.
const QUANTITIES: usize = 24;
/// How many functions are looked at for constants.
const FUNCTIONS: usize = 32;
/// How many constants numbers are compared with.
const THRESHOLDS: usize = 32;
/// How many constants from which numbers are subtracted are looked at.
const MINUENDS: usize = 8;
/// How many sizes of elements are tried.
const SCALES: usize = 8;
/// How many questions are asked in a join.
const QUESTIONS: u32 = 400;
/// How many quantities are tried as factors.
const FACTORS: usize = 8;
/// The steepest line.
const STEEPEST: i128 = 1 << 16;

/// The numbers of a state between which relations are looked for, and constants that bound them.
#[derive(Default)]
pub(super) struct Quantities {
    pub(super) terms: Vec<Term>,
    /// The quantities that are sizes of objects.
    pub(super) sizes: Vec<bool>,
    /// The quantities that are numbers of nodes, or of elements of an array.
    pub(super) counts: Vec<bool>,
    /// The quantities that are offsets of pointers, or what is left behind them.
    places: Vec<bool>,
    /// The quantities that tell what is left of an object of constant size behind another quantity: these two say the
    /// same, unless a counter goes down with them.
    rests: Vec<bool>,
    /// The quantities within which elements lie: sizes of objects, and what is left of one behind a pointer.
    pub(super) spans: Vec<bool>,
    /// The objects that hold quantities, or what those count.
    pub(super) homes: FxHashMap<Term, ObjectId>,
    /// Constants, ascending.
    pub(super) thresholds: Vec<i128>,
    /// What the program multiplies by, ascending.
    pub(super) scales: Vec<i128>,
    /// Whether sizes are computed in an `int`.
    narrow_sizes: bool,
}

impl Analysis<'_, '_> {
    /// The numbers that a state has in its variables, as sizes of its objects and in their content.
    pub(super) fn quantities(&mut self, state: &State) -> Quantities {
        let code = self.code_around(state);
        let (thresholds, scales) = (self.thresholds(&code), scales(&code));
        let narrow_sizes = code.iter().any(|code| code.widens_products());
        let mut quantities = Quantities { thresholds, scales, narrow_sizes, ..Quantities::default() };
        quantities.homes = self.homes(state);
        let mut calls = state.frames.iter().rev();
        let innermost = calls.next();
        for term in innermost.into_iter().flat_map(|frame| frame.values.iter().flatten()) {
            self.add_quantity(&mut quantities, *term, false);
        }
        self.add_counts(&mut quantities, state);
        self.add_places(&mut quantities, state);
        self.add_spans(&mut quantities, state);
        let regions = || {
            let is_region = |object: &Object| object.is_alive() && object.shape == Shape::Region;
            state.heap.objects().map(|(_, object)| object).filter(move |object| is_region(object))
        };
        // The sizes of other objects than blocks matter where they are computed.
        let is_constant = |size: Term| self.transfer.symbols.store.as_const(size).is_some();
        let sized: Vec<&Object> =
            regions().filter(|object| object.is_live_heap() || !is_constant(object.size)).collect();
        for object in sized {
            // What a size is computed from is compared with indices.
            for var in self.transfer.symbols.store.support(&[object.size]) {
                let var = self.transfer.symbols.store.var_term(var);
                self.add_quantity(&mut quantities, var, var == object.size);
            }
            self.add_quantity(&mut quantities, object.size, true);
        }
        // Constant memory has no numbers that come about.
        let may_change = |object: &&Object| object.rights == Rights::Write;
        for (term, _) in regions().filter(may_change).flat_map(|object| object.content.terms()) {
            self.add_quantity(&mut quantities, term, false);
        }
        for term in calls.flat_map(|frame| frame.values.iter().flatten()) {
            self.add_quantity(&mut quantities, *term, false);
        }
        quantities.thresholds.sort_unstable();
        quantities.thresholds.dedup();
        quantities
    }

    /// The numbers of nodes of lists, and how many those have together that follow each other: what a program counts are
    /// the nodes of a list, wherever a cursor divides it.
    fn add_counts(&mut self, quantities: &mut Quantities, state: &State) {
        let mut counts: Vec<Term> = state.heap.objects().filter_map(|(_, object)| object.count()).collect();
        let columns = state.heap.objects().flat_map(|(_, object)| object.content.columns());
        let columns: Vec<Column> = columns.copied().collect();
        // What lies between two numbers is at most as large as an index that bounds the greater one.
        for end in columns.iter().flat_map(|column| column.range.into_iter().flatten()) {
            self.add_quantity(quantities, end, false);
        }
        counts.extend(columns.iter().flat_map(|column| [Some(column.count), column.open]).flatten());
        for count in &counts {
            self.add_quantity(quantities, *count, false);
            if let Some(known) = quantities.terms.iter().position(|it| it == count) {
                quantities.counts[known] = true;
            }
            // What is left of a list of that many nodes tells how many there were.
            for var in self.transfer.symbols.store.support(&[*count]) {
                let var = self.transfer.symbols.store.var_term(var);
                self.add_quantity(quantities, var, false);
            }
        }
        for chain in state.heap.counted_chains(&mut self.transfer.symbols) {
            if let [first, rest @ ..] = &chain[..]
                && !rest.is_empty()
            {
                let all = rest.iter().fold(*first, |sum, count| self.transfer.symbols.store.add(sum, *count));
                self.add_quantity(quantities, all, false);
                if let Some(known) = quantities.terms.iter().position(|it| *it == all) {
                    quantities.counts[known] = true;
                }
            }
        }
    }

    /// The places of cells, such as the ends of strings, and those in the same objects, and in arrays of texts, to which
    /// variables point, from either end. An end at a constant place bounds them.
    fn add_places(&mut self, quantities: &mut Quantities, state: &State) {
        let mut ends: Vec<u64> = Vec::new();
        for (_, object) in state.heap.objects().filter(|(_, object)| object.rights == Rights::Write) {
            ends.extend(object.content.first_zero(&self.transfer.symbols));
        }
        for end in ends {
            let end = self.transfer.symbols.size(end);
            self.add_quantity(quantities, end, false);
        }
        let has_places = |object: &Object| {
            !object.content.cells().is_empty()
                || object.content.rest().texts().is_some()
                || object.content.first_zero(&self.transfer.symbols).is_some()
        };
        let with_places: Vec<&Object> =
            state.heap.objects().map(|(_, object)| object).filter(|object| has_places(object)).collect();
        for cell in with_places.iter().flat_map(|object| object.content.cells()) {
            self.add_quantity(quantities, cell.offset, false);
        }
        // A pointer that walks along texts gets no further than to the null that ends them.
        let word = self.transfer.symbols.size(u64::from(self.transfer.symbols.word() / 8));
        let end = |object: &&Object| match object.content.rest() {
            Fill::Texts(_) => (object.base, self.transfer.symbols.store.sub(object.size, word)),
            _ => (object.base, object.size),
        };
        let ends: Vec<(Term, Term)> = with_places.iter().map(end).collect();
        for value in state.frames.iter().rev().flat_map(|frame| frame.values.iter().flatten()) {
            let Pointer::Into(id, offset) = state.heap.pointer(&mut self.transfer.symbols, *value) else {
                continue;
            };
            let base = state.heap.find(id).map(|object| object.base);
            let Some((_, end)) = ends.iter().find(|(it, _)| Some(*it) == base) else { continue };
            // What is left behind a pointer goes down in step with a counter: `argc--, argv++`.
            let rest = self.transfer.symbols.store.sub(*end, offset);
            let is_constant = self.transfer.symbols.store.as_const(*end).is_some();
            for (place, is_rest) in [(offset, false), (rest, is_constant)] {
                self.add_place(quantities, place, is_rest);
            }
        }
    }

    /// What is left of objects behind the pointers of the innermost function, where these do not point to constant
    /// places: a pointer and a number of elements are given to a function together. Constant sizes bound the numbers of
    /// bytes that are written.
    fn add_spans(&mut self, quantities: &mut Quantities, state: &State) {
        let Some(frame) = state.frames.last() else { return };
        for value in frame.values.iter().flatten() {
            let Pointer::Into(id, offset) = state.heap.pointer(&mut self.transfer.symbols, *value) else {
                continue;
            };
            let Some(object) = state.heap.find(id).filter(|object| object.shape == Shape::Region) else {
                continue;
            };
            self.add_quantity(quantities, object.size, false);
            if self.transfer.symbols.store.as_const(offset).is_some() {
                continue;
            }
            let is_constant = self.transfer.symbols.store.as_const(object.size).is_some();
            let rest = self.transfer.symbols.store.sub(object.size, offset);
            self.add_place(quantities, offset, false);
            self.add_place(quantities, rest, is_constant);
            if let Some(known) = quantities.terms.iter().position(|it| *it == rest) {
                quantities.spans[known] = true;
            }
        }
    }

    /// The offsets that pointers in memory have, where they are no constants: a pointer to an element goes along with
    /// the number of the element.
    pub(super) fn add_offsets(&mut self, quantities: &mut Quantities, offsets: &[Offset]) {
        for offset in offsets.iter().filter(|offset| offset.differs) {
            self.add_place(quantities, offset.term, false);
        }
    }

    fn add_place(&mut self, quantities: &mut Quantities, place: Term, is_rest: bool) {
        self.add_quantity(quantities, place, false);
        if let Some(known) = quantities.terms.iter().position(|it| *it == place) {
            quantities.places[known] = true;
            quantities.rests[known] = is_rest;
        }
    }

    fn add_quantity(&mut self, quantities: &mut Quantities, term: Term, is_size: bool) {
        let width = self.transfer.symbols.store.width(term);
        if !matches!(width, 32 | 64) || self.transfer.symbols.has_base(term) {
            return;
        }
        if let Some(value) = self.transfer.symbols.store.as_const(term) {
            if quantities.thresholds.len() < 4 * THRESHOLDS {
                // An index is at most one less, or two, where a place is left for the end of a string.
                quantities.thresholds.extend(value.to_i128().into_iter().flat_map(|it| [it - 2, it - 1, it]));
            }
            return;
        }
        if quantities.terms.len() == QUANTITIES
            || self.transfer.symbols.is_undefined(term)
            || self.transfer.symbols.is_each(term)
        {
            return;
        }
        match quantities.terms.iter().position(|it| *it == term) {
            Some(known) => {
                quantities.sizes[known] |= is_size;
                quantities.spans[known] |= is_size;
            }
            None => {
                quantities.terms.push(term);
                quantities.sizes.push(is_size);
                quantities.spans.push(is_size);
                quantities.counts.push(false);
                quantities.places.push(false);
                quantities.rests.push(false);
            }
        }
    }

    /// What is known of the functions that are active in a state, innermost first, and of those that they call.
    fn code_around(&mut self, state: &State) -> Vec<Rc<Code>> {
        let mut order: Vec<FuncId> = Vec::new();
        let mut found: Vec<Rc<Code>> = Vec::new();
        let active = state.frames.iter().rev().map(|frame| frame.function);
        active.for_each(|function| {
            if !order.contains(&function) {
                order.push(function)
            }
        });
        while found.len() < order.len().min(FUNCTIONS) {
            let code = self.transfer.context.code(order[found.len()]);
            for callee in code.callees() {
                // What functions of the library compare with is no concern of those who call them.
                let has_body = self.transfer.context.program().function(*callee).body.is_some();
                if has_body && !order.contains(callee) && !self.transfer.context.library.is_library(*callee) {
                    order.push(*callee);
                }
            }
            found.push(code);
        }
        found
    }

    /// The constants with which functions compare numbers, and those beside them; and those from which they subtract
    /// numbers, as of a room what is used of it.
    fn thresholds(&self, code: &[Rc<Code>]) -> Vec<i128> {
        let largest = clib::largest_block(self.transfer.context.program().target);
        let compared = code.iter().flat_map(|code| code.compared()).take(THRESHOLDS);
        let minuends = code.iter().flat_map(|code| code.minuends()).take(MINUENDS).copied();
        let beside = compared.flat_map(|it| [it - 2, it - 1, *it, it + 1]);
        beside.chain(minuends).chain([0, largest.into()]).collect()
    }
}

/// What functions multiply by, ascending: the sizes of elements.
fn scales(code: &[Rc<Code>]) -> Vec<i128> {
    let mut found: Vec<i128> = code.iter().flat_map(|code| code.scales()).copied().take(SCALES).collect();
    found.push(1);
    found.sort_unstable();
    found.dedup();
    found
}

/// The search for relations in one join.
pub(super) struct Search<'a, 'p> {
    pub(super) paths: &'a mut Paths<'p>,
    pub(super) quantities: &'a Quantities,
    /// For each side the quantities as they are there.
    pub(super) there: [Vec<Term>; 2],
    /// The values of all quantities in models of either side.
    pub(super) points: [Vec<Vec<i128>>; 2],
    /// Whether the join changes a quantity.
    pub(super) changed: Vec<bool>,
    /// Quantities that others determine, and those of which nothing is known.
    left_out: Vec<bool>,
    pub(super) asked: u32,
}

impl Paths<'_> {
    /// Adds relations between the quantities of the result that hold on both sides.
    pub(super) fn guess_relations(&mut self, quantities: &Quantities) {
        let Some(mut search) = Search::new(self, quantities) else { return };
        search.lines();
        search.remainders();
        search.bounds();
        search.narrow_sizes();
        search.orderings();
        search.differences();
        search.slopes();
        search.extents();
        search.products();
        search.planes();
        search.shares();
    }
}

impl<'a, 'p> Search<'a, 'p> {
    /// None if no quantity is changed, or a side has no executions as far as the solver can tell.
    fn new(paths: &'a mut Paths<'p>, quantities: &'a Quantities) -> Option<Self> {
        let new = paths.new_variables();
        let is_changed = |term: &Term| paths.store.support(&[*term]).iter().any(|var| new.contains(var));
        let changed: Vec<bool> = quantities.terms.iter().map(is_changed).collect();
        if !changed.contains(&true) {
            return None;
        }
        let there: [Vec<Term>; 2] =
            [0, 1].map(|side| quantities.terms.iter().map(|term| paths.on(side, *term)).collect());
        // A size that is computed from others is determined by them.
        let is_computed = |x: usize| quantities.sizes[x] && paths.store.as_var(quantities.terms[x]).is_none();
        let any = [0, 1].map(|side| paths.which_are_any(side, &there[side]));
        let left_out =
            (0..quantities.terms.len()).map(|x| is_computed(x) || any[0][x] || any[1][x]).collect();
        let points = Default::default();
        let mut search = Search { paths, quantities, there, points, changed, left_out, asked: 0 };
        for side in 0..2 {
            let model = search.paths.model(side)?;
            search.note(side, &model);
        }
        Some(search)
    }

    /// Notes the values that quantities have in a model of a side.
    fn note(&mut self, side: usize, model: &Model) {
        let store = &*self.paths.store;
        let value = |term: &Term| model.eval(store, *term).to_i128().unwrap_or_default();
        let point = self.there[side].iter().map(value).collect();
        self.points[side].push(point);
    }

    /// Whether something holds at all points.
    pub(super) fn everywhere(&self, mut holds: impl FnMut(&[i128]) -> bool) -> bool {
        self.points.iter().flatten().all(|point| holds(point))
    }

    /// Adds a condition if it holds on both sides, and gives whether it does.
    pub(super) fn ask(&mut self, candidate: Term) -> bool {
        let holds = self.holds(candidate);
        if holds {
            self.paths.add(candidate);
        }
        holds
    }

    /// Whether a condition holds on both sides.
    pub(super) fn holds(&mut self, candidate: Term) -> bool {
        if let Some(known) = self.paths.store.as_bool(candidate) {
            return known;
        }
        for side in 0..2 {
            self.asked += 1;
            match self.paths.counterexample(side, candidate) {
                Answer::Unsat(_) => {}
                Answer::Sat(model) => {
                    self.note(side, &model);
                    return false;
                }
                Answer::Unknown(_) => return false,
            }
        }
        true
    }

    pub(super) fn is_over(&self) -> bool {
        self.asked >= QUESTIONS
    }

    /// The quantities of whose relations to others something is to be found.
    pub(super) fn free(&self) -> Vec<usize> {
        (0..self.quantities.terms.len()).filter(|quantity| !self.left_out[*quantity]).collect()
    }

    /// Whether a quantity is a size that others determine.
    pub(super) fn is_told(&self, x: usize) -> bool {
        self.quantities.sizes[x] && self.left_out[x]
    }

    /// Quantities that are functions of others.
    fn lines(&mut self) {
        let count = self.quantities.terms.len();
        // Sizes are rather told by the numbers of the program than these by sizes.
        let order = (0..count)
            .filter(|x| self.quantities.sizes[*x])
            .chain((0..count).filter(|x| !self.quantities.sizes[*x]));
        for x in order.collect::<Vec<usize>>() {
            if self.quantities.counts[x] && self.changed[x] && self.step(x) {
                continue;
            }
            for y in self.nearest(x) {
                let fits =
                    x != y && self.changed[x] && self.changed[y] && !self.left_out[x] && !self.left_out[y];
                if !fits || self.is_over() {
                    continue;
                }
                if self.line(x, y) {
                    // What two points have in common may be all that they have.
                    self.left_out[x] = self.quantities.sizes[x] || !self.are_points(x, y);
                    break;
                }
            }
        }
        for (left_out, is_rest) in self.left_out.iter_mut().zip(&self.quantities.rests) {
            *left_out |= is_rest;
        }
    }

    /// Whether two quantities are constants on either side.
    pub(super) fn are_points(&self, x: usize, y: usize) -> bool {
        let is_constant = |term: Term| self.paths.store.as_const(term).is_some();
        self.there.iter().all(|there| is_constant(there[x]) && is_constant(there[y]))
    }

    /// Whether a number of nodes is another quantity, which stays what it is, and a constant: what is left of a list of
    /// so many nodes.
    fn step(&mut self, x: usize) -> bool {
        let term = self.quantities.terms[x];
        for y in 0..self.quantities.terms.len() {
            let other = self.quantities.terms[y];
            let fits = !self.changed[y] && self.paths.store.width(other) <= self.paths.store.width(term);
            let Some(distance) = self.points[0].first().map(|point| point[x].wrapping_sub(point[y])) else {
                return false;
            };
            let is_there = |point: &[i128]| point[x] == point[y].wrapping_add(distance);
            if !fits || self.is_over() || !self.everywhere(is_there) {
                continue;
            }
            let store = &mut *self.paths.store;
            let width = store.width(term);
            let distance = store.constant(BitVec::from_i128(width, distance));
            let other = store.sext(other, width);
            let sum = store.add(other, distance);
            let candidate = store.eq(term, sum);
            if self.ask(candidate) {
                return true;
            }
        }
        false
    }

    /// Whether `x = k·y + c` for some numbers k and c.
    fn line(&mut self, x: usize, y: usize) -> bool {
        let store = &self.paths.store;
        let [wide, narrow] = [x, y].map(|quantity| store.width(self.quantities.terms[quantity]));
        let may_be_wider = self.quantities.sizes[x] || self.quantities.counts[x] || self.quantities.places[x];
        if narrow > wide || (narrow < wide && !may_be_wider) {
            return false;
        }
        let Some(one) = self.points[0].first() else { return false };
        // A model of the other side may have the same values by chance.
        let others = self.points[1].iter().chain(&self.points[0]);
        let steepness = match others.into_iter().find(|other| other[y] != one[y]) {
            Some(other) => {
                let (rise, run) = (other[x].wrapping_sub(one[x]), other[y].wrapping_sub(one[y]));
                if rise == 0 || rise % run != 0 || (rise / run).abs() > STEEPEST {
                    return false;
                }
                rise / run
            }
            // Nodes are counted one by one.
            None if self.quantities.counts[x] && !self.are_points(x, y) => 1,
            None => return false,
        };
        let start = one[x].wrapping_sub(steepness.wrapping_mul(one[y]));
        // Two points are on a line by chance; what goes on in step, the size of a block by the number of its elements, and
        // a pointer that goes from element to element are not.
        let is_likely =
            steepness.abs() == 1 || (self.quantities.sizes[x] && start == 0) || self.quantities.places[x];
        if !is_likely && self.are_points(x, y) {
            return false;
        }
        let on_line = |point: &[i128]| point[x] == steepness.wrapping_mul(point[y]).wrapping_add(start);
        if !self.everywhere(on_line) {
            return false;
        }
        let store = &mut *self.paths.store;
        let [steepness, start] = [steepness, start].map(|it| store.constant(BitVec::from_i128(wide, it)));
        let along = store.sext(self.quantities.terms[y], wide);
        let along = store.mul(steepness, along);
        let along = store.add(along, start);
        let candidate = store.eq(self.quantities.terms[x], along);
        // What is so by itself, as of an offset and what is left behind it, determines neither.
        store.as_bool(candidate).is_none() && self.ask(candidate)
    }

    /// Which constants lie just above and below a quantity. Of a place that the join leaves alone only that it is no place
    /// before its object: a number that is gone may have been all that said so, since orderings are signed.
    fn bounds(&mut self) {
        for x in self.free() {
            if self.changed[x] {
                self.bound(x, true);
                self.bound(x, false);
            } else if self.quantities.places[x] && self.everywhere(|point| point[x] >= 0) {
                let term = self.quantities.terms[x];
                let zero = self.paths.store.zero(self.paths.store.width(term));
                let candidate = self.paths.store.sle(zero, term);
                self.ask(candidate);
            }
        }
    }

    /// Which sizes are as small as those that were computed in an `int` and did not wrap around. What tells the size, a
    /// number of elements, is then so small that they still do not when there is one more, or twice as many.
    fn narrow_sizes(&mut self) {
        if !self.quantities.narrow_sizes {
            return;
        }
        for x in 0..self.quantities.terms.len() {
            let term = self.quantities.terms[x];
            let width = self.paths.store.width(term);
            let most = i32::MAX.into();
            let is_small = |point: &[i128]| 0 <= point[x] && point[x] <= most;
            if self.quantities.sizes[x] && self.changed[x] && width > 32 && self.everywhere(is_small) {
                let most = self.paths.store.constant(BitVec::from_i128(width, most));
                let candidate = self.paths.store.ule(term, most);
                self.ask(candidate);
            }
        }
    }

    /// Adds the tightest bound of a quantity.
    fn bound(&mut self, x: usize, is_upper: bool) {
        let term = self.quantities.terms[x];
        let width = self.paths.store.width(term);
        let candidate = |store: &mut TermStore, bound: Term| match is_upper {
            true => store.sle(term, bound),
            false => store.sle(bound, term),
        };
        let bounds = self.quantities.thresholds.clone();
        self.tightest(bounds, width, is_upper, |point| point[x], candidate);
    }

    /// Adds the condition with the tightest constant of those that hold, of a value that is known at all points. What
    /// holds of a bound holds of all that are weaker: where the tightest that the points allow does not hold, the weakest
    /// is asked for, and then the interval between them is halved.
    pub(super) fn tightest(
        &mut self,
        mut bounds: Vec<i128>,
        width: u32,
        is_upper: bool,
        value: impl Fn(&[i128]) -> i128,
        mut condition: impl FnMut(&mut TermStore, Term) -> Term,
    ) {
        // One that the width cannot hold would be another number there.
        bounds.retain(|bound| BitVec::from_i128(width, *bound).to_i128() == Some(*bound));
        if !is_upper {
            bounds.reverse();
        }
        let Some(mut weakest) = bounds.len().checked_sub(1) else { return };
        let (mut tightest, mut found) = (0, None);
        for question in 0.. {
            let fits = |bound: i128, value: i128| if is_upper { value <= bound } else { bound <= value };
            while tightest <= weakest && !self.everywhere(|point| fits(bounds[tightest], value(point))) {
                tightest += 1;
            }
            if tightest > weakest || self.is_over() {
                break;
            }
            let next = match question {
                0 => tightest,
                1 => weakest,
                _ => (tightest + weakest) / 2,
            };
            let bound = self.paths.store.constant(BitVec::from_i128(width, bounds[next]));
            let candidate = condition(self.paths.store, bound);
            match self.holds(candidate) {
                true => {
                    found = Some(candidate);
                    if next == tightest {
                        break;
                    }
                    weakest = next - 1;
                }
                false if question == 1 => break,
                false => tightest = next + 1,
            }
        }
        if let Some(candidate) = found {
            self.paths.add(candidate);
        }
    }

    /// Which quantities are below others.
    fn orderings(&mut self) {
        let free = self.free();
        for x in free.iter().copied() {
            for y in free.iter().copied() {
                let [a, b] = [x, y].map(|quantity| self.quantities.terms[quantity]);
                let [width, other] = [a, b].map(|term| self.paths.store.width(term));
                let is_new = self.changed[x] || self.changed[y];
                if x == y || !is_new || self.is_over() || self.are_strangers(x, y) {
                    continue;
                }
                let signed = self.everywhere(|point| point[x] <= point[y]);
                let strictly = self.everywhere(|point| point[x] < point[y]);
                // Numbers of different widths are compared where one is computed from the other: as they are read.
                let [low, high] = [a, b].map(|term| self.paths.store.sext(term, width.max(other)));
                if (signed && self.below(low, high, strictly, true)) || width != other {
                    continue;
                }
                let unsigned = |value: i128| if value < 0 { value + (1 << width) } else { value };
                let strictly = self.everywhere(|point| unsigned(point[x]) < unsigned(point[y]));
                if self.everywhere(|point| unsigned(point[x]) <= unsigned(point[y])) {
                    self.below(a, b, strictly, false);
                }
            }
        }
    }

    /// Which sizes are those of matrices.
    fn products(&mut self) {
        let count = self.quantities.terms.len();
        let narrow = |x: &usize| self.paths.store.width(self.quantities.terms[*x]) == 32;
        let is_factor = |x: &usize| !self.quantities.sizes[*x];
        let factors: Vec<usize> = (0..count).filter(is_factor).filter(narrow).take(FACTORS).collect();
        for x in (0..count).filter(|x| self.quantities.sizes[*x] && self.changed[*x]).collect::<Vec<usize>>()
        {
            for (number, y) in factors.iter().copied().enumerate() {
                let is_found = factors[..number].iter().any(|z| self.product(x, y, *z));
                if is_found || self.is_over() {
                    break;
                }
            }
        }
    }

    /// Whether `x = k·y·z` for a size k of elements.
    fn product(&mut self, x: usize, y: usize, z: usize) -> bool {
        let quantities = self.quantities;
        let wide = self.paths.store.width(quantities.terms[x]);
        for scale in &quantities.scales {
            let fits = |point: &[i128]| {
                let [y, z] = [y, z].map(|factor| i128::from(point[factor] as u32));
                scale * y * z == point[x]
            };
            let is_chance = |point: &Vec<i128>| point[y] <= 1 || point[z] <= 1;
            if wide <= 32 || !self.everywhere(fits) || self.points.iter().flatten().all(is_chance) {
                continue;
            }
            let store = &mut *self.paths.store;
            let scale = store.constant(BitVec::from_i128(wide, *scale));
            let [y, z] = [y, z].map(|factor| store.zext(quantities.terms[factor], wide));
            let cells = store.mul(y, z);
            let size = store.mul(cells, scale);
            let candidate = store.eq(quantities.terms[x], size);
            if self.ask(candidate) {
                return true;
            }
        }
        false
    }

    /// Whether a quantity is below another, strictly if that may be, or as large.
    fn below(&mut self, a: Term, b: Term, strictly: bool, signed: bool) -> bool {
        let store = &mut *self.paths.store;
        let (less, at_most) = match signed {
            true => (store.slt(a, b), store.sle(a, b)),
            false => (store.ult(a, b), store.ule(a, b)),
        };
        (strictly && self.ask(less)) || self.ask(at_most)
    }
}
