//! What pointers may point to, and how memory is divided into cells: the static analysis before the encoding.
//!
//! Inclusion-based, insensitive to the order of instructions, sensitive to offsets. It plays the part of the may-alias
//! analysis of section III: an *address* is an allocation site with an offset; memory of sites that one access may
//! touch forms a *class*, and the accesses of a class divide its objects into *cells*. Memory of different classes
//! never overlaps, nor do the cells of an object.
//!
//! Where accesses of a class have symbolic offsets, all that is known of them is a residue modulo a *stride*: then the
//! objects of the class are arrays of elements of that size, and the cells are parts of an element.
//!
//! Soundness: a pointer that is not the result of an integer, of reading bytes as a pointer, or of a foreign function
//! has, in every execution, one of the addresses of its set. All others are `INVALID`, which every load may give, too.

use crate::inline::Flat;
use clib::Primitive;
use ir::Loops;
use ir::{BinaryOp, Callee, CastOp, GlobalId, Inst, InstKind, Operand, Program, Scalar, Span, ValueId};
use std::collections::{BTreeMap, BTreeSet};

/// An allocation site, or one of the three places that are none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SiteId(pub u32);

/// The null pointer's.
pub const NULL: SiteId = SiteId(0);
/// That of pointers of which nothing is known.
pub const INVALID: SiteId = SiteId(1);
/// That of functions.
pub const FUNCTION: SiteId = SiteId(2);

/// Where in an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Offset {
    /// At this byte.
    Exact(i64),
    /// At some byte that leaves this rest when divided by the stride.
    Every {
        /// The rest.
        residue: u64,
        /// The stride, at least 1.
        stride: u64,
    },
}

impl Offset {
    fn plus(self, by: Offset) -> Offset {
        match (self, by) {
            (Offset::Exact(a), Offset::Exact(b)) => Offset::Exact(a.wrapping_add(b)),
            (Offset::Every { residue, stride }, Offset::Exact(b))
            | (Offset::Exact(b), Offset::Every { residue, stride }) => {
                let residue = (i128::from(residue) + i128::from(b)).rem_euclid(i128::from(stride)) as u64;
                Offset::Every { residue, stride }
            }
            (Offset::Every { residue: a, stride: s }, Offset::Every { residue: b, stride: t }) => {
                let stride = gcd(s, t);
                Offset::Every { residue: (a % stride + b % stride) % stride, stride }
            }
        }
    }

    /// An offset that stands for both.
    fn join(self, other: Offset) -> Offset {
        if self == other {
            return self;
        }
        let parts = |offset| match offset {
            Offset::Exact(at) => (i128::from(at), 0),
            Offset::Every { residue, stride } => (i128::from(residue), stride),
        };
        let ((a, s), (b, t)) = (parts(self), parts(other));
        let apart = u64::try_from((a - b).unsigned_abs()).unwrap_or(1);
        let stride = gcd(gcd(s, t), apart).max(1);
        Offset::Every { residue: a.rem_euclid(i128::from(stride)) as u64, stride }
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// An address: a place in the objects of a site.
pub type Address = (SiteId, Offset);
/// A set of addresses.
pub type Addresses = BTreeSet<Address>;

/// More exact offsets than this of one site become a stride.
const MOST_OFFSETS: usize = 6;

/// What a site allocates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SiteKind {
    /// Nothing: null, unknown pointers, functions.
    None,
    /// A global variable.
    Global(GlobalId),
    /// A local variable, by the result of its `alloca`.
    Stack(ValueId),
    /// A heap block, by the result of the call.
    Heap(ValueId),
}

/// An allocation site.
#[derive(Clone, Debug)]
pub struct Site {
    /// What it allocates.
    pub kind: SiteKind,
    /// Whether it lies in a loop, so that it stands for any number of objects.
    pub many: bool,
    /// The size of its objects, where it is constant.
    pub size: Option<u64>,
    /// The place of allocation.
    pub span: Option<Span>,
    /// A name for people.
    pub name: String,
}

/// Sites that some access cannot tell apart.
#[derive(Clone, Debug)]
pub struct Class {
    /// The sites.
    pub sites: Vec<SiteId>,
    /// How its objects are divided.
    pub shape: ClassShape,
    /// The cells: parts of an object, or of an element of an array. In ascending order.
    pub cells: Vec<Cell>,
}

/// How the objects of a class are divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassShape {
    /// Into cells.
    Record,
    /// Into elements of this many bytes, and those into cells.
    Array(u64),
    /// Not at all: nothing is known of its contents.
    Opaque,
}

/// A part of an object that is always read and written whole, or together with its neighbours.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its first byte.
    pub start: u64,
    /// Its size in bytes.
    pub bytes: u64,
    /// What it may point to, where it holds a pointer.
    pub pointer: Option<Addresses>,
    /// Whether an access begins with it. Otherwise it is a gap between others.
    pub is_accessed: bool,
}

/// The result of the analysis.
#[derive(Debug)]
pub struct Points {
    /// The sites; the first three are none.
    pub sites: Vec<Site>,
    /// What each pointer may point to.
    pub values: Vec<Addresses>,
    /// The class of each site.
    pub class_of: Vec<usize>,
    /// The classes.
    pub classes: Vec<Class>,
    /// The site of each instruction that allocates, by its result.
    pub site_of: BTreeMap<ValueId, SiteId>,
    globals: Vec<SiteId>,
}

/// An access: the addresses, how many bytes where that is constant, and whether a pointer is read or written.
struct Access {
    addresses: Addresses,
    bytes: Option<u64>,
    is_pointer: bool,
}

impl Points {
    /// Analyses a program.
    pub fn new(program: &Program, flat: &Flat, loops: &Loops) -> Points {
        let mut points = Points {
            sites: Vec::new(),
            values: vec![Addresses::new(); flat.body.values.len()],
            class_of: Vec::new(),
            classes: Vec::new(),
            site_of: BTreeMap::new(),
            globals: Vec::new(),
        };
        points.find_sites(program, flat, loops);
        let contents = points.solve(program, flat);
        points.divide(program, flat, &contents);
        points
    }

    /// The site of a global variable.
    pub fn global(&self, id: GlobalId) -> SiteId {
        self.globals[id.index()]
    }

    /// What an operand may point to.
    pub fn addresses(&self, operand: Operand) -> Addresses {
        match operand {
            Operand::Value(id) => self.values[id.index()].clone(),
            Operand::Null => Addresses::from([(NULL, Offset::Exact(0))]),
            Operand::Global { id, offset } => Addresses::from([(self.global(id), Offset::Exact(offset))]),
            Operand::Func(_) | Operand::Block(..) => Addresses::from([(FUNCTION, Offset::Exact(0))]),
            _ => Addresses::from([(INVALID, Offset::Exact(0))]),
        }
    }

    /// The class of what an access touches; none where it touches no object.
    pub fn class_of_access(&self, pointer: Operand) -> Option<usize> {
        let site = self.addresses(pointer).into_iter().map(|(site, _)| site).find(|site| *site > FUNCTION)?;
        Some(self.class_of[site.0 as usize])
    }

    fn find_sites(&mut self, program: &Program, flat: &Flat, loops: &Loops) {
        for name in ["null", "an unknown address", "a function"] {
            let kind = SiteKind::None;
            self.sites.push(Site { kind, many: false, size: Some(0), span: None, name: name.to_string() });
        }
        for (number, global) in program.globals.iter().enumerate() {
            self.globals.push(SiteId(self.sites.len() as u32));
            self.sites.push(Site {
                kind: SiteKind::Global(GlobalId::new(number)),
                many: false,
                size: Some(global.size),
                span: global.span,
                name: global.name.clone(),
            });
        }
        for block in flat.body.block_ids() {
            for inst in &flat.body.block(block).insts {
                let Some(result) = inst.result() else { continue };
                let constant = |operand: Operand| match operand {
                    Operand::Int { value, .. } => u64::try_from(value).ok(),
                    _ => None,
                };
                let (kind, size, name) = match &inst.kind {
                    InstKind::Alloca { size, var, .. } => {
                        let name = var.map(|var| flat.body.var(var).name.clone());
                        (SiteKind::Stack(result), constant(*size), name.unwrap_or_default())
                    }
                    InstKind::Call { args, .. } => match primitive(program, inst) {
                        Some(Primitive::Malloc) => {
                            let size = args.first().and_then(|arg| constant(arg.value));
                            (SiteKind::Heap(result), size, String::new())
                        }
                        Some(Primitive::Calloc) => {
                            let part = |index: usize| args.get(index).and_then(|arg| constant(arg.value));
                            let size = part(0).zip(part(1)).and_then(|(a, b)| a.checked_mul(b));
                            (SiteKind::Heap(result), size, String::new())
                        }
                        _ => continue,
                    },
                    _ => continue,
                };
                self.site_of.insert(result, SiteId(self.sites.len() as u32));
                let many = loops.is_inside(block) || flat.is_cut(block) || begins_again(flat, loops, result);
                self.sites.push(Site { kind, many, size, span: inst.span, name });
            }
        }
    }

    /// Finds the addresses of all values and the contents of all sites.
    fn solve(&mut self, program: &Program, flat: &Flat) -> Contents {
        let mut contents = Contents { sites: vec![BTreeMap::new(); self.sites.len()] };
        for (number, global) in program.globals.iter().enumerate() {
            for reloc in global.init.iter().flat_map(|init| &init.relocs) {
                let target = self.addresses(reloc.target);
                let at = (self.globals[number], Offset::Exact(reloc.offset as i64));
                contents.add(at, &target);
            }
        }
        for param in flat.body.param_values() {
            if flat.body.value_type(param) == Scalar::Ptr {
                self.values[param.index()].insert((INVALID, Offset::Exact(0)));
            }
        }
        let returned = flat.returned();
        loop {
            let mut changed = false;
            for inst in flat.body.blocks.iter().flat_map(|block| &block.insts) {
                changed |= self.transfer(program, flat, inst, &mut contents);
            }
            for (result, from) in &returned {
                let found = self.values[from.index()].clone();
                changed |= self.include(*result, found);
            }
            if !changed {
                return contents;
            }
        }
    }

    fn transfer(&mut self, program: &Program, flat: &Flat, inst: &Inst, contents: &mut Contents) -> bool {
        let mut changed = false;
        match &inst.kind {
            InstKind::Store { ty: Scalar::Ptr, value, ptr, .. } => {
                let stored = self.addresses(*value);
                for at in self.addresses(*ptr).into_iter().filter(|(site, _)| *site > FUNCTION) {
                    changed |= contents.add(at, &stored);
                }
            }
            InstKind::MemCopy { dst, src, .. } => changed |= self.copy(*dst, *src, contents),
            InstKind::Call { args, .. } => {
                if let (Some(Primitive::Memcpy | Primitive::Memmove), [dst, src, ..]) =
                    (primitive(program, inst), args.as_slice())
                {
                    changed |= self.copy(dst.value, src.value, contents);
                }
            }
            _ => {}
        }
        let Some(result) = inst.result().filter(|it| flat.body.value_type(*it) == Scalar::Ptr) else {
            return changed;
        };
        let unknown = Addresses::from([(INVALID, Offset::Exact(0)), (NULL, Offset::Exact(0))]);
        let found: Addresses = match &inst.kind {
            InstKind::Alloca { .. } => Addresses::from([(self.site_of[&result], Offset::Exact(0))]),
            InstKind::PtrAdd { base, offset, .. } => {
                let by = multiple(flat, *offset);
                self.addresses(*base).into_iter().map(|(site, at)| (site, at.plus(by))).collect()
            }
            InstKind::Phi { incoming, .. } => {
                incoming.iter().flat_map(|(_, value)| self.addresses(*value)).collect()
            }
            InstKind::Select { then, otherwise, .. } => {
                self.addresses(*then).into_iter().chain(self.addresses(*otherwise)).collect()
            }
            InstKind::Load { ptr, .. } => {
                let places = self.addresses(*ptr);
                let read = places.iter().flat_map(|at| contents.at(*at));
                unknown.into_iter().chain(read).collect()
            }
            InstKind::Call { args, .. } => match (self.site_of.get(&result), primitive(program, inst)) {
                (Some(site), _) => Addresses::from([(*site, Offset::Exact(0)), (NULL, Offset::Exact(0))]),
                (None, Some(Primitive::Memcpy | Primitive::Memmove | Primitive::Memset)) => {
                    args.first().map(|arg| self.addresses(arg.value)).unwrap_or_default()
                }
                _ if is_cut_call(program, inst) => Addresses::new(),
                _ => unknown,
            },
            _ => unknown,
        };
        self.include(result, found) || changed
    }

    /// Adds addresses to those of a value, and says whether they are new.
    fn include(&mut self, value: ValueId, found: Addresses) -> bool {
        let set = &mut self.values[value.index()];
        let before = set.clone();
        set.extend(found);
        simplify(set);
        *set != before
    }

    /// What is copied keeps its place relative to where the copy begins.
    fn copy(&self, dst: Operand, src: Operand, contents: &mut Contents) -> bool {
        let mut changed = false;
        let is_real = |at: &Address| at.0 > FUNCTION;
        for to in self.addresses(dst).into_iter().filter(is_real) {
            for from in self.addresses(src).into_iter().filter(is_real) {
                for (at, what) in contents.sites[from.0.0 as usize].clone() {
                    let place = match (at, from.1, to.1) {
                        (Offset::Exact(at), Offset::Exact(from), to) => to.plus(Offset::Exact(at - from)),
                        _ => Offset::Every { residue: 0, stride: 1 },
                    };
                    changed |= contents.add((to.0, place), &what);
                }
            }
        }
        changed
    }

    /// Forms classes and cells from all accesses.
    fn divide(&mut self, program: &Program, flat: &Flat, contents: &Contents) {
        let accesses = self.accesses(program, flat);
        let mut leader: Vec<usize> = (0..self.sites.len()).collect();
        fn find(leader: &[usize], mut at: usize) -> usize {
            while leader[at] != at {
                at = leader[at];
            }
            at
        }
        for access in &accesses {
            let mut sites = access.addresses.iter().map(|(site, _)| site.0 as usize);
            if let Some(first) = sites.next() {
                for other in sites {
                    let (one, two) = (find(&leader, first), find(&leader, other));
                    leader[one.max(two)] = one.min(two);
                }
            }
        }
        let mut number: BTreeMap<usize, usize> = BTreeMap::new();
        for site in 0..self.sites.len() {
            let next = number.len();
            let class = *number.entry(find(&leader, site)).or_insert(next);
            self.class_of.push(class);
            if class == self.classes.len() {
                let shape = ClassShape::Record;
                self.classes.push(Class { sites: Vec::new(), shape, cells: Vec::new() });
            }
            self.classes[class].sites.push(SiteId(site as u32));
        }
        let mut by_class: Vec<Vec<&Access>> = vec![Vec::new(); self.classes.len()];
        for access in &accesses {
            if let Some((site, _)) = access.addresses.first() {
                by_class[self.class_of[site.0 as usize]].push(access);
            }
        }
        for (class, accesses) in by_class.iter().enumerate() {
            self.classes[class].shape = shape_of(accesses);
        }
        self.cut(&by_class, &self.copies(program, flat), u64::from(program.target.pointer_bytes), contents);
    }

    /// All accesses to objects.
    fn accesses(&self, program: &Program, flat: &Flat) -> Vec<Access> {
        let mut list = Vec::new();
        let mut add = |pointer: Operand, bytes: Option<u64>, is_pointer: bool| {
            let addresses: Addresses =
                self.addresses(pointer).into_iter().filter(|(site, _)| *site > FUNCTION).collect();
            if !addresses.is_empty() {
                list.push(Access { addresses, bytes, is_pointer });
            }
        };
        let constant = |operand: &Operand| match operand {
            Operand::Int { value, .. } => u64::try_from(*value).ok(),
            _ => None,
        };
        for inst in flat.body.blocks.iter().flat_map(|block| &block.insts) {
            match &inst.kind {
                InstKind::Load { ty, ptr, .. } | InstKind::Store { ty, ptr, .. } => {
                    add(*ptr, Some(ty.bytes(program.target).into()), *ty == Scalar::Ptr);
                }
                InstKind::MemCopy { dst, src, len, .. } => {
                    add(*dst, constant(len), false);
                    add(*src, constant(len), false);
                }
                InstKind::MemSet { dst, len, .. } => add(*dst, constant(len), false),
                InstKind::Call { args, .. } => match (primitive(program, inst), args.as_slice()) {
                    (Some(Primitive::Memcpy | Primitive::Memmove), [dst, src, len]) => {
                        add(dst.value, constant(&len.value), false);
                        add(src.value, constant(&len.value), false);
                    }
                    (Some(Primitive::Memset), [dst, _, len]) => add(dst.value, constant(&len.value), false),
                    // The flag that tells whether an object lives is kept by class.
                    (Some(Primitive::Free), [pointer, ..]) => add(pointer.value, Some(0), false),
                    _ => {}
                },
                _ => {}
            }
        }
        // An object is in a class even if nobody looks at it.
        list
    }

    /// The copies of constant length between exact places, as class and offset of each side.
    fn copies(&self, program: &Program, flat: &Flat) -> Vec<[(usize, i64); 3]> {
        let mut list = Vec::new();
        for inst in flat.body.blocks.iter().flat_map(|block| &block.insts) {
            let (dst, src, len) = match &inst.kind {
                InstKind::MemCopy { dst, src, len, .. } => (*dst, *src, *len),
                InstKind::Call { args, .. } => match (primitive(program, inst), args.as_slice()) {
                    (Some(Primitive::Memcpy | Primitive::Memmove), [dst, src, len]) => {
                        (dst.value, src.value, len.value)
                    }
                    _ => continue,
                },
                _ => continue,
            };
            let Operand::Int { value: len, .. } = len else { continue };
            for (to, to_at) in self.addresses(dst).into_iter().filter(|(site, _)| *site > FUNCTION) {
                for (from, from_at) in self.addresses(src).into_iter().filter(|(site, _)| *site > FUNCTION) {
                    if let (Offset::Exact(a), Offset::Exact(b)) = (to_at, from_at) {
                        let class = |site: SiteId| self.class_of[site.0 as usize];
                        list.push([(class(to), a), (class(from), b), (0, len as i64)]);
                    }
                }
            }
        }
        list
    }

    /// Cuts the objects of each class where an access begins or ends, and where a copy has such a cut on its other side.
    fn cut(
        &mut self,
        by_class: &[Vec<&Access>],
        copies: &[[(usize, i64); 3]],
        word: u64,
        contents: &Contents,
    ) {
        let mut cuts: Vec<BTreeSet<u64>> = vec![BTreeSet::new(); self.classes.len()];
        let mut pointers: Vec<BTreeSet<u64>> = vec![BTreeSet::new(); self.classes.len()];
        let mut accessed: Vec<BTreeSet<u64>> = vec![BTreeSet::new(); self.classes.len()];
        for (class, accesses) in by_class.iter().enumerate() {
            for access in accesses {
                let bytes = access.bytes.unwrap_or(0);
                for (_, at) in &access.addresses {
                    let start = match (at, self.classes[class].shape) {
                        (Offset::Exact(at), ClassShape::Record) => u64::try_from(*at).ok(),
                        (Offset::Exact(at), ClassShape::Array(stride)) => {
                            Some(at.rem_euclid(stride as i64) as u64)
                        }
                        (Offset::Every { residue, .. }, ClassShape::Array(stride)) => Some(residue % stride),
                        _ => None,
                    };
                    let Some(start) = start.filter(|_| bytes > 0) else { continue };
                    cuts[class].extend([start, start.saturating_add(bytes)]);
                    accessed[class].insert(start);
                    if access.is_pointer {
                        pointers[class].insert(start);
                    }
                }
            }
            if let ClassShape::Array(stride) = self.classes[class].shape {
                cuts[class].extend([0, stride]);
                cuts[class].retain(|cut| *cut <= stride);
            }
        }
        loop {
            let mut changed = false;
            for [(to, a), (from, b), (_, len)] in copies {
                for (one, at, other, place) in [(*to, *a, *from, *b), (*from, *b, *to, *a)] {
                    let records = [one, other].map(|class| self.classes[class].shape == ClassShape::Record);
                    if records != [true, true] || at < 0 || place < 0 {
                        continue;
                    }
                    let inside = |cut: &u64| (at..=at.saturating_add(*len)).contains(&(*cut as i64));
                    let moved = |cut: u64| (cut as i64 - at + place) as u64;
                    for cut in cuts[one].clone().into_iter().filter(inside) {
                        changed |= cuts[other].insert(moved(cut));
                    }
                    for start in pointers[one].clone().into_iter().filter(inside) {
                        if (start as i64) < at.saturating_add(*len) {
                            changed |= pointers[other].insert(moved(start));
                        }
                    }
                }
            }
            if !changed {
                break;
            }
        }
        for class in 0..self.classes.len() {
            if self.classes[class].shape == ClassShape::Opaque {
                continue;
            }
            let bounds: Vec<u64> = cuts[class].iter().copied().collect();
            for pair in bounds.windows(2) {
                let (start, bytes) = (pair[0], pair[1] - pair[0]);
                let is_pointer = pointers[class].contains(&start) && bytes == word;
                let pointer = is_pointer.then(|| {
                    let place = match self.classes[class].shape {
                        ClassShape::Array(stride) => Offset::Every { residue: start, stride },
                        _ => Offset::Exact(start as i64),
                    };
                    let sites = &self.classes[class].sites;
                    let read = sites.iter().flat_map(|site| contents.at((*site, place)));
                    let mut set: Addresses = read.collect();
                    set.extend([(INVALID, Offset::Exact(0)), (NULL, Offset::Exact(0))]);
                    simplify(&mut set);
                    set
                });
                self.classes[class].cells.push(Cell {
                    start,
                    bytes,
                    pointer,
                    is_accessed: accessed[class].contains(&start),
                });
            }
        }
    }
}

/// Whether the life of a local begins inside of a loop, or at several places.
fn begins_again(flat: &Flat, loops: &Loops, slot: ValueId) -> bool {
    let is_begin = |inst: &Inst| matches!(inst.kind, InstKind::ScopeBegin { slot: it } if it == slot);
    let blocks = flat.body.block_ids();
    let begins: Vec<_> = blocks
        .flat_map(|block| {
            let insts = flat.body.block(block).insts.iter();
            insts.filter(|inst| is_begin(inst)).map(move |_| block)
        })
        .collect();
    begins.len() > 1 || begins.iter().any(|block| loops.is_inside(*block))
}

/// How the accesses divide the objects of a class.
fn shape_of(accesses: &[&Access]) -> ClassShape {
    let offsets = || accesses.iter().flat_map(|access| access.addresses.iter().map(|(_, at)| *at));
    let is_symbolic = |at: &Offset| matches!(at, Offset::Every { .. });
    if !offsets().any(|at| is_symbolic(&at)) {
        return ClassShape::Record;
    }
    let strides = offsets().filter_map(|at| match at {
        Offset::Every { stride, .. } => Some(stride),
        Offset::Exact(_) => None,
    });
    let stride = strides.fold(0, gcd);
    // Blocks of bytes may begin and end anywhere between elements; single values lie inside of one.
    let fits = |access: &&&Access| {
        access.addresses.iter().all(|(_, at)| {
            let residue = match at {
                Offset::Exact(at) => at.rem_euclid(stride as i64) as u64,
                Offset::Every { residue, .. } => residue % stride,
            };
            access.bytes.is_none_or(|bytes| residue + bytes <= stride || bytes % stride == 0 && residue == 0)
        })
    };
    match accesses.iter().filter(|access| access.bytes != Some(0)).all(|access| fits(&access)) {
        true => ClassShape::Array(stride),
        false => ClassShape::Opaque,
    }
}

/// The addresses that may be stored in the objects of each site, by offset.
struct Contents {
    sites: Vec<BTreeMap<Offset, Addresses>>,
}

impl Contents {
    fn add(&mut self, (site, at): Address, what: &Addresses) -> bool {
        let places = &mut self.sites[site.0 as usize];
        let covers = |place: &&Offset| matches!(place, Offset::Every { .. }) && place.join(at) == **place;
        let mut at = places.keys().find(covers).copied().unwrap_or(at);
        if !places.contains_key(&at) && places.len() >= 4 * MOST_OFFSETS {
            // Too many places: one stands for all.
            let mut all = what.clone();
            for (place, set) in std::mem::take(places) {
                at = at.join(place);
                all.extend(set);
            }
            simplify(&mut all);
            places.insert(at, all);
            return true;
        }
        let set = places.entry(at).or_default();
        let before = set.clone();
        set.extend(what.iter().copied());
        simplify(set);
        *set != before
    }

    /// What may be read there as a pointer. A place that overlaps without being the same gives a part
    /// of an address, which is none.
    fn at(&self, (site, at): Address) -> Addresses {
        if site <= FUNCTION {
            return Addresses::new();
        }
        let same = |place: Offset| match (place, at) {
            (Offset::Exact(a), Offset::Exact(b)) => a == b,
            (Offset::Every { residue, stride }, Offset::Exact(exact))
            | (Offset::Exact(exact), Offset::Every { residue, stride }) => {
                exact.rem_euclid(stride as i64) as u64 == residue
            }
            (Offset::Every { residue: a, stride: s }, Offset::Every { residue: b, stride: t }) => {
                let stride = gcd(s, t);
                a % stride == b % stride
            }
        };
        let places = self.sites[site.0 as usize].iter().filter(|(place, _)| same(**place));
        places.flat_map(|(_, set)| set.iter().copied()).collect()
    }
}

/// Replaces many offsets of one site by a stride, so that the analysis ends.
fn simplify(set: &mut Addresses) {
    let mut count: BTreeMap<SiteId, usize> = BTreeMap::new();
    set.iter().for_each(|(site, _)| *count.entry(*site).or_default() += 1);
    for (site, count) in count {
        let offsets: Vec<Offset> = set.iter().filter(|(it, _)| *it == site).map(|(_, at)| *at).collect();
        let symbolic = offsets.iter().any(|at| matches!(at, Offset::Every { .. }));
        if count > MOST_OFFSETS || symbolic && count > 1 {
            let all = offsets.iter().copied().reduce(Offset::join).expect("there are offsets");
            set.retain(|(it, _)| *it != site);
            set.insert((site, all));
        }
    }
}

/// What is known of an offset: its value, or what it is a multiple of. Products of numbers that may wrap around keep
/// only the powers of two among their factors.
fn multiple(flat: &Flat, operand: Operand) -> Offset {
    let definitions = |id: ValueId| {
        flat.body.blocks.iter().flat_map(|block| &block.insts).find(|inst| inst.results.contains(&id))
    };
    fn low_power(value: u128) -> u64 {
        1u64 << value.trailing_zeros().min(16)
    }
    match operand {
        Operand::Int { bits, value } => {
            let unused = 128 - u32::from(bits);
            i64::try_from(((value << unused) as i128) >> unused).map_or(ANY, Offset::Exact)
        }
        Operand::Value(id) => match definitions(id).map(|inst| &inst.kind) {
            Some(InstKind::Binary { op: BinaryOp::Mul, lhs, rhs: Operand::Int { value, .. }, .. })
            | Some(InstKind::Binary {
                op: BinaryOp::Mul, lhs: Operand::Int { value, .. }, rhs: lhs, ..
            }) if *value > 0 && *value < 1 << 16 => {
                // A factor of at most 32 bits cannot wrap around in 64.
                let narrow = lhs.value().and_then(definitions).is_some_and(|inst| match &inst.kind {
                    InstKind::Cast { op: CastOp::SExt | CastOp::ZExt, value } => {
                        matches!(flat.body.operand_type(*value), Scalar::Int(bits) if bits <= 32)
                    }
                    _ => false,
                });
                let wide = matches!(flat.body.value_type(id), Scalar::Int(64));
                let stride = if narrow && wide { *value as u64 } else { low_power(*value) };
                Offset::Every { residue: 0, stride }
            }
            Some(InstKind::Binary { op: BinaryOp::Shl, rhs: Operand::Int { value, .. }, .. })
                if *value < 16 =>
            {
                Offset::Every { residue: 0, stride: 1 << *value }
            }
            Some(InstKind::Binary { op: BinaryOp::Add, lhs, rhs, .. }) => {
                match (multiple(flat, *lhs), multiple(flat, *rhs)) {
                    (Offset::Every { residue, stride }, other)
                    | (other, Offset::Every { residue, stride }) => {
                        let power = 1 << stride.trailing_zeros();
                        Offset::Every { residue: residue % power, stride: power }.plus(other)
                    }
                    _ => ANY,
                }
            }
            Some(InstKind::Binary { op: BinaryOp::Sub, lhs: Operand::Int { value: 0, .. }, rhs, .. }) => {
                match multiple(flat, *rhs) {
                    Offset::Every { residue: 0, stride } => {
                        Offset::Every { residue: 0, stride: 1 << stride.trailing_zeros() }
                    }
                    _ => ANY,
                }
            }
            Some(InstKind::Cast { op: CastOp::SExt, value }) => match multiple(flat, *value) {
                Offset::Every { residue: 0, stride } => {
                    Offset::Every { residue: 0, stride: 1 << stride.trailing_zeros() }
                }
                _ => ANY,
            },
            _ => ANY,
        },
        _ => ANY,
    }
}

/// Any offset.
const ANY: Offset = Offset::Every { residue: 0, stride: 1 };

/// Whether an instruction calls a function with code: in a program that was inlined such calls were cut.
pub fn is_cut_call(program: &Program, inst: &Inst) -> bool {
    matches!(inst.kind, InstKind::Call { callee: Callee::Direct(id), .. } if program.function(id).body.is_some())
}

/// The library function that an instruction calls.
pub fn primitive(program: &Program, inst: &Inst) -> Option<Primitive> {
    let InstKind::Call { callee: Callee::Direct(id), .. } = inst.kind else { return None };
    let function = program.function(id);
    match function.body {
        Some(_) => None,
        None => clib::primitive(&function.name, program.target),
    }
}
