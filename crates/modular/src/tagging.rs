//! Tags of unions while code is executed: which tags and links must agree when others look (`tags.rs` has the claims).

use crate::exec::Exec;
use crate::layout::{SpotKind, TargetId};
use crate::memory::{self, Place};
use crate::state::{Entry, State};
use crate::tags::Tagged;
use crate::term::{Field, Lin};
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
                    for (at, owner) in self.tagged_structs(state, start) {
                        touch(state, at, owner, None);
                    }
                }
                Entry::Store { .. } | Entry::Havoc { .. } => {}
            }
        }
        for block in &state.blocks {
            for (at, owner) in self.tagged_structs(state, block.base.value()) {
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
        let structs = self.tagged_structs(state, start);
        structs.into_iter().any(|(at, owner)| {
            self.tagged_fields(owner).into_iter().any(|(field, size)| {
                let begin = at.offset + field.at as i64;
                begin < to && from < begin + size as i64
            })
        })
    }

    /// The structs with tags in the object at an address.
    fn tagged_structs(&self, state: &State, start: Lin) -> Vec<(Lin, TargetId)> {
        let layouts = self.context.layouts;
        if layouts.tagged().is_empty() {
            return Vec::new();
        }
        let (target, nodes) = match state.block_of(start) {
            Some(index) => {
                let block = &state.blocks[index];
                (block.target, crate::fresh::nodes_in(layouts, block))
            }
            None => (start.base.and_then(|base| state.info(base).valid).map(|valid| valid.0), 1),
        };
        let Some(target) = target else { return Vec::new() };
        let owners = layouts.tagged_in(target);
        let each = layouts.get(target).size;
        let at = |node: u64, at: u64| start.plus((node * each + at) as i64);
        (0..nodes)
            .flat_map(|node| {
                owners.iter().filter_map(move |(offset, owner)| Some((at(node, *offset)?, *owner)))
            })
            .collect()
    }

    /// What is copied along with the data of structs: tags, and links in unions. They are written once the data has
    /// been.
    pub fn tags_to_copy(&mut self, state: &mut State, dst: Lin, src: Lin, len: u64) -> Vec<(Place, Lin)> {
        let (dst, src) = (state.resolve(dst), state.resolve(src));
        let mut all = Vec::new();
        for (at, owner) in self.structs_in(state, src, len) {
            let (Some(from), Some(to)) = (src.plus(at), dst.plus(at)) else { continue };
            if !self.structs_in(state, dst, len).contains(&(at, owner)) {
                continue;
            }
            for (field, size) in self.tagged_fields(owner) {
                let value = self.read_data(state, from, field, size);
                all.push((data_place(to, field, size), value));
            }
        }
        all
    }

    /// The tags, and links in unions, that are filled with zeros.
    pub fn tags_to_clear(&mut self, state: &State, dst: Lin, len: u64) -> Vec<(Place, Lin)> {
        let dst = state.resolve(dst);
        let mut all = Vec::new();
        for (at, owner) in self.structs_in(state, dst, len) {
            let Some(to) = dst.plus(at) else { continue };
            all.extend(
                self.tagged_fields(owner)
                    .into_iter()
                    .map(|(field, size)| (data_place(to, field, size), Lin::ZERO)),
            );
        }
        all
    }

    /// The structs with tags that lie wholly in a range, by their distance from its start.
    fn structs_in(&self, state: &State, address: Lin, len: u64) -> Vec<(i64, TargetId)> {
        let start = Lin { base: address.base, offset: 0 };
        let whole = |(at, owner): (Lin, TargetId)| {
            let distance = at.offset - address.offset;
            let size = self.context.layouts.get(owner).size;
            let inside = u64::try_from(distance).is_ok_and(|from| from + size <= len);
            inside.then_some((distance, owner))
        };
        self.tagged_structs(state, start).into_iter().filter_map(whole).collect()
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
