//! What a part of the program may change: the memory that a loop, or a cut call, forgets.

use crate::encode::Encoding;
use crate::memory::{Content, Counts};
use crate::points::{SiteId, primitive};
use crate::value::INSTANCE_BITS;
use clib::Primitive;
use ir::{BlockId, InstKind, Operand, ValueId};
use logic::Term;
use std::collections::{BTreeMap, BTreeSet};

/// The sites whose objects change, each with whether objects change that existed before: what only allocates leaves
/// them alone.
pub type Changed = BTreeMap<SiteId, bool>;

impl Encoding<'_> {
    /// Some blocks, with those of the functions that they call through cut calls.
    pub(crate) fn with_calls(&self, blocks: &BTreeSet<BlockId>) -> BTreeSet<BlockId> {
        let mut all = blocks.clone();
        loop {
            let calls = self.flat.cut_calls.iter().filter(|(block, _)| all.contains(block));
            let called: Vec<BlockId> =
                calls.flat_map(|(_, call)| self.flat.cuts[call.cut].blocks.iter().copied()).collect();
            let count = all.len();
            all.extend(called);
            if all.len() == count {
                return all;
            }
        }
    }

    /// Lets the numbers of objects grow as some blocks may make them.
    pub(crate) fn grow(&mut self, counts: &mut Counts, blocks: &BTreeSet<BlockId>, guard: Term) {
        for site in self.allocated_by(blocks) {
            let many = self.points.sites[site.0 as usize].many;
            let Some(count) = counts.sites[site.0 as usize].as_mut().filter(|_| many) else { continue };
            let now = self.store.fresh("count", INSTANCE_BITS);
            let limit = self.store.num(INSTANCE_BITS, (1 << (INSTANCE_BITS - 1)) as u128);
            let grows = self.store.ule(*count, now);
            let is_small = self.store.ule(now, limit);
            let fact = self.store.and(grows, is_small);
            let fact = self.store.implies(guard, fact);
            self.facts.push(fact);
            *count = now;
        }
    }

    /// The sites that some blocks allocate from.
    pub(crate) fn allocated_by(&self, blocks: &BTreeSet<BlockId>) -> BTreeSet<SiteId> {
        let mut sites = BTreeSet::new();
        for block in blocks {
            for inst in &self.flat.body.block(*block).insts {
                let slot = match inst.kind {
                    InstKind::ScopeBegin { slot } => Some(slot),
                    _ => inst.result(),
                };
                sites.extend(slot.and_then(|slot| self.points.site_of.get(&slot)).copied());
            }
        }
        sites
    }

    /// The pointers to objects that the blocks themselves allocate.
    fn allocated_values(&self, blocks: &BTreeSet<BlockId>) -> BTreeSet<ValueId> {
        let mut own = BTreeSet::new();
        for inst in blocks.iter().flat_map(|block| &self.flat.body.block(*block).insts) {
            let is_own = match &inst.kind {
                InstKind::PtrAdd { base, .. } => base.value().is_some_and(|base| own.contains(&base)),
                _ => inst.result().is_some_and(|result| self.points.site_of.contains_key(&result)),
            };
            own.extend(inst.result().filter(|_| is_own));
        }
        own
    }

    /// The maps that some blocks may change, with the sites of the objects.
    pub(crate) fn changed_by(&self, blocks: &BTreeSet<BlockId>) -> BTreeMap<usize, Changed> {
        let mut changed: BTreeMap<usize, Changed> = BTreeMap::new();
        let program = self.task.program;
        let is_cell = |content: Content| matches!(content, Content::Cell(_));
        let is_ended = |content: Content| content == Content::Ended;
        let mut all = |class: usize, sites: &[SiteId], older: bool, contents: &dyn Fn(Content) -> bool| {
            for (map, info) in self.memory.maps.iter().enumerate() {
                if info.class == class && contents(info.content) {
                    let known = changed.entry(map).or_default();
                    sites.iter().for_each(|site| *known.entry(*site).or_default() |= older);
                }
            }
        };
        let class_of = |site: SiteId| self.points.class_of[site.0 as usize];
        let own = self.allocated_values(blocks);
        let is_older = |pointer: Operand| pointer.value().is_none_or(|id| !own.contains(&id));
        for inst in blocks.iter().flat_map(|block| &self.flat.body.block(*block).insts) {
            if let Some(site) = inst.result().and_then(|result| self.points.site_of.get(&result)) {
                all(class_of(*site), &[*site], false, &|_| true);
                if let Some(id) = clib::error_number(program) {
                    let errno = self.points.global(id);
                    all(class_of(errno), &[errno], true, &is_cell);
                }
            }
            let written = match (&inst.kind, primitive(program, inst)) {
                (InstKind::Store { ptr, ty, .. }, _) => {
                    let Some(class) = self.points.class_of_access(*ptr) else { continue };
                    let bytes = u64::from(ty.bytes(program.target));
                    let touched = self.cells_touched(class, *ptr, bytes);
                    let is_touched = |content: Content| match content {
                        Content::Cell(cell) => touched.contains(&cell),
                        _ => false,
                    };
                    all(class, &self.sites_of(*ptr), is_older(*ptr), &is_touched);
                    continue;
                }
                (InstKind::MemCopy { dst, .. } | InstKind::MemSet { dst, .. }, _) => *dst,
                (
                    InstKind::Call { args, .. },
                    Some(Primitive::Memcpy | Primitive::Memmove | Primitive::Memset),
                ) if !args.is_empty() => args[0].value,
                (InstKind::Call { args, .. }, Some(Primitive::Free)) if !args.is_empty() => {
                    if let Some(class) = self.points.class_of_access(args[0].value) {
                        all(class, &self.sites_of(args[0].value), is_older(args[0].value), &is_ended);
                    }
                    continue;
                }
                (InstKind::StackRestore { token }, _) => {
                    let sites = token.value().and_then(|id| self.restored.get(&id));
                    for site in sites.into_iter().flatten() {
                        all(class_of(*site), &[*site], true, &is_ended);
                    }
                    continue;
                }
                (InstKind::ScopeBegin { slot } | InstKind::ScopeEnd { slot }, _) => {
                    if let Some(site) = self.points.site_of.get(slot) {
                        all(class_of(*site), &[*site], true, &is_ended);
                    }
                    continue;
                }
                _ => continue,
            };
            if let Some(class) = self.points.class_of_access(written) {
                all(class, &self.sites_of(written), is_older(written), &is_cell);
            }
        }
        changed
    }
}
