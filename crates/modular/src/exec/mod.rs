//! Symbolic execution of a loop-free piece of a function, path by path.

pub mod access;
pub mod arrays;
pub mod blocks;
pub mod calls;
pub mod chains;
pub mod conditions;
pub mod headers;
pub mod integrity;
pub mod lending;
pub mod lengths;
pub mod library;
pub mod promising;
pub mod publish;
pub mod returns;
pub mod rooms;
pub mod scalars;
pub mod strings;
pub mod tagging;
pub mod texts;

use crate::claims::Choice;
use crate::code::context::Context;
use crate::exec::strings::Text;
use crate::report::{Check, Notes, Severity};
use crate::solver::solve::Said;
use crate::solver::term::{Formula, Lin, Sym};
use crate::state::chain::Chain;
use crate::state::fresh;
use crate::state::seen::Seen;
use crate::state::{Class, Extent, Operation, Origin, PathStep, State, Value};
use ir::{BlockId, Inst, InstKind, Operand, Scalar, Span, TerminatorKind};
use std::collections::BTreeSet;

/// What is said of a function that was not analysed to its end for want of time.
pub const OUT_OF_TIME: &str = "the time for the analysis of this function is used up";
/// How many paths a piece may have.
const MOST_PATHS: usize = 3000;
/// How many instructions are executed in a piece; where there are more, it is cut where paths join.
const MOST_STEPS: usize = 40_000;
/// How many instructions are executed in search of a failure.
const MOST_WITNESS_STEPS: usize = 6_000;
/// How many paths are followed in search of a failure.
const MOST_WITNESSES: usize = 400;
/// How often a loop is followed in search of a failure.
const MOST_ROUNDS: u32 = 3;
/// How often a loop that constants decide may be followed.
const MOST_VISITS: u32 = 33;

/// What an execution is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To show that no check fails: loops are cut, and what cannot be shown is a failure.
    Proof,
    /// To find paths from the entry on which a check fails: loops are followed a few times, and what is known only in
    /// part proves nothing.
    Witness,
}

/// Where a path goes on.
pub enum Flow {
    /// At the next instruction.
    On,
    /// Nowhere.
    Ends,
    /// As two paths: this one, and another state that goes on at the next instruction.
    Fork(Box<State>),
}

/// The execution of one piece.
pub struct Exec<'a, 'c> {
    /// What all pieces of the function share.
    pub context: &'c Context<'a>,
    /// What was found.
    pub notes: Notes,
    /// The states that arrive at cut-points, in order.
    pub arrivals: Vec<(BlockId, State)>,
    /// What it is for.
    pub purpose: Purpose,
    /// How claims at loops are chosen.
    pub choice: Choice,
    /// The lists that callers are asked for.
    pub chains: BTreeSet<Chain>,
    /// How many paths were followed.
    paths: usize,
    /// How many instructions were executed.
    steps: usize,
}

impl<'a, 'c> Exec<'a, 'c> {
    /// An execution that has not begun.
    pub fn new(context: &'c Context<'a>, purpose: Purpose, choice: Choice) -> Exec<'a, 'c> {
        let notes = Notes { nonnull: true, ..Notes::default() };
        let chains = BTreeSet::new();
        Exec { context, notes, arrivals: Vec::new(), purpose, choice, chains, paths: 0, steps: 0 }
    }

    /// Runs from an instruction of a block, phis done.
    pub fn run(&mut self, state: State, block: BlockId, first: usize) {
        // The other sides of branches wait here; depth first keeps few states alive.
        let mut waiting = vec![(state, block, first)];
        while let Some((mut state, mut block, mut at)) = waiting.pop() {
            self.paths += 1;
            let is_witness = self.purpose == Purpose::Witness;
            if is_witness && (self.paths > MOST_WITNESSES || self.steps > MOST_WITNESS_STEPS) {
                return;
            }
            let is_late = self.context.budget.check().is_err();
            // What is cut everywhere has no smaller pieces.
            let is_long = self.steps > MOST_STEPS && !self.context.is_cut_at_joins();
            if self.paths > MOST_PATHS || is_long || is_late {
                // Whatever is waiting is dropped, so it is told even if this path is impossible.
                self.notes.has_too_many_paths |= !is_late;
                let (check, text) = match is_late {
                    true => (Check::Time, OUT_OF_TIME),
                    false => (Check::Work, "there are too many paths from here"),
                };
                let span = self.context.body.block(block).terminator.span;
                self.notes.fail(&state, check, Severity::Unknown, span, text);
                return;
            }
            'path: loop {
                let code = self.context.body.block(block);
                self.steps += code.insts.len();
                while at < code.insts.len() {
                    let inst = &code.insts[at];
                    at += 1;
                    match self.inst(&mut state, inst) {
                        Flow::On => {}
                        Flow::Ends => break 'path,
                        Flow::Fork(other) => waiting.push((*other, block, at)),
                    }
                }
                let mut next = self.terminator(&mut state, block);
                let Some((first_state, target)) = next.pop() else { break };
                for (other, target) in next {
                    self.enter(other, block, target, &mut waiting);
                }
                let mut entered = Vec::new();
                self.enter(first_state, block, target, &mut entered);
                match entered.pop() {
                    Some((next_state, next_block, next_at)) => {
                        (state, block, at) = (next_state, next_block, next_at);
                    }
                    None => break,
                }
            }
        }
    }

    /// Goes along an edge: evaluates the phis, and stops at cut-points.
    fn enter(
        &mut self,
        mut state: State,
        from: BlockId,
        to: BlockId,
        waiting: &mut Vec<(State, BlockId, usize)>,
    ) {
        let code = self.context.body.block(to);
        let mut values = Vec::new();
        let mut count = 0;
        for inst in &code.insts {
            let InstKind::Phi { incoming, .. } = &inst.kind else { break };
            count += 1;
            let operand = incoming.iter().find(|(block, _)| *block == from).map(|(_, operand)| *operand);
            if let (Some(operand), Some(result)) = (operand, inst.result()) {
                values.push((result, self.value(&mut state, operand)));
            }
        }
        state.env.extend(values);
        if !self.context.is_cut(to) || self.unrolls(&mut state, to) {
            waiting.push((state, to, count));
        } else if self.purpose == Purpose::Proof {
            self.arrivals.push((to, state));
        } else if state.visits.get(&to).is_some_and(|visits| *visits <= MOST_ROUNDS) {
            waiting.push((state, to, count));
        }
    }

    /// Whether a loop is followed instead of cut: where constants decide at its head whether it goes on.
    fn unrolls(&mut self, state: &mut State, head: BlockId) -> bool {
        let visits = state.visits.entry(head).or_insert(0);
        *visits += 1;
        if *visits > MOST_VISITS || self.paths > MOST_PATHS / 10 || self.context.is_cut_at_joins() {
            return false;
        }
        let code = self.context.body.block(head);
        let pure = code.insts.iter().all(|inst| {
            matches!(
                inst.kind,
                InstKind::Phi { .. }
                    | InstKind::VarIs { .. }
                    | InstKind::Compare { .. }
                    | InstKind::Cast { .. }
                    | InstKind::Binary { .. }
                    | InstKind::PtrAdd { .. }
            )
        });
        let TerminatorKind::Branch { cond, .. } = &code.terminator.kind else { return false };
        if !pure {
            return false;
        }
        let mut trial = state.clone();
        for inst in &code.insts {
            self.inst(&mut trial, inst);
        }
        matches!(self.truth(&mut trial, *cond), Formula::Bool(_))
    }

    fn terminator(&mut self, state: &mut State, block: BlockId) -> Vec<(State, BlockId)> {
        let terminator = &self.context.body.block(block).terminator;
        let span = terminator.span;
        match &terminator.kind {
            TerminatorKind::Jump(target) => vec![(std::mem::take(state), *target)],
            TerminatorKind::Branch { cond, then, otherwise } => {
                let condition = self.truth(state, *cond);
                let words = self.condition_words(state, *cond);
                state.is_inexact |= is_opaque(state, &condition);
                let mut other = state.clone();
                let mut next = Vec::new();
                if other.assume(&condition.clone().negated()) {
                    step(&mut other, span, &condition, &words, false);
                    next.push((other, *otherwise));
                }
                if state.assume(&condition) {
                    step(state, span, &condition, &words, true);
                    next.push((std::mem::take(state), *then));
                }
                next
            }
            TerminatorKind::Switch { value, cases, default } => {
                let bits = self.context.body.operand_type(*value).bits(self.context.program.target);
                let scrutinee = self.word(state, *value);
                state.is_inexact |= is_opaque(state, &Formula::Eq(scrutinee, Lin::ZERO));
                let mut next = Vec::new();
                let mut rest = state.clone();
                let mut default_possible = true;
                for (case, target) in cases {
                    let constant = Lin::constant(scalars::signed(*case, bits));
                    let mut this = state.clone();
                    if this.assume(&Formula::equal(scrutinee, constant)) {
                        if scrutinee.base.is_some() {
                            let text = format!("the value is {}", constant.offset);
                            let condition = Some(Formula::equal(scrutinee, constant));
                            this.path.push_back(PathStep { span, text, condition });
                        }
                        next.push((this, *target));
                    }
                    default_possible = default_possible && rest.assume(&Formula::differ(scrutinee, constant));
                }
                if default_possible {
                    next.push((rest, *default));
                }
                next
            }
            TerminatorKind::Return(values) => {
                let values: Vec<Lin> = values.iter().map(|value| self.word(state, *value)).collect();
                self.finish(state, &values, span);
                Vec::new()
            }
            TerminatorKind::Unreachable => Vec::new(),
            TerminatorKind::Indirect { .. } => {
                self.fail(state, Check::Model, Severity::Unknown, span, "computed goto is not modelled");
                Vec::new()
            }
        }
    }

    /// The value of an operand.
    pub fn value(&mut self, state: &mut State, operand: Operand) -> Value {
        match operand {
            Operand::Value(id) => match state.env.get(&id) {
                Some(Value::Word(value)) => Value::Word(state.resolve(*value)),
                Some(truth) => truth.clone(),
                None => {
                    let name = self.context.value_name(id);
                    let sym = state.symbol(name, Origin::Opaque);
                    state.env.insert(id, Value::Word(sym.value()));
                    Value::Word(sym.value())
                }
            },
            Operand::Int { bits: 1, value } => Value::Truth(Formula::Bool(value != 0)),
            Operand::Int { bits, value } if bits <= 64 => {
                Value::Word(Lin::constant(scalars::signed(value, u32::from(bits))))
            }
            Operand::Null => Value::Word(Lin::ZERO),
            Operand::Global { id, offset } => {
                let sym = self.global(state, id);
                let value = sym.value().plus(offset);
                Value::Word(value.unwrap_or_else(|| state.symbol("a global", Origin::Opaque).value()))
            }
            Operand::Func(id) => {
                let name = self.context.program.function(id).name.clone();
                let sym = scalars::pure(state, Operation::Function(id), Vec::new(), &name);
                state.functions.insert(sym, id);
                state.nonnull.insert(sym);
                let fact = Formula::differ(sym.value(), Lin::ZERO);
                state.facts.push_back(fact);
                Value::Word(sym.value())
            }
            Operand::Undef(_) => Value::Word(state.symbol("an unset variable", Origin::Unset).value()),
            Operand::Int { .. } | Operand::Float { .. } | Operand::Block(..) => {
                Value::Word(state.symbol("a constant", Origin::Opaque).value())
            }
        }
    }

    /// The value of an operand as a number.
    pub fn word(&mut self, state: &mut State, operand: Operand) -> Lin {
        match self.value(state, operand) {
            Value::Word(value) => value,
            Value::Truth(Formula::Bool(value)) => Lin::constant(i64::from(value)),
            Value::Truth(formula) => {
                let sym = state.symbol("a truth value", Origin::Opaque);
                let (one, zero) = (Lin::constant(1), Lin::ZERO);
                state.facts.push_back(Formula::Or(vec![
                    Formula::And(vec![formula.clone(), Formula::equal(sym.value(), one)]),
                    Formula::And(vec![formula.clone().negated(), Formula::equal(sym.value(), zero)]),
                ]));
                state.truths.insert(sym, formula);
                sym.value()
            }
        }
    }

    /// The value of an operand as a truth value.
    pub fn truth(&mut self, state: &mut State, operand: Operand) -> Formula {
        match self.value(state, operand) {
            Value::Truth(formula) => formula,
            Value::Word(value) => scalars::nonzero(state, value),
        }
    }

    /// A global variable: a node that others know, from the start.
    pub fn global(&mut self, state: &mut State, id: ir::GlobalId) -> Sym {
        if let Some(sym) = state.globals.get(&id) {
            return *sym;
        }
        let global = self.context.program.global(id);
        let target = global.ty.and_then(|ty| self.context.layouts.object_target(ty));
        let sym = state.symbol(format!("&{}", global.name), Origin::Global);
        state.symbols[sym.index()].seen = Some(Seen::Global(id));
        state.globals.insert(id, sym);
        state.nonnull.insert(sym);
        let info = &mut state.symbols[sym.index()];
        info.hint = target;
        info.global = Some(Extent { size: global.size, mergeable: global.mergeable });
        info.valid = target.map(|target| (target, Class::Shared(0)));
        let fact = match target {
            Some(target) => Formula::Shared(target, 0, sym.value()),
            None => Formula::differ(sym.value(), Lin::ZERO),
        };
        state.facts.push_back(fact);
        sym
    }

    /// Notes a failed check, unless the path is impossible.
    pub fn fail(&mut self, state: &State, check: Check, severity: Severity, span: Option<Span>, text: &str) {
        let severity = match self.purpose {
            Purpose::Proof => Severity::Unknown,
            Purpose::Witness if state.is_inexact => Severity::Unknown,
            Purpose::Witness => severity,
        };
        match self.context.oracle.ask(state, &Formula::Bool(true)) {
            Said::Impossible => {}
            Said::Possible => self.notes.fail(state, check, severity, span, text),
            Said::GaveUp => self.notes.fail(state, check, Severity::Unknown, span, text),
        }
    }

    /// Executes an instruction that only computes.
    pub fn compute(&mut self, state: &mut State, inst: &Inst) {
        self.inst(state, inst);
    }

    /// Whether an instruction may write memory, or begin or end a variable.
    fn may_write(&self, inst: &Inst) -> bool {
        match &inst.kind {
            InstKind::Call { callee: ir::Callee::Direct(id), .. } => {
                let function = self.context.program.function(*id);
                let is_known = function.body.is_none() || self.is_library(*id);
                !is_known || !clib::row(&function.name).is_some_and(clib::Row::leaves_memory)
            }
            InstKind::Call { .. }
            | InstKind::Store { .. }
            | InstKind::MemCopy { .. }
            | InstKind::MemSet { .. }
            | InstKind::ScopeBegin { .. }
            | InstKind::ScopeEnd { .. }
            | InstKind::Alloca { .. }
            | InstKind::VaStart { .. }
            | InstKind::VaEnd { .. }
            | InstKind::VaCopy { .. }
            | InstKind::Unsupported { .. } => true,
            _ => false,
        }
    }

    fn inst(&mut self, state: &mut State, inst: &Inst) -> Flow {
        let span = inst.span;
        if !state.bytes_same.is_empty() && self.may_write(inst) {
            state.bytes_same.clear();
        }
        match &inst.kind {
            InstKind::Phi { .. }
            | InstKind::VarEnd { .. }
            | InstKind::StackSave
            | InstKind::StackRestore { .. } => {}
            InstKind::Unwritten { ty, .. } => {
                let unset = state.symbol("an unset variable", Origin::Unset).value();
                self.define(state, inst, *ty, unset);
            }
            InstKind::VarIs { var, value } => self.named(state, *var, *value),
            InstKind::Alloca { size, var, .. } => {
                let Some(result) = inst.result() else { return Flow::On };
                if let Some(Value::Word(_)) = state.env.get(&result) {
                    return Flow::On;
                }
                let size = self.word(state, *size);
                let bytes = (size.base.is_none()).then_some(size.offset as u64);
                let name = var.map(|var| self.context.body.var(var).name.clone());
                let name = name.unwrap_or_else(|| self.context.value_name(result));
                let target = self.context.object_target(result);
                let slot = if bytes.is_some() { Some(result) } else { None };
                let base = fresh::new_block(
                    self.context,
                    state,
                    format!("&{name}"),
                    bytes,
                    target,
                    slot,
                    false,
                    span,
                );
                state.env.insert(result, Value::Word(base.value()));
            }
            InstKind::ScopeBegin { slot } | InstKind::ScopeEnd { slot } => {
                if let Some(Value::Word(value)) = state.env.get(slot).cloned()
                    && let Some(index) = state.block_of(value)
                    && state.blocks[index].published.is_none()
                {
                    fresh::unset_cells(self.context, state, index);
                }
            }
            InstKind::Load { ty, ptr, .. } => {
                let address = self.word(state, *ptr);
                let size = u64::from(ty.bytes(self.context.program.target));
                let result = inst.result().filter(|_| *ty == Scalar::Ptr);
                let target = result.and_then(|result| self.context.value_target(result));
                let value = match self.load_header(state, *ptr, *ty, span) {
                    Some(value) => value,
                    None => self.load(state, address, size, target, span),
                };
                self.define(state, inst, *ty, value);
            }
            InstKind::Store { ty, value, ptr, .. } => {
                let value = self.word(state, *value);
                let address = self.word(state, *ptr);
                let size = u64::from(ty.bytes(self.context.program.target));
                if !self.store_header(state, *ptr, *ty, value, span) {
                    self.store(state, address, size, value, span);
                }
                let bytes = Some(size as i64);
                let text = if value == Lin::ZERO { Text::Zeros(bytes) } else { Text::Bytes(bytes) };
                self.text_written(state, address, text);
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                let (dst, src, len) =
                    (self.word(state, *dst), self.word(state, *src), self.word(state, *len));
                self.copy(state, dst, src, len, span);
                let text = self.copied_text(state, src, len);
                self.text_written(state, dst, text);
            }
            InstKind::MemSet { dst, byte, len } => {
                let (dst, byte, len) =
                    (self.word(state, *dst), self.word(state, *byte), self.word(state, *len));
                self.fill(state, dst, byte, len, span);
                let bytes = (len.base.is_none()).then_some(len.offset);
                let text = if byte == Lin::ZERO && bytes.is_some() {
                    Text::Zeros(bytes)
                } else {
                    Text::Bytes(bytes)
                };
                self.text_written(state, dst, text);
            }
            InstKind::PtrAdd { base, offset, .. } => {
                let is_unbounded = inst.result().is_some_and(|id| self.context.paths.addresses.contains(&id));
                let (base, offset) = (self.word(state, *base), self.word(state, *offset));
                let sum = match offset.base {
                    None => base.plus(offset.offset),
                    Some(_) => None,
                };
                let value = sum.unwrap_or_else(|| self.element(state, base, offset, is_unbounded));
                self.set(state, inst, Value::Word(value));
            }
            InstKind::Binary { op, lhs, rhs, .. } => self.binary(state, inst, *op, *lhs, *rhs),
            InstKind::Compare { op, lhs, rhs } => {
                let formula = self.compare(state, *op, *lhs, *rhs);
                self.set(state, inst, Value::Truth(formula));
            }
            InstKind::FCompare { .. } => {
                let sym = state.symbol("a comparison", Origin::Opaque);
                self.set(state, inst, Value::Truth(Formula::differ(sym.value(), Lin::ZERO)));
            }
            InstKind::Cast { op, value } => self.cast(state, inst, *op, *value),
            InstKind::Select { cond, then, otherwise } => self.select(state, inst, *cond, *then, *otherwise),
            InstKind::Intrinsic { .. } => self.opaque_result(state, inst, "a computed value"),
            InstKind::Call { callee, args, .. } => return self.call(state, inst, *callee, args),
            InstKind::VaStart { .. } | InstKind::VaEnd { .. } | InstKind::VaCopy { .. } => {
                let text = "variadic arguments are not modelled";
                self.fail(state, Check::Model, Severity::Unknown, span, text);
                state.is_inexact = true;
            }
            InstKind::Trap => return Flow::Ends,
            InstKind::Unsupported { what } => {
                self.fail(state, Check::Model, Severity::Unknown, span, &format!("{what} is not modelled"));
                return Flow::Ends;
            }
        }
        Flow::On
    }

    /// The result of an instruction.
    pub fn set(&mut self, state: &mut State, inst: &Inst, value: Value) {
        if let Some(result) = inst.result() {
            state.env.insert(result, value);
        }
    }

    /// Results of which nothing is known.
    pub fn opaque_result(&mut self, state: &mut State, inst: &Inst, name: &str) {
        for &result in &inst.results {
            let sym = state.symbol(name, Origin::Opaque);
            let value = match self.context.body.value_type(result) {
                Scalar::BOOL => Value::Truth(Formula::differ(sym.value(), Lin::ZERO)),
                _ => Value::Word(sym.value()),
            };
            state.env.insert(result, value);
        }
    }

    fn define(&mut self, state: &mut State, inst: &Inst, ty: Scalar, value: Lin) {
        let value = match ty {
            Scalar::BOOL => Value::Truth(scalars::nonzero(state, value)),
            _ => Value::Word(value),
        };
        self.set(state, inst, value);
    }

    /// A source variable has a value: its type is a hint, and its name a good name.
    fn named(&mut self, state: &mut State, var: ir::VarId, operand: Operand) {
        let Value::Word(value) = self.value(state, operand) else { return };
        let Some(sym) = value.symbol() else { return };
        let variable = self.context.body.var(var);
        let target = variable.ty.and_then(|ty| self.context.layouts.pointer_target(ty));
        if let Some(index) = state.block_of(value) {
            let record = target.filter(|target| self.context.layouts.get(*target).is_record);
            if state.blocks[index].target.is_none() && record.is_some() {
                fresh::give_type(self.context, state, index, record);
            }
        }
        let info = &mut state.symbols[sym.index()];
        if matches!(info.origin, Origin::Call | Origin::Unset | Origin::Opaque) {
            info.name = variable.name.clone();
        }
    }

    /// What a branch asks, in words.
    fn condition_words(&mut self, state: &mut State, cond: Operand) -> String {
        let Operand::Value(id) = cond else { return String::new() };
        let definition = self.context.compares.get(&id).copied();
        let Some((op, lhs, rhs)) = definition else { return String::new() };
        let mut side = |operand: Operand| match self.value(state, operand) {
            Value::Word(Lin { base: None, offset }) => {
                let pointer = self.context.body.operand_type(operand) == Scalar::Ptr;
                if pointer && offset == 0 { "NULL".to_string() } else { offset.to_string() }
            }
            Value::Word(value) => value.symbol().map(|sym| state.info(sym).name.clone()).unwrap_or_default(),
            Value::Truth(_) => String::new(),
        };
        let (one, other) = (side(lhs), side(rhs));
        if one.is_empty() || other.is_empty() || one.starts_with("a ") || other.starts_with("a ") {
            return String::new();
        }
        format!("{one} {} {other}", op.symbol())
    }
}

/// Whether a formula is about a value of which only a part is known.
fn is_opaque(state: &State, formula: &Formula) -> bool {
    let value = |value: &Lin| {
        let info = state.resolve(*value).base.map(|base| state.info(base));
        info.is_some_and(|info| {
            matches!(info.origin, Origin::Opaque | Origin::Call) && info.alternatives.is_empty()
        })
    };
    match formula {
        Formula::Eq(one, other) | Formula::Less(one, other) => value(one) || value(other),
        Formula::Not(inner) => is_opaque(state, inner),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(|part| is_opaque(state, part)),
        _ => false,
    }
}

/// Notes a decision of the path.
fn step(state: &mut State, span: Option<Span>, condition: &Formula, words: &str, taken: bool) {
    if matches!(condition, Formula::Bool(_)) {
        return;
    }
    let text = match (words.is_empty(), taken) {
        (true, true) => "the condition holds".to_string(),
        (true, false) => "the condition fails".to_string(),
        (false, true) => words.to_string(),
        (false, false) => format!("not {words}"),
    };
    let condition = if taken { condition.clone() } else { condition.clone().negated() };
    state.path.push_back(PathStep { span, text, condition: Some(condition) });
}
