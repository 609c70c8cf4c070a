//! Writing to a standard stream or descriptor may fail, where the program looks at the result.
//!
//! ```text
//! %n = call @printf(…)        →    %m = call @printf(…)
//!                                  %outcome = call @__heapproof_system(ROOM, …)
//!                                  %n = %outcome is no error ? %m : what a failure gives
//! ```
//!
//! The primitives themselves always succeed. Whether there was room is asked of the system afterwards, so that an explorer
//! tries both and a replay has the answer among its inputs. A failure also sets `errno`, where the program has one. What a
//! failed call wrote before it failed is as if it had succeeded: nothing of the program's memory depends on it. A failed
//! `read` leaves memory alone; that is the case in which the primitive reads nothing.
//!
//! Calls through pointers are left as they are; then the assumption is printed ([`crate::Promise::NoFailure`]).

use crate::assumption::is_modelled;
use crate::row::Failure;
use crate::{Promise, Row, SystemCall};
use ir::{
    Arg, BinaryOp, Body, Callee, CastOp, CmpOp, FuncId, Function, GlobalId, Inst, InstKind, Operand, Param,
    Program, Scalar, ValueId,
};

/// How the system is asked.
const SYSTEM: &str = "__heapproof_system";
/// The numbers of errors are below this.
const ERRORS: u64 = 134;
/// More bytes than this are not told one by one.
const MOST_ROOM: u64 = 1 << 30;

/// What a failing call gives.
#[derive(Clone, Copy)]
enum Failing {
    /// A number.
    Gives(i64),
    /// How many bytes or elements were written before; this number where none were.
    Counts(i64),
}

/// How a function fails whose result promises that it does not, as far as the result tells.
fn failing(row: &Row, results: &[Scalar], word: Scalar) -> Option<Failing> {
    if row.promises != Some(Promise::NoFailure) {
        return None;
    }
    let counts = !row.prints.is_empty() && results == [word];
    match row.fails? {
        Failure::Minus if counts => Some(Failing::Counts(-1)),
        Failure::Minus => Some(Failing::Gives(-1)),
        Failure::NotZero => Some(Failing::Gives(1)),
        Failure::Fewer => Some(Failing::Counts(0)),
        Failure::Null | Failure::Error => None,
    }
}

/// Lets the calls of a program fail whose results promise that they do not.
pub(crate) fn add(program: &mut Program) {
    let word = Scalar::Int((program.target.pointer_bytes * 8) as u8);
    let concerned: Vec<Option<Failing>> = program
        .functions
        .iter()
        .map(|function| {
            let row = crate::row(&function.name).filter(|_| is_modelled(program, function))?;
            failing(row, &function.results, word)
        })
        .collect();
    if concerned.iter().all(Option::is_none) {
        return;
    }
    let is_own = |function: &Function| !crate::is_of_library(program, function.span);
    let own: Vec<FuncId> = program.function_ids().filter(|id| is_own(program.function(*id))).collect();
    let mut system = program.find_function(SYSTEM);
    let errno = crate::error_number(program);
    for id in own {
        let Some(mut body) = program.functions[id.index()].body.take() else { continue };
        for (block, at, result) in calls(&body, &concerned, system) {
            let asks = *system.get_or_insert_with(|| declare(program, word));
            let insts = behind(&mut body, (block, at), result, (asks, errno), word);
            body.blocks[block].insts.splice(at + 1..at + 1, insts);
        }
        program.functions[id.index()].body = Some(body);
    }
}

/// The calls whose result is looked at, by block and place, the last first, so that adding behind one moves no other.
fn calls(body: &Body, concerned: &[Option<Failing>], system: Option<FuncId>) -> Vec<(usize, usize, Failing)> {
    let callee = |inst: &Inst| match inst.kind {
        InstKind::Call { callee: Callee::Direct(id), .. } => Some(id),
        _ => None,
    };
    let mut used = vec![false; body.values.len()];
    for block in &body.blocks {
        let mut note = |value: ValueId| used[value.index()] = true;
        let insts = block.insts.iter().filter(|inst| !matches!(inst.kind, InstKind::VarIs { .. }));
        insts.for_each(|inst| inst.kind.for_each_value(&mut note));
        block.terminator.kind.for_each_value(&mut note);
    }
    let mut found = Vec::new();
    for (number, block) in body.blocks.iter().enumerate() {
        for (at, inst) in block.insts.iter().enumerate() {
            let Some(failing) = callee(inst).and_then(|id| concerned.get(id.index()).copied().flatten())
            else {
                continue;
            };
            // What was added before is left alone.
            let is_done = system.is_some() && block.insts.get(at + 1).and_then(callee) == system;
            if inst.result().is_some_and(|result| used[result.index()]) && !is_done {
                found.push((number, at, failing));
            }
        }
    }
    found.reverse();
    found
}

/// What follows a call, whose result gets another name.
fn behind(
    body: &mut Body,
    (block, at): (usize, usize),
    failing: Failing,
    (system, errno): (FuncId, Option<GlobalId>),
    word: Scalar,
) -> Vec<Inst> {
    let call = &mut body.blocks[block].insts[at];
    let (span, result) = (call.span, call.results[0]);
    let ty = body.values[result.index()].ty;
    let raw = body.add_value(ty, None);
    body.blocks[block].insts[at].results[0] = raw;
    let Scalar::Int(bits) = ty else { unreachable!("what promises not to fail gives a number") };
    let Scalar::Int(word_bits) = word else { unreachable!("a word is a number") };
    let mut insts = Vec::new();
    let mut add = |body: &mut Body, ty: Scalar, kind: InstKind| {
        let value = body.add_value(ty, None);
        insts.push(Inst { results: [value].into_iter().collect(), kind, span });
        Operand::from(value)
    };
    let number = |value: Operand, ty: Scalar| Arg { value, ty, by_value: None };
    let zero = Operand::int(word_bits, 0);
    let call = Operand::int(32, SystemCall::Room.number().into());
    let args = vec![
        number(call, Scalar::Int(32)),
        number(Operand::Null, Scalar::Ptr),
        number(Operand::Null, Scalar::Ptr),
        number(zero, word),
        number(zero, word),
        number(zero, word),
    ];
    let ask = InstKind::Call { callee: Callee::Direct(system), args, variadic_from: None };
    let outcome = add(body, word, ask);
    // From -134 on an error; above zero, how much there was room for. All other numbers stand for success.
    let answers = match failing {
        Failing::Gives(_) => ERRORS,
        Failing::Counts(_) => ERRORS + MOST_ROOM,
    };
    let shift = Operand::int(word_bits, ERRORS.into());
    let shifted = InstKind::Binary { op: BinaryOp::Add, lhs: outcome, rhs: shift, signed: false };
    let shifted = add(body, word, shifted);
    let bound = Operand::int(word_bits, answers.into());
    let is_no_answer =
        add(body, Scalar::BOOL, InstKind::Compare { op: CmpOp::Uge, lhs: shifted, rhs: bound });
    let is_zero = add(body, Scalar::BOOL, InstKind::Compare { op: CmpOp::Eq, lhs: outcome, rhs: zero });
    let or = |lhs, rhs| InstKind::Binary { op: BinaryOp::Or, lhs, rhs, signed: false };
    let mut succeeds = add(body, Scalar::BOOL, or(is_no_answer, is_zero));
    let constant = |value: i64| Operand::int(bits, value as u128);
    let fallback = match failing {
        Failing::Gives(value) => constant(value),
        Failing::Counts(none) => {
            let enough = InstKind::Compare { op: CmpOp::Sge, lhs: outcome, rhs: raw.into() };
            let enough = add(body, Scalar::BOOL, enough);
            succeeds = add(body, Scalar::BOOL, or(succeeds, enough));
            let fails =
                add(body, Scalar::BOOL, InstKind::Compare { op: CmpOp::Slt, lhs: outcome, rhs: zero });
            add(body, ty, InstKind::Select { cond: fails, then: constant(none), otherwise: outcome })
        }
    };
    if let Some(errno) = errno {
        let place = Operand::Global { id: errno, offset: 0 };
        let int = Scalar::Int(32);
        let before = add(body, int, InstKind::Load { ty: int, ptr: place, align: 4, volatile: false });
        let negated = InstKind::Binary { op: BinaryOp::Sub, lhs: zero, rhs: outcome, signed: false };
        let mut error = add(body, word, negated);
        if word != int {
            error = add(body, int, InstKind::Cast { op: CastOp::Trunc, value: error });
        }
        let value = add(body, int, InstKind::Select { cond: succeeds, then: before, otherwise: error });
        let store = InstKind::Store { ty: int, value, ptr: place, align: 4, volatile: false };
        insts.push(Inst { results: Default::default(), kind: store, span });
    }
    let select = InstKind::Select { cond: succeeds, then: raw.into(), otherwise: fallback };
    insts.push(Inst { results: [result].into_iter().collect(), kind: select, span });
    insts
}

/// Declares the function that asks the system.
fn declare(program: &mut Program, word: Scalar) -> FuncId {
    let int = Scalar::Int(32);
    let params = [int, Scalar::Ptr, Scalar::Ptr, word, word, word];
    program.functions.push(Function {
        name: SYSTEM.to_string(),
        params: params.into_iter().map(|ty| Param { ty, by_value: None }).collect(),
        variadic: false,
        results: vec![word],
        local: false,
        noreturn: false,
        ty: None,
        span: None,
        body: None,
    });
    FuncId::new(program.functions.len() - 1)
}

/// Whether all that a program does with a function is to call it by its name, so that its calls [`add`] covers them.
pub(crate) fn covers(program: &Program, function: &Function) -> bool {
    let word = Scalar::Int((program.target.pointer_bytes * 8) as u8);
    crate::row(&function.name).is_some_and(|row| failing(row, &function.results, word).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "target 64\ndeclare @puts(ptr) -> i32\ndeclare @write(i32, ptr, i64) -> i64\n\
                        func @f(ptr %p.0) -> i64 {\nbb0:\n  %a.1: i32 = call @puts(ptr %p.0)\n  \
                        %b.2: i32 = call @puts(ptr %p.0)\n  %c.3 = cmp slt %b.2, i32 0\n  branch %c.3, bb1, bb2\n\
                        bb1:\n  return i64 0\nbb2:\n  %n.4: i64 = call @write(i32 1, ptr %p.0, i64 8)\n  \
                        return %n.4\n}\n";

    fn asked(program: &Program) -> usize {
        let body = program.function(program.find_function("f").unwrap()).body.as_ref().unwrap();
        let system = program.find_function(SYSTEM).unwrap();
        let insts = body.blocks.iter().flat_map(|block| &block.insts);
        let asks = |inst: &&Inst| matches!(inst.kind, InstKind::Call { callee: Callee::Direct(id), .. } if id == system);
        insts.filter(asks).count()
    }

    #[test]
    fn results_that_are_looked_at_may_be_failures() {
        let mut program: Program = TEXT.parse().unwrap();
        add(&mut program);
        assert_eq!(ir::validate(&program), Ok(()));
        assert_eq!(asked(&program), 2);
        add(&mut program);
        assert_eq!(asked(&program), 2);
    }
}
