//! What the exploration needs to know of a function besides its body: where values die, and where loops close.

use crate::program::indexes::Indexes;
use crate::program::rounds::{Counter, counters};
use ir::bitset::BitSet;
use ir::cfg::Cfg;
use ir::liveness::Liveness;
use ir::long_loops::{LongLoop, LongLoops};
use ir::{BinaryOp, BlockId, Body, Callee, CastOp, FuncId, Inst, InstKind, Loops, Operand, Scalar, ValueId};
use std::collections::{BTreeSet, HashMap};

/// Facts about a body, computed once.
pub struct Code {
    /// For each block and instruction (and terminator) the values that are read there for the last time, or never.
    deaths: Vec<Vec<Box<[ValueId]>>>,
    /// For each edge the values that die on it.
    edges: HashMap<(BlockId, BlockId), Box<[ValueId]>>,
    /// The edges that close a loop.
    retreating: Vec<(BlockId, BlockId)>,
    /// Whether several edges meet at a block.
    joins: Vec<bool>,
    /// For each block to which an edge leads that closes a loop the blocks of that loop.
    loops: Vec<Option<BitSet>>,
    /// The rank of each block in an order in which loops come before what follows them.
    ranks: Vec<u32>,
    /// For each block where a loop closes the highest rank of the loop.
    ends: Vec<u32>,
    /// The values that are read somewhere.
    read: BitSet,
    /// The loops that go round too often to wait for their end.
    long: LongLoops,
    /// The constants that numbers are compared with, ascending.
    compared: Box<[i128]>,
    /// The constants that numbers are subtracted from, ascending.
    minuends: Box<[i128]>,
    /// What numbers are multiplied by, ascending.
    scales: Box<[i128]>,
    /// Whether a product of 32 bits becomes a wider number, as the size of a block that is computed in an `int`.
    widens_products: bool,
    /// The functions that it calls by name.
    callees: Box<[FuncId]>,
    /// The variables that count the rounds of its loops.
    counters: Box<[Counter]>,
    /// For each block whether bytes are stored there.
    stores_bytes: Box<[bool]>,
    /// What the variables of its loops are indexes of.
    indexes: Indexes,
}

impl Code {
    /// Computes the facts. Where the body saves its place to return to it later (`setjmp`), no value ever dies: what
    /// is not read on the way from here may be read on the way from there.
    pub fn new(body: &Body, saves_place: bool) -> Code {
        let cfg = Cfg::new(body);
        let liveness = Liveness::new(body, &cfg);
        let (mut deaths, mut edges, mut retreating, mut joins) =
            (Vec::new(), HashMap::new(), Vec::new(), Vec::new());
        for block in body.block_ids() {
            deaths.push(block_deaths(body, &liveness, block));
            joins.push(cfg.predecessors(block).len() > 1);
            for &next in cfg.successors(block) {
                if cfg.is_retreating(block, next) {
                    retreating.push((block, next));
                }
                // What a phi reads is alive on the edge and dies with it.
                let kept = liveness.live_after(body, next, None);
                let dying = liveness.live_out(block).iter().filter(|value| !kept.contains(*value));
                let dying: Vec<ValueId> = dying.map(ValueId::new).collect();
                edges.insert((block, next), dying.into_boxed_slice());
            }
        }
        let mut read = BitSet::new(body.values.len());
        for block in &body.blocks {
            for inst in &block.insts {
                inst.kind.for_each_value(|value| {
                    read.insert(value.index());
                });
            }
            block.terminator.kind.for_each_value(|value| {
                read.insert(value.index());
            });
        }
        let loops = loops(&cfg, body.blocks.len());
        let ranks = ranks(&cfg, &loops);
        let end = |(head, inside): (usize, &Option<BitSet>)| {
            let inside = inside.iter().flat_map(|inside| inside.iter());
            inside.map(|block| ranks[block]).fold(ranks[head], u32::max)
        };
        let ends = loops.iter().enumerate().map(end).collect();
        if saves_place {
            edges.clear();
            deaths.iter_mut().flatten().for_each(|dying| *dying = Box::default());
            (0..body.values.len()).for_each(|value| {
                read.insert(value);
            });
        }
        let long = LongLoops::new(body, &cfg);
        let (compared, minuends) = (compared(body), minuends(body));
        let (scales, callees) = (scales(body), callees(body));
        let counters = counters(body, &loops);
        Code {
            deaths,
            edges,
            retreating,
            joins,
            loops,
            ranks,
            ends,
            read,
            long,
            compared,
            minuends,
            scales,
            widens_products: widens_products(body),
            callees,
            counters,
            stores_bytes: body.blocks.iter().map(stores_bytes).collect(),
            indexes: Indexes::new(body),
        }
    }

    /// What the variables of its loops are indexes of.
    pub fn indexes(&self) -> &Indexes {
        &self.indexes
    }

    /// The values that die at an instruction or, after the last one, at the terminator.
    pub fn deaths(&self, block: BlockId, inst: usize) -> &[ValueId] {
        &self.deaths[block.index()][inst]
    }

    /// The values that die on an edge.
    pub fn edge_deaths(&self, from: BlockId, to: BlockId) -> &[ValueId] {
        self.edges.get(&(from, to)).map_or(&[], |values| values)
    }

    /// Whether the edge closes a loop.
    pub fn is_retreating(&self, from: BlockId, to: BlockId) -> bool {
        self.retreating.contains(&(from, to))
    }

    /// Whether nothing reads the value.
    pub fn is_unread(&self, value: ValueId) -> bool {
        !self.read.contains(value.index())
    }

    /// Whether a loop closes at the block.
    pub fn is_head(&self, block: BlockId) -> bool {
        self.loops[block.index()].is_some()
    }

    /// Whether a block belongs to the loop that closes at another.
    pub fn is_inside(&self, head: BlockId, block: BlockId) -> bool {
        self.loops[head.index()].as_ref().is_some_and(|inside| inside.contains(block.index()))
    }

    /// The loop that closes at the block, if it goes round too often to wait for its end.
    pub fn long_loop(&self, head: BlockId) -> Option<&LongLoop> {
        self.long.loops.iter().find(|found| found.head == head)
    }

    /// The constants that numbers are compared with, ascending.
    pub fn compared(&self) -> &[i128] {
        &self.compared
    }

    /// The constants that numbers are subtracted from, ascending: what is left of a room bounds what is used of it.
    pub fn minuends(&self) -> &[i128] {
        &self.minuends
    }

    /// What numbers are multiplied by, ascending.
    pub fn scales(&self) -> &[i128] {
        &self.scales
    }

    /// Whether a product of 32 bits becomes a wider number.
    pub fn widens_products(&self) -> bool {
        self.widens_products
    }

    /// The functions that it calls by name.
    pub fn callees(&self) -> &[FuncId] {
        &self.callees
    }

    /// The variables that count the rounds of its loops.
    pub fn counters(&self) -> &[Counter] {
        &self.counters
    }

    /// Whether the loop that closes at a block stores bytes, as one does that makes a string.
    pub fn loop_stores_bytes(&self, head: BlockId) -> bool {
        let inside = self.loops[head.index()].as_ref();
        inside.is_some_and(|inside| inside.iter().any(|block| self.stores_bytes[block]))
    }

    /// Whether the function has one loop only.
    pub fn has_one_loop(&self) -> bool {
        self.loops.iter().flatten().count() == 1
    }

    /// Whether the function has a loop.
    pub fn has_loop(&self) -> bool {
        !self.retreating.is_empty()
    }

    /// How many loops a block is in.
    pub fn loops_around(&self, block: BlockId) -> usize {
        self.loops.iter().flatten().filter(|inside| inside.contains(block.index())).count()
    }

    /// The rank of the block in an order in which loops come before what follows them.
    pub fn rank(&self, block: BlockId) -> u32 {
        2 * self.ranks[block.index()]
    }

    /// The rank of what has closed a loop at the block: after everything in the loop, and before what follows it.
    pub fn rank_of_closed(&self, head: BlockId) -> u32 {
        2 * self.ends[head.index()] + 1
    }

    /// Whether several edges meet at the block.
    pub fn is_join(&self, block: BlockId) -> bool {
        self.joins[block.index()]
    }
}

/// Whether a block stores bytes that are no constants but zero.
fn stores_bytes(block: &ir::Block) -> bool {
    let is_byte = |value: &Operand| match value {
        Operand::Int { bits, value } => (*bits, *value) == (8, 0),
        _ => true,
    };
    block.insts.iter().any(|inst| match &inst.kind {
        InstKind::Store { ty, value, .. } => *ty == Scalar::Int(8) && is_byte(value),
        _ => false,
    })
}

/// The constants that a function compares numbers with. What characters are compared with bounds no number.
fn compared(body: &Body) -> Box<[i128]> {
    let insts = || body.blocks.iter().flat_map(|block| &block.insts);
    let is_byte = |operand: &Operand| body.operand_type(*operand) == Scalar::Int(8);
    let widened = insts().filter(|inst| matches!(&inst.kind, InstKind::Cast { value, .. } if is_byte(value)));
    let characters: BTreeSet<ValueId> = widened.filter_map(|inst| inst.result()).collect();
    let is_character = |operand: &Operand| {
        is_byte(operand) || operand.value().is_some_and(|value| characters.contains(&value))
    };
    constants(body, |kind| match kind {
        InstKind::Compare { lhs, rhs, .. } if !is_character(lhs) && !is_character(rhs) => Some([lhs, rhs]),
        _ => None,
    })
}

/// The positive constants from which a function subtracts numbers.
fn minuends(body: &Body) -> Box<[i128]> {
    let mut found = constants(body, |kind| match kind {
        InstKind::Binary { op: BinaryOp::Sub, lhs, .. } => Some([lhs, lhs]),
        _ => None,
    })
    .into_vec();
    found.retain(|minuend| *minuend > 1);
    found.into_boxed_slice()
}

/// The positive constants that a function multiplies by.
fn scales(body: &Body) -> Box<[i128]> {
    let mut found = constants(body, |kind| match kind {
        InstKind::Binary { op: BinaryOp::Mul, lhs, rhs, .. } => Some([lhs, rhs]),
        _ => None,
    })
    .into_vec();
    found.retain(|scale| *scale > 0);
    found.into_boxed_slice()
}

/// Whether a product of 32 bits is read as a signed number and becomes a wider one.
fn widens_products(body: &Body) -> bool {
    let insts = || body.blocks.iter().flat_map(|block| &block.insts);
    let is_product = |inst: &&Inst| {
        matches!(&inst.kind, InstKind::Binary { op: BinaryOp::Mul | BinaryOp::Shl, lhs, .. }
            if body.operand_type(*lhs) == Scalar::Int(32))
    };
    let products: BTreeSet<ValueId> = insts().filter(is_product).filter_map(Inst::result).collect();
    insts().any(|inst| match &inst.kind {
        InstKind::Cast { op: CastOp::SExt, value, .. } => {
            value.value().is_some_and(|value| products.contains(&value))
        }
        _ => false,
    })
}

/// The functions that a function calls by name, in the order of the calls.
fn callees(body: &Body) -> Box<[FuncId]> {
    let mut found = Vec::new();
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        if let InstKind::Call { callee: Callee::Direct(id), .. } = inst.kind
            && !found.contains(&id)
        {
            found.push(id);
        }
    }
    found.into_boxed_slice()
}

/// The constants among some operands of a function, read as signed numbers, ascending.
fn constants(body: &Body, operands: impl Fn(&InstKind) -> Option<[&Operand; 2]>) -> Box<[i128]> {
    let mut found = Vec::new();
    for inst in body.blocks.iter().flat_map(|block| &block.insts) {
        for operand in operands(&inst.kind).into_iter().flatten() {
            if let Operand::Int { bits, value } = operand {
                let unused = u128::BITS - u32::from(*bits);
                found.push((*value as i128) << unused >> unused);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found.into_boxed_slice()
}

fn block_deaths(body: &Body, liveness: &Liveness, block: BlockId) -> Vec<Box<[ValueId]>> {
    let insts = &body.block(block).insts;
    let mut live: BitSet = liveness.live_out(block).clone();
    let mut all = vec![Box::default(); insts.len() + 1];
    let note = |value: ValueId, live: &mut BitSet, dying: &mut Vec<ValueId>| {
        if live.insert(value.index()) {
            dying.push(value);
        }
    };
    let mut dying = Vec::new();
    body.block(block).terminator.kind.for_each_value(|value| note(value, &mut live, &mut dying));
    all[insts.len()] = dying.into_boxed_slice();
    for (number, inst) in insts.iter().enumerate().rev() {
        let mut dying: Vec<ValueId> = Vec::new();
        for result in &inst.results {
            if !live.contains(result.index()) {
                dying.push(*result);
            }
            live.remove(result.index());
        }
        if !matches!(inst.kind, InstKind::Phi { .. }) {
            inst.kind.for_each_value(|value| note(value, &mut live, &mut dying));
        }
        all[number] = dying.into_boxed_slice();
    }
    all
}

/// For each block where loops close the blocks from which it can be reached without leaving them.
fn loops(cfg: &Cfg, blocks: usize) -> Vec<Option<BitSet>> {
    let mut loops: Vec<Option<BitSet>> = vec![None; blocks];
    for it in Loops::new(cfg).list {
        let inside = loops[it.head.index()].insert(BitSet::new(blocks));
        it.blocks.iter().for_each(|block| {
            inside.insert(block.index());
        });
    }
    loops
}

/// A topological order, loops being closed, in which a loop comes before what follows it: a depth-first search that
/// takes the edges that leave most loops first finishes there first.
fn ranks(cfg: &Cfg, loops: &[Option<BitSet>]) -> Vec<u32> {
    let blocks = loops.len();
    let mut depth = vec![0u32; blocks];
    for inside in loops.iter().flatten() {
        inside.iter().for_each(|block| depth[block] += 1);
    }
    let mut ranks = vec![0; blocks];
    let mut seen = BitSet::new(blocks);
    let mut next = blocks as u32;
    let sorted = |block: BlockId| {
        let mut successors = cfg.successors(block).to_vec();
        successors.sort_by_key(|next| std::cmp::Reverse(depth[next.index()]));
        successors
    };
    seen.insert(Body::ENTRY.index());
    let mut stack = vec![(Body::ENTRY, sorted(Body::ENTRY))];
    while let Some((block, successors)) = stack.last_mut() {
        match successors.pop() {
            Some(successor) => {
                if seen.insert(successor.index()) {
                    stack.push((successor, sorted(successor)));
                }
            }
            None => {
                next -= 1;
                ranks[block.index()] = next;
                stack.pop();
            }
        }
    }
    ranks
}
