//! Functions: whether they obey a type that has a contract.
//!
//! What a function does never changes, so this is a table of its own, without versions. That a function of the program
//! obeys a type is taken for granted where a model says otherwise, and noted: then it is proved by itself.

use super::*;
use crate::exec::function_object;

impl World<'_> {
    /// Whether a pointer points to a function that obeys a type.
    pub fn obeys(&mut self, ty: FuncId, at: Ptr) -> Term {
        let (types, program) = (self.cx.types, self.cx.program);
        let functions: Vec<u128> = types.candidates(ty).map(|id| function_object(program, id)).collect();
        let known = self.t.as_const(at.obj).and_then(|obj| obj.to_u128());
        if known.is_some_and(|number| !functions.contains(&number)) {
            return self.t.falsity();
        }
        for number in functions {
            let obj = self.object(number);
            self.row(Fun::Obeys(ty), vec![obj], |world| vec![world.t.fresh("obeys", 1)]);
        }
        let (row, new) = self.row(Fun::Obeys(ty), vec![at.obj], |world| vec![world.t.fresh("obeys", 1)]);
        if new {
            // Functions are no memory.
            let (memory, zero) = (self.allocated(0, at.obj), self.t.zero(OBJECT_BITS));
            let none = self.t.eq(at.obj, zero);
            let other = self.t.or(memory, none);
            let function = self.t.not(other);
            let fact = self.t.implies(row[0], function);
            self.assume(fact);
        }
        let start = self.offset(0);
        let whole = self.t.eq(at.off, start);
        self.t.and(row[0], whole)
    }

    /// The functions of the program with whether they obey a type.
    pub fn obedience(&self) -> Vec<(FuncId, FuncId, Term)> {
        let program = self.cx.program;
        let mut all = Vec::new();
        for (id, ty) in self.cx.types.shown_by.keys() {
            let Some(table) = self.s.tables.get(&Fun::Obeys(*ty)) else { continue };
            let number = function_object(program, *id);
            let row = table.rows.iter().find(|(arguments, _)| {
                self.t.as_const(arguments[0]).and_then(|obj| obj.to_u128()) == Some(number)
            });
            all.extend(row.map(|(_, results)| (*id, *ty, results[0])));
        }
        all
    }
}
