//! Template rows: what an invariant may say (section IV).
//!
//! A row belongs to a loop and speaks of one state: of registers at the loop's head, of cells of an arbitrary object of
//! a site, of values that the loop does not change. It is a guarded row in the sense of section IV-B: it holds where the
//! loop was entered, the loop-back value is selected, and the object exists. Heap rows give the set of sites a pointer
//! may point to; numeric rows bound an expression from above, in a type wide enough for it not to overflow.
//!
//! A row occurs in the formula in two ways. As an assumption it is instantiated: for a row about objects at every object
//! whose forgotten contents the formula mentions. As an obligation it is stated once, at the end of the loop's edges
//! back, for an object of which nothing is known but its site: the concrete object of section V.

use crate::cases::{Case, cases};
use crate::elements::Elements;
use crate::encode::{Call, Encoding, Head, State};
use crate::harvest::{Guards, Harvest, claims};
use crate::memory::{Content, Index, is_array};
use crate::points::{ClassShape, Offset, SiteId, SiteKind};
use crate::seeds::{Root, Seeds};
use crate::value::{INSTANCE_BITS, Value};
use ir::ValueId;
use logic::Term;
use std::collections::BTreeSet;

/// What a row speaks of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Entity {
    /// A variable of the loop.
    Register(ValueId),
    /// A cell of the objects of a site.
    Cell(SiteId, usize),
    /// What a cell of a single object held when a function was called.
    Was(SiteId, usize),
    /// Whether the life of an object has ended.
    Ended(SiteId),
    /// A value that the loop does not change.
    Outer(ValueId),
    /// Where in its object a pointer of the loop points.
    Offset(ValueId),
    /// What is left of a variable of the loop when it is divided by a constant.
    Remainder(ValueId, Divisor),
}

/// A constant that the program divides by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Divisor {
    /// Of numbers with a sign.
    Signed(u64),
    /// Of numbers without.
    Unsigned(u64),
}

impl Entity {
    /// The site whose objects it belongs to.
    pub fn site(self) -> Option<SiteId> {
        match self {
            Entity::Cell(site, _) | Entity::Ended(site) => Some(site),
            _ => None,
        }
    }
}

/// A sum of at most two entities, each with a sign.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Sum {
    /// The parts: whether it is subtracted, and what.
    pub parts: Vec<(bool, Entity)>,
    /// Whether the numbers are read as signed.
    pub signed: bool,
    /// The case in which it is bounded; none for always.
    pub case: Option<Case>,
}

/// What a row says.
#[derive(Clone, Debug)]
pub enum Claim {
    /// The loop comes back to its head.
    Returns,
    /// A pointer points to an object of one of some sites.
    Points(Entity),
    /// A sum is at most some number.
    AtMost(Sum),
    /// Something holds of all elements of a region: the expression, which tells whether it is wrong, is at most zero.
    Elements(Elements),
}

impl Claim {
    /// What it speaks of.
    pub fn entities(&self) -> Vec<Entity> {
        match self {
            Claim::Returns | Claim::Elements(_) => Vec::new(),
            Claim::Points(entity) => vec![*entity],
            Claim::AtMost(sum) => sum.parts.iter().map(|(_, entity)| *entity).collect(),
        }
    }

    /// The sites whose objects it speaks of.
    fn sites(&self) -> Vec<SiteId> {
        self.entities().into_iter().filter_map(Entity::site).collect()
    }
}

/// The strength of a row: which of its claims holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// There is no such state.
    Nothing,
    /// The sites that a pointer may point to.
    Sites(BTreeSet<SiteId>),
    /// The greatest value of a sum.
    Most(i128),
    /// Anything.
    Anything,
}

/// A row.
#[derive(Clone, Debug)]
pub struct Row {
    /// The head of its loop, by number.
    pub number: usize,
    /// What it says.
    pub claim: Claim,
    /// How strong it is.
    pub bound: Bound,
    /// Where it is assumed: guard and expression.
    pub before: Vec<(Term, Term)>,
    /// Where it has to hold.
    pub after: (Term, Term),
    /// How often it was weakened.
    pub weakened: u32,
}

/// How rich templates are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Richness {
    /// Heap rows and intervals.
    Intervals,
    /// Linear equations, which are no rows but hulls.
    Equations,
    /// Differences of two numbers.
    Zones,
    /// Intervals once more: relations between numbers tell that they do not overflow.
    Again,
    /// Intervals, in the cases that the program tells apart, of numbers that have few values.
    Cases,
    /// Linear equations in these cases.
    CaseEquations,
    /// What holds of all elements of arrays, up to a place.
    Elements,
    /// The same, in cases.
    CaseElements,
    /// Sums of two numbers, too, and all pairs of registers.
    Octagons,
}

/// Fewer values than this are few.
const FEW_VALUES: i128 = 1 << 12;

/// Cases are left out beyond so many bounds in cases of a loop.
const MOST_GUARDED: usize = 160;

/// More registers than this are not paired with each other unless the program compares them.
const MOST_PAIRED: usize = 6;

/// Makes the rows of all loops, given what is known of them.
pub fn rows(encoding: &mut Encoding<'_>, seeds: &Seeds, richness: Richness, known: &[Row]) -> Vec<Row> {
    let mut maker = Maker { rows: Vec::new(), harvest: None };
    for number in 0..encoding.heads.len() {
        let head = encoding.heads[number].clone();
        let Some(after) = Point::after(&head) else { continue };
        maker.of_loop(encoding, seeds, (richness, known), number, &head, &after);
    }
    settle(encoding, maker.rows)
}

/// Finds all places where rows are assumed.
fn settle(encoding: &mut Encoding<'_>, mut rows: Vec<Row>) -> Vec<Row> {
    // Instances of one loop's memory may mention that of the loops around it.
    loop {
        let count = instances(encoding);
        for row in &mut rows {
            assume(encoding, row);
        }
        if instances(encoding) == count {
            return rows;
        }
    }
}

/// The same rows in another formula of the same program.
pub fn restate(encoding: &mut Encoding<'_>, known: &[Row]) -> Vec<Row> {
    let mut maker = Maker { rows: Vec::new(), harvest: None };
    for row in known {
        let head = encoding.heads[row.number].clone();
        let Some(after) = Point::after(&head) else { continue };
        let count = maker.rows.len();
        maker.add(encoding, row.number, row.claim.clone(), &after);
        maker.rows[count..].iter_mut().for_each(|added| added.bound = row.bound.clone());
    }
    settle(encoding, maker.rows)
}

/// Finds all places where a row is assumed.
pub fn assume(encoding: &mut Encoding<'_>, row: &mut Row) {
    row.before = places(encoding, &row.claim, row.number);
}

/// Where a claim is assumed at the head of a loop: guard and expression.
pub fn places(encoding: &mut Encoding<'_>, claim: &Claim, number: usize) -> Vec<(Term, Term)> {
    let head = encoding.heads[number].clone();
    let point = Point::before(&head);
    if let Claim::Elements(elements) = claim {
        let indexes = elements.indexes(encoding);
        return indexes.into_iter().filter_map(|index| elements.at(encoding, &point, index)).collect();
    }
    let sites = claim.sites();
    let quantified = sites.iter().copied().find(|site| is_quantified(encoding, *site));
    let indices = match quantified {
        None => vec![None],
        Some(site) => mentioned(encoding, number, site).into_iter().map(Some).collect(),
    };
    indices.into_iter().filter_map(|index| evaluate(encoding, claim, &sites, &point, index)).collect()
}

/// How many instances forgotten memory has.
pub fn instances(encoding: &Encoding<'_>) -> usize {
    encoding.memory.bases.iter().map(|base| base.instances.len()).sum()
}

struct Maker<'a> {
    rows: Vec<Row>,
    /// What the program says of elements, once it was asked for.
    harvest: Option<Harvest<'a>>,
}

/// Where an entity is evaluated.
pub struct Point<'a> {
    /// The variables of the loop.
    pub registers: Vec<(ValueId, Value)>,
    /// Memory.
    pub state: &'a State,
    /// The values of what the loop does not change.
    pub outer: &'a [Option<Value>],
    /// The cut call that ends here, and the state in which it began.
    call: Option<(&'a Call, &'a State)>,
}

impl<'a> Point<'a> {
    /// Where rows are assumed.
    pub fn before(head: &'a Head) -> Point<'a> {
        let call = head.call.as_deref().map(|call| (call, &call.called));
        Point { registers: head.registers.clone(), state: &head.state, outer: &head.outer, call }
    }

    /// Where rows have to hold; none where nothing comes there.
    pub fn after(head: &'a Head) -> Option<Point<'a>> {
        let (values, state) = head.back.as_ref()?;
        let ids = head.registers.iter().map(|(id, _)| *id);
        let call = head.call.as_deref().map(|call| (call, &call.entered));
        Some(Point { registers: ids.zip(values.iter().copied()).collect(), state, outer: &head.outer, call })
    }

    /// The number of the first object of a site that a claim speaks of; none where it speaks of all of them.
    fn first(&self, encoding: &Encoding<'_>, claim: &Claim, site: SiteId) -> Option<Term> {
        let (call, begin) = self.call?;
        let class = encoding.points.class_of[site.0 as usize];
        let is_new = |entity: Entity| {
            let content = match entity {
                Entity::Cell(it, cell) if it == site => Content::Cell(cell),
                Entity::Ended(it) if it == site => Content::Ended,
                _ => return false,
            };
            let map = encoding.memory.map(class, content);
            map.is_some_and(|map| call.new_only.contains(&(map, site)))
        };
        begin.counts.sites[site.0 as usize].filter(|_| claim.entities().into_iter().any(is_new))
    }
}

impl<'a> Maker<'a> {
    fn of_loop(
        &mut self,
        encoding: &mut Encoding<'a>,
        seeds: &Seeds,
        (richness, known): (Richness, &[Row]),
        number: usize,
        head: &Head,
        after: &Point<'_>,
    ) {
        let mut numbers: BTreeSet<Entity> = BTreeSet::new();
        let mut pointers: BTreeSet<Entity> = BTreeSet::new();
        for (id, value) in &head.registers[head.params()..] {
            match value {
                Value::Number(_) => numbers.insert(Entity::Register(*id)),
                Value::Pointer(_) => {
                    if moves(encoding, *id) {
                        numbers.insert(Entity::Offset(*id));
                    }
                    pointers.insert(Entity::Register(*id))
                }
            };
        }
        for (map, sites) in &head.forgotten {
            let info = encoding.memory.maps[*map];
            for site in sites {
                match info.content {
                    Content::Cell(cell) => {
                        let info = &encoding.points.classes[info.class].cells[cell];
                        let set = if info.pointer.is_some() { &mut pointers } else { &mut numbers };
                        if info.is_accessed {
                            set.insert(Entity::Cell(*site, cell));
                        }
                    }
                    Content::Ended => {
                        numbers.insert(Entity::Ended(*site));
                    }
                    Content::Size => {}
                }
            }
        }
        if richness == Richness::Again {
            self.intervals(encoding, seeds, number, &numbers, None, after);
            return;
        }
        if richness == Richness::Cases {
            numbers.retain(|entity| has_few_values(known, number, *entity));
            for case in cases(encoding, head, MOST_GUARDED / numbers.len().max(1)) {
                self.intervals(encoding, seeds, number, &numbers, Some(case), after);
            }
            return;
        }
        if richness == Richness::Intervals {
            let zero = encoding.store.zero(1);
            self.rows.push(Row {
                number,
                claim: Claim::Returns,
                bound: Bound::Nothing,
                before: Vec::new(),
                after: (after.state.guard, zero),
                weakened: 0,
            });
            for pointer in &pointers {
                self.add(encoding, number, Claim::Points(*pointer), after);
            }
            self.intervals(encoding, seeds, number, &numbers, None, after);
            return;
        }
        if matches!(richness, Richness::Elements | Richness::CaseElements) {
            // Cut calls are no loops: nothing moves along an array there.
            if head.call.is_some() {
                return;
            }
            let guards = match richness {
                Richness::Elements => Guards::None,
                _ => Guards::Cases,
            };
            let harvest = self.harvest.get_or_insert_with(|| Harvest::new(encoding));
            for elements in claims(encoding, harvest, head, guards) {
                self.add(encoding, number, Claim::Elements(elements), after);
            }
            return;
        }
        if matches!(richness, Richness::Equations | Richness::CaseEquations) {
            return;
        }
        for (one, other, signed) in self.pairs(encoding, seeds, richness, head, &numbers) {
            let signs: &[[bool; 2]] = match richness {
                Richness::Octagons => &[[false, true], [true, false], [false, false], [true, true]],
                _ => &[[false, true], [true, false]],
            };
            for [first, second] in signs {
                let sum = Sum { parts: vec![(*first, one), (*second, other)], signed, case: None };
                self.add(encoding, number, Claim::AtMost(sum), after);
            }
        }
    }

    /// The least and the greatest value of each number, always or in a case.
    fn intervals(
        &mut self,
        encoding: &mut Encoding<'_>,
        seeds: &Seeds,
        number: usize,
        numbers: &BTreeSet<Entity>,
        case: Option<Case>,
        after: &Point<'_>,
    ) {
        let is_other = |entity: &&Entity| case.is_none_or(|case| case.entity != **entity);
        for entity in numbers.iter().filter(is_other) {
            for signed in seeds.signs(encoding, *entity) {
                for minus in [false, true] {
                    let sum = Sum { parts: vec![(minus, *entity)], signed, case };
                    self.add(encoding, number, Claim::AtMost(sum), after);
                }
            }
        }
    }

    /// The pairs whose differences a loop's template bounds.
    fn pairs(
        &self,
        encoding: &Encoding<'_>,
        seeds: &Seeds,
        richness: Richness,
        head: &Head,
        numbers: &BTreeSet<Entity>,
    ) -> Vec<(Entity, Entity, bool)> {
        let mut pairs: BTreeSet<(Entity, Entity, bool)> = BTreeSet::new();
        let mut add = |one: Entity, other: Entity, signed: bool| {
            let (one, other) = if one <= other { (one, other) } else { (other, one) };
            // Two arbitrary objects of a site are not told apart.
            let many =
                |entity: Entity| entity.site().filter(|site| encoding.points.sites[site.0 as usize].many);
            let two_objects = many(one).zip(many(other)).is_some_and(|(a, b)| a != b);
            let fits = width(encoding, one) == width(encoding, other) && width(encoding, one) > Some(1);
            if one != other && !two_objects && fits {
                pairs.insert((one, other, signed));
            }
        };
        // What the program compares.
        for (one, other, signed) in &seeds.pairs {
            for a in entities(encoding, head, *one) {
                for b in entities(encoding, head, *other) {
                    if numbers.contains(&a) || numbers.contains(&b) {
                        add(a, b, *signed);
                    }
                }
            }
        }
        // The numbers of an object belong together.
        for one in numbers {
            for other in numbers {
                if let (Entity::Cell(a, _), Entity::Cell(b, _)) = (one, other)
                    && a == b
                {
                    add(*one, *other, true);
                }
            }
            if let Entity::Cell(site, _) = one {
                let class = encoding.points.class_of[site.0 as usize];
                let cells = &encoding.points.classes[class].cells;
                for (cell, info) in cells.iter().enumerate() {
                    if info.pointer.is_none() && info.is_accessed {
                        add(*one, Entity::Cell(*site, cell), true);
                    }
                }
            }
        }
        let registers: Vec<Entity> =
            numbers.iter().copied().filter(|entity| entity.site().is_none()).collect();
        // What a call leaves in a single object depends on what was there, and its results on its parameters.
        for one in numbers.iter().filter(|_| head.call.is_some()) {
            if let Entity::Cell(site, cell) = one
                && !is_quantified(encoding, *site)
            {
                add(*one, Entity::Was(*site, *cell), true);
            }
        }
        let params = head.registers[..head.params()].iter().map(|(id, _)| Entity::Register(*id));
        let others: Vec<Entity> = registers.iter().copied().chain(params).collect();
        if richness == Richness::Octagons || others.len() <= MOST_PAIRED {
            for one in &registers {
                for other in &others {
                    add(*one, *other, true);
                }
            }
        }
        pairs.into_iter().collect()
    }

    fn add(&mut self, encoding: &mut Encoding<'_>, number: usize, claim: Claim, after: &Point<'_>) {
        if let Claim::Elements(elements) = &claim {
            let witness = elements.witness(encoding);
            if let Some(after) = elements.at(encoding, after, witness)
                && !self.rows.iter().any(|row| row.number == number && row.after == after)
            {
                self.rows.push(Row {
                    number,
                    claim,
                    bound: Bound::Most(0),
                    before: Vec::new(),
                    after,
                    weakened: 0,
                });
            }
            return;
        }
        let sites = claim.sites();
        let quantified = sites.iter().copied().find(|site| is_quantified(encoding, *site));
        let object = quantified.map(|site| arbitrary(encoding, site));
        if let Some(after) = evaluate(encoding, &claim, &sites, after, object) {
            self.rows.push(Row {
                number,
                claim,
                bound: Bound::Nothing,
                before: Vec::new(),
                after,
                weakened: 0,
            });
        }
    }
}

/// The arbitrary object, and element, of a site. A question is about the rows of one loop, so that all loops may speak of
/// the same: each further object would be compared with all others wherever memory was forgotten.
fn arbitrary(encoding: &mut Encoding<'_>, site: SiteId) -> Index {
    if let Some(index) = encoding.arbitrary.get(&site) {
        return *index;
    }
    let instance = match encoding.points.sites[site.0 as usize].many {
        true => encoding.store.fresh("instance", INSTANCE_BITS),
        false => encoding.store.zero(INSTANCE_BITS),
    };
    let object = encoding.widths.object(&mut encoding.store, site, instance);
    let class = encoding.points.class_of[site.0 as usize];
    let element = match encoding.points.classes[class].shape {
        ClassShape::Array(_) => Some(encoding.store.fresh("element", encoding.widths.word)),
        _ => None,
    };
    let index = Index { object, element };
    encoding.arbitrary.insert(site, index);
    index
}

/// Whether a row about the cells of a site speaks of more than one place.
pub fn is_quantified(encoding: &Encoding<'_>, site: SiteId) -> bool {
    let class = encoding.points.class_of[site.0 as usize];
    encoding.points.sites[site.0 as usize].many || is_array(encoding.points, class)
}

/// The places of a site's objects whose contents, forgotten by a loop, the formula mentions.
fn mentioned(encoding: &Encoding<'_>, number: usize, site: SiteId) -> Vec<Index> {
    let class = encoding.points.class_of[site.0 as usize];
    let array = is_array(encoding.points, class);
    let mut list: Vec<Index> = Vec::new();
    for base in &encoding.memory.bases {
        let map = encoding.memory.maps[base.map];
        if base.forgotten_by != Some(number) || map.class != class {
            continue;
        }
        for (index, _) in &base.instances {
            if index.element.is_some() == array && !list.contains(index) {
                list.push(*index);
            }
        }
    }
    list
}

/// The guard and the expression of a claim at a point, about the given object.
fn evaluate(
    encoding: &mut Encoding<'_>,
    claim: &Claim,
    sites: &[SiteId],
    point: &Point<'_>,
    index: Option<Index>,
) -> Option<(Term, Term)> {
    let mut guard = point.state.guard;
    for site in sites {
        let object = match index.filter(|_| is_quantified(encoding, *site)) {
            Some(index) => index.object,
            None => encoding.widths.single(&mut encoding.store, *site),
        };
        let own = encoding.widths.is_site(&mut encoding.store, object, *site);
        let exists = encoding.exists(&point.state.counts, object, &[*site]);
        if let Some(first) = point.first(encoding, claim, *site) {
            let instance = encoding.widths.instance_of(&mut encoding.store, object);
            let is_new = encoding.store.ule(first, instance);
            guard = encoding.store.and(guard, is_new);
        }
        guard = encoding.store.and(guard, own);
        guard = encoding.store.and(guard, exists);
    }
    if encoding.store.as_bool(guard) == Some(false) {
        return None;
    }
    let expression = match claim {
        Claim::Returns | Claim::Elements(_) => encoding.store.zero(1),
        Claim::Points(entity) => match value(encoding, *entity, point, index)? {
            Value::Pointer(pointer) => encoding.widths.site_of(&mut encoding.store, pointer.object),
            Value::Number(_) => return None,
        },
        Claim::AtMost(sum) => {
            if let Some(case) = sum.case {
                let holds = case.at(encoding, point)?;
                guard = encoding.store.and(guard, holds);
            }
            let mut total: Option<Term> = None;
            for (minus, entity) in &sum.parts {
                let Value::Number(number) = value(encoding, *entity, point, index)? else { return None };
                let wide = encoding.store.width(number) + 2;
                let mut part = match sum.signed {
                    true => encoding.store.sext(number, wide),
                    false => encoding.store.zext(number, wide),
                };
                if *minus {
                    part = encoding.store.neg(part);
                }
                total = Some(match total {
                    Some(total) => encoding.store.add(total, part),
                    None => part,
                });
            }
            total?
        }
    };
    Some((guard, expression))
}

/// The value of an entity at a point.
pub fn value(
    encoding: &mut Encoding<'_>,
    entity: Entity,
    point: &Point<'_>,
    index: Option<Index>,
) -> Option<Value> {
    let mut state = point.state;
    let content = match entity {
        Entity::Was(_, cell) => {
            state = point.call?.1;
            Content::Cell(cell)
        }
        Entity::Register(id) => {
            return point.registers.iter().find(|(it, _)| *it == id).map(|(_, value)| *value);
        }
        Entity::Offset(id) => {
            let (_, Value::Pointer(pointer)) = point.registers.iter().find(|(it, _)| *it == id)? else {
                return None;
            };
            return Some(Value::Number(pointer.offset));
        }
        Entity::Outer(id) => return point.outer[id.index()],
        Entity::Remainder(id, divisor) => {
            let Value::Number(number) = value(encoding, Entity::Register(id), point, None)? else {
                return None;
            };
            let store = &mut encoding.store;
            let width = store.width(number);
            let (Divisor::Signed(by) | Divisor::Unsigned(by)) = divisor;
            let by = store.num(width, by.into());
            return Some(Value::Number(match divisor {
                Divisor::Signed(_) => store.srem(number, by),
                Divisor::Unsigned(_) => store.urem(number, by),
            }));
        }
        Entity::Cell(_, cell) => Content::Cell(cell),
        Entity::Ended(_) => Content::Ended,
    };
    let site = match entity {
        Entity::Was(site, _) => site,
        entity => entity.site()?,
    };
    let class = encoding.points.class_of[site.0 as usize];
    let map = encoding.memory.map(class, content)?;
    let mut at = match index.filter(|_| is_quantified(encoding, site)) {
        Some(index) => index,
        None => Index { object: encoding.widths.single(&mut encoding.store, site), element: None },
    };
    if content == Content::Ended {
        at.element = None;
    } else if is_array(encoding.points, class) && at.element.is_none() {
        return None;
    }
    let points = encoding.points;
    Some(encoding.memory.read(&mut encoding.store, points, state.maps[map], at))
}

/// The number of bits of an entity that is a number.
pub fn width(encoding: &Encoding<'_>, entity: Entity) -> Option<u32> {
    match entity {
        Entity::Register(id) | Entity::Outer(id) | Entity::Remainder(id, _) => {
            match encoding.flat.body.value_type(id) {
                ir::Scalar::Ptr => None,
                ty => Some(ty.bits(encoding.task.program.target)),
            }
        }
        Entity::Cell(site, cell) | Entity::Was(site, cell) => {
            let class = encoding.points.class_of[site.0 as usize];
            Some(encoding.points.classes[class].cells[cell].bytes as u32 * 8)
        }
        Entity::Ended(_) => Some(1),
        Entity::Offset(_) => Some(encoding.widths.word),
    }
}

/// Whether the bounds of a number leave it a few values, and more than one.
fn has_few_values(known: &[Row], number: usize, entity: Entity) -> bool {
    let most = |minus: bool| {
        let rows = known.iter().filter(|row| row.number == number);
        let bounds = rows.filter_map(|row| match (&row.claim, &row.bound) {
            (Claim::AtMost(sum), Bound::Most(most))
                if sum.case.is_none() && sum.parts == [(minus, entity)] =>
            {
                Some(*most)
            }
            _ => None,
        });
        bounds.min()
    };
    let (high, low) = (most(false), most(true).map(|least| -least));
    matches!((low, high), (Some(low), Some(high)) if low < high && high - low < FEW_VALUES)
}

/// Whether a pointer may point to several places of one object.
fn moves(encoding: &Encoding<'_>, pointer: ValueId) -> bool {
    let addresses = &encoding.points.values[pointer.index()];
    let exact = |(_, at): &(SiteId, Offset)| matches!(at, Offset::Exact(_));
    let mut sites: Vec<SiteId> = addresses.iter().map(|(site, _)| *site).collect();
    sites.dedup();
    !addresses.iter().all(exact) || sites.len() < addresses.len()
}

/// What a root of a comparison is at the head of a loop.
fn entities(encoding: &Encoding<'_>, head: &Head, root: Root) -> Vec<Entity> {
    match root {
        Root::Value(id) => {
            let inside = |block: &ir::BlockId| encoding.blocks_of(head).contains(block);
            if let Some((_, value)) = head.registers.iter().find(|(it, _)| *it == id) {
                match value {
                    Value::Number(_) => vec![Entity::Register(id)],
                    Value::Pointer(_) => vec![Entity::Offset(id)],
                }
            } else if head.outer[id.index()].is_some()
                && !seeds_block(encoding, id).is_some_and(|it| inside(&it))
            {
                vec![Entity::Outer(id)]
            } else {
                Vec::new()
            }
        }
        Root::Cell(class, cell) => {
            let sites = &encoding.points.classes[class].sites;
            let is_real =
                |site: &&SiteId| !matches!(encoding.points.sites[site.0 as usize].kind, SiteKind::None);
            sites.iter().filter(is_real).map(|site| Entity::Cell(*site, cell)).collect()
        }
    }
}

/// The block that defines a value; none for parameters.
fn seeds_block(encoding: &Encoding<'_>, id: ValueId) -> Option<ir::BlockId> {
    encoding
        .flat
        .body
        .block_ids()
        .find(|block| encoding.flat.body.block(*block).insts.iter().any(|inst| inst.results.contains(&id)))
}
