//! What functions do with the pointers that they are given, as their code says without being executed.
//!
//! A callee that *keeps* a pointer leaves it in memory, so that it must not be the address of a local variable of the
//! caller; one that *returns* it gives it back. A parameter is *out* if the callee only ever writes what it points to,
//! on all paths, so that the caller need not have set it.
//!
//! Only the pointer itself is followed, through arithmetic and local variables, and not what is read from memory: as
//! long as the address of a local variable is nowhere in memory, no load gives it. Whoever asks takes care of that.
//!
//! Invariant: `keeps` and `returns` are never false where a run can keep or return the pointer.

use crate::code::allocators;
use ir::{Body, Callee, FuncId, Function, InstKind, Operand, Program, TerminatorKind, ValueId};
use std::collections::BTreeSet;

/// What a function does with a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Keeping {
    /// It may leave the pointer in memory.
    pub keeps: bool,
    /// It may return the pointer.
    pub returns: bool,
}

impl Keeping {
    /// What a function does of which only the type is known.
    pub const FOREIGN: Keeping = Keeping { keeps: true, returns: true };

    /// What the described functions of the C library do with an argument: they keep it where the row says so, and those
    /// that return a pointer may return any they were given.
    fn of_library(name: &str, index: usize) -> Keeping {
        let keeps = clib::row(name).is_some_and(|row| row.keeps.contains(&index));
        Keeping { keeps, returns: true }
    }
}

/// What all functions do with their parameters.
#[derive(Clone, Debug)]
pub struct AllKeeping {
    functions: Vec<Vec<Keeping>>,
    /// What functions do with arguments that their types do not name.
    variadic: Vec<Keeping>,
}

impl AllKeeping {
    /// Looks at all functions of a program.
    pub fn new(program: &Program) -> AllKeeping {
        let is_described = |function: &Function| {
            let by_library = clib::primitive(&function.name, program.target).is_some()
                || allocators::of(program, function).is_some();
            function.body.is_none() && by_library
        };
        let argument = |function: &Function, index: usize| match &function.body {
            Some(_) => Keeping::default(),
            None if is_described(function) => Keeping::of_library(&function.name, index),
            None => Keeping::FOREIGN,
        };
        let arguments =
            |function: &Function| (0..function.params.len()).map(|index| argument(function, index)).collect();
        let variadic = |function: &Function| match is_described(function) {
            true => Keeping::of_library(&function.name, function.params.len()),
            false => Keeping::FOREIGN,
        };
        let functions = &program.functions;
        let mut all = AllKeeping {
            functions: functions.iter().map(arguments).collect(),
            variadic: functions.iter().map(variadic).collect(),
        };
        // More is only ever found, so this ends.
        let mut changed = true;
        while changed {
            changed = false;
            for id in program.function_ids() {
                let Some(body) = &program.function(id).body else { continue };
                for index in 0..program.function(id).params.len() {
                    let found = Search::new(program, &all, body, ValueId::new(index)).run();
                    let known = &mut all.functions[id.index()][index];
                    changed |= *known != found;
                    *known = found;
                }
            }
        }
        all
    }

    /// What a function does with an argument, which may be one of those that its type does not name.
    pub fn of(&self, id: FuncId, index: usize) -> Keeping {
        self.functions[id.index()].get(index).copied().unwrap_or(self.variadic[id.index()])
    }

    /// All that is known of a function.
    pub fn of_function(&self, id: FuncId) -> &[Keeping] {
        &self.functions[id.index()]
    }
}

/// The search for what becomes of one parameter.
struct Search<'a> {
    program: &'a Program,
    all: &'a AllKeeping,
    body: &'a Body,
    /// The values that may be the pointer, or made from it.
    derived: BTreeSet<ValueId>,
    /// The values that may be addresses in local variables.
    local: BTreeSet<ValueId>,
    /// Of these, the values that may also be other addresses.
    elsewhere: BTreeSet<ValueId>,
    /// Whether the pointer is in a local variable.
    is_in_locals: bool,
    found: Keeping,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, all: &'a AllKeeping, body: &'a Body, param: ValueId) -> Search<'a> {
        Search {
            program,
            all,
            body,
            derived: BTreeSet::from([param]),
            local: BTreeSet::new(),
            elsewhere: BTreeSet::new(),
            is_in_locals: false,
            found: Keeping::default(),
        }
    }

    fn run(mut self) -> Keeping {
        loop {
            let before = (self.derived.len(), self.local.len(), self.elsewhere.len(), self.is_in_locals);
            for block in &self.body.blocks {
                for inst in &block.insts {
                    self.inst(&inst.kind, &inst.results);
                }
                if let TerminatorKind::Return(values) = &block.terminator.kind {
                    self.found.returns |= values.iter().any(|value| self.is_derived(*value));
                }
            }
            if before == (self.derived.len(), self.local.len(), self.elsewhere.len(), self.is_in_locals) {
                break;
            }
        }
        self.found
    }

    fn is_derived(&self, operand: Operand) -> bool {
        operand.value().is_some_and(|id| self.derived.contains(&id))
    }

    fn is_local(&self, operand: Operand) -> bool {
        operand.value().is_some_and(|id| self.local.contains(&id))
    }

    /// Whether an address is surely in a local variable.
    fn is_surely_local(&self, operand: Operand) -> bool {
        self.is_local(operand) && operand.value().is_some_and(|id| !self.elsewhere.contains(&id))
    }

    /// The results are made from the operands.
    fn passes(&mut self, operands: &[Operand], results: &[ValueId]) {
        if operands.iter().any(|it| self.is_derived(*it)) {
            self.derived.extend(results);
        }
        if operands.iter().any(|it| self.is_local(*it)) {
            self.local.extend(results);
            let other = |it: &Operand| match it {
                Operand::Value(id) => !self.local.contains(id) || self.elsewhere.contains(id),
                Operand::Global { .. } => true,
                _ => false,
            };
            if operands.iter().any(other) {
                self.elsewhere.extend(results);
            }
        }
    }

    /// A pointer is written to an address.
    fn writes(&mut self, address: Operand) {
        match self.is_surely_local(address) {
            true => self.is_in_locals = true,
            false => {
                self.found.keeps = true;
                self.is_in_locals |= self.is_local(address);
            }
        }
    }

    fn inst(&mut self, kind: &InstKind, results: &[ValueId]) {
        match kind {
            InstKind::Alloca { .. } => self.local.extend(results),
            InstKind::Load { ptr, .. } => {
                if self.is_in_locals && self.is_local(*ptr) {
                    self.derived.extend(results);
                }
            }
            InstKind::Store { value, ptr, .. } => {
                if self.is_derived(*value) {
                    self.writes(*ptr);
                }
                // Where the address of a local variable is kept, whoever reads it finds what is in there.
                if self.is_in_locals && self.is_local(*value) && !self.is_surely_local(*ptr) {
                    self.found.keeps = true;
                }
            }
            InstKind::MemCopy { dst, src, .. } => {
                if self.is_in_locals && self.is_local(*src) {
                    self.writes(*dst);
                }
            }
            InstKind::PtrAdd { base, .. } => self.passes(&[*base], results),
            InstKind::Binary { lhs, rhs, .. } => self.passes(&[*lhs, *rhs], results),
            InstKind::Cast { value, .. } => self.passes(&[*value], results),
            InstKind::Select { then, otherwise, .. } => self.passes(&[*then, *otherwise], results),
            InstKind::Intrinsic { args, .. } => self.passes(args, results),
            InstKind::Phi { incoming, .. } => {
                let operands: Vec<Operand> = incoming.iter().map(|(_, operand)| *operand).collect();
                self.passes(&operands, results);
            }
            InstKind::Call { callee, args, .. } => {
                for (index, arg) in args.iter().enumerate() {
                    let keeping = self.callee(*callee, index);
                    if self.is_derived(arg.value) {
                        self.found.keeps |= keeping.keeps;
                        if keeping.returns {
                            self.derived.extend(results);
                        }
                    }
                    if self.is_local(arg.value) {
                        // Callees see what is in the variable, and may return it or an address in it.
                        if self.is_in_locals && !self.is_described(*callee) {
                            self.found.keeps = true;
                        }
                        self.local.extend(results);
                        self.elsewhere.extend(results);
                    }
                }
            }
            InstKind::Unsupported { .. } => self.found = Keeping::FOREIGN,
            InstKind::ScopeBegin { .. }
            | InstKind::ScopeEnd { .. }
            | InstKind::StackSave
            | InstKind::Unwritten { .. }
            | InstKind::StackRestore { .. }
            | InstKind::VarIs { .. }
            | InstKind::VarEnd { .. }
            | InstKind::MemSet { .. }
            | InstKind::Compare { .. }
            | InstKind::FCompare { .. }
            | InstKind::VaStart { .. }
            | InstKind::VaEnd { .. }
            | InstKind::VaCopy { .. }
            | InstKind::Trap => {}
        }
    }

    fn callee(&self, callee: Callee, index: usize) -> Keeping {
        match callee {
            Callee::Direct(id) => self.all.of(id, index),
            Callee::Indirect(_) => Keeping::FOREIGN,
        }
    }

    fn is_described(&self, callee: Callee) -> bool {
        let Callee::Direct(id) = callee else { return false };
        let function = self.program.function(id);
        function.body.is_none() && clib::primitive(&function.name, self.program.target).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keeping(code: &str) -> Keeping {
        let text = format!(
            "target 64\nglobal @top size 8 align 8 local init\nfunc @f(ptr %0) -> ptr {{\n{code}\n}}\ndeclare @other(ptr)\n"
        );
        let program: Program = text.parse().unwrap();
        AllKeeping::new(&program).of(FuncId(0), 0)
    }

    #[test]
    fn a_pointer_in_a_global_is_kept() {
        let found = keeping("bb0:\n  store ptr %0, @top align 8\n  return null");
        assert_eq!(found, Keeping { keeps: true, returns: false });
    }

    #[test]
    fn the_library_keeps_what_its_rows_say() {
        let text = "target 64\nfunc @f(ptr %0, ptr %1) {\nbb0:\n  call @setbuf(ptr %0, ptr %1)\n  return\n}\n\
                    declare @setbuf(ptr, ptr)\n";
        let all = AllKeeping::new(&text.parse().unwrap());
        let keeps = |function: u32, index: usize| all.of(FuncId(function), index).keeps;
        assert_eq!([keeps(1, 0), keeps(1, 1)], [false, true]);
        assert_eq!([keeps(0, 0), keeps(0, 1)], [false, true]);
    }

    #[test]
    fn an_interior_pointer_is_the_pointer() {
        let found = keeping("bb0:\n  %1 = ptradd %0, 8\n  return %1");
        assert_eq!(found, Keeping { keeps: false, returns: true });
    }

    #[test]
    fn nothing_is_known_of_functions_elsewhere() {
        let found = keeping("bb0:\n  call @other(ptr %0)\n  return null");
        assert!(found.keeps);
    }

    #[test]
    fn a_pointer_is_found_behind_a_local_variable() {
        let code = "bb0:\n  %1 = alloca 8 align 8\n  store ptr %0, %1 align 8\n  %2: ptr = load ptr %1 align 8\n  \
                    store ptr %2, @top align 8\n  return null";
        assert!(keeping(code).keeps);
    }
}
