//! Negated heap constraints, by witnesses.
//!
//! Saying that a heap constraint fails means that some cell shows it. Before → after, with fresh
//! s, t for the cell:
//!
//! - `not emp(H)` → `in(H,s,t)`
//! - `not one(H,p,v)` → `emp(H) \/ in(H,s,t) /\ (p != s \/ v != t)`
//! - `not eq(G,H)` → a cell of one that is not a cell of the other
//! - `not sub(G,H)` → `in(G,s,t) /\ not in(H,s,t)`, and `not domsub` likewise for addresses
//! - `not sep(H,H1,..,Hn)` → a cell of H in no part, or a cell of a part not in H, or an address
//!   in two parts
//!
//! Each witness exists exactly when the constraint is false, so satisfiability is preserved.

use crate::core::Core;
use crate::formula::Formula;
use crate::symbol::{Kind, SymId};
use crate::term::{TermId, TypeId};

/// The formula for the negation of `sym(args)`, if the theory has one.
pub(crate) fn negation(core: &mut Core, sym: SymId, args: &[TermId]) -> Option<Formula> {
    let kind = core.syms.kind(sym);
    let heap_equality = kind == Kind::Eq && sym == core.syms.builtin.heap_eq;
    let known = matches!(kind, Kind::Emp | Kind::One | Kind::Sub | Kind::DomSub | Kind::Sep) || heap_equality;
    if !known {
        return None;
    }
    let s = core.terms.fresh("S", TypeId::NUM);
    let t = core.terms.fresh("S", TypeId::NUM);
    let cell = |core: &mut Core, h| core.make(core.syms.builtin.heap_in, &[h, s, t]).formula();
    let no_cell = |core: &mut Core, h| core.make(core.syms.builtin.heap_in, &[h, s, t]).negate().formula();
    let dom = |core: &mut Core, h| core.make(core.syms.builtin.heap_dom, &[h, s]).formula();
    let only_in = |core: &mut Core, g, h| Formula::and([cell(core, g), no_cell(core, h)]);
    Some(match kind {
        Kind::Emp => cell(core, args[0]),
        Kind::One => {
            let empty_sym = core.syms.named("emp", 1);
            let empty = core.make(empty_sym, &args[..1]).formula();
            let other_address = core.equality(args[1], s).negate().formula();
            let other_value = core.equality(args[2], t).negate().formula();
            let other = Formula::and([cell(core, args[0]), Formula::or([other_address, other_value])]);
            Formula::or([empty, other])
        }
        Kind::Sub => only_in(core, args[0], args[1]),
        Kind::DomSub => {
            let outside = core.make(core.syms.builtin.heap_dom, &[args[1], s]).negate().formula();
            Formula::and([dom(core, args[0]), outside])
        }
        Kind::Sep => {
            let (whole, parts) = (args[0], &args[1..]);
            let mut cases = Vec::new();
            let mut lost = vec![cell(core, whole)];
            lost.extend(parts.iter().map(|&p| no_cell(core, p)));
            cases.push(Formula::and(lost));
            let some_part: Vec<Formula> = parts.iter().map(|&p| cell(core, p)).collect();
            cases.push(Formula::and([no_cell(core, whole), Formula::or(some_part)]));
            for (i, &a) in parts.iter().enumerate() {
                for &b in &parts[i + 1..] {
                    cases.push(Formula::and([dom(core, a), dom(core, b)]));
                }
            }
            Formula::or(cases)
        }
        _ => Formula::or([only_in(core, args[0], args[1]), only_in(core, args[1], args[0])]),
    })
}
