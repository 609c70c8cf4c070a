//! The loop statements of a function, found by the marks that clang leaves on the branches that close them.
//!
//! A `goto` backwards makes a loop of the control flow, but no statement: it has no such mark. Which part of a loop
//! is its body and which its condition is told by the names that clang gives to blocks.

use super::{Plan, next_blocks};
use crate::llvm::{Block, Node};
use rustc_hash::{FxHashMap, FxHashSet};

/// A `while`, `do` or `for` statement.
pub struct Loop<'m> {
    /// Where each iteration starts.
    pub header: Block<'m>,
    /// Where the body is over and `continue` goes to.
    pub next: Block<'m>,
    /// The blocks outside that follow one inside.
    pub exits: Vec<Block<'m>>,
    /// What the statement is in.
    scope: Node<'m>,
    blocks: FxHashSet<Block<'m>>,
    /// The blocks that are in its body.
    body: FxHashSet<Block<'m>>,
}

impl<'m> Loop<'m> {
    /// Whether a block is executed again and again.
    pub fn contains(&self, block: Block<'m>) -> bool {
        self.blocks.contains(&block)
    }

    /// Whether a block is part of the body, not of the condition.
    pub fn has_in_body(&self, block: Block<'m>) -> bool {
        self.body.contains(&block)
    }

    /// Whether what is in this scope and in the loop is in no block between them. A `for` has a scope of its own.
    pub fn has_directly(&self, scope: Node<'m>) -> bool {
        let is_for = self.header.name().starts_with("for.");
        scope == self.scope || is_for && scope.enclosing_scope() == Some(self.scope)
    }
}

/// The loop statements of a function, in the order of their headers.
pub fn statements<'m>(plan: &Plan<'m>) -> Vec<Loop<'m>> {
    let mut before: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
    for block in &plan.order {
        for next in next_blocks(*block) {
            before.entry(next).or_default().push(*block);
        }
    }
    let mut closing: Vec<(Block, Node, Vec<Block>)> = Vec::new();
    for block in &plan.order {
        let start = block.terminator().and_then(|terminator| terminator.loop_start()?.enclosing_scope());
        let Some(scope) = start else { continue };
        // The header stands before the branch that goes back to it.
        let is_back = |next: &Block| plan.ids.get(next) <= plan.ids.get(block);
        let Some(header) = next_blocks(*block).into_iter().find(is_back) else { continue };
        match closing.iter_mut().find(|(known, ..)| *known == header) {
            Some((.., latches)) => latches.push(*block),
            None => closing.push((header, scope, vec![*block])),
        }
    }
    closing.sort_by_key(|(header, ..)| plan.ids[header]);
    closing
        .into_iter()
        .map(|(header, scope, latches)| statement(plan, &before, header, scope, latches))
        .collect()
}

fn statement<'m>(
    plan: &Plan<'m>,
    before: &FxHashMap<Block<'m>, Vec<Block<'m>>>,
    header: Block<'m>,
    scope: Node<'m>,
    latches: Vec<Block<'m>>,
) -> Loop<'m> {
    let mut blocks = FxHashSet::from_iter([header]);
    let mut work = latches;
    while let Some(block) = work.pop() {
        if blocks.insert(block) {
            work.extend(before.get(&block).into_iter().flatten().copied());
        }
    }
    let inside: Vec<Block> = plan.blocks.iter().copied().filter(|block| blocks.contains(block)).collect();
    // Loops inside of it come after the start of the body and before its end.
    let (start, next) = if is_named(header, "while.cond") {
        (inside.iter().position(|block| is_named(*block, "while.body")), None)
    } else if is_named(header, "for.cond") {
        (
            inside.iter().position(|block| is_named(*block, "for.body")),
            inside.iter().rposition(|block| is_named(*block, "for.inc")),
        )
    } else if is_named(header, "do.body") {
        (Some(0), inside.iter().rposition(|block| is_named(*block, "do.cond")))
    } else {
        // Without a condition: `while (1)`.
        (is_named(header, "while.body").then_some(0), None)
    };
    let body = match start {
        Some(start) => inside[start..next.unwrap_or(inside.len()).max(start)].iter().copied().collect(),
        None => FxHashSet::default(),
    };
    let mut exits = Vec::new();
    for block in &inside {
        for next in next_blocks(*block) {
            if !blocks.contains(&next) && !exits.contains(&next) {
                exits.push(next);
            }
        }
    }
    Loop { header, next: next.map_or(header, |next| inside[next]), exits, scope, blocks, body }
}

/// Whether clang gave a block this name; it numbers those of the same name.
fn is_named(block: Block, stem: &str) -> bool {
    block.name().trim_end_matches(|c: char| c.is_ascii_digit()) == stem
}
