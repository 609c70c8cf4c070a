//! What the models take for granted where C leaves it to the implementation or to the environment.
//!
//! An assumption is named with every verdict on a program that uses the function, or the result of the function
//! where it is about no more than that.

use crate::Promise;
use crate::failing;
use ir::{Body, Callee, FuncId, Function, Inst, InstKind, Operand, Program, Scalar, Target, ValueId};

/// What is taken for granted about the library where C leaves it open. Reports have the words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Assumption {
    /// An allocation of more than so many bytes fails.
    LargestBlock {
        /// The size of the largest block.
        bytes: u64,
    },
    /// `atoi` and its kin cut numbers that are too large.
    AtoiCuts,
    /// `bsearch` compares as a search by halves does, and finds the first that it meets.
    BsearchHalves,
    /// Characters are classified and converted as in the GNU C library, also those below zero.
    CharacterClasses,
    /// `errno` is set as the GNU C library does, and functions that succeed leave it as it is.
    Errno,
    /// Functions that are given a null pointer and a length of zero do nothing with it.
    NullOfNothing,
    /// Locals that change between `setjmp` and `longjmp` are volatile where they are read afterwards.
    SetjmpLocals,
    /// No signal arrives from outside, and handlers stay where they are set.
    NoSignals,
    /// `qsort` compares as a merge sort does, and keeps elements that compare as equal in their order.
    QsortMerges,
    /// Random numbers are the sequence of the GNU C library.
    RandomSequence,
    /// `realloc` to no bytes frees the block and returns null, as in the GNU C library.
    ReallocToNothing,
    /// `sscanf` cuts numbers that are too large.
    ScanfCuts,
    /// The environment asks for the locale C.
    LocaleC,
    /// The program has one thread.
    OneThread,
    /// The texts of errors are those of the GNU C library.
    ErrorTexts,
    /// What the system knows of users, groups, terminals and machines has a size that no system exceeds.
    SystemTexts,
    /// The clock shows a time from 1970 to 9999.
    ClockRange,
    /// The time zone is UTC.
    Utc,
    /// A file that is mapped into memory is as long as the mapping, and nobody else changes it.
    Mapped,
    /// A result that the program looks at is as the model has it.
    Promise(Promise),
    /// Equal literals in one file are one object, as clang makes them.
    EqualLiterals,
}

impl Assumption {
    /// What holds where a program may ask for a block that is too large.
    pub fn largest_block(target: Target) -> Assumption {
        Assumption::LargestBlock { bytes: crate::largest_block(target) }
    }
}

/// What holds only because the library is as modelled, for the functions that a program uses.
pub fn assumptions(program: &Program) -> Vec<Assumption> {
    let used = used_by_program(program);
    let is_used = |function: &Function, used: bool| used && is_modelled(program, function);
    let modelled = program.functions.iter().zip(&used).filter(|(function, used)| is_used(function, **used));
    let mut needed: Vec<Assumption> =
        modelled.filter_map(|(function, _)| crate::row(&function.name)?.assumes).collect();
    needed.sort_unstable();
    needed.dedup();
    let rests = Promise::ALL.into_iter().filter(|promise| rests_on(program, *promise));
    needed.extend(rests.map(Assumption::Promise));
    if may_compare_equal_literals(program) {
        needed.push(Assumption::EqualLiterals);
    }
    needed
}

/// Whether addresses of literals are compared that may stand for several equal ones of the source: clang makes them one.
fn may_compare_equal_literals(program: &Program) -> bool {
    let own = || program.functions.iter().filter(|function| !is_modelled(program, function));
    let bodies = || own().filter_map(|function| function.body.as_ref());
    let compares = |body: &Body, inst: &Inst| match &inst.kind {
        InstKind::Compare { lhs, rhs, .. } => [lhs, rhs]
            .iter()
            .all(|side| !matches!(side, Operand::Null) && body.operand_type(**side) == Scalar::Ptr),
        _ => false,
    };
    let mut blocks = bodies().flat_map(|body| body.blocks.iter().map(move |block| (body, block)));
    if !blocks.any(|(body, block)| block.insts.iter().any(|inst| compares(body, inst))) {
        return false;
    }
    let mut uses = vec![0u32; program.globals.len()];
    let mut note = |operand: &Operand| {
        if let Operand::Global { id, .. } = operand {
            uses[id.index()] += 1;
        }
    };
    let inits = program.globals.iter().filter_map(|global| global.init.as_ref());
    inits.flat_map(|init| &init.relocs).for_each(|reloc| note(&reloc.target));
    for body in bodies() {
        for block in &body.blocks {
            for inst in &block.insts {
                // What the library is given comes back in a result only.
                let is_kept = match &inst.kind {
                    InstKind::Call { callee: Callee::Direct(id), .. } => {
                        let returns = inst.results.iter().any(|id| body.value_type(*id) == Scalar::Ptr);
                        returns || !is_modelled(program, program.function(*id))
                    }
                    InstKind::VarIs { .. } => false,
                    _ => true,
                };
                if is_kept {
                    inst.kind.for_each_operand(&mut note);
                }
            }
            block.terminator.kind.for_each_operand(&mut note);
        }
    }
    // The name of a function is one object by C's own word.
    let is_literal = |global: &ir::Global| global.mergeable && !global.name.starts_with("__");
    program.globals.iter().zip(uses).any(|(global, uses)| is_literal(global) && uses > 1)
}

/// The functions that the program itself names, not only the library.
fn used_by_program(program: &Program) -> Vec<bool> {
    let mut used = vec![false; program.functions.len()];
    let mut note = |operand: &Operand| {
        if let Operand::Func(id) = operand {
            used[id.index()] = true;
        }
    };
    let inits = program.globals.iter().filter_map(|global| global.init.as_ref());
    inits.flat_map(|init| &init.relocs).for_each(|reloc| note(&reloc.target));
    let own = program.functions.iter().filter(|function| !is_modelled(program, function));
    for block in own.filter_map(|function| function.body.as_ref()).flat_map(|body| &body.blocks) {
        for inst in &block.insts {
            inst.kind.for_each_operand(&mut note);
            if let InstKind::Call { callee: Callee::Direct(id), .. } = inst.kind {
                note(&Operand::Func(id));
            }
        }
        block.terminator.kind.for_each_operand(&mut note);
    }
    used
}

/// Whether the program looks at a result that C does not fix.
fn rests_on(program: &Program, promise: Promise) -> bool {
    let promises =
        |function: &Function| crate::row(&function.name).is_some_and(|row| row.promises == Some(promise));
    let concerned = |function: &Function| promises(function) && is_modelled(program, function);
    let concerned: Vec<bool> = program.functions.iter().map(concerned).collect();
    if !concerned.contains(&true) {
        return false;
    }
    let is_one = |id: FuncId| concerned[id.index()];
    let names_one = |operand: &Operand| matches!(operand, Operand::Func(id) if is_one(*id));
    let stored = program.globals.iter().filter_map(|global| global.init.as_ref());
    let is_stored = stored.flat_map(|init| &init.relocs).any(|reloc| names_one(&reloc.target));
    let own = program.functions.iter().filter(|function| !is_modelled(program, function));
    let mut bodies = own.filter_map(|function| function.body.as_ref());
    // Calls by name that may fail promise nothing.
    let promises_result = |id: FuncId| is_one(id) && !failing::covers(program, program.function(id));
    let uses = |body: &Body| {
        takes_address(body, &is_one) || uses_result(body, promise == Promise::Difference, &promises_result)
    };
    is_stored || bodies.any(uses)
}

/// Whether a body passes one of these functions on.
fn takes_address(body: &Body, is_one: &dyn Fn(FuncId) -> bool) -> bool {
    let mut found = false;
    let mut visit = |operand: &Operand| found |= matches!(operand, Operand::Func(id) if is_one(*id));
    for block in &body.blocks {
        block.insts.iter().for_each(|inst| inst.kind.for_each_operand(&mut visit));
        block.terminator.kind.for_each_operand(&mut visit);
    }
    found
}

/// Whether a body uses the result of one of these functions, other than by its sign where that is fixed.
fn uses_result(body: &Body, fixes_sign: bool, is_one: &dyn Fn(FuncId) -> bool) -> bool {
    let insts = || body.blocks.iter().flat_map(|block| &block.insts);
    let calls_one =
        |inst: &&Inst| matches!(inst.kind, InstKind::Call { callee: Callee::Direct(id), .. } if is_one(id));
    let results: Vec<ValueId> =
        insts().filter(calls_one).flat_map(|inst| inst.results.iter().copied()).collect();
    let mut found = false;
    let mut visit =
        |operand: &Operand| found |= matches!(operand, Operand::Value(id) if results.contains(id));
    let is_zero = |operand: &Operand| matches!(operand, Operand::Int { value: 0, .. });
    for inst in insts() {
        match &inst.kind {
            InstKind::Compare { lhs, rhs, .. } if fixes_sign && (is_zero(lhs) || is_zero(rhs)) => {}
            InstKind::VarIs { .. } => {}
            kind => kind.for_each_operand(&mut visit),
        }
    }
    body.blocks.iter().for_each(|block| block.terminator.kind.for_each_operand(&mut visit));
    found
}

/// Whether a function is the library's: without a body, or with the one that was linked in.
pub(crate) fn is_modelled(program: &Program, function: &Function) -> bool {
    let from_library = crate::is_of_library(program, function.span);
    function.body.is_none() || from_library
}

#[cfg(test)]
mod tests {
    use super::assumptions;
    use ir::Program;

    #[test]
    fn only_what_is_used_is_assumed() {
        let calling = "func @f() -> ptr {\nbb0:\n  %x.0: ptr = call @strerror(i32 1)\n  return %x.0\n}\n";
        let mut program: Program =
            format!("target 64\ndeclare @strerror(i32) -> ptr\n{calling}").parse().unwrap();
        assert_eq!(assumptions(&program).len(), 1);
        crate::link(&mut program);
        assert_eq!(assumptions(&program).len(), 1, "also when it is linked in");
        let own =
            format!("target 64\nfunc @strerror(i32 %n.0) -> ptr {{\nbb0:\n  return null\n}}\n{calling}");
        assert_eq!(assumptions(&own.parse().unwrap()), Vec::new());
    }

    #[test]
    fn the_sign_of_a_comparison_is_not_assumed() {
        let of = |use_of: &str| {
            let text = format!(
                "target 64\ndeclare @strcmp(ptr, ptr) -> i32\nfunc @f() -> i32 {{\nbb0:\n  \
                 %x.0: i32 = call @strcmp(ptr null, ptr null)\n{use_of}}}\n"
            );
            assumptions(&text.parse().unwrap()).len()
        };
        assert_eq!(of("  %y.1 = cmp slt %x.0, i32 0\n  return 0\n"), 0);
        assert_eq!(of("  %y.1 = cmp eq %x.0, i32 1\n  return 0\n"), 1);
        assert_eq!(of("  return %x.0\n"), 1);
    }

    #[test]
    fn literals_in_several_places_are_told_where_addresses_are_compared() {
        let of = |compared: &str, other: &str| {
            let text = format!(
                "target 64\nglobal @.str size 2 align 1 const local mergeable init \"a\"\nglobal @.str.1 size 2 align \
                 1 const local mergeable init \"b\"\nfunc @f(ptr %p.0) -> ptr {{\nbb0:\n  %x.1 = cmp eq %p.0, \
                 {compared}\n  return {other}\n}}\n"
            );
            assumptions(&text.parse().unwrap()).len()
        };
        assert_eq!(of("@.str", "@.str"), 1);
        assert_eq!(of("@.str", "@.str.1"), 0);
        assert_eq!(of("null", "@.str"), 0);
    }

    #[test]
    fn a_promise_is_told_where_somebody_looks() {
        let of = |function: &str, result: &str| {
            let text = format!(
                "target 64\ndeclare @{function}(ptr) -> i32\nfunc @f() -> i32 {{\nbb0:\n  \
                 %x.0: i32 = call @{function}(ptr null)\n  return {result}\n}}\n"
            );
            assumptions(&text.parse().unwrap()).len()
        };
        assert_eq!(of("feof", "0"), 0);
        assert_eq!(of("feof", "%x.0"), 1);
        // What may fail promises nothing.
        assert_eq!(of("puts", "%x.0"), 0);
    }
}
