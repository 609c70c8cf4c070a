//! Unions of node kinds, where a tag tells which.
//!
//! Types do not say which member of a union is alive. Code does: where a member is read as a link only behind a test
//! of a number in the same struct, that number is its *tag*, and integrity is claimed for the link wherever the tag
//! has that value. The claim is found in the readers, unless a writer sets the tag together with a number, and then
//! asked of all writers: whatever a function publishes has
//! tags and links that agree. Readers that do not look at the tag get no help from it.
//!
//! Invariant: a claim is only about what readers rely on; where two readers disagree, nothing is claimed.

use crate::code::context::Context;
use crate::solver::term::Field;
use crate::types::layout::{SpotKind, TargetId};
use ir::cfg::Cfg;
use ir::{BinaryOp, BlockId, Body, CmpOp, InstKind, Operand, Scalar, TerminatorKind, ValueId};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A link in a union, and the tag that tells when it is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tagged {
    /// The link.
    pub link: Field,
    /// The tag, in the same struct.
    pub tag: Field,
    /// How many bytes the tag has.
    pub tag_size: u64,
    /// What the link points to, by the value of the tag.
    pub cases: BTreeMap<i64, TargetId>,
}

/// How many truth values are looked through.
const LONGEST_CHAIN: usize = 8;

/// What readers say: the link, the tag with its size, its value, and what the link points to; nothing where it is read
/// as something else.
type Evidence = (Field, Field, u64, i64, Option<TargetId>);

/// The claims that all readers support.
pub fn agreed(evidence: &BTreeSet<Evidence>) -> Vec<Tagged> {
    let mut links: BTreeMap<Field, Vec<&Evidence>> = BTreeMap::new();
    for it in evidence {
        links.entry(it.0).or_default().push(it);
    }
    let mut all = Vec::new();
    for (link, found) in links {
        // A member may be tested in passing: only one number is the tag.
        let tags: BTreeSet<(Field, u64)> =
            found.iter().filter(|it| it.4.is_some()).map(|it| (it.1, it.2)).collect();
        let [(tag, tag_size)] = tags.into_iter().collect::<Vec<_>>()[..] else { continue };
        let values: BTreeSet<i64> = found.iter().filter(|it| it.1 == tag).map(|it| it.3).collect();
        let mut cases = BTreeMap::new();
        for value in values {
            let said: BTreeSet<Option<TargetId>> =
                found.iter().filter(|it| (it.1, it.3) == (tag, value)).map(|it| it.4).collect();
            if let [Some(target)] = said.into_iter().collect::<Vec<_>>()[..] {
                cases.insert(value, target);
            }
        }
        if !cases.is_empty() {
            all.push(Tagged { link, tag, tag_size, cases });
        }
    }
    all
}

/// What the code of a function says about unions.
pub fn evidence(context: &Context<'_>) -> BTreeSet<Evidence> {
    let reader = Reader::new(context);
    let mut all = reader.writers();
    for (number, block) in context.body.blocks.iter().enumerate() {
        let facts = reader.facts(BlockId::new(number));
        for inst in &block.insts {
            let InstKind::Load { ty, ptr: Operand::Value(address), .. } = &inst.kind else { continue };
            let Some(&(base, target, offset)) = reader.members.get(address) else { continue };
            let size = u64::from(ty.bytes(context.program.target));
            let Some(spot) = context.layouts.spot(target, offset, size) else { continue };
            if spot.kind != SpotKind::Mixed {
                continue;
            }
            let link = Field { owner: spot.owner, at: spot.at };
            let result = inst.result().filter(|_| *ty == Scalar::Ptr);
            let points_to = result.and_then(|result| context.value_target(result));
            let points_to = points_to.filter(|target| context.layouts.get(*target).is_record);
            // A pointer that is only tested says nothing.
            if *ty == Scalar::Ptr && points_to.is_none() {
                continue;
            }
            for fact in facts.iter().filter(|fact| fact.base == base && fact.tag.owner == spot.owner) {
                all.insert((link, fact.tag, fact.size, fact.value, points_to));
            }
        }
    }
    all
}

/// That a number in a struct has a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Fact {
    base: Operand,
    tag: Field,
    size: u64,
    value: i64,
}

/// What is needed to read a function.
struct Reader<'a> {
    context: &'a Context<'a>,
    body: &'a Body,
    cfg: Cfg,
    /// Addresses of members: the struct, its type and the offset.
    members: HashMap<ValueId, (Operand, TargetId, i64)>,
    /// Numbers that were read from members: the struct, the member, its size.
    numbers: HashMap<ValueId, (Operand, Field, u64)>,
    /// Truth values that are one comparison or false.
    implies: HashMap<ValueId, ValueId>,
}

impl<'a> Reader<'a> {
    fn new(context: &'a Context<'a>) -> Reader<'a> {
        let body = context.body;
        let mut members: HashMap<ValueId, (Operand, TargetId, i64)> = HashMap::new();
        let (mut numbers, mut implies) = (HashMap::new(), HashMap::new());
        let insts = || body.blocks.iter().flat_map(|block| &block.insts);
        for inst in insts() {
            if let InstKind::PtrAdd { base, offset: Operand::Int { value, .. }, via: Some(via) } = &inst.kind
                && let (Some(target), Some(result)) = (context.layouts.object_target(*via), inst.result())
            {
                // A member of a member is a member.
                let outer = base.value().and_then(|base| members.get(&base).copied());
                let member = match outer {
                    Some((outer, target, offset)) => (outer, target, offset + *value as i64),
                    None => (*base, target, *value as i64),
                };
                members.insert(result, member);
            }
        }
        for inst in insts() {
            let Some(result) = inst.result() else { continue };
            match &inst.kind {
                InstKind::Load { ty: ty @ Scalar::Int(8..=64), ptr: Operand::Value(address), .. } => {
                    let size = u64::from(ty.bytes(context.program.target));
                    if let Some(&(base, target, offset)) = members.get(address)
                        && let Some(spot) = context.layouts.spot(target, offset, size)
                        && spot.kind == SpotKind::Data
                    {
                        numbers.insert(result, (base, Field { owner: spot.owner, at: spot.at }, size));
                    }
                }
                InstKind::Phi { incoming, .. } => {
                    let other = incoming
                        .iter()
                        .map(|(_, value)| *value)
                        .filter(|value| *value != Operand::Int { bits: 1, value: 0 })
                        .collect::<Vec<_>>();
                    if let [Operand::Value(one)] = other[..] {
                        implies.insert(result, one);
                    }
                }
                InstKind::Binary { op: BinaryOp::And, lhs: Operand::Value(one), .. } => {
                    implies.insert(result, *one);
                }
                _ => {}
            }
        }
        Reader { context, body, cfg: Cfg::new(body), members, numbers, implies }
    }

    /// Where a tag is set together with a number in the union, the tag does not tell of a link.
    fn writers(&self) -> BTreeSet<Evidence> {
        let mut all = BTreeSet::new();
        for block in &self.body.blocks {
            let mut tags: Vec<Fact> = Vec::new();
            let mut numbers: Vec<(Operand, Field)> = Vec::new();
            for inst in &block.insts {
                let InstKind::Store {
                    ty: ty @ Scalar::Int(8..=64), value, ptr: Operand::Value(address), ..
                } = &inst.kind
                else {
                    continue;
                };
                let Some(&(base, target, offset)) = self.members.get(address) else { continue };
                let size = u64::from(ty.bytes(self.context.program.target));
                let Some(spot) = self.context.layouts.spot(target, offset, size) else { continue };
                let field = Field { owner: spot.owner, at: spot.at };
                match (spot.kind, value) {
                    (SpotKind::Mixed, _) => numbers.push((base, field)),
                    (SpotKind::Data, Operand::Int { bits, value }) => {
                        let value = crate::exec::scalars::signed(*value, u32::from(*bits));
                        tags.push(Fact { base, tag: field, size, value });
                    }
                    _ => {}
                }
            }
            for fact in &tags {
                let with =
                    numbers.iter().filter(|(base, link)| *base == fact.base && link.owner == fact.tag.owner);
                all.extend(with.map(|(_, link)| (*link, fact.tag, fact.size, fact.value, None)));
            }
        }
        all
    }

    /// What is known at the start of a block, because the blocks that dominate it asked.
    fn facts(&self, block: BlockId) -> Vec<Fact> {
        let mut facts = Vec::new();
        let mut below = block;
        while let Some(above) = self.cfg.immediate_dominator(below) {
            // Whoever enters `below` comes from `above`, so the edge between them was taken.
            if self.cfg.predecessors(below) == [above] {
                facts.extend(self.edge(above, below));
            }
            below = above;
        }
        facts
    }

    fn edge(&self, from: BlockId, to: BlockId) -> Option<Fact> {
        match &self.body.block(from).terminator.kind {
            TerminatorKind::Branch { cond: Operand::Value(cond), then, otherwise } if then != otherwise => {
                let mut cond = *cond;
                for _ in 0..LONGEST_CHAIN {
                    match self.implies.get(&cond).filter(|_| *then == to) {
                        Some(one) => cond = *one,
                        None => break,
                    }
                }
                let (op, lhs, rhs) = *self.context.compares.get(&cond)?;
                let wanted = if *then == to { CmpOp::Eq } else { CmpOp::Ne };
                (op == wanted).then(|| self.equal(lhs, rhs)).flatten()
            }
            TerminatorKind::Switch { value, cases, default } if *default != to => {
                let mut here = cases.iter().filter(|(_, target)| *target == to);
                let (case, _) = here.next()?;
                let bits = self.context.body.operand_type(*value).bits(self.context.program.target);
                here.next()
                    .is_none()
                    .then(|| self.fact(*value, crate::exec::scalars::signed(*case, bits)))
                    .flatten()
            }
            _ => None,
        }
    }

    fn equal(&self, one: Operand, other: Operand) -> Option<Fact> {
        match (one, other) {
            (it, Operand::Int { bits, value }) | (Operand::Int { bits, value }, it) => {
                self.fact(it, crate::exec::scalars::signed(value, u32::from(bits)))
            }
            _ => None,
        }
    }

    fn fact(&self, number: Operand, value: i64) -> Option<Fact> {
        let Operand::Value(id) = number else { return None };
        let (base, tag, size) = *self.numbers.get(&id)?;
        Some(Fact { base, tag, size, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_must_agree() {
        let field = |at| Field { owner: TargetId(0), at };
        let said = |value, target: Option<u32>| (field(8), field(0), 4, value, target.map(TargetId));
        let one = BTreeSet::from([said(1, Some(3)), said(2, Some(4)), said(0, None)]);
        let claims = agreed(&one);
        assert_eq!(claims.len(), 1);
        assert_eq!(claims[0].cases, BTreeMap::from([(1, TargetId(3)), (2, TargetId(4))]));
        let both = BTreeSet::from([said(1, Some(3)), said(1, Some(4)), said(2, Some(4))]);
        assert_eq!(agreed(&both)[0].cases, BTreeMap::from([(2, TargetId(4))]));
        assert_eq!(agreed(&BTreeSet::from([said(1, None)])), Vec::new());
    }
}
