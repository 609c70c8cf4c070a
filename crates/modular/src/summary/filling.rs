//! Parameters that a function fills: what was there before does not matter to it.
//!
//! For each parameter, the bytes behind it that the function writes before it could look at them. Many functions write
//! such bytes only where they succeed, and say so by what they return: `if (status != OK) return status;`. So with each
//! range of bytes goes what the function returns where it has not written them.
//!
//! Invariant: a range is listed only if no path reads it, or hands its address on, before it is written; and every return
//! of a path that does not write it gives one of the listed values.

use ir::cfg::Cfg;
use ir::{BlockId, Body, Callee, CmpOp, FuncId, Inst, InstKind, Operand, Program, TerminatorKind, ValueId};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How far back a comparison is looked for that tells what a value is.
const MOST_STEPS: usize = 8;

/// Bytes behind a parameter: the offset, and how many.
pub type Range = (i64, u64);

/// What a function returns where it does not write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unless {
    /// One of these numbers; none where it always writes.
    Returns(BTreeSet<i64>),
    /// Anything but zero.
    NotZero,
}

impl Unless {
    /// Whether the function always writes.
    pub fn is_never(&self) -> bool {
        matches!(self, Unless::Returns(values) if values.is_empty())
    }

    /// Whether a number is none that is returned without writing.
    fn excludes(&self, value: i64) -> bool {
        match self {
            Unless::Returns(values) => !values.contains(&value),
            Unless::NotZero => value == 0,
        }
    }

    /// Whether only this number is returned without writing.
    fn is_only(&self, value: i64) -> bool {
        matches!(self, Unless::Returns(values) if values.iter().all(|it| *it == value))
    }

    /// What covers both; none where that is anything.
    fn join(self, other: Unless) -> Option<Unless> {
        let has_zero = |values: &BTreeSet<i64>| values.contains(&0);
        match (self, other) {
            (Unless::Returns(one), Unless::Returns(other)) => Some(Unless::Returns(&one | &other)),
            (Unless::Returns(values), Unless::NotZero) | (Unless::NotZero, Unless::Returns(values)) => {
                (!has_zero(&values)).then_some(Unless::NotZero)
            }
            (Unless::NotZero, Unless::NotZero) => Some(Unless::NotZero),
        }
    }
}

/// What a function fills of one parameter.
pub type Fills = BTreeMap<Range, Unless>;

/// What all functions fill, by parameter.
#[derive(Clone, Debug)]
pub struct AllFills {
    functions: Vec<Vec<Fills>>,
}

impl AllFills {
    /// Looks at all functions of a program.
    pub fn new(program: &Program) -> AllFills {
        let none = |function: &ir::Function| vec![Fills::new(); function.params.len()];
        let mut all = AllFills { functions: program.functions.iter().map(none).collect() };
        // Functions that call each other fill nothing by that, so what is found only grows.
        let mut changed = true;
        while changed {
            changed = false;
            for id in program.function_ids() {
                let Some(body) = &program.function(id).body else { continue };
                let cfg = Cfg::new(body);
                for param in 0..program.function(id).params.len() {
                    let found = Search::new(program, body, &cfg, &all, param).run();
                    let known = &mut all.functions[id.index()][param];
                    if found.len() > known.len() {
                        *known = found;
                        changed = true;
                    }
                }
            }
        }
        all
    }

    /// What a function fills of a parameter.
    pub fn of(&self, id: FuncId, param: usize) -> Option<&Fills> {
        self.functions[id.index()].get(param)
    }

    /// All that is known of a function.
    pub fn of_function(&self, id: FuncId) -> &[Fills] {
        &self.functions[id.index()]
    }
}

/// Whether bytes are written at a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Written {
    No,
    /// Unless a call gave one of its values.
    If(ValueId),
    Yes,
}

impl Written {
    fn meet(self, other: Written) -> Written {
        match (self, other) {
            (Written::Yes, it) | (it, Written::Yes) => it,
            (Written::If(one), Written::If(other)) if one == other => self,
            _ => Written::No,
        }
    }
}

/// What an instruction does with the memory behind the parameter.
enum Effect<'a> {
    Nothing,
    Writes(Range),
    Reads(Range),
    /// A callee fills it, from an offset on.
    Fills(i64, &'a Fills),
    /// Anything.
    Unknown,
}

struct Search<'a> {
    program: &'a Program,
    body: &'a Body,
    cfg: &'a Cfg,
    all: &'a AllFills,
    /// The addresses at constant offsets from the parameter.
    offsets: HashMap<ValueId, i64>,
    /// What calls fill unless they return something, by the value they return.
    calls: HashMap<ValueId, Unless>,
}

impl<'a> Search<'a> {
    fn new(
        program: &'a Program,
        body: &'a Body,
        cfg: &'a Cfg,
        all: &'a AllFills,
        param: usize,
    ) -> Search<'a> {
        let mut offsets: HashMap<ValueId, i64> = HashMap::from([(ValueId::new(param), 0)]);
        for &block in cfg.reverse_postorder() {
            for inst in &body.block(block).insts {
                if let InstKind::PtrAdd {
                    base: Operand::Value(base), offset: Operand::Int { value, .. }, ..
                } = &inst.kind
                    && let (Some(&start), Some(result)) = (offsets.get(base), inst.result())
                {
                    offsets.insert(result, start.wrapping_add(*value as i64));
                }
            }
        }
        Search { program, body, cfg, all, offsets, calls: HashMap::new() }
    }

    fn run(mut self) -> Fills {
        let mut ranges: BTreeSet<Range> = BTreeSet::new();
        for inst in self.body.blocks.iter().flat_map(|block| &block.insts) {
            match self.effect(inst) {
                Effect::Writes(range) => {
                    ranges.insert(range);
                }
                Effect::Fills(from, fills) => ranges.extend(fills.keys().map(|it| (from + it.0, it.1))),
                Effect::Nothing | Effect::Reads(_) | Effect::Unknown => {}
            }
        }
        let mut found = Fills::new();
        for range in ranges {
            self.calls.clear();
            found.extend(self.range(range).map(|unless| (range, unless)));
        }
        found
    }

    fn at(&self, operand: &Operand) -> Option<i64> {
        operand.value().and_then(|id| self.offsets.get(&id)).copied()
    }

    fn effect(&self, inst: &'a Inst) -> Effect<'a> {
        let length = |len: &Operand| match len {
            Operand::Int { value, .. } => u64::try_from(*value).ok(),
            _ => None,
        };
        let mut uses = false;
        inst.kind.for_each_operand(|operand| uses |= self.at(operand).is_some());
        if !uses {
            return Effect::Nothing;
        }
        let bytes = |ty: ir::Scalar| u64::from(ty.bytes(self.program.target));
        let known = match &inst.kind {
            InstKind::Store { ty, ptr, value, .. } if self.at(value).is_none() => {
                self.at(ptr).map(|at| Effect::Writes((at, bytes(*ty))))
            }
            InstKind::Load { ty, ptr, .. } => self.at(ptr).map(|at| Effect::Reads((at, bytes(*ty)))),
            InstKind::MemSet { dst, len, .. } => {
                self.at(dst).zip(length(len)).map(|(at, len)| Effect::Writes((at, len)))
            }
            InstKind::MemCopy { dst, src, len, .. } => match (self.at(dst), self.at(src), length(len)) {
                (Some(at), None, Some(len)) => Some(Effect::Writes((at, len))),
                (None, Some(at), Some(len)) => Some(Effect::Reads((at, len))),
                _ => None,
            },
            InstKind::Call { callee: Callee::Direct(id), args, .. } => {
                let given: Vec<(usize, i64)> = args
                    .iter()
                    .enumerate()
                    .filter_map(|(index, arg)| Some((index, self.at(&arg.value)?)))
                    .collect();
                match given[..] {
                    [(index, at)] if args[index].by_value.is_none() => {
                        let fills = self.all.of(*id, index).filter(|it| !it.is_empty());
                        fills.map(|fills| Effect::Fills(at, fills))
                    }
                    _ => None,
                }
            }
            InstKind::PtrAdd { offset: Operand::Int { .. }, .. }
            | InstKind::Compare { .. }
            | InstKind::VarIs { .. } => Some(Effect::Nothing),
            _ => None,
        };
        known.unwrap_or(Effect::Unknown)
    }

    /// What is returned where a range is not written; none where that is not known, or where it may be read before.
    fn range(&mut self, range: Range) -> Option<Unless> {
        let touches = |other: Range| {
            let end = |it: Range| it.0.saturating_add_unsigned(it.1);
            other.0 < end(range) && range.0 < end(other)
        };
        let covers = |other: Range| {
            other.0 <= range.0
                && range.0.checked_add_unsigned(range.1) <= other.0.checked_add_unsigned(other.1)
        };
        let mut before: HashMap<BlockId, Written> = HashMap::new();
        let mut after: HashMap<BlockId, Written> = HashMap::new();
        let mut is_read = false;
        let mut changed = true;
        while changed {
            changed = false;
            is_read = false;
            for &block in self.cfg.reverse_postorder() {
                let arriving = self.cfg.predecessors(block).iter();
                let arriving =
                    arriving.filter_map(|from| Some(self.on_edge(*from, block, *after.get(from)?)));
                let mut written = match block {
                    Body::ENTRY => Written::No,
                    _ => arriving.fold(Written::Yes, Written::meet),
                };
                changed |= before.insert(block, written) != Some(written);
                for inst in &self.body.block(block).insts {
                    match self.effect(inst) {
                        Effect::Nothing => {}
                        Effect::Writes(other) if covers(other) => written = Written::Yes,
                        Effect::Writes(_) => {}
                        Effect::Reads(other) => is_read |= touches(other) && written != Written::Yes,
                        Effect::Fills(from, fills) => {
                            let here = |it: &Range| (it.0 + from, it.1);
                            match fills.iter().find(|(it, _)| covers(here(it))) {
                                Some((_, unless)) if unless.is_never() => written = Written::Yes,
                                Some((_, unless)) if written != Written::Yes => {
                                    let Some(result) = inst.result() else {
                                        is_read = true;
                                        continue;
                                    };
                                    self.calls.insert(result, unless.clone());
                                    written = Written::If(result);
                                }
                                Some(_) => {}
                                // The callee may look at what it does not fill.
                                None => is_read |= written != Written::Yes,
                            }
                        }
                        Effect::Unknown => is_read |= written != Written::Yes,
                    }
                }
                changed |= after.insert(block, written) != Some(written);
            }
        }
        if is_read {
            return None;
        }
        let mut all = Unless::Returns(BTreeSet::new());
        for &block in self.cfg.reverse_postorder() {
            match &self.body.block(block).terminator.kind {
                TerminatorKind::Return(values) => {
                    let values: Vec<Operand> = values.to_vec();
                    if values.iter().any(|value| self.at(value).is_some()) {
                        return None;
                    }
                    let left = after.get(&block).copied().unwrap_or(Written::No);
                    match values.first() {
                        Some(value) => {
                            for unless in self.returned(block, *value, left, &after, MOST_STEPS) {
                                all = all.join(unless?)?;
                            }
                        }
                        None if left == Written::Yes => {}
                        None => return None,
                    }
                }
                TerminatorKind::Indirect { .. } => return None,
                _ => {}
            }
        }
        Some(all)
    }

    /// What a value is at the end of a block on the paths that do not write; none where that is anything. Ways that meet
    /// only to hand on a value are looked at one by one.
    fn returned(
        &self,
        block: BlockId,
        value: Operand,
        written: Written,
        after: &HashMap<BlockId, Written>,
        steps: usize,
    ) -> Vec<Option<Unless>> {
        if written == Written::Yes {
            return Vec::new();
        }
        let insts = &self.body.block(block).insts;
        let is_silent = insts.iter().all(|inst| matches!(self.effect(inst), Effect::Nothing));
        let defined = insts.iter().find(|inst| inst.result().is_some() && inst.result() == value.value());
        let before: Option<Vec<(BlockId, Operand)>> = match defined.map(|inst| &inst.kind) {
            Some(InstKind::Phi { incoming, .. }) => Some(incoming.to_vec()),
            Some(_) => None,
            None => Some(self.cfg.predecessors(block).iter().map(|from| (*from, value)).collect()),
        };
        match before {
            Some(before) if is_silent && steps > 0 && block != Body::ENTRY => {
                let arriving = |(from, value): (BlockId, Operand)| {
                    let left = after.get(&from).copied().unwrap_or(Written::No);
                    let written = self.on_edge(from, block, left);
                    match self.given(written, value, block) {
                        Some(None) => self.returned(from, value, written, after, steps - 1),
                        known => known.into_iter().collect(),
                    }
                };
                before.into_iter().flat_map(arriving).collect()
            }
            _ => self.given(written, value, block).into_iter().collect(),
        }
    }

    /// What a value is where bytes are written so far; none where they are, and none inside where it is anything.
    fn given(&self, written: Written, value: Operand, block: BlockId) -> Option<Option<Unless>> {
        let constant = match value {
            Operand::Int { value, .. } => Some(value as i64),
            _ => None,
        };
        let number = || constant.map(|value| Unless::Returns(BTreeSet::from([value])));
        let not_zero = || value.value().filter(|id| self.is_not_zero(*id, block)).map(|_| Unless::NotZero);
        match written {
            Written::Yes => None,
            Written::If(call) if value == Operand::Value(call) => Some(self.calls.get(&call).cloned()),
            Written::If(_) | Written::No => Some(number().or_else(not_zero)),
        }
    }

    /// What an edge tells of bytes that a call may have written.
    fn on_edge(&self, from: BlockId, to: BlockId, written: Written) -> Written {
        let Written::If(call) = written else { return written };
        let Some((value, is_equal, constant)) = self.told(from, to) else { return written };
        let Some(unless) = self.calls.get(&call).filter(|_| value == call) else { return written };
        let is_written = if is_equal { unless.excludes(constant) } else { unless.is_only(constant) };
        if is_written { Written::Yes } else { written }
    }

    /// What taking an edge tells: a value is, or is not, a constant.
    fn told(&self, from: BlockId, to: BlockId) -> Option<(ValueId, bool, i64)> {
        let TerminatorKind::Branch { cond, then, otherwise } = &self.body.block(from).terminator.kind else {
            return None;
        };
        if then == otherwise {
            return None;
        }
        let mut insts = self.body.blocks.iter().flat_map(|block| &block.insts);
        let inst = insts.find(|inst| inst.result().is_some() && inst.result() == cond.value())?;
        let InstKind::Compare { op, lhs: Operand::Value(value), rhs: Operand::Int { value: constant, .. } } =
            &inst.kind
        else {
            return None;
        };
        let is_then = *then == to;
        match op {
            CmpOp::Eq => Some((*value, is_then, *constant as i64)),
            CmpOp::Ne => Some((*value, !is_then, *constant as i64)),
            _ => None,
        }
    }

    /// Whether a value is not zero in a block, because of the comparisons on the only way there.
    fn is_not_zero(&self, value: ValueId, block: BlockId) -> bool {
        let mut block = block;
        for _ in 0..MOST_STEPS {
            let [from] = self.cfg.predecessors(block)[..] else { return false };
            match self.told(from, block) {
                Some((it, false, 0)) if it == value => return true,
                Some((it, true, constant)) if it == value && constant != 0 => return true,
                _ => block = from,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(code: &str) -> Fills {
        let text = format!(
            "target 64\nfunc @f(ptr %0, i64 %1) -> i64 {{\n{code}\n}}\ndeclare @other(ptr)\n\
             func @fills(ptr %0, i64 %1) -> i64 {{\nbb0:\n  %2 = cmp eq %1, i64 0\n  branch %2, bb1, bb2\n\
             bb1:\n  return 5\nbb2:\n  store i64 %1, %0\n  return 0\n}}\n"
        );
        let program: Program = text.parse().unwrap();
        AllFills::new(&program).of(FuncId(0), 0).cloned().unwrap()
    }

    fn returns(values: &[i64]) -> Unless {
        Unless::Returns(values.iter().copied().collect())
    }

    #[test]
    fn what_is_written_on_all_paths_is_filled() {
        let members = "bb0:\n  store i64 %1, %0\n  %2 = ptradd %0, 8\n  store i32 0, %2\n  return 0";
        assert_eq!(all(members), Fills::from([((0, 8), returns(&[])), ((8, 4), returns(&[]))]));
    }

    #[test]
    fn who_does_not_write_says_so_by_what_it_returns() {
        let one_side = "bb0:\n  %2 = cmp ne %1, i64 0\n  branch %2, bb1, bb2\nbb1:\n  store i64 %1, %0\n  \
                        return 0\nbb2:\n  return 7";
        assert_eq!(all(one_side), Fills::from([((0, 8), returns(&[7]))]));
        let anything = one_side.replace("return 7", "return %1");
        assert_eq!(all(&anything), Fills::new());
    }

    #[test]
    fn a_callee_that_fills_is_asked_what_it_returned() {
        let checked = "bb0:\n  %2: i64 = call @fills(ptr %0, i64 %1)\n  %3 = cmp ne %2, i64 0\n  \
                       branch %3, bb1, bb2\nbb1:\n  return %2\nbb2:\n  %4 = load i64 %0\n  return 0";
        assert_eq!(all(checked), Fills::from([((0, 8), returns(&[5]))]));
        let not_checked = "bb0:\n  %2: i64 = call @fills(ptr %0, i64 %1)\n  %3 = load i64 %0\n  return 0";
        assert_eq!(all(not_checked), Fills::new());
        let dropped = "bb0:\n  %2: i64 = call @fills(ptr %0, i64 %1)\n  return 0";
        assert_eq!(all(dropped), Fills::from([((0, 8), returns(&[0]))]));
    }

    #[test]
    fn who_reads_or_hands_on_first_fills_nothing() {
        assert_eq!(all("bb0:\n  %2 = load i64 %0\n  store i64 %1, %0\n  return 0"), Fills::new());
        assert_eq!(all("bb0:\n  call @other(ptr %0)\n  store i64 %1, %0\n  return 0"), Fills::new());
        let after = all("bb0:\n  store i64 %1, %0\n  %2 = load i64 %0\n  return 0");
        assert_eq!(after, Fills::from([((0, 8), returns(&[]))]));
    }
}
