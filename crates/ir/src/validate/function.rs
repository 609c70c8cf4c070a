//! Checking functions: signature, control flow, SSA.

use super::Checker;
use crate::cfg::Cfg;
use crate::{Block, BlockId, Body, FuncId, InstKind, Operand, TerminatorKind, ValueId};
use std::collections::HashSet;

/// Where a value is defined: at the start, or by an instruction of a block.
#[derive(Clone, Copy)]
enum Definition {
    Param,
    Inst(BlockId, usize),
}

impl Checker<'_> {
    pub(super) fn function(&mut self, id: FuncId) {
        let function = self.program.function(id);
        self.function = Some(function);
        self.type_id(function.ty);
        self.span(function.span);
        for param in &function.params {
            self.scalar(param.ty);
            self.by_value(param.ty, param.by_value);
        }
        for ty in &function.results {
            self.scalar(*ty);
        }
        if let Some(body) = &function.body {
            self.body(id, body);
        }
        (self.function, self.block, self.inst) = (None, None, None);
    }

    fn body(&mut self, id: FuncId, body: &Body) {
        for var in &body.vars {
            self.type_id(var.ty);
            self.span(var.span);
        }
        for info in &body.values {
            self.scalar(info.ty);
            self.hint(info.name.as_deref());
        }
        let params = &self.program.function(id).params;
        let agree = body.params == params.len() && body.values.len() >= params.len();
        let agree = agree && params.iter().zip(&body.values).all(|(param, info)| param.ty == info.ty);
        self.check(agree, || "the first values are not the parameters".to_string());
        self.check(!body.blocks.is_empty(), || "the body has no block".to_string());
        // What follows indexes by these ids.
        if agree && !body.blocks.is_empty() && self.ids(body) {
            let cfg = Cfg::new(body);
            self.control_flow(body, &cfg);
            self.ssa(body, &cfg);
            self.typing(body);
        }
    }

    fn hint(&mut self, hint: Option<&str>) {
        let fine = hint.is_none_or(|hint| hint.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.'));
        self.check(fine, || format!("the hint {hint:?} has other characters than letters, digits, _ and ."));
    }

    /// Checks that values, variables and blocks are in range, and spans and constants.
    fn ids(&mut self, body: &Body) -> bool {
        let before = self.violations.len();
        for id in body.block_ids() {
            let block = body.block(id);
            self.block = Some(id);
            self.hint(block.name.as_deref());
            for (number, inst) in block.insts.iter().enumerate() {
                self.inst = Some(number);
                self.span(inst.span);
                inst.results.iter().for_each(|result| self.value_id(body, *result));
                inst.kind.for_each_value(|value| self.value_id(body, value));
                inst.kind.for_each_operand(|operand| self.constant(*operand));
                let var = match &inst.kind {
                    InstKind::VarIs { var, .. } | InstKind::VarEnd { var } => Some(*var),
                    InstKind::Phi { var, .. } | InstKind::Alloca { var, .. } => *var,
                    _ => None,
                };
                let known = var.is_none_or(|var| var.index() < body.vars.len());
                self.check(known, || "the variable does not exist".to_string());
                if let InstKind::Phi { incoming, .. } = &inst.kind {
                    incoming.iter().for_each(|(from, _)| self.block_id(body, *from));
                }
            }
            self.inst = None;
            self.span(block.terminator.span);
            block.terminator.kind.for_each_operand(|operand| self.constant(*operand));
            block.terminator.kind.for_each_value(|value| self.value_id(body, value));
            block.terminator.kind.successors().iter().for_each(|target| self.block_id(body, *target));
        }
        self.block = None;
        self.violations.len() == before
    }

    fn value_id(&mut self, body: &Body, id: ValueId) {
        self.check(id.index() < body.values.len(), || format!("value %{} does not exist", id.0));
    }

    fn block_id(&mut self, body: &Body, id: BlockId) {
        self.check(id.index() < body.blocks.len(), || format!("block bb{} does not exist", id.0));
    }

    fn control_flow(&mut self, body: &Body, cfg: &Cfg) {
        let entered = !cfg.predecessors(Body::ENTRY).is_empty();
        self.check(!entered, || "the entry block has predecessors".to_string());
        for id in body.block_ids() {
            let block = body.block(id);
            self.block = Some(id);
            if let TerminatorKind::Switch { cases, .. } = &block.terminator.kind {
                let mut seen = HashSet::new();
                for (value, _) in cases {
                    self.check(seen.insert(value), || format!("the switch has case {value} twice"));
                }
            }
            self.phis(block, cfg.predecessors(id));
        }
        self.block = None;
    }

    fn phis(&mut self, block: &Block, predecessors: &[BlockId]) {
        let mut phis_may_follow = true;
        for (number, inst) in block.insts.iter().enumerate() {
            self.inst = Some(number);
            let InstKind::Phi { incoming, .. } = &inst.kind else {
                phis_may_follow = false;
                continue;
            };
            self.check(phis_may_follow, || "a phi stands behind another instruction".to_string());
            let mut from: Vec<BlockId> = incoming.iter().map(|pair| pair.0).collect();
            from.sort();
            self.check(from == predecessors, || "the phi has not one value per predecessor".to_string());
        }
        self.inst = None;
    }

    fn ssa(&mut self, body: &Body, cfg: &Cfg) {
        let definitions = self.definitions(body);
        for id in body.block_ids() {
            let block = body.block(id);
            self.block = Some(id);
            for (number, inst) in block.insts.iter().enumerate() {
                self.inst = Some(number);
                match &inst.kind {
                    InstKind::Phi { incoming, .. } => {
                        for (from, value) in incoming {
                            if let Operand::Value(value) = value {
                                let end = body.block(*from).insts.len();
                                self.usage(cfg, &definitions, *value, *from, end);
                            }
                        }
                    }
                    kind => kind.for_each_value(|value| self.usage(cfg, &definitions, value, id, number)),
                }
            }
            self.inst = None;
            let end = block.insts.len();
            block.terminator.kind.for_each_value(|value| self.usage(cfg, &definitions, value, id, end));
        }
        self.block = None;
    }

    fn definitions(&mut self, body: &Body) -> Vec<Option<Definition>> {
        let mut definitions = vec![None; body.values.len()];
        definitions[..body.params].fill(Some(Definition::Param));
        for id in body.block_ids() {
            self.block = Some(id);
            for (number, inst) in body.block(id).insts.iter().enumerate() {
                self.inst = Some(number);
                for result in &inst.results {
                    let known = &mut definitions[result.index()];
                    let twice = known.is_some();
                    *known = Some(Definition::Inst(id, number));
                    self.check(!twice, || format!("value %{} is defined twice", result.0));
                }
            }
        }
        (self.block, self.inst) = (None, None);
        for (number, definition) in definitions.iter().enumerate() {
            self.check(definition.is_some(), || format!("value %{number} is never defined"));
        }
        definitions
    }

    /// Checks a use of `value` in `block` before its instruction `number`.
    fn usage(
        &mut self,
        cfg: &Cfg,
        definitions: &[Option<Definition>],
        value: ValueId,
        block: BlockId,
        number: usize,
    ) {
        if cfg.number(block).is_none() {
            return;
        }
        let defined = match definitions[value.index()] {
            Some(Definition::Param) => true,
            Some(Definition::Inst(from, at)) if from == block => at < number,
            Some(Definition::Inst(from, _)) => cfg.dominates(from, block),
            None => true, // said once already
        };
        self.check(defined, || format!("value %{} is used where its definition does not reach", value.0));
    }
}
