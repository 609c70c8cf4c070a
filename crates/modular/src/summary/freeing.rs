//! What functions free, as their code says without being executed.
//!
//! For each parameter: whether a call may free the memory that it points to, and the types of what may be freed that is
//! reached from it. A pointer that is loaded through a pointer, or returned by a function that was given it, is reached
//! from it. Whatever else a function frees comes from globals or from elsewhere.
//!
//! Invariant: nothing that a run can free is left out, except by functions that are not in view.

use crate::code::allocators;
use crate::summary::keeping::AllKeeping;
use crate::types::layout::{Layouts, TargetId};
use crate::types::pointers;
use clib::{Allocation, Primitive};
use ir::{Callee, FuncId, Function, InstKind, Operand, Program, ValueId};
use std::collections::{BTreeMap, BTreeSet};

/// The type of something that is freed; none where it is not known.
pub type Freed = Option<TargetId>;

/// What a function frees of what a parameter gives it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Freeing {
    /// It may free what the parameter points to.
    pub frees: bool,
    /// The types of what it may free that is reached from there.
    pub reached: BTreeSet<Freed>,
}

/// What a function frees.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Frees {
    /// By parameter.
    pub params: Vec<Freeing>,
    /// The types of what it may free that it does not get from its parameters.
    pub elsewhere: BTreeSet<Freed>,
}

impl Frees {
    /// Whether nothing is freed.
    pub fn is_nothing(&self) -> bool {
        self.elsewhere.is_empty() && self.params.iter().all(|it| !it.frees && it.reached.is_empty())
    }
}

/// What all functions of a program free.
pub fn all(program: &Program, layouts: &Layouts<'_>, keeping: &AllKeeping) -> Vec<Frees> {
    let mut all: Vec<Frees> = program.function_ids().map(|id| first(program.function(id), program)).collect();
    // More is only ever found, so this ends.
    let mut changed = true;
    while changed {
        changed = false;
        for id in program.function_ids().filter(|id| program.function(*id).body.is_some()) {
            let found = Search { program, layouts, keeping, all: &all, function: program.function(id) }.run();
            changed |= all[id.index()] != found;
            all[id.index()] = found;
        }
    }
    all
}

/// What is known of a function before its code is looked at: everything, where it has none.
fn first(function: &Function, program: &Program) -> Frees {
    let mut frees = Frees { params: vec![Freeing::default(); function.params.len()], ..Frees::default() };
    if let (None, Some(index)) = (&function.body, freed_argument(program, function))
        && let Some(param) = frees.params.get_mut(index)
    {
        param.frees = true;
    }
    frees
}

/// The argument that a function of the library frees.
fn freed_argument(program: &Program, function: &Function) -> Option<usize> {
    match (clib::primitive(&function.name, program.target), allocators::of(program, function)) {
        (Some(Primitive::Free | Primitive::Realloc | Primitive::ReallocArray), _) => Some(0),
        (None, Some(Allocation::Free { pointer } | Allocation::Resize { pointer, .. })) => Some(pointer),
        _ => None,
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Source {
    /// It is a parameter.
    Param(usize),
    /// It is reached from a parameter.
    Reached(usize),
    /// It is the address of a local variable: what is reached from it is what local variables hold.
    Local,
    /// It comes from elsewhere.
    Elsewhere,
}

struct Search<'a> {
    program: &'a Program,
    layouts: &'a Layouts<'a>,
    keeping: &'a AllKeeping,
    all: &'a [Frees],
    function: &'a Function,
}

impl Search<'_> {
    fn run(&self) -> Frees {
        let (sources, kept) = self.sources();
        let mut found =
            Frees { params: vec![Freeing::default(); self.function.params.len()], ..Frees::default() };
        for inst in self.insts() {
            let InstKind::Call { callee: Callee::Direct(callee), args, .. } = &inst.kind else { continue };
            let frees = &self.all[callee.index()];
            found.elsewhere.extend(&frees.elsewhere);
            for (arg, freeing) in args.iter().zip(&frees.params) {
                let given = self.of(&sources, arg.value);
                let ty = freeing.frees.then(|| self.target(arg.value));
                for source in given {
                    match source {
                        Source::Local => self.add_kept(&mut found, &kept, &freeing.reached),
                        source => found.add(source, ty, &freeing.reached),
                    }
                }
            }
        }
        found
    }

    /// Something that is reached from a local variable is freed: what such variables hold, or what is reached from that.
    fn add_kept(&self, found: &mut Frees, kept: &BTreeSet<Source>, freed: &BTreeSet<Freed>) {
        for &source in kept {
            let fits = match source {
                Source::Param(index) => {
                    let target = self.target(Operand::Value(ValueId::new(index)));
                    target.is_none() || freed.contains(&target) || freed.contains(&None)
                }
                _ => true,
            };
            for &ty in freed {
                found.add(source, fits.then_some(ty), freed);
            }
        }
    }

    fn insts(&self) -> impl Iterator<Item = &ir::Inst> {
        self.function.body.iter().flat_map(|body| &body.blocks).flat_map(|block| &block.insts)
    }

    /// What a pointer points to.
    fn target(&self, pointer: Operand) -> Freed {
        let body = self.function.body.as_ref()?;
        let ty = pointers::type_of(self.program, self.function, body, pointer)?;
        self.layouts.pointer_target(ty)
    }

    fn of(&self, sources: &BTreeMap<ValueId, BTreeSet<Source>>, operand: Operand) -> BTreeSet<Source> {
        match operand {
            Operand::Value(id) => sources.get(&id).cloned().unwrap_or_default(),
            Operand::Null | Operand::Int { .. } => BTreeSet::new(),
            _ => BTreeSet::from([Source::Elsewhere]),
        }
    }

    /// Where the values of a function come from, and what its local variables hold.
    fn sources(&self) -> (BTreeMap<ValueId, BTreeSet<Source>>, BTreeSet<Source>) {
        let params = 0..self.function.params.len();
        let mut sources: BTreeMap<ValueId, BTreeSet<Source>> =
            params.map(|index| (ValueId::new(index), BTreeSet::from([Source::Param(index)]))).collect();
        // What local variables hold: they are not told apart.
        let mut kept: BTreeSet<Source> = BTreeSet::new();
        let mut changed = true;
        while changed {
            changed = false;
            for inst in self.insts() {
                let mut from = BTreeSet::new();
                match &inst.kind {
                    InstKind::Load { ptr, .. } => {
                        from.extend(self.of(&sources, *ptr).into_iter().filter_map(reached));
                        from.extend(kept.iter().copied());
                    }
                    InstKind::Store { value, .. } => {
                        let before = kept.len();
                        kept.extend(self.of(&sources, *value));
                        changed |= kept.len() != before;
                    }
                    InstKind::Call { callee, args, .. } => {
                        let allocates = matches!(callee, Callee::Direct(id) if self.allocates(*id));
                        for (index, arg) in args.iter().enumerate().filter(|_| !allocates) {
                            let given = self.of(&sources, arg.value);
                            let returns = match callee {
                                Callee::Direct(id) => self.keeping.of(*id, index).returns,
                                Callee::Indirect(_) => true,
                            };
                            from.extend(given.iter().copied().filter(|_| returns));
                            if given.contains(&Source::Local) {
                                from.extend(kept.iter().flat_map(|it| [Some(*it), reached(*it)]).flatten());
                            }
                            from.extend(given.into_iter().filter_map(reached));
                        }
                        from.extend((!allocates).then_some(Source::Elsewhere));
                    }
                    InstKind::Alloca { .. } => from.extend([Source::Local]),
                    kind => kind.for_each_operand(|operand| from.extend(self.of(&sources, *operand))),
                }
                for &result in &inst.results {
                    let known = sources.entry(result).or_default();
                    let before = known.len();
                    known.extend(from.iter().copied());
                    changed |= known.len() != before;
                }
            }
        }
        (sources, kept)
    }

    /// Whether a function gives new memory, which nobody else can hold.
    fn allocates(&self, id: FuncId) -> bool {
        let function = self.program.function(id);
        let primitive = clib::primitive(&function.name, self.program.target);
        let gives =
            matches!(primitive, Some(Primitive::Malloc | Primitive::Calloc | Primitive::AlignedAlloc));
        let other = allocators::of(self.program, function);
        function.body.is_none()
            && (gives || matches!(other, Some(Allocation::Block { .. } | Allocation::Array { .. })))
    }
}

/// What is loaded through a pointer; none where it is one of the things that local variables hold.
fn reached(source: Source) -> Option<Source> {
    match source {
        Source::Param(index) | Source::Reached(index) => Some(Source::Reached(index)),
        Source::Elsewhere => Some(Source::Elsewhere),
        Source::Local => None,
    }
}

impl Frees {
    /// Something from a source is freed: itself, of this type, or what is reached from it.
    fn add(&mut self, source: Source, itself: Option<Freed>, beyond: &BTreeSet<Freed>) {
        match source {
            Source::Param(index) => {
                self.params[index].frees |= itself.is_some();
                self.params[index].reached.extend(beyond);
            }
            Source::Reached(index) => self.params[index].reached.extend(itself.iter().chain(beyond)),
            Source::Elsewhere => self.elsewhere.extend(itself.iter().chain(beyond)),
            // Local variables are not freed.
            Source::Local => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frees(code: &str) -> Frees {
        let text = format!(
            "target 64\nfunc @f(ptr %0, ptr %1) {{\n{code}\n}}\ndeclare @free(ptr)\n\
             func @helper(ptr %0) {{\nbb0:\n  call @free(ptr %0)\n  return\n}}\n\
             func @inner(ptr %0) {{\nbb0:\n  %1: ptr = load ptr %0 align 8\n  call @free(ptr %1)\n  return\n}}\n"
        );
        let program: Program = text.parse().unwrap();
        let layouts = Layouts::new(&program);
        all(&program, &layouts, &AllKeeping::new(&program)).swap_remove(0)
    }

    #[test]
    fn a_parameter_is_freed_through_a_helper() {
        let found = frees("bb0:\n  call @helper(ptr %1)\n  return");
        assert_eq!((found.params[0].frees, found.params[1].frees), (false, true));
        assert!(found.params[1].reached.is_empty());
    }

    #[test]
    fn what_is_loaded_is_reached() {
        let found = frees("bb0:\n  %2: ptr = load ptr %0 align 8\n  call @free(ptr %2)\n  return");
        assert!(!found.params[0].frees);
        assert_eq!(found.params[0].reached, BTreeSet::from([None]));
        assert!(found.elsewhere.is_empty());
    }

    #[test]
    fn what_a_local_variable_holds_is_freed_through_its_address() {
        let found = frees(
            "bb0:\n  %2 = alloca 8 align 8\n  store ptr %0, %2\n  %3: ptr = load ptr %2\n  call @free(ptr %3)\n  return",
        );
        assert!(found.params[0].frees);
        let text = "bb0:\n  %2 = alloca 8 align 8\n  store ptr %1, %2\n  call @inner(ptr %2)\n  return";
        let found = frees(text);
        assert_eq!((found.params[0].frees, found.params[1].frees), (false, true));
    }

    #[test]
    fn new_memory_is_nobodys() {
        let found = frees("bb0:\n  return");
        assert!(found.is_nothing());
    }
}
