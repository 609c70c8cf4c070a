//! Reads and writes of memory: which cells an access touches, and the checks that it is allowed.

use crate::encode::{Bad, Encoding, State, Wrong};
use crate::memory::{Content, Index, Objects, Range, is_array};
use crate::points::{ClassShape, FUNCTION, NULL, Offset, SiteKind};
use crate::value::{Pointer, Value, choose};
use engine::Reason;
use ir::{Access, ErrorKind, Operand, Property, Scalar, Span};
use logic::Term;
use std::collections::BTreeSet;

/// A place that an access may touch: the cells, where in memory, and when it is this one.
struct Place {
    cond: Option<Term>,
    cells: Vec<usize>,
    at: Index,
}

impl Encoding<'_> {
    /// Reads a value.
    pub(crate) fn load(&mut self, state: &mut State, ty: Scalar, ptr: Operand, span: Option<Span>) -> Value {
        let pointer = self.pointer(state, ptr);
        let bytes = u64::from(ty.bytes(self.task.program.target));
        let length = self.store.num(self.widths.word, bytes.into());
        self.check_access(state, ptr, pointer, length, Access::Read, span);
        self.note_index(state, ptr, pointer);
        let Some(class) = self.points.class_of_access(ptr) else { return self.fresh(ty) };
        let Some(places) = self.places(class, ptr, pointer, bytes) else { return self.fresh(ty) };
        let mut value = None;
        for place in places.into_iter().rev() {
            let read = self.assemble(state, class, &place, ty);
            value = Some(match (value, place.cond) {
                (Some(other), Some(cond)) => choose(&mut self.store, cond, read, other),
                _ => read,
            });
        }
        value.unwrap_or_else(|| self.fresh(ty))
    }

    /// The number that a read through a pointer of the program would give at another place, whether it is allowed or not.
    pub(crate) fn peek(
        &mut self,
        state: &State,
        ty: Scalar,
        ptr: Operand,
        pointer: Pointer,
    ) -> Option<Value> {
        let bytes = u64::from(ty.bytes(self.task.program.target));
        let class = self.points.class_of_access(ptr)?;
        match self.places(class, ptr, pointer, bytes)?.as_slice() {
            [place] => Some(self.assemble(state, class, place, ty)),
            _ => None,
        }
    }

    /// Writes a value.
    pub(crate) fn save(
        &mut self,
        state: &mut State,
        ty: Scalar,
        ptr: Operand,
        value: Value,
        span: Option<Span>,
    ) {
        let pointer = self.pointer(state, ptr);
        let bytes = u64::from(ty.bytes(self.task.program.target));
        let length = self.store.num(self.widths.word, bytes.into());
        self.check_access(state, ptr, pointer, length, Access::Write, span);
        let Some(class) = self.points.class_of_access(ptr) else { return };
        let Some(places) = self.places(class, ptr, pointer, bytes) else {
            self.forget_cells(state, class, ptr);
            return;
        };
        for place in places {
            let parts = self.split(class, &place.cells, value, ty);
            for (cell, part) in place.cells.iter().zip(parts) {
                let map = self.memory.map(class, Content::Cell(*cell)).expect("each cell has a map");
                let stored = self.memory.store(state.maps[map], place.at, part);
                let cond = place.cond.unwrap_or(self.store.truth());
                state.maps[map] = self.memory.merge(&self.store, cond, stored, state.maps[map]);
            }
        }
    }

    /// The cells that an access may touch.
    pub(crate) fn cells_touched(&self, class: usize, ptr: Operand, bytes: u64) -> BTreeSet<usize> {
        let info = &self.points.classes[class];
        let mut touched = BTreeSet::new();
        for (_, at) in self.points.addresses(ptr).into_iter().filter(|(site, _)| *site > FUNCTION) {
            match self.cells_at(class, at, bytes) {
                Some((_, cells)) => touched.extend(cells),
                None => touched.extend(0..info.cells.len()),
            }
        }
        // An access at several places may forget all cells.
        match self.distinct_places(class, ptr, bytes) {
            Some(_) => touched,
            None => (0..info.cells.len()).collect(),
        }
    }

    /// The first byte, within the object or element, and the cells of an access at an offset.
    fn cells_at(&self, class: usize, at: Offset, bytes: u64) -> Option<(u64, Vec<usize>)> {
        let info = &self.points.classes[class];
        let start = match (info.shape, at) {
            (ClassShape::Record, Offset::Exact(at)) => u64::try_from(at).ok()?,
            (ClassShape::Array(stride), Offset::Exact(at)) => at.rem_euclid(stride as i64) as u64,
            (ClassShape::Array(stride), Offset::Every { residue, .. }) => residue % stride,
            _ => return None,
        };
        let end = start.checked_add(bytes)?;
        let inside = |number: &usize| {
            let cell = &info.cells[*number];
            cell.start >= start && cell.start + cell.bytes <= end
        };
        let cells: Vec<usize> = (0..info.cells.len()).filter(inside).collect();
        let covered: u64 = cells.iter().map(|cell| info.cells[*cell].bytes).sum();
        (covered == bytes && bytes > 0).then_some((start, cells))
    }

    /// The different places of an access; none where they cannot be told apart or are not made of cells.
    fn distinct_places(
        &self,
        class: usize,
        ptr: Operand,
        bytes: u64,
    ) -> Option<Vec<(Offset, u64, Vec<usize>)>> {
        let mut list: Vec<(Offset, u64, Vec<usize>)> = Vec::new();
        for (_, at) in self.points.addresses(ptr).into_iter().filter(|(site, _)| *site > FUNCTION) {
            // What lies before an object is never accessed: the checks say so.
            if matches!((self.points.classes[class].shape, at), (ClassShape::Record, Offset::Exact(..0))) {
                continue;
            }
            let (start, cells) = self.cells_at(class, at, bytes)?;
            let same = |other: &(Offset, u64, Vec<usize>)| match is_array(self.points, class) {
                true => other.1 == start,
                false => other.0 == at,
            };
            if !list.iter().any(same) {
                list.push((at, start, cells));
            }
        }
        match is_array(self.points, class) && list.len() > 1 {
            true => None,
            false => Some(list),
        }
    }

    /// The places of an access, each with the condition that it is this one. The conditions exclude each other; the
    /// last one needs none when reading.
    fn places(&mut self, class: usize, ptr: Operand, pointer: Pointer, bytes: u64) -> Option<Vec<Place>> {
        let list = self.distinct_places(class, ptr, bytes)?;
        let word = self.widths.word;
        let alone = list.len() == 1;
        let mut places = Vec::new();
        for (at, start, cells) in list {
            let element = is_array(self.points, class).then(|| {
                let start = self.store.num(word, start.into());
                self.store.sub(pointer.offset, start)
            });
            let cond = (!alone).then(|| {
                let Offset::Exact(at) = at else { panic!("records are accessed at exact offsets") };
                let at = self.store.num(word, at as i128 as u128);
                self.store.eq(pointer.offset, at)
            });
            places.push(Place { cond, cells, at: Index { object: pointer.object, element } });
        }
        Some(places)
    }

    /// Forgets the contents of all objects that an access may touch.
    pub(crate) fn forget_cells(&mut self, state: &mut State, class: usize, ptr: Operand) {
        let objects: Vec<Objects> = self.sites_of(ptr).into_iter().map(Objects::all).collect();
        for map in 0..self.memory.maps.len() {
            let info = self.memory.maps[map];
            if info.class == class && matches!(info.content, Content::Cell(_)) {
                let truth = self.store.truth();
                let counts = state.counts.clone();
                state.maps[map] =
                    self.memory.forget(state.maps[map], map, objects.clone(), None, truth, counts);
            }
        }
    }

    /// A value from its cells.
    fn assemble(&mut self, state: &State, class: usize, place: &Place, ty: Scalar) -> Value {
        let points = self.points;
        let parts: Vec<Value> = place
            .cells
            .iter()
            .map(|cell| {
                let map = self.memory.map(class, Content::Cell(*cell)).expect("each cell has a map");
                self.memory.read(&mut self.store, points, state.maps[map], place.at)
            })
            .collect();
        if let ([value @ Value::Pointer(_)], Scalar::Ptr) = (parts.as_slice(), ty) {
            return *value;
        }
        let mut number: Option<Term> = None;
        for part in parts {
            let part = match part {
                Value::Number(term) => term,
                Value::Pointer(pointer) => self.address(pointer),
            };
            number = Some(number.map_or(part, |low| self.store.concat(part, low)));
        }
        let number = number.expect("an access touches a cell");
        match ty {
            Scalar::Ptr => Value::Pointer(self.widths.pointer_of(&mut self.store, number)),
            ty => {
                let bits = ty.bits(self.task.program.target);
                Value::Number(self.store.extract(number, 0, bits))
            }
        }
    }

    /// The parts of a value for its cells.
    fn split(&mut self, class: usize, cells: &[usize], value: Value, ty: Scalar) -> Vec<Value> {
        let info = &self.points.classes[class];
        if let ([cell], Value::Pointer(_)) = (cells, value)
            && info.cells[*cell].pointer.is_some()
        {
            return vec![value];
        }
        let number = match value {
            Value::Number(term) => term,
            Value::Pointer(pointer) => self.address(pointer),
        };
        let bits = ty.bytes(self.task.program.target) * 8;
        let number = self.store.zext(number, bits);
        let mut low = 0;
        let mut parts = Vec::new();
        for cell in cells {
            let cell = &info.cells[*cell];
            let width = cell.bytes as u32 * 8;
            let part = self.store.extract(number, low, width);
            low += width;
            parts.push(match cell.pointer {
                Some(_) => Value::Pointer(self.widths.pointer_of(&mut self.store, part)),
                None => Value::Number(part),
            });
        }
        parts
    }

    /// Checks that so many bytes at a pointer may be accessed.
    pub(crate) fn check_access(
        &mut self,
        state: &mut State,
        ptr: Operand,
        pointer: Pointer,
        length: Term,
        access: Access,
        span: Option<Span>,
    ) {
        let wanted = self.task.properties.contains(Property::ValidDeref);
        let error = |kind: ErrorKind| match wanted {
            true => Wrong::Error(kind),
            false => Wrong::Loss(Reason::UndefinedBehaviour),
        };
        let verb = access.verb();
        let mut bad = Vec::new();
        let is_null = self.widths.is_site(&mut self.store, pointer.object, NULL);
        let wrong = if wanted { Wrong::Error(ErrorKind::NullDeref) } else { Wrong::Trap };
        bad.push(Bad { wrong, cond: is_null, text: format!("{verb} through a null pointer") });
        let none = self.widths.is_none(&mut self.store, pointer.object);
        let not_null = self.store.not(is_null);
        let unknown = self.store.and(none, not_null);
        // Not an error: all that comes from outside, the arguments for one, leads where nobody here knows.
        bad.push(Bad {
            wrong: Wrong::Loss(Reason::Imprecise),
            cond: unknown,
            text: format!("{verb} through a pointer of which it is not known where it leads"),
        });
        let sites = self.sites_of(ptr);
        if let Some(class) = self.points.class_of_access(ptr) {
            let real = self.store.not(none);
            if let Some(ended) = self.ended(state, class, pointer.object) {
                let heap = |site: &crate::points::SiteId| {
                    matches!(self.points.sites[site.0 as usize].kind, SiteKind::Heap(_))
                };
                let kind = match sites.iter().any(heap) {
                    true => ErrorKind::UseAfterFree,
                    false => ErrorKind::UseAfterScope,
                };
                let cond = self.store.and(real, ended);
                bad.push(Bad {
                    wrong: error(kind),
                    cond,
                    text: format!("{verb} memory whose life has ended"),
                });
            }
            let size = self.size(state, class, pointer.object, &sites);
            let fits = self.store.ule(length, size);
            let room = self.store.sub(size, length);
            let inside = self.store.ule(pointer.offset, room);
            let good = self.store.and(fits, inside);
            let outside = self.store.not(good);
            let cond = self.store.and(real, outside);
            bad.push(Bad {
                wrong: error(ErrorKind::OutOfBounds),
                cond,
                text: format!("{verb} outside the bounds of an object"),
            });
            if access == Access::Write {
                let constant = |site: &&crate::points::SiteId| match self.points.sites[site.0 as usize].kind {
                    SiteKind::Global(id) => self.task.program.global(id).constant,
                    _ => false,
                };
                let constants: Vec<_> = sites.iter().filter(constant).copied().collect();
                let any =
                    constants.iter().map(|site| self.widths.is_site(&mut self.store, pointer.object, *site));
                let any: Vec<Term> = any.collect();
                let cond = self.store.any(any);
                let text = "writes to constant memory".to_string();
                bad.push(Bad { wrong: error(ErrorKind::InvalidPointer), cond, text });
            }
            // An access to a site that the analysis of pointers rules out does not happen.
        }
        self.check(state, bad, span);
    }

    /// Whether the life of an object has ended; none where none of its class ends.
    pub(crate) fn ended(&mut self, state: &State, class: usize, object: Term) -> Option<Term> {
        let map = self.memory.map(class, Content::Ended)?;
        let at = Index { object, element: None };
        let points = self.points;
        match self.memory.read(&mut self.store, points, state.maps[map], at) {
            Value::Number(term) => Some(term),
            Value::Pointer(_) => None,
        }
    }

    /// The size of an object of one of the sites.
    pub(crate) fn size(
        &mut self,
        state: &State,
        class: usize,
        object: Term,
        sites: &[crate::points::SiteId],
    ) -> Term {
        let word = self.widths.word;
        let mut size = match self.memory.map(class, Content::Size) {
            Some(map) => {
                let points = self.points;
                let at = Index { object, element: None };
                match self.memory.read(&mut self.store, points, state.maps[map], at) {
                    Value::Number(term) => term,
                    Value::Pointer(_) => self.store.zero(word),
                }
            }
            None => {
                let last = sites.last().and_then(|site| self.points.sites[site.0 as usize].size);
                self.store.num(word, last.unwrap_or(0).into())
            }
        };
        for site in sites {
            if let Some(constant) = self.points.sites[site.0 as usize].size {
                let constant = self.store.num(word, constant.into());
                let is_it = self.widths.is_site(&mut self.store, object, *site);
                size = self.store.ite(is_it, constant, size);
            }
        }
        size
    }

    /// Sets a stretch of memory to one byte. Contents that cannot be told are forgotten.
    pub(crate) fn set_bytes(
        &mut self,
        state: &mut State,
        ptr: Operand,
        pointer: Pointer,
        byte: Term,
        length: Term,
    ) {
        let Some(class) = self.points.class_of_access(ptr) else { return };
        let pieces = |encoding: &mut Self, cell: usize| {
            let cell = &encoding.points.classes[class].cells[cell];
            let mut number = byte;
            for _ in 1..cell.bytes {
                number = encoding.store.concat(byte, number);
            }
            match cell.pointer {
                Some(_) => Value::Pointer(encoding.widths.pointer_of(&mut encoding.store, number)),
                None => Value::Number(number),
            }
        };
        let constant = self.store.as_const(length).and_then(|length| length.to_u64());
        let places = match constant {
            Some(0) => return,
            Some(bytes) => self.places(class, ptr, pointer, bytes),
            None => None,
        };
        if let Some(places) = places {
            for place in places {
                for cell in &place.cells {
                    let value = pieces(self, *cell);
                    let map = self.memory.map(class, Content::Cell(*cell)).expect("each cell has a map");
                    let stored = self.memory.store(state.maps[map], place.at, value);
                    let cond = place.cond.unwrap_or(self.store.truth());
                    state.maps[map] = self.memory.merge(&self.store, cond, stored, state.maps[map]);
                }
            }
            return;
        }
        let Some(()) = self.whole_elements(class, ptr, length) else {
            self.forget_cells(state, class, ptr);
            return;
        };
        let to = self.store.add(pointer.offset, length);
        let range = Range { object: pointer.object, from: pointer.offset, to };
        for cell in 0..self.points.classes[class].cells.len() {
            let value = pieces(self, cell);
            let map = self.memory.map(class, Content::Cell(cell)).expect("each cell has a map");
            state.maps[map] = self.memory.fill(state.maps[map], range, value);
        }
    }

    /// Copies a stretch of memory. Contents that cannot be told are forgotten.
    pub(crate) fn copy_bytes(
        &mut self,
        state: &mut State,
        (dst, to): (Operand, Pointer),
        (src, from): (Operand, Pointer),
        length: Term,
    ) {
        let Some(class) = self.points.class_of_access(dst) else { return };
        let constant = self.store.as_const(length).and_then(|length| length.to_u64());
        if constant == Some(0) {
            return;
        }
        let source = self.points.class_of_access(src);
        let both = constant.zip(source).and_then(|(bytes, source)| {
            let here = self.places(class, dst, to, bytes)?;
            let there = self.places(source, src, from, bytes)?;
            (here.len() == 1 && there.len() == 1).then_some((here, there, source))
        });
        if let Some((here, there, source)) = both {
            let (here, there) = (&here[0], &there[0]);
            let shape = |class: usize, cell: usize| {
                let cell = &self.points.classes[class].cells[cell];
                (cell.bytes, cell.pointer.is_some())
            };
            let fits = here.cells.len() == there.cells.len()
                && here
                    .cells
                    .iter()
                    .zip(&there.cells)
                    .all(|(a, b)| shape(class, *a).0 == shape(source, *b).0);
            if fits {
                let points = self.points;
                let mut parts = Vec::new();
                for (cell, from) in here.cells.iter().zip(&there.cells) {
                    let map = self.memory.map(source, Content::Cell(*from)).expect("each cell has a map");
                    let value = self.memory.read(&mut self.store, points, state.maps[map], there.at);
                    let is_pointer = points.classes[class].cells[*cell].pointer.is_some();
                    let value = match value {
                        Value::Pointer(pointer) if !is_pointer => Value::Number(self.address(pointer)),
                        Value::Number(number) if is_pointer => {
                            Value::Pointer(self.widths.pointer_of(&mut self.store, number))
                        }
                        value => value,
                    };
                    parts.push((*cell, value));
                }
                for (cell, value) in parts {
                    let map = self.memory.map(class, Content::Cell(cell)).expect("each cell has a map");
                    state.maps[map] = self.memory.store(state.maps[map], here.at, value);
                }
                return;
            }
        }
        let elements = source.filter(|source| {
            let (one, two) = (&self.points.classes[class], &self.points.classes[*source]);
            one.shape == two.shape
                && one.cells.len() == two.cells.len()
                && one.cells.iter().zip(&two.cells).all(|(a, b)| {
                    (a.start, a.bytes, a.pointer.is_some()) == (b.start, b.bytes, b.pointer.is_some())
                })
        });
        let whole = self.whole_elements(class, dst, length);
        let whole_source = source.and_then(|source| self.whole_elements(source, src, length));
        let (Some(source), Some(()), Some(())) = (elements, whole, whole_source) else {
            self.forget_cells(state, class, dst);
            return;
        };
        let end = self.store.add(to.offset, length);
        let range = Range { object: to.object, from: to.offset, to: end };
        for cell in 0..self.points.classes[class].cells.len() {
            let map = self.memory.map(class, Content::Cell(cell)).expect("each cell has a map");
            let other = self.memory.map(source, Content::Cell(cell)).expect("each cell has a map");
            let read = state.maps[other];
            state.maps[map] = self.memory.copy(state.maps[map], range, read, from.object, from.offset);
        }
    }

    /// Whether a stretch is known to begin and end between elements of an array.
    fn whole_elements(&mut self, class: usize, ptr: Operand, length: Term) -> Option<()> {
        let ClassShape::Array(stride) = self.points.classes[class].shape else { return None };
        let begins = self.points.addresses(ptr).into_iter().filter(|(site, _)| *site > FUNCTION).all(
            |(_, at)| match at {
                Offset::Exact(at) => at.rem_euclid(stride as i64) == 0,
                Offset::Every { residue, .. } => residue % stride == 0,
            },
        );
        let bits = stride.trailing_zeros();
        let whole = match self.store.as_const(length).and_then(|length| length.to_u64()) {
            Some(length) => length % stride == 0,
            None => {
                let low = if bits == 0 { None } else { Some(self.store.extract(length, 0, bits)) };
                let known = low.and_then(|low| self.store.as_const(low).map(|low| low.is_zero()));
                stride.is_power_of_two() && (bits == 0 || known == Some(true))
            }
        };
        (begins && whole).then_some(())
    }
}
