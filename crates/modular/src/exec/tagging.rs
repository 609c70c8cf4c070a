//! Tags of unions while code is executed: which tags and links must agree when others look (`tags.rs` has the claims).

use crate::exec::Exec;
use crate::solver::term::{Field, Lin};
use crate::state::memory::{self, Place};
use crate::state::{Entry, State};
use crate::types::layout::{SpotKind, TargetId};
use crate::types::tags::Tagged;
use ir::Span;

/// A tag and a link that must agree.
#[derive(Clone, Debug)]
pub struct TagCheck {
    /// The struct they are in.
    pub base: Lin,
    /// What the tag is.
    pub tag: Lin,
    /// What the link is.
    pub value: Lin,
    /// What is claimed of them.
    pub claim: Tagged,
    /// Where they were written.
    pub span: Option<Span>,
}

impl Exec<'_, '_> {
    /// Finds out what tags and links of unions are now, in all structs that were written on this path.
    pub fn settle_tags(&mut self, state: &mut State) {
        let layouts = self.context.layouts;
        if layouts.tagged().is_empty() {
            return;
        }
        let mut touched: Vec<(Lin, TargetId, Option<Span>)> = Vec::new();
        let mut touch = |state: &State, base: Lin, owner: TargetId, span: Option<Span>| {
            let base = state.resolve(base);
            if !touched.iter().any(|(other, its, _)| (*other, *its) == (base, owner)) {
                touched.push((base, owner, span));
            }
        };
        for entry in &state.log {
            match entry {
                Entry::Store { field, base, link: None, span, .. } => {
                    if layouts.tagged().iter().any(|it| it.link.owner == field.owner) {
                        touch(state, *base, field.owner, *span);
                    }
                }
                Entry::Scramble { base } => {
                    let start = Lin { base: state.resolve(*base).base, offset: 0 };
                    for (at, owner) in self.claimed_structs(state, start) {
                        touch(state, at, owner, None);
                    }
                }
                Entry::Store { .. } | Entry::Element | Entry::Havoc { .. } => {}
            }
        }
        for block in &state.blocks {
            for (at, owner) in self.claimed_structs(state, block.base.value()) {
                touch(state, at, owner, block.span);
            }
        }
        state.tag_checks.clear();
        for (base, owner, span) in touched {
            for claim in layouts.tagged().iter().filter(|it| it.link.owner == owner) {
                let tag = self.read_data(state, base, claim.tag, claim.tag_size);
                let value = self.read_data(state, base, claim.link, self.pointer_bytes());
                state.tag_checks.push(TagCheck { base, tag, value, claim: claim.clone(), span });
            }
        }
    }

    /// Whether bytes at an address are part of a tag, or of a link that a tag tells of: whoever writes them as plain data
    /// breaks what is claimed of them.
    pub fn is_at_tag(&self, state: &State, address: Lin, size: u64) -> bool {
        let address = state.resolve(address);
        let start = Lin { base: address.base, offset: 0 };
        let (from, to) = (address.offset, address.offset.saturating_add_unsigned(size));
        let structs = self.claimed_structs(state, start);
        structs.into_iter().any(|(at, owner)| {
            self.tagged_fields(owner).into_iter().any(|(field, size)| {
                let begin = at.offset + field.at as i64;
                begin < to && from < begin + size as i64
            })
        })
    }

    /// The structs with tags or promises in the object at an address.
    pub fn claimed_structs(&self, state: &State, start: Lin) -> Vec<(Lin, TargetId)> {
        let layouts = self.context.layouts;
        if layouts.tagged().is_empty() && layouts.promises().is_empty() {
            return Vec::new();
        }
        let (target, nodes) = match state.block_of(start) {
            Some(index) => {
                let block = &state.blocks[index];
                (block.target, crate::state::fresh::nodes_in(layouts, block))
            }
            None => (start.base.and_then(|base| state.info(base).valid).map(|valid| valid.0), 1),
        };
        let Some(target) = target else { return Vec::new() };
        let owners = layouts.claimed_in(target);
        let each = layouts.get(target).size;
        let at = |node: u64, at: u64| start.plus((node * each + at) as i64);
        (0..nodes)
            .flat_map(|node| {
                owners.iter().filter_map(move |(offset, owner)| Some((at(node, *offset)?, *owner)))
            })
            .collect()
    }

    /// What is copied along with data: tags, links in unions, and what promises are about. They are written once the data has been.
    pub fn tags_to_copy(&mut self, state: &mut State, dst: Lin, src: Lin, len: u64) -> Vec<(Place, Lin)> {
        let (dst, src) = (state.resolve(dst), state.resolve(src));
        let written = self.tags_in(state, dst, len);
        let mut all = self.tags_beside(state, dst, len);
        for (distance, place) in self.tags_in(state, src, len) {
            let same = |(other, to): &(i64, Place)| (*other, to.field) == (distance, place.field);
            if let Some((_, to)) = written.iter().find(|it| same(it)) {
                all.push((*to, self.read_data(state, place.base, place.field, place.size)));
            }
        }
        all
    }

    /// The tags, and links in unions, that are filled with zeros.
    pub fn tags_to_clear(&mut self, state: &mut State, dst: Lin, len: u64) -> Vec<(Place, Lin)> {
        let dst = state.resolve(dst);
        let cleared = self.tags_in(state, dst, len).into_iter().map(|(_, place)| (place, Lin::ZERO));
        let kept = self.tags_beside(state, dst, len);
        cleared.chain(kept).collect()
    }

    /// The tags, and links in unions, in the same object that a write to a range leaves as they are.
    fn tags_beside(&self, state: &mut State, address: Lin, len: u64) -> Vec<(Place, Lin)> {
        let start = Lin { base: address.base, offset: 0 };
        let (from, to) = (address.offset, address.offset.saturating_add_unsigned(len));
        let mut all = Vec::new();
        for (at, owner) in self.claimed_structs(state, start) {
            for (field, size) in self.claimed_fields(owner) {
                let begin = at.offset + field.at as i64;
                if begin + size as i64 <= from || to <= begin {
                    all.push((data_place(at, field, size), self.read_data(state, at, field, size)));
                }
            }
        }
        all
    }

    /// The tags, and links in unions, that lie wholly in a range, with their distance from its start.
    fn tags_in(&self, state: &State, address: Lin, len: u64) -> Vec<(i64, Place)> {
        let start = Lin { base: address.base, offset: 0 };
        let mut all = Vec::new();
        for (at, owner) in self.claimed_structs(state, start) {
            for (field, size) in self.claimed_fields(owner) {
                let distance = at.offset + field.at as i64 - address.offset;
                if u64::try_from(distance).is_ok_and(|from| from + size <= len) {
                    all.push((distance, data_place(at, field, size)));
                }
            }
        }
        all
    }

    /// The tags and links of a struct.
    fn tagged_fields(&self, owner: TargetId) -> Vec<(Field, u64)> {
        let pointer = self.pointer_bytes();
        let claims = self.context.layouts.tagged().iter().filter(|it| it.link.owner == owner);
        let mut fields: Vec<(Field, u64)> =
            claims.flat_map(|it| [(it.tag, it.tag_size), (it.link, pointer)]).collect();
        fields.sort_unstable();
        fields.dedup();
        fields
    }

    /// The tags of a struct, the links that they tell of, and the data that it makes promises of.
    fn claimed_fields(&self, owner: TargetId) -> Vec<(Field, u64)> {
        let layouts = self.context.layouts;
        let mut fields = self.tagged_fields(owner);
        for bytes in layouts.promises_of(owner).flat_map(|(_, promise)| promise.members()) {
            let spot = layouts.spot(owner, bytes.at as i64, bytes.size);
            if spot.is_some_and(|spot| spot.kind == SpotKind::Data) {
                fields.push((Field { owner, at: bytes.at }, bytes.size));
            }
        }
        fields.sort_unstable();
        fields.dedup();
        fields
    }

    fn read_data(&self, state: &mut State, base: Lin, field: Field, size: u64) -> Lin {
        let name = self.cell_name(state, base, field, size);
        memory::load(self.context.layouts, state, &data_place(base, field, size), name)
    }

    fn pointer_bytes(&self) -> u64 {
        u64::from(self.context.program.target.pointer_bytes)
    }
}

fn data_place(base: Lin, field: Field, size: u64) -> Place {
    Place { base, field, size, kind: SpotKind::Data }
}
