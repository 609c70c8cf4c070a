//! The join of two states at one place: heaps by their shape ([`heap::Join`]), numbers by what holds of both.
//!
//! Numbers that differ become variables. What is assumed of them is what one side assumes and the other implies, and,
//! while a place is new, bounds that happen to hold on both sides. Once a state was joined a few times nothing is
//! added any more but what is chosen from few candidates ([`super::relations`]), so that assumptions only get fewer:
//! a widening that ends. A number that was fixed so far and becomes a variable is new by itself, however old the
//! place is: nothing could be assumed of it before.

use super::bounds::constant_offsets;
use crate::state::{Agenda, Frame, Moving, State};
use crate::strategy::Notes;
use crate::strategy::shape::{Analysis, Flags};
use crate::transfer::leak::roots;
use engine::Budget;
use heap::{Column, Content, Data, Fill, Join, Number, Offset, Pointer, Side};
use ir::Property;
use logic::{Answer, BitVec, Model, PathCondition, Solver, Term, TermStore, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// How often a state is joined before nothing new is assumed.
const EAGER: u32 = 3;
/// The same for variables that were fixed numbers on the left.
const EAGER_IF_NEW: u32 = 12;
/// The width of characters.
const CHARACTER: u32 = 8;
/// How many conflicts a question may cost whose answer is not needed.
const CONFLICTS: u64 = 500;
/// How far constants may lie from each other to be told apart for a while.
pub(super) const NEAR: i128 = 10;

/// For how long two states of one place that could be joined stay apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Apart {
    /// They are joined at once.
    Never,
    /// Not for long: they differ in how many rounds of loops there were so far, and nothing tells rounds apart.
    ByRounds,
    /// For a while: they differ in small numbers, as flags and counters do, in what keeps a variable from being null, in
    /// which list holds a block, or in whether a block holds a string that ends: before the first line was read it does
    /// not.
    ByCase,
}

/// The state that covers two. What is assumed of its numbers is found out when the state is needed
/// ([`Analysis::complete`]): of the joins that are tried at a place few are made.
pub struct Joint {
    /// The state, without what is assumed of its numbers where that is still open.
    state: Moving,
    /// What is needed to find out what holds of both.
    open: Option<Box<Open>>,
    /// Whether it covers more than the left one.
    pub left_lost: bool,
    /// Whether it covers more than the right one.
    pub right_lost: bool,
    /// For how long the two rather stay apart.
    pub apart: Apart,
    /// The numbers that differ.
    pub numbers: Vec<Number>,
}

/// What a join needs to find out what is assumed of its numbers.
struct Open {
    sides: [PathCondition; 2],
    /// For either side the conditions on variables that the other does not have.
    absent: [FxHashSet<Term>; 2],
    offsets: Vec<Offset>,
    /// How often the left state was joined before.
    joins: u32,
    /// What was found to hold on both sides, once what either side assumes was looked at.
    kept: Option<Vec<Term>>,
}

impl Analysis<'_, '_> {
    /// The state that covers two at the same place, if their shapes fit. In an entry the numbers of its start are the
    /// same in both, since its callers know them: one that becomes another number is lost.
    pub fn join_states(&mut self, left: &State, right: &State, joins: u32) -> Option<Joint> {
        let rigid = self.known.calls.rigid(left);
        self.join_with_rigid(left, right, joins, rigid.as_deref())
    }

    /// The start of an entry that covers two. Each caller is told what its numbers are in the other.
    pub(super) fn join_starts(&mut self, left: &State, right: &State, joins: u32) -> Option<Joint> {
        self.join_with_rigid(left, right, joins, None)
    }

    fn join_with_rigid(
        &mut self,
        left: &State,
        right: &State,
        joins: u32,
        rigid: Option<&FxHashSet<VarId>>,
    ) -> Option<Joint> {
        if left.end_of_input != right.end_of_input
            || left.closed != right.closed
            || left.exit_handlers.len() != right.exit_handlers.len()
            || (self.transfer.context.task.properties.contains(Property::ValidMemcleanup)
                && left.lost != right.lost)
        {
            return None;
        }
        let apart = self.alike_apart(left, right);
        let [left, right] = match &apart {
            Some([left, right]) => [&**left, &**right],
            None => [left, right],
        };
        let first = self.set_by_loop(left);
        let borders = [self.borders(left), self.borders(right)];
        let mut join = Join::new(&mut self.transfer.symbols, &left.heap, &right.heap)?;
        join.align(borders);
        join.keep_all(rigid.into_iter().flatten().copied());
        let mut frames = Vec::new();
        for (a, b) in left.frames.iter().zip(&right.frames).rev() {
            let first = if frames.is_empty() { &first[..] } else { &[] };
            frames.push(Arc::new(join_frames(&mut join, a, b, first)?));
        }
        frames.reverse();
        let mut abandoned = Vec::new();
        for (a, b) in left.abandoned.iter().zip(&right.abandoned) {
            abandoned.push(Arc::new(join_frames(&mut join, a, b, &[])?));
        }
        let mut exit_handlers = Vec::new();
        for ((f, x), (g, y)) in left.exit_handlers.iter().zip(&right.exit_handlers) {
            exit_handlers.push((join.value(*f, *g)?, join_option(&mut join, *x, *y)?));
        }
        let mut agenda = Vec::new();
        for (a, b) in left.agenda.iter().zip(&right.agenda) {
            agenda.push(match (a, b) {
                (Agenda::Call(f, x), Agenda::Call(g, y)) if f == g => {
                    Agenda::Call(*f, join_option(&mut join, *x, *y)?)
                }
                (a, b) if a == b => *a,
                _ => return None,
            });
        }
        let mut state = Box::new(State {
            frames,
            abandoned,
            exit_handlers,
            agenda,
            inputs: left.inputs.max(right.inputs),
            depth: left.depth.max(right.depth),
            keeps: left.keeps || right.keeps,
            is_general: true,
            dying: Vec::new(),
            path: PathCondition::new(),
            notes: Notes { course: left.notes.course.union(&right.notes.course), ..right.notes.clone() },
            ..right.clone()
        });
        // The heap of the right one is not the result's; values are looked at only to name objects.
        let values = roots(&state);
        let joined = join.finish(&values)?;
        state.heap = joined.heap;
        if self.drops_variable([left, right, &state])
            && state.heap.has_uncertain(&mut self.transfer.symbols, &values)
        {
            return None;
        }
        let absent = self.conditions_on_absent([left, right], rigid);
        let sides = [left.path.clone(), right.path.clone()];
        let mut open = Open { sides, absent, offsets: joined.offsets, joins, kept: None };
        let (mut left_lost, mut right_lost) = (joined.left_lost, joined.right_lost);
        // Where numbers alone say that the result covers more than either side, nothing is asked before it is needed.
        if !(left_lost && right_lost) {
            let mut paths = self.paths(&open, &joined.numbers);
            left_lost |= !paths.keep(0);
            right_lost |= !paths.keep(1);
            let kept = paths.found();
            open.kept = Some(kept);
        }
        let open = match left_lost && right_lost {
            true => Some(Box::new(open)),
            false => {
                self.assume_all(&mut state, open.kept.take().unwrap_or_default());
                None
            }
        };
        state.count_blocks();
        let general = self.numbers_of_any_value(&state);
        let near: Vec<(&Number, [i128; 2])> = (joined.numbers.iter())
            .filter(|number| !general.contains(&number.out))
            .filter_map(|number| {
                let value = |term| self.transfer.symbols.store.as_const(term)?.to_i128();
                Some((number, [value(number.left)?, value(number.right)?]))
            })
            .filter(|(_, [a, b])| self.known.flags == Flags::Apart && (a - b).abs() <= NEAR)
            .collect();
        let is_case = near.iter().any(|(number, values)| !self.counts_rounds(&state, number.out, *values))
            || self.may_become_null([left, right, &state])
            || joined.ends_differ
            || self.meet_on_one_side(left, right)
            || self.may_lose_block([left, right, &state])
            || self.went_elsewhere(left, right);
        let apart = match (is_case, near.is_empty()) {
            (true, _) => Apart::ByCase,
            (false, false) => Apart::ByRounds,
            (false, true) => Apart::Never,
        };
        Some(Joint { state, open, left_lost, right_lost, apart, numbers: joined.numbers })
    }

    /// The numbers of a state in which it is no use to keep states apart, however little they differ: how many nodes or
    /// elements there are, and places in strings that are known as a whole.
    fn numbers_of_any_value(&mut self, state: &State) -> FxHashSet<Term> {
        let mut numbers: FxHashSet<Term> = FxHashSet::default();
        let mut places = Vec::new();
        for (_, object) in state.heap.objects() {
            numbers.extend(object.count());
            numbers.extend(object.content.columns().iter().flat_map(Column::terms));
            places.extend(object.content.cells().iter().filter(|cell| cell.len == 1).map(|cell| cell.offset));
        }
        for value in state.frames.iter().flat_map(|frame| frame.values.iter().flatten()) {
            if self.transfer.symbols.has_base(*value)
                && let Pointer::Into(id, offset) = state.heap.pointer(&mut self.transfer.symbols, *value)
                && state.heap.find(id).is_some_and(|object| is_string(&object.content))
            {
                places.push(offset);
            }
        }
        let store = &mut self.transfer.symbols.store;
        for var in store.support(&places) {
            numbers.insert(store.var_term(var));
        }
        numbers
    }

    /// The state of a join, with what is assumed of its numbers.
    pub fn complete(&mut self, joint: Joint) -> Moving {
        let Joint { mut state, open, numbers, .. } = joint;
        let Some(mut open) = open else { return state };
        let bounds = match open.offsets.is_empty() {
            true => Vec::new(),
            false => constant_offsets(&mut self.transfer.symbols, &state.heap),
        };
        let quantities = (!numbers.is_empty()).then(|| {
            let mut quantities = self.quantities(&state);
            self.add_offsets(&mut quantities, &open.offsets);
            quantities
        });
        let placed = match numbers.is_empty() {
            true => Vec::new(),
            false => self.placed(&state.heap),
        };
        let of_nodes = |number: &&Number| self.transfer.symbols.is_each(number.out);
        let of_nodes: Vec<Number> = numbers.iter().filter(of_nodes).copied().collect();
        let kept = open.kept.take();
        let mut paths = self.paths(&open, &numbers);
        match kept {
            Some(kept) => kept.into_iter().for_each(|condition| paths.add(condition)),
            None => {
                paths.keep(0);
                paths.keep(1);
            }
        }
        paths.guess();
        if let Some(quantities) = &quantities {
            paths.guess_relations(quantities);
        }
        paths.guess_tags(&of_nodes);
        paths.guess_offsets(&open.offsets, &bounds);
        paths.guess_places(&placed);
        let found = paths.found();
        self.assume_all(&mut state, found);
        state
    }

    /// What the paths of a join assume.
    fn paths<'p>(&'p mut self, open: &'p Open, numbers: &'p [Number]) -> Paths<'p> {
        let sides = [&open.sides[0], &open.sides[1]];
        let store = &mut self.transfer.symbols.store;
        let news = match open.joins {
            ..EAGER => News::All,
            EAGER..EAGER_IF_NEW => News::Of(fixed_before(store, numbers)),
            _ => News::None,
        };
        let mut paths = Paths::new(store, &mut self.transfer.solver, sides, numbers);
        paths.absent = open.absent.clone();
        paths.news = news;
        paths
    }

    fn assume_all(&mut self, state: &mut State, conditions: Vec<Term>) {
        for condition in conditions {
            state.path.push(&self.transfer.symbols.store, condition);
        }
    }
}

impl Analysis<'_, '_> {
    /// Whether two variables of the innermost call point to one place in one of two states, and apart in the other.
    fn meet_on_one_side(&mut self, left: &State, right: &State) -> bool {
        let (Some(a), Some(b)) = (left.frames.last(), right.frames.last()) else { return false };
        let mut pointers: Vec<(Term, Term)> =
            a.values.iter().zip(&b.values).filter_map(|(a, b)| a.zip(*b)).collect();
        pointers.retain(|(a, b)| self.transfer.symbols.has_base(*a) && self.transfer.symbols.has_base(*b));
        pointers
            .iter()
            .enumerate()
            .any(|(number, (a, b))| pointers[..number].iter().any(|(x, y)| (a == x) != (b == y)))
    }

    /// Whether a source variable that keeps a block on a side of a join is not there in the result. What it keeps
    /// must be held for certain without it: nobody would look for the block when the variable dies.
    fn drops_variable(&mut self, states: [&State; 3]) -> bool {
        let vars = |state: &State| -> Vec<Option<Term>> {
            let frames = state.frames.iter().chain(&state.abandoned);
            frames.flat_map(|frame| frame.vars.iter().copied()).collect()
        };
        let [left, right, joined] = states.map(vars);
        let mut keeps = |var: Option<Term>| var.is_some_and(|term| self.transfer.symbols.has_base(term));
        let mut all = left.into_iter().zip(right).zip(joined);
        all.any(|((a, b), out)| out.is_none() && (keeps(a) || keeps(b)))
    }

    /// Whether a block that two states hold for certain may be held by nobody in the one that covers them: the nodes of
    /// one list hold it in the one state, those of another in the other.
    fn may_lose_block(&mut self, states: [&State; 3]) -> bool {
        let [left, right, joined] = states;
        let mut has_uncertain =
            |state: &State| state.heap.has_uncertain(&mut self.transfer.symbols, &roots(state));
        has_uncertain(joined) && !has_uncertain(left) && !has_uncertain(right)
    }

    /// Whether a variable that is not null in two states may be in the one that covers them.
    fn may_become_null(&mut self, states: [&State; 3]) -> bool {
        let [left, right, joined] = states;
        for ((a, b), out) in left.frames.iter().zip(&right.frames).zip(&joined.frames) {
            for ((a, b), out) in a.values.iter().zip(&b.values).zip(&out.values) {
                let (Some(a), Some(b), Some(out)) = (*a, *b, *out) else { continue };
                let values = [(&joined.heap, out, false), (&left.heap, a, true), (&right.heap, b, true)];
                if values.into_iter().all(|(heap, term, is_there)| {
                    self.transfer.symbols.has_base(term)
                        && heap.exists(&mut self.transfer.symbols, term) == is_there
                }) {
                    return true;
                }
            }
        }
        false
    }
}

/// Whether an object holds bytes of which nothing is known but where strings in it end.
fn is_string(content: &Content) -> bool {
    let mut parts = content.edges().iter().map(|edge| edge.data).chain([Data::Fill(content.rest())]);
    parts.any(|part| part == Data::Fill(Fill::Unknown)) && content.cells().iter().any(|cell| cell.len == 1)
}

fn join_option(join: &mut Join<'_>, a: Option<Term>, b: Option<Term>) -> Option<Option<Term>> {
    match (a, b) {
        (Some(a), Some(b)) => join.value(a, b).map(Some),
        (None, None) => Some(None),
        _ => None,
    }
}

/// Joins two calls of one function; values of the loop that is being closed come first, since they tell which
/// parts of the heaps correspond.
fn join_frames(join: &mut Join<'_>, a: &Frame, b: &Frame, first: &[ir::ValueId]) -> Option<Frame> {
    let mut frame = a.clone();
    // Calls that were abandoned when the program exited may be of different functions.
    let sizes = |frame: &Frame| (frame.values.len(), frame.vars.len(), frame.stack.len());
    if sizes(a) != sizes(b) {
        return None;
    }
    let order = first.iter().map(|id| id.index()).chain(0..a.values.len());
    let mut done = vec![false; a.values.len()];
    for number in order {
        if !std::mem::replace(&mut done[number], true) {
            frame.values[number] = join_option(join, a.values[number], b.values[number])?;
        }
    }
    for (number, (a, b)) in a.vars.iter().zip(&b.vars).enumerate() {
        // A variable that is not known holds nothing.
        let null = join.symbols().null();
        let sides = [a.unwrap_or(null), b.unwrap_or(null)];
        frame.vars[number] = match a.or(*b) {
            Some(_) => join.value(sides[0], sides[1]),
            None => None,
        };
        if frame.vars[number].is_none() {
            // Without it more blocks count as lost, which covers both.
            for (side, var) in [(Side::Left, a), (Side::Right, b)] {
                if var.is_some() {
                    join.lose(side);
                }
            }
        }
    }
    for (number, (a, b)) in a.stack.iter().zip(&b.stack).enumerate() {
        frame.stack[number] = join.object(*a, *b)?;
    }
    frame.variadic = match (a.variadic, b.variadic) {
        (Some(a), Some(b)) => Some(join.object(a, b)?),
        _ => None,
    };
    Some(frame)
}

/// The numbers of a join that were fixed on the left.
fn fixed_before(store: &TermStore, numbers: &[Number]) -> FxHashSet<Term> {
    numbers.iter().filter(|number| store.as_var(number.left).is_none()).map(|number| number.out).collect()
}

/// What may be assumed that the left side of a join does not.
pub(super) enum News {
    /// Everything.
    All,
    /// What speaks of one of these variables.
    Of(FxHashSet<Term>),
    /// Nothing.
    None,
}

/// What is assumed of numbers on both sides of a join.
pub(super) struct Paths<'a> {
    pub(super) store: &'a mut TermStore,
    solver: &'a mut Solver,
    pub(super) sides: [&'a PathCondition; 2],
    numbers: &'a [Number],
    /// For either side what the variables of the result are there.
    there: [FxHashMap<Term, Term>; 2],
    /// For either side the conditions of its path: most of what is asked is one of them.
    literally: [FxHashSet<Term>; 2],
    /// For either side the conditions on variables that the other does not have.
    absent: [FxHashSet<Term>; 2],
    news: News,
    pub(super) out: Vec<Term>,
    seen: FxHashSet<Term>,
    /// What other questions may cost.
    budget: Budget,
}

impl Drop for Paths<'_> {
    fn drop(&mut self) {
        self.solver.set_budget(self.budget.clone());
    }
}

impl<'a> Paths<'a> {
    /// Nothing is assumed yet.
    pub(super) fn new(
        store: &'a mut TermStore,
        solver: &'a mut Solver,
        sides: [&'a PathCondition; 2],
        numbers: &'a [Number],
    ) -> Paths<'a> {
        let (absent, out, seen) = Default::default();
        let there = [0, 1].map(|side| {
            numbers.iter().map(|number| (number.out, [number.left, number.right][side])).collect()
        });
        let literally = sides.map(|path| path.terms().into_iter().collect());
        let budget = solver.budget().clone();
        // What is hard to see is hard to use: it is not assumed.
        solver.set_budget(budget.with_work(CONFLICTS));
        Paths { budget, store, solver, sides, numbers, there, literally, absent, news: News::All, out, seen }
    }

    /// What is assumed.
    pub(super) fn found(mut self) -> Vec<Term> {
        std::mem::take(&mut self.out)
    }

    /// The variables of a side that became others.
    pub(super) fn variables_of(&self, side: usize) -> FxHashMap<Term, Term> {
        (self.numbers.iter().rev())
            .map(|number| ([number.left, number.right][side], number.out))
            .filter(|(from, _)| self.store.as_var(*from).is_some())
            .collect()
    }

    /// A term of the result as it is on a side.
    pub(super) fn on(&mut self, side: usize, term: Term) -> Term {
        self.store.replace(term, &self.there[side])
    }

    /// The variables that stand for numbers that differ.
    pub(super) fn new_variables(&self) -> FxHashSet<VarId> {
        self.numbers.iter().filter_map(|number| self.store.as_var(number.out)).collect()
    }

    /// For each of some numbers of a side whether it may be anything, whatever the others are.
    pub(super) fn which_are_any(&self, side: usize, numbers: &[Term]) -> Vec<bool> {
        let conditions = self.sides[side].terms();
        let assumed: FxHashSet<VarId> = self.store.support(&conditions).into_iter().collect();
        let mut occurrences: FxHashMap<VarId, usize> = FxHashMap::default();
        for var in numbers.iter().flat_map(|number| self.store.support(&[*number])) {
            *occurrences.entry(var).or_default() += 1;
        }
        let is_any = |var: VarId| !assumed.contains(&var) && occurrences[&var] == 1;
        numbers.iter().map(|number| self.store.as_var(*number).is_some_and(is_any)).collect()
    }

    /// What the variables of a side may be.
    pub(super) fn model(&mut self, side: usize) -> Option<Arc<Model>> {
        match self.solver.check(self.store, self.sides[side], &[]) {
            Answer::Sat(model) => Some(model),
            Answer::Unsat(_) | Answer::Unknown(_) => None,
        }
    }

    /// What the variables of a side may be where a condition on the result does not hold.
    pub(super) fn counterexample(&mut self, side: usize, condition: Term) -> Answer {
        let term = self.on(side, condition);
        let negation = self.store.not(term);
        self.solver.check(self.store, self.sides[side], &[negation])
    }

    /// Whether a condition on the result is one of those of a side.
    fn is_said(&mut self, side: usize, term: Term) -> bool {
        let term = self.on(side, term);
        self.literally[side].contains(&term)
    }

    fn implies(&mut self, side: usize, term: Term) -> bool {
        let term = self.on(side, term);
        self.entails(side, term)
    }

    /// Whether a condition on what is there on a side holds there.
    pub(super) fn entails(&mut self, side: usize, term: Term) -> bool {
        self.literally[side].contains(&term)
            || self.solver.entails(self.store, self.sides[side], term) == Some(true)
    }

    /// Adds what holds on both sides.
    pub(super) fn add(&mut self, term: Term) {
        if self.store.as_bool(term).is_none() && self.seen.insert(term) {
            self.out.push(term);
        }
    }

    /// Keeps what one side assumes where the other implies it. Gives whether everything could be kept.
    fn keep(&mut self, side: usize) -> bool {
        let mut all = true;
        let adds_all = side == 0 || matches!(self.news, News::All);
        let map = self.variables_of(side);
        // The solver follows one path at a time, so everything is asked on the other side before anything on this one.
        let mut conditions = Vec::new();
        for condition in self.sides[side].terms() {
            let general = self.store.replace(condition, &map);
            let is_absent = self.absent[side].contains(&condition);
            let holds_there = (is_absent && general == condition) || self.implies(1 - side, general);
            conditions.push((condition, general, is_absent, holds_there));
        }
        let mut stay_themselves = Vec::new();
        for (condition, general, is_absent, holds_there) in conditions {
            if is_absent {
                self.add(condition);
            }
            let kept = holds_there && self.implies(side, general);
            all &= kept;
            if kept && (adds_all || self.may_be_new(general)) {
                self.add(general);
                // The variable may be itself elsewhere: `high = n`, and n is read again.
                if general != condition && self.is_said(0, condition) && self.is_said(1, condition) {
                    self.add(condition);
                }
            } else if adds_all && self.implies(side, condition) {
                stay_themselves.push(condition);
            }
        }
        // The same for what does not hold of the new one, which is lost.
        for condition in stay_themselves {
            if self.implies(1 - side, condition) {
                self.add(condition);
            }
        }
        all
    }

    /// Whether a condition may be assumed that the left side does not.
    fn may_be_new(&self, condition: Term) -> bool {
        match &self.news {
            News::All => true,
            News::Of(variables) => {
                let support = self.store.support(&[condition]);
                support.into_iter().any(|var| variables.contains(&self.store.var_term(var)))
            }
            News::None => false,
        }
    }

    /// Adds bounds of the numbers that differ, and that characters are not zero, as far as that holds on both sides.
    pub(super) fn guess(&mut self) {
        for number in self.numbers {
            let v = number.out;
            // Whether a character ends a string decides more than any bound of it.
            if self.store.width(v) == CHARACTER {
                let zero = self.store.constant(BitVec::from_i128(CHARACTER, 0));
                let is_zero = self.store.eq(v, zero);
                let is_other = self.store.not(is_zero);
                self.try_add(is_other);
            }
            for side in [number.left, number.right] {
                if self.store.as_const(side).is_some() {
                    let (above, below) = (self.store.sle(side, v), self.store.sle(v, side));
                    let (high, low) = (self.store.ule(v, side), self.store.ule(side, v));
                    for candidate in [above, below, high, low] {
                        self.try_add(candidate);
                    }
                }
            }
        }
    }

    /// Adds a condition if it holds on both sides, and gives whether it does.
    pub(super) fn try_add(&mut self, candidate: Term) -> bool {
        let holds = match self.store.as_bool(candidate) {
            Some(known) => known,
            None => self.may_be_new(candidate) && self.implies(0, candidate) && self.implies(1, candidate),
        };
        if holds {
            self.add(candidate);
        }
        holds
    }
}
