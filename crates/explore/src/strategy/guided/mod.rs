//! Guided exploration: from a possible error on an abstract heap to a run that shows it.
//!
//! What the shape analysis finds in a state that was made general has no inputs: the state stands for lists of any
//! length. But it knows how it came about: its *trail* is the set of edges of the control flow that were taken on
//! all the ways that were joined into it. A [`Guide`] is that set together with the place of the error. Exact
//! exploration follows it:
//!
//! - loops are unrolled by increasing number of *laps*, the most that any one loop made, so that lists grow node by
//!   node, and one loop after the other can work on a list of the same length; or, in turns, by the number of loops
//!   that were closed in all, so that of many lists one can grow ([`Order`]);
//! - an edge that is not on the trail is a *stray*: it costs as much as some more laps, so what follows the trail comes
//!   first, and what does not is tried later;
//! - a state from which the place of the error cannot be reached any more is dropped.
//!
//! Invariant: since states are dropped, an exploration with a guide never covers a task. It only finds.

use crate::context::Precision;
use crate::program::reachable::Reachable;
use crate::scheduler::Scheduler;
use crate::state::{Agenda, Frame, Moving, State};
use crate::steps::{Edge, Error};
use crate::strategy::course::{Course, Order};
use crate::strategy::exact::ExactStrategy;
use crate::strategy::{Strategy, Turn};
use crate::transfer::library::Library;
use crate::transfer::{AllocCheck, Transfer};
use clib::Primitive;
use engine::{Budget, Coverage, Guide, Outcome, Progress, Target, Task};
use heap::Place;
use ir::bitset::BitSet;
use ir::cfg::Cfg;
use ir::{BlockId, Body, Callee, FuncId, InstKind, Operand, Program, Span};
use std::sync::Arc;

/// How much work the first turn with each order may take, and how many times as much the next one.
const FIRST_TURN: u64 = 100_000;
const NEXT_TURN: u64 = 4;
/// The most work for a turn: so many times what the analysis took that thinks the error possible, but at least the
/// second number. What a run shows is nearly always found in the first turn; what is not in these is a false alarm more
/// often than not, and nobody wants to wait for it.
const TIMES_THE_ANALYSIS: u64 = 10;
const LEAST_LAST_TURN: u64 = 4 * FIRST_TURN;
/// How many instructions are executed after an error was found that a guide leads to: its other scenarios are near.
const INSTRUCTIONS_AFTER_TARGET: u64 = 30_000;

/// Leaves out of a guide what lies behind loops that go round too often to wait for their end, since no run shows it.
/// Gives those loops, where anything was left out, each with its place and what it means.
pub fn leave_out_unreachable(guide: &mut Guide, task: &Task<'_>) -> Vec<(Option<Span>, String)> {
    let library = Library::new(task.program);
    let Some(reachable) = Reachable::new(task.program, task.entry, |id| library.primitive(id)) else {
        return Vec::new();
    };
    let before = guide.targets.len();
    guide.targets.retain(|target| reachable.contains(Place { function: target.function, span: target.span }));
    match guide.targets.len() < before {
        true => reachable.long_loops(),
        false => Vec::new(),
    }
}

/// A place as a guide has it.
fn target(place: Place) -> Target {
    Target { function: place.function, span: place.span }
}

/// Adds an error in a state to a guide.
pub(crate) fn add_target(guide: &mut Guide, place: Place, course: &Course) {
    guide.add(target(place), course.trail.iter().copied());
}

/// A guide and what follows from it for a program.
pub struct Guidance {
    guide: Guide,
    /// Which states come first.
    pub order: Order,
    /// For each function the blocks from which a target can be reached before the function returns; none where no
    /// block can be left out.
    near: Option<Vec<BitSet>>,
}

impl Guidance {
    /// Computes from where the targets can be reached.
    fn new(
        guide: Guide,
        order: Order,
        program: &Program,
        primitive: impl Fn(FuncId) -> Option<Primitive>,
    ) -> Guidance {
        let jumps = program.function_ids().any(|id| primitive(id) == Some(Primitive::Longjmp));
        let near = (!jumps).then(|| near(&guide, program));
        Guidance { guide, order, near }
    }

    fn is_near(&self, function: FuncId, block: BlockId) -> bool {
        self.near.as_ref().is_none_or(|near| near[function.index()].contains(block.index()))
    }
}

/// For each function the blocks from which a target can be reached, by calls too.
fn near(guide: &Guide, program: &Program) -> Vec<BitSet> {
    let blocks = |id: FuncId| program.function(id).body.as_ref().map_or(0, |body| body.blocks.len());
    let mut near: Vec<BitSet> = program.function_ids().map(|id| BitSet::new(blocks(id))).collect();
    let bodies: Vec<(FuncId, &Body, Cfg)> = program
        .function_ids()
        .filter_map(|id| program.function(id).body.as_ref().map(|body| (id, body, Cfg::new(body))))
        .collect();
    for (id, body, _) in &bodies {
        for block in body.block_ids().filter(|block| has_target(guide, *id, body, *block)) {
            near[id.index()].insert(block.index());
        }
    }
    loop {
        let mut changed = false;
        for (id, body, cfg) in &bodies {
            let mut work: Vec<BlockId> = Vec::new();
            for block in body.block_ids() {
                if !near[id.index()].contains(block.index()) && calls_near(program, &near, body, block) {
                    near[id.index()].insert(block.index());
                    changed = true;
                }
                if near[id.index()].contains(block.index()) {
                    work.push(block);
                }
            }
            while let Some(block) = work.pop() {
                for &before in cfg.predecessors(block) {
                    if near[id.index()].insert(before.index()) {
                        changed = true;
                        work.push(before);
                    }
                }
            }
        }
        if !changed {
            return near;
        }
    }
}

/// Whether a block has an instruction at the place of a target.
fn has_target(guide: &Guide, function: FuncId, body: &Body, block: BlockId) -> bool {
    let block = body.block(block);
    let is_there = |span| guide.is_target(Target { function, span });
    let whole = guide.targets.iter().any(|target| target.function == function && target.span.is_none());
    whole || block.insts.iter().any(|inst| is_there(inst.span)) || is_there(block.terminator.span)
}

/// Whether a block calls a function from whose start a target can be reached. A call through a pointer may be one.
fn calls_near(program: &Program, near: &[BitSet], body: &Body, block: BlockId) -> bool {
    body.block(block).insts.iter().any(|inst| match &inst.kind {
        InstKind::Call { callee: Callee::Direct(id), .. } => {
            let function = program.function(*id);
            match function.body {
                Some(_) => near[id.index()].contains(Body::ENTRY.index()),
                // What has no body may call back what it is given.
                None => is_given_function(&inst.kind),
            }
        }
        InstKind::Call { .. } => true,
        _ => false,
    })
}

fn is_given_function(inst: &InstKind) -> bool {
    let mut found = false;
    inst.for_each_operand(|operand| found |= matches!(operand, Operand::Func(_)));
    found
}

/// Exact exploration that follows a guide.
struct GuidedStrategy {
    exact: ExactStrategy,
    guidance: Guidance,
}

impl Strategy for GuidedStrategy {
    fn precision(&self) -> Precision {
        self.exact.precision()
    }

    fn begins(&mut self, transfer: &mut Transfer<'_>, start: &State) {
        self.exact.begins(transfer, start);
    }

    fn rank(&mut self, _: &mut Transfer<'_>, state: &State) -> Vec<u32> {
        // Longer inputs wait for all others: how near they are to a target says nothing.
        vec![state.round, state.notes.course.rank(self.guidance.order, state.depth)]
    }

    /// Only states from which a target can still be reached go on.
    fn arrives(&mut self, transfer: &mut Transfer<'_>, mut state: Moving, edge: Edge) -> Vec<Turn> {
        let function = state.top().function;
        let is_head = transfer.context.code(function).is_head(edge.to);
        state.notes.course.follow_edge(&self.guidance.guide.trail, function, edge, is_head);
        match may_reach(&self.guidance, &state) {
            true => self.exact.arrives(transfer, state, edge),
            false => Vec::new(),
        }
    }

    fn enters(&mut self, transfer: &mut Transfer<'_>, mut state: Moving) -> Vec<Turn> {
        let calls = state.top().calls;
        state.notes.course.follow_recursion(calls);
        self.exact.enters(transfer, state)
    }

    fn finds(&mut self, error: &Error) -> u64 {
        match self.guidance.guide.is_target(target(error.place)) {
            true => INSTRUCTIONS_AFTER_TARGET,
            false => self.exact.finds(error),
        }
    }
}

/// Explores with a guide until something is found or enough was tried: by turns in each order, every time with more
/// work, so that it takes not much longer than with the better one.
pub fn explore(task: &Task<'_>, budget: &Budget, guide: &Guide, progress: &dyn Progress) -> Outcome {
    let last = guide.work.saturating_mul(TIMES_THE_ANALYSIS).max(LEAST_LAST_TURN);
    let mut work = FIRST_TURN;
    loop {
        for order in [Order::ByLaps, Order::ByDepth] {
            let library = Library::new(task.program);
            let guidance =
                Guidance::new(guide.clone(), order, task.program, |function| library.primitive(function));
            let strategy = GuidedStrategy { exact: ExactStrategy::default(), guidance };
            let scheduler = Scheduler::new(task, budget, strategy, AllocCheck::Default, Some(work));
            let mut outcome = scheduler.run(progress);
            let cut_short = outcome.ledger.entries().iter().any(|entry| entry.reason.is_of_engine());
            let was_last = order == Order::ByDepth && work >= last;
            if !outcome.findings.is_empty() || !cut_short || was_last || budget.check().is_err() {
                // States are dropped: nothing is covered.
                outcome.coverage = Coverage::Partial;
                return outcome;
            }
        }
        work = work.saturating_mul(NEXT_TURN).min(last);
    }
}

/// Whether a state can still reach a target: in one of its calls, or in what runs afterwards.
fn may_reach(guidance: &Guidance, state: &State) -> bool {
    let in_call = |frame: &Arc<Frame>| guidance.is_near(frame.function, frame.block);
    let later = |item: &Agenda| match item {
        Agenda::Call(function, _) | Agenda::Entry(function) => guidance.is_near(*function, Body::ENTRY),
        Agenda::Handlers => !state.exit_handlers.is_empty(),
        Agenda::Exited => false,
    };
    state.frames.iter().any(in_call) || state.agenda.iter().any(later)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::FileId;

    /// `main` may call `f`, which has the target in one of its blocks, or another function, or return.
    const PROGRAM: &str = "\
target 64
file 0 \"a.c\" in \"/\"
func @main(i1 %c.0) {
bb0:
  branch %c.0, bb1, bb2
bb1:
  call @f(i1 %c.0)
  jump bb3
bb2:
  call @g()
  jump bb3
bb3:
  return
}
func @f(i1 %c.0) {
bb0:
  branch %c.0, bb1, bb2
bb1:
  call @g() !0:7:3
  return
bb2:
  return
}
func @g() {
bb0:
  return
}
";

    #[test]
    fn blocks_from_which_a_target_can_be_reached_are_near() {
        let program = ir::parse(PROGRAM).unwrap_or_else(|error| panic!("{error}"));
        let [main, f, g] = ["main", "f", "g"].map(|name| program.find_function(name).unwrap());
        let mut guide = Guide::default();
        assert!(guide.is_empty());
        guide.add(Target { function: f, span: Span::new(FileId(0), 7, 3) }, []);
        let near = near(&guide, &program);
        let found = |function: FuncId| near[function.index()].iter().collect::<Vec<_>>();
        assert_eq!((found(main), found(f), found(g)), (vec![0, 1], vec![0, 1], vec![]));
    }
}
