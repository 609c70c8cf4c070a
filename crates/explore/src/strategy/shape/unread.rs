//! Pointers that the program does not read any more are forgotten where states get out of hand.
//!
//! A list whose nodes point to places that nobody asks for, such as back links that were left stale or a pointer to the
//! last node in each, may keep its nodes from being folded, and states from being joined. So may what is left in a
//! variable of a list that was freed: its last node where it had one, and null where it had none. Once more than a few states
//! have come to a loop head, those pointers are forgotten at all of them ([`ir::member_reads`]).

use crate::state::{Agenda, State};
use crate::strategy::shape::Analysis;
use crate::transfer::leak::roots;
use heap::{Kind, Object};
use ir::bitset::BitSet;
use ir::member_reads::MemberReads;
use std::rc::Rc;

impl Analysis<'_, '_> {
    /// Forgets the pointers in heap blocks and variables that are not read from here on, as far as nothing is lost with them. Gives
    /// whether there were any.
    pub(crate) fn forget_unread_pointers(&mut self, state: &mut State) -> bool {
        let members = self.member_reads();
        let reads = reads_after(&members, state);
        let context = &self.transfer.context;
        let types = &context.program().types;
        let type_of = |object: &Object| match object.kind {
            Kind::Global(id) => context.program().global(id).ty.map(|ty| types.strip(ty)),
            Kind::Stack(function, Some(var)) => context.body(function).var(var).ty.map(|ty| types.strip(ty)),
            _ => object.used_as,
        };
        let roots = roots(state);
        let unread = |ty| members.unread_pointers(types, ty, &reads);
        match state.heap.without_unread(&mut self.transfer.symbols, &roots, type_of, unread) {
            Some(heap) => {
                state.heap = heap;
                state.is_general = true;
                true
            }
            None => false,
        }
    }

    fn member_reads(&mut self) -> Rc<MemberReads> {
        let program = self.transfer.context.program();
        self.known.heads.members.get_or_insert_with(|| Rc::new(MemberReads::new(program))).clone()
    }
}

/// What is read after a state, as far as is known. What comes after an entry, or when the program exits, may read
/// anything.
fn reads_after(members: &MemberReads, state: &State) -> BitSet {
    let is_call = |item: &Agenda| matches!(item, Agenda::Call(..) | Agenda::Entry(_));
    if state.is_in_entry() || !state.exit_handlers.is_empty() || state.agenda.iter().any(is_call) {
        return members.anywhere().clone();
    }
    let mut frames = state.frames.iter().map(|frame| members.from(frame.function, frame.block));
    let Some(first) = frames.next() else { return members.anywhere().clone() };
    let mut reads = first.clone();
    frames.for_each(|frame| {
        reads.union(frame);
    });
    reads
}
