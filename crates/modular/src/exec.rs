//! Symbolic execution of a loop-free piece of a function, path by path.

use crate::arrays;
use crate::context::Context;
use crate::layout::{Layouts, SpotKind, TargetId};
use crate::memory::{self, Place};
use crate::report::{Check, Notes, Require, Severity};
use crate::solve::{self, Said};
use crate::state::{Block, Class, Entry, Origin, PathStep, State, Value};
use crate::term::{Field, Formula, Lin, Sym};
use ir::{BinaryOp, BlockId, CastOp, CmpOp, Inst, InstKind, Operand, Scalar, Span, TerminatorKind, ValueId};

/// How many paths a piece may have.
const MOST_PATHS: usize = 3000;
/// How often a loop that constants decide may be followed.
const MOST_VISITS: u32 = 17;
/// Blocks that hold more nodes than this are not taken apart.
const MOST_NODES: u64 = 64;

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
    /// How many paths were followed.
    paths: usize,
}

impl<'a, 'c> Exec<'a, 'c> {
    /// An execution that has not begun.
    pub fn new(context: &'c Context<'a>) -> Exec<'a, 'c> {
        Exec { context, notes: Notes { nonnull: true, ..Notes::default() }, arrivals: Vec::new(), paths: 0 }
    }

    /// Runs from an instruction of a block, phis done.
    pub fn run(&mut self, state: State, block: BlockId, first: usize) {
        // The other sides of branches wait here; depth first keeps few states alive.
        let mut waiting = vec![(state, block, first)];
        while let Some((mut state, mut block, mut at)) = waiting.pop() {
            self.paths += 1;
            if self.paths > MOST_PATHS || self.context.budget.check().is_err() {
                let text = "there are too many paths between two loop heads";
                let span = self.context.body.block(block).terminator.span;
                self.fail(&state, Check::Model, Severity::Unknown, span, text);
                return;
            }
            'path: loop {
                let code = self.context.body.block(block);
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
        match self.context.is_cut(to) && !self.unrolls(&mut state, to) {
            true => self.arrivals.push((to, state)),
            false => waiting.push((state, to, count)),
        }
    }

    /// Whether a loop is followed instead of cut: where constants decide at its head whether it goes on.
    fn unrolls(&mut self, state: &mut State, head: BlockId) -> bool {
        let visits = state.visits.entry(head).or_insert(0);
        *visits += 1;
        if *visits > MOST_VISITS || self.paths > MOST_PATHS / 10 {
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
                let mut next = Vec::new();
                let mut rest = state.clone();
                let mut default_possible = true;
                for (case, target) in cases {
                    let constant = Lin::constant(signed(*case, bits));
                    let mut this = state.clone();
                    if this.assume(&Formula::equal(scrutinee, constant)) {
                        let text = format!("the value is {}", constant.offset);
                        this.path.push(PathStep { span, text });
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
                Value::Word(Lin::constant(signed(value, u32::from(bits))))
            }
            Operand::Null => Value::Word(Lin::ZERO),
            Operand::Global { id, offset } => {
                let sym = self.global(state, id);
                let value = sym.value().plus(offset);
                Value::Word(value.unwrap_or_else(|| state.symbol("a global", Origin::Opaque).value()))
            }
            Operand::Func(id) => {
                let name = self.context.program.function(id).name.clone();
                let sym = pure(state, format!("function {}", id.0), Vec::new(), &name);
                state.functions.insert(sym, id);
                state.nonnull.insert(sym);
                let fact = Formula::differ(sym.value(), Lin::ZERO);
                state.facts.push(fact);
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
                state.facts.push(Formula::Or(vec![
                    Formula::And(vec![formula.clone(), Formula::equal(sym.value(), one)]),
                    Formula::And(vec![formula.clone().negated(), Formula::equal(sym.value(), zero)]),
                ]));
                state.truths.insert(sym, formula);
                sym.value()
            }
        }
    }

    /// The value of an operand as a truth value.
    fn truth(&mut self, state: &mut State, operand: Operand) -> Formula {
        match self.value(state, operand) {
            Value::Truth(formula) => formula,
            Value::Word(value) => nonzero(state, value),
        }
    }

    /// A global variable: a node that others know, from the start.
    fn global(&mut self, state: &mut State, id: ir::GlobalId) -> Sym {
        if let Some(sym) = state.globals.get(&id.0) {
            return *sym;
        }
        let global = self.context.program.global(id);
        let target = global.ty.and_then(|ty| self.context.layouts.object_target(ty));
        let sym = state.symbol(format!("&{}", global.name), Origin::Global);
        state.globals.insert(id.0, sym);
        state.nonnull.insert(sym);
        let info = &mut state.symbols[sym.index()];
        info.hint = target;
        info.valid = target.map(|target| (target, Class::Shared(0)));
        let fact = match target {
            Some(target) => Formula::Shared(target, 0, sym.value()),
            None => Formula::differ(sym.value(), Lin::ZERO),
        };
        state.facts.push(fact);
        for generation in 1..=state.generation {
            state.facts.extend(target.map(|target| Formula::Shared(target, generation, sym.value())));
        }
        sym
    }

    /// Notes a failed check, unless the path is impossible.
    pub fn fail(&mut self, state: &State, check: Check, severity: Severity, span: Option<Span>, text: &str) {
        let possible = Formula::Bool(true);
        let said =
            solve::ask(self.context.layouts, &mut state.premises.borrow_mut(), &state.facts, &possible);
        if said != Said::Impossible {
            self.notes.fail(state, self.context.program, check, severity, span, text);
        }
    }

    fn inst(&mut self, state: &mut State, inst: &Inst) -> Flow {
        let span = inst.span;
        match &inst.kind {
            InstKind::Phi { .. }
            | InstKind::VarEnd { .. }
            | InstKind::StackSave
            | InstKind::StackRestore { .. } => {}
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
                let base =
                    new_block(self.context, state, format!("&{name}"), bytes, target, slot, false, span);
                state.env.insert(result, Value::Word(base.value()));
            }
            InstKind::ScopeBegin { slot } | InstKind::ScopeEnd { slot } => {
                if let Some(Value::Word(value)) = state.env.get(slot).cloned()
                    && let Some(index) = state.block_of(value)
                    && state.blocks[index].published.is_none()
                {
                    unset_cells(self.context, state, index);
                }
            }
            InstKind::Load { ty, ptr, .. } => {
                let address = self.word(state, *ptr);
                let size = u64::from(ty.bytes(self.context.program.target));
                let result = inst.result().filter(|_| *ty == Scalar::Ptr);
                let target = result.and_then(|result| self.context.value_target(result));
                let value = self.load(state, address, size, target, span);
                self.define(state, inst, *ty, value);
            }
            InstKind::Store { ty, value, ptr, .. } => {
                let value = self.word(state, *value);
                let address = self.word(state, *ptr);
                let size = u64::from(ty.bytes(self.context.program.target));
                self.store(state, address, size, value, span);
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                let (dst, src, len) =
                    (self.word(state, *dst), self.word(state, *src), self.word(state, *len));
                self.copy(state, dst, src, len, span);
            }
            InstKind::MemSet { dst, byte, len } => {
                let (dst, byte, len) =
                    (self.word(state, *dst), self.word(state, *byte), self.word(state, *len));
                self.fill(state, dst, byte, len, span);
            }
            InstKind::PtrAdd { base, offset, .. } => {
                let (base, offset) = (self.word(state, *base), self.word(state, *offset));
                let sum = match offset.base {
                    None => base.plus(offset.offset),
                    Some(_) => None,
                };
                let value = sum.unwrap_or_else(|| self.element(state, base, offset));
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
            Scalar::BOOL => Value::Truth(nonzero(state, value)),
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
                give_type(self.context, state, index, record);
            }
        }
        let info = &mut state.symbols[sym.index()];
        if matches!(info.origin, Origin::Call | Origin::Unset | Origin::Opaque) {
            info.name = variable.name.clone();
        }
    }

    fn binary(&mut self, state: &mut State, inst: &Inst, op: BinaryOp, lhs: Operand, rhs: Operand) {
        let ty = self.context.body.operand_type(lhs);
        if ty == Scalar::BOOL {
            let (one, other) = (self.truth(state, lhs), self.truth(state, rhs));
            let formula = match op {
                BinaryOp::And => Formula::And(vec![one, other]),
                BinaryOp::Or => Formula::Or(vec![one, other]),
                BinaryOp::Xor => match (one, other) {
                    (formula, Formula::Bool(true)) | (Formula::Bool(true), formula) => formula.negated(),
                    (formula, Formula::Bool(false)) | (Formula::Bool(false), formula) => formula,
                    (one, other) => Formula::Or(vec![
                        Formula::And(vec![one.clone(), other.clone().negated()]),
                        Formula::And(vec![one.negated(), other]),
                    ]),
                },
                _ => return self.opaque_result(state, inst, "a truth value"),
            };
            return self.set(state, inst, Value::Truth(formula));
        }
        let (one, other) = (self.word(state, lhs), self.word(state, rhs));
        let bits = ty.bits(self.context.program.target);
        let value = match (one.base, other.base) {
            (None, None) => fold(op, one.offset, other.offset, bits).map(Lin::constant),
            _ => None,
        };
        let value = value.unwrap_or_else(|| arrays::arithmetic(state, op, one, other, bits));
        self.set(state, inst, Value::Word(value));
    }

    fn compare(&mut self, state: &mut State, op: CmpOp, lhs: Operand, rhs: Operand) -> Formula {
        let ty = self.context.body.operand_type(lhs);
        if ty == Scalar::BOOL {
            let (one, other) = (self.word(state, lhs), self.word(state, rhs));
            return match op {
                CmpOp::Eq => Formula::equal(one, other),
                CmpOp::Ne => Formula::differ(one, other),
                _ => opaque_order(state, op, one, other),
            };
        }
        let (one, other) = (self.word(state, lhs), self.word(state, rhs));
        let (one, other) = (state.simplest(one), state.simplest(other));
        let is_number = ty != Scalar::Ptr;
        match op {
            CmpOp::Eq => equality(state, one, other),
            CmpOp::Ne => equality(state, one, other).negated(),
            CmpOp::Slt if is_number => Formula::less(one, other),
            CmpOp::Sgt if is_number => Formula::less(other, one),
            CmpOp::Sge if is_number => Formula::less(one, other).negated(),
            CmpOp::Sle if is_number => Formula::less(other, one).negated(),
            _ => {
                arrays::unsigned_order(op, one, other).unwrap_or_else(|| opaque_order(state, op, one, other))
            }
        }
    }

    fn cast(&mut self, state: &mut State, inst: &Inst, op: CastOp, operand: Operand) {
        let from = self.context.body.operand_type(operand);
        let target = self.context.program.target;
        let to = inst.result().map_or(from, |result| self.context.body.value_type(result));
        let bits = to.bits(target);
        if to == Scalar::BOOL {
            let value = self.word(state, operand);
            let low = pure(state, "low bit".to_string(), vec![value], "a truth value");
            return self.set(state, inst, Value::Truth(Formula::differ(low.value(), Lin::ZERO)));
        }
        if from == Scalar::BOOL && op == CastOp::ZExt {
            let value = self.word(state, operand);
            return self.set(state, inst, Value::Word(value));
        }
        let value = self.word(state, operand);
        let result = match (op, value.base) {
            (CastOp::PtrToInt | CastOp::IntToPtr, _) if from.bits(target) == bits => {
                if let (CastOp::IntToPtr, Some(sym)) = (op, value.base)
                    && matches!(state.info(sym).origin, Origin::Opaque | Origin::Data)
                    && state.info(sym).alternatives.is_empty()
                {
                    state.symbols[sym.index()].origin = Origin::Number;
                }
                Some(value)
            }
            (CastOp::SExt, Some(_)) if value.offset == 0 && from != Scalar::BOOL => Some(value),
            (CastOp::SExt, None) if from != Scalar::BOOL => Some(value),
            (CastOp::ZExt, None) => {
                let mask = if from.bits(target) >= 64 { u64::MAX } else { (1 << from.bits(target)) - 1 };
                i64::try_from(value.offset as u64 & mask).ok().map(Lin::constant)
            }
            (CastOp::Trunc, None) => Some(Lin::constant(signed(value.offset as u64 as u128, bits))),
            (CastOp::Bitcast, _) if from != Scalar::BOOL => Some(value),
            _ => None,
        };
        let result = result.unwrap_or_else(|| match op {
            CastOp::ZExt => arrays::extended(state, value, from.bits(target)),
            _ => pure(state, format!("{op:?}{bits}"), vec![value], "a converted value").value(),
        });
        if let Some(sym) = result.symbol()
            && op == CastOp::IntToPtr
            && matches!(state.info(sym).origin, Origin::Opaque | Origin::Data)
            && state.info(sym).alternatives.is_empty()
        {
            state.symbols[sym.index()].origin = Origin::Number;
        }
        self.set(state, inst, Value::Word(result));
    }

    fn select(&mut self, state: &mut State, inst: &Inst, cond: Operand, then: Operand, otherwise: Operand) {
        let condition = self.truth(state, cond);
        let (one, other) = (self.value(state, then), self.value(state, otherwise));
        let value = match (condition, one, other) {
            (Formula::Bool(choice), one, other) => {
                if choice {
                    one
                } else {
                    other
                }
            }
            (condition, Value::Word(one), Value::Word(other)) => Value::Word(memory::combine(
                state,
                vec![(condition, one)],
                other,
                "a chosen value".to_string(),
                None,
            )),
            (condition, one, other) => {
                let truth = |value| match value {
                    Value::Truth(formula) => formula,
                    Value::Word(value) => Formula::differ(value, Lin::ZERO),
                };
                let (one, other) = (truth(one), truth(other));
                Value::Truth(Formula::Or(vec![
                    Formula::And(vec![condition.clone(), one]),
                    Formula::And(vec![condition.negated(), other]),
                ]))
            }
        };
        self.set(state, inst, value);
    }

    /// Finds the cell that an access goes to, and checks it.
    pub fn place(
        &mut self,
        state: &mut State,
        address: Lin,
        size: u64,
        verb: &str,
        span: Option<Span>,
    ) -> Option<Place> {
        let address = state.resolve(address);
        let Some(base) = address.base else {
            let (check, text) = match (0..4096).contains(&address.offset) {
                true => (Check::Null, format!("memory is {verb} through a null pointer")),
                false => (Check::Spatial, format!("memory is {verb} at a number, not an address")),
            };
            self.fail(state, check, Severity::Unsafe, span, &text);
            return None;
        };
        if let Some(element) = state.elements.get(&base).copied() {
            return self.element_place(state, element, address.offset, size, verb, span);
        }
        if let Some(index) = state.block_of(address) {
            self.check_freed(state, base, verb, span);
            return self.block_place(state, index, address.offset, size, verb, span);
        }
        let target = state.info(base).valid.map(|valid| valid.0).or(state.info(base).hint);
        let Some(target) = target else {
            return self.no_node(state, base, verb, span);
        };
        let Some(spot) = self.context.layouts.spot(target, address.offset, size) else {
            let layout = self.context.layouts.get(target);
            let name = state.info(base).name.clone();
            let from = match address.offset < 0 {
                true => format!("{} bytes before", address.offset.unsigned_abs()),
                false => format!("{} bytes from the start of", address.offset),
            };
            let text = format!(
                "{size} bytes are {verb} {from} the {} that `{name}` points to, which has {} bytes",
                layout.name, layout.size
            );
            let before = u64::try_from(-address.offset).unwrap_or(0);
            let embedded = before > 0 && self.context.layouts.nested_somewhere(before, target);
            let single = layout.is_record || !layout.cells.is_empty();
            let severity = if single && !embedded { Severity::Unsafe } else { Severity::Unknown };
            self.fail(state, Check::Spatial, severity, span, &text);
            return None;
        };
        if !self.is_node(state, base, target, verb, span) {
            return None;
        }
        self.check_null(state, base, span);
        self.check_freed(state, base, verb, span);
        if spot.kind == SpotKind::Torn {
            let text = format!("a link in a {} is {verb} in part", self.context.layouts.get(target).name);
            self.fail(state, Check::Integrity, Severity::Unsafe, span, &text);
            return None;
        }
        let owner = base.value().plus(spot.owner_at as i64)?;
        Some(Place { base: owner, field: Field { owner: spot.owner, at: spot.at }, size, kind: spot.kind })
    }

    fn block_place(
        &mut self,
        state: &mut State,
        index: usize,
        offset: i64,
        size: u64,
        verb: &str,
        span: Option<Span>,
    ) -> Option<Place> {
        let block = state.blocks[index].clone();
        let Some(bytes) = block.size else {
            let text = "memory of a size that is not constant is not modelled";
            self.fail(state, Check::Model, Severity::Unknown, span, text);
            return None;
        };
        let inside =
            u64::try_from(offset).is_ok_and(|from| from.checked_add(size).is_some_and(|end| end <= bytes));
        if !inside {
            let name = state.info(block.base).name.clone();
            let text =
                format!("{size} bytes are {verb} at offset {offset} of `{name}`, which has {bytes} bytes");
            self.fail(state, Check::Spatial, Severity::Unsafe, span, &text);
            return None;
        }
        let target = block.target?;
        // A block may hold several nodes, one after the other.
        let each = self.context.layouts.get(target).size as i64;
        let node = offset - offset % each;
        let spot = self.context.layouts.spot(target, offset - node, size)?;
        if spot.kind == SpotKind::Torn {
            self.fail(state, Check::Integrity, Severity::Unsafe, span, &format!("a link is {verb} in part"));
            return None;
        }
        let owner = block.base.value().plus(node + spot.owner_at as i64)?;
        Some(Place { base: owner, field: Field { owner: spot.owner, at: spot.at }, size, kind: spot.kind })
    }

    /// Tells that memory is accessed through a value that is no pointer to a known type.
    fn no_node(&mut self, state: &mut State, base: Sym, verb: &str, span: Option<Span>) -> Option<Place> {
        let info = state.info(base).clone();
        let (severity, reason) = match info.origin {
            Origin::Unset => (Severity::Unsafe, "which was never set"),
            Origin::Number => (Severity::Unsafe, "which is made from a number"),
            Origin::Element => (Severity::Unknown, "an array whose index is not modelled"),
            Origin::Data | Origin::Param(_) | Origin::Found => {
                (Severity::Unsafe, "of which it is not known what it points to")
            }
            _ => (Severity::Unknown, "of which it is not known what it points to"),
        };
        let text = format!("memory is {verb} through `{}`, {reason}", info.name);
        self.fail(state, Check::Spatial, severity, span, &text);
        None
    }

    /// Checks that a symbol, unless null, is the address of a node.
    fn is_node(
        &mut self,
        state: &mut State,
        base: Sym,
        target: TargetId,
        verb: &str,
        span: Option<Span>,
    ) -> bool {
        let info = state.info(base);
        if info.valid.is_some_and(|(own, _)| own == target) {
            return true;
        }
        let good = |value: &Lin| {
            let value = state.resolve(*value);
            state.simplest(value) == Lin::ZERO
                || value
                    .symbol()
                    .is_some_and(|sym| state.info(sym).valid.is_some_and(|valid| valid.0 == target))
                || state.block_of(value).is_some_and(|index| fits(self.context, state, index, target))
        };
        if !info.alternatives.is_empty() && info.alternatives.iter().all(good) {
            return true;
        }
        let mut parts = vec![
            Formula::differ(base.value(), Lin::ZERO),
            Formula::Shared(target, state.generation, base.value()).negated(),
            Formula::Private(target, base.value()).negated(),
        ];
        for index in 0..state.blocks.len() {
            if fits(self.context, state, index, target) {
                parts.push(Formula::differ(base.value(), state.blocks[index].base.value()));
            }
        }
        let question = Formula::And(parts);
        let said =
            solve::ask(self.context.layouts, &mut state.premises.borrow_mut(), &state.facts, &question);
        if said == Said::Impossible {
            return true;
        }
        let info = state.info(base).clone();
        let is_unset = |value: &Lin| {
            state.resolve(*value).base.is_some_and(|sym| {
                matches!(state.info(sym).origin, Origin::Unset | Origin::Number | Origin::Data)
            })
        };
        let bad = is_unset(&base.value()) || info.alternatives.iter().any(is_unset);
        let severity = if bad && said == Said::Possible { Severity::Unsafe } else { Severity::Unknown };
        let why = match (bad, info.origin) {
            (_, Origin::Number) => "may be made from a number",
            (true, _) => "may not be set",
            _ => "is not known to be a node",
        };
        let text = format!("memory is {verb} through `{}`, which {why}", info.name);
        self.fail(state, Check::Spatial, severity, span, &text);
        false
    }

    /// Checks that a symbol is not null, or notes what must be required.
    pub fn check_null(&mut self, state: &mut State, base: Sym, span: Option<Span>) {
        if state.surely_nonnull(base.value()) {
            return;
        }
        let is_null = state.simplest(base.value()) == Lin::ZERO;
        if is_null && !matches!(state.info(base).origin, Origin::Param(_) | Origin::Found) {
            let text = format!("`{}` is null here", state.info(base).name);
            self.fail(state, Check::Null, Severity::Unsafe, span, &text);
            return;
        }
        let null = Formula::equal(base.value(), Lin::ZERO);
        let said = solve::ask(self.context.layouts, &mut state.premises.borrow_mut(), &state.facts, &null);
        if said != Said::Impossible {
            let info = state.info(base);
            let require = match info.origin {
                Origin::Param(index) => Require::NonNull(index),
                Origin::Found => Require::Text(format!("{} != NULL", info.name)),
                _ => {
                    let line = span.map_or(String::new(), |span| format!(" at line {}", span.line));
                    Require::Text(format!("`{}` is not NULL{line}", info.name))
                }
            };
            self.notes.requires.insert(require);
        }
        state.assume(&Formula::differ(base.value(), Lin::ZERO));
    }

    /// Checks that what a symbol points to was not freed on this path.
    pub fn check_freed(&mut self, state: &mut State, base: Sym, verb: &str, span: Option<Span>) {
        let value = state.resolve(base.value());
        let found = state.freed.iter().find(|(freed, _)| state.resolve(*freed) == value).copied();
        if let Some((_, freed)) = found {
            let line = freed.map_or(String::new(), |span| format!(" at line {}", span.line));
            let text = format!("`{}` is {verb} after it was freed{line}", state.info(base).name);
            self.fail(state, Check::Temporal, Severity::Unsafe, span, &text);
        }
    }

    /// Reads from an address.
    pub fn load(
        &mut self,
        state: &mut State,
        address: Lin,
        size: u64,
        target: Option<TargetId>,
        span: Option<Span>,
    ) -> Lin {
        match self.place(state, address, size, "read", span) {
            Some(place) => {
                let name = self.place_name(state, &place);
                memory::load(self.context.layouts, state, &place, name)
            }
            // The function has failed here. What follows is judged as if it had not, so that one mistake is told once.
            None => match target.filter(|target| self.context.layouts.get(*target).is_record) {
                Some(target) => {
                    let class = Class::Shared(state.generation);
                    state.pointer("a value that was read", Origin::Opaque, target, class).value()
                }
                None => state.symbol("a value that was read", Origin::Opaque).value(),
            },
        }
    }

    /// Writes to an address.
    pub fn store(&mut self, state: &mut State, address: Lin, size: u64, value: Lin, span: Option<Span>) {
        match self.place(state, address, size, "written", span) {
            Some(place) if place.kind == SpotKind::Mixed => {
                // What is there is not tracked, but a pointer may be kept there.
                state.log.push(Entry::Scramble { base: place.base });
                state.escaped.push((value, span));
            }
            Some(place) => memory::store(state, &place, value, span),
            None => state.escaped.push((value, span)),
        }
    }

    /// The source expression of a cell.
    fn place_name(&self, state: &State, place: &Place) -> String {
        let base = state.resolve(place.base);
        let member = self.context.layouts.member_name(place.field.owner, place.field.at, place.size);
        let Some(sym) = base.base else { return member };
        let info = state.info(sym);
        match info.name.strip_prefix('&') {
            Some(object) if member.is_empty() => object.to_string(),
            Some(object) => format!("{object}.{member}"),
            None if member.is_empty() => format!("*{}", info.name),
            None => format!("{}->{member}", info.name),
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
        let symbol = match op {
            CmpOp::Eq => "==",
            CmpOp::Ne => "!=",
            CmpOp::Ult | CmpOp::Slt => "<",
            CmpOp::Ule | CmpOp::Sle => "<=",
            CmpOp::Ugt | CmpOp::Sgt => ">",
            CmpOp::Uge | CmpOp::Sge => ">=",
        };
        format!("{one} {symbol} {other}")
    }
}

/// Whether a block can serve as a node of a target.
pub fn fits(context: &Context<'_>, state: &State, index: usize, target: TargetId) -> bool {
    let block = &state.blocks[index];
    block.target == Some(target) && block.size.is_some_and(|size| size >= context.layouts.get(target).size)
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
    state.path.push(PathStep { span, text });
}

/// A new piece of memory.
#[allow(clippy::too_many_arguments)]
pub fn new_block(
    context: &Context<'_>,
    state: &mut State,
    name: String,
    size: Option<u64>,
    target: Option<TargetId>,
    slot: Option<ValueId>,
    zeroed: bool,
    span: Option<Span>,
) -> Sym {
    let index = state.blocks.len();
    let base = state.symbol(name, Origin::Block(index));
    state.symbols[base.index()].hint = target;
    state.nonnull.insert(base);
    let size_value = size.map_or(Lin::ZERO, |size| Lin::constant(size as i64));
    state.blocks.push(Block { base, size, size_value, target: None, slot, zeroed, published: None, span });
    state.facts.push(Formula::differ(base.value(), Lin::ZERO));
    for generation in 0..=state.generation {
        state.facts.push(Formula::Outside(generation, base.value()));
    }
    for other in 0..index {
        let other = state.blocks[other].base.value();
        state.facts.push(Formula::differ(base.value(), other));
    }
    give_type(context, state, index, target);
    base
}

/// Says what a block holds: from now on its links are cells.
pub fn give_type(context: &Context<'_>, state: &mut State, index: usize, target: Option<TargetId>) {
    state.blocks[index].target = target;
    if target.is_some() {
        unset_cells(context, state, index);
    }
}

/// How many nodes of its type a block holds, one after the other.
pub fn nodes_in(layouts: &Layouts<'_>, block: &Block) -> u64 {
    let (Some(target), Some(size)) = (block.target, block.size) else { return 1 };
    let each = layouts.get(target).size;
    let whole = size.is_multiple_of(each) && layouts.get(target).is_record;
    if whole { (size / each).clamp(1, MOST_NODES) } else { 1 }
}

/// The links of a new block hold nothing, or null where it is filled with zeros.
fn unset_cells(context: &Context<'_>, state: &mut State, index: usize) {
    let block = state.blocks[index].clone();
    let Some(target) = block.target else { return };
    let pointer = u64::from(context.program.target.pointer_bytes);
    let each = context.layouts.get(target).size;
    let cells = context.layouts.all_cells(target);
    let nodes = nodes_in(context.layouts, &block);
    let repeated = (0..nodes).flat_map(|number| cells.iter().map(move |cell| (number * each, *cell)));
    for (node, (offset, spot, link)) in repeated {
        let offset = node + offset;
        if block.size.is_some_and(|size| offset + pointer > size) {
            continue;
        }
        let value = match block.zeroed {
            true => Lin::ZERO,
            false => {
                let member = context.layouts.member_name(target, offset - node, pointer);
                memory::unset(state, format!("{}->{member}", state.info(block.base).name)).value()
            }
        };
        let Some(base) = block.base.value().plus((node + spot.owner_at) as i64) else { continue };
        state.log.push(Entry::Store {
            field: Field { owner: spot.owner, at: spot.at },
            size: pointer,
            base,
            value,
            link: Some(link),
            span: block.span,
        });
    }
}

/// A pure operation: the same operands give the same result.
pub fn pure(state: &mut State, operation: String, operands: Vec<Lin>, name: &str) -> Sym {
    let key = (operation, operands);
    if let Some(sym) = state.pure.get(&key) {
        return *sym;
    }
    // What is computed from any number can be any number.
    let data = |value: &Lin| value.base.is_none_or(|base| state.info(base).origin == Origin::Data);
    let is_data = !key.1.is_empty() && key.1.iter().all(data);
    let sym = state.symbol(name, if is_data { Origin::Data } else { Origin::Opaque });
    state.pure.insert(key, sym);
    sym
}

/// That a number is not zero; the truth value it stands for where it does.
fn nonzero(state: &State, value: Lin) -> Formula {
    match value.symbol().and_then(|sym| state.truths.get(&sym)) {
        Some(truth) => truth.clone(),
        None => Formula::differ(value, Lin::ZERO),
    }
}

/// Equality, where one side may be a truth value as a number.
fn equality(state: &State, one: Lin, other: Lin) -> Formula {
    match (one == Lin::ZERO, other == Lin::ZERO) {
        (_, true) => nonzero(state, one).negated(),
        (true, _) => nonzero(state, other).negated(),
        _ => Formula::equal(one, other),
    }
}

/// An order of which only its being the same each time is known.
fn opaque_order(state: &mut State, op: CmpOp, one: Lin, other: Lin) -> Formula {
    // A comparison and its negation are one symbol.
    let (name, one, other, negated) = match op {
        CmpOp::Ult => ("unsigned less", one, other, false),
        CmpOp::Uge => ("unsigned less", one, other, true),
        CmpOp::Ugt => ("unsigned less", other, one, false),
        CmpOp::Ule => ("unsigned less", other, one, true),
        CmpOp::Slt => ("signed less", one, other, false),
        CmpOp::Sge => ("signed less", one, other, true),
        CmpOp::Sgt => ("signed less", other, one, false),
        CmpOp::Sle => ("signed less", other, one, true),
        CmpOp::Eq | CmpOp::Ne => ("equal", one, other, op == CmpOp::Ne),
    };
    let sym = pure(state, name.to_string(), vec![one, other], "a comparison");
    let formula = Formula::differ(sym.value(), Lin::ZERO);
    if negated { formula.negated() } else { formula }
}

/// A constant of some bits as a signed number.
pub fn signed(value: u128, bits: u32) -> i64 {
    let shift = 64 - bits.clamp(1, 64);
    ((value as u64) << shift) as i64 >> shift
}

/// Arithmetic on constants, as the machine does it.
fn fold(op: BinaryOp, one: i64, other: i64, bits: u32) -> Option<i64> {
    let value = match op {
        BinaryOp::Add => one.wrapping_add(other),
        BinaryOp::Sub => one.wrapping_sub(other),
        BinaryOp::Mul => one.wrapping_mul(other),
        BinaryOp::And => one & other,
        BinaryOp::Or => one | other,
        BinaryOp::Xor => one ^ other,
        _ => return None,
    };
    (bits <= 64).then(|| signed(value as u64 as u128, bits))
}
