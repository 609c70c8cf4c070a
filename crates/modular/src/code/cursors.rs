//! Pointers that loops move along become indexes.
//!
//! `while (p < end) s += *p++` says the same as `while (i < n) s += start[i++]`, and of an index much more is known: bounds,
//! relations to other numbers, elements of arrays. So where all values of a pointer at the head of a loop are made from one
//! pointer, its *root*, by adding to it, the pointer becomes the root plus an index that the loop counts.
//!
//! Before → after, with elements of `g` bytes, the greatest that divides every step:
//!
//! | before | after |
//! |---|---|
//! | `p = phi(root, q)` | `i = phi(0, j)`, `p = root + i * g` |
//! | `q = p + n * g` | `j = i + n`, `q = root + j * g` |
//! | `p < q`, of addresses | `i < j`, with sign |
//! | `p - q`, in bytes | `(i - j) * g` |
//!
//! The last two rely on what C says of such pointers: both are in one object, or just behind it, so that no sum wraps around.

use ir::cfg::Cfg;
use ir::{
    BinaryOp, BlockId, Body, CastOp, CmpOp, Inst, InstKind, Operand, Scalar, Span, Target, TerminatorKind,
    ValueId,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The code with cursors as indexes.
pub fn indexed(mut body: Body, target: Target) -> Body {
    let bits = target.pointer_bytes * 8;
    let plan = Plan::new(&body, bits as u8);
    if !plan.twins.is_empty() {
        plan.rewrite(&mut body);
    }
    body
}

/// What is known of where a pointer comes from while roots are looked for.
type Roots = HashMap<ValueId, Option<Operand>>;

/// How far a pointer is from another one: some elements, or a number of them.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// How many; none for one.
    count: Option<Operand>,
    /// How many bytes each has.
    each: i64,
}

/// Which pointers become indexes.
struct Plan {
    /// How wide an address is.
    bits: u8,
    /// The pointers whose index is counted, by their number, with their root and the size of an element.
    twins: BTreeMap<ValueId, (Operand, i64)>,
}

impl Plan {
    fn new(body: &Body, bits: u8) -> Plan {
        let definitions: HashMap<ValueId, &Inst> =
            insts(body).filter_map(|inst| Some((inst.result()?, inst))).collect();
        let roots = roots(body, &definitions);
        let heads = heads(body);
        let mut plan = Plan { bits, twins: BTreeMap::new() };
        let mut families: Vec<(Operand, BTreeSet<ValueId>)> = Vec::new();
        for head in heads {
            for inst in &body.block(head).insts {
                let (InstKind::Phi { .. }, Some(id)) = (&inst.kind, inst.result()) else { break };
                let Some(root) = derived(&roots, id) else { continue };
                let members = match families.iter().position(|it| it.0 == root) {
                    Some(at) => &mut families[at].1,
                    None => {
                        families.push((root, BTreeSet::new()));
                        &mut families.last_mut().expect("one was added").1
                    }
                };
                trace(&definitions, &roots, id, members);
            }
        }
        for (root, members) in families {
            let steps = members.iter().filter_map(|id| step(&definitions, definitions.get(id)?));
            let each = steps.fold(0, |each, step| gcd(each, step.each));
            if each > 0 {
                plan.twins.extend(members.into_iter().map(|id| (id, (root, each))));
            }
        }
        // What is compared with a cursor, or indexed from one, is told by an index, too.
        for inst in insts(body) {
            let mut add = |operand: &Operand| {
                plan.extend(&definitions, &roots, *operand);
            };
            match &inst.kind {
                InstKind::Compare { lhs, rhs, .. } => [lhs, rhs].into_iter().for_each(&mut add),
                InstKind::Cast { op: CastOp::PtrToInt, value } => add(value),
                InstKind::PtrAdd { offset: Operand::Value(_), .. } => {
                    inst.result().into_iter().for_each(|id| add(&id.into()));
                }
                _ => {}
            }
        }
        plan
    }

    /// Includes a pointer that is some elements from one that is included, or from its root.
    fn extend(&mut self, definitions: &HashMap<ValueId, &Inst>, roots: &Roots, operand: Operand) -> bool {
        let Some(id) = operand.value() else { return false };
        if self.twins.contains_key(&id) {
            return true;
        }
        let Some(root) = derived(roots, id) else { return false };
        let Some(each) = self.twins.values().find(|it| it.0 == root).map(|it| it.1) else { return false };
        let Some(inst) = definitions.get(&id) else { return false };
        let (InstKind::PtrAdd { base, .. }, Some(step)) = (&inst.kind, step(definitions, inst)) else {
            return false;
        };
        let fits = step.each % each == 0
            && (*base == root || origin(*base) == root || self.extend(definitions, roots, *base));
        if fits {
            self.twins.insert(id, (root, each));
        }
        fits
    }

    /// The index of an operand that is included, or a root; `twins` has the new values.
    fn index(&self, twins: &HashMap<ValueId, Operand>, operand: Operand, each: i64) -> Option<Operand> {
        match operand {
            Operand::Value(id) => twins.get(&id).copied().or(Some(self.number(0))),
            Operand::Global { offset, .. } => (offset % each == 0).then(|| self.number(offset / each)),
            _ => None,
        }
    }

    fn number(&self, value: i64) -> Operand {
        Operand::int(self.bits, value as u128)
    }

    fn rewrite(&self, body: &mut Body) {
        let definitions: HashMap<ValueId, Inst> =
            insts(body).filter_map(|inst| Some((inst.result()?, inst.clone()))).collect();
        let by_reference: HashMap<ValueId, &Inst> = definitions.iter().map(|(id, it)| (*id, it)).collect();
        let mut twins: HashMap<ValueId, Operand> = HashMap::new();
        for id in self.twins.keys() {
            let name = body.values[id.index()].name.as_ref().map(|name| format!("{name}.index"));
            twins.insert(*id, body.add_value(Scalar::Int(self.bits), name).into());
        }
        for at in 0..body.blocks.len() {
            let old = std::mem::take(&mut body.blocks[at].insts);
            let mut phis = Vec::new();
            // The addresses of phis stand behind all phis.
            let mut rest = Vec::new();
            for inst in old {
                let placed = if matches!(inst.kind, InstKind::Phi { .. }) { &mut phis } else { &mut rest };
                let mut code = Code { plan: self, body, twins: &twins, span: inst.span, insts: Vec::new() };
                match code.pointer(&by_reference, &inst) {
                    Some((index, address)) => match matches!(inst.kind, InstKind::Phi { .. }) {
                        true => {
                            placed.push(index);
                            let mut code =
                                Code { plan: self, body, twins: &twins, span: inst.span, insts: Vec::new() };
                            code.address(address);
                            let name = match inst.kind {
                                InstKind::Phi { var: Some(var), .. } => Some(var),
                                _ => None,
                            };
                            rest.extend(code.insts);
                            rest.extend(name.map(|var| Inst {
                                results: Default::default(),
                                kind: InstKind::VarIs { var, value: address.into() },
                                span: inst.span,
                            }));
                        }
                        false => {
                            code.insts.push(index);
                            code.address(address);
                            let made = code.insts;
                            placed.extend(made);
                        }
                    },
                    None => {
                        let inst = code.number(&by_reference, inst);
                        let made = code.insts;
                        placed.extend(made);
                        placed.push(inst);
                    }
                }
            }
            phis.append(&mut rest);
            body.blocks[at].insts = phis;
        }
    }
}

/// Code that takes the place of an instruction.
struct Code<'p, 'b> {
    plan: &'p Plan,
    body: &'b mut Body,
    twins: &'p HashMap<ValueId, Operand>,
    span: Option<Span>,
    insts: Vec<Inst>,
}

impl Code<'_, '_> {
    /// The index of a pointer that is included, as an instruction, and the pointer itself; none for others.
    fn pointer(&mut self, definitions: &HashMap<ValueId, &Inst>, inst: &Inst) -> Option<(Inst, ValueId)> {
        let id = inst.result()?;
        let (_, each) = *self.plan.twins.get(&id)?;
        let index = |operand: Operand| self.plan.index(self.twins, operand, each);
        let kind = match &inst.kind {
            InstKind::Phi { incoming, .. } => {
                let incoming: Option<Vec<(BlockId, Operand)>> =
                    incoming.iter().map(|(from, operand)| Some((*from, index(*operand)?))).collect();
                InstKind::Phi { incoming: incoming?, var: None }
            }
            InstKind::Select { cond, then, otherwise } => {
                InstKind::Select { cond: *cond, then: index(*then)?, otherwise: index(*otherwise)? }
            }
            InstKind::PtrAdd { base, .. } => {
                let step = step(definitions, inst)?;
                let base = index(*base)?;
                let count = match step.count {
                    None => self.plan.number(step.each / each),
                    Some(count) if step.each == each => count,
                    Some(count) => self.binary(BinaryOp::Mul, count, self.plan.number(step.each / each)),
                };
                InstKind::Binary { op: BinaryOp::Add, lhs: base, rhs: count, signed: false }
            }
            _ => return None,
        };
        let result = self.twins[&id].value()?;
        Some((Inst { results: [result].into_iter().collect(), kind, span: self.span }, id))
    }

    /// The pointer itself: its root, and as many elements as its index says.
    fn address(&mut self, id: ValueId) {
        let (root, each) = self.plan.twins[&id];
        let index = self.twins[&id];
        let offset = match each {
            1 => index,
            each => self.binary(BinaryOp::Mul, index, self.plan.number(each)),
        };
        let kind = InstKind::PtrAdd { base: root, offset, via: None };
        self.insts.push(Inst { results: [id].into_iter().collect(), kind, span: self.span });
    }

    /// An instruction on addresses of one family, as one on indexes.
    fn number(&mut self, definitions: &HashMap<ValueId, &Inst>, inst: Inst) -> Inst {
        let kind = match &inst.kind {
            InstKind::Compare { op, lhs, rhs } => {
                let indexes = self.indexes(*lhs, *rhs);
                indexes.map(|(lhs, rhs, _)| InstKind::Compare { op: with_sign(*op), lhs, rhs })
            }
            InstKind::Binary { op: BinaryOp::Sub, lhs, rhs, signed } => {
                let address = |operand: &Operand| match &definitions.get(&operand.value()?)?.kind {
                    InstKind::Cast { op: CastOp::PtrToInt, value } => Some(*value),
                    _ => None,
                };
                let addresses = address(lhs).zip(address(rhs));
                let indexes = addresses.and_then(|(lhs, rhs)| self.indexes(lhs, rhs));
                indexes.map(|(lhs, rhs, each)| match each {
                    1 => InstKind::Binary { op: BinaryOp::Sub, lhs, rhs, signed: *signed },
                    each => {
                        let lhs = self.binary(BinaryOp::Sub, lhs, rhs);
                        let rhs = self.plan.number(each);
                        InstKind::Binary { op: BinaryOp::Mul, lhs, rhs, signed: *signed }
                    }
                })
            }
            _ => None,
        };
        Inst { kind: kind.unwrap_or(inst.kind), ..inst }
    }

    /// The indexes of two addresses of one family, and the size of its elements.
    fn indexes(&self, one: Operand, other: Operand) -> Option<(Operand, Operand, i64)> {
        let family = |operand: Operand| self.plan.twins.get(&operand.value()?).copied();
        let (root, each) = family(one).or_else(|| family(other))?;
        let is_member = |operand: Operand| match family(operand) {
            Some((own, _)) => own == root,
            None => origin(operand) == root,
        };
        if !is_member(one) || !is_member(other) {
            return None;
        }
        let index = |operand: Operand| self.plan.index(self.twins, operand, each);
        Some((index(one)?, index(other)?, each))
    }

    fn binary(&mut self, op: BinaryOp, lhs: Operand, rhs: Operand) -> Operand {
        let result = self.body.add_value(Scalar::Int(self.plan.bits), None);
        let kind = InstKind::Binary { op, lhs, rhs, signed: false };
        self.insts.push(Inst { results: [result].into_iter().collect(), kind, span: self.span });
        result.into()
    }
}

fn insts(body: &Body) -> impl Iterator<Item = &Inst> {
    body.blocks.iter().flat_map(|block| &block.insts)
}

/// The heads of loops.
fn heads(body: &Body) -> BTreeSet<BlockId> {
    let cfg = Cfg::new(body);
    let mut heads = BTreeSet::new();
    for &block in cfg.reverse_postorder() {
        if !matches!(body.block(block).terminator.kind, TerminatorKind::Indirect { .. }) {
            heads.extend(cfg.successors(block).iter().filter(|next| cfg.is_retreating(block, **next)));
        }
    }
    heads
}

/// The object that an operand starts from: itself, or the start of a global.
fn origin(operand: Operand) -> Operand {
    match operand {
        Operand::Global { id, .. } => Operand::Global { id, offset: 0 },
        operand => operand,
    }
}

/// The root of a value that is made from another one.
fn derived(roots: &Roots, id: ValueId) -> Option<Operand> {
    let root = (*roots.get(&id)?)?;
    let is_pointer = matches!(root, Operand::Value(_) | Operand::Global { .. });
    (is_pointer && root != Operand::Value(id)).then_some(root)
}

/// What each pointer is made from: found by assuming that all phis are made from the same as what flows into them, and
/// giving that up where it does not hold.
fn roots(body: &Body, definitions: &HashMap<ValueId, &Inst>) -> Roots {
    let mut roots: Roots = HashMap::new();
    let order: Vec<BlockId> = Cfg::new(body).reverse_postorder().to_vec();
    let mut changed = true;
    while changed {
        changed = false;
        for inst in order.iter().flat_map(|block| &body.block(*block).insts) {
            let Some(id) = inst.result().filter(|id| body.value_type(*id) == Scalar::Ptr) else { continue };
            if roots.get(&id) == Some(&Some(id.into())) {
                continue;
            }
            let of = |operand: &Operand| match operand {
                Operand::Value(id) if !is_made(definitions, *id) => Some((*id).into()),
                Operand::Value(id) => roots.get(id).copied().flatten(),
                operand => Some(origin(*operand)),
            };
            let sources: Vec<Option<Operand>> = match &inst.kind {
                InstKind::PtrAdd { base, .. } => vec![of(base)],
                InstKind::Phi { incoming, .. } => incoming.iter().map(|(_, operand)| of(operand)).collect(),
                InstKind::Select { then, otherwise, .. } => vec![of(then), of(otherwise)],
                _ => continue,
            };
            let mut known = sources.into_iter().flatten();
            let root = known.next().map(|first| match known.all(|other| other == first) {
                true => first,
                false => id.into(),
            });
            if roots.insert(id, root) != Some(root) {
                changed = true;
            }
        }
    }
    roots
}

/// Whether a value may be made from another pointer.
fn is_made(definitions: &HashMap<ValueId, &Inst>, id: ValueId) -> bool {
    let kind = definitions.get(&id).map(|inst| &inst.kind);
    matches!(kind, Some(InstKind::PtrAdd { .. } | InstKind::Phi { .. } | InstKind::Select { .. }))
}

/// Collects the pointers that a pointer is made from, up to its root.
fn trace(definitions: &HashMap<ValueId, &Inst>, roots: &Roots, id: ValueId, members: &mut BTreeSet<ValueId>) {
    if derived(roots, id).is_none() || !members.insert(id) {
        return;
    }
    let mut visit = |operand: &Operand| {
        if let Some(next) = operand.value() {
            trace(definitions, roots, next, members);
        }
    };
    match definitions.get(&id).map(|inst| &inst.kind) {
        Some(InstKind::PtrAdd { base, .. }) => visit(base),
        Some(InstKind::Phi { incoming, .. }) => incoming.iter().for_each(|(_, operand)| visit(operand)),
        Some(InstKind::Select { then, otherwise, .. }) => [then, otherwise].into_iter().for_each(visit),
        _ => {}
    }
}

/// How far an address is from what it is made from; none where it is not a step.
fn step(definitions: &HashMap<ValueId, &Inst>, inst: &Inst) -> Option<Step> {
    let InstKind::PtrAdd { offset, .. } = &inst.kind else { return None };
    match offset {
        Operand::Int { value, .. } => Some(Step { count: None, each: *value as i64 }),
        Operand::Value(id) => {
            let scaled = definitions.get(id).and_then(|inst| match &inst.kind {
                InstKind::Binary { op: BinaryOp::Mul, lhs, rhs: Operand::Int { value, .. }, .. } => {
                    Some((*lhs, i64::try_from(*value).ok()?))
                }
                InstKind::Binary { op: BinaryOp::Shl, lhs, rhs: Operand::Int { value, .. }, .. } => {
                    Some((*lhs, 1i64.checked_shl(u32::try_from(*value).ok()?)?))
                }
                _ => None,
            });
            let (count, each) = scaled.filter(|it| it.1 > 0).unwrap_or((*offset, 1));
            Some(Step { count: Some(count), each })
        }
        _ => None,
    }
}

fn gcd(one: i64, other: i64) -> i64 {
    match other {
        0 => one.abs(),
        other => gcd(other, one % other),
    }
}

fn with_sign(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Ult => CmpOp::Slt,
        CmpOp::Ule => CmpOp::Sle,
        CmpOp::Ugt => CmpOp::Sgt,
        CmpOp::Uge => CmpOp::Sge,
        op => op,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indexed_text(loop_body: &str, compare: &str) -> String {
        let text = format!(
            "target 64\nfunc @f(ptr %s.0, ptr %t.1, i64 %n.2) {{\nbb0:\n  %end.3 = ptradd %s.0, %n.2\n  jump bb1\nbb1:\n  \
             %p.4: ptr = phi [bb0: %s.0, bb2: %q.6]\n  %c.5 = cmp {compare}\n  branch %c.5, bb2, bb3\nbb2:\n  \
             %q.6: ptr = {loop_body}\n  jump bb1\nbb3:\n  return\n}}\n"
        );
        let mut program: ir::Program = text.parse().unwrap();
        let body = program.functions[0].body.take().unwrap();
        program.functions[0].body = Some(indexed(body, program.target));
        ir::validate(&program).unwrap();
        program.to_string()
    }

    #[test]
    fn a_pointer_that_moves_becomes_an_index() {
        let text = indexed_text("ptradd %p.4, 1", "ult %p.4, %end.3");
        assert!(text.contains("= phi [bb0: 0, bb2:"), "{text}");
        assert!(text.contains("cmp slt"), "{text}");
    }

    #[test]
    fn a_pointer_that_is_followed_stays() {
        let text = indexed_text("load ptr %p.4", "ult %p.4, %end.3");
        assert!(text.contains("%p.4: ptr = phi"), "{text}");
        assert!(text.contains("cmp ult"), "{text}");
    }
}
