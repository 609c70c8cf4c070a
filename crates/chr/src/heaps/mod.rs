//! The heap theory: finite partial maps from addresses to values.
//!
//! Section 2 ("Heap Operations") of the shape-neutral analysis paper defines the constraints; the
//! theory decides them by propagating *elements*, `in(H, p, v)` and `dom(H, p)`, through
//! *containers*: partitions, subsets, allocation, assignment. Rules are instantiated lazily, once
//! per container and element, and each instance is a clause.
//!
//! A partition `sep(H, H1, .., Hn)` is one n-ary notion: an address of H lies in exactly one part,
//! so the only disjunction is over the *domains* of the parts; a value comes down from H once the
//! part is known. Chains of binary partitions would split on every cell and every level instead.
//! Heap equality merges the heaps as terms, so nothing needs to be copied between equal heaps.
//!
//! Invariant: every emitted clause is valid in all models of its named rule, for any arguments.

mod law;
mod negation;

pub(crate) use negation::negation;

use crate::core::Core;
use crate::eq::Equality;
use crate::normal::Made;
use crate::proof::Source;
use crate::sat::Keep;
use crate::sat::lit::{Lit, Var};
use crate::symbol::Kind;
use crate::term::TermId;
use law::Law;
use rustc_hash::FxHashSet;

#[derive(Clone, Default, Debug)]
pub(crate) struct Heaps {
    pub(crate) enabled: bool,
    /// By heap term: the containers that mention it, with the argument position.
    uses: Vec<Vec<(Var, u8)>>,
    /// By heap term: its `in` and `dom` constraints.
    cells: Vec<Vec<Var>>,
    /// By address term: the `in` and `dom` constraints at it.
    at: Vec<Vec<Var>>,
    fired: FxHashSet<(Law, Var, Var, Var, u16)>,
}

fn push_at<T>(table: &mut Vec<Vec<T>>, index: usize, item: T) {
    if table.len() <= index {
        table.resize_with(index + 1, Vec::new);
    }
    table[index].push(item);
}

/// The positions of a container's arguments that are heaps.
fn heap_positions(kind: Kind, arity: usize) -> std::ops::Range<usize> {
    match kind {
        Kind::Emp | Kind::One => 0..1,
        Kind::Sub | Kind::DomSub | Kind::Alloc | Kind::Assign => 0..2,
        Kind::Sep => 0..arity,
        _ => 0..0,
    }
}

/// A rule instance under construction.
struct Instance {
    law: Law,
    premises: Vec<Lit>,
}

impl Heaps {
    pub(crate) fn new(enabled: bool) -> Heaps {
        Heaps { enabled, ..Heaps::default() }
    }

    pub(crate) fn register(&mut self, core: &Core, v: Var) {
        let Some(cons) = core.cons(v).filter(|_| self.enabled) else { return };
        let kind = core.syms.kind(cons.sym);
        match kind {
            Kind::In | Kind::Dom => {
                push_at(&mut self.cells, cons.args[0].index(), v);
                push_at(&mut self.at, cons.args[1].index(), v);
            }
            _ => {
                for pos in heap_positions(kind, cons.args.len()) {
                    push_at(&mut self.uses, cons.args[pos].index(), (v, pos as u8));
                }
            }
        }
    }

    /// All containers of heaps equal to `h`, with position, that are in the store.
    fn containers(&self, core: &Core, eq: &Equality, h: TermId) -> Vec<(Var, u8)> {
        let mut found = Vec::new();
        eq.for_equal(core, h, |g| {
            if let Some(uses) = self.uses.get(g.index()) {
                found.extend(uses.iter().filter(|(c, _)| core.sat.is_true(c.lit(true))));
            }
        });
        found
    }

    fn elements(&self, core: &Core, eq: &Equality, table: &[Vec<Var>], t: TermId) -> Vec<Var> {
        let mut found = Vec::new();
        eq.for_equal(core, t, |g| {
            if let Some(cells) = table.get(g.index()) {
                found.extend(cells.iter().filter(|c| core.sat.is_true(c.lit(true))));
            }
        });
        found
    }

    /// The addresses at which something is known to be mapped, in a fixed order.
    pub(crate) fn addresses(&self, core: &Core) -> Vec<TermId> {
        let mapped = |cells: &Vec<Var>| cells.iter().any(|c| core.sat.is_true(c.lit(true)));
        (0..self.at.len()).filter(|&i| mapped(&self.at[i])).map(|i| TermId(i as u32)).collect()
    }

    /// Draws the consequences of a constraint that is in the store.
    pub(crate) fn wake(&mut self, core: &mut Core, eq: &Equality, v: Var) {
        if !self.enabled || !core.sat.is_true(v.lit(true)) {
            return;
        }
        let Some(cons) = core.cons(v) else { return };
        let (kind, args) = (core.syms.kind(cons.sym), cons.args.clone());
        match kind {
            Kind::In | Kind::Dom => {
                if kind == Kind::In {
                    self.element_alone(core, eq, v, &args);
                }
                for (container, pos) in self.containers(core, eq, args[0]) {
                    self.meet(core, eq, container, pos, v);
                }
            }
            Kind::Emp | Kind::One | Kind::Sep | Kind::Sub | Kind::DomSub | Kind::Alloc | Kind::Assign => {
                self.container_alone(core, v, kind, &args);
                for pos in heap_positions(kind, args.len()) {
                    for element in self.elements(core, eq, &self.cells, args[pos]) {
                        self.meet(core, eq, v, pos as u8, element);
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether this instance of a law has not been stated yet.
    fn first(&mut self, law: Law, a: Var, b: Var, c: Var, pos: u16) -> bool {
        self.fired.insert((law, a, b, c, pos))
    }

    /// `in(H, p, v)` alone: p is in the domain, and the value is unique.
    fn element_alone(&mut self, core: &mut Core, eq: &Equality, v: Var, args: &[TermId]) {
        if self.first(Law::Domain, v, v, v, 0) {
            let dom = core.dom(args[0], args[1]);
            Instance::of(Law::Domain, &[v]).conclude(core, &[dom]);
        }
        for other in self.elements(core, eq, &self.at, args[1]) {
            let Some(o) = core.cons(other).filter(|o| core.syms.kind(o.sym) == Kind::In) else { continue };
            let o = o.args.clone();
            if other == v || !eq.equal(core, o[0], args[0]) {
                continue;
            }
            let (a, b) = (v.min(other), v.max(other));
            if self.first(Law::OneValue, a, b, b, 0) {
                let same = core.equality(o[2], args[2]);
                Instance::of(Law::OneValue, &[a, b])
                    .given(core, o[0], args[0])
                    .given(core, o[1], args[1])
                    .conclude(core, &[same]);
            }
        }
    }

    fn container_alone(&mut self, core: &mut Core, c: Var, kind: Kind, args: &[TermId]) {
        if !self.first(Law::Container, c, c, c, 0) {
            return;
        }
        match kind {
            Kind::One => {
                let cell = core.cell(args[0], args[1], args[2]);
                Instance::of(Law::One, &[c]).conclude(core, &[cell]);
            }
            Kind::Alloc => {
                let cell = core.cell(args[0], args[2], args[3]);
                Instance::of(Law::Alloc, &[c]).conclude(core, &[cell]);
                let old = core.dom(args[1], args[2]).negate();
                Instance::of(Law::AllocIsNew, &[c]).conclude(core, &[old]);
            }
            Kind::Assign => {
                let cell = core.cell(args[0], args[2], args[3]);
                Instance::of(Law::Assign, &[c]).conclude(core, &[cell]);
                let old = core.dom(args[1], args[2]);
                Instance::of(Law::AssignToACell, &[c]).conclude(core, &[old]);
            }
            _ => {}
        }
    }

    /// A container whose argument `pos` is a heap equal to that of an element.
    fn meet(&mut self, core: &mut Core, eq: &Equality, c: Var, pos: u8, e: Var) {
        let (Some(container), Some(element)) = (core.cons(c), core.cons(e)) else { return };
        let kind = core.syms.kind(container.sym);
        let is_in = core.syms.kind(element.sym) == Kind::In;
        let (ca, ea) = (container.args.clone(), element.args.clone());
        let (h, p) = (ea[0], ea[1]);
        let here = ca[pos as usize];
        let value = if is_in { Some(ea[2]) } else { None };
        // Moves the element to another heap, unless its address is the exception.
        let transfer = |this: &mut Heaps, core: &mut Core, name, to: TermId, except: Option<TermId>| {
            if this.first(name, c, e, e, pos.into()) {
                let moved = match value {
                    Some(v) => core.cell(to, p, v),
                    None => core.dom(to, p),
                };
                let excepted = except.map_or(Made::False, |q| core.equality(p, q));
                Instance::of(name, &[c, e]).given(core, here, h).conclude(core, &[excepted, moved]);
            }
        };
        match (kind, pos) {
            (Kind::Emp, _) if !is_in && self.first(Law::Empty, c, e, e, pos.into()) => {
                Instance::of(Law::Empty, &[c, e]).given(core, here, h).conclude(core, &[]);
            }
            (Kind::One, _) if self.first(Law::OneCell, c, e, e, pos.into()) => {
                let (other, name) = if is_in { (2, Law::OneValue) } else { (1, Law::OneCell) };
                let same = core.equality(ea[other], ca[other]);
                Instance::of(name, &[c, e]).given(core, here, h).conclude(core, &[same]);
            }
            (Kind::Sep, 0) => {
                if is_in {
                    self.values_down(core, eq, c, e, 1..ca.len());
                } else if self.first(Law::Part, c, e, e, pos.into()) {
                    let parts: Vec<Made> = ca[1..].iter().map(|&part| core.dom(part, p)).collect();
                    Instance::of(Law::Part, &[c, e]).given(core, here, h).conclude(core, &parts);
                }
            }
            (Kind::Sep, _) => {
                transfer(self, core, Law::Whole, ca[0], None);
                if !is_in {
                    self.exclude(core, eq, c, pos, e);
                    self.value_from_above(core, eq, c, pos, e, ca[0]);
                }
            }
            (Kind::Sub, 0) => {
                transfer(self, core, Law::Subset, ca[1], None);
                if !is_in {
                    self.value_from_above(core, eq, c, pos, e, ca[1]);
                }
            }
            (Kind::Sub, _) if is_in => self.values_down(core, eq, c, e, 0..1),
            (Kind::DomSub, 0) if !is_in => transfer(self, core, Law::DomainSubset, ca[1], None),
            (Kind::Alloc, 0) => transfer(self, core, Law::AllocKeeps, ca[1], Some(ca[2])),
            (Kind::Alloc, 1) => transfer(self, core, Law::AllocAdds, ca[0], None),
            (Kind::Assign, 0 | 1) => {
                let except = is_in.then_some(ca[2]);
                transfer(self, core, Law::AssignKeeps, ca[1 - pos as usize], except);
            }
            _ => {}
        }
    }

    /// `in(whole, p, v)` with `dom(part, p)` gives `in(part, p, v)`, for all known parts.
    fn values_down(
        &mut self,
        core: &mut Core,
        eq: &Equality,
        c: Var,
        cell: Var,
        parts: std::ops::Range<usize>,
    ) {
        let Some(address) = core.cons(cell).map(|e| e.args[1]) else { return };
        for d in self.elements(core, eq, &self.at, address) {
            let Some(dom) = core.cons(d).filter(|d| core.syms.kind(d.sym) == Kind::Dom) else { continue };
            for (container, pos) in self.containers(core, eq, dom.args[0]) {
                if container == c && parts.contains(&(pos as usize)) {
                    self.value_down(core, c, pos, cell, d);
                }
            }
        }
    }

    /// The same, starting from the domain of a part.
    fn value_from_above(&mut self, core: &mut Core, eq: &Equality, c: Var, pos: u8, d: Var, whole: TermId) {
        let Some(address) = core.cons(d).map(|e| e.args[1]) else { return };
        for cell in self.elements(core, eq, &self.at, address) {
            let Some(e) = core.cons(cell).filter(|e| core.syms.kind(e.sym) == Kind::In) else { continue };
            if eq.equal(core, e.args[0], whole) {
                self.value_down(core, c, pos, cell, d);
            }
        }
    }

    fn value_down(&mut self, core: &mut Core, c: Var, pos: u8, cell: Var, d: Var) {
        if !self.first(Law::ValueInPart, c, cell, d, pos.into()) {
            return;
        }
        let args = |v| core.cons(v).expect("a constraint").args.clone();
        let (ca, ea, da) = (args(c), args(cell), args(d));
        let is_sep = core.syms.kind(core.cons(c).expect("a constraint").sym) == Kind::Sep;
        let whole = if is_sep { ca[0] } else { ca[1] };
        let moved = core.cell(ca[pos as usize], da[1], ea[2]);
        Instance::of(Law::ValueInPart, &[c, cell, d])
            .given(core, whole, ea[0])
            .given(core, ca[pos as usize], da[0])
            .given(core, ea[1], da[1])
            .conclude(core, &[moved]);
    }

    /// An address lies in one part only.
    fn exclude(&mut self, core: &mut Core, eq: &Equality, c: Var, pos: u8, d: Var) {
        let Some(element) = core.cons(d) else { return };
        let da = element.args.clone();
        for other in self.elements(core, eq, &self.at, da[1]) {
            let Some(o) = core.cons(other).filter(|o| core.syms.kind(o.sym) == Kind::Dom) else { continue };
            let oa = o.args.clone();
            for (container, other_pos) in self.containers(core, eq, oa[0]) {
                if container != c || other_pos == 0 || other_pos == pos {
                    continue;
                }
                let ((a, pos_a), (b, pos_b)) = if pos < other_pos {
                    ((d, pos), (other, other_pos))
                } else {
                    ((other, other_pos), (d, pos))
                };
                // Both positions matter: heaps may occur in several parts.
                if !self.first(Law::Disjoint, c, a, b, u16::from(pos_a) << 8 | u16::from(pos_b)) {
                    continue;
                }
                let ca = core.cons(c).expect("a constraint").args.clone();
                let (aa, ba) = if pos < other_pos { (&da, &oa) } else { (&oa, &da) };
                Instance::of(Law::Disjoint, &[c, a, b])
                    .given(core, ca[pos_a as usize], aa[0])
                    .given(core, ca[pos_b as usize], ba[0])
                    .given(core, aa[1], ba[1])
                    .conclude(core, &[]);
            }
        }
    }
}

impl Instance {
    fn of(law: Law, heads: &[Var]) -> Instance {
        let mut premises: Vec<Lit> = heads.iter().map(|v| v.lit(true)).collect();
        premises.dedup();
        Instance { law, premises }
    }

    /// Adds the premise that two terms are equal; they are, at this moment.
    fn given(mut self, core: &mut Core, a: TermId, b: TermId) -> Instance {
        if let Made::Lit(l) = core.equality(a, b) {
            self.premises.push(l);
        }
        self
    }

    fn conclude(self, core: &mut Core, choices: &[Made]) {
        let mut lits = Vec::new();
        for &choice in choices {
            match choice {
                Made::True => return,
                Made::False => {}
                Made::Lit(l) => lits.push(l),
            }
        }
        core.imply(&self.premises, &lits, Keep::Problem, Source::Theory(self.law.name()));
    }
}

impl Core {
    fn dom(&mut self, h: TermId, p: TermId) -> Made {
        self.make(self.syms.builtin.heap_dom, &[h, p])
    }

    fn cell(&mut self, h: TermId, p: TermId, v: TermId) -> Made {
        self.make(self.syms.builtin.heap_in, &[h, p, v])
    }
}
