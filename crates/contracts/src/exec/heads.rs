//! Loop heads: invariants are obligations there; then what the loop may change is forgotten.

use super::*;

impl Prover<'_> {
    pub(super) fn loop_spec(&self, func: FuncId, head: BlockId) -> LoopSpec {
        self.contracts.loops.get(&(func, head)).cloned().unwrap_or_default()
    }

    /// The invariants of a loop are obligations where its head is reached.
    pub(super) fn at_head(&mut self, path: &mut Path, head: BlockId, again: bool) {
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
        if self.only_candidates {
            self.prune(path, &env, func, head);
        }
    }

    /// Drops candidates that cannot be shown to hold here.
    pub(super) fn prune(&mut self, path: &Path, env: &Env, func: FuncId, head: BlockId) {
        let mut together = self.effort.within(MUCH_WORK);
        let little = self.candidates.work;
        for some in self.candidates.live(func, head).chunks(TOGETHER) {
            together.spend(little, |effort| self.prune_some(path, env, (func, head), some, effort));
        }
    }

    /// Drops those of some candidates that cannot be shown to hold here. They are looked at together: a model that violates
    /// some of them drops those. What remains undecided is looked at one by one.
    fn prune_some(
        &mut self,
        path: &Path,
        env: &Env,
        (func, head): (FuncId, BlockId),
        some: &[usize],
        together: &mut Effort,
    ) {
        let mut scratch = path.s.clone();
        scratch.variables = variables(path);
        let mut open: Vec<(usize, Bits)> = Vec::new();
        for &index in some {
            let formula = self.candidates.formula(func, head, index);
            let mut world = World { t: &mut self.t, s: &mut scratch, cx: &self.cx };
            let holds = world.formula(&formula, env, false);
            open.push((index, self.t.not(holds)));
        }
        while !open.is_empty() {
            let mut any = self.t.falsity();
            for (_, negation) in &open {
                any = self.t.or(any, *negation);
            }
            let mut world = World { t: &mut self.t, s: &mut scratch, cx: &self.cx };
            match world.refute_to(&mut self.solver, any, together, 1) {
                Proof::Holds => return,
                Proof::Fails(model) | Proof::Open(model) => {
                    let mut values = Evaluation::new(&model);
                    let (wrong, rest): (Vec<_>, Vec<_>) =
                        open.into_iter().partition(|(_, negation)| values.holds(&self.t, *negation));
                    open = rest;
                    for (index, _) in wrong {
                        self.candidates.drop(func, head, index);
                    }
                }
                Proof::Unknown(_) => break,
            }
        }
        for (index, _) in open {
            let formula = self.candidates.formula(func, head, index);
            match self.holds(path, env, &formula) {
                Some(true) => {}
                Some(false) => self.candidates.drop(func, head, index),
                None => {
                    self.candidates.undecided = true;
                    self.candidates.drop(func, head, index);
                }
            }
        }
    }

    /// Whether a formula holds on a path; none where little effort does not tell.
    pub(super) fn holds(&mut self, path: &Path, env: &Env, formula: &Formula) -> Option<bool> {
        for conjunct in formula.conjuncts() {
            let mut scratch = path.s.clone();
            scratch.variables = variables(path);
            let mut effort = self.effort.within(self.candidates.work);
            let mut world = World { t: &mut self.t, s: &mut scratch, cx: &self.cx };
            let holds = world.formula(conjunct, env, false);
            let negation = world.t.not(holds);
            let proof = world.refute_to(&mut self.solver, negation, &mut effort, 1);
            match proof {
                Proof::Holds => {}
                Proof::Fails(_) | Proof::Open(_) => return Some(false),
                Proof::Unknown(_) => return None,
            }
        }
        Some(true)
    }

    /// Where a loop begins.
    pub fn loop_span(&mut self, func: FuncId, head: BlockId) -> Option<Span> {
        let shape = self.shape(func);
        let body = self.body(func);
        let back = shape.cfg.predecessors(head).iter().filter(|from| shape.cfg.is_retreating(**from, head));
        back.filter_map(|from| body.block(*from).terminator.span).min()
    }

    /// One more pass of a loop that is executed as it is; false where there were enough.
    pub(super) fn pass(&mut self, path: &mut Path, head: BlockId, again: bool, most: usize) -> bool {
        let call = path.calls.len() - 1;
        let func = path.calls[call].func;
        if again {
            let span = self.loop_span(func, head);
            path.steps.push(Step { span, action: Action::LoopPass });
            let active = path.calls[call].active.iter_mut().find(|active| active.head == head);
            return active.is_none_or(|active| {
                active.passes += 1;
                active.passes <= most
            });
        }
        let (since, before) = (path.s.now, self.env(path, call));
        let assigns = self.loop_spec(func, head).assigns.map(|sets| (Rc::new(sets), before, since));
        path.calls[call].active.retain(|active| active.head != head);
        path.calls[call].active.push(ActiveLoop { head, passes: 0, assigns });
        true
    }

    /// Forgets what a loop may change, and assumes its invariants.
    pub(super) fn forget(
        &mut self,
        path: &mut Path,
        head: BlockId,
        it: &Loop,
        phis: &[(ValueId, Option<VarId>, Val)],
    ) {
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
                variables: (!it.begins).then(|| Rc::new(self.stack_objects(path))),
                env: entry,
            }];
            if let Some(assigns) = &loop_assigns {
                let env = before.clone();
                frames.push(Frame { since, assigns: assigns.clone(), frees: None, variables: None, env });
            }
            let mut world = self.world(path);
            let alloc = (!it.allocates).then_some(since);
            let blocking = (!it.starts && !ghosts).then_some(since);
            let mem = blocking.filter(|_| !it.writes);
            world.rebase(mem, alloc, blocking, frames);
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
        path.calls[call].active.push(ActiveLoop { head, passes: 0, assigns });
        let env = self.env(path, call);
        for clause in self.loop_spec(func, head).invariants {
            self.assume_clause(path, &env, &clause, "");
        }
        for index in self.candidates.live(func, head) {
            let formula = self.candidates.formula(func, head, index);
            self.cx
                .saying(&format!("`loop invariant {}` (inferred)", self.candidates.text(func, head, index)));
            let mut world = self.world(path);
            let fact = world.formula(&formula, &env, true);
            world.assume_said(fact);
        }
        path.weak = true;
        let span = self.loop_span(func, head);
        path.steps.push(Step { span, action: Action::LoopPass });
    }
}
