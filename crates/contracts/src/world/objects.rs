//! Objects: which are allocated, how large they are, where they lie, and which of them `free` may end.

use super::*;

impl World<'_> {
    /// Alloc: whether an object is allocated.
    pub fn allocated(&mut self, ver: Ver, obj: Term) -> Term {
        if self.t.as_const(obj).is_some_and(|obj| obj.is_zero()) {
            return self.t.falsity();
        }
        let number = self.t.as_const(obj).and_then(|obj| obj.to_u64());
        if let Some(number) = number
            && (number as usize) <= self.cx.program.globals.len()
        {
            // Global variables are always allocated. The row is for pointers that may be equal.
            if let Change::Base(_) = self.s.versions[0].1 {
                let truth = self.t.truth();
                self.row(Fun::Alloc(0), vec![obj], |_| vec![truth]);
            }
            return self.t.truth();
        }
        let query = Query::Alloc(ver, obj);
        if let Some(Val::Int(term, _)) = self.s.memo.get(&query) {
            return *term;
        }
        let (before, change) = self.s.versions[ver].clone();
        let answer = match change {
            Change::Base(base) => match base.alloc {
                Some(same) => self.allocated(same, obj),
                None => {
                    let (row, new) =
                        self.row(Fun::Alloc(ver), vec![obj], |world| vec![world.t.fresh("alloc", 1)]);
                    if new {
                        self.alloc_frames(&base, obj, row[0]);
                    }
                    row[0]
                }
            },
            Change::Begin { obj: new, .. } => {
                let same = self.t.eq(obj, new);
                let older = self.allocated(before, obj);
                self.t.or(same, older)
            }
            Change::End { obj: dead } => {
                let differs = self.t.ne(obj, dead);
                let older = self.allocated(before, obj);
                self.t.and(differs, older)
            }
            _ => self.allocated(before, obj),
        };
        self.s.memo.insert(query, Val::Int(answer, None));
        answer
    }

    pub(super) fn alloc_frames(&mut self, base: &Base, obj: Term, now: Term) {
        let null = self.t.zero(OBJECT_BITS);
        let is_null = self.t.eq(obj, null);
        let not_allocated = self.t.not(now);
        let fact = self.t.implies(is_null, not_allocated);
        self.assume(fact);
        for frame in base.frames.clone().iter() {
            let Some(frees) = &frame.frees else { continue };
            let older = self.allocated(frame.since, obj);
            let zero = self.offset(0);
            let start = Ptr { obj, off: zero };
            let freed = self.in_any(frees, &frame.env, start, true);
            let may_end = self.t.fresh("freed", 1);
            let fact = self.t.implies(may_end, freed);
            self.assume(fact);
            let lives = self.t.not(may_end);
            let lived = self.t.and(older, lives);
            let fact = self.t.implies(lived, now);
            self.assume(fact);
            // Objects that lived when the function began and were freed since do not come back; those that never lived may
            // begin.
            let first = self.allocated(0, obj);
            let ended = self.t.not(older);
            let dead = self.t.and(first, ended);
            let fact = self.t.implies(dead, not_allocated);
            self.assume(fact);
            // What began and is no variable is a heap block.
            let Some(variables) = &frame.variables else { continue };
            let mut began = self.t.not(older);
            for variable in variables.iter() {
                let differs = self.t.ne(obj, *variable);
                began = self.t.and(began, differs);
            }
            let began = self.t.and(began, now);
            let heap = self.heap(obj);
            let fact = self.t.implies(began, heap);
            self.assume(fact);
        }
    }

    /// The object of a global variable. Its size is noted for pointers that may be equal.
    pub fn global(&mut self, id: GlobalId) -> Term {
        let obj = self.object(crate::exec::global_object(id));
        self.size(obj);
        obj
    }

    /// Whether an object was made by `malloc` or its kin. Variables and functions were not.
    pub fn heap(&mut self, obj: Term) -> Term {
        let program = self.cx.program;
        let variables = (program.globals.len() + program.functions.len()) as u128;
        if let Some(number) = self.t.as_const(obj).and_then(|obj| obj.to_u128())
            && number <= variables
        {
            return self.t.falsity();
        }
        let (row, new) = self.row(Fun::Heap, vec![obj], |world| vec![world.t.fresh("heap", 1)]);
        if new && self.t.as_const(obj).is_none() {
            let last = self.object(variables);
            let other = self.t.ugt(obj, last);
            let fact = self.t.implies(row[0], other);
            self.assume(fact);
        }
        row[0]
    }

    /// Notes whether a new object is a heap block.
    pub fn is_heap(&mut self, obj: Term, heap: bool) {
        let truth = self.t.bool(heap);
        self.row(Fun::Heap, vec![obj], |_| vec![truth]);
    }

    /// Whether an object may be written: it is no constant of the program.
    pub fn writable(&mut self, obj: Term) -> Term {
        let globals = &self.cx.program.globals;
        let mut fine = self.t.truth();
        let mut next = 0;
        while let Some(from) = (next..globals.len()).find(|index| globals[*index].constant) {
            let end = (from..globals.len()).find(|index| !globals[*index].constant).unwrap_or(globals.len());
            // The constants with the numbers `from + 1` to `end`.
            let (first, last) = (self.object(from as u128 + 1), self.object(end as u128));
            let (below, above) = (self.t.ult(obj, first), self.t.ugt(obj, last));
            let outside = self.t.or(below, above);
            fine = self.t.and(fine, outside);
            next = end;
        }
        fine
    }

    /// The address of a pointer as an integer. Where an object lies is not known, but it lies in one place, and not
    /// around the end of the address space.
    pub fn address(&mut self, ptr: Ptr, width: u32) -> Term {
        let bits = self.bits();
        let is_null = self.t.as_const(ptr.obj).is_some_and(|obj| obj.is_zero());
        let start = match is_null {
            true => self.t.zero(bits),
            false => {
                let (row, new) =
                    self.row(Fun::Address, vec![ptr.obj], |world| vec![world.t.fresh("address", bits)]);
                if new {
                    self.lies_somewhere(ptr.obj, row[0]);
                }
                row[0]
            }
        };
        let whole = self.t.add(start, ptr.off);
        self.t.zext_or_trunc(whole, width)
    }

    fn lies_somewhere(&mut self, obj: Term, start: Term) {
        let bits = self.bits();
        let (none, zero) = (self.t.zero(OBJECT_BITS), self.t.zero(bits));
        let (no_object, at_zero) = (self.t.eq(obj, none), self.t.eq(start, zero));
        let fact = self.t.eq(no_object, at_zero);
        self.assume(fact);
        let size = self.size(obj);
        let end = self.t.add(start, size);
        let ends = self.t.ule(start, end);
        let fact = self.t.or(no_object, ends);
        self.assume(fact);
    }

    /// Size: the size of an object; at most half of the address space.
    pub fn size(&mut self, obj: Term) -> Term {
        let bits = self.bits();
        let known = self.t.as_const(obj).and_then(|obj| obj.to_u64()).and_then(|number| {
            let global =
                (number as usize).checked_sub(1).and_then(|index| self.cx.program.globals.get(index));
            global.map(|global| global.size)
        });
        let (row, new) = self.row(Fun::Size, vec![obj], |world| match known {
            Some(size) => vec![world.offset(size as i64)],
            None => vec![world.t.fresh("size", bits)],
        });
        if new && known.is_none() {
            let zero = self.t.zero(bits);
            let fact = self.t.sge(row[0], zero);
            self.assume(fact);
        }
        row[0]
    }

    /// Notes the size of a new object.
    pub fn has_size(&mut self, obj: Term, size: Term) {
        self.row(Fun::Size, vec![obj], |_| vec![size]);
    }

    /// Whether `len` bytes at a pointer are accessible.
    pub fn accessible(&mut self, ver: Ver, at: Ptr, len: u64) -> Term {
        let len = self.offset(len as i64);
        self.accessible_range(ver, at, len)
    }

    /// The same for a length that need not be a constant.
    pub fn accessible_range(&mut self, ver: Ver, at: Ptr, len: Term) -> Term {
        let allocated = self.allocated(ver, at.obj);
        let size = self.size(at.obj);
        let fits = self.t.ule(len, size);
        let room = self.t.sub(size, len);
        let inside = self.t.ule(at.off, room);
        self.t.all([allocated, fits, inside])
    }
}
