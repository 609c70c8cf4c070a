//! What is to be decided.

use crate::Assumption;
use ir::{
    Annotation, BinaryOp, Body, FuncId, Inst, InstKind, Operand, Program, Property, PropertySet, Span,
    Volatile,
};

/// A question about a program.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The program.
    pub program: &'a Program,
    /// Where execution starts.
    pub entry: FuncId,
    /// What is checked.
    pub properties: PropertySet,
    /// Whether allocation can fail.
    pub malloc: Malloc,
}

/// A question about the functions of a program, each for itself.
#[derive(Clone, Copy)]
pub struct FunctionTask<'a> {
    /// The program.
    pub program: &'a Program,
    /// What the source says about its functions, in comments; empty where the engine does not ask for it.
    pub annotations: &'a [Annotation],
    /// Whether the function of this name is wanted.
    pub wanted: &'a (dyn Fn(&str) -> bool + Sync),
    /// Whether allocation can fail.
    pub malloc: Malloc,
}

/// A mistake in an annotation. With one of these there is nothing to decide: nobody knows what was meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnnotationError {
    /// Where.
    pub span: Option<Span>,
    /// What is wrong with it, for people to read.
    pub message: String,
}

/// Whether allocation can fail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Malloc {
    /// Every allocation may fail, independently of all others.
    #[default]
    MayFail,
    /// Every allocation succeeds.
    Ok,
}

impl Task<'_> {
    /// Whether the function where execution starts looks at the arguments of the program.
    pub fn looks_at_arguments(&self) -> bool {
        has_arguments(self.program, self.entry)
    }

    /// The assumptions under which every verdict on this task holds.
    pub fn assumptions(&self) -> Vec<Assumption> {
        let mut list = vec![Assumption::Target { bits: self.program.target.pointer_bytes * 8 }];
        if !self.properties.contains(Property::NoOverflow) {
            list.push(Assumption::SignedWraps);
        } else {
            // Clang evaluates these before it says what is signed.
            list.push(Assumption::ConstantsFit);
            if has_left_shifts(self.program) {
                list.push(Assumption::ShiftsWrap);
            }
        }
        if has_compound_literals(self.program) {
            list.push(Assumption::CompoundLiterals);
        }
        if needs_much_stack(self.program) {
            list.push(Assumption::Stack);
        }
        if self.looks_at_arguments() {
            list.push(Assumption::ProgramName);
        }
        if clib::starter(self.program) == Some(self.entry) {
            list.push(Assumption::AnyArguments);
        }
        if self.malloc == Malloc::Ok {
            list.push(Assumption::MallocSucceeds);
        }
        if self.program.meaning.volatile == Volatile::Memory && reads_volatile(self.program) {
            list.push(Assumption::Volatile);
        }
        let named = &self.program.meaning.allocators;
        if !named.is_empty() {
            list.push(Assumption::Allocators { functions: named.clone() });
        }
        list
    }
}

/// Whether some function reads a volatile object.
fn reads_volatile(program: &Program) -> bool {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let mut insts = bodies.flat_map(|body| &body.blocks).flat_map(|block| &block.insts);
    insts.any(|inst| matches!(inst.kind, InstKind::Load { volatile: true, .. }))
}

/// Whether the function where execution starts looks at the arguments of the program.
fn has_arguments(program: &Program, entry: FuncId) -> bool {
    let body = program.function(entry).body.as_ref();
    body.is_some_and(|body| (0..body.params).any(|number| body.looks_at_param(number)))
}

/// Whether an integer is shifted to the left. Clang does not tell whether it is signed.
fn has_left_shifts(program: &Program) -> bool {
    let mut bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    bodies.any(|body| {
        let mut insts = body.blocks.iter().flat_map(|block| &block.insts);
        insts.any(|inst| matches!(inst.kind, InstKind::Binary { op: BinaryOp::Shl, .. }))
    })
}

/// Whether a function keeps a compound literal in memory. Clang marks the scope of variables only; it names the
/// memory of literals, which is how they are known.
fn has_compound_literals(program: &Program) -> bool {
    let is_literal = |body: &Body, inst: &Inst| {
        let unscoped = matches!(inst.kind, InstKind::Alloca { scoped: false, var: None, .. });
        let name = inst.result().and_then(|result| body.values[result.index()].name.as_deref());
        unscoped && name.is_some_and(|name| name.starts_with(".compoundliteral"))
    };
    program.functions.iter().filter_map(|function| function.body.as_ref()).any(|body| {
        let mut insts = body.blocks.iter().flat_map(|block| &block.insts);
        insts.any(|inst| is_literal(body, inst))
    })
}

/// The most bytes of locals for which every stack has room.
const MODEST: u128 = 1 << 16;

/// Whether the stack can get deep: by recursion, or by locals that are large or of variable size.
fn needs_much_stack(program: &Program) -> bool {
    let bodies = || program.functions.iter().filter_map(|function| function.body.as_ref());
    let large = bodies().any(|body| {
        let mut sum = 0u128;
        body.blocks.iter().flat_map(|block| &block.insts).any(|inst| match inst.kind {
            InstKind::Alloca { size: Operand::Int { value, .. }, .. } => {
                sum = sum.saturating_add(value);
                sum > MODEST
            }
            InstKind::Alloca { .. } => true,
            _ => false,
        })
    });
    large || ir::CallGraph::of_calls(program).has_recursion()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assumptions(body: &str) -> Vec<Assumption> {
        let text = format!("target 64\nfunc @main() -> i32 {{\nbb0:\n{body}  return 0\n}}\n");
        let program: Program = text.parse().unwrap();
        let properties = PropertySet::standard();
        let task = Task { program: &program, entry: FuncId(0), properties, malloc: Malloc::MayFail };
        task.assumptions()
    }

    #[test]
    fn compound_literals_are_told() {
        assert!(!assumptions("  %x.0 = alloca 8 align 8\n").contains(&Assumption::CompoundLiterals));
        assert!(
            assumptions("  %.compoundliteral.0 = alloca 8 align 8\n").contains(&Assumption::CompoundLiterals)
        );
    }

    #[test]
    fn volatile_reads_are_told() {
        let load = |how: &str| format!("  %x.0 = alloca 8 align 8\n  %y.1 = load i32 %x.0{how}\n");
        assert!(!assumptions(&load("")).contains(&Assumption::Volatile));
        assert!(assumptions(&load(" volatile")).contains(&Assumption::Volatile));
    }

    #[test]
    fn deep_stacks_are_told() {
        assert!(!assumptions("  %x.0 = alloca 8 align 8\n").contains(&Assumption::Stack));
        assert!(assumptions("  %x.0 = alloca 100000 align 8\n").contains(&Assumption::Stack));
        assert!(assumptions("  %x.0: i32 = call @main()\n").contains(&Assumption::Stack));
    }
}
