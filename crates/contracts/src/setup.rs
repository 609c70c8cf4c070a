//! The heap of a counterexample for a machine: the interpreter can call the function in it.

use crate::abi;
use crate::exec::Path;
use crate::world::{Change, Context, Fun, Kind, Ptr, Val, World};
use engine::{Action, Check, Setup, SetupBase, SetupCell, SetupEnd, SetupObject, SetupValue};
use ir::{FuncId, GlobalId, Program};
use logic::{Evaluation, Model, Node, Term, TermStore};
use std::collections::BTreeMap;

/// What the model says of an object.
#[derive(Clone, Copy, Default)]
struct Known {
    size: Option<u64>,
    heap: Option<bool>,
    is_alive: Option<bool>,
    /// Where the last cell ends.
    used: u64,
}

struct Reader<'a> {
    program: &'a Program,
    known: BTreeMap<u64, Known>,
    /// Objects that began on the path.
    new: Vec<u64>,
    /// Names of functions that the model gives to memory: nothing on the path calls them.
    memory: Vec<u64>,
}

impl Reader<'_> {
    /// How many names variables and functions take; null is the first.
    fn named(&self) -> u64 {
        1 + (self.program.globals.len() + self.program.functions.len()) as u64
    }

    /// Notes an object that is none of the program's.
    fn note(&mut self, number: u64) -> Option<&mut Known> {
        let own = (number >= self.named() || self.memory.contains(&number)) && !self.new.contains(&number);
        own.then(|| self.known.entry(number).or_default())
    }

    /// What a pointer points into; none for objects that the call itself makes.
    fn base(&self, number: u64) -> Option<SetupBase> {
        let globals = self.program.globals.len() as u64;
        match number {
            0 => Some(SetupBase::Nothing),
            _ if number <= globals => Some(SetupBase::Global(GlobalId::new(number as usize - 1))),
            _ if number < self.named() && !self.memory.contains(&number) => {
                Some(SetupBase::Function(FuncId::new((number - 1 - globals) as usize)))
            }
            _ => self.known.keys().position(|known| *known == number).map(SetupBase::Object),
        }
    }
}

/// A call that shows that a check fails; none where an execution shows nothing.
pub fn setup(
    t: &mut TermStore,
    cx: &Context<'_>,
    path: &Path,
    model: &Model,
    (check, negation): (Check, Term),
) -> Option<Box<Setup>> {
    if !matches!(check, Check::Memory | Check::Assertion | Check::Postcondition) {
        return None;
    }
    let program = cx.program;
    let mut values = Evaluation::new(model);
    let number_of =
        |t: &TermStore, values: &mut Evaluation<'_>, term| values.value(t, term).to_u64().unwrap_or(0);
    // A function of which only its type is known cannot be called.
    for (fun, table) in &path.s.tables {
        for (arguments, results) in table.rows.iter().filter(|_| matches!(fun, Fun::Obeys(_))) {
            let number = number_of(t, &mut values, arguments[0]) as usize;
            let is_function =
                number > program.globals.len() && number <= program.globals.len() + program.functions.len();
            if values.holds(t, results[0]) && !is_function {
                return None;
            }
        }
    }
    let params = path.calls[0].arguments.clone();
    // The place of a result is there before the call.
    let slots: Vec<u64> = match abi::returned_in_memory(program, path.calls[0].func).zip(params.first()) {
        Some((_, Val::Ptr(at))) => vec![number_of(t, &mut values, at.obj)],
        _ => Vec::new(),
    };
    let mut new: Vec<u64> =
        path.s.fresh_objects.iter().map(|(obj, _)| number_of(t, &mut values, *obj)).collect();
    new.retain(|number| !slots.contains(number));
    let mut reader = Reader { program, known: BTreeMap::new(), new, memory: Vec::new() };
    for (arguments, results) in path.s.tables.get(&Fun::Alloc(0)).iter().flat_map(|table| &table.rows) {
        let number = number_of(t, &mut values, arguments[0]);
        if number > program.globals.len() as u64 && number < reader.named() && values.holds(t, results[0]) {
            reader.memory.push(number);
        }
    }
    // All objects first: then they have numbers of their own.
    for param in params.iter() {
        if let Val::Ptr(ptr) = param {
            reader.note(number_of(t, &mut values, ptr.obj));
        }
    }
    let mut rows: Vec<(Kind, Ptr, Vec<Term>)> = Vec::new();
    for (fun, table) in &path.s.tables {
        for (arguments, results) in &table.rows {
            let object = arguments[0];
            let number = number_of(t, &mut values, object);
            match fun {
                Fun::Mem(0, kind) => {
                    let at = Ptr { obj: object, off: arguments[1] };
                    let end = number_of(t, &mut values, at.off).saturating_add(bytes(program, *kind));
                    if let Some(known) = reader.note(number) {
                        known.used = known.used.max(end);
                    }
                    if *kind == Kind::Ptr {
                        reader.note(number_of(t, &mut values, results[0]));
                    }
                    rows.push((*kind, at, results.clone()));
                }
                Fun::Alloc(0) => {
                    let is_alive = values.holds(t, results[0]) || slots.contains(&number);
                    if let Some(known) = reader.note(number) {
                        known.is_alive = Some(is_alive);
                    }
                }
                Fun::Size => {
                    let size = number_of(t, &mut values, results[0]);
                    if let Some(known) = reader.note(number) {
                        known.size = Some(size);
                    }
                }
                Fun::Heap => {
                    let heap = values.holds(t, results[0]);
                    if let Some(known) = reader.note(number) {
                        known.heap = Some(heap);
                    }
                }
                _ => {}
            }
        }
    }
    let objects: Vec<SetupObject> = reader
        .known
        .values()
        .map(|known| SetupObject {
            size: known.size.unwrap_or(known.used),
            heap: known.heap.unwrap_or(true) || known.is_alive == Some(false),
            is_alive: known.is_alive.unwrap_or(true),
        })
        .collect();
    let value_of = |t: &TermStore, values: &mut Evaluation<'_>, value: Val| -> Option<SetupValue> {
        Some(match value {
            Val::Ptr(ptr) => {
                let base = reader.base(number_of(t, values, ptr.obj))?;
                SetupValue::Pointer { base, offset: number_of(t, values, ptr.off) as i64 }
            }
            Val::Int(term, _) => SetupValue::Number {
                width: t.width(term) as u8,
                bits: values.value(t, term).to_u128().unwrap_or(0),
            },
        })
    };
    let arguments: Option<Vec<SetupValue>> =
        params.iter().map(|param| value_of(t, &mut values, *param)).collect();
    let mut cells = Vec::new();
    let mut places = Vec::new();
    for (kind, at, results) in rows {
        let held = match kind {
            Kind::Ptr => Val::Ptr(Ptr { obj: results[0], off: results[1] }),
            Kind::Int(_) => Val::Int(results[0], None),
        };
        let offset = number_of(t, &mut values, at.off);
        let Some(base) = reader.base(number_of(t, &mut values, at.obj)) else { continue };
        let end = offset.saturating_add(bytes(program, kind));
        let fits = match base {
            SetupBase::Object(number) => end <= objects[number].size,
            SetupBase::Global(id) => {
                let global = &program.globals[id.index()];
                !global.constant && end <= global.size
            }
            SetupBase::Nothing | SetupBase::Function(_) => false,
        };
        if let (true, Some(value)) = (fits, value_of(t, &mut values, held)) {
            cells.push(SetupCell { base, offset, value });
            places.push((kind, at, base, offset));
        }
    }
    let shown_by = match check {
        Check::Postcondition => {
            let result = path.returned.and_then(|value| value_of(t, &mut values, value));
            let mut after = Vec::new();
            // Behind a call by contract a run may differ from the model: it shows a failure that depends on nothing that it
            // does not compare.
            let is_base = |change: &Change| matches!(change, Change::Base(_));
            let plain = path.s.versions.iter().skip(1).all(|(_, change)| !is_base(change));
            let cells = if plain { Vec::new() } else { later_cells(t, cx, path, &mut values, negation)? };
            if !plain {
                if path.returned.is_some() && result.is_none() {
                    return None;
                }
                places.clear();
                for (kind, at) in cells {
                    let base = reader.base(number_of(t, &mut values, at.obj))?;
                    places.push((kind, at, base, number_of(t, &mut values, at.off)));
                }
            }
            // What the path wrote is as the model says, or the run shows nothing.
            for (_, change) in path.s.versions.iter() {
                if let Change::Store { at, kind, .. } = change
                    && let Some(base) = reader.base(number_of(t, &mut values, at.obj))
                    && !matches!(base, SetupBase::Nothing | SetupBase::Function(_))
                {
                    places.push((*kind, *at, base, number_of(t, &mut values, at.off)));
                }
            }
            for (kind, at, base, offset) in places {
                let mut scratch = path.s.clone();
                let now = scratch.now;
                let mut world = World { t, s: &mut scratch, cx };
                let (held, lives) = (world.mem(now, kind, at), world.allocated(now, at.obj));
                // What is not alive any more cannot be read, and then the run is none that shows the failure.
                let is_compared = !plain || values.holds(t, lives);
                if let (true, Some(value)) = (is_compared, value_of(t, &mut values, held)) {
                    after.push(SetupCell { base, offset, value });
                }
            }
            SetupEnd::Returns { result, cells: after }
        }
        _ => SetupEnd::Error,
    };
    let allocation = |action: &Action| match action {
        Action::Allocated { .. } => Some(true),
        Action::NotAllocated { .. } => Some(false),
        _ => None,
    };
    let allocations = path.steps.iter().filter_map(|step| allocation(&step.action)).collect();
    let function = path.calls[0].func;
    Some(Box::new(Setup { function, objects, cells, arguments: arguments?, allocations, shown_by }))
}

/// The cells that a failure depends on and that a call by contract may have assigned; none where it depends on more than
/// what memory and the result hold at the end.
fn later_cells(
    t: &mut TermStore,
    cx: &Context<'_>,
    path: &Path,
    values: &mut Evaluation<'_>,
    negation: Term,
) -> Option<Vec<(Kind, Ptr)>> {
    let needed = logic::relevant(t, values, &[negation]);
    let mut cells = Vec::new();
    for (fun, table) in &path.s.tables {
        let (Fun::Mem(ver, _)
        | Fun::Alloc(ver)
        | Fun::Blocking(ver)
        | Fun::Block(ver, _)
        | Fun::Reach(ver, _)) = fun
        else {
            continue;
        };
        for (arguments, results) in table.rows.iter().filter(|_| *ver > 0) {
            let is_needed = |term: &Term| matches!(t.node(*term), Node::Var(var) if needed.contains(&var));
            if !results.iter().any(is_needed) {
                continue;
            }
            let Fun::Mem(_, kind) = fun else { return None };
            let at = Ptr { obj: arguments[0], off: arguments[1] };
            let mut scratch = path.s.clone();
            let now = scratch.now;
            let held = match (World { t, s: &mut scratch, cx }).mem(now, *kind, at) {
                Val::Ptr(ptr) => vec![ptr.obj, ptr.off],
                Val::Int(term, _) => vec![term],
            };
            // What was assigned again is not there to be compared.
            if held != *results {
                return None;
            }
            cells.push((*kind, at));
        }
    }
    Some(cells)
}

fn bytes(program: &Program, kind: Kind) -> u64 {
    match kind {
        Kind::Ptr => u64::from(program.target.pointer_bytes),
        Kind::Int(bytes) => u64::from(bytes),
    }
}
