//! Statements of the annotation language, and how blocks and functions end.

use super::*;
use crate::abi::Aggregate;

impl Prover<'_> {
    /// Assertions and ghost statements that stand here.
    pub(super) fn marks(&mut self, path: &mut Path, func: FuncId, block: BlockId, index: usize) {
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
    pub(super) fn ghost(
        &mut self,
        path: &mut Path,
        env: &Env,
        add: bool,
        pointer: &Term,
        span: Option<Span>,
    ) {
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

    pub(super) fn terminator(&mut self, mut path: Path, due: &mut Vec<Path>) {
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
                    let place = span.map_or(String::new(), |span| format!(" (line {})", span.line));
                    self.cx.saying(&format!("the condition is {holds}{place}"));
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
                    self.cx.saying(&format!("the case is {case}"));
                    if let Some(mut side) = self.side(&path, on) {
                        let value = Some(case.to_string());
                        side.steps.push(Step { span, action: Action::Switched { value } });
                        self.go(side, *to, due);
                    }
                }
                self.cx.saying("no other case fits");
                if let Some(mut side) = self.side(&path, rest) {
                    side.steps.push(Step { span, action: Action::Switched { value: None } });
                    self.go(side, *default, due);
                }
            }
            TerminatorKind::Indirect { .. } => self.lose(Reason::Unsupported, span, "a computed goto"),
            TerminatorKind::Unreachable => {
                let truth = self.t.truth();
                let mut scratch = path.clone();
                let mut world = World { t: &mut self.t, s: &mut scratch.s, cx: &self.cx };
                if !matches!(world.refute(&mut self.solver, truth, &mut self.effort), Proof::Holds) {
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

    pub(super) fn end_stack(&mut self, path: &mut Path) {
        let call = path.calls.len() - 1;
        for (_, obj) in std::mem::take(&mut path.calls[call].stack) {
            self.world(path).change(Change::End { obj });
        }
    }

    /// The path with a condition, unless that is plainly impossible.
    pub fn side(&mut self, path: &Path, on: Bits) -> Option<Path> {
        if self.t.as_bool(on) == Some(false) {
            return None;
        }
        let mut side = path.clone();
        self.world(&mut side).assume_said(on);
        match self.solver.check(&mut self.t, &side.s.path, &[]) {
            Answer::Unsat(_) => None,
            _ => Some(side),
        }
    }

    /// The postcondition is an obligation where the function returns.
    pub(super) fn returns(&mut self, mut path: Path, values: Vec<Val>, span: Option<Span>) {
        let function = self.program.function(self.id).name.clone();
        path.steps.push(Step { span, action: Action::Returned { function, value: None } });
        let contract = self.contract();
        let mut env = self.env(&path, 0);
        env.result = match values[..] {
            [value] => Some(value),
            _ => None,
        };
        if abi::returns_struct(self.program, self.id) {
            env.result_struct = Some(
                match (abi::returned_in_memory(self.program, self.id), path.calls[0].arguments.first()) {
                    (Some(_), Some(Val::Ptr(at))) => Aggregate::Returned(*at),
                    _ => Aggregate::Pieces(values),
                },
            );
        }
        path.returned = env.result;
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
}
