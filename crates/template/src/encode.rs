//! The program as one acyclic formula (section II-C).
//!
//! Blocks are visited so that each comes after its predecessors, back edges aside. A block has a *guard*, true in the
//! executions that reach it; where edges meet, values and memory are chosen by the guards of the edges. At the head of a
//! loop everything that the loop changes is chosen, by a free *loop-select* guard, between its value on entry and a
//! *loop-back* value of which the formula says nothing; invariants constrain it later. What holds at the ends of the
//! edges back to the head is kept with the loop.
//!
//! Invariant: for every execution of the program and each of its steps there is a model of the formula in which the
//! guard of that step's block is true and the values are those of the execution, provided that the loop-back values
//! can be those of an execution.

use crate::elements::{Definitions, definitions};
use crate::inline::{CutCall, Flat};
use crate::memory::{Counts, Index, Memory, Objects, Version};
use crate::points::{FUNCTION, Points, SiteId, SiteKind, primitive};
use crate::value::{INSTANCE_BITS, Pointer, Value, Widths, choose};
use clib::Primitive;
use engine::{Assumption, Budget, Exhausted, Reason, Task};
use ir::cfg::Cfg;
use ir::{BlockId, ErrorKind, FuncId, Inst, InstKind, Loops, Operand, Scalar, Span, TerminatorKind, ValueId};
use logic::{Term, TermStore};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What is wrong where a check fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// An error of the program.
    Error(ErrorKind),
    /// Something that is not accounted for.
    Loss(Reason),
    /// Memory is still there when the program ends, and may not be reachable.
    Leak,
    /// A null pointer is used, which nobody asked about: the program ends there.
    Trap,
}

/// One way in which a check fails.
#[derive(Clone, Debug)]
pub struct Bad {
    /// What is wrong then.
    pub wrong: Wrong,
    /// When.
    pub cond: Term,
    /// In words.
    pub text: String,
}

/// Something that must not happen.
#[derive(Clone, Debug)]
pub struct Check {
    /// The guard of its place.
    pub guard: Term,
    /// What must not happen there.
    pub bad: Vec<Bad>,
    /// The place.
    pub span: Option<Span>,
    /// The function.
    pub function: FuncId,
}

/// What changes from block to block, apart from values, which are assigned once.
#[derive(Clone, Debug)]
pub struct State {
    /// True in the executions that are here.
    pub guard: Term,
    /// The maps.
    pub maps: Vec<Version>,
    /// The numbers of objects.
    pub counts: Counts,
    /// The objects of locals whose life begins more than once.
    pub slots: BTreeMap<ValueId, Term>,
    /// The values that left the loop they are defined in, as they were then.
    pub outs: BTreeMap<ValueId, Value>,
}

/// A loop in the formula, or a cut call: where rows are assumed, and where they have to hold.
#[derive(Clone, Debug)]
pub struct Head {
    /// The loop; for a cut call that of its function, none where it does not call itself.
    pub number: Option<usize>,
    /// The cut call; none for a loop.
    pub call: Option<Rc<Call>>,
    /// The values of what is defined outside of the loop.
    pub outer: Rc<Vec<Option<Value>>>,
    /// The variables of the loop with their loop-back values; the parameters and results of a call.
    pub registers: Vec<(ValueId, Value)>,
    /// Memory with what the loop changes forgotten.
    pub state: State,
    /// What the loop forgets: maps, and the sites whose objects it may change.
    pub forgotten: Vec<(usize, Vec<SiteId>)>,
    /// The values of the registers behind the edges back, and the state there.
    pub back: Option<(Vec<Value>, State)>,
}

impl Head {
    /// How many of the registers, the first ones, are parameters of a call.
    pub fn params(&self) -> usize {
        self.call.as_ref().map_or(0, |call| call.params)
    }
}

/// A cut call.
#[derive(Clone, Debug)]
pub struct Call {
    /// What is called, and from where.
    pub cut: CutCall,
    /// Whether an activation of the function itself makes it.
    pub inner: bool,
    /// How many parameters it has.
    pub params: usize,
    /// The state when it is called.
    pub called: State,
    /// The state when an activation that such a call entered begins.
    pub entered: State,
    /// The maps and sites of which the call changes no object that existed before.
    pub new_only: BTreeSet<(usize, SiteId)>,
}

/// Something that comes from outside.
#[derive(Clone, Debug)]
pub struct Input {
    /// Where it is read.
    pub guard: Term,
    /// Its value; for an allocation, whether it succeeds.
    pub value: Term,
    /// Whether it is the outcome of an allocation.
    pub is_allocation: bool,
}

/// A formula, and what it was made from.
pub struct Encoding<'a> {
    /// The task.
    pub task: &'a Task<'a>,
    /// The program as one body.
    pub flat: &'a Flat,
    /// Its loops.
    pub loops: &'a Loops,
    /// What its pointers point to.
    pub points: &'a Points,
    /// The terms.
    pub store: TermStore,
    /// Its memory.
    pub memory: Memory,
    /// The widths of pointers.
    pub widths: Widths,
    /// What always holds.
    pub facts: Vec<Term>,
    /// What must not happen.
    pub checks: Vec<Check>,
    /// The heads of loops where a loop-back value may be selected, in the order of visits.
    pub heads: Vec<Head>,
    /// What comes from outside, in the order of execution.
    pub inputs: Vec<Input>,
    /// Under which assumptions the formula holds.
    pub assumptions: BTreeSet<Assumption>,
    /// True where a loop was left open: executions that go on there are not in the formula.
    pub cut: Vec<Term>,
    /// Where objects lie: the address of the first byte of each object that was asked about.
    pub(crate) lies_at: Vec<(Term, Term)>,
    /// The arbitrary object of each site of which rows have to hold.
    pub(crate) arbitrary: BTreeMap<SiteId, Index>,
    /// The numbers by which elements of arrays are accessed.
    pub(crate) indexes: Vec<Term>,
    /// An arbitrary index of each width that was asked for.
    pub(crate) witnesses: BTreeMap<u32, Term>,
    /// The instructions that define values.
    pub(crate) definitions: Rc<Definitions<'a>>,
    budget: &'a Budget,
    /// The limit that was reached while the formula was made: it is not whole.
    exhausted: Option<Exhausted>,
    unwinding: Unwinding,
    pub(crate) values: Vec<Option<Value>>,
    pub(crate) block: BlockId,
    /// The edges that were taken so far, by their targets.
    edges: BTreeMap<BlockId, Vec<Edge>>,
    /// The copies of loops around the current block: loop, select guard, whether it is the last copy.
    copies: Vec<(usize, Option<Term>, bool)>,
    /// The values of each loop that are used behind it.
    leaving: Vec<BTreeSet<ValueId>>,
    /// The sites of the locals that are allocated behind each place where the stack is saved.
    pub(crate) restored: BTreeMap<ValueId, Vec<SiteId>>,
    /// The select guards of the loops that were entered.
    pub(crate) selects: BTreeMap<usize, Term>,
    /// How functions with cut calls are left: parameters, results and state.
    pub(crate) left: BTreeMap<usize, (Vec<Value>, State)>,
    /// The guards of the edges from cut calls to the heads of shared functions, by the blocks where they begin.
    pub(crate) doors: BTreeMap<BlockId, Term>,
}

/// How loops are encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unwinding {
    /// Once, with a loop-back value: the formula whose invariants are looked for.
    Invariant,
    /// So many times from the start; what goes on then is cut.
    Bounded(usize),
    /// So many times from the start or from a loop-back value. From there only the last round is checked: the rounds
    /// before are known to be good where the last one is the first that is not.
    Induction(usize),
}

impl Unwinding {
    fn copies(self) -> usize {
        match self {
            Unwinding::Invariant => 1,
            Unwinding::Bounded(copies) | Unwinding::Induction(copies) => copies,
        }
    }
}

/// A formula with more terms than this is given up.
const MOST_TERMS: u64 = 2_000_000;

/// How many terms of a formula are a unit of work, where that is limited.
const TERMS: u64 = 10;

/// An edge to a block.
#[derive(Clone, Debug)]
struct Edge {
    from: BlockId,
    state: Rc<State>,
    /// The values of the phis of the target.
    phis: Vec<Value>,
}

/// Encodes a program.
pub fn encode<'a>(
    task: &'a Task<'a>,
    flat: &'a Flat,
    cfg: &Cfg,
    loops: &'a Loops,
    points: &'a Points,
    unwinding: Unwinding,
    budget: &'a Budget,
) -> Result<Encoding<'a>, Exhausted> {
    let site_bits = (points.sites.len() as u32).next_power_of_two().trailing_zeros().max(2);
    let widths = Widths { site: site_bits, word: task.program.target.pointer_bytes * 8 };
    let ends = ending_classes(task, flat, points);
    let mut encoding = Encoding {
        task,
        flat,
        loops,
        points,
        store: TermStore::new(),
        memory: Memory::new(points, widths, |class| ends.contains(&class)),
        widths,
        facts: Vec::new(),
        checks: Vec::new(),
        heads: Vec::new(),
        inputs: Vec::new(),
        assumptions: BTreeSet::new(),
        cut: Vec::new(),
        lies_at: Vec::new(),
        arbitrary: BTreeMap::new(),
        indexes: Vec::new(),
        witnesses: BTreeMap::new(),
        definitions: Rc::new(definitions(flat)),
        budget,
        exhausted: None,
        unwinding,
        values: vec![None; flat.body.values.len()],
        block: BlockId(0),
        edges: BTreeMap::new(),
        copies: Vec::new(),
        leaving: loops.list.iter().map(|it| leaving(flat, &it.blocks)).collect(),
        restored: restored(flat, cfg, points),
        selects: BTreeMap::new(),
        left: BTreeMap::new(),
        doors: BTreeMap::new(),
    };
    let state = encoding.start();
    encoding.run(ir::Body::ENTRY, state);
    encoding.region(cfg.reverse_postorder());
    encoding.close_calls();
    match encoding.exhausted {
        Some(exhausted) => Err(exhausted),
        None => Ok(encoding),
    }
}

/// The values that are defined in some blocks and used in others. A phi uses its values where its edges begin.
fn leaving(flat: &Flat, blocks: &BTreeSet<BlockId>) -> BTreeSet<ValueId> {
    let inside = blocks.iter().flat_map(|block| &flat.body.block(*block).insts);
    let defined: BTreeSet<ValueId> = inside.flat_map(|inst| inst.results.iter().copied()).collect();
    let mut used = BTreeSet::new();
    for block in flat.body.block_ids().filter(|block| !blocks.contains(block)) {
        let code = flat.body.block(block);
        for inst in &code.insts {
            match &inst.kind {
                InstKind::Phi { incoming, .. } => {
                    let from_outside = incoming.iter().filter(|(from, _)| !blocks.contains(from));
                    used.extend(from_outside.filter_map(|(_, operand)| operand.value()));
                }
                kind => kind.for_each_value(|id| {
                    used.insert(id);
                }),
            }
        }
        code.terminator.kind.for_each_value(|id| {
            used.insert(id);
        });
    }
    defined.intersection(&used).copied().collect()
}

/// The sites of the locals, other than scoped ones, that are allocated behind each place where the stack is saved: those
/// that the place dominates. C does not let anybody jump over the place.
fn restored(flat: &Flat, cfg: &Cfg, points: &Points) -> BTreeMap<ValueId, Vec<SiteId>> {
    let insts = || {
        let blocks = flat.body.block_ids().filter(|block| cfg.number(*block).is_some());
        blocks.flat_map(|block| {
            flat.body.block(block).insts.iter().enumerate().map(move |(at, inst)| (block, at, inst))
        })
    };
    let mut all = BTreeMap::new();
    for (block, at, inst) in insts().filter(|(_, _, inst)| inst.kind == InstKind::StackSave) {
        let behind = |(other, place): (BlockId, usize)| match other == block {
            true => place > at,
            false => cfg.dominates(block, other),
        };
        let sites = insts()
            .filter(|(_, _, inst)| matches!(inst.kind, InstKind::Alloca { scoped: false, .. }))
            .filter(|(other, place, _)| behind((*other, *place)))
            .filter_map(|(_, _, inst)| points.site_of.get(&inst.result()?).copied());
        all.extend(inst.result().map(|token| (token, sites.collect::<Vec<_>>())));
    }
    all
}

/// The classes with objects whose life can end.
fn ending_classes(task: &Task<'_>, flat: &Flat, points: &Points) -> BTreeSet<usize> {
    let mut classes = BTreeSet::new();
    let has_restore = |inst: &Inst| matches!(inst.kind, InstKind::StackRestore { .. });
    if flat.body.blocks.iter().flat_map(|block| &block.insts).any(has_restore) {
        let is_local = |site: &&crate::points::Site| matches!(site.kind, SiteKind::Stack(_));
        let locals = points.sites.iter().enumerate().filter(|(_, site)| is_local(site));
        classes.extend(locals.map(|(number, _)| points.class_of[number]));
    }
    for inst in flat.body.blocks.iter().flat_map(|block| &block.insts) {
        match &inst.kind {
            InstKind::ScopeEnd { slot } | InstKind::ScopeBegin { slot } => {
                classes.extend(points.site_of.get(slot).map(|site| points.class_of[site.0 as usize]));
            }
            InstKind::Call { args, .. } if primitive(task.program, inst) == Some(Primitive::Free) => {
                classes.extend(args.first().and_then(|arg| points.class_of_access(arg.value)));
            }
            _ => {}
        }
    }
    classes
}

impl Encoding<'_> {
    /// Encodes blocks, given in an order in which each comes after its predecessors, back edges aside. Loops among them
    /// are encoded as a whole, in as many copies as are wanted.
    fn region(&mut self, blocks: &[BlockId]) {
        let mut done: BTreeSet<BlockId> = BTreeSet::new();
        for block in blocks {
            if done.contains(block) || *block == ir::Body::ENTRY {
                continue;
            }
            // The head of the loop that is being encoded is no loop of its own.
            let inner = self.loops.at(*block).filter(|it| !self.copies.iter().any(|(own, ..)| own == it));
            match inner {
                Some(number) => {
                    let own = &self.loops.list[number].blocks;
                    let body: Vec<BlockId> = blocks.iter().copied().filter(|it| own.contains(it)).collect();
                    self.unwind(number, &body);
                    done.extend(body);
                }
                None => self.visit(*block),
            }
        }
    }

    /// Encodes a loop.
    fn unwind(&mut self, number: usize, body: &[BlockId]) {
        let head = self.loops.list[number].head;
        let Some(mut entering) = self.edges.remove(&head) else { return };
        self.note_doors(head, &entering);
        let copies = self.unwinding.copies();
        let mut select = None;
        for copy in 1..=copies {
            let (mut state, mut values) = self.meet(head, &entering);
            let selects = copy == 1 && !matches!(self.unwinding, Unwinding::Bounded(_));
            if selects {
                let (both, guard) = self.enter(number, state, &mut values);
                (state, select) = (both, Some(guard));
            }
            self.copies.push((number, select, copy == copies));
            values.into_iter().for_each(|(id, value)| self.define(&mut state, id, value));
            self.run(head, state);
            self.region(&body[1..]);
            self.copies.pop();
            entering = self.edges.remove(&head).unwrap_or_default();
            if self.unwinding == Unwinding::Invariant && !entering.is_empty() {
                let (state, values) = self.meet(head, &entering);
                let at = self.heads.iter().rposition(|it| it.number == Some(number) && it.call.is_none());
                let values = values.into_iter().map(|(_, value)| value).collect();
                self.heads[at.expect("the head was entered")].back = Some((values, state));
            }
            if entering.is_empty() {
                return;
            }
        }
        if matches!(self.unwinding, Unwinding::Bounded(_)) {
            self.cut.extend(entering.iter().map(|edge| edge.state.guard));
        }
    }

    /// Encodes a block that is no head of a loop.
    fn visit(&mut self, block: BlockId) {
        let Some(entering) = self.edges.remove(&block) else { return };
        self.note_doors(block, &entering);
        let (mut state, values) = self.meet(block, &entering);
        values.into_iter().for_each(|(id, value)| self.define(&mut state, id, value));
        self.run(block, state);
    }

    /// Notes which calls enter a shared function. A model has one path, so that at most one of them does.
    fn note_doors(&mut self, block: BlockId, entering: &[Edge]) {
        if self.flat.cuts.iter().any(|cut| cut.shared && cut.head == block) {
            self.doors.extend(entering.iter().map(|edge| (edge.from, edge.state.guard)));
        }
    }

    /// Gives a value its meaning from here on.
    pub(crate) fn define(&mut self, state: &mut State, id: ValueId, value: Value) {
        state.outs.remove(&id);
        self.values[id.index()] = Some(value);
    }

    /// Encodes the instructions of a block.
    fn run(&mut self, block: BlockId, mut state: State) {
        self.block = block;
        let flat = self.flat;
        if self.exhausted.is_none() {
            let most = self.budget.work().map_or(MOST_TERMS, |work| MOST_TERMS.min(work * TERMS));
            let is_large = self.store.len() as u64 > most;
            self.exhausted = is_large.then_some(Exhausted::Work).or_else(|| self.budget.check().err());
        }
        if self.exhausted.is_some() {
            return;
        }
        for inst in &flat.body.block(block).insts {
            if self.store.as_bool(state.guard) == Some(false) {
                return;
            }
            self.execute(&mut state, inst);
        }
        self.leave(block, state);
    }

    /// The state before the program starts.
    fn start(&mut self) -> State {
        let truth = self.store.truth();
        let sites = self.points.sites.iter().map(|site| match site.kind {
            SiteKind::None | SiteKind::Global(_) => None,
            _ if site.many => Some(self.store.zero(INSTANCE_BITS)),
            _ => Some(self.store.falsity()),
        });
        let counts = Counts { sites: sites.collect() };
        let maps = (0..self.memory.maps.len()).map(|map| self.memory.base(map, None, truth, counts.clone()));
        let maps = maps.collect();
        let mut state = State { guard: truth, maps, counts, slots: BTreeMap::new(), outs: BTreeMap::new() };
        for param in self.flat.body.param_values() {
            self.values[param.index()] = Some(self.fresh(self.flat.body.value_type(param)));
        }
        self.initialize(&mut state);
        state
    }

    /// The state where edges meet, and the values of the phis there.
    fn meet(&mut self, block: BlockId, edges: &[Edge]) -> (State, Vec<(ValueId, Value)>) {
        let parts: Vec<(Term, Rc<State>)> =
            edges.iter().map(|edge| (edge.state.guard, edge.state.clone())).collect();
        let state = self.merge(&parts);
        let flat = self.flat;
        let phis = flat.body.block(block).insts.iter();
        let ids = phis.filter(|inst| matches!(inst.kind, InstKind::Phi { .. })).filter_map(Inst::result);
        let mut values = Vec::new();
        for (number, id) in ids.enumerate() {
            let (last, rest) = edges.split_last().expect("a block that is reached has an edge");
            let mut value = last.phis[number];
            for edge in rest.iter().rev() {
                value = choose(&mut self.store, edge.state.guard, edge.phis[number], value);
            }
            values.push((id, value));
        }
        (state, values)
    }

    fn merge(&mut self, parts: &[(Term, Rc<State>)]) -> State {
        let (last, rest) = parts.split_last().expect("a block that is reached has an edge");
        let mut state = (*last.1).clone();
        for (guard, other) in rest.iter().rev() {
            for map in 0..state.maps.len() {
                state.maps[map] = self.memory.merge(&self.store, *guard, other.maps[map], state.maps[map]);
            }
            for (mine, theirs) in state.counts.sites.iter_mut().zip(&other.counts.sites) {
                if let (Some(mine), Some(theirs)) = (mine, theirs) {
                    *mine = self.store.ite(*guard, *theirs, *mine);
                }
            }
            for (slot, theirs) in &other.slots {
                let mine = state.slots.get(slot).copied().unwrap_or(*theirs);
                state.slots.insert(*slot, self.store.ite(*guard, *theirs, mine));
            }
            for (id, theirs) in &other.outs {
                let mine = state.outs.get(id).copied().unwrap_or(*theirs);
                state.outs.insert(*id, choose(&mut self.store, *guard, *theirs, mine));
            }
        }
        state.guard = self.store.any(parts.iter().map(|(guard, _)| *guard));
        state
    }

    /// Chooses between what enters a loop and its loop-back values.
    fn enter(&mut self, number: usize, entry: State, values: &mut [(ValueId, Value)]) -> (State, Term) {
        let select = self.store.fresh("select", 1);
        let guard = self.store.and(entry.guard, select);
        let mut counts = entry.counts.clone();
        let own = self.with_calls(&self.loops.list[number].blocks);
        self.grow(&mut counts, &own, guard);
        let changed = self.changed_by(&own).into_iter();
        let forgotten: Vec<(usize, Vec<SiteId>)> =
            changed.map(|(map, sites)| (map, sites.into_keys().collect())).collect();
        let place = self.heads.len();
        let mut maps = entry.maps.clone();
        for (map, sites) in &forgotten {
            let class = self.memory.maps[*map].class;
            let all = self.points.classes[class].sites.iter().all(|site| sites.contains(site));
            maps[*map] = match all {
                true => self.memory.base(*map, Some(place), guard, counts.clone()),
                false => {
                    let objects = sites.iter().map(|site| Objects::all(*site)).collect();
                    self.memory.forget(maps[*map], *map, objects, Some(place), guard, counts.clone())
                }
            };
        }
        let mut slots = entry.slots.clone();
        for slot in self.begun_in(number) {
            let site = self.points.site_of[&slot];
            let instance = self.store.fresh("instance", INSTANCE_BITS);
            let count = counts.sites[site.0 as usize].expect("locals are counted");
            let exists = self.store.ult(instance, count);
            let fact = self.store.implies(guard, exists);
            self.facts.push(fact);
            slots.insert(slot, self.widths.object(&mut self.store, site, instance));
        }
        let state = State { guard, maps, counts, slots, outs: entry.outs.clone() };
        let mut registers = Vec::new();
        for (id, value) in values.iter_mut() {
            let back = match value {
                Value::Number(term) => {
                    let width = self.store.width(*term);
                    Value::Number(self.store.fresh("back", width))
                }
                Value::Pointer(_) => {
                    let addresses = &self.points.values[id.index()];
                    let counts = &state.counts;
                    let points = self.points;
                    Value::Pointer(self.memory.pointer(&mut self.store, points, addresses, guard, counts))
                }
            };
            registers.push((*id, back));
            *value = choose(&mut self.store, select, back, *value);
        }
        let mut both = self.merge(&[(select, Rc::new(state.clone())), (entry.guard, Rc::new(entry.clone()))]);
        both.guard = entry.guard;
        let outer = Rc::new(self.known(&entry));
        self.selects.insert(number, select);
        let number = Some(number);
        self.heads.push(Head { number, call: None, outer, registers, state, forgotten, back: None });
        (both, select)
    }

    /// The values that are known in a state.
    pub(crate) fn known(&self, state: &State) -> Vec<Option<Value>> {
        let mut values = self.values.clone();
        state.outs.iter().for_each(|(id, value)| values[id.index()] = Some(*value));
        values
    }

    /// Notes the edges that leave a block.
    fn leave(&mut self, block: BlockId, mut state: State) {
        let flat = self.flat;
        self.leave_cut(block, &mut state);
        let terminator = &flat.body.block(block).terminator;
        let mut edges: Vec<(BlockId, Term)> = Vec::new();
        match &terminator.kind {
            TerminatorKind::Jump(to) => edges.push((*to, state.guard)),
            TerminatorKind::Branch { cond, then, otherwise } => {
                let cond = self.number(&state, *cond);
                let not = self.store.not(cond);
                edges.push((*then, self.store.and(state.guard, cond)));
                edges.push((*otherwise, self.store.and(state.guard, not)));
            }
            TerminatorKind::Switch { value, cases, default } => {
                let value = self.number(&state, *value);
                let width = self.store.width(value);
                let mut rest = state.guard;
                for (case, to) in cases {
                    let case = self.store.num(width, *case);
                    let is_it = self.store.eq(value, case);
                    edges.push((*to, self.store.and(state.guard, is_it)));
                    let not = self.store.not(is_it);
                    rest = self.store.and(rest, not);
                }
                edges.push((*default, rest));
            }
            TerminatorKind::Indirect { .. } => {
                self.lose(&mut state, Reason::Unsupported, terminator.span, "a computed goto");
            }
            TerminatorKind::Return(_) => self.finish(&mut state, terminator.span),
            TerminatorKind::Unreachable => {
                let text = "execution reaches a place that must not be reached";
                self.lose(&mut state, Reason::UndefinedBehaviour, terminator.span, text);
            }
        }
        let mut joined: Vec<(BlockId, Term)> = Vec::new();
        for (to, guard) in edges {
            match joined.iter_mut().find(|(it, _)| *it == to) {
                Some((_, known)) => *known = self.store.or(*known, guard),
                None => joined.push((to, guard)),
            }
        }
        for (to, guard) in joined {
            self.take(block, to, guard, &state);
        }
    }

    /// Takes an edge.
    fn take(&mut self, from: BlockId, to: BlockId, guard: Term, state: &State) {
        let mut state = State { guard, ..state.clone() };
        for at in (0..self.copies.len()).rev() {
            let (number, select, is_last) = self.copies[at];
            if self.loops.list[number].blocks.contains(&to) {
                break;
            }
            for id in self.leaving[number].clone() {
                let value = self.operand(&state, Operand::Value(id));
                state.outs.insert(id, value);
            }
            // From a loop-back value a loop is left in the last round: the value can be chosen so.
            if let Some(select) = select.filter(|_| !is_last) {
                let not = self.store.not(select);
                state.guard = self.store.and(state.guard, not);
            }
        }
        if self.store.as_bool(state.guard) == Some(false) {
            return;
        }
        let flat = self.flat;
        let mut phis = Vec::new();
        for inst in &flat.body.block(to).insts {
            let InstKind::Phi { incoming, .. } = &inst.kind else { continue };
            let operand = incoming.iter().find(|(it, _)| *it == from).map(|(_, operand)| *operand);
            phis.push(match (operand, inst.result()) {
                (Some(operand), _) => self.operand(&state, operand),
                (None, Some(result)) => self.fresh(flat.body.value_type(result)),
                (None, None) => self.fresh(Scalar::BOOL),
            });
        }
        self.edges.entry(to).or_default().push(Edge { from, state: Rc::new(state), phis });
    }

    /// The value of an operand.
    pub(crate) fn operand(&mut self, state: &State, operand: Operand) -> Value {
        let word = self.widths.word;
        match operand {
            Operand::Value(id) => match (state.slots.get(&id), self.value(state, id)) {
                (Some(object), _) => {
                    let offset = self.store.zero(word);
                    Value::Pointer(Pointer { object: *object, offset })
                }
                (None, Some(value)) => value,
                (None, None) => self.fresh(self.flat.body.value_type(id)),
            },
            Operand::Int { bits, value } => Value::Number(self.store.num(bits.into(), value)),
            Operand::Float { kind, bits } => Value::Number(self.store.num(kind.bits(), bits)),
            Operand::Null => Value::Pointer(self.widths.null(&mut self.store)),
            Operand::Global { id, offset } => {
                let object = self.widths.single(&mut self.store, self.points.global(id));
                let offset = self.store.num(word, offset as i128 as u128);
                Value::Pointer(Pointer { object, offset })
            }
            Operand::Func(id) => {
                let number = self.store.num(INSTANCE_BITS, id.0.into());
                let object = self.widths.object(&mut self.store, FUNCTION, number);
                Value::Pointer(Pointer { object, offset: self.store.zero(word) })
            }
            Operand::Block(..) => Value::Pointer(self.widths.invalid(&mut self.store)),
            Operand::Undef(ty) => self.fresh(ty),
        }
    }

    /// The value of an instruction, as it left its loop where it did.
    pub(crate) fn value(&self, state: &State, id: ValueId) -> Option<Value> {
        state.outs.get(&id).copied().or(self.values[id.index()])
    }

    /// An arbitrary value.
    pub(crate) fn fresh(&mut self, ty: Scalar) -> Value {
        match ty {
            Scalar::Ptr => Value::Pointer(self.widths.invalid(&mut self.store)),
            ty => Value::Number(self.store.fresh("any", ty.bits(self.task.program.target))),
        }
    }

    /// The value of an operand that is a number.
    pub(crate) fn number(&mut self, state: &State, operand: Operand) -> Term {
        match self.operand(state, operand) {
            Value::Number(term) => term,
            Value::Pointer(pointer) => self.address(pointer),
        }
    }

    /// The value of an operand that is a pointer.
    pub(crate) fn pointer(&mut self, state: &State, operand: Operand) -> Pointer {
        match self.operand(state, operand) {
            Value::Pointer(pointer) => pointer,
            Value::Number(term) => self.widths.pointer_of(&mut self.store, term),
        }
    }

    /// Checks that nothing of this happens; what follows is only reached where it does not.
    pub(crate) fn check(&mut self, state: &mut State, bad: Vec<Bad>, span: Option<Span>) {
        let bad: Vec<Bad> =
            bad.into_iter().filter(|bad| self.store.as_bool(bad.cond) != Some(false)).collect();
        if bad.is_empty() {
            return;
        }
        let any = self.store.any(bad.iter().map(|bad| bad.cond));
        let function = self.flat.origin[self.block.index()];
        // Rounds from a loop-back value before the last are known to be good.
        let mut guard = state.guard;
        for (_, select, is_last) in self.copies.clone() {
            if let Some(select) = select.filter(|_| !is_last) {
                let not = self.store.not(select);
                guard = self.store.and(guard, not);
            }
        }
        self.checks.push(Check { guard, bad, span, function });
        let good = self.store.not(any);
        state.guard = self.store.and(state.guard, good);
    }

    /// Ends all paths here, and writes down that they are not accounted for.
    pub(crate) fn lose(
        &mut self,
        state: &mut State,
        reason: Reason,
        span: Option<Span>,
        text: impl Into<String>,
    ) {
        let cond = self.store.truth();
        self.check(state, vec![Bad { wrong: Wrong::Loss(reason), cond, text: text.into() }], span);
    }

    /// The locals whose life begins in a loop.
    fn begun_in(&self, number: usize) -> BTreeSet<ValueId> {
        let blocks = self.loops.list[number].blocks.iter();
        let insts = blocks.flat_map(|block| &self.flat.body.block(*block).insts);
        let begun = insts.filter_map(|inst| match inst.kind {
            InstKind::ScopeBegin { slot } => Some(slot),
            _ => None,
        });
        begun.filter(|slot| self.is_slot(*slot)).collect()
    }

    /// Whether the life of a local begins more than once, so that its object is part of the state.
    pub(crate) fn is_slot(&self, id: ValueId) -> bool {
        let Some(site) = self.points.site_of.get(&id) else { return false };
        let site = &self.points.sites[site.0 as usize];
        site.many && matches!(site.kind, SiteKind::Stack(_)) && self.is_scoped(id)
    }

    pub(crate) fn is_scoped(&self, id: ValueId) -> bool {
        let mut insts = self.flat.body.blocks.iter().flat_map(|block| &block.insts);
        insts.any(|inst| {
            matches!(inst.kind, InstKind::Alloca { scoped: true, .. }) && inst.result() == Some(id)
        })
    }

    /// The blocks of a loop, or of the function that is called.
    pub fn blocks_of(&self, head: &Head) -> &BTreeSet<BlockId> {
        match (&head.call, head.number) {
            (Some(call), _) => &self.flat.cuts[call.cut.cut].blocks,
            (None, number) => &self.loops.list[number.expect("a loop has a number")].blocks,
        }
    }

    /// Where a loop, or the function that is called, is entered.
    pub fn entry_of(&self, head: &Head) -> BlockId {
        match (&head.call, head.number) {
            (Some(call), _) => self.flat.cuts[call.cut.cut].head,
            (None, number) => self.loops.list[number.expect("a loop has a number")].head,
        }
    }

    /// The sites of the objects that an access may touch.
    pub(crate) fn sites_of(&self, pointer: Operand) -> Vec<SiteId> {
        let addresses = self.points.addresses(pointer);
        let mut sites: Vec<SiteId> =
            addresses.into_iter().map(|(site, _)| site).filter(|site| *site > FUNCTION).collect();
        sites.dedup();
        sites
    }

    /// Whether an object exists.
    pub fn exists(&mut self, counts: &Counts, object: Term, sites: &[SiteId]) -> Term {
        let instance = self.widths.instance_of(&mut self.store, object);
        let mut all = self.store.truth();
        for site in sites {
            let Some(count) = counts.sites[site.0 as usize] else { continue };
            let is_it = self.widths.is_site(&mut self.store, object, *site);
            let exists = match self.points.sites[site.0 as usize].many {
                true => self.store.ult(instance, count),
                false => count,
            };
            let fact = self.store.implies(is_it, exists);
            all = self.store.and(all, fact);
        }
        all
    }
}
