//! The counterexample that a model describes, as data.
//!
//! Objects get letters in the order in which they are met, from the parameters on. Cells are those that the path or a
//! formula asked about; what nobody asked about is arbitrary. The same heap is drawn: objects, and pointers in them.

use crate::abi::{self, Aggregate};
use crate::exec::Path;
use crate::meaning::Local;
use crate::types::{self, Ty};
use crate::world::{Change, Fun, Kind, Ptr, Val};
use engine::heap::{Heap, Member, Node, Object, Part, Target, Value, Variable};
use engine::{Example, Held, ListEnd, ObjectFact, Passes};
use ir::Program;
use logic::{Evaluation, Model, TermStore};
use std::collections::BTreeMap;

/// More lists than these tell nobody anything.
const MOST_LISTS: usize = 8;

/// An object and an offset.
type Place = (u64, u64);

struct Namer<'a> {
    program: &'a Program,
    names: BTreeMap<u64, String>,
    next: usize,
}

impl Namer<'_> {
    fn object(&mut self, number: u64) -> String {
        if let Some(global) =
            (number as usize).checked_sub(1).and_then(|index| self.program.globals.get(index))
        {
            return format!("&{}", global.name);
        }
        let next = &mut self.next;
        let name = self.names.entry(number).or_insert_with(|| {
            let letter = char::from(b'A' + (*next % 26) as u8);
            let round = *next / 26;
            *next += 1;
            if round == 0 { letter.to_string() } else { format!("{letter}{round}") }
        });
        name.clone()
    }

    fn pointer(&mut self, (obj, off): (u64, u64), bits: u32) -> String {
        let signed = if bits == 32 { off as u32 as i32 as i64 } else { off as i64 };
        match (obj, off) {
            (0, 0) => "null".to_string(),
            (0, _) => format!("the address {signed}"),
            (_, 0) => self.object(obj),
            _ if signed < 0 => format!("{}{signed}", self.object(obj)),
            _ => format!("{}+{signed}", self.object(obj)),
        }
    }
}

/// A value in a drawing, with the object and offset that it points to.
fn drawn(text: &str, to: Option<Place>) -> Value {
    let inside = to.filter(|(object, _)| *object != 0);
    let target = inside.map(|(object, offset)| Target {
        object,
        node: Node::First,
        offset: if offset == 0 { String::new() } else { format!("+{offset}") },
    });
    Value { text: text.to_string(), target }
}

/// The values of parameters and variables, and the heap when the function began: told, and drawn.
pub fn example(
    program: &Program,
    t: &mut TermStore,
    path: &Path,
    model: &Model,
    links: &[i64],
) -> (Example, Heap) {
    let mut heap = Heap::default();
    let mut values = Evaluation::new(model);
    let bits = program.target.pointer_bytes * 8;
    let mut namer = Namer { program, names: BTreeMap::new(), next: 0 };
    let mut example = Example::default();
    // Parameters, then variables that have other values now.
    let activation = &path.calls[0];
    let function = program.function(activation.func);
    let Some(body) = &function.body else { return (example, heap) };
    let mut known: BTreeMap<u64, Ty> = BTreeMap::new();
    let mut shown = Vec::new();
    for (index, var) in body.vars.iter().enumerate() {
        let ty = var.ty.map_or(Ty::Void, |ty| Ty::of(program, ty));
        if let ir::VarKind::Param(number) = var.kind
            && let Some(Aggregate::Pieces(pieces)) = activation.given.structs.get(&(number as usize))
            && let Ty::Record(id) = ty
        {
            for (member, off, ty) in types::scalars(program, id) {
                let value = abi::part_of(t, pieces, off, ty.size(program).unwrap_or(0));
                shown.extend(value.map(|value| (format!("{}{member}", var.name), value, ty, true)));
            }
            continue;
        }
        if let ir::VarKind::Param(number) = var.kind
            && let Some(value) = activation.given.params.get(number as usize)
        {
            shown.push((var.name.clone(), *value, ty.clone(), true));
        }
        let local = activation.locals.get(&ir::VarId::new(index));
        if let Some(Local::Value(value)) = local {
            shown.push((var.name.clone(), *value, ty, false));
        }
    }
    let t = &*t;
    let mut pair = |ptr: Ptr| -> (u64, u64) {
        let obj = values.value(t, ptr.obj).to_u64().unwrap_or(0);
        (obj, values.value(t, ptr.off).to_u64().unwrap_or(0))
    };
    let mut first = BTreeMap::new();
    for (name, value, ty, is_param) in shown {
        let mut target = None;
        let text = match value {
            Val::Ptr(ptr) => {
                let value = pair(ptr);
                target = Some(value);
                if let (Some(target), true) = (ty.pointee(), value.1 == 0 && value.0 != 0) {
                    known.entry(value.0).or_insert_with(|| target.clone());
                }
                namer.pointer(value, bits)
            }
            Val::Int(term, _) => match ty {
                Ty::Int { signed: true, .. } => {
                    let value = model.eval(t, term);
                    value.to_i128().unwrap_or(0).to_string()
                }
                _ => model.eval(t, term).to_u128().unwrap_or(0).to_string(),
            },
        };
        match is_param {
            true => {
                first.insert(name.clone(), text.clone());
                heap.variables.push(Variable { name: name.clone(), value: drawn(&text, target) });
                example.parameters.push(Held { place: name, value: text });
            }
            false if first.get(&name) != Some(&text) => {
                example.variables.push(Held { place: name, value: text });
            }
            false => {}
        }
    }
    // The cells at the entry.
    let mut cells = Cells::new();
    let mut allocation: BTreeMap<u64, bool> = BTreeMap::new();
    let mut sizes: BTreeMap<u64, u64> = BTreeMap::new();
    for (fun, table) in &path.s.tables {
        for (arguments, results) in &table.rows {
            match fun {
                Fun::Mem(0, kind) => {
                    let at = pair(Ptr { obj: arguments[0], off: arguments[1] });
                    if at.0 == 0 {
                        continue;
                    }
                    let mut target = None;
                    let text = match kind {
                        Kind::Ptr => {
                            let held = pair(Ptr { obj: results[0], off: results[1] });
                            if let Some(Ty::Ptr(pointee)) =
                                known.get(&at.0).and_then(|ty| types::scalar_at(program, ty, at.1 as i64))
                                && held.1 == 0
                                && held.0 != 0
                            {
                                known.entry(held.0).or_insert(*pointee);
                            }
                            target = Some(held);
                            namer.pointer(held, bits)
                        }
                        Kind::Int(_) => {
                            let value = model.eval(t, results[0]);
                            value.to_i128().unwrap_or(0).to_string()
                        }
                    };
                    cells.insert((at.0, at.1, *kind), (text, target));
                }
                Fun::Alloc(0) => {
                    let obj = model.eval(t, arguments[0]).to_u64().unwrap_or(0);
                    allocation.insert(obj, model.satisfies(t, results[0]));
                }
                Fun::Size => {
                    let obj = model.eval(t, arguments[0]).to_u64().unwrap_or(0);
                    sizes.insert(obj, model.eval(t, results[0]).to_u64().unwrap_or(0));
                }
                _ => {}
            }
        }
    }
    // What lies outside of an object is no memory.
    let is_inside = |(obj, off): Place| sizes.get(&obj).is_none_or(|size| off < *size);
    cells.retain(|(obj, off, _), _| is_inside((*obj, *off)));
    let mut members: BTreeMap<u64, Vec<Member>> = BTreeMap::new();
    for ((obj, off, _), (text, target)) in &cells {
        let owner = namer.object(*obj);
        let member = known.get(obj).and_then(|ty| member_at(program, ty, *off));
        members.entry(*obj).or_default().push(Member {
            place: member
                .as_ref()
                .map_or(format!("+{off}"), |name| name.trim_start_matches("->").to_string()),
            offset: *off,
            value: Some(drawn(text, *target)),
            part: Part::Plain,
        });
        let place = match member {
            Some(member) => format!("{owner}{member}"),
            None => format!("the cell at {owner}+{off}"),
        };
        example.cells.push(Held { place, value: text.clone() });
    }
    // Who reaches whom through cells that nobody asked about.
    let mut lists = Vec::new();
    for link in links {
        let name = |from: Place| {
            let member = known.get(&from.0).and_then(|ty| match ty {
                Ty::Record(id) => types::scalar_name(program, *id, *link),
                _ => None,
            });
            (links.len() > 1).then(|| member.unwrap_or_else(|| format!("the link at {link}")))
        };
        let rows = |fun| path.s.tables.get(&fun).iter().flat_map(|table| &table.rows).collect::<Vec<_>>();
        for (arguments, results) in rows(Fun::Block(0, *link)) {
            let from = pair(Ptr { obj: arguments[0], off: arguments[1] });
            let to = pair(Ptr { obj: results[0], off: results[1] });
            if from.0 != 0 && is_inside(from) {
                let (start, end) = (namer.pointer(from, bits), namer.pointer(to, bits));
                let list = ListEnd { from: start, link: name(from), end };
                if !lists.contains(&list) {
                    lists.push(list);
                }
            }
        }
        for (arguments, results) in rows(Fun::Reach(0, *link)) {
            let from = pair(Ptr { obj: arguments[0], off: arguments[1] });
            let to = pair(Ptr { obj: arguments[2], off: arguments[3] });
            let is_told = from == to || is_followed(&cells, *link, from, to);
            if from.0 == 0 || to.0 == 0 || is_told || !is_inside(to) || !model.satisfies(t, results[0]) {
                continue;
            }
            let (start, to) = (namer.pointer(from, bits), namer.pointer(to, bits));
            let passes = Passes { from: start, link: name(from), to };
            if !example.passes.contains(&passes) {
                example.passes.push(passes);
            }
        }
    }
    if lists.len() <= MOST_LISTS {
        example.lists = lists;
    }
    if example.passes.len() > MOST_LISTS {
        example.passes.clear();
    }
    // What blocks besides the ends of lists.
    if let Some(table) = path.s.tables.get(&Fun::Blocking(0)) {
        for (arguments, results) in &table.rows {
            let at = pair(Ptr { obj: arguments[0], off: arguments[1] });
            if at.0 == 0
                || !is_inside(at)
                || !namer.names.contains_key(&at.0)
                || !model.satisfies(t, results[0])
            {
                continue;
            }
            let fact = ObjectFact::Blocking { pointer: namer.pointer(at, bits) };
            if !example.objects.contains(&fact) {
                example.objects.push(fact);
            }
        }
    }
    let named: Vec<u64> = namer.names.keys().copied().collect();
    for obj in named {
        let object = namer.object(obj);
        let is_alive = allocation.get(&obj) != Some(&false) || began(t, path, obj);
        heap.objects.push(Object {
            id: obj,
            name: object.clone(),
            address: object.clone(),
            type_name: None,
            size: sizes.get(&obj).map_or("?".to_string(), u64::to_string),
            is_alive,
            segment: None,
            is_scalar: false,
            members: members.remove(&obj).unwrap_or_default(),
            owned: Vec::new(),
        });
        if !is_alive {
            example.objects.push(ObjectFact::Unallocated { object });
        } else if let Some(bytes) = sizes.get(&obj).copied().filter(|bytes| {
            let last = cells.keys().filter(|(owner, ..)| *owner == obj).map(|(_, off, _)| *off).max();
            !is_ordinary(program, known.get(&obj), *bytes, last.unwrap_or(0))
        }) {
            example.objects.push(ObjectFact::Sized { object, bytes });
        }
    }
    (example, heap)
}

/// The cells at the entry: where they are, how they are written, and where they point to.
type Cells = BTreeMap<(u64, u64, Kind), (String, Option<Place>)>;

/// Whether cells that are told lead from a pointer to another.
fn is_followed(cells: &Cells, link: i64, from: Place, to: Place) -> bool {
    let mut at = from;
    for _ in 0..cells.len() {
        let next = cells.get(&(at.0, at.1.wrapping_add(link as u64), Kind::Ptr)).and_then(|(_, to)| *to);
        match next {
            Some(next) if next == to => return true,
            Some(next) => at = next,
            None => return false,
        }
    }
    false
}

/// Whether an object is a struct with room for all its members, and nothing is said of what lies behind them.
fn is_ordinary(program: &Program, ty: Option<&Ty>, bytes: u64, last: u64) -> bool {
    let Some(ty @ Ty::Record(_)) = ty else { return false };
    ty.size(program).is_some_and(|size| size <= bytes && last < size)
}

/// Whether an object began on the path.
fn began(t: &TermStore, path: &Path, number: u64) -> bool {
    path.s.versions.iter().any(|(_, change)| match change {
        Change::Begin { obj, .. } => t.as_const(*obj).and_then(|obj| obj.to_u64()) == Some(number),
        _ => false,
    })
}

/// The member at an offset, as `->next`.
fn member_at(program: &Program, ty: &Ty, off: u64) -> Option<String> {
    let Ty::Record(id) = ty else { return None };
    let path = program.types.path_at(*id, off, Some(u64::from(program.target.pointer_bytes)))?;
    path.strip_prefix('.').map(|name| format!("->{name}"))
}
