//! Which members functions may write, as their code says without being executed.
//!
//! A call leaves alone whatever its callee cannot write: the member of a struct that neither the callee nor anything it
//! calls stores to holds afterwards what it held before. The address of a store tells the member: an offset from a pointer
//! to a struct. Stores through other pointers may go to any data, or to any link of their type.
//!
//! Invariant: whatever a run of the function may write in memory that exists when it is called is in its `Writes`.

use crate::code::allocators;
use crate::solver::term::Field;
use crate::state::memory::Place;
use crate::types::layout::{Layouts, SpotKind, TargetId};
use crate::types::pointers;
use ir::{BlockId, Body, Callee, FuncId, Function, Inst, InstKind, Operand, Program, Scalar, ValueId};
use std::collections::{BTreeSet, HashMap};

/// What a function may write.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Writes {
    /// Whether it may write anything at all.
    anything: bool,
    /// Whether it may write any data, though no links.
    any_data: bool,
    /// The data that it may write through pointers to numbers and pointers: how many bytes, and whether it is a pointer.
    data: BTreeSet<(u64, bool)>,
    /// The links that it may write, by what they link to: through pointers to pointers.
    links_to: BTreeSet<TargetId>,
    /// The links in structs that it may write, by what they link to.
    member_links: BTreeSet<TargetId>,
    /// The members that it may write, with their sizes.
    members: BTreeSet<(Field, u64)>,
}

impl Writes {
    /// Everything may be written.
    pub fn anything() -> Writes {
        Writes { anything: true, ..Writes::default() }
    }

    /// Whether nothing is written.
    pub fn is_nothing(&self) -> bool {
        *self == Writes::default()
    }

    /// Whether a cell may be written.
    pub fn may_touch(&self, layouts: &Layouts<'_>, place: &Place) -> bool {
        let is_record = layouts.get(place.field.owner).is_record;
        let overlaps = |(field, size): &(Field, u64)| {
            field.at < place.field.at + place.size && place.field.at < field.at + size
        };
        match place.kind {
            _ if self.anything => true,
            SpotKind::Link(target) => {
                let members = match is_record {
                    true => self.members.iter().any(|it| it.0.owner == place.field.owner && overlaps(it)),
                    // A pointer to a link may point into a struct, and be given to others as one to any pointer.
                    false => {
                        self.member_links.contains(&target)
                            || self.any_data
                            || self.may_touch_data(place.size, true)
                    }
                };
                self.links_to.contains(&target) || members
            }
            SpotKind::Data => {
                let members = match is_record {
                    // Data may be seen through several structs that begin alike.
                    true => self.members.iter().any(overlaps),
                    false => !self.members.is_empty(),
                };
                self.any_data
                    || members
                    || self.may_touch_data(place.size, layouts.is_pointer_at(place.field))
            }
            SpotKind::Mixed | SpotKind::Torn => !self.is_nothing(),
        }
    }

    /// Whether a number or a pointer may be written by one who is given a pointer to it.
    fn may_touch_data(&self, size: u64, is_pointer: bool) -> bool {
        self.data.iter().any(|it| it.0 == 1 || *it == (size, is_pointer))
    }

    fn add(&mut self, other: &Writes) -> bool {
        let before = self.clone();
        self.anything |= other.anything;
        self.any_data |= other.any_data;
        self.data.extend(&other.data);
        self.links_to.extend(&other.links_to);
        self.member_links.extend(&other.member_links);
        self.members.extend(&other.members);
        *self != before
    }
}

/// What all functions may write.
pub fn all(program: &Program, layouts: &Layouts<'_>) -> Vec<Writes> {
    let mut all: Vec<Writes> = program.functions.iter().map(|function| foreign(program, function)).collect();
    let mut callees: Vec<BTreeSet<FuncId>> = vec![BTreeSet::new(); all.len()];
    let nothing = Writes::default();
    for id in program.function_ids() {
        let function = program.function(id);
        let Some(body) = &function.body else { continue };
        let found = of_body(program, layouts, function, body, &|_| true, &|_| &nothing);
        all[id.index()].add(&found);
        let insts = body.blocks.iter().flat_map(|block| &block.insts);
        callees[id.index()].extend(insts.filter_map(|inst| match &inst.kind {
            InstKind::Call { callee: Callee::Direct(callee), .. } => Some(*callee),
            _ => None,
        }));
    }
    // Writes only grow, and there are finitely many members.
    let mut changed = true;
    while changed {
        changed = false;
        for id in program.function_ids() {
            for callee in callees[id.index()].iter().filter(|callee| **callee != id) {
                let found = all[callee.index()].clone();
                changed |= all[id.index()].add(&found);
            }
        }
    }
    all
}

/// What a function without code may write.
fn foreign(program: &Program, function: &Function) -> Writes {
    let is_harmless = function.body.is_some()
        || function.noreturn
        || program.meaning.noreturn.contains(&function.name)
        || allocators::of(program, function).is_some()
        || clib::row(&function.name).is_some_and(clib::Row::leaves_memory);
    if is_harmless { Writes::default() } else { Writes::anything() }
}

/// What some blocks of code may write, themselves or through what they call.
pub fn of_body<'w>(
    program: &Program,
    layouts: &Layouts<'_>,
    function: &Function,
    body: &Body,
    is_meant: &dyn Fn(BlockId) -> bool,
    callees: &dyn Fn(FuncId) -> &'w Writes,
) -> Writes {
    let reader = Reader::new(program, layouts, function, body);
    let mut found = Writes::default();
    let blocks = body.blocks.iter().enumerate().filter(|(index, _)| is_meant(BlockId::new(*index)));
    for inst in blocks.flat_map(|(_, block)| &block.insts) {
        match &inst.kind {
            InstKind::Store { ty, ptr, .. } => {
                let size = u64::from(ty.bytes(program.target));
                reader.store(*ptr, size, *ty == Scalar::Ptr, &mut found);
            }
            InstKind::MemCopy { dst, len, .. } | InstKind::MemSet { dst, len, .. } => {
                reader.range(*dst, *len, &mut found);
            }
            InstKind::VaStart { .. } | InstKind::VaCopy { .. } | InstKind::Unsupported { .. } => {
                found.anything = true;
            }
            InstKind::Call { callee: Callee::Direct(callee), .. } => {
                found.add(callees(*callee));
            }
            InstKind::Call { callee: Callee::Indirect(pointer), .. } => {
                found.anything |= !reader.allocates(*pointer, inst);
            }
            _ => {}
        }
    }
    found
}

/// The addresses of one function.
struct Reader<'a> {
    program: &'a Program,
    layouts: &'a Layouts<'a>,
    function: &'a Function,
    body: &'a Body,
    definitions: HashMap<ValueId, &'a Inst>,
}

/// Where a store goes.
enum Root {
    /// To a variable of the function itself.
    Local,
    /// To an object of a type, at an offset.
    Object(TargetId, u64),
    /// Not known.
    Unknown,
}

impl<'a> Reader<'a> {
    fn new(
        program: &'a Program,
        layouts: &'a Layouts<'a>,
        function: &'a Function,
        body: &'a Body,
    ) -> Reader<'a> {
        let insts = body.blocks.iter().flat_map(|block| &block.insts);
        let definitions = insts.filter_map(|inst| Some((inst.result()?, inst))).collect();
        Reader { program, layouts, function, body, definitions }
    }

    /// Where an address lies.
    fn root(&self, address: Operand) -> Root {
        let id = match address {
            Operand::Value(id) => id,
            Operand::Global { id, offset } => {
                let target = self.program.global(id).ty.and_then(|ty| self.layouts.object_target(ty));
                return match (target, u64::try_from(offset)) {
                    (Some(target), Ok(offset)) => Root::Object(target, offset),
                    _ => Root::Unknown,
                };
            }
            _ => return Root::Unknown,
        };
        if let Some(inst) = self.definitions.get(&id) {
            match &inst.kind {
                InstKind::Alloca { .. } => return Root::Local,
                InstKind::PtrAdd { base, offset, via } => {
                    if let Root::Local = self.root(*base) {
                        return Root::Local;
                    }
                    let target = via.and_then(|via| self.layouts.object_target(via));
                    let target = target.filter(|target| self.layouts.get(*target).is_record);
                    if let (Some(target), Operand::Int { value, .. }) = (target, offset)
                        && let Ok(offset) = u64::try_from(*value)
                    {
                        return Root::Object(target, offset);
                    }
                    // An element of an array is like the first one.
                    if let Root::Object(element, _) = self.root(*base)
                        && !self.layouts.get(element).is_record
                    {
                        return Root::Object(element, 0);
                    }
                }
                _ => {}
            }
        }
        let ty = pointers::type_of(self.program, self.function, self.body, address);
        match ty.and_then(|ty| self.layouts.pointer_target(ty)) {
            Some(target) => Root::Object(target, 0),
            None => Root::Unknown,
        }
    }

    fn store(&self, address: Operand, size: u64, is_pointer: bool, found: &mut Writes) {
        let Root::Object(target, offset) = self.root(address) else {
            if !matches!(self.root(address), Root::Local) {
                // Wherever a number is written, it is no link.
                found.any_data = true;
                found.anything |= is_pointer;
            }
            return;
        };
        let layout = self.layouts.get(target);
        match self.layouts.spot(target, offset as i64, size) {
            Some(spot) if layout.is_record => {
                if let SpotKind::Link(link) = spot.kind {
                    found.member_links.insert(link);
                }
                found.members.insert((Field { owner: spot.owner, at: spot.at }, size));
            }
            Some(spot) => match spot.kind {
                SpotKind::Link(link) => {
                    found.links_to.insert(link);
                }
                SpotKind::Data => {
                    found.data.insert((size, is_pointer));
                }
                SpotKind::Mixed | SpotKind::Torn => found.anything = true,
            },
            None => found.anything = true,
        }
    }

    /// A range of bytes is written: all of one object, or data.
    fn range(&self, address: Operand, len: Operand, found: &mut Writes) {
        match (self.root(address), len) {
            (Root::Local, _) => {}
            (Root::Object(target, offset), Operand::Int { value, .. })
                if self.layouts.get(target).is_record =>
            {
                let Ok(len) = u64::try_from(value) else {
                    found.anything = true;
                    return;
                };
                let end = offset.saturating_add(len);
                if end > self.layouts.get(target).size {
                    found.anything = true;
                    return;
                }
                let pointer = u64::from(self.program.target.pointer_bytes);
                for (at, spot, link) in self.layouts.all_cells(target) {
                    if offset < at + pointer && at < end {
                        found.member_links.insert(link);
                        found.members.insert((Field { owner: spot.owner, at: spot.at }, pointer));
                    }
                }
                found.any_data = true;
            }
            (Root::Object(target, _), _)
                if !self.layouts.get(target).is_record && !self.layouts.carries_links(target) =>
            {
                found.any_data = true;
            }
            _ => found.anything = true,
        }
    }

    /// Whether an indirect call only gives or takes memory.
    fn allocates(&self, pointer: Operand, inst: &Inst) -> bool {
        let ty = pointers::type_of(self.program, self.function, self.body, pointer);
        let Some(pointee) = ty.and_then(|ty| self.program.types.pointee(ty)) else { return false };
        let name = self.member(pointer).unwrap_or_default();
        debug_assert!(matches!(inst.kind, InstKind::Call { .. }));
        allocators::of_type(self.program, pointee, &name).is_some()
    }

    /// The name of the member or variable that a pointer is read from.
    fn member(&self, pointer: Operand) -> Option<String> {
        let Operand::Value(id) = pointer else { return None };
        let InstKind::Load { ptr: Operand::Value(address), .. } = &self.definitions.get(&id)?.kind else {
            return None;
        };
        let InstKind::PtrAdd { offset: Operand::Int { value, .. }, via: Some(via), .. } =
            &self.definitions.get(address)?.kind
        else {
            return None;
        };
        let target = self.layouts.object_target(*via)?;
        let size = u64::from(self.program.target.pointer_bytes);
        Some(self.layouts.member_name(target, u64::try_from(*value).ok()?, size))
    }
}
