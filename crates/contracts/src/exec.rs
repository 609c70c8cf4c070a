//! Verification conditions: every path of a function between its cut-points, in passive form.
//!
//! A path begins at the entry of the function with its precondition assumed. At the head of a loop the invariant is an
//! obligation; then what the loop may change is forgotten, the invariant is assumed, and the path goes on through the
//! body, where it ends when it comes back to the head. So a path keeps what it knew before the loop about all that the
//! loop leaves alone. A call is its contract: its precondition is an obligation, and memory after it is a new base that
//! is as before outside of what it may assign (figure 9). Static functions without a contract become part of their
//! callers.

use crate::contract::{Clause, Contract, Contracts, LoopSpec, Mark};
use crate::example;
use crate::formula::{Formula, Set, SetKind, Term, TermKind};
use crate::infer::Candidates;
use crate::loops::{Loop, loops};
use crate::meaning::{Env, Local};
use crate::report::{Failure, Lost};
use crate::theory::Proof;
use crate::types::Ty;
use crate::world::{Change, Context, Frame, Kind, OBJECT_BITS, Ptr, State, Val, Ver, World};
use engine::{Action, Budget, Check, Reason};
use ir::cfg::Cfg;
use ir::{
    BlockId, Body, FuncId, GlobalId, InstKind, Operand, Program, Scalar, Span, TerminatorKind, ValueId,
    VarId, VarKind,
};
use logic::{Answer, Solver, Term as Bits, TermStore};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The object of a global variable.
pub fn global_object(id: GlobalId) -> u128 {
    1 + id.index() as u128
}

/// The object of a function.
pub fn function_object(program: &Program, id: FuncId) -> u128 {
    1 + program.globals.len() as u128 + id.index() as u128
}

/// How many paths of a function are looked at.
const MOST_PATHS: usize = 4000;
/// How deep functions without a contract become part of each other.
const DEEPEST_CALLS: usize = 8;

/// How long one candidate for an invariant is looked at.
const LITTLE_TIME: Duration = Duration::from_secs(2);
/// How long a function is looked at where nobody sets a limit.
const LONG_TIME: Duration = Duration::from_secs(3600);

/// What paths need to know about a body.
pub struct Shape {
    /// Its graph.
    pub cfg: Cfg,
    /// Its loops.
    pub loops: BTreeMap<BlockId, Loop>,
    /// Which variables are parameters.
    pub param_vars: Rc<BTreeMap<VarId, usize>>,
}

/// A step of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Where.
    pub span: Option<Span>,
    /// What.
    pub action: Action,
}

/// A call in progress.
#[derive(Clone)]
pub struct Activation {
    /// The function.
    pub func: FuncId,
    /// Its SSA values.
    pub values: BTreeMap<ValueId, Val>,
    /// Its local variables.
    pub locals: BTreeMap<VarId, Local>,
    /// Its parameters.
    pub params: Rc<Vec<Val>>,
    /// The memory when it began.
    pub entry: Ver,
    block: BlockId,
    index: usize,
    /// Its stack objects that are alive, with their slots.
    stack: Vec<(ValueId, Bits)>,
    /// The loops it is in.
    active: Vec<ActiveLoop>,
    /// Where its results go.
    results: Vec<ValueId>,
}

#[derive(Clone)]
struct ActiveLoop {
    head: BlockId,
    assigns: Option<(Rc<Vec<Set>>, Env, Ver)>,
}

/// A path.
#[derive(Clone)]
pub struct Path {
    /// Its state.
    pub s: State,
    /// The calls in progress, the innermost last.
    pub calls: Vec<Activation>,
    /// What happened.
    pub steps: Vec<Step>,
    /// Whether it went through a loop whose invariant nobody wrote.
    pub weak: bool,
    objects: u128,
}

/// What is proved about one function.
pub struct Prover<'a> {
    /// The program.
    pub program: &'a Program,
    /// All contracts.
    pub contracts: &'a Contracts,
    /// The function.
    pub id: FuncId,
    /// The terms.
    pub t: TermStore,
    /// The solver.
    pub solver: Solver,
    /// What stays the same.
    pub cx: Context<'a>,
    /// When to give up.
    pub deadline: Instant,
    /// Whether allocation always succeeds.
    pub malloc_succeeds: bool,
    /// Invariants to try, and what became of them.
    pub candidates: Candidates,
    /// What fails.
    pub failures: Vec<Failure>,
    /// What was not accounted for.
    pub losses: Vec<Lost>,
    /// How many conditions were proved.
    pub proved: u64,
    /// Whether only candidates are of interest: nothing else is checked.
    pub only_candidates: bool,
    shapes: BTreeMap<FuncId, Rc<Shape>>,
    paths: usize,
}

impl<'a> Prover<'a> {
    /// A prover for a function.
    #[allow(clippy::too_many_arguments)]
    pub fn new(
        program: &'a Program,
        contracts: &'a Contracts,
        id: FuncId,
        links: Vec<i64>,
        typed: bool,
        malloc_succeeds: bool,
        budget: &Budget,
        candidates: Candidates,
    ) -> Prover<'a> {
        let deadline = budget.deadline().unwrap_or_else(|| Instant::now() + LONG_TIME);
        Prover {
            program,
            contracts,
            id,
            t: TermStore::new(),
            solver: Solver::with_budget(budget.clone()),
            cx: Context { program, links, typed },
            deadline,
            malloc_succeeds,
            candidates,
            failures: Vec::new(),
            losses: Vec::new(),
            proved: 0,
            only_candidates: false,
            shapes: BTreeMap::new(),
            paths: 0,
        }
    }

    fn contract(&self) -> Contract {
        self.contracts.functions.get(&self.id).cloned().unwrap_or_default()
    }

    /// What paths need to know about a function with a body.
    pub fn shape(&mut self, id: FuncId) -> Rc<Shape> {
        if let Some(shape) = self.shapes.get(&id) {
            return shape.clone();
        }
        let program = self.program;
        let empty = Body::default();
        let body = program.function(id).body.as_ref().unwrap_or(&empty);
        let cfg = Cfg::new(body);
        let loops = loops(program, body, &cfg);
        let params = body.vars.iter().enumerate().filter_map(|(index, var)| match var.kind {
            VarKind::Param(number) => Some((VarId::new(index), number as usize)),
            VarKind::Local => None,
        });
        let shape = Rc::new(Shape { loops, param_vars: Rc::new(params.collect()), cfg });
        self.shapes.insert(id, shape.clone());
        shape
    }

    fn body(&self, id: FuncId) -> &'a Body {
        self.program.function(id).body.as_ref().expect("only functions with a body are executed")
    }

    /// Checks all paths of the function.
    pub fn run(&mut self) {
        let function = self.program.function(self.id);
        let mut path =
            Path { s: State::new(), calls: Vec::new(), steps: Vec::new(), weak: false, objects: 0 };
        path.objects = 1 + self.program.globals.len() as u128 + self.program.functions.len() as u128;
        if path.objects + 4096 > 1 << OBJECT_BITS {
            return self.lose(
                Reason::WorkLimit,
                function.span,
                "the program has too many variables and functions",
            );
        }
        let speaks = self.contracts.functions.contains_key(&self.id);
        if function.params.iter().any(|param| param.by_value.is_some())
            || speaks && !self.fits_source(self.id)
        {
            let words = "the contract is about a function that takes or returns a struct by value";
            return self.lose(Reason::Unsupported, function.span, words);
        }
        let mut params = Vec::new();
        for (number, param) in function.params.iter().enumerate() {
            let mut world = self.world(&mut path);
            let value = match param.ty {
                Scalar::Ptr => {
                    let ptr = world.any_pointer(&format!("param{number}"));
                    world.is_based(ptr, 0);
                    world.ground(ptr, false);
                    Val::Ptr(ptr)
                }
                ty => {
                    let bits = ty.bits(self.program.target);
                    Val::Int(self.t.fresh(&format!("param{number}"), bits), None)
                }
            };
            params.push(value);
        }
        let mut world = self.world(&mut path);
        let null = world.null();
        world.ground(null, false);
        self.enter(&mut path, self.id, Rc::new(params), Vec::new());
        let env = self.env(&path, 0);
        let contract = self.contract();
        for clause in &contract.requires {
            let mut world = self.world(&mut path);
            let fact = world.formula(&clause.what, &env, true);
            world.assume(fact);
        }
        // A precondition that nothing satisfies would make everything hold.
        if !contract.requires.is_empty() && !self.only_candidates {
            let truth = self.t.truth();
            let mut scratch = path.clone();
            let deadline = self.deadline;
            let mut world = World { t: &mut self.t, s: &mut scratch.s, cx: &self.cx };
            if let Proof::Holds = world.refute_to(&mut self.solver, truth, deadline, 0) {
                let span = contract.requires[0].span;
                return self.lose(
                    Reason::Unsupported,
                    span,
                    "nothing satisfies the precondition: it contradicts itself",
                );
            }
        }
        let mut due = vec![path];
        while let Some(path) = due.pop() {
            self.paths += 1;
            if Instant::now() >= self.deadline {
                return self.lose(Reason::Timeout, function.span, "the time for this function is up");
            }
            if self.paths > MOST_PATHS {
                return self.lose(Reason::WorkLimit, function.span, "the function has too many paths");
            }
            self.block(path, &mut due);
        }
    }

    /// The world of a path.
    pub fn world<'w>(&'w mut self, path: &'w mut Path) -> World<'w> {
        World { t: &mut self.t, s: &mut path.s, cx: &self.cx }
    }

    /// Notes that something was not accounted for.
    pub fn lose(&mut self, reason: Reason, span: Option<Span>, what: impl Into<String>) {
        let lost = Lost { reason, span, what: what.into() };
        if !self.losses.contains(&lost) {
            self.losses.push(lost);
        }
    }

    /// The state that annotations of a call in progress are meant in.
    pub fn env(&mut self, path: &Path, call: usize) -> Env {
        let shape = self.shape(path.calls[call].func);
        let activation = &path.calls[call];
        Env {
            now: path.s.now,
            old: activation.entry,
            params: activation.params.clone(),
            locals: Rc::new(activation.locals.clone()),
            param_vars: shape.param_vars.clone(),
            result: None,
            bound: Vec::new(),
        }
    }

    /// The state in which the function began.
    fn entry_env(&mut self, path: &Path) -> Env {
        let mut env = self.env(path, 0);
        env.now = env.old;
        env
    }

    /// Begins a call of a function with a body.
    fn enter(&mut self, path: &mut Path, func: FuncId, params: Rc<Vec<Val>>, results: Vec<ValueId>) {
        let body = self.body(func);
        let values = body.param_values().zip(params.iter().copied()).collect();
        let locals = BTreeMap::new();
        let entry = path.s.now;
        let (stack, active) = (Vec::new(), Vec::new());
        let block = Body::ENTRY;
        path.calls.push(Activation {
            func,
            values,
            locals,
            params,
            entry,
            block,
            index: 0,
            stack,
            active,
            results,
        });
    }

    /// Goes on at a block, from another.
    fn go(&mut self, mut path: Path, to: BlockId, due: &mut Vec<Path>) {
        let call = path.calls.len() - 1;
        let func = path.calls[call].func;
        let from = path.calls[call].block;
        let body = self.body(func);
        let shape = self.shape(func);
        // Phis are evaluated together.
        let mut phis = Vec::new();
        for inst in &body.block(to).insts {
            let InstKind::Phi { incoming, var } = &inst.kind else { break };
            let Some((_, operand)) = incoming.iter().find(|(block, _)| *block == from) else { continue };
            let result = inst.results[0];
            let value = self.operand(&mut path, *operand);
            phis.push((result, *var, self.fitted(&mut path, value, body.value_type(result))));
        }
        for (result, var, value) in &phis {
            path.calls[call].values.insert(*result, *value);
            if let Some(var) = var {
                path.calls[call].locals.insert(*var, Local::Value(*value));
            }
        }
        path.calls[call].block = to;
        path.calls[call].index = phis.len();
        if let Some(it) = shape.loops.get(&to) {
            let back = shape.cfg.is_retreating(from, to);
            let active = path.calls[call].active.iter().any(|active| active.head == to);
            self.at_head(&mut path, to, back && active);
            if back && active {
                return;
            }
            self.forget(&mut path, to, it, &phis);
        }
        let inside =
            |active: &ActiveLoop| shape.loops.get(&active.head).is_some_and(|it| it.blocks.contains(&to));
        path.calls[call].active.retain(inside);
        due.push(path);
    }

    fn loop_spec(&self, func: FuncId, head: BlockId) -> LoopSpec {
        self.contracts.loops.get(&(func, head)).cloned().unwrap_or_default()
    }

    /// The invariants of a loop are obligations where its head is reached.
    fn at_head(&mut self, path: &mut Path, head: BlockId, again: bool) {
        let call = path.calls.len() - 1;
        let func = path.calls[call].func;
        let span = self.loop_span(func, head);
        let env = self.env(path, call);
        let when = if again {
            "is not kept by a pass of the loop"
        } else {
            "does not hold when the loop is reached"
        };
        if !self.only_candidates {
            for clause in self.loop_spec(func, head).invariants {
                let words = format!("`{}` {when}", clause.text);
                self.oblige_formula(
                    path,
                    &env,
                    &clause.what,
                    Check::LoopInvariant,
                    clause.span.or(span),
                    &words,
                );
            }
        }
        // Candidates are checked while they are pruned; after that they are invariants.
        let open = if self.only_candidates { self.candidates.live(func, head) } else { Vec::new() };
        for index in open {
            let formula = self.candidates.formula(func, head, index);
            if !self.holds(path, &env, &formula) {
                self.candidates.drop(func, head, index);
            }
        }
    }

    /// Whether a formula can be shown to hold on a path, with little effort.
    fn holds(&mut self, path: &Path, env: &Env, formula: &Formula) -> bool {
        for conjunct in formula.conjuncts() {
            let mut scratch = path.s.clone();
            let deadline = self.deadline.min(Instant::now() + LITTLE_TIME);
            let mut world = World { t: &mut self.t, s: &mut scratch, cx: &self.cx };
            let holds = world.formula(conjunct, env, false);
            let negation = world.t.not(holds);
            let proof = world.refute_to(&mut self.solver, negation, deadline, 1);
            if !matches!(proof, Proof::Holds) {
                return false;
            }
        }
        true
    }

    /// Where a loop begins.
    pub fn loop_span(&mut self, func: FuncId, head: BlockId) -> Option<Span> {
        let shape = self.shape(func);
        let body = self.body(func);
        let back = shape.cfg.predecessors(head).iter().filter(|from| shape.cfg.is_retreating(**from, head));
        back.filter_map(|from| body.block(*from).terminator.span).min()
    }

    /// Forgets what a loop may change, and assumes its invariants.
    fn forget(&mut self, path: &mut Path, head: BlockId, it: &Loop, phis: &[(ValueId, Option<VarId>, Val)]) {
        let call = path.calls.len() - 1;
        let func = path.calls[call].func;
        let spec = self.loop_spec(func, head);
        let before = self.env(path, call);
        let entry = self.entry_env(path);
        let contract = self.contract();
        let ghosts = self.contracts.marks.iter().any(|((id, block, _), marks)| {
            *id == func
                && it.blocks.contains(block)
                && marks.iter().any(|mark| matches!(mark, Mark::Ghost { .. }))
        });
        let since = path.s.now;
        let loop_assigns = spec.assigns.map(Rc::new);
        if it.writes || it.allocates || ghosts {
            let mut frames = vec![Frame {
                since: entry.old,
                assigns: Rc::new(contract.assigns),
                frees: Some(Rc::new(contract.frees)),
                env: entry,
            }];
            if let Some(assigns) = &loop_assigns {
                frames.push(Frame { since, assigns: assigns.clone(), frees: None, env: before.clone() });
            }
            let mut world = self.world(path);
            let alloc = (!it.allocates).then_some(since);
            let blocking = (!it.allocates && !ghosts).then_some(since);
            world.rebase(None, alloc, blocking, frames);
            if it.allocates {
                self.stack_lives(path);
            }
        }
        for (result, var, value) in phis {
            let mut world = self.world(path);
            let fresh = match value {
                Val::Ptr(_) => {
                    let ptr = world.any_pointer("phi");
                    let birth = world.birth(world.s.now);
                    world.is_based(ptr, birth);
                    world.ground(ptr, false);
                    Val::Ptr(ptr)
                }
                Val::Int(bits, _) => {
                    let width = world.t.width(*bits);
                    Val::Int(world.t.fresh("phi", width), None)
                }
            };
            path.calls[call].values.insert(*result, fresh);
            if let Some(var) = var {
                path.calls[call].locals.insert(*var, Local::Value(fresh));
            }
        }
        // Variables that get a value inside but have no phi: nobody reads them at the head but annotations.
        let phi_vars: Vec<VarId> = phis.iter().filter_map(|(_, var, _)| *var).collect();
        for var in &it.assigned {
            if !phi_vars.contains(var) && matches!(path.calls[call].locals.get(var), Some(Local::Value(_))) {
                path.calls[call].locals.remove(var);
            }
        }
        let assigns = loop_assigns.map(|assigns| (assigns, before, since));
        path.calls[call].active.retain(|active| active.head != head);
        path.calls[call].active.push(ActiveLoop { head, assigns });
        let env = self.env(path, call);
        for clause in self.loop_spec(func, head).invariants {
            let mut world = self.world(path);
            let fact = world.formula(&clause.what, &env, true);
            world.assume(fact);
        }
        for index in self.candidates.live(func, head) {
            let formula = self.candidates.formula(func, head, index);
            let mut world = self.world(path);
            let fact = world.formula(&formula, &env, true);
            world.assume(fact);
        }
        path.weak |= self.loop_spec(func, head).invariants.is_empty();
        let span = self.loop_span(func, head);
        path.steps.push(Step { span, action: Action::LoopPass });
    }

    /// The stack objects that are alive.
    pub fn stack_objects(&self, path: &Path) -> Vec<Bits> {
        path.calls.iter().flat_map(|call| call.stack.iter().map(|(_, obj)| *obj)).collect()
    }

    /// Stack objects that are alive stay allocated, whatever else is forgotten.
    fn stack_lives(&mut self, path: &mut Path) {
        let objects = self.stack_objects(path);
        let now = path.s.now;
        for obj in objects {
            let mut world = self.world(path);
            let lives = world.allocated(now, obj);
            world.assume(lives);
        }
    }

    /// A formula as an obligation, conjunct by conjunct; then it is assumed.
    pub fn oblige_formula(
        &mut self,
        path: &mut Path,
        env: &Env,
        formula: &Formula,
        check: Check,
        span: Option<Span>,
        words: &str,
    ) {
        for conjunct in formula.conjuncts() {
            let mut scratch = path.clone();
            let mut world = self.world(&mut scratch);
            let holds = world.formula(conjunct, env, false);
            let negation = world.t.not(holds);
            self.oblige(&mut scratch, check, span, words, negation);
        }
        let mut world = self.world(path);
        let fact = world.formula(formula, env, true);
        world.assume(fact);
    }

    /// An obligation: the path excludes the negation. Otherwise it fails, with a heap that shows it. Afterwards it is
    /// assumed.
    pub fn oblige(&mut self, path: &mut Path, check: Check, span: Option<Span>, words: &str, negation: Bits) {
        if self.only_candidates {
            let holds = self.t.not(negation);
            return self.world(path).assume(holds);
        }
        let deadline = self.deadline;
        let mut world = World { t: &mut self.t, s: &mut path.s, cx: &self.cx };
        match world.refute(&mut self.solver, negation, deadline) {
            Proof::Holds => self.proved += 1,
            Proof::Fails(model) => {
                let known =
                    self.failures.iter().any(|it| (it.check, it.span) == (check, span) && it.text == words);
                if !known {
                    let example = example::example(self.program, &self.t, path, &model, &self.cx.links);
                    self.failures.push(Failure {
                        check,
                        span,
                        text: words.to_string(),
                        steps: path.steps.clone(),
                        example,
                        exact: path.s.approximate.is_none(),
                        weak: path.weak,
                    });
                }
            }
            Proof::Unknown(why) => self.lose(Reason::WorkLimit, span, format!("{words}: not decided, {why}")),
        }
        let holds = self.t.not(negation);
        self.world(path).assume(holds);
    }

    /// Runs a path to the end of its block.
    fn block(&mut self, mut path: Path, due: &mut Vec<Path>) {
        loop {
            let call = path.calls.len() - 1;
            let (func, block, index) =
                (path.calls[call].func, path.calls[call].block, path.calls[call].index);
            let code = self.body(func).block(block);
            self.marks(&mut path, func, block, index);
            match code.insts.get(index) {
                Some(inst) => {
                    path.calls[call].index += 1;
                    match self.instruction(&mut path, inst, due) {
                        true => {}
                        false => return,
                    }
                }
                None => return self.terminator(path, due),
            }
        }
    }

    /// Assertions and ghost statements that stand here.
    fn marks(&mut self, path: &mut Path, func: FuncId, block: BlockId, index: usize) {
        let contracts = self.contracts;
        let Some(marks) = contracts.marks.get(&(func, block, index)) else { return };
        for mark in marks {
            let env = self.env(path, path.calls.len() - 1);
            match mark {
                Mark::Assert(Clause { what, span, text }) => {
                    let words = format!("`{text}` does not hold");
                    self.oblige_formula(path, &env, what, Check::Assertion, *span, &words);
                }
                Mark::Ghost { add, pointers, span } => {
                    for pointer in pointers {
                        self.ghost(path, &env, *add, pointer, *span);
                    }
                }
            }
        }
    }

    /// A pointer becomes blocking, or ceases to be: only into objects that began in this function, so that callers need
    /// not know, and so that every list still ends.
    fn ghost(&mut self, path: &mut Path, env: &Env, add: bool, pointer: &Term, span: Option<Span>) {
        let links = self.cx.links.clone();
        let mut world = self.world(path);
        let now = world.s.now;
        let at = world.pointer(pointer, env);
        let (older, lives) = (world.allocated(0, at.obj), world.allocated(now, at.obj));
        let dead = world.t.not(lives);
        let negation = world.t.or(older, dead);
        let words = "BS changes for memory that the function did not allocate";
        self.oblige(path, Check::Assigns, span, words, negation);
        if !add {
            for link in links {
                let mut world = self.world(path);
                let blocker = world.block(now, link, at);
                let negation = world.same(blocker, at);
                let words = format!("the list at offset {link} would not end without this blocking pointer");
                self.oblige(path, Check::WellFounded, span, &words, negation);
            }
        }
        let mut world = self.world(path);
        world.ground(at, false);
        // What is blocking already, or is not, does not change.
        let blocks = world.blocking(now, at);
        let same = if add { blocks } else { world.t.not(blocks) };
        match world.t.as_bool(same) {
            Some(true) => {}
            _ => world.change(Change::Blocking { at, add }),
        }
    }

    fn terminator(&mut self, mut path: Path, due: &mut Vec<Path>) {
        let call = path.calls.len() - 1;
        let (func, block) = (path.calls[call].func, path.calls[call].block);
        let terminator = &self.body(func).block(block).terminator;
        let span = terminator.span;
        match &terminator.kind {
            TerminatorKind::Jump(to) => self.go(path, *to, due),
            TerminatorKind::Branch { cond, then, otherwise } => {
                let on = self.integer(&mut path, *cond);
                let not = self.t.not(on);
                for (on, to, holds) in [(not, *otherwise, false), (on, *then, true)] {
                    if let Some(mut side) = self.side(&path, on) {
                        side.steps.push(Step { span, action: Action::Decided { holds } });
                        self.go(side, to, due);
                    }
                }
            }
            TerminatorKind::Switch { value, cases, default } => {
                let value = self.integer(&mut path, *value);
                let width = self.t.width(value);
                let mut rest = self.t.truth();
                for (case, to) in cases {
                    let constant = self.t.num(width, *case);
                    let on = self.t.eq(value, constant);
                    let not = self.t.not(on);
                    rest = self.t.and(rest, not);
                    if let Some(mut side) = self.side(&path, on) {
                        let value = Some(case.to_string());
                        side.steps.push(Step { span, action: Action::Switched { value } });
                        self.go(side, *to, due);
                    }
                }
                if let Some(mut side) = self.side(&path, rest) {
                    side.steps.push(Step { span, action: Action::Switched { value: None } });
                    self.go(side, *default, due);
                }
            }
            TerminatorKind::Indirect { .. } => self.lose(Reason::Unsupported, span, "a computed goto"),
            TerminatorKind::Unreachable => {
                let truth = self.t.truth();
                let mut scratch = path.clone();
                let deadline = self.deadline;
                let mut world = World { t: &mut self.t, s: &mut scratch.s, cx: &self.cx };
                if !matches!(world.refute(&mut self.solver, truth, deadline), Proof::Holds) {
                    self.lose(
                        Reason::UndefinedBehaviour,
                        span,
                        "code is reached that clang takes to be unreachable",
                    );
                }
            }
            TerminatorKind::Return(operands) => {
                let values: Vec<Val> =
                    operands.iter().map(|operand| self.operand(&mut path, *operand)).collect();
                self.end_stack(&mut path);
                if call == 0 {
                    return self.returns(path, values, span);
                }
                let ended = path.calls.pop().expect("a call is in progress");
                for (result, value) in ended.results.iter().zip(values) {
                    let ty = self.body(path.calls[call - 1].func).value_type(*result);
                    let value = self.fitted(&mut path, value, ty);
                    path.calls[call - 1].values.insert(*result, value);
                }
                due.push(path);
            }
        }
    }

    fn end_stack(&mut self, path: &mut Path) {
        let call = path.calls.len() - 1;
        for (_, obj) in std::mem::take(&mut path.calls[call].stack) {
            self.world(path).change(Change::End { obj });
        }
    }

    /// The path with a condition, unless that is plainly impossible.
    fn side(&mut self, path: &Path, on: Bits) -> Option<Path> {
        if self.t.as_bool(on) == Some(false) {
            return None;
        }
        let mut side = path.clone();
        self.world(&mut side).assume(on);
        match self.solver.check(&mut self.t, &side.s.path, &[]) {
            Answer::Unsat(_) => None,
            _ => Some(side),
        }
    }

    /// The postcondition is an obligation where the function returns.
    fn returns(&mut self, mut path: Path, values: Vec<Val>, span: Option<Span>) {
        let function = self.program.function(self.id).name.clone();
        path.steps.push(Step { span, action: Action::Returned { function, value: None } });
        let contract = self.contract();
        let mut env = self.env(&path, 0);
        env.result = match values[..] {
            [value] => Some(value),
            _ => None,
        };
        if let Some(Val::Ptr(ptr)) = env.result {
            self.world(&mut path).ground(ptr, false);
        }
        for clause in &contract.ensures {
            let words = format!("`{}` does not hold where the function returns", clause.text);
            let place = clause.span.or(span);
            self.oblige_formula(&mut path, &env, &clause.what, Check::Postcondition, place, &words);
        }
    }

    // Values.

    /// A value as wide as its type: pointers and integers of their width are not told apart everywhere.
    pub fn fitted(&mut self, path: &mut Path, value: Val, ty: Scalar) -> Val {
        let bits = ty.bits(self.program.target);
        let mut world = self.world(path);
        match (value, ty) {
            (Val::Ptr(_), Scalar::Ptr) => value,
            (Val::Ptr(ptr), _) => Val::Int(world.address(ptr, bits), Some(ptr)),
            (Val::Int(..), Scalar::Ptr) => Val::Ptr(world.as_pointer(value)),
            (Val::Int(term, from), _) if world.t.width(term) == bits => Val::Int(term, from),
            (Val::Int(term, _), _) => Val::Int(world.t.zext_or_trunc(term, bits), None),
        }
    }

    /// The value of an operand.
    pub fn operand(&mut self, path: &mut Path, operand: Operand) -> Val {
        let call = path.calls.len() - 1;
        let func = path.calls[call].func;
        match operand {
            Operand::Value(id) => match path.calls[call].values.get(&id) {
                Some(value) => *value,
                None => {
                    let ty = self.body(func).value_type(id);
                    self.any(path, ty)
                }
            },
            Operand::Int { bits, value } => Val::Int(self.t.num(u32::from(bits), value), None),
            Operand::Float { kind, bits } => Val::Int(self.t.num(kind.bits(), bits), None),
            Operand::Null => Val::Ptr(self.world(path).null()),
            Operand::Global { id, offset } => {
                let mut world = self.world(path);
                let obj = world.object(global_object(id));
                let off = world.offset(offset);
                Val::Ptr(Ptr { obj, off })
            }
            Operand::Func(id) => {
                let number = function_object(self.program, id);
                let mut world = self.world(path);
                let obj = world.object(number);
                let off = world.offset(0);
                Val::Ptr(Ptr { obj, off })
            }
            Operand::Block(..) => self.any(path, Scalar::Ptr),
            Operand::Undef(ty) => self.any(path, ty),
        }
    }

    /// Anything of a type.
    pub fn any(&mut self, path: &mut Path, ty: Scalar) -> Val {
        let bits = ty.bits(self.program.target);
        match ty {
            Scalar::Ptr => Val::Ptr(self.world(path).any_pointer("any")),
            _ => Val::Int(self.t.fresh("any", bits), None),
        }
    }

    /// An operand as an integer.
    pub fn integer(&mut self, path: &mut Path, operand: Operand) -> Bits {
        match self.operand(path, operand) {
            Val::Int(bits, _) => bits,
            Val::Ptr(ptr) => {
                let width = self.program.target.pointer_bytes * 8;
                self.world(path).address(ptr, width)
            }
        }
    }

    /// An operand as a pointer.
    pub fn pointer(&mut self, path: &mut Path, operand: Operand) -> Ptr {
        let value = self.operand(path, operand);
        self.world(path).as_pointer(value)
    }

    /// The kind of cell for values of a type.
    pub fn kind(&self, ty: Scalar) -> Kind {
        match ty {
            Scalar::Ptr => Kind::Ptr,
            _ => Kind::Int(ty.bytes(self.program.target)),
        }
    }

    // Objects.

    /// A new object of a size; its address.
    pub fn new_object(&mut self, path: &mut Path, size: Bits, zero: bool) -> Ptr {
        let number = path.objects;
        path.objects += 1;
        let mut world = self.world(path);
        let obj = world.object(number);
        world.has_size(obj, size);
        world.begin(obj, zero);
        let off = world.offset(0);
        Ptr { obj, off }
    }

    /// The life of a stack object begins.
    pub fn begin_stack(&mut self, path: &mut Path, slot: ValueId, size: u64, var: Option<VarId>) {
        let call = path.calls.len() - 1;
        self.end_slot(path, slot);
        let size = self.world(path).offset(size as i64);
        let at = self.new_object(path, size, false);
        let activation = &mut path.calls[call];
        activation.stack.push((slot, at.obj));
        activation.values.insert(slot, Val::Ptr(at));
        if let Some(var) = var {
            activation.locals.insert(var, Local::Memory(at));
        }
    }

    /// The life of a stack object ends, if it is alive.
    pub fn end_slot(&mut self, path: &mut Path, slot: ValueId) {
        let call = path.calls.len() - 1;
        let stack = &mut path.calls[call].stack;
        if let Some(index) = stack.iter().position(|(here, _)| *here == slot) {
            let (_, obj) = stack.remove(index);
            self.world(path).change(Change::End { obj });
        }
    }

    /// Whether a loop that is active restricts assignments, with its sets.
    pub fn loop_assigns(&self, path: &Path) -> Vec<(Rc<Vec<Set>>, Env, Ver)> {
        path.calls
            .iter()
            .flat_map(|call| call.active.iter().filter_map(|active| active.assigns.clone()))
            .collect()
    }

    /// `size` bytes at an address may be assigned: the contract and the loops around say so, or the memory is new.
    pub fn assignable(&mut self, path: &mut Path, at: Ptr, size: u64, span: Option<Span>, words: &str) {
        let contract = self.contract();
        let entry = self.entry_env(path);
        let mut limits = vec![(Rc::new(contract.assigns), entry.clone(), entry.old)];
        limits.extend(self.loop_assigns(path));
        for (sets, env, since) in limits {
            let mut scratch = path.clone();
            let mut world = self.world(&mut scratch);
            let older = world.allocated(since, at.obj);
            let covered = world.covered(&sets, &env, at, size);
            let uncovered = world.t.not(covered);
            let negation = world.t.and(older, uncovered);
            if self.t.as_bool(negation) == Some(false) {
                continue;
            }
            self.oblige(&mut scratch, Check::Assigns, span, words, negation);
        }
    }

    /// An inlined call begins; false where it cannot.
    pub fn inline(&mut self, path: &mut Path, func: FuncId, params: Vec<Val>, results: Vec<ValueId>) -> bool {
        let recursive = path.calls.iter().any(|call| call.func == func);
        if recursive || path.calls.len() >= DEEPEST_CALLS {
            return false;
        }
        self.enter(path, func, Rc::new(params), results);
        true
    }

    /// The set of `count` bytes at an address, in a state of its own.
    pub fn bytes_set(&mut self, path: &Path, at: Ptr, count: Bits) -> (Vec<Set>, Env) {
        let ty = Ty::word(self.program, false);
        let byte = Ty::Int { bits: 8, signed: false };
        let first = Term { kind: TermKind::Param(0), ty: byte.clone().pointer() };
        let number = Term { kind: TermKind::Param(1), ty };
        let kind = SetKind::Array(Box::new(first), 1, Box::new(number));
        let set = Set { kind, ty: byte.pointer(), extent: Some(1) };
        let mut env = self.env(path, path.calls.len() - 1);
        env.params = Rc::new(vec![Val::Ptr(at), Val::Int(count, None)]);
        (vec![set], env)
    }
}
