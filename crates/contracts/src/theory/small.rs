//! Small heaps: models in which every pointer is one of few, so that no instance of a quantified formula is left out.
//!
//! Quantified formulas make pointers (the successor of every node), and those make instances. A model that violates no
//! instance up to some depth need not be one of all instances. In a small heap every pointer that is deeper is to be one
//! that is less deep: then all instances are there. Such a heap shows that a condition fails; that there is none shows
//! nothing. Numbers and sizes are small, too, where they can be: that makes better examples, and a faster search.

use super::*;

/// How often a model is refined until a small heap is found.
const CLOSING_ROUNDS: usize = 300;
/// How many objects a small heap has besides those that the program names and makes.
const FEW_OBJECTS: u128 = 6;
/// The largest number in a small heap.
const FEW: u128 = 9;
/// How far from the beginning of its object a pointer of a small heap is.
const FEW_BYTES: i64 = 4096;

/// Which heaps are small.
#[derive(Clone, Copy)]
pub(super) struct Small {
    /// The depth of its pointers.
    pub deepest: u32,
    /// Whether the numbers that the function gets are small, too.
    pub numbers: bool,
}

impl World<'_> {
    /// Looks only for a small heap that shows that the path does not exclude it.
    pub fn hunt(&mut self, solver: &mut Solver, negation: Term, effort: &mut Effort) -> Proof {
        if self.t.as_bool(negation) == Some(false) {
            return Proof::Holds;
        }
        for numbers in [true, false] {
            // Numbers matter only where the function gets some.
            if !numbers && self.s.numbers.is_empty() {
                continue;
            }
            if let Some(model) = self.closed(solver, negation, effort, Small { deepest: 0, numbers }) {
                return Proof::Fails(model);
            }
        }
        Proof::Unknown("no small heap shows that it fails".into())
    }

    /// A small heap, from the state in which the question was asked. Where there is none, the state stays as it is.
    pub(super) fn small(
        &mut self,
        start: State,
        solver: &mut Solver,
        negation: Term,
        effort: &mut Effort,
        small: Small,
    ) -> Option<Arc<Model>> {
        let refined = std::mem::replace(self.s, start);
        let found = self.closed(solver, negation, effort, small);
        if found.is_none() {
            *self.s = refined;
        }
        found
    }

    /// A model that violates nothing in which every pointer is one of those that are not deeper than a limit, so that no
    /// instance is left out: a small heap. None where there is none, or none was found.
    fn closed(
        &mut self,
        solver: &mut Solver,
        negation: Term,
        effort: &mut Effort,
        Small { deepest, numbers }: Small,
    ) -> Option<Arc<Model>> {
        let depth = Depth { deepest, closed: true };
        let mut search = Search::alone(&solver.budget().clone(), negation, effort.left);
        if numbers {
            for number in self.s.numbers.clone() {
                let few = self.is_few(number);
                search.also(few);
            }
        }
        let mut bounded = 0;
        for _ in 0..CLOSING_ROUNDS {
            if effort.is_over().is_some() {
                return None;
            }
            while let Some(ground) = self.s.ground.get(bounded).copied() {
                bounded += 1;
                let mut small = self.is_small(ground);
                if ground.depth > deepest && !ground.address {
                    let known = self.is_known(ground.ptr, deepest);
                    small = self.t.and(small, known);
                }
                search.also(small);
            }
            let before = search.conflicts();
            let answer = search.check(self.t, solver, &self.s.path);
            effort.take(search.conflicts() - before, self.s.path.len());
            let Answer::Sat(model) = answer else { return None };
            match self.refine(&model, search.terms(), depth) {
                Refined::More => {}
                Refined::Nothing => return Some(model),
                Refined::Deeper(left) => {
                    for ptr in left {
                        let known = self.is_known(ptr, deepest);
                        search.also(known);
                    }
                }
            }
        }
        None
    }

    /// Whether a number is small.
    fn is_few(&mut self, number: Term) -> Term {
        let width = self.t.width(number);
        let (most, least) = (self.t.num(width, FEW.min((1 << (width - 1)) - 1)), self.t.zero(width));
        let least = self.t.sub(least, most);
        let (below, above) = (self.t.sle(number, most), self.t.sge(number, least));
        self.t.and(below, above)
    }

    /// Whether a pointer is into one of few objects, which are small, and near its beginning. One that is computed may lie
    /// before it: the word at the beginning of a node is the link, eight bytes on, of the pointer eight bytes before. The
    /// address of an access that fails may lie anywhere.
    fn is_small(&mut self, Ground { ptr, address, .. }: Ground) -> Term {
        let program = self.cx.program;
        let named = (program.globals.len() + program.functions.len()) as u128;
        let last = self.object(named + self.s.fresh_objects.len() as u128 + FEW_OBJECTS);
        let near = self.offset(FEW_BYTES);
        let few = self.t.ule(ptr.obj, last);
        let inside = match self.t.node(ptr.off) {
            Node::Var(_) => self.t.ult(ptr.off, near),
            _ if address => self.t.truth(),
            _ => {
                let back = self.offset(-FEW_BYTES);
                let (before, behind) = (self.t.sge(ptr.off, back), self.t.slt(ptr.off, near));
                self.t.and(before, behind)
            }
        };
        let small = self.t.and(few, inside);
        let row = self.s.tables.get(&Fun::Size).and_then(|table| table.find(&[ptr.obj]));
        match row.map(|row| row[0]) {
            Some(size) if self.t.as_const(size).is_none() => {
                let short = self.t.ule(size, near);
                self.t.and(small, short)
            }
            _ => small,
        }
    }

    /// Whether a pointer is one of those that are not deeper than a limit.
    fn is_known(&mut self, ptr: Ptr, limit: u32) -> Term {
        let mut known = self.t.falsity();
        // What is known only as an address is another address.
        let plain = self.s.ground.iter().any(|ground| ground.ptr == ptr && !ground.address);
        for index in 0..self.s.ground.len() {
            let ground = self.s.ground[index];
            if ground.depth <= limit && !(plain && ground.address) {
                let same = self.same(ptr, ground.ptr);
                known = self.t.or(known, same);
            }
        }
        known
    }

    /// A pointer of a closed heap that has a value and is not too deep.
    pub(super) fn twin(&self, values: &mut Evaluation<'_>, value: Value, depth: Depth) -> Option<Ground> {
        let known = |ground: &&Ground| depth.closed && ground.depth <= depth.deepest;
        self.s.ground.iter().filter(known).find(|it| self.valued(values, it.ptr) == value).copied()
    }
}
