//! Reading and writing cells: what a load gives, in terms of the log.
//!
//! A load walks the log backwards. A store to surely the same cell ends it, a store to surely another one is passed
//! by, and any other becomes an alternative: the value is a new symbol, and a formula says which alternative holds
//! when. Cells of different members, and of nodes of different types, are different because nodes do not overlap.

use crate::solver::term::{Field, Formula, Lin, Sym};
use crate::state::promised;
use crate::state::seen::{self, Seen};
use crate::state::{Class, Entry, Origin, State};
use crate::types::layout::{Layouts, SpotKind, TargetId};
use crate::types::promises::Promise;
use ir::Span;
use std::collections::BTreeSet;

/// A cell that an access goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The innermost node around it.
    pub base: Lin,
    /// The member.
    pub field: Field,
    /// How many bytes.
    pub size: u64,
    /// What is there.
    pub kind: SpotKind,
}

/// Where an access goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// To a cell.
    Cell(Place),
    /// To memory in the object at this address whose content is not tracked: it has no known type, or several.
    Untracked(Lin),
    /// To an element of the buffer at this address.
    Element(Lin),
}

impl Place {
    /// What the cell links to.
    pub fn link(&self) -> Option<TargetId> {
        match self.kind {
            SpotKind::Link(target) => Some(target),
            _ => None,
        }
    }
}

/// How two cells relate.
enum Alias {
    Same,
    Different,
    /// The same under a condition.
    If(Formula),
    /// Perhaps in part.
    Blurred,
}

/// Compares a cell with one that was written.
fn alias(layouts: &Layouts<'_>, state: &State, place: &Place, field: Field, size: u64, base: Lin) -> Alias {
    let (one, other) = (state.resolve(place.base), state.resolve(base));
    let named = |owner: TargetId| layouts.get(owner).is_record;
    if named(place.field.owner) && named(field.owner) {
        if place.field.owner != field.owner {
            // Links of different types are different cells. Data may be seen through several types, by unions.
            return match place.link().is_some() || scramble_differs(state, one, other) {
                true => Alias::Different,
                false => Alias::Blurred,
            };
        }
        let apart = place.field.at + place.size <= field.at || field.at + size <= place.field.at;
        if apart || state.surely_differ(one, other) {
            return Alias::Different;
        }
        let same_cell = place.field == field && place.size == size;
        return match (same_cell, one == other) {
            (true, true) => Alias::Same,
            (true, false) => Alias::If(Formula::equal(one, other)),
            (false, _) => Alias::Blurred,
        };
    }
    let start = |base: Lin, at: u64| Lin { base: base.base, offset: base.offset.saturating_add(at as i64) };
    let (one, other) = (start(one, place.field.at), start(other, field.at));
    if one.base == other.base {
        let (from, to) = (one.offset, one.offset + place.size as i64);
        let (other_from, other_to) = (other.offset, other.offset + size as i64);
        return match () {
            () if to <= other_from || other_to <= from => Alias::Different,
            () if (from, to) == (other_from, other_to) => Alias::Same,
            () => Alias::Blurred,
        };
    }
    if state.different_objects(one, other) {
        return Alias::Different;
    }
    match place.size == size {
        true => Alias::If(Formula::equal(one, other)),
        false => Alias::Blurred,
    }
}

/// What a load from a place gives.
pub fn load(layouts: &Layouts<'_>, state: &mut State, place: &Place, name: String) -> Lin {
    promised::take(layouts, state, place);
    load_before(layouts, state, place, name, state.log.len())
}

/// What a load from a place gave when the log had some length.
pub fn load_before(layouts: &Layouts<'_>, state: &mut State, place: &Place, name: String, end: usize) -> Lin {
    let mut choices: Vec<(Formula, Lin)> = Vec::new();
    let mut last = None;
    for index in (0..end).rev() {
        match state.log[index].clone() {
            Entry::Store { field, size, base, value, link, .. } => {
                if link != place.link() || is_apart(layouts, state, place, field, base) {
                    continue;
                }
                match alias(layouts, state, place, field, size, base) {
                    Alias::Different => {}
                    Alias::Same => {
                        last = Some(value);
                        break;
                    }
                    Alias::If(condition) => choices.push((condition, value)),
                    Alias::Blurred => return unknown(state, place, name),
                }
            }
            Entry::Scramble { base } => {
                if place.link().is_none() && !scramble_differs(state, base, place.base) {
                    return unknown(state, place, name);
                }
            }
            Entry::Element => {
                if place.link().is_none() && !layouts.get(place.field.owner).is_record {
                    return unknown(state, place, name);
                }
            }
            Entry::Havoc { writes, .. } if !writes.may_touch(layouts, place) => {}
            Entry::Havoc { generation, spares, .. } => match reach(state, place, generation, &spares) {
                Reach::Never => {}
                Reach::Always => {
                    last = Some(content(layouts, state, place, generation, &name));
                    break;
                }
                Reach::Perhaps => {
                    let value = content(layouts, state, place, generation, &name);
                    choices.push((Formula::Shared(place.field.owner, generation, place.base), value));
                }
            },
        }
    }
    let last = match last {
        Some(last) => last,
        None => first_content(layouts, state, place, &name),
    };
    combine(state, choices, last, name, place.link())
}

/// Whether a store goes through a pointer to data, and the place is a member that a promise is about: the addresses of such
/// members are never given away as those of data (`Exec::give_away`).
fn is_apart(layouts: &Layouts<'_>, state: &State, place: &Place, field: Field, base: Lin) -> bool {
    let is_about = |promise: &Promise| promise.members().iter().any(|it| it.at == place.field.at);
    let is_alone = |base: Sym| {
        let info = state.info(base);
        info.alternatives.is_empty() && matches!(info.origin, Origin::Param(_) | Origin::Found | Origin::Data)
    };
    !layouts.get(field.owner).is_record
        && state.resolve(base).base.is_some_and(is_alone)
        && layouts.promises_of(place.field.owner).any(|(_, promise)| is_about(promise))
}

fn scramble_differs(state: &State, one: Lin, other: Lin) -> bool {
    let base_only = |value: Lin| Lin { base: state.resolve(value).base, offset: 0 };
    let (one, other) = (base_only(one), base_only(other));
    one.base != other.base && state.surely_differ(one, other)
}

/// One of several values, the first whose condition holds.
pub fn combine(
    state: &mut State,
    mut choices: Vec<(Formula, Lin)>,
    last: Lin,
    name: String,
    link: Option<TargetId>,
) -> Lin {
    while choices.last().is_some_and(|(_, value)| *value == last) {
        choices.pop();
    }
    if choices.is_empty() {
        return last;
    }
    let result = state.symbol(name, Origin::Opaque);
    let mut formula = Formula::equal(result.value(), last);
    for (condition, value) in choices.iter().rev() {
        formula = Formula::Or(vec![
            Formula::And(vec![condition.clone(), Formula::equal(result.value(), *value)]),
            Formula::And(vec![condition.clone().negated(), formula]),
        ]);
    }
    let alternatives: Vec<Lin> = choices.iter().map(|(_, value)| *value).chain([last]).collect();
    let valid = common_validity(state, &alternatives);
    let all_nonnull = alternatives.iter().all(|value| state.surely_nonnull(state.resolve(*value)));
    if all_nonnull {
        state.nonnull.insert(result);
    }
    let hint = alternatives.iter().find_map(|value| state.info(value.symbol()?).hint);
    let from_memory = alternatives.iter().all(|value| {
        value.base.is_none_or(|base| matches!(state.info(base).origin, Origin::Found | Origin::Param(_)))
    });
    let info = &mut state.symbols[result.index()];
    info.alternatives = alternatives;
    info.valid = valid;
    info.hint = link.or(hint);
    if from_memory {
        info.origin = Origin::Loop;
    }
    state.facts.push_back(formula);
    result.value()
}

/// What can be said of a value that is one of several.
fn common_validity(state: &State, values: &[Lin]) -> Option<(TargetId, Class)> {
    let mut common: Option<(TargetId, Class)> = None;
    for value in values.iter().map(|value| state.resolve(*value)) {
        if state.simplest(value) == Lin::ZERO {
            continue;
        }
        let (target, class) = state.info(value.symbol()?).valid?;
        common = match common {
            None => Some((target, class)),
            Some((other, _)) if other != target => return None,
            Some((_, other)) => Some((target, class.join(other))),
        };
    }
    common
}

/// Whether a node is reached by others when a generation begins.
enum Reach {
    Never,
    Always,
    Perhaps,
}

fn reach(state: &State, place: &Place, generation: u32, spares: &BTreeSet<usize>) -> Reach {
    let base = state.resolve(place.base);
    if let Some(index) = state.block_of(base) {
        let is_published = state.blocks[index].published.is_some_and(|since| since <= generation);
        let published = is_published && !spares.contains(&index);
        return if published { Reach::Always } else { Reach::Never };
    }
    match base.base.map(|base| state.info(base)) {
        Some(info) if info.origin == Origin::Global => Reach::Always,
        Some(info) => match info.valid {
            Some((_, Class::Shared(since))) if since <= generation => Reach::Always,
            Some((_, Class::Private)) => Reach::Never,
            _ => Reach::Perhaps,
        },
        None => Reach::Perhaps,
    }
}

/// What a cell of a shared node holds when a generation begins.
fn content(layouts: &Layouts<'_>, state: &mut State, place: &Place, generation: u32, name: &str) -> Lin {
    let base = state.resolve(place.base);
    let key = (place.field, place.size, generation, base);
    if let Some(sym) = state.contents.get(&key) {
        return sym.value();
    }
    let sym = state.symbol(name, Origin::Call);
    if let Some(target) = place.link() {
        state.symbols[sym.index()].hint = Some(target);
        state.facts.push_back(Formula::Content(place.field, generation, base, sym.value()));
        if matches!(node_class(state, base), Some(Class::Shared(since)) if since <= generation) {
            state.symbols[sym.index()].valid = Some((target, Class::Shared(generation)));
        }
    }
    state.contents.insert(key, sym);
    tag_facts(layouts, state, place, sym, generation);
    sym.value()
}

/// A link in a union is a node where the tag, as it was at the same time, says so.
fn tag_facts(layouts: &Layouts<'_>, state: &mut State, place: &Place, value: Sym, generation: u32) {
    let Some(claim) = layouts.tagged_link(place.field, place.size).filter(|_| place.link().is_none()) else {
        return;
    };
    let base = state.resolve(place.base);
    let tag_place = Place { base, field: claim.tag, size: claim.tag_size, kind: SpotKind::Data };
    let tag = match generation {
        0 => first_content(layouts, state, &tag_place, "the tag"),
        _ => content(layouts, state, &tag_place, generation, "the tag"),
    };
    let owner = claim.link.owner;
    for (case, target) in &claim.cases {
        let other = Formula::differ(tag, Lin::constant(*case));
        let valid = state.valid_formula(value.value(), *target, Class::Shared(generation));
        let elsewhere = Formula::Shared(owner, generation, base).negated();
        state.facts.push_back(Formula::Or(vec![other.clone(), elsewhere, valid.clone()]));
        if generation == 0 && state.has_private {
            let valid = Formula::Or(vec![valid, Formula::Private(*target, value.value())]);
            state.facts.push_back(Formula::Or(vec![other, Formula::Private(owner, base).negated(), valid]));
        }
    }
}

/// What a cell held when the piece began.
fn first_content(layouts: &Layouts<'_>, state: &mut State, place: &Place, name: &str) -> Lin {
    let base = state.resolve(place.base);
    let key = (place.field, place.size, 0, base);
    if let Some(sym) = state.contents.get(&key) {
        return sym.value();
    }
    if let Some(index) = state.block_of(base) {
        if state.blocks[index].zeroed {
            return Lin::ZERO;
        }
        if state.blocks[index].published.is_none() {
            let sym = state.symbol(name, Origin::Unset);
            state.contents.insert(key, sym);
            return sym.value();
        }
    }
    let origin = match base.base.map(|base| state.info(base).origin) {
        Some(Origin::Param(_) | Origin::Found) => Origin::Found,
        _ => Origin::Loop,
    };
    let sym = state.symbol(name, origin);
    let as_given = !state.written.may_touch(layouts, place);
    if let Some(sym_base) = base.base.filter(|_| as_given) {
        state.symbols[sym.index()].seen = seen_at(layouts, state, sym_base, base.offset, place);
    }
    match place.link() {
        Some(target) => {
            state.symbols[sym.index()].hint = Some(target);
            state.facts.push_back(Formula::Content(place.field, 0, base, sym.value()));
            if state.has_private {
                state.facts.push_back(Formula::PrivateContent(place.field, base, sym.value()));
            }
            let class = match node_class(state, base) {
                // What local variables hold is in the log.
                Some(Class::Shared(0) | Class::Local) => Some(Class::Shared(0)),
                Some(Class::Private | Class::Any) => Some(Class::Any),
                _ => None,
            };
            state.symbols[sym.index()].valid = class.map(|class| (target, class));
        }
        None => state.symbols[sym.index()].origin = Origin::Data,
    }
    state.contents.insert(key, sym);
    tag_facts(layouts, state, place, sym, 0);
    sym.value()
}

/// How callers see a cell of the object that a symbol points to.
fn seen_at(layouts: &Layouts<'_>, state: &State, base: Sym, offset: i64, place: &Place) -> Option<Seen> {
    let info = state.info(base);
    let around = info.target()?;
    let at = u64::try_from(offset).ok()? + place.field.at;
    let inside = at + place.size <= layouts.get(around).size;
    let bytes = seen::Bytes { at, size: place.size };
    inside.then(|| seen::member(info.seen.as_ref(), around, bytes)).flatten()
}

/// The class of the node that an address is in, where all its alternatives agree.
fn node_class(state: &State, base: Lin) -> Option<Class> {
    if let Some(index) = state.block_of(base) {
        return state.blocks[index].published.map(Class::Shared);
    }
    let info = state.info(base.base?);
    match info.origin {
        Origin::Global => Some(Class::Shared(0)),
        // A node that may be a local variable has contents that the log knows and the rules do not.
        _ => info.valid.map(|(_, class)| class),
    }
}

fn unknown(state: &mut State, place: &Place, name: String) -> Lin {
    let Some(link) = place.link() else { return untracked(state, place.base, name) };
    let sym = state.symbol(name, Origin::Opaque);
    state.symbols[sym.index()].hint = Some(link);
    sym.value()
}

/// What a load from memory that is not tracked gives: data, and anything may be there.
pub fn untracked(state: &mut State, base: Lin, name: impl Into<String>) -> Lin {
    let slot = state.block_of(state.resolve(base)).is_some_and(|index| {
        let block = &state.blocks[index];
        block.slot.is_some() && block.target.is_none()
    });
    // A local variable of no known type holds what the program put there.
    let origin = if slot { Origin::Opaque } else { Origin::Data };
    state.symbol(name, origin).value()
}

/// Writes a value.
pub fn store(state: &mut State, place: &Place, value: Lin, span: Option<Span>) {
    state.log.push_back(Entry::Store {
        field: place.field,
        size: place.size,
        base: place.base,
        value,
        link: place.link(),
        span,
    });
}

/// The cell that the store at `index` of the log went to; none if it is no store.
fn stored(state: &State, index: usize) -> Option<Place> {
    let Entry::Store { field, size, base, link, .. } = &state.log[index] else { return None };
    let kind = link.map_or(SpotKind::Data, SpotKind::Link);
    Some(Place { base: *base, field: *field, size: *size, kind })
}

/// How a cell relates to the one that an entry of the log writes, if it writes such a one.
fn written(layouts: &Layouts<'_>, state: &State, place: &Place, entry: &Entry) -> Option<Alias> {
    match entry {
        Entry::Store { field, size, base, link, .. } if *link == place.link() => {
            Some(alias(layouts, state, place, *field, *size, *base))
        }
        _ => None,
    }
}

/// Whether the program itself surely overwrites the store at `index` of the log later.
pub fn rewritten(layouts: &Layouts<'_>, state: &State, index: usize) -> bool {
    let Some(place) = stored(state, index) else { return true };
    let mut later = state.log.iter().skip(index + 1);
    later.any(|entry| matches!(written(layouts, state, &place, entry), Some(Alias::Same)))
}

/// Whether the store at `index` of the log is surely overwritten later, by the program or by others.
pub fn overwritten(layouts: &Layouts<'_>, state: &State, index: usize) -> bool {
    let Some(place) = stored(state, index) else { return true };
    let by_others = |entry: &Entry| match entry {
        Entry::Havoc { generation, spares, .. } => {
            matches!(reach(state, &place, *generation, spares), Reach::Always)
        }
        _ => false,
    };
    rewritten(layouts, state, index) || state.log.iter().skip(index + 1).any(by_others)
}

/// The conditions under which later stores overwrite the one at `index`.
pub fn overwriting_conditions(layouts: &Layouts<'_>, state: &State, index: usize) -> Vec<Formula> {
    let Some(place) = stored(state, index) else { return Vec::new() };
    let condition = |entry: &Entry| match entry {
        Entry::Havoc { generation, spares, .. } => match reach(state, &place, *generation, spares) {
            Reach::Perhaps => Some(Formula::Shared(place.field.owner, *generation, place.base)),
            Reach::Never | Reach::Always => None,
        },
        entry => match written(layouts, state, &place, entry) {
            Some(Alias::If(condition)) => Some(condition),
            _ => None,
        },
    };
    state.log.iter().skip(index + 1).filter_map(condition).collect()
}

/// The symbol for memory that was never set.
pub fn unset(state: &mut State, name: String) -> Sym {
    state.symbol(name, Origin::Unset)
}

/// The cells of shared nodes that hold a value which was read from them, and that nobody wrote since: members and nodes.
pub fn found_in(layouts: &Layouts<'_>, state: &State, value: Lin) -> Vec<(Field, Lin)> {
    let is_last =
        |entry: &Entry| matches!(entry, Entry::Havoc { generation, .. } if *generation == state.generation);
    let since = state.log.iter().rposition(is_last).map_or(0, |at| at + 1);
    let mut all: Vec<(Field, Lin)> = Vec::new();
    for ((field, size, generation, base), sym) in &state.contents {
        let link = state.info(*sym).hint.filter(|_| *generation == state.generation);
        let Some(link) = link.filter(|_| state.resolve(sym.value()) == value) else { continue };
        let place = Place { base: *base, field: *field, size: *size, kind: SpotKind::Link(link) };
        let untouched =
            |entry: &Entry| matches!(written(layouts, state, &place, entry), None | Some(Alias::Different));
        if state.log.iter().skip(since).all(untouched) {
            all.push((*field, *base));
        }
    }
    all.sort_unstable();
    all
}

/// The symbols that are found in memory from a symbol on, in one or more steps: what was read or written there, unless it
/// is surely overwritten.
pub fn reached_from(layouts: &Layouts<'_>, state: &State, from: Sym) -> BTreeSet<Sym> {
    let mut all = BTreeSet::new();
    let mut pending = vec![from];
    while let Some(node) = pending.pop() {
        let is_at = |base: Lin| state.resolve(base).base == Some(node);
        let read = state.contents.iter().filter(|((.., base), _)| is_at(*base));
        let read = read.filter(|(cell, _)| !is_replaced(layouts, state, cell)).map(|(_, sym)| sym.value());
        let written = state.log.iter().enumerate().filter_map(|(index, entry)| match entry {
            Entry::Store { base, value, .. } if is_at(*base) && !rewritten(layouts, state, index) => {
                Some(*value)
            }
            _ => None,
        });
        let found: Vec<Sym> = read.chain(written).filter_map(|value| state.resolve(value).base).collect();
        pending.extend(found.into_iter().filter(|sym| *sym != from && all.insert(*sym)));
    }
    all
}

/// Whether a cell that was read is surely overwritten by the program itself.
fn is_replaced(layouts: &Layouts<'_>, state: &State, cell: &(Field, u64, u32, Lin)) -> bool {
    let (field, size, generation, base) = *cell;
    let Some(begin) = begin_of(state, generation) else { return false };
    let written_there = |entry: &Entry| match entry {
        Entry::Store { field: other, size: bytes, base: node, .. } => {
            let kind = SpotKind::Data;
            matches!(
                alias(layouts, state, &Place { base, field, size, kind }, *other, *bytes, *node),
                Alias::Same
            )
        }
        _ => false,
    };
    state.log.iter().skip(begin).any(written_there)
}

/// Where a generation begins in the log; none where it is not known.
fn begin_of(state: &State, generation: u32) -> Option<usize> {
    let is_it = |entry: &Entry| matches!(entry, Entry::Havoc { generation: it, .. } if *it == generation);
    match generation {
        0 => Some(0),
        _ => state.log.iter().rposition(is_it).map(|at| at + 1),
    }
}
