//! Which objects the program can still reach.
//!
//! The roots are the globals, the stack objects that are alive, the current values of source variables, the SSA
//! values that may still be read in any frame, and what the library holds. A pointer into the middle of an object
//! keeps it. Whether a part of an address does, or one that was computed with in a way that provenance does not follow, is
//! not known: it is *reachable*, but not *held*.

use crate::decode::{has_room_for_pointer, is_wide};
use crate::machine::Machine;
use crate::memory::{Kind, Life, Meta};
use crate::value::Prov;

impl Machine<'_> {
    /// For every object whether it can be reached, perhaps in disguise; exposed ones can while anything is left to keep a
    /// number in.
    pub fn reachable(&self) -> Vec<bool> {
        self.follow(true)
    }

    /// For every object whether there is a way to it by pointers.
    pub fn held(&self) -> Vec<bool> {
        self.follow(false)
    }

    /// Whether anything is left in which a disguised pointer could be kept: a call, or a variable that can be written.
    fn keeps_numbers(&self) -> bool {
        let is_kept = |(index, meta): (usize, &Meta)| {
            matches!(meta.kind, Kind::Global(_)) && self.memory.objects[index].writable > 0
        };
        !self.frames.is_empty()
            || !self.exit_handlers.is_empty()
            || self.memory.metas.iter().enumerate().any(is_kept)
    }

    /// For every object whether it is found, with addresses in disguise or not.
    fn follow(&self, disguised: bool) -> Vec<bool> {
        let exposed = disguised && self.keeps_numbers();
        let mut found = vec![false; self.memory.objects.len()];
        let mut work: Vec<Prov> = Vec::new();
        let mut reach = |prov: Prov, work: &mut Vec<Prov>| {
            if prov.is_object() && !found[prov.index()] {
                found[prov.index()] = true;
                work.push(prov);
            }
        };
        for (index, meta) in self.memory.metas.iter().enumerate() {
            let root = matches!(meta.kind, Kind::Global(_) | Kind::Library(_)) || exposed && meta.exposed;
            if root && meta.life == Life::Alive {
                reach(Prov(index as u32), &mut work);
            }
        }
        self.stack_objects.iter().for_each(|prov| reach(*prov, &mut work));
        self.library_roots.iter().for_each(|prov| reach(*prov, &mut work));
        for (function, argument) in &self.exit_handlers {
            reach(function.prov, &mut work);
            if let Some(argument) = argument {
                reach(argument.prov, &mut work);
            }
        }
        for position in 0..self.frames.len() {
            self.for_each_live_register(position, |prov, whole| {
                if whole || disguised {
                    reach(prov, &mut work);
                }
            });
        }
        while let Some(prov) = work.pop() {
            if self.memory.metas[prov.index()].life == Life::Alive {
                for (pointer, whole) in self.memory.objects[prov.index()].pointers(self.memory.word) {
                    if whole || disguised {
                        reach(pointer, &mut work);
                    }
                }
            }
        }
        found
    }

    /// Visits the provenance of the source variables and of the values that may still be read in a frame, and tells
    /// whether a pointer fits into them.
    fn for_each_live_register(&self, position: usize, mut visit: impl FnMut(Prov, bool)) {
        let frame = &self.frames[position];
        let code = frame.code;
        for (number, slot) in code.var_slots.iter().enumerate() {
            // A wide variable has two registers; the last register of all is the spare one of the moves.
            let end = code.var_slots.get(number + 1).map_or(code.registers - 1, |next| *next as usize);
            for register in *slot as usize..end {
                visit(self.registers[frame.base + register].prov, code.pointer_vars[number]);
            }
        }
        let (Some(liveness), Some(body)) =
            (self.prepared.liveness(code.id), &self.prepared.program.function(code.id).body)
        else {
            return;
        };
        let last = position + 1 == self.frames.len();
        let pc = if last { self.pc } else { frame.pc };
        let origin = code.origins[pc as usize];
        let block = ir::BlockId(origin.block);
        // A caller is past its call except for the results; the last frame is about to execute its operation.
        let mut live = match (last, origin.inst.checked_sub(1)) {
            (true, before) => liveness.live_after(body, block, before.map(|inst| inst as usize)),
            (false, _) => liveness.live_after(body, block, Some(origin.inst as usize)),
        };
        if let Some(inst) = body.block(block).insts.get(origin.inst as usize).filter(|_| !last) {
            inst.results.iter().for_each(|result| live.remove(result.index()));
        }
        for value in live.iter() {
            let slot = frame.base + code.slots[value] as usize;
            let ty = body.value_type(ir::ValueId::new(value));
            visit(self.registers[slot].prov, has_room_for_pointer(ty, self.prepared.program));
            if is_wide(ty, self.prepared.program) {
                visit(self.registers[slot + 1].prov, true);
            }
        }
    }

    /// The heap blocks that are alive, in order of allocation.
    pub fn live_blocks(&self) -> Vec<Prov> {
        let alive = |index: &usize| {
            let meta = &self.memory.metas[*index];
            matches!(meta.kind, Kind::Heap(_)) && meta.life == Life::Alive
        };
        let mut blocks: Vec<Prov> =
            (0..self.memory.metas.len()).filter(alive).map(|index| Prov(index as u32)).collect();
        blocks.sort_by_key(|prov| self.block_number(*prov));
        blocks
    }

    /// The heap blocks that are alive, but cannot be reached any more.
    pub fn lost_blocks(&self) -> Vec<Prov> {
        let reachable = self.reachable();
        self.live_blocks().into_iter().filter(|prov| !reachable[prov.index()]).collect()
    }

    /// The number of a heap block.
    pub fn block_number(&self, prov: Prov) -> Option<u32> {
        match self.memory.metas[prov.index()].kind {
            Kind::Heap(number) => Some(number),
            _ => None,
        }
    }
}
