//! Functions by summaries: what holds where they are entered, and where they are left.
//!
//! The paper has no calls (section II-C). Here a call is *cut*: the path goes on behind it as if it had returned. What the
//! function may change, it and what it calls, is forgotten there, the result is any value, and *exit rows* are assumed,
//! which speak of parameters, results and memory. They have to hold wherever an activation that this call entered is left.
//!
//! All calls of a *shared* function are cut (`share`): its code stands in the formula once, is entered from each call with
//! the state of that call, and all paths end where it is left. A model has one path, so that the guard of the edge from a
//! call to the head of the function tells the activations that this call entered from the others; each call has exit
//! rows of its own, and they know the values of the caller.
//!
//! A recursive function is a loop: its calls of itself jump back to where it was entered, and the rows of that loop say
//! what holds of the parameters and of memory whenever it calls itself. The loop-select guard tells the activations that
//! these calls entered from the outermost one. Where it is not shared, that one returns to its caller.
//!
//! Soundness: by induction over the calls in the order in which they return. When one returns, the calls that were made
//! before it, and those that its activation made, have returned before, and the formula showed the exit rows with no
//! other assumption than those rows and the entry rows. Calls that do not return are never gone on behind, which is why
//! the exit rows start with "it does not return".
//!
//! Frames: the values of an activation are those of one pass through the formula, and a cut call leaves them alone. Its
//! locals are objects of their own, numbered in the order of allocation like all others; those that are made during a call
//! are newer than it and have ended when it returns, the older ones live on. Where a function writes only to blocks that it
//! allocates itself, older blocks keep what they hold, and exit rows speak of the newer ones alone: a tree whose upper
//! nodes are not finished while the lower ones are made.

use crate::encode::{Call, Encoding, Head, State};
use crate::inline::CutCall;
use crate::memory::{Content, Objects};
use crate::points::{SiteKind, is_cut_call};
use crate::value::Value;
use engine::Reason;
use ir::{Arg, BlockId, Inst, InstKind, Scalar, Span};
use logic::Term;
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
        cut: CutCall,
        span: Option<Span>,
    ) -> Vec<Value> {
        let called = &self.flat.cuts[cut.cut];
        let blocks = self.with_calls(&called.blocks);
        let mut insts = blocks.iter().flat_map(|block| &self.flat.body.block(*block).insts);
        let inner = called.blocks.contains(&self.block);
        let number = self.loops.at(called.head);
        let is_own = |head: &&Head| head.call.is_none() && head.number == number;
        let own = self.heads.iter().rfind(is_own).filter(|_| inner).cloned();
        if inner && own.is_none() {
            self.lose(state, Reason::Unsupported, span, "a recursive call outside of its function");
            return Vec::new();
        }
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
        // A call from outside and the activation that it enters are on one path: they see the same state and values.
        let (entered, outer) = match own {
            Some(own) => (own.state, own.outer),
            None => (before.clone(), Rc::new(self.known(&before))),
        };
        let call = Call { cut, inner, params, called: before, entered, new_only };
        self.heads.push(Head {
            number,
            call: Some(Rc::new(call)),
            outer,
            registers: called.params.iter().chain(&called.results).copied().zip(values).collect(),
            state: state.clone(),
            forgotten,
            back: None,
        });
        results
    }

    /// Where a block is the exit of a function with cut calls, only the outermost activation goes on, and that of a shared
    /// function does not, either.
    pub(crate) fn leave_cut(&mut self, block: BlockId, state: &mut State) {
        let Some(cut) = self.flat.cuts.iter().position(|cut| cut.exit == block) else { return };
        let called = &self.flat.cuts[cut];
        let values = called.params.iter().chain(&called.results);
        let values =
            values.map(|id| self.value(state, *id).expect("an exit comes behind its head")).collect();
        self.left.insert(cut, (values, state.clone()));
        let outermost = match self.select_of(cut) {
            Some(select) if !called.shared => self.store.not(select),
            None if !called.shared => self.store.truth(),
            _ => self.store.falsity(),
        };
        state.guard = self.store.and(state.guard, outermost);
    }

    /// The guard that tells the inner activations of a function with cut calls from the outermost one.
    fn select_of(&self, cut: usize) -> Option<Term> {
        let number = self.loops.at(self.flat.cuts[cut].head)?;
        self.selects.get(&number).copied()
    }

    /// Notes with each cut call how its function is left by the activations that it enters. A function that is never left
    /// does not return.
    pub(crate) fn close_calls(&mut self) {
        for at in 0..self.heads.len() {
            let Some(call) = self.heads[at].call.clone() else { continue };
            let cut = call.cut.cut;
            let Some((mut values, mut left)) = self.left.get(&cut).cloned() else {
                let never = self.store.not(self.heads[at].state.guard);
                self.facts.push(never);
                continue;
            };
            let select = self.select_of(cut);
            let entered = match (call.inner, self.doors.get(&call.cut.from).copied(), select) {
                (true, _, Some(select)) => select,
                (false, Some(door), None) => door,
                (false, Some(door), Some(select)) => {
                    let outermost = self.store.not(select);
                    self.store.and(door, outermost)
                }
                _ => continue,
            };
            if !call.inner {
                let given = self.heads[at].registers[..call.params].iter().map(|(_, value)| *value);
                values.splice(..call.params, given);
            }
            left.guard = self.store.and(left.guard, entered);
            self.heads[at].back = Some((values, left));
        }
    }
}
