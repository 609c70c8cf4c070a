//! Whether the data structure is intact: what calls, returns and the heads of loops ask for.
//!
//! When others run, every link of a shared node must be null or a shared node, and so must what they are given.
//! Blocks that are reached from there are *published*: their links must be set and valid in turn. What is not reached
//! may be half-built. At the head of a loop, where nobody else runs, private nodes are kept apart, and single links
//! may be unset where the invariant of the loop says so (*holes*).

use crate::code::context::Context;
use crate::solver::solve::{Oracle, Said};
use crate::solver::term::{Field, Formula, Lin};
use crate::state::fresh;
use crate::state::memory;
use crate::state::{Class, Entry, Origin, State};
use crate::types::layout::{Layouts, TargetId};
use ir::Span;
use std::collections::BTreeSet;

/// A condition that does not hold.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The value that is no node.
    pub value: Lin,
    /// What it should be a node of.
    pub target: TargetId,
    /// What holds it.
    pub holder: Holder,
    /// Whether the solver gave up.
    pub gave_up: bool,
}

/// What holds a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    /// Nothing: it is handed over.
    Nothing,
    /// A member of a node, and where it was written.
    Cell(Field, Lin, Option<Span>),
    /// Memory of no known type, and where it was written.
    Untyped(Option<Span>),
}

impl Holder {
    /// The member, and the node.
    pub fn cell(self) -> Option<(Field, Lin)> {
        match self {
            Holder::Cell(field, base, _) => Some((field, base)),
            Holder::Nothing | Holder::Untyped(_) => None,
        }
    }
}

/// How far a value may be known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// Others must be able to follow it.
    Shared,
    /// It must be a node that only this function knows.
    Private,
    /// It must be a node that others can reach, or a local variable.
    Local,
    /// It must be a node, shared or private, and no local variable that nobody else knows.
    Node,
    /// It must be a node, but only this function follows it.
    Any,
}

/// A link that may be unset.
#[derive(Clone, Copy, Debug)]
pub struct Hole {
    /// The node.
    pub node: Lin,
    /// The member.
    pub field: Field,
    /// Whether it may be unset even where others can reach the node.
    pub is_weak: bool,
}

/// Checks the structure, and finds out what is published by it.
pub struct Publisher<'a> {
    layouts: &'a Layouts<'a>,
    oracle: &'a Oracle<'a>,
    state: &'a State,
    /// Links that may be unset.
    holes: &'a [Hole],
    /// Blocks that are published.
    pub published: BTreeSet<usize>,
    /// Blocks that stay private but are reached.
    pub kept: BTreeSet<usize>,
    /// Whether the private nodes are published.
    pub private_published: bool,
    /// What does not hold.
    pub broken: Vec<Broken>,
}

impl<'a> Publisher<'a> {
    /// A publisher that has published nothing yet but what others know already.
    pub fn new(context: &'a Context<'a>, state: &'a State, holes: &'a [Hole]) -> Publisher<'a> {
        let published =
            (0..state.blocks.len()).filter(|index| state.blocks[*index].published.is_some()).collect();
        Publisher {
            layouts: context.layouts,
            oracle: &context.oracle,
            state,
            holes,
            published,
            kept: BTreeSet::new(),
            private_published: false,
            broken: Vec::new(),
        }
    }

    /// Checks everything: what is handed over, and all links of shared nodes. With `loops`, the links of private
    /// nodes too.
    pub fn run(&mut self, roots: &[(Lin, TargetId, Need)], loops: bool) {
        for &(value, target, need) in roots {
            self.require(value, target, need, Holder::Nothing);
        }
        for (value, span) in &self.state.escaped {
            self.escape(*value, Holder::Untyped(*span));
        }
        // Publishing a block makes its links count: repeat until nothing new is published.
        loop {
            let before = (self.published.len(), self.kept.len(), self.private_published, self.broken.len());
            self.entries(loops);
            self.tags(loops);
            let after = (self.published.len(), self.kept.len(), self.private_published, self.broken.len());
            if before == after {
                return;
            }
        }
    }

    /// Checks the stores of the log.
    fn entries(&mut self, loops: bool) {
        for index in 0..self.state.log.len() {
            let Entry::Store { field, base, value, link, span, .. } = &self.state.log[index] else {
                continue;
            };
            let resolved = self.state.resolve(*base);
            if self.state.simplest(resolved) == Lin::ZERO {
                continue;
            }
            let holder = Holder::Cell(*field, *base, *span);
            if self.broken.iter().any(|it| it.holder == holder) {
                continue;
            }
            let need = match self.state.block_of(resolved) {
                Some(block) if self.published.contains(&block) => Need::Shared,
                Some(block)
                    if loops && self.kept.contains(&block) && self.state.blocks[block].slot.is_none() =>
                {
                    Need::Node
                }
                Some(_) => continue,
                None => Need::Shared,
            };
            match link {
                Some(target) => {
                    if !memory::overwritten(self.layouts, self.state, index)
                        && !self.is_hole(*field, resolved)
                    {
                        self.entry(index, need, *value, *target, holder, loops);
                    }
                }
                // A pointer that is kept as data escapes.
                None => self.escape(*value, holder),
            }
        }
    }

    /// Checks that tags and links of unions agree.
    fn tags(&mut self, loops: bool) {
        for check in &self.state.tag_checks {
            let base = self.state.resolve(check.base);
            let holder = Holder::Cell(check.claim.link, check.base, check.span);
            if self.broken.iter().any(|it| it.holder == holder) || self.state.simplest(base) == Lin::ZERO {
                continue;
            }
            let class = base.base.and_then(|base| self.state.info(base).valid).map(|(_, class)| class);
            let need = match self.state.block_of(base) {
                Some(block) if self.published.contains(&block) => Need::Shared,
                Some(block) if loops && self.kept.contains(&block) => Need::Node,
                Some(_) => continue,
                None if class == Some(Class::Private) && !self.private_published && loops => Need::Node,
                None if class == Some(Class::Private) && !self.private_published => continue,
                None => Need::Shared,
            };
            let tag = self.state.resolve(check.tag);
            for (case, target) in &check.claim.cases {
                let case = Formula::equal(tag, Lin::constant(*case));
                if case == Formula::Bool(false) || self.known(check.value, *target, need) {
                    continue;
                }
                let premises = vec![case, Formula::differ(base, Lin::ZERO)];
                let before = self.broken.len();
                self.prove(check.value, *target, need, premises, holder);
                // Data that was copied or computed may well agree with its tag.
                let sym = self.state.resolve(check.value).base;
                let origin = sym.map(|sym| self.state.info(sym).origin);
                let is_slot =
                    self.state.block_of(base).is_some_and(|it| self.state.blocks[it].slot.is_some());
                let unsure = is_slot || matches!(origin, Some(Origin::Data | Origin::Opaque | Origin::Call));
                self.broken[before..].iter_mut().for_each(|it| it.gave_up |= unsure);
            }
        }
    }

    fn is_hole(&self, field: Field, base: Lin) -> bool {
        let hole =
            self.holes.iter().find(|hole| hole.field == field && self.state.resolve(hole.node) == base);
        hole.is_some_and(|hole| hole.is_weak || self.is_hidden(base))
    }

    /// Whether nobody else can reach a node, surely.
    fn is_hidden(&self, base: Lin) -> bool {
        if let Some(index) = self.state.block_of(base) {
            return !self.published.contains(&index);
        }
        let class = base.base.and_then(|base| self.state.info(base).valid).map(|valid| valid.1);
        class == Some(Class::Private) && !self.private_published
    }

    fn entry(&mut self, index: usize, need: Need, value: Lin, target: TargetId, holder: Holder, loops: bool) {
        let Entry::Store { field, base, .. } = &self.state.log[index] else { return };
        let base = self.state.resolve(*base);
        let class = base.base.and_then(|base| self.state.info(base).valid).map(|(_, class)| class);
        let perhaps_private = self.state.has_private
            && !self.private_published
            && self.state.block_of(base).is_none()
            && !matches!(class, Some(Class::Shared(_) | Class::Local));
        if class == Some(Class::Private) && perhaps_private {
            if loops {
                self.require_entry(index, Need::Node, value, target, holder);
            }
            return;
        }
        if class == Some(Class::Local) {
            // A local variable that others do not know may hold anything.
            if !self.known(value, target, need) {
                let mut premises = self.entry_premises(index);
                premises.push(Formula::Shared(field.owner, self.state.generation, base));
                self.prove(value, target, need, premises, holder);
            }
            return;
        }
        let known = match need == Need::Node || perhaps_private && loops {
            true => self.known(value, target, Need::Node),
            false => self.known(value, target, need),
        };
        if known && !perhaps_private {
            return;
        }
        let mut premises = self.entry_premises(index);
        if perhaps_private {
            // The node is shared and must not link to private nodes, or it is private, where that is allowed.
            let owner = field.owner;
            let mut shared = premises.clone();
            shared.push(Formula::Shared(owner, self.state.generation, base));
            self.prove(value, target, Need::Shared, shared, holder);
            if loops && !known {
                premises.push(Formula::Private(owner, base));
                self.prove(value, target, Need::Node, premises, holder);
            }
            return;
        }
        self.prove(value, target, need, premises, holder);
    }

    /// Asks for the value of a store, unless it is overwritten or a hole.
    fn require_entry(&mut self, index: usize, need: Need, value: Lin, target: TargetId, holder: Holder) {
        if !self.known(value, target, need) {
            let premises = self.entry_premises(index);
            self.prove(value, target, need, premises, holder);
        }
    }

    /// A store counts only if nothing overwrites it, and where holes are elsewhere.
    fn entry_premises(&self, index: usize) -> Vec<Formula> {
        let Entry::Store { field, base, .. } = &self.state.log[index] else { return Vec::new() };
        let overwritten = memory::overwriting_conditions(self.layouts, self.state, index);
        let mut premises: Vec<Formula> = overwritten.into_iter().map(Formula::negated).collect();
        // A variable that names a hole may be null: then there is none.
        premises.push(Formula::differ(self.state.resolve(*base), Lin::ZERO));
        let holes = self.holes.iter().filter(|hole| hole.is_weak && hole.field == *field);
        premises.extend(holes.map(|hole| Formula::differ(hole.node, *base)));
        premises
    }

    /// Asks for a value that is handed over.
    pub fn require(&mut self, value: Lin, target: TargetId, need: Need, holder: Holder) {
        if !self.known(value, target, need) {
            self.prove(value, target, need, Vec::new(), holder);
        }
    }

    /// Whether a value is obviously null or a node. Publishes the blocks it may be.
    fn known(&mut self, value: Lin, target: TargetId, need: Need) -> bool {
        let value = self.state.resolve(value);
        let Some(base) = value.base else { return value == Lin::ZERO };
        if self.state.simplest(value) == Lin::ZERO {
            return true;
        }
        if let Some(index) = self.state.block_of(value) {
            let block = &self.state.blocks[index];
            let Some(own) = block.target else { return false };
            let size = block.known_size();
            let each = self.layouts.get(own).size;
            let fits = size >= each;
            // One of the nodes in the block, or a part of it.
            let inside = u64::try_from(value.offset).is_ok_and(|at| {
                let whole = at / each == 0 || size.is_multiple_of(each) && at < size;
                whole && self.layouts.contains(own, at % each, target)
            });
            if !fits || !inside {
                return false;
            }
            match need {
                Need::Shared => self.published.insert(index),
                Need::Private if block.slot.is_some() || self.published.contains(&index) => return false,
                Need::Local if block.slot.is_none() && !self.published.contains(&index) => return false,
                // A link to a local variable makes it part of the structure.
                Need::Node if block.slot.is_some() => self.published.insert(index),
                Need::Private | Need::Local | Need::Node | Need::Any => self.kept.insert(index),
            };
            return true;
        }
        let info = self.state.info(base);
        let inside = |own: TargetId| {
            u64::try_from(value.offset).is_ok_and(|at| self.layouts.contains(own, at, target))
        };
        // A member of a null pointer is no node.
        let not_null = value.offset == 0 || self.state.nonnull.contains(&base);
        match info.valid {
            Some((own, Class::Shared(_))) if not_null && inside(own) => return need != Need::Private,
            Some((own, Class::Private)) if not_null && inside(own) => {
                let fine = match self.private_published {
                    true => need != Need::Private,
                    false => matches!(need, Need::Private | Need::Node | Need::Any),
                };
                if fine {
                    return true;
                }
            }
            Some((own, Class::Local)) if not_null && inside(own) && info.alternatives.is_empty() => {
                if matches!(need, Need::Local | Need::Any) {
                    self.reach_slots(need, own);
                    return true;
                }
            }
            Some((own, Class::Any)) if not_null && inside(own) && info.alternatives.is_empty() => {
                let publishable = need == Need::Any || self.private_published && need == Need::Shared;
                // A local variable may be meant: it is reached.
                if publishable {
                    self.reach_slots(need, own);
                    return true;
                }
            }
            _ => {}
        }
        if value.offset == 0 && !info.alternatives.is_empty() {
            let alternatives = info.alternatives.clone();
            return alternatives.iter().all(|alternative| self.known(*alternative, target, need));
        }
        false
    }

    /// Whether there are local variables of a type.
    fn slots_of(&self, target: TargetId) -> bool {
        self.state.blocks.iter().any(|block| block.slot.is_some() && block.target == Some(target))
    }

    /// Marks local variables of a type as reached.
    fn reach_slots(&mut self, need: Need, target: TargetId) {
        for (index, block) in self.state.blocks.iter().enumerate() {
            if block.slot.is_some() && block.target == Some(target) {
                match need {
                    Need::Shared => self.published.insert(index),
                    Need::Private | Need::Local | Need::Node | Need::Any => self.kept.insert(index),
                };
            }
        }
    }

    /// Asks the solver whether a value can be no node under some premises.
    fn prove(&mut self, value: Lin, target: TargetId, need: Need, premises: Vec<Formula>, holder: Holder) {
        let value = self.state.resolve(value);
        let mut said = self.ask(value, target, need, &premises);
        let private = self.state.has_private && !self.private_published;
        if said != Said::Impossible
            && (need == Need::Node || need == Need::Shared && !private)
            && self.slots_of(target)
        {
            // Perhaps it is a local variable.
            let before = self.published.clone();
            self.reach_slots(Need::Shared, target);
            said = self.ask(value, target, need, &premises);
            if said != Said::Impossible {
                self.published = before;
            }
        }
        if said != Said::Impossible && need == Need::Shared && private {
            // Perhaps it is a private node: publish them all.
            self.private_published = true;
            let before = self.published.clone();
            self.reach_slots(Need::Shared, target);
            said = self.ask(value, target, need, &premises);
            if said == Said::Impossible {
                return;
            }
            self.private_published = false;
            self.published = before;
        }
        if said != Said::Impossible && !self.broken.iter().any(|it| it.holder == holder && it.value == value)
        {
            self.broken.push(Broken { value, target, holder, gave_up: said == Said::GaveUp });
        }
    }

    fn ask(&self, value: Lin, target: TargetId, need: Need, premises: &[Formula]) -> Said {
        let mut parts = premises.to_vec();
        parts.push(Formula::differ(value, Lin::ZERO));
        if need != Need::Private {
            parts.push(Formula::Shared(target, self.state.generation, value).negated());
        }
        if matches!(need, Need::Private | Need::Node | Need::Any)
            || self.private_published && need != Need::Private
        {
            parts.push(Formula::Private(target, value).negated());
        }
        let published = self.published.iter().filter(|_| need != Need::Private);
        for &index in published.chain(self.kept.iter().filter(|_| need != Need::Shared)) {
            let block = &self.state.blocks[index];
            if block.target == Some(target) && block.known_size() >= self.layouts.get(target).size {
                for node in 0..fresh::nodes_in(self.layouts, block) {
                    let offset = (node * self.layouts.get(target).size) as i64;
                    parts.push(Formula::differ(value, Lin { base: Some(block.base), offset }));
                }
            }
        }
        self.oracle.ask(self.state, &Formula::And(parts))
    }

    /// A value that is stored as data: a block that it is the address of can be reached by others.
    fn escape(&mut self, value: Lin, holder: Holder) {
        let value = self.state.resolve(value);
        let Some(base) = value.base else { return };
        let mut candidates = vec![value];
        candidates.extend(self.state.info(base).alternatives.iter().copied());
        for candidate in candidates {
            let candidate = self.state.resolve(candidate);
            if let Some(index) = self.state.block_of(candidate)
                && !self.published.contains(&index)
                && let Some(target) = self.state.blocks[index].target
            {
                let whole = Lin { base: candidate.base, offset: 0 };
                self.require(whole, target, Need::Shared, holder);
            }
            if let Some(base) = candidate.base
                && let Some((target, Class::Any | Class::Private)) = self.state.info(base).valid
                && self.state.has_private
            {
                self.require(base.value(), target, Need::Shared, holder);
            }
        }
    }
}

/// Why a value is no node, in words.
pub fn reason(layouts: &Layouts<'_>, state: &State, broken: &Broken) -> String {
    let value = state.resolve(broken.value);
    let wanted = &layouts.get(broken.target).name;
    let Some(base) = value.base else {
        return format!("the number {} is no address of a {wanted}", value.offset);
    };
    let info = state.info(base);
    if let Some(index) = state.block_of(value) {
        let block = &state.blocks[index];
        let size = block.size.map_or("an unknown number of".to_string(), |size| size.to_string());
        return match (value.offset, block.target) {
            (0, Some(own)) if own == broken.target => {
                format!("it points to a block of {size} bytes, but a {wanted} has {}", layouts.get(own).size)
            }
            (0, Some(own)) => format!("it points to a {}, not to a {wanted}", layouts.get(own).name),
            (0, None) => format!("it points to a block of {size} bytes that is no {wanted}"),
            (offset, _) => format!("it points {offset} bytes into a block, not to a {wanted}"),
        };
    }
    match (info.origin, info.valid) {
        (Origin::Unset, _) => "it was never set".to_string(),
        (Origin::Number, _) => "it is made from a number".to_string(),
        (_, Some((own, _))) if value.offset != 0 => {
            format!("it points {} bytes from the start of a {}", value.offset, layouts.get(own).name)
        }
        (_, Some((own, _))) if !layouts.contains(own, 0, broken.target) => {
            format!("it points to a {}, not to a {wanted}", layouts.get(own).name)
        }
        _ if broken.gave_up => "this could not be decided".to_string(),
        _ if value.offset != 0 => format!("it is `{}` plus {} bytes", info.name, value.offset),
        _ => format!("`{}` is not known to be a {wanted}", info.name),
    }
}
