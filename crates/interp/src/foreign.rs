//! Functions that have neither a body nor a model: a run takes their results from the inputs, and they do nothing else,
//! which is one of the things that they may do. What that leaves open is noted.

use crate::call::Argument;
use crate::code::Call;
use crate::machine::{Machine, Step, Stop};
use crate::memory::Kind;
use crate::value::{Prov, Wide};
use ir::{Foreign, FuncId, Scalar};

impl Machine<'_> {
    /// Calls a function that nobody defines.
    pub fn call_foreign(&mut self, callee: FuncId, args: &[Argument], call: &Call) -> Step<()> {
        let program = self.prepared.program;
        let name = &program.function(callee).name;
        let place = self.place();
        if self.noted.insert((5, place)) {
            self.notes.foreign.push((name.clone(), self.prepared.site(place)));
        }
        if program.meaning.noreturn.contains(name) {
            return Err(Stop::ImmediateExit(1));
        }
        if program.meaning.foreign == Foreign::Unknown {
            // It may keep what it is given.
            let given = args.iter().map(|arg| arg.value.lo.prov).filter(|prov| prov.is_object());
            self.library_roots.extend(given);
        }
        self.primitive = Some(callee);
        let mut results = Vec::new();
        for &(_, ty) in &call.results {
            let mut value = self.nondet(ty);
            if ty == Scalar::Ptr && value.bits() != 0 {
                value.lo.prov = self.foreign_memory();
            }
            results.push((value, None));
        }
        self.primitive = None;
        self.set_results(call, &results);
        self.pc += 1;
        Ok(())
    }

    /// The memory that all pointers from such functions lead to.
    fn foreign_memory(&mut self) -> Prov {
        let kind = Kind::Library(clib::FOREIGN_MEMORY);
        let known = self.memory.metas.iter().position(|meta| meta.kind == kind);
        known.map_or_else(|| self.memory.create_static(1, 16, kind, false), |at| Prov(at as u32))
    }

    /// A volatile object is read that may hold anything.
    pub fn read_volatile(&mut self, ty: Scalar) -> Wide {
        self.next_input(crate::report::InputSource::Volatile, ty)
    }
}
