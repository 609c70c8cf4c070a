//! Verification conditions: every path of a function between its cut-points, in passive form.
//!
//! A path begins at the entry of the function with its precondition assumed. At the head of a loop the invariant is an
//! obligation; then what the loop may change is forgotten, the invariant is assumed, and the path goes on through the
//! body, where it ends when it comes back to the head. So a path keeps what it knew before the loop about all that the
//! loop leaves alone. A call is its contract: its precondition is an obligation, and memory after it is a new base that
//! is as before outside of what it may assign (figure 9). Static functions without a contract become part of their
//! callers.

mod flow;
mod heads;
mod values;

use crate::abi::{self, Given};
use crate::contract::{Clause, Contract, Contracts, LoopSpec, Mark};
use crate::effort::Effort;
use crate::example;
use crate::explain::{self, Explained};
use crate::formula::{Formula, Set, SetKind, Term, TermKind};
use crate::infer::Candidates;
use crate::loops::{Loop, loops};
use crate::meaning::{Env, Local};
use crate::report::{Failure, Lost};
use crate::setup;
use crate::theory::{DEEPEST, Proof};
use crate::types::Ty;
use crate::world::{Change, Context, Frame, Kind, OBJECT_BITS, Ptr, State, Val, Ver, World};
use engine::{Action, Budget, Check, Reason};
use ir::cfg::Cfg;
use ir::{
    BlockId, Body, FuncId, GlobalId, InstKind, Operand, Program, Scalar, Span, TerminatorKind, ValueId,
    VarId, VarKind,
};
use logic::{Answer, Evaluation, Solver, Term as Bits, TermStore};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The object of a global variable.
pub fn global_object(id: GlobalId) -> u128 {
    1 + id.index() as u128
}

/// The object of a function.
pub fn function_object(program: &Program, id: FuncId) -> u128 {
    1 + program.globals.len() as u128 + id.index() as u128
}

/// Why a path is lost that no execution takes which uses memory with one type at each place.
pub const SEVERAL_TYPES: &str = "memory is used with several types";

/// How many paths of a function are looked at.
const MOST_PATHS: usize = 4000;
/// How deep functions without a contract become part of each other.
const DEEPEST_CALLS: usize = 8;

/// So many obligations are asked about one by one: to ask about all of them first spares little, and what it assumes makes
/// the heaps harder to find in which something else fails.
const FEW: usize = 2;

/// How much work the candidates of a loop are together, in conflicts.
const MUCH_WORK: u64 = 40_000;
/// How many candidates are looked at together: each brings pointers that the axioms of all others are about.
const TOGETHER: usize = 4;
/// How much work one candidate for an invariant is.
pub const LITTLE_WORK: u64 = 8_000;

/// Execution of loops pass by pass. What fails then fails in an execution, not only in a state that an invariant allows.
#[derive(Clone, Default, Debug)]
pub struct Unrolled {
    /// How often a loop is passed at most; longer paths are left out.
    pub passes: usize,
    /// The checks of interest, with their places; nothing else is checked.
    pub wanted: Vec<(Check, Option<Span>)>,
    /// Whether functions that have a contract are executed, too: what one does is simpler to see than what it may do.
    pub bodies: bool,
}

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
    /// What it was given.
    pub arguments: Rc<Vec<Val>>,
    /// Its parameters, as the source has them.
    pub given: Given,
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
    /// How often it was passed, where loops are unrolled.
    passes: usize,
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
    /// Whether it went through the head of a loop: what is known there is only the invariant.
    pub weak: bool,
    /// What the function returned.
    pub returned: Option<Val>,
    objects: u128,
}

/// What a message about a failure quotes, or all of it.
fn said(words: &str) -> &str {
    match (words.find('`'), words.rfind('`')) {
        (Some(0), Some(end)) if end > 0 => &words[..=end],
        _ => words,
    }
}

/// The pointers that variables of a path hold.
fn variables(path: &Path) -> Vec<Ptr> {
    let locals = path.calls.iter().flat_map(|call| call.locals.values());
    let pointer = |local: &Local| match local {
        Local::Value(Val::Ptr(ptr)) => Some(*ptr),
        _ => None,
    };
    locals.filter_map(pointer).collect()
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
    pub effort: Effort,
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
    /// Why they hold, where that is asked for.
    pub explained: Vec<Explained>,
    /// The conditions as other solvers read them, where that is asked for.
    pub conditions: Option<Vec<String>>,
    /// Whether it goes on behind what it cannot decide, to see what else fails.
    pub hunts: bool,
    /// Whether invariants will be looked for: what is not shown behind a loop without them is not looked into.
    pub guesses_later: bool,
    /// Whether the work for each check is limited, because what is not decided will be looked at in another way.
    pub bounded: bool,
    /// Whether only candidates are of interest: nothing else is checked.
    pub only_candidates: bool,
    /// Whether loops are executed pass by pass, to show that checks fail.
    pub unrolled: Option<Unrolled>,
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
        (typed, hasty): (bool, bool),
        malloc_succeeds: bool,
        budget: &Budget,
        candidates: Candidates,
    ) -> Prover<'a> {
        Prover {
            program,
            contracts,
            id,
            t: TermStore::new(),
            solver: Solver::with_budget(budget.clone()).focused(),
            cx: Context { program, types: &contracts.types, links, typed, hasty, reasons: None },
            effort: Effort::until(budget.deadline()),
            malloc_succeeds,
            candidates,
            failures: Vec::new(),
            losses: Vec::new(),
            proved: 0,
            explained: Vec::new(),
            conditions: None,
            hunts: false,
            guesses_later: false,
            bounded: false,
            only_candidates: false,
            unrolled: None,
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
        let loops = loops(program, self.contracts, body, &cfg);
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
        let mut path = Path {
            s: State::new(),
            calls: Vec::new(),
            steps: Vec::new(),
            weak: false,
            returned: None,
            objects: 0,
        };
        path.objects = 1 + self.program.globals.len() as u128 + self.program.functions.len() as u128;
        if path.objects + 4096 > 1 << OBJECT_BITS {
            return self.lose(
                Reason::WorkLimit,
                function.span,
                "the program has too many variables and functions",
            );
        }
        let speaks = self.contracts.functions.contains_key(&self.id);
        if speaks && !abi::is_known(self.program, self.id) {
            let words = "the contract is about a function that takes or returns a struct in a way that is not modelled";
            return self.lose(Reason::Unsupported, function.span, words);
        }
        let mut params = Vec::new();
        // A struct that is returned in memory is a new object: nobody else knows it yet.
        if let Some(size) = abi::returned_in_memory(self.program, self.id) {
            let size = self.world(&mut path).offset(size as i64);
            params.push(Val::Ptr(self.new_object(&mut path, size, false, false)));
        }
        for (number, param) in function.params.iter().enumerate().skip(params.len()) {
            let mut world = self.world(&mut path);
            let value = match param.ty {
                Scalar::Ptr => {
                    let ptr = world.any_pointer(&format!("param{number}"));
                    world.is_based(ptr, 0);
                    world.ground(ptr, false);
                    // A struct by value is a copy that belongs to the function.
                    if let Some((size, align)) = param.by_value {
                        let there = world.accessible(0, ptr, size);
                        let aligned = world.aligned(ptr.off, align);
                        let (start, length) = (world.offset(0), world.offset(size as i64));
                        let whole = world.size(ptr.obj);
                        let (begins, ends) = (world.t.eq(ptr.off, start), world.t.eq(whole, length));
                        for fact in [there, aligned, begins, ends] {
                            world.assume(fact);
                        }
                    }
                    Val::Ptr(ptr)
                }
                ty => {
                    let bits = ty.bits(self.program.target);
                    let value = self.t.fresh(&format!("param{number}"), bits);
                    path.s.numbers.push(value);
                    Val::Int(value, None)
                }
            };
            params.push(value);
        }
        let mut world = self.world(&mut path);
        let null = world.null();
        world.ground(null, false);
        self.enter(&mut path, self.id, Rc::new(params), Vec::new());
        path.calls[0].entry = 0;
        // Pointers of a type with a contract are null or obey it.
        for (number, ty) in abi::function_params(self.program, self.id) {
            if let Some(Val::Ptr(ptr)) = path.calls[0].given.params.get(number).copied() {
                self.cx.saying(&format!("parameters of {} obey it", self.program.function(ty).name));
                let mut world = self.world(&mut path);
                let (null, obeys) = (world.null(), world.obeys(ty, ptr));
                let none = world.same(ptr, null);
                let fact = world.t.or(none, obeys);
                world.assume_said(fact);
            }
        }
        let env = self.env(&path, 0);
        let contract = self.contract();
        for clause in &contract.requires {
            self.assume_clause(&mut path, &env, clause, "");
        }
        // A precondition that nothing satisfies would make everything hold.
        if !contract.requires.is_empty() && !self.only_candidates && self.unrolled.is_none() {
            let truth = self.t.truth();
            if self.is_excluded(&mut path.clone(), truth) {
                let span = contract.requires[0].span;
                return self.lose(
                    Reason::Unsupported,
                    span,
                    "nothing satisfies the precondition: it contradicts itself",
                );
            }
        }
        let mut due = vec![path];
        // Short paths first where loops are unrolled.
        while let Some(path) = match self.unrolled.is_some() && !due.is_empty() {
            true => Some(due.remove(0)),
            false => due.pop(),
        } {
            if self.unrolled.as_ref().is_some_and(|unrolled| unrolled.wanted.is_empty()) {
                return;
            }
            self.paths += 1;
            if let Some(why) = self.effort.is_over() {
                return self.lose(Reason::Timeout, function.span, why);
            }
            // What fails in an execution may do so behind what was not decided.
            let goes_on = self.hunts || self.unrolled.is_some();
            if self.cx.hasty && !goes_on && !self.losses.is_empty() {
                return;
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
        self.lost(Lost { reason, span, what: what.into(), check: None, weak: false });
    }

    /// A check was not decided.
    fn undecided(&mut self, path: &Path, check: Check, span: Option<Span>, what: String) {
        let weak = self.guesses_later && path.weak || self.bounded;
        self.lost(Lost { reason: Reason::WorkLimit, span, what, check: Some(check), weak });
    }

    fn lost(&mut self, lost: Lost) {
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
            params: activation.given.params.clone(),
            structs: activation.given.structs.clone(),
            locals: Rc::new(activation.locals.clone()),
            param_vars: shape.param_vars.clone(),
            result: None,
            result_struct: None,
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
        // Where the source is not known, no contract speaks of the parameters.
        let given = abi::given(self.program, func, &params)
            .unwrap_or_else(|| Given { params: params.clone(), structs: Rc::default() });
        let locals = BTreeMap::new();
        let entry = path.s.now;
        let (stack, active) = (Vec::new(), Vec::new());
        let block = Body::ENTRY;
        path.calls.push(Activation {
            func,
            values,
            locals,
            arguments: params,
            given,
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
            match &self.unrolled {
                Some(unrolled) => {
                    let passes = unrolled.passes;
                    if !self.pass(&mut path, to, back && active, passes) {
                        return;
                    }
                }
                None if back && active => return,
                None => self.forget(&mut path, to, it, &phis),
            }
        }
        let inside =
            |active: &ActiveLoop| shape.loops.get(&active.head).is_some_and(|it| it.blocks.contains(&to));
        path.calls[call].active.retain(inside);
        due.push(path);
    }

    /// The stack objects that are alive.
    pub fn stack_objects(&self, path: &Path) -> Vec<Bits> {
        path.calls.iter().flat_map(|call| call.stack.iter().map(|(_, obj)| *obj)).collect()
    }

    /// Stack objects that are alive stay allocated, whatever else is forgotten.
    pub fn stack_lives(&mut self, path: &mut Path) {
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
        self.cx.saying(&format!("it was checked before that {}", said(words)));
        let mut world = self.world(path);
        let fact = world.formula(formula, env, true);
        world.assume_said(fact);
    }

    /// Assumes what a clause says.
    pub fn assume_clause(&mut self, path: &mut Path, env: &Env, clause: &Clause<Formula>, of: &str) {
        self.cx.saying(&format!("`{}`{of}", clause.text));
        let mut world = self.world(path);
        let fact = world.formula(&clause.what, env, true);
        world.assume_said(fact);
    }

    /// Obligations of one kind: one question whether any fails, and where that is not excluded one for each.
    pub fn oblige_all(
        &mut self,
        path: &mut Path,
        check: Check,
        span: Option<Span>,
        negations: Vec<(String, Bits)>,
    ) {
        let is_apart = self.cx.reasons.is_some() || self.conditions.is_some();
        if negations.len() > FEW && !is_apart && self.is_checked(check, span) && self.losses.is_empty() {
            path.s.variables = variables(path);
            let any = self.t.any(negations.iter().map(|(_, negation)| *negation));
            let any = self.with_one_type(path, any, span);
            let mut scratch = path.clone();
            if self.is_excluded(&mut scratch, any) {
                *path = scratch;
                self.proved += negations.len() as u64;
                let none = self.t.not(any);
                return self.world(path).assume(none);
            }
        }
        for (words, negation) in negations {
            self.oblige(path, check, span, &words, negation);
        }
    }

    /// Whether it is plain that a path excludes something. The path grows by instances.
    pub fn is_excluded(&mut self, path: &mut Path, negation: Bits) -> bool {
        let mut world = World { t: &mut self.t, s: &mut path.s, cx: &self.cx };
        matches!(world.refute_to(&mut self.solver, negation, &mut self.effort, 0), Proof::Holds)
    }

    /// Whether checks of a kind at a place are of interest.
    fn is_checked(&self, check: Check, span: Option<Span>) -> bool {
        let is_wanted = |unrolled: &Unrolled| unrolled.wanted.contains(&(check, span));
        !self.only_candidates && self.unrolled.as_ref().is_none_or(is_wanted)
    }

    /// An obligation: the path excludes the negation. Otherwise it fails, with a heap that shows it. Afterwards it is
    /// assumed.
    pub fn oblige(&mut self, path: &mut Path, check: Check, span: Option<Span>, words: &str, negation: Bits) {
        if !self.is_checked(check, span) {
            let holds = self.t.not(negation);
            return self.world(path).assume(holds);
        }
        path.s.variables = variables(path);
        let negation = self.with_one_type(path, negation, span);
        let mut world = World { t: &mut self.t, s: &mut path.s, cx: &self.cx };
        if let Some(conditions) = &mut self.conditions {
            conditions.push(world.script(negation));
        }
        let is_preliminary = self.guesses_later && path.weak;
        let hunts = self.hunts && self.losses.iter().any(|lost| !lost.weak);
        let most = if is_preliminary || self.bounded { LITTLE_WORK } else { u64::MAX };
        let solver = &mut self.solver;
        let proof = self.effort.spend(most, |effort| match hunts {
            _ if is_preliminary => world.refute_to(solver, negation, effort, DEEPEST),
            true => world.hunt(solver, negation, effort),
            false => world.refute(solver, negation, effort),
        });
        match proof {
            Proof::Holds => {
                self.proved += 1;
                if self.cx.reasons.is_some() {
                    let budget = self.solver.budget().clone();
                    let because = explain::because(&self.t, &self.cx, path, negation, &budget);
                    self.explained.push(Explained { span, text: words.to_string(), because });
                }
            }
            Proof::Open(_) if !is_preliminary => {
                let why = "quantified formulas were instantiated twice, and may have to be more often; an invariant or assertion that says more may help";
                self.undecided(path, check, span, format!("{words}: not decided, {why}"));
            }
            Proof::Fails(model) | Proof::Open(model) => {
                let known =
                    self.failures.iter().any(|it| (it.check, it.span) == (check, span) && it.text == words);
                if !known {
                    let (example, heap) =
                        example::example(self.program, &mut self.t, path, &model, &self.cx.links);
                    let setup = setup::setup(&mut self.t, &self.cx, path, &model, (check, negation));
                    self.failures.push(Failure {
                        setup,
                        check,
                        span,
                        text: words.to_string(),
                        steps: path.steps.clone(),
                        example,
                        heap,
                        exact: path.s.approximate.is_none(),
                        weak: path.weak,
                    });
                    if let Some(unrolled) = &mut self.unrolled {
                        unrolled.wanted.retain(|it| *it != (check, span));
                    }
                }
            }
            Proof::Unknown(why) => {
                self.undecided(path, check, span, format!("{words}: not decided, {why}"));
            }
        }
        let holds = self.t.not(negation);
        self.cx.saying(&format!("it was checked before: not that {}", said(words)));
        self.world(path).assume_said(holds);
    }

    /// A question about executions that use memory with one type at each place, where that is assumed. A path on which none
    /// does is a loss: whatever is asked of it would hold.
    fn with_one_type(&mut self, path: &mut Path, negation: Bits, span: Option<Span>) -> Bits {
        if path.s.mixed.is_empty() {
            return negation;
        }
        let mixed = self.t.any(path.s.mixed.iter().copied());
        let none = self.t.not(mixed);
        if path.s.apart_so_far < path.s.mixed.len() {
            path.s.apart_so_far = path.s.mixed.len();
            let truth = self.t.truth();
            if self.is_excluded(&mut path.clone(), none) && !self.is_excluded(&mut path.clone(), truth) {
                self.lose(Reason::Unsupported, span, SEVERAL_TYPES);
            }
        }
        self.t.and(negation, none)
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
}
