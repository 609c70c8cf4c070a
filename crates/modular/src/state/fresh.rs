//! Memory that the function makes: heap blocks and local variables.

use crate::code::context::Context;
use crate::exec::strings::End;
use crate::solver::term::{Field, Formula, Lin, Sym};
use crate::state::memory;
use crate::state::{Block, Entry, Origin, State};
use crate::types::layout::{Layouts, TargetId};
use ir::{Span, ValueId};

/// Blocks that hold more nodes than this are not taken apart.
const MOST_NODES: u64 = 64;

/// Whether a block can serve as a node of a target.
pub fn fits(context: &Context<'_>, state: &State, index: usize, target: TargetId) -> bool {
    let block = &state.blocks[index];
    block.target == Some(target) && block.known_size() >= context.layouts.get(target).size
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
    state.blocks.push(Block {
        base,
        size,
        size_value,
        least: 0,
        target: None,
        slot,
        zeroed,
        published: None,
        is_kept: false,
        is_abroad: false,
        end: zeroed.then(|| size.map_or(End::Somewhere, |size| End::At(size as i64 - 1))),
        text: None,
        span,
    });
    state.facts.push_back(Formula::differ(base.value(), Lin::ZERO));
    state.facts.push_back(Formula::Outside(state.generation, base.value()));
    for other in 0..index {
        let other = state.blocks[other].base.value();
        state.facts.push_back(Formula::differ(base.value(), other));
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
pub fn unset_cells(context: &Context<'_>, state: &mut State, index: usize) {
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
        state.log.push_back(Entry::Store {
            field: Field { owner: spot.owner, at: spot.at },
            size: pointer,
            base,
            value,
            link: Some(link),
            span: block.span,
        });
    }
}
