//! The premises of the path that is followed, reduced, and kept so from question to question.
//!
//! Questions on a path have nearly all premises in common, and when a path forks, those before the fork. So the premises are
//! a stack: what a new question has in common with the one before stays, with the symbols that are free there (`reduce.rs`)
//! and the premises that went with them. What a question mentions comes back, with all that depends on it; everything else is
//! neither looked at nor copied.
//!
//! Rule: a symbol is *gone* if it was free when it was looked at; the premises that mentioned it then are *dropped by* it. All
//! other symbols of these were not gone then. So to make a symbol count again, its premises come back, and the symbols in them
//! that went later; nothing else ever relied on its being gone.
//!
//! Invariant: what is left for a question is what `reduce::reduced` would leave of all premises of the path that are connected
//! with it; parts that are not connected with any question are asked once, when they are new.

use crate::solver::facts::Facts;
use crate::solver::reduce::{self, equated};
use crate::solver::term::{Formula, Sym};
use std::sync::Arc;

/// The premises of a path.
#[derive(Default)]
pub struct Premises {
    told: Vec<Told>,
    /// What is known of symbols, by their number.
    about: Vec<About>,
    /// Symbols that may have become free.
    waiting: Vec<Sym>,
    /// Premises whose part was not asked since they came, or came back.
    new: Vec<u32>,
    /// Premises without symbols: they belong to every part.
    ground: Vec<u32>,
}

/// A premise.
struct Told {
    fact: Arc<Formula>,
    symbols: Box<[Sym]>,
    /// The symbol that it was dropped by.
    by: Option<Sym>,
    is_new: bool,
}

/// What is known of a symbol.
#[derive(Default)]
struct About {
    /// The premises that mention it, the oldest first.
    facts: Vec<u32>,
    /// The premises that were dropped by it.
    dropped: Vec<u32>,
    is_gone: bool,
    is_waiting: bool,
    /// How many premises relate it by equality with others.
    equated: u32,
}

/// The premises for one question.
pub struct Asked {
    /// Those that are connected with it, and those without symbols, in order.
    pub connected: Vec<Arc<Formula>>,
    /// Parts that are not, and were not asked before.
    pub others: Vec<Other>,
}

/// A part that is not connected with a question.
pub struct Other {
    /// Its premises, and those without symbols, in order.
    pub facts: Vec<Arc<Formula>>,
    members: Vec<u32>,
}

impl Premises {
    /// Takes over the premises of a state.
    pub fn follow(&mut self, facts: &Facts) {
        let is_same = |at: usize| facts.get(at).is_some_and(|it| Arc::ptr_eq(it, &self.told[at].fact));
        // What is shared is shared from the beginning.
        let (mut same, mut different) = (0, self.told.len().min(facts.len()));
        while same < different {
            let middle = same.midpoint(different);
            match is_same(middle) {
                true => same = middle + 1,
                false => different = middle,
            }
        }
        while self.told.len() > same {
            self.pop();
        }
        for fact in facts.shared_from(same) {
            self.push(fact.clone());
        }
    }

    /// The premises that a question needs.
    pub fn asked(&mut self, question: &Formula) -> Asked {
        self.settle();
        let mut wanted: Vec<u32> = Vec::new();
        let mut is_wanted = Marks::new(self.told.len());
        let mut waiting: Vec<Sym> = Vec::new();
        let mut is_seen = Marks::new(self.about.len());
        question.for_each_value(&mut |value| waiting.extend(value.base));
        // Links of nodes that the question equates with others may be those of these.
        equated(question, &mut |sym| {
            if let Some(about) = self.about.get(sym.index()).filter(|about| about.equated == 0) {
                waiting.extend(about.facts.iter().flat_map(|at| &*self.told[*at as usize].symbols));
            }
        });
        while let Some(sym) = waiting.pop() {
            let Some(about) = self.about.get(sym.index()) else { continue };
            if !is_seen.set(sym.index()) {
                continue;
            }
            let left = about.facts.iter().filter(|at| self.told[**at as usize].by.is_none());
            for &at in about.dropped.iter().chain(left) {
                if is_wanted.set(at as usize) {
                    wanted.push(at);
                    waiting.extend(&*self.told[at as usize].symbols);
                }
            }
        }
        let connected = self.in_order(wanted);
        let mut others = Vec::new();
        for at in std::mem::take(&mut self.new) {
            // Some were popped meanwhile, and their places taken by others.
            let Some(told) = self.told.get(at as usize).filter(|told| told.is_new) else { continue };
            if told.by.is_some() {
                continue;
            }
            self.new.push(at);
            if is_wanted.is_set(at as usize) {
                continue;
            }
            let members = self.part_of(at, &mut is_wanted);
            others.push(Other { facts: self.in_order(members.clone()), members });
        }
        self.new.sort_unstable();
        self.new.dedup();
        Asked { connected, others }
    }

    /// A part was found to be without contradiction.
    pub fn is_consistent(&mut self, other: &Other) {
        other.members.iter().for_each(|at| self.told[*at as usize].is_new = false);
    }

    /// Whether a premise relates a symbol by equality with others.
    pub fn is_equated(&self, sym: Sym) -> bool {
        self.about.get(sym.index()).is_some_and(|about| about.equated > 0)
    }

    /// The premises that are connected with one, of those that are left.
    fn part_of(&self, first: u32, is_wanted: &mut Marks) -> Vec<u32> {
        let mut members = vec![first];
        is_wanted.set(first as usize);
        let mut next = 0;
        while let Some(&at) = members.get(next) {
            next += 1;
            for sym in &self.told[at as usize].symbols {
                for &other in &self.about[sym.index()].facts {
                    if self.told[other as usize].by.is_none() && is_wanted.set(other as usize) {
                        members.push(other);
                    }
                }
            }
        }
        members
    }

    /// Premises in the order in which they were told, with those that belong to every part.
    fn in_order(&self, mut some: Vec<u32>) -> Vec<Arc<Formula>> {
        some.extend(&self.ground);
        some.sort_unstable();
        some.iter().map(|at| self.told[*at as usize].fact.clone()).collect()
    }

    fn push(&mut self, fact: Arc<Formula>) {
        let at = self.told.len() as u32;
        let mut symbols: Vec<Sym> = Vec::new();
        fact.for_each_value(&mut |value| {
            if let Some(sym) = value.base
                && !symbols.contains(&sym)
            {
                symbols.push(sym);
            }
        });
        if symbols.is_empty() {
            self.ground.push(at);
        }
        let most = symbols.iter().map(|sym| sym.index() + 1).max().unwrap_or(0);
        if self.about.len() < most {
            self.about.resize_with(most, About::default);
        }
        symbols.iter().for_each(|sym| self.come_back(*sym));
        for sym in &symbols {
            self.about[sym.index()].facts.push(at);
            self.wait(*sym);
        }
        let is_new = !symbols.is_empty();
        self.told.push(Told { fact: fact.clone(), symbols: symbols.into(), by: None, is_new });
        if is_new {
            self.new.push(at);
        }
        equated(&fact, &mut |sym| {
            self.about[sym.index()].equated += 1;
            if self.about[sym.index()].equated == 1 {
                self.neighbours(sym).into_iter().for_each(|other| self.come_back(other));
            }
        });
    }

    fn pop(&mut self) {
        let Some(told) = self.told.pop() else { return };
        let at = self.told.len() as u32;
        if told.symbols.is_empty() {
            self.ground.pop();
        }
        for sym in &told.symbols {
            self.about[sym.index()].facts.pop();
        }
        match told.by {
            Some(by) => self.about[by.index()].dropped.retain(|it| *it != at),
            None => told.symbols.iter().for_each(|sym| self.wait(*sym)),
        }
        equated(&told.fact, &mut |sym| {
            self.about[sym.index()].equated -= 1;
            if self.about[sym.index()].equated == 0 {
                self.neighbours(sym).into_iter().for_each(|other| self.wait(other));
            }
        });
    }

    /// The symbols that premises mention together with one.
    fn neighbours(&self, sym: Sym) -> Vec<Sym> {
        let facts = &self.about[sym.index()].facts;
        facts.iter().flat_map(|at| self.told[*at as usize].symbols.iter().copied()).collect()
    }

    /// A symbol counts again.
    fn come_back(&mut self, sym: Sym) {
        let mut waiting = vec![sym];
        while let Some(sym) = waiting.pop() {
            let about = &mut self.about[sym.index()];
            if !std::mem::take(&mut about.is_gone) {
                continue;
            }
            for at in std::mem::take(&mut about.dropped) {
                let told = &mut self.told[at as usize];
                told.by = None;
                told.is_new = true;
                self.new.push(at);
                waiting.extend(told.symbols.iter().filter(|other| self.about[other.index()].is_gone));
            }
            self.wait(sym);
        }
    }

    fn wait(&mut self, sym: Sym) {
        if !std::mem::replace(&mut self.about[sym.index()].is_waiting, true) {
            self.waiting.push(sym);
        }
    }

    /// Drops what is free.
    fn settle(&mut self) {
        while let Some(sym) = self.waiting.pop() {
            let about = &mut self.about[sym.index()];
            about.is_waiting = false;
            if about.is_gone {
                continue;
            }
            let left =
                || self.about[sym.index()].facts.iter().filter(|at| self.told[**at as usize].by.is_none());
            if left().next().is_none() {
                continue;
            }
            // Those that came last tell first that a symbol is not free.
            let facts = left().rev().map(|at| &*self.told[*at as usize].fact);
            if !reduce::is_free(facts, sym, &|sym| self.is_equated(sym)) {
                continue;
            }
            let dropped: Vec<u32> = left().copied().collect();
            for &at in &dropped {
                self.told[at as usize].by = Some(sym);
                for index in 0..self.told[at as usize].symbols.len() {
                    let other = self.told[at as usize].symbols[index];
                    if other != sym {
                        self.wait(other);
                    }
                }
            }
            let about = &mut self.about[sym.index()];
            about.is_gone = true;
            about.dropped = dropped;
        }
    }
}

/// Which of some things were seen.
struct Marks {
    bits: Vec<u64>,
}

impl Marks {
    fn new(count: usize) -> Marks {
        Marks { bits: vec![0; count / 64 + 1] }
    }

    /// Whether this is the first time.
    fn set(&mut self, at: usize) -> bool {
        let bit = 1 << (at % 64);
        let is_first = self.bits[at / 64] & bit == 0;
        self.bits[at / 64] |= bit;
        is_first
    }

    fn is_set(&self, at: usize) -> bool {
        self.bits[at / 64] & (1 << (at % 64)) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::parts;
    use crate::solver::term::{Field, Lin};
    use crate::types::layout::TargetId;

    /// Numbers that look random.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, limit: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % limit
        }

        fn value(&mut self) -> Lin {
            match self.below(8) {
                0 => Lin::ZERO,
                _ => Sym(self.below(9) as u32).value(),
            }
        }

        fn formula(&mut self) -> Formula {
            let (one, other) = (self.value(), self.value());
            match self.below(8) {
                0 => Formula::equal(one, other),
                1 => Formula::differ(one, other),
                2 => Formula::Less(one, other),
                3 => Formula::Or(vec![Formula::equal(one, Lin::ZERO), Formula::Shared(TargetId(0), 0, one)]),
                4 | 5 => Formula::Content(Field { owner: TargetId(0), at: 8 }, 0, one, other),
                6 => Formula::Outside(0, one),
                _ => Formula::PrivateOutside(1),
            }
        }
    }

    /// The premises of the part that a question is about.
    fn part_of<'f>(facts: &[&'f Formula], question: &Formula) -> Vec<&'f Formula> {
        parts::split(facts, question).0.facts
    }

    #[test]
    fn what_is_left_is_what_is_left_of_all() {
        let mut numbers = Numbers(7);
        let mut path = Premises::default();
        let mut facts = Facts::default();
        let mut forks: Vec<Facts> = Vec::new();
        for round in 0..4000 {
            match numbers.below(10) {
                0 => facts = forks.pop().unwrap_or_default(),
                1 => forks.push(facts.clone()),
                _ => facts.push_back(numbers.formula()),
            }
            if facts.len() > 40 {
                facts = Facts::default();
            }
            let question = numbers.formula();
            let all: Vec<&Formula> = facts.iter().collect();
            let (left, asked) = reduce::reduced(&all, &question, &|_| false);
            path.follow(&facts);
            let found = path.asked(&question);
            let connected: Vec<&Formula> = found.connected.iter().map(|fact| &**fact).collect();
            let (few, few_asked) = reduce::reduced(&connected, &question, &|sym| path.is_equated(sym));
            assert_eq!(asked, few_asked, "round {round}");
            if asked.is_some() {
                assert_eq!(part_of(&left, &question), part_of(&few, &question), "round {round}");
            }
        }
    }

    #[test]
    fn parts_are_asked_when_they_are_new() {
        let less = |one: u32, other: u32| Formula::Less(Sym(one).value(), Sym(other).value());
        let knot = [less(0, 1), less(1, 0)];
        let mut facts: Facts = knot.into_iter().collect();
        let mut path = Premises::default();
        let question = less(5, 5);
        path.follow(&facts);
        let others = path.asked(&question).others;
        assert_eq!(others.len(), 1);
        path.is_consistent(&others[0]);
        assert!(path.asked(&question).others.is_empty());
        // A premise that is connected with it makes it new.
        facts.extend([less(0, 2), less(2, 0)]);
        path.follow(&facts);
        let others = path.asked(&question).others;
        assert_eq!((others.len(), others[0].facts.len()), (1, 4));
    }
}
