//! What executing a program can come to at all, where some of its loops go round too often to wait for their end.
//!
//! From the places where execution starts the control flow is followed, without the edges that are not taken before very
//! many rounds of a loop ([`ir::long_loops`]), into calls, and out of them where the function can come to its return
//! that way. An error that lies elsewhere may well be real, but no run that anybody waits for shows it.
//!
//! Invariant: whatever some execution does before it has gone round a loop [`ir::long_loops::MANY`] times is reachable
//! here. Functions whose address is taken may be called at any time; where a program jumps between functions
//! everything is reachable.

use clib::Primitive;
use heap::Place;
use ir::bitset::BitSet;
use ir::cfg::Cfg;
use ir::long_loops::LongLoops;
use ir::{BlockId, Body, Callee, FuncId, InstKind, Program, Span, TerminatorKind};

/// What executions of a program can come to.
pub struct Reachable<'a> {
    program: &'a Program,
    functions: Vec<Option<Flow>>,
}

/// What executions can come to in a function that has a body.
struct Flow {
    cfg: Cfg,
    long: LongLoops,
    is_entered: bool,
    returns: bool,
    /// For each block how many of its instructions can be come to, the terminator being one; zero where it is not.
    reached: Vec<usize>,
}

impl<'a> Reachable<'a> {
    /// Follows the control flow of a program; none where everything has to be taken for reachable.
    pub fn new(
        program: &'a Program,
        entry: FuncId,
        primitive: impl Fn(FuncId) -> Option<Primitive>,
    ) -> Option<Reachable<'a>> {
        if program.function_ids().any(|id| primitive(id) == Some(Primitive::Longjmp)) {
            return None;
        }
        let flow = |id: FuncId| {
            let body = program.function(id).body.as_ref()?;
            let cfg = Cfg::new(body);
            let long = LongLoops::new(body, &cfg);
            let reached = vec![0; body.blocks.len()];
            Some(Flow { cfg, long, is_entered: false, returns: false, reached })
        };
        let mut reachable = Reachable { program, functions: program.function_ids().map(flow).collect() };
        reachable.enter(entry);
        for id in ir::call_graph::addresses_taken(program) {
            reachable.enter(id);
        }
        for start in program.constructors.iter().chain(&program.destructors) {
            reachable.enter(start.function);
        }
        while program.function_ids().any(|id| reachable.follow(id)) {}
        Some(reachable)
    }

    /// Whether an instruction at a place can be come to. A place that is none of an instruction can.
    pub fn contains(&self, place: Place) -> bool {
        let function = self.program.function(place.function);
        let (Some(body), Some(flow), Some(_)) =
            (&function.body, &self.functions[place.function.index()], place.span)
        else {
            return true;
        };
        let mut is_there = false;
        for block in body.block_ids() {
            let (insts, end) = (&body.block(block).insts, &body.block(block).terminator);
            let spans = insts.iter().map(|inst| inst.span).chain([end.span]);
            for (number, span) in spans.enumerate() {
                if span == place.span {
                    is_there = true;
                    if number < flow.reached[block.index()] {
                        return true;
                    }
                }
            }
        }
        !is_there
    }

    /// The long loops that executions come to and do not leave, each with its place and what it means.
    pub fn long_loops(&self) -> Vec<(Option<Span>, String)> {
        let mut found = Vec::new();
        for (function, flow) in self.program.functions.iter().zip(&self.functions) {
            let (Some(body), Some(flow)) = (&function.body, flow) else { continue };
            for long in flow.long.loops.iter().filter(|long| flow.reached[long.head.index()] > 0) {
                found.push((span_of(body, long.head), long.reason()));
            }
        }
        found
    }

    /// Notes that a function is called. Gives whether it can return, and whether that it is called is new.
    fn enter(&mut self, id: FuncId) -> (bool, bool) {
        match &mut self.functions[id.index()] {
            Some(flow) => (flow.returns, !std::mem::replace(&mut flow.is_entered, true)),
            None => (true, false),
        }
    }

    /// Follows the control flow of a function as far as is known of what it calls. Gives whether that is news.
    fn follow(&mut self, id: FuncId) -> bool {
        let Some(body) = &self.program.function(id).body else { return false };
        if !self.functions[id.index()].as_ref().is_some_and(|flow| flow.is_entered) {
            return false;
        }
        let mut changed = false;
        let mut seen = BitSet::new(body.blocks.len());
        let mut work = vec![Body::ENTRY];
        while let Some(block) = work.pop() {
            if !seen.insert(block.index()) {
                continue;
            }
            let reached = self.follow_block(body, block, &mut changed);
            let Some(flow) = &mut self.functions[id.index()] else { continue };
            changed |= reached > flow.reached[block.index()];
            flow.reached[block.index()] = reached;
            if reached > body.block(block).insts.len() {
                if let TerminatorKind::Return(_) = body.block(block).terminator.kind {
                    changed |= !std::mem::replace(&mut flow.returns, true);
                }
                let next = flow.cfg.successors(block).iter().copied();
                work.extend(next.filter(|to| !flow.long.is_slow(block, *to)));
            }
        }
        changed
    }

    /// How many instructions of a block can be come to, the terminator being one.
    fn follow_block(&mut self, body: &Body, block: BlockId, changed: &mut bool) -> usize {
        let insts = &body.block(block).insts;
        for (number, inst) in insts.iter().enumerate() {
            if let InstKind::Call { callee: Callee::Direct(callee), .. } = inst.kind {
                let (returns, is_new) = self.enter(callee);
                *changed |= is_new;
                if !returns {
                    return number + 1;
                }
            }
        }
        insts.len() + 1
    }
}

/// The place of a block for people: of the first of its instructions that has one.
pub fn span_of(body: &Body, block: BlockId) -> Option<Span> {
    let block = body.block(block);
    block.terminator.span.or_else(|| block.insts.iter().find_map(|inst| inst.span))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::FileId;

    /// `main` calls `fill`, which never returns in time, and then `late`; `fill` calls `early`.
    const PROGRAM: &str = "\
target 64
file 0 \"a.c\" in \"/\"
func @main() {
bb0:
  call @fill() !0:1:1
  call @late() !0:2:1
  return
}
func @fill() {
bb0:
  jump bb1
bb1:
  %i.0: i32 = phi [bb0: 1, bb2: %n.2]
  %e.1 = cmp ne %i.0, i32 0
  branch %e.1, bb2, bb3 !0:3:1
bb2:
  call @early() !0:4:1
  %n.2: i32 = add signed %i.0, 1
  jump bb1
bb3:
  call @early() !0:5:1
  return
}
func @early() {
bb0:
  return !0:6:1
}
func @late() {
bb0:
  return !0:7:1
}
";

    #[test]
    fn what_lies_behind_a_long_loop_is_not_reachable() {
        let program = ir::parse(PROGRAM).unwrap_or_else(|error| panic!("{error}"));
        let main = program.find_function("main").expect("main is there");
        let reachable = Reachable::new(&program, main, |_| None).expect("nothing jumps");
        let contains = |function: &str, line: u32| {
            let function = program.find_function(function).expect("it is there");
            reachable.contains(Place { function, span: Span::new(FileId(0), line, 1) })
        };
        assert!(contains("main", 1) && contains("fill", 4) && contains("early", 6));
        assert!(!contains("main", 2) && !contains("fill", 5) && !contains("late", 7));
        // No instruction is there, so nothing is known of it.
        assert!(contains("main", 99));
        let loops = reachable.long_loops();
        assert_eq!(loops.len(), 1);
        assert_eq!(loops[0].0, Span::new(FileId(0), 3, 1));
        assert!(Reachable::new(&program, main, |_| Some(Primitive::Longjmp)).is_none());
    }
}
