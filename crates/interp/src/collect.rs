//! Reuse of entries of the object table.
//!
//! An object keeps its entry when its life ends, so that dangling pointers are told apart. A program that calls
//! functions with address-taken locals for hours would fill the table; so from time to time all registers and all
//! live objects are searched, and the entries of dead objects that no pointer names are made available again.
//! Nothing the program or a report can observe depends on when that happens.

use crate::machine::Machine;
use crate::memory::{Kind, Life};
use crate::value::Prov;

/// How many new entries make a search worth its while.
pub const INTERVAL: usize = 1 << 18;

impl Machine<'_> {
    /// Makes the entries of dead objects available that no pointer names.
    pub fn collect(&mut self) {
        let mut named = vec![false; self.memory.objects.len()];
        let mut name = |prov: Prov| named[prov.index()] = true;
        self.registers.iter().for_each(|value| name(value.prov));
        self.stack_objects.iter().copied().for_each(&mut name);
        self.library_roots.iter().copied().for_each(&mut name);
        for (function, argument) in &self.exit_handlers {
            name(function.prov);
            argument.iter().for_each(|argument| name(argument.prov));
        }
        for (object, meta) in self.memory.objects.iter().zip(&self.memory.metas) {
            if meta.life == Life::Alive {
                object.pointers(self.memory.word).for_each(|(prov, _)| name(prov));
            }
        }
        let mut alive = 0;
        for (index, named) in named.iter().enumerate() {
            let meta = &self.memory.metas[index];
            match meta.life {
                Life::Ended(_) if !named && meta.kind != Kind::Vacant => {
                    self.memory.vacate(Prov(index as u32));
                }
                _ => alive += 1,
            }
        }
        self.collect_at = self.memory.objects.len() + INTERVAL.max(alive);
    }
}
