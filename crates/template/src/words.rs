//! Invariants in words and as C expressions.
//!
//! What is told of a loop holds each time it comes back to its head. Objects are named by the place where they are
//! allocated; `o` stands for any of them.

use crate::affine::{Equation, Hull};
use crate::cases::Case;
use crate::elements::{Elements, End, Expression};
use crate::encode::Encoding;
use crate::points::{ClassShape, INVALID, NULL, Offset, SiteId, SiteKind};
use crate::rows::{Bound, Claim, Divisor, Entity, Row, Sum};
use engine::Invariant;
use ir::{BinaryOp, InstKind, Operand, TypeId, ValueId, VarId};
use std::collections::BTreeMap;

/// The invariants of all loops.
pub fn invariants(encoding: &Encoding<'_>, rows: &[Row], hulls: &[Hull]) -> Vec<Invariant> {
    let mut list = Vec::new();
    for number in 0..encoding.heads.len() {
        let own: Vec<&Row> = rows.iter().filter(|row| row.number == number).collect();
        let head = &encoding.heads[number];
        let when = match &head.call {
            Some(call) if call.inner => "each time the function returns from a call by itself",
            Some(_) => "each time the function returns from this call",
            None => "each time the loop comes back",
        };
        let block = match &head.call {
            Some(call) if !call.inner => encoding.flat.body.block(call.cut.from),
            _ => encoding.flat.body.block(encoding.entry_of(head)),
        };
        let phi_free = block.insts.iter().filter(|inst| !matches!(inst.kind, InstKind::Phi { .. }));
        let span = phi_free.filter_map(|inst| inst.span).next().or(block.terminator.span);
        let names = Names { encoding };
        let (mut words, mut formulas) = names.of_loop(&own);
        if !formulas.iter().any(|formula| formula == NEVER) {
            let own = || hulls.iter().filter(|hull| hull.number == number);
            let always: Vec<String> =
                own().filter(|hull| hull.case.is_none()).flat_map(|hull| names.of_hull(hull)).collect();
            let sometimes: Vec<String> = own().flat_map(|hull| names.of_case(hull, &always)).collect();
            for equation in always.into_iter().chain(sometimes) {
                words.push(format!("`{equation}`"));
                formulas.push(equation);
            }
        }
        if words.is_empty() {
            continue;
        }
        list.push(Invariant {
            span,
            text: format!("{when}: {}", words.join("; ")),
            ranges: Vec::new(),
            condition: Some(formulas.join(" && ")),
            heap: None,
        });
    }
    list
}

/// What holds each time a loop comes back that never does.
const NEVER: &str = "0";

/// A sum in a case: the parts with their signs, and whether they are read as signed.
type Told = (Option<Case>, Vec<(bool, Entity)>, bool);

/// The least and the greatest value of a sum, as far as they are known.
type Between = (Option<i128>, Option<i128>);

struct Names<'a, 'b> {
    encoding: &'a Encoding<'b>,
}

impl Names<'_, '_> {
    /// All that the rows of a loop say, in words and as C expressions.
    fn of_loop(&self, rows: &[&Row]) -> (Vec<String>, Vec<String>) {
        let (mut words, mut formulas) = (Vec::new(), Vec::new());
        let mut bounds: BTreeMap<Told, Between> = BTreeMap::new();
        for row in rows {
            match (&row.claim, &row.bound) {
                (Claim::Returns, Bound::Nothing) => {
                    return (vec!["never".to_string()], vec![NEVER.to_string()]);
                }
                (Claim::Points(entity), Bound::Sites(sites)) => {
                    if let Some(name) = self.entity(*entity) {
                        let of = self.scope(&[*entity]);
                        let targets: Vec<String> = sites.iter().map(|site| self.site(*site)).collect();
                        words.push(format!("{of}`{name}` is {}", targets.join(" or ")));
                        if !sites.contains(&NULL) && !sites.contains(&INVALID) {
                            formulas.push(format!(
                                "{}{name} != NULL{}",
                                self.opens(&[*entity]),
                                self.closes(&[*entity])
                            ));
                        } else if sites.iter().all(|site| *site == NULL) {
                            formulas.push(format!(
                                "{}{name} == NULL{}",
                                self.opens(&[*entity]),
                                self.closes(&[*entity])
                            ));
                        }
                    }
                }
                (Claim::AtMost(Sum { parts, signed, case }), Bound::Most(most)) => {
                    let width =
                        parts.iter().filter_map(|(_, it)| crate::rows::width(self.encoding, *it)).max();
                    let limit = type_limit(width.unwrap_or(64), *signed, parts);
                    if *most >= limit {
                        continue;
                    }
                    let flipped: Vec<(bool, Entity)> = parts.iter().map(|(sign, it)| (!sign, *it)).collect();
                    // A sum is told by its first part with a plus.
                    match parts[0].0 {
                        false => {
                            let high = &mut bounds.entry((*case, parts.clone(), *signed)).or_default().1;
                            *high = Some(high.map_or(*most, |known| known.min(*most)));
                        }
                        true => {
                            let low = &mut bounds.entry((*case, flipped, *signed)).or_default().0;
                            *low = Some(low.map_or(-*most, |known| known.max(-*most)));
                        }
                    }
                }
                (Claim::Elements(claim), Bound::Most(_)) => {
                    let is_told = rows.iter().any(|row| match &row.claim {
                        Claim::Elements(other) => claim.is_part_of(other),
                        _ => false,
                    });
                    words.extend(self.elements(claim).filter(|_| !is_told));
                }
                _ => {}
            }
        }
        for ((case, parts, signed), (low, high)) in bounds.clone() {
            // What holds always need not be told of a case.
            let always = bounds.get(&(None, parts.clone(), signed));
            if case.is_some() && always == Some(&(low, high)) {
                continue;
            }
            let names: Option<Vec<String>> = parts.iter().map(|(_, it)| self.entity(*it)).collect();
            let Some(names) = names else { continue };
            let entities: Vec<Entity> = parts.iter().map(|(_, it)| *it).collect();
            let mut sum = names[0].clone();
            for ((minus, _), name) in parts.iter().zip(&names).skip(1) {
                sum = format!("{sum} {} {name}", if *minus { "-" } else { "+" });
            }
            let text = match (low, high) {
                (Some(low), Some(high)) if low == high => format!("{sum} == {low}"),
                (Some(low), Some(high)) => format!("{low} <= {sum} && {sum} <= {high}"),
                (Some(low), None) => format!("{low} <= {sum}"),
                (None, Some(high)) => format!("{sum} <= {high}"),
                (None, None) => continue,
            };
            let text = match case {
                None => Some(text),
                Some(case) => case.implies(&format!("({text})"), |entity| self.entity(entity)),
            };
            let Some(text) = text else { continue };
            words.push(format!("{}`{text}`", self.scope(&entities)));
            formulas.push(format!("{}{text}{}", self.opens(&entities), self.closes(&entities)));
        }
        (words, formulas)
    }

    /// A claim about the elements `q` of arrays; none where it mentions what has no name.
    fn elements(&self, claim: &Elements) -> Option<String> {
        let end = |end: End| match end {
            End::Constant(constant) => Some(constant.to_string()),
            End::Entity(entity) => self.entity(entity),
        };
        let what = self.expression(&claim.what)?;
        let text = match claim.case {
            None => what,
            Some(case) => case.implies(&format!("({what})"), |entity| self.entity(entity))?,
        };
        let Some(region) = claim.region else { return Some(format!("`{text}`")) };
        let (low, high) = (end(region.low)?, end(region.high)?);
        let from = if region.beyond { "<" } else { "<=" };
        Some(format!("for every `q` with `{low} {from} q && q < {high}`, `{text}`"))
    }

    fn expression(&self, expression: &Expression) -> Option<String> {
        let part = |it: &Expression| match it {
            Expression::Binary(..) | Expression::Compare(..) | Expression::Select(..) => {
                self.expression(it).map(|text| format!("({text})"))
            }
            it => self.expression(it),
        };
        Some(match expression {
            Expression::Index => "q".to_string(),
            Expression::Constant(Operand::Int { bits, value }) => {
                let sign = 1u128 << (bits - 1);
                (((value ^ sign) as i128).wrapping_sub(sign as i128)).to_string()
            }
            Expression::Constant(_) | Expression::PtrAdd(..) => return None,
            Expression::Value(entity) => self.entity(*entity)?,
            Expression::Not(it) => format!("!{}", part(it)?),
            Expression::Cast(_, _, it) => self.expression(it)?,
            Expression::Binary(BinaryOp::Or, a, b)
                if matches!(**a, Expression::Compare(..) | Expression::Not(_)) =>
            {
                format!("{} || {}", self.expression(a)?, self.expression(b)?)
            }
            Expression::Binary(op, a, b) => format!("{} {} {}", part(a)?, symbol(*op)?, part(b)?),
            Expression::Compare(op, a, b) => format!("{} {} {}", part(a)?, op.symbol(), part(b)?),
            Expression::Select(cond, a, b) => format!("{} ? {} : {}", part(cond)?, part(a)?, part(b)?),
            Expression::Load(_, ptr, at) => {
                let Expression::PtrAdd(base, offset) = &**at else { return None };
                let site = match &**base {
                    Expression::Value(Entity::Outer(id)) => *self.encoding.points.site_of.get(id)?,
                    Expression::Constant(Operand::Global { id, offset: 0 }) => {
                        self.encoding.points.global(*id)
                    }
                    _ => return None,
                };
                let name = &self.encoding.points.sites[site.0 as usize].name;
                let class = self.encoding.points.class_of_access(*ptr)?;
                let ClassShape::Array(stride) = self.encoding.points.classes[class].shape else {
                    return None;
                };
                let index = match &**offset {
                    Expression::Binary(BinaryOp::Mul, index, by) if matches!(**by, Expression::Constant(Operand::Int { value, .. }) if value == stride.into()) => {
                        self.expression(index)?
                    }
                    offset if stride == 1 => self.expression(offset)?,
                    _ => return None,
                };
                if name.is_empty() || name.contains('.') {
                    return None;
                }
                format!("{name}[{index}]")
            }
        })
    }

    /// The equations of a loop that speak of variables and tell more than their bounds do.
    fn of_hull(&self, hull: &Hull) -> Vec<String> {
        let names: Vec<Option<String>> = hull.entities.iter().map(|entity| self.entity(*entity)).collect();
        hull.equations.iter().flatten().filter_map(|it| equation(it, hull.width, &names)).collect()
    }

    /// The equations that hold in a case and not always.
    fn of_case(&self, hull: &Hull, always: &[String]) -> Vec<String> {
        let Some(case) = hull.case else { return Vec::new() };
        let told = self.of_hull(hull).into_iter().filter(|equation| !always.contains(equation));
        told.filter_map(|equation| case.implies(&equation, |entity| self.entity(entity))).collect()
    }

    /// The objects that a row is about, in words.
    fn scope(&self, entities: &[Entity]) -> String {
        match entities.iter().find_map(|entity| self.quantified(*entity)) {
            Some(site) => format!("for every {} `o`, ", self.allocated(site)),
            None => String::new(),
        }
    }

    fn opens(&self, entities: &[Entity]) -> String {
        match entities.iter().find_map(|entity| self.quantified(*entity)) {
            Some(site) => format!("forall(o, {}, ", self.short(site)),
            None => String::new(),
        }
    }

    fn closes(&self, entities: &[Entity]) -> &'static str {
        match entities.iter().any(|entity| self.quantified(*entity).is_some()) {
            true => ")",
            false => "",
        }
    }

    /// The site of the objects that an entity belongs to, unless it is a variable of the program.
    fn quantified(&self, entity: Entity) -> Option<SiteId> {
        let site = entity.site()?;
        matches!(self.encoding.points.sites[site.0 as usize].kind, SiteKind::Heap(_)).then_some(site)
    }

    fn short(&self, site: SiteId) -> String {
        let span = self.encoding.points.sites[site.0 as usize].span;
        span.map_or_else(|| format!("site{}", site.0), |span| format!("malloc_{}", span.line))
    }

    fn allocated(&self, site: SiteId) -> String {
        let span = self.encoding.points.sites[site.0 as usize].span;
        let place = span.map_or_else(String::new, |span| format!(" allocated at line {}", span.line));
        format!("block{place}")
    }

    fn site(&self, site: SiteId) -> String {
        let info = &self.encoding.points.sites[site.0 as usize];
        match info.kind {
            SiteKind::None => info.name.clone(),
            SiteKind::Global(_) | SiteKind::Stack(_) => format!("`&{}`", info.name),
            SiteKind::Heap(_) => format!("a {}", self.allocated(site)),
        }
    }

    /// The name of an entity in the source; none for what has no name there.
    fn entity(&self, entity: Entity) -> Option<String> {
        match entity {
            Entity::Register(id) if self.encoding.flat.cuts.iter().any(|cut| cut.results.contains(&id)) => {
                Some("\\result".to_string())
            }
            Entity::Register(id) => self.variable(id).map(|var| self.name(var)),
            Entity::Outer(id) => {
                self.variable(id).filter(|var| self.is_only(*var, id)).map(|var| self.name(var))
            }
            Entity::Was(site, cell) => {
                self.entity(Entity::Cell(site, cell)).map(|name| format!("\\old({name})"))
            }
            // C has no name for it.
            Entity::Offset(_) => None,
            Entity::Remainder(id, Divisor::Signed(by) | Divisor::Unsigned(by)) => {
                self.variable(id).map(|var| format!("{} % {by}", self.name(var)))
            }
            Entity::Ended(site) => Some(match self.encoding.points.sites[site.0 as usize].kind {
                SiteKind::Heap(_) => "freed(o)".to_string(),
                _ => return None,
            }),
            Entity::Cell(site, cell) => {
                let info = &self.encoding.points.sites[site.0 as usize];
                let class = self.encoding.points.class_of[site.0 as usize];
                let cell = &self.encoding.points.classes[class].cells[cell];
                let types = &self.encoding.task.program.types;
                let path = self.type_of(site).and_then(|ty| {
                    let exact =
                        types.path_at(ty, cell.start, Some(cell.bytes)).filter(|path| !path.is_empty());
                    // The only member of a struct is as large as the struct.
                    exact.or_else(|| types.path_at(ty, cell.start, None))
                });
                match info.kind {
                    SiteKind::Heap(_) => match path.filter(|path| !path.is_empty()) {
                        Some(path) => Some(format!("o->{}", path.trim_start_matches('.'))),
                        None => Some(format!("*(o + {})", cell.start)),
                    },
                    _ if info.name.is_empty() || info.name.contains('.') => None,
                    _ => Some(format!("{}{}", info.name, path.unwrap_or_default())),
                }
            }
        }
    }

    fn name(&self, var: VarId) -> String {
        self.encoding.flat.body.var(var).name.clone()
    }

    /// All places where variables get values.
    fn assignments(&self) -> impl Iterator<Item = (VarId, Option<ValueId>)> {
        let insts = self.encoding.flat.body.blocks.iter().flat_map(|block| &block.insts);
        insts.filter_map(|inst| match &inst.kind {
            InstKind::Phi { var: Some(var), .. } => Some((*var, inst.result())),
            InstKind::VarIs { var, value } => Some((*var, value.value())),
            _ => None,
        })
    }

    /// The variable that a value belongs to.
    fn variable(&self, id: ValueId) -> Option<VarId> {
        self.assignments().find(|(_, value)| *value == Some(id)).map(|(var, _)| var)
    }

    /// Whether a variable never has another value, so that its name tells the value at any place.
    fn is_only(&self, var: VarId, id: ValueId) -> bool {
        self.assignments().all(|(other, value)| other != var || value == Some(id))
    }

    /// The source type of the objects of a site, as far as the program tells.
    fn type_of(&self, site: SiteId) -> Option<TypeId> {
        let info = &self.encoding.points.sites[site.0 as usize];
        let body = &self.encoding.flat.body;
        let mut insts = body.blocks.iter().flat_map(|block| &block.insts);
        match info.kind {
            SiteKind::None => None,
            SiteKind::Global(id) => self.encoding.task.program.global(id).ty,
            SiteKind::Stack(id) => insts.find_map(|inst| match &inst.kind {
                InstKind::Alloca { ty, .. } if inst.result() == Some(id) => *ty,
                _ => None,
            }),
            SiteKind::Heap(_) => insts.find_map(|inst| match &inst.kind {
                InstKind::PtrAdd { base, via: Some(via), .. } => {
                    let addresses = self.encoding.points.addresses(*base);
                    addresses.contains(&(site, Offset::Exact(0))).then_some(*via)
                }
                _ => None,
            }),
        }
    }
}

/// How C writes an operation.
fn symbol(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::UDiv | BinaryOp::SDiv => "/",
        BinaryOp::URem | BinaryOp::SRem => "%",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::LShr | BinaryOp::AShr => ">>",
        _ => return None,
    })
}

/// An equation as C writes it; none where it mentions what has no name.
///
/// One that has an odd coefficient tells its variable: `x == 2 * i + 1`. In others all coefficients are multiples of a
/// power of two, so that they speak of the lowest bits of a sum: `((x + y) & 3) == 1`.
fn equation(equation: &Equation, width: u32, names: &[Option<String>]) -> Option<String> {
    let used = || equation.coefficients.iter().zip(names).filter(|(factor, _)| **factor != 0);
    if used().any(|(_, name)| name.is_none()) {
        return None;
    }
    let twos = used().map(|(factor, _)| factor.trailing_zeros()).min()?;
    let bits = width - twos;
    let mask = u64::MAX >> (64 - bits);
    let reduced = |number: u64| (number >> twos) & mask;
    let opposite = |number: u64| number.wrapping_neg() & mask;
    let constant = opposite(reduced(equation.constant));
    if twos > 0 {
        let parts = used().map(|(factor, name)| (reduced(*factor), name.as_deref().unwrap_or_default()));
        let sum = sum(parts, 0, bits);
        let sum = if used().count() > 1 { format!("({sum})") } else { sum };
        return Some(format!("({sum} & {mask}) == {constant}"));
    }
    let (_, own) = used().find(|(factor, _)| **factor == 1)?;
    let others = used().filter(|(_, name)| *name != own);
    // What stands for itself alone is told by its bounds.
    others.clone().next()?;
    let parts = others.map(|(factor, name)| (opposite(*factor), name.as_deref().unwrap_or_default()));
    Some(format!("{} == {}", own.as_deref()?, sum(parts, constant, bits)))
}

/// A sum of variables with factors and of a constant, all numbers of some bits, as C writes it.
fn sum<'a>(parts: impl Iterator<Item = (u64, &'a str)>, constant: u64, bits: u32) -> String {
    // The number of least size: the greater half are negative.
    let signed = |number: u64| {
        let number = i128::from(number);
        if number > 1 << (bits - 1) { number - (1 << bits) } else { number }
    };
    let mut text = String::new();
    for (factor, name) in parts {
        let factor = signed(factor);
        let size = factor.unsigned_abs();
        let part = if size == 1 { name.to_string() } else { format!("{size} * {name}") };
        text = match (text.is_empty(), factor < 0) {
            (true, false) => part,
            (true, true) => format!("-{part}"),
            (false, false) => format!("{text} + {part}"),
            (false, true) => format!("{text} - {part}"),
        };
    }
    match signed(constant) {
        0 => text,
        less if less < 0 => format!("{text} - {}", less.unsigned_abs()),
        more => format!("{text} + {more}"),
    }
}

/// The greatest value that tells nothing of a sum: the type of its parts says as much of one of them, and C computes
/// with numbers of that type.
fn type_limit(width: u32, signed: bool, parts: &[(bool, Entity)]) -> i128 {
    let width = width.min(100);
    let part = |minus: bool| match (signed, minus) {
        (true, true) => 1i128 << (width - 1),
        (true, false) => (1i128 << (width - 1)) - 1,
        (false, true) => 0,
        (false, false) => (1i128 << width) - 1,
    };
    parts.iter().map(|(minus, _)| part(*minus)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_c_expressions() {
        let names = ["x", "i"].map(|name| Some(name.to_string()));
        let minus = |number: u64| number.wrapping_neg() & 0xffff_ffff;
        let write = |coefficients: [u64; 2], constant: u64| {
            equation(&Equation { coefficients: coefficients.to_vec(), constant }, 32, &names)
        };
        assert_eq!(write([1, minus(2)], minus(3)).as_deref(), Some("x == 2 * i + 3"));
        assert_eq!(write([minus(2), 1], 5).as_deref(), Some("i == 2 * x - 5"));
        assert_eq!(write([1 << 31, 0], 1 << 31).as_deref(), Some("(x & 1) == 1"));
        assert_eq!(write([1 << 30, 1 << 30], minus(1 << 30)).as_deref(), Some("((x + i) & 3) == 1"));
        assert_eq!(write([1, 0], minus(7)), None, "bounds tell this");
    }
}
