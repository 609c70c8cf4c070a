//! The names of the source in a state: which variable has which value, and so what the objects are called.
//!
//! A local whose address is never taken lives in no memory, and the IR tells only where it is assigned. What it holds
//! at a place is what every way there assigned last ([`Assigned`]); where ways differ there is a phi for it, or it is
//! not read again. A heap block is then called after the first variable that points to it, innermost calls first, as
//! in `h: dls(struct node, …)`; a number that a variable has is called after that variable.

use crate::outcome::Describer;
use crate::outcome::elements::is_hidden;
use crate::state::{Frame, State};
use heap::{Data, Heap, Kind, Names, Numbers, Object, ObjectId, Pointer, Shape, Symbols};
use ir::cfg::Cfg;
use ir::types::TypeKind;
use ir::{BlockId, Body, InstKind, Operand, Program, TypeId, VarId};
use logic::Term;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// What source variables hold at a place.
type Held = BTreeMap<VarId, Operand>;

/// What the source variables of a body hold at the start of each block, as far as all ways there agree; none where no
/// way leads there.
struct Assigned(Vec<Option<Held>>);

impl Assigned {
    fn new(body: &Body) -> Assigned {
        let cfg = Cfg::new(body);
        let mut starts: Vec<Option<Held>> = vec![None; body.blocks.len()];
        starts[Body::ENTRY.index()] = Some(Held::new());
        let mut work = vec![Body::ENTRY];
        while let Some(block) = work.pop() {
            let Some(mut held) = starts[block.index()].clone() else { continue };
            assign(&mut held, body, block, body.block(block).insts.len());
            for &next in cfg.successors(block) {
                let known = &mut starts[next.index()];
                let met = match known.as_ref() {
                    None => held.clone(),
                    Some(known) => {
                        let agrees = |(var, value): &(&VarId, &Operand)| held.get(*var) == Some(*value);
                        known.iter().filter(agrees).map(|(var, value)| (*var, *value)).collect()
                    }
                };
                if known.as_ref() != Some(&met) {
                    *known = Some(met);
                    work.push(next);
                }
            }
        }
        Assigned(starts)
    }

    /// What the variables hold before an instruction of a block.
    fn at(&self, body: &Body, block: BlockId, next: usize) -> Held {
        let mut held = self.0[block.index()].clone().unwrap_or_default();
        assign(&mut held, body, block, next);
        held
    }
}

/// Follows the first instructions of a block.
fn assign(held: &mut Held, body: &Body, block: BlockId, count: usize) {
    for inst in body.block(block).insts.iter().take(count) {
        match &inst.kind {
            InstKind::Phi { var: Some(var), .. } => {
                if let Some(result) = inst.result() {
                    held.insert(*var, Operand::Value(result));
                }
            }
            InstKind::VarIs { var, value } => {
                held.insert(*var, *value);
            }
            InstKind::VarEnd { var } => {
                held.remove(var);
            }
            _ => {}
        }
    }
}

/// The names of a state.
pub struct Naming<'a> {
    program: &'a Program,
    /// The values of variables that live in no memory, by their names, innermost calls first.
    pub values: Vec<(String, Term)>,
    /// The names among them of variables that are no pointers.
    no_pointers: FxHashSet<String>,
    /// The integers among them that belong to the innermost call, and whether they are signed.
    pub integers: Vec<(String, Term, bool)>,
    /// The heap blocks that a variable points to.
    addresses: FxHashMap<ObjectId, String>,
    /// The numbers that a variable has.
    numbers: FxHashMap<logic::VarId, String>,
    /// The numbers among them that a variable of the source has.
    of_source: FxHashSet<logic::VarId>,
    /// The heap blocks that no variable points to, counted in the order in which they are met.
    others: FxHashMap<ObjectId, usize>,
}

impl<'a> Describer<'_, 'a> {
    /// The names of the source in a state.
    pub fn naming(&mut self, state: &State) -> Naming<'a> {
        let program = self.transfer.context.program();
        let mut values: Vec<(String, Term)> = Vec::new();
        let mut no_pointers = FxHashSet::default();
        let mut integers = Vec::new();
        let calls = state.frames.iter().skip(usize::from(state.is_in_entry()));
        for (depth, frame) in calls.rev().enumerate() {
            if self.transfer.context.library.is_library(frame.function) {
                continue;
            }
            let function = program.function(frame.function);
            for (var, term) in self.variables(frame) {
                let variable = self.transfer.context.body(frame.function).var(var);
                let name = match depth {
                    0 => variable.name.clone(),
                    _ => format!("{}::{}", function.name, variable.name),
                };
                if variable.ty.is_some_and(|ty| program.types.pointee(ty).is_none()) {
                    no_pointers.insert(name.clone());
                }
                let is_signed = variable.ty.and_then(|ty| program.types.signedness(ty));
                if let (0, Some(is_signed)) = (depth, is_signed) {
                    integers.push((name.clone(), term, is_signed));
                }
                values.push((name, term));
            }
        }
        let mut naming = Naming {
            program,
            values,
            no_pointers,
            integers,
            addresses: FxHashMap::default(),
            numbers: FxHashMap::default(),
            of_source: FxHashSet::default(),
            others: FxHashMap::default(),
        };
        naming.name_objects(&mut self.transfer.symbols, &state.heap);
        naming.name_numbers(&mut self.transfer.symbols, state);
        naming
    }

    /// The values of the variables of a call that live in no memory and may still be read.
    fn variables(&mut self, frame: &Frame) -> Vec<(VarId, Term)> {
        let body = self.transfer.context.body(frame.function);
        let held = Assigned::new(body).at(body, frame.block, frame.next);
        let value = |(var, operand)| {
            let term = match operand {
                Operand::Value(id) => frame.values[id.index()],
                Operand::Null => Some(self.transfer.symbols.null()),
                Operand::Int { bits, value } => Some(self.transfer.symbols.store.num(bits.into(), value)),
                _ => None,
            };
            Some((var, term?))
        };
        held.into_iter().filter_map(value).collect()
    }
}

impl Naming<'_> {
    fn name_objects(&mut self, symbols: &mut Symbols, heap: &Heap) {
        for (name, term) in &self.values {
            if let Some(var) = symbols.store.as_var(*term) {
                self.numbers.entry(var).or_insert_with(|| name.clone());
                self.of_source.insert(var);
            }
            if !symbols.has_base(*term) {
                continue;
            }
            let Pointer::Into(id, offset) = heap.pointer(symbols, *term) else { continue };
            let start = symbols.store.as_const(offset).is_some_and(|offset| offset.is_zero());
            let is_block = |object: &Object| matches!(object.kind, Kind::Heap(_)) && is_whole(object);
            if start && heap.find(id).is_some_and(is_block) {
                self.addresses.entry(id).or_insert_with(|| name.clone());
            }
        }
        for (id, object) in heap.objects() {
            let is_new = !self.addresses.contains_key(&id) && is_whole(object);
            if is_new && matches!(object.kind, Kind::Heap(_)) {
                self.others.insert(id, self.others.len() + 1);
            }
        }
    }

    /// Tells apart numbers that no variable has and that were called the same when they came up, as those of joins are.
    fn name_numbers(&mut self, symbols: &mut Symbols, state: &State) {
        let mut terms: Vec<Term> = Vec::new();
        for (_, object) in state.heap.objects() {
            terms.push(object.size);
            terms.extend(object.count());
            terms.extend(object.content.terms().map(|(term, _)| term));
        }
        terms.extend(state.path.terms());
        let mut alike: BTreeMap<String, Vec<logic::VarId>> = BTreeMap::new();
        for var in terms.into_iter().flat_map(|term| symbols.store.support(&[term])) {
            if symbols.object_of(var).is_none() && !self.numbers.contains_key(&var) {
                let name = symbols.store.var_name(var).split('/').next().unwrap_or_default().to_string();
                let vars = alike.entry(name).or_default();
                if !vars.contains(&var) {
                    vars.push(var);
                }
            }
        }
        for (name, vars) in alike {
            let is_alone = vars.len() == 1;
            for (number, var) in vars.into_iter().enumerate() {
                let number = if is_alone { String::new() } else { (number + 1).to_string() };
                let name = if name == "join" { "n" } else { &name };
                self.numbers.insert(var, format!("{name}{number}"));
            }
        }
    }

    /// The source type of an object: as which it is declared or used.
    pub fn type_of(&self, object: &Object) -> Option<TypeId> {
        let body = |function| self.program.function(function).body.as_ref();
        match object.kind {
            Kind::Global(global) => self.program.global(global).ty,
            Kind::Stack(function, Some(var)) => body(function).and_then(|body| body.var(var).ty),
            _ => object.used_as,
        }
    }

    /// Whether a name is that of a variable that is no pointer by its type.
    pub fn is_no_pointer(&self, name: &str) -> bool {
        self.no_pointers.contains(name)
    }

    /// Whether a variable of the source has a number.
    pub fn is_of_source(&self, number: logic::VarId) -> bool {
        self.of_source.contains(&number)
    }

    /// The places in variables that live in memory where an address is kept, with it.
    pub fn kept(&self, heap: &Heap) -> Vec<(String, Term)> {
        let mut kept = Vec::new();
        for (id, object) in heap.objects().filter(|(_, object)| object.is_alive()) {
            if !matches!(object.kind, Kind::Global(_) | Kind::Stack(_, Some(_))) {
                continue;
            }
            for edge in object.content.edges().iter().filter(|edge| !is_hidden(edge.offset)) {
                if let Data::Bits { term, skip: 0 } = edge.data {
                    let name = self.name(id, object);
                    let member = self.member(object, edge.offset, edge.len).unwrap_or_default();
                    let dot = if member.is_empty() || member.starts_with('[') { "" } else { "." };
                    kept.push((format!("{name}{dot}{member}"), term));
                }
            }
        }
        kept
    }
}

/// Whether an object is no specifier.
fn is_whole(object: &Object) -> bool {
    matches!(object.shape, Shape::Region | Shape::Segment(_))
}

impl Names for Naming<'_> {
    fn name(&self, id: ObjectId, object: &Object) -> String {
        match object.kind {
            Kind::Global(global) => self.program.global(global).name.clone(),
            Kind::Stack(function, Some(var)) => {
                let body = self.program.function(function).body.as_ref();
                body.map_or_else(String::new, |body| body.var(var).name.clone())
            }
            Kind::Heap(_) => match (self.addresses.get(&id), self.others.get(&id)) {
                (Some(name), _) => name.clone(),
                (None, Some(number)) => format!("b{number}"),
                (None, None) => Numbers.name(id, object),
            },
            _ => Numbers.name(id, object),
        }
    }

    fn address(&self, id: ObjectId, object: &Object) -> String {
        match object.kind {
            Kind::Heap(_) => self.name(id, object),
            _ => format!("&{}", self.name(id, object)),
        }
    }

    fn type_name(&self, object: &Object) -> Option<String> {
        self.type_of(object).map(|ty| self.program.types.spelling(ty))
    }

    fn member(&self, object: &Object, offset: u64, bytes: u64) -> Option<String> {
        let types = &self.program.types;
        let ty = types.strip(self.type_of(object)?);
        let mut path = types.path_at(ty, offset, Some(bytes))?;
        // The only member of a struct is as large as the struct.
        if let (true, TypeKind::Struct(record)) = (path.is_empty(), &types.get(ty).kind)
            && let Some(field) = record.fields.iter().find(|field| field.offset() == offset)
        {
            let rest = types.path_at(field.ty, 0, Some(bytes)).unwrap_or_default();
            path = format!("{}{rest}", field.name.as_deref().unwrap_or_default());
        }
        Some(path.strip_prefix('.').unwrap_or(&path).to_string())
    }

    /// Not what only the compiler or the library knows.
    fn is_of_interest(&self, object: &Object) -> bool {
        match object.kind {
            Kind::Global(id) => {
                let global = self.program.global(id);
                !global.constant && global.span.is_some() && !clib::is_of_library(self.program, global.span)
            }
            _ => true,
        }
    }

    fn number(&self, var: logic::VarId) -> Option<String> {
        self.numbers.get(&var).cloned()
    }
}
