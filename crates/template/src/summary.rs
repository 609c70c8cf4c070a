//! Recursive functions by summaries: what holds where they are entered, and where they are left.
//!
//! The paper has no calls (section II-C). Here every recursive function is a loop: its calls of itself jump back to where
//! it was entered, and the rows of that loop say what holds of the parameters and of memory whenever it calls itself. A
//! call is also *cut*: the path goes on behind it as if it had returned. What the function may change, it and what it
//! calls, is forgotten there, the result is any value, and *exit rows* are assumed, which speak of parameters, results and
//! memory. They have to hold wherever an activation that such a call entered is left; the path ends there. Only the
//! outermost activation, which the loop-select guard tells from the others, returns to its caller.
//!
//! Soundness: by induction over the calls in the order in which they return. When one returns, the calls that its
//! activation made have returned before, and the formula without cuts of their activations showed the exit rows with no
//! other assumption than those rows and the entry rows. Calls that do not return are never gone on behind, which is why
//! the exit rows start with "it does not return".
//!
//! Frames: the values of an activation are those of one pass through the formula, and a cut call leaves them alone. Its
//! locals are objects of their own, numbered in the order of allocation like all others; those that are made during a call
//! are newer than it and have ended when it returns, the older ones live on. Where a function writes only to blocks that it
//! allocates itself, older blocks keep what they hold, and exit rows speak of the newer ones alone: a tree whose upper
//! nodes are not finished while the lower ones are made.

use crate::encode::{Call, Encoding, Head, State};
use crate::memory::{Content, Objects};
use crate::points::{SiteKind, is_cut_call};
use crate::value::Value;
use engine::Reason;
use ir::{Arg, BlockId, Inst, InstKind, Scalar, Span};
use std::collections::BTreeSet;
use std::rc::Rc;

impl Encoding<'_> {
    /// Whether an instruction is a call that was cut.
    pub(crate) fn is_cut_call(&self, inst: &Inst) -> bool {
        is_cut_call(self.task.program, inst)
    }

    /// Goes on behind a call as if it had returned, and gives its results.
    pub(crate) fn cut_call(
        &mut self,
        state: &mut State,
        args: &[Arg],
        cut: usize,
        span: Option<Span>,
    ) -> Vec<Value> {
        let called = &self.flat.cuts[cut];
        let blocks = self.with_calls(&called.blocks);
        let mut insts = blocks.iter().flat_map(|block| &self.flat.body.block(*block).insts);
        let is_own = |head: &&Head| head.call.is_none() && self.loops.list[head.number].head == called.head;
        let Some(own) = self.heads.iter().rfind(is_own).cloned() else {
            self.lose(state, Reason::Unsupported, span, "a recursive call outside of its function");
            return Vec::new();
        };
        if insts.any(|inst| matches!(inst.kind, InstKind::StackSave)) {
            self.lose(state, Reason::Unsupported, span, "recursion with arrays of variable length");
            return Vec::new();
        }
        let args: Vec<Value> = args.iter().map(|arg| self.operand(state, arg.value)).collect();
        let before = state.clone();
        self.grow(&mut state.counts, &blocks, state.guard);
        let place = self.heads.len();
        let (mut forgotten, mut new_only) = (Vec::new(), BTreeSet::new());
        for (map, changed) in self.changed_by(&blocks) {
            let is_ended = self.memory.maps[map].content == Content::Ended;
            let mut objects = Vec::new();
            for (site, older) in changed {
                let info = &self.points.sites[site.0 as usize];
                let since = before.counts.sites[site.0 as usize].filter(|_| info.many);
                match since {
                    // Locals of the function have ended.
                    Some(_) if is_ended && matches!(info.kind, SiteKind::Stack(_)) => {
                        let yes = Value::Number(self.store.truth());
                        state.maps[map] = self.memory.all(state.maps[map], Objects { site, since }, yes);
                    }
                    Some(_) if !older => {
                        new_only.insert((map, site));
                        objects.push(Objects { site, since });
                    }
                    _ => objects.push(Objects::all(site)),
                }
            }
            if !objects.is_empty() {
                forgotten.push((map, objects.iter().map(|objects| objects.site).collect()));
                let (guard, counts) = (state.guard, state.counts.clone());
                let now = self.memory.forget(state.maps[map], map, objects, Some(place), guard, counts);
                state.maps[map] = now;
            }
        }
        let results: Vec<Value> = called
            .results
            .iter()
            .map(|id| match self.flat.body.value_type(*id) {
                Scalar::Ptr => {
                    let (points, addresses) = (self.points, &self.points.values[id.index()]);
                    let store = &mut self.store;
                    let counts = &state.counts;
                    Value::Pointer(self.memory.pointer(store, points, addresses, state.guard, counts))
                }
                ty => Value::Number(self.store.fresh("result", ty.bits(self.task.program.target))),
            })
            .collect();
        let values = args.into_iter().chain(results.iter().copied());
        let params = called.params.len();
        let call = Call { cut, params, called: before, entered: own.state, new_only };
        self.heads.push(Head {
            number: own.number,
            call: Some(Rc::new(call)),
            outer: own.outer,
            registers: called.params.iter().chain(&called.results).copied().zip(values).collect(),
            state: state.clone(),
            forgotten,
            back: None,
        });
        results
    }

    /// Where a block is the exit of a function with cut calls, only its outermost activation goes on.
    pub(crate) fn leave_cut(&mut self, block: BlockId, state: &mut State) {
        let Some(cut) = self.flat.cuts.iter().position(|cut| cut.exit == block) else { return };
        let called = &self.flat.cuts[cut];
        let number = self.loops.list.iter().position(|it| it.head == called.head);
        let Some(select) = number.and_then(|number| self.selects.get(&number)).copied() else { return };
        let values = called.params.iter().chain(&called.results);
        let values =
            values.map(|id| self.value(state, *id).expect("an exit comes behind its head")).collect();
        let inner = State { guard: self.store.and(state.guard, select), ..state.clone() };
        self.left.insert(cut, (values, inner));
        let outermost = self.store.not(select);
        state.guard = self.store.and(state.guard, outermost);
    }

    /// Notes with each cut call how its function is left.
    pub(crate) fn close_calls(&mut self) {
        for head in &mut self.heads {
            if let Some(call) = &head.call {
                head.back = self.left.get(&call.cut).cloned();
            }
        }
    }
}
