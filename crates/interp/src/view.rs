//! Memory as people see it: the calls that are active with their variables, and objects with their members.
//!
//! A [`Viewer`] watches a run for a [`crate::trace::Recorder`] and says after each event what changed since the one
//! before. Blocks have no type of their own: one has the largest type that fits it of those that typed pointers to it
//! have had so far. What is seen is what the variables reach, the innermost call first, then blocks that nothing
//! reaches; of large memories only a part, so that a view costs the same in a run of any size.

mod members;

use crate::machine::Machine;
use crate::memory::{Kind, Life};
use crate::report::{CallView, Cell, Change, ObjectView, Storage};
use crate::value::{Prov, Value};
use ir::TypeId;
use members::{Members, Typed};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// How many objects are seen at once.
const OBJECTS: usize = 64;
/// In memories with more objects than this, blocks that nothing reaches are not looked for.
const SEARCHED: usize = 20_000;
/// How many bytes of an object are looked at.
const BYTES: u64 = 1 << 10;

/// What was seen of an object, and what it was made from.
struct Seen {
    signature: u64,
    view: Arc<ObjectView>,
    targets: Arc<[Typed]>,
}

/// Watches memory.
#[derive(Default)]
pub struct Viewer {
    /// The variables that got a value, by the number of the call and the register.
    assigned: BTreeSet<(u64, u32)>,
    /// The types of blocks.
    types: BTreeMap<Prov, TypeId>,
    objects: BTreeMap<u64, Seen>,
    calls: BTreeMap<u64, CallView>,
    omitted: u64,
}

impl Viewer {
    /// Notes that a variable got a value.
    pub fn assigned(&mut self, call: u64, register: u32) {
        self.assigned.insert((call, register));
    }

    /// Takes a typed pointer for what it says of the block that it points to.
    fn learn(&mut self, machine: &Machine<'_>, pointer: Typed) {
        let Some(ty) = pointer.pointee else { return };
        let meta = &machine.memory.metas[pointer.to.index()];
        if pointer.offset != 0 || !matches!(meta.kind, Kind::Heap(_) | Kind::Stack(_, None)) {
            return;
        }
        let types = &machine.prepared.program.types;
        let size = |ty| types.get(types.strip(ty)).size;
        let fits = size(ty) > 0 && size(ty) <= meta.size;
        if fits && self.types.get(&pointer.to).is_none_or(|known| size(*known) < size(ty)) {
            self.types.insert(pointer.to, ty);
        }
    }

    /// What changed since the last look.
    pub fn look(&mut self, machine: &Machine<'_>) -> Vec<Change> {
        let mut changes = Vec::new();
        let (calls, roots) = self.calls(machine);
        for (id, call) in &calls {
            if self.calls.get(id) != Some(call) {
                changes.push(Change::Call(call.clone()));
            }
        }
        changes
            .extend(self.calls.keys().filter(|id| !calls.contains_key(id)).map(|id| Change::CallEnded(*id)));
        self.calls = calls;

        let (seen, omitted) = self.reach(machine, roots);
        for (id, object) in &seen {
            if self.objects.get(id).is_none_or(|before| !Arc::ptr_eq(&before.view, &object.view)) {
                changes.push(Change::Object(object.view.clone()));
            }
        }
        changes.extend(
            self.objects.keys().filter(|id| !seen.contains_key(id)).map(|id| Change::ObjectGone(*id)),
        );
        self.objects = seen;
        if omitted != self.omitted {
            changes.push(Change::Omitted(omitted));
            self.omitted = omitted;
        }
        changes
    }

    /// The active calls of the user's functions with the variables that are in no memory, and where all variables lead,
    /// those of the innermost call first.
    fn calls(&mut self, machine: &Machine<'_>) -> (BTreeMap<u64, CallView>, Vec<Typed>) {
        let program = machine.prepared.program;
        let members = Members { machine };
        let mut calls = BTreeMap::new();
        let mut roots = Vec::new();
        let user = machine.frames.iter().filter(|frame| !machine.prepared.library[frame.code.id.index()]);
        for frame in user.collect::<Vec<_>>().into_iter().rev() {
            let function = program.function(frame.code.id);
            let Some(body) = &function.body else { continue };
            let mut variables = Vec::new();
            for (var, slot) in body.vars.iter().zip(&frame.code.var_slots) {
                let value = machine.registers[frame.base + *slot as usize];
                if !self.assigned.contains(&(frame.serial, *slot)) || value.undef != 0 {
                    continue;
                }
                let (cell, target) = members.value(value, var.ty);
                roots.extend(target);
                variables.push((var.name.clone(), cell));
            }
            let view = CallView { id: frame.serial, function: function.name.clone(), variables };
            calls.insert(frame.serial, view);
        }
        (calls, roots)
    }

    /// The objects that are seen, and how many live ones are not.
    fn reach(&mut self, machine: &Machine<'_>, roots: Vec<Typed>) -> (BTreeMap<u64, Seen>, u64) {
        let mut seen: BTreeMap<u64, Seen> = BTreeMap::new();
        let mut work: VecDeque<Typed> = VecDeque::new();
        let whole = |prov: Prov| Typed { to: prov, offset: 0, pointee: None };
        work.extend(machine.stack_objects.iter().rev().copied().map(whole));
        work.extend(roots);
        let is_named = |index: &usize| match machine.memory.metas[*index].kind {
            Kind::Global(id) => {
                let global = machine.prepared.program.global(id);
                let is_library = global
                    .span
                    .is_none_or(|span| clib::is_library_file(&machine.prepared.program.file(span.file).name));
                !is_library && !global.constant
            }
            _ => false,
        };
        let globals = 2 + machine.prepared.program.functions.len();
        let globals = globals..(globals + machine.prepared.program.globals.len()).min(globals + SEARCHED);
        work.extend(globals.filter(is_named).map(|index| whole(Prov(index as u32))));
        // A block that ended since the last look is seen once more.
        let ended = self.objects.iter().filter(|(id, object)| {
            let life = machine.memory.metas[**id as usize].life;
            object.view.is_alive && matches!(life, Life::Ended(_))
        });
        work.extend(ended.map(|(id, _)| whole(Prov(*id as u32))));
        self.follow(machine, &mut work, &mut seen);
        let mut omitted = work.len() as u64;
        if machine.memory.metas.len() <= SEARCHED {
            let lost =
                machine.live_blocks().into_iter().filter(|prov| !seen.contains_key(&u64::from(prov.0)));
            work = lost.map(whole).collect();
            self.follow(machine, &mut work, &mut seen);
            omitted = work.iter().filter(|it| !seen.contains_key(&u64::from(it.to.0))).count() as u64;
        }
        (seen, omitted)
    }

    /// Adds what pointers lead to until there is enough to be seen.
    fn follow(&mut self, machine: &Machine<'_>, work: &mut VecDeque<Typed>, seen: &mut BTreeMap<u64, Seen>) {
        while seen.len() < OBJECTS {
            let Some(pointer) = work.pop_front() else { return };
            self.learn(machine, pointer);
            let id = u64::from(pointer.to.0);
            let kind = machine.memory.metas[pointer.to.index()].kind;
            let is_shown = match kind {
                Kind::Global(global) => !machine.prepared.program.global(global).constant,
                Kind::Heap(_) | Kind::Stack(..) => true,
                _ => false,
            };
            if !is_shown || machine.memory.metas[pointer.to.index()].life == Life::Unborn {
                continue;
            }
            if let Some(known) = seen.get(&id) {
                // Another pointer may have told a better type.
                if known.signature == self.signature(machine, pointer.to) {
                    continue;
                }
            }
            let object = self.object(machine, pointer.to);
            work.extend(object.targets.iter().copied());
            seen.insert(id, object);
        }
    }

    /// What tells whether an object looks as before.
    fn signature(&self, machine: &Machine<'_>, prov: Prov) -> u64 {
        let (object, meta) = (&machine.memory.objects[prov.index()], &machine.memory.metas[prov.index()]);
        let mut hasher = DefaultHasher::new();
        self.types.get(&prov).map(|ty| ty.index()).hash(&mut hasher);
        matches!(meta.life, Life::Alive).hash(&mut hasher);
        (object.base, meta.size).hash(&mut hasher);
        let word = machine.memory.word;
        let count = object.readable.min(BYTES) as usize;
        if count > 0 {
            let (content, shadow) = object.bytes(0, count);
            content.hash(&mut hasher);
            shadow.for_each(|byte| byte.hash(&mut hasher));
        }
        for at in (0..count).step_by(word) {
            object.byte_provenance(at, word).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// An object, as it was seen before where nothing changed.
    fn object(&self, machine: &Machine<'_>, prov: Prov) -> Seen {
        let signature = self.signature(machine, prov);
        if let Some(before) = self.objects.get(&u64::from(prov.0)).filter(|it| it.signature == signature) {
            return Seen { signature, view: before.view.clone(), targets: before.targets.clone() };
        }
        let meta = &machine.memory.metas[prov.index()];
        let program = machine.prepared.program;
        let declared = match meta.kind {
            Kind::Global(id) => program.global(id).ty,
            Kind::Stack(function, Some(var)) => {
                program.function(function).body.as_ref().and_then(|body| body.var(var).ty)
            }
            _ => None,
        };
        let ty = declared.or_else(|| self.types.get(&prov).copied());
        let (members, targets, hidden) = Members { machine }.of(prov, ty);
        let before = self.objects.get(&u64::from(prov.0)).map(|before| before.view.clone());
        let is_alive = meta.life == Life::Alive;
        // What a dead object held is gone; its members show what it was.
        let members = match (is_alive, before) {
            (false, Some(before)) => {
                before.members.iter().map(|(name, offset, _)| (name.clone(), *offset, None)).collect()
            }
            _ => members,
        };
        let call = match meta.kind {
            Kind::Stack(..) => {
                let position = machine.stack_objects.iter().position(|object| *object == prov);
                let owns =
                    |position: usize| machine.frames.iter().rfind(|frame| frame.stack_mark <= position);
                position.and_then(owns).map(|frame| frame.serial)
            }
            _ => None,
        };
        let name = machine.name_of(prov);
        let name = match meta.kind {
            Kind::Heap(_) => name,
            _ => name.split_once(' ').map_or(name.clone(), |(_, name)| name.to_string()),
        };
        let storage = match meta.kind {
            Kind::Heap(_) => Storage::Heap,
            Kind::Global(_) | Kind::Stack(_, Some(_)) => Storage::Variable,
            _ => Storage::Other,
        };
        let view = ObjectView {
            id: u64::from(prov.0),
            name,
            storage,
            call,
            type_name: ty.map(|ty| members::spelling(program, ty, meta.size)),
            size: meta.size,
            is_alive,
            members,
            hidden,
        };
        Seen { signature, view: Arc::new(view), targets: targets.into() }
    }
}

/// The later of two lists of changes put behind the earlier one, with nothing in it twice.
pub fn merge(earlier: Vec<Change>, later: Vec<Change>) -> Vec<Change> {
    let key = |change: &Change| match change {
        Change::Call(call) => (0, call.id),
        Change::CallEnded(id) => (0, *id),
        Change::Object(object) => (1, object.id),
        Change::ObjectGone(id) => (1, *id),
        Change::Omitted(_) => (2, 0),
    };
    let mut merged: BTreeMap<(u8, u64), Change> = earlier.into_iter().map(|it| (key(&it), it)).collect();
    merged.extend(later.into_iter().map(|it| (key(&it), it)));
    merged.into_values().collect()
}

impl Machine<'_> {
    /// A value as a cell, and where it points.
    pub(crate) fn pointed(&self, value: Value) -> Option<(Prov, i64)> {
        if !value.prov.is_object() {
            return None;
        }
        Some((value.prov, value.bits.wrapping_sub(self.memory.objects[value.prov.index()].base) as i64))
    }
}

/// A cell without a target.
fn plain(text: impl Into<String>) -> Cell {
    Cell { text: text.into(), target: None }
}
