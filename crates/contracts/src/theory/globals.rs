//! What is known of the variables of the program: their sizes, that they are allocated, and what constants hold.
//!
//! A pointer that nobody named may point to a variable that no path mentions. So nothing of this is said in advance: a
//! model that makes a row about a variable wrong gets the instance that it violates.

use super::*;
use crate::exec::{function_object, global_object};
use crate::world::Kind;
use ir::{Global, Operand};

/// What a row has to be.
enum Truth {
    Bits(u128),
    Pointer(u128, u64),
}

impl World<'_> {
    /// Instances of what is known of variables that a model violates.
    pub(super) fn globals(
        &mut self,
        values: &mut Evaluation<'_>,
        facts: &mut Vec<Term>,
        reading: Reading<'_>,
    ) {
        let mut found: Vec<(Row, Vec<u128>, Truth)> = Vec::new();
        for (fun, table) in &self.s.tables {
            if !matches!(fun, Fun::Size | Fun::Alloc(_) | Fun::Mem(..)) {
                continue;
            }
            for row in table.rows.iter().filter(|row| self.does_matter(row, reading)) {
                let number = |values: &mut Evaluation<'_>, term: Term| {
                    values.value(self.t, term).to_u128().unwrap_or(u128::MAX)
                };
                let obj = number(values, row.0[0]);
                let index = usize::try_from(obj).ok().and_then(|number| number.checked_sub(1));
                let Some(global) = index.and_then(|index| self.cx.program.globals.get(index)) else {
                    continue;
                };
                let (arguments, truth) = match fun {
                    Fun::Size => (vec![obj], Some(Truth::Bits(u128::from(global.size)))),
                    Fun::Alloc(_) => (vec![obj], Some(Truth::Bits(1))),
                    Fun::Mem(_, kind) => {
                        let off = number(values, row.0[1]);
                        (vec![obj, off], self.held(global, *kind, off))
                    }
                    _ => continue,
                };
                let Some(truth) = truth else { continue };
                let agrees = match truth {
                    Truth::Bits(bits) => number(values, row.1[0]) == bits,
                    Truth::Pointer(obj, off) => {
                        let (held_obj, held_off) = (number(values, row.1[0]), number(values, row.1[1]));
                        held_obj == obj && held_off == u128::from(off & mask(self.bits()))
                    }
                };
                if !agrees && found.len() < MOST_AT_ONCE {
                    found.push((row.clone(), arguments, truth));
                }
            }
        }
        for ((arguments, results), known, truth) in found {
            let mut premise = self.t.truth();
            for (argument, value) in arguments.iter().zip(known) {
                let same = self.has_value(*argument, value);
                premise = self.t.and(premise, same);
            }
            let conclusion = match truth {
                Truth::Bits(bits) => self.has_value(results[0], bits),
                Truth::Pointer(obj, off) => {
                    let (obj, off) =
                        (self.has_value(results[0], obj), self.has_value(results[1], u128::from(off)));
                    self.t.and(obj, off)
                }
            };
            facts.push(self.t.implies(premise, conclusion));
        }
    }

    fn has_value(&mut self, term: Term, value: u128) -> Term {
        let width = self.t.width(term);
        let value = self.t.num(width, value & (u128::MAX >> (128 - width)));
        self.t.eq(term, value)
    }

    /// What a constant holds at an offset; none for what may change, and for parts of addresses.
    fn held(&self, global: &Global, kind: Kind, off: u128) -> Option<Truth> {
        let init = global.init.as_ref().filter(|_| global.constant)?;
        let size = self.bytes(kind);
        let off = u64::try_from(off).ok()?;
        let end = off.checked_add(size).filter(|end| *end <= global.size)?;
        if size > 16 {
            return None;
        }
        let word = self.word();
        let mut relocs = init.relocs.iter().filter(|reloc| reloc.offset < end && off < reloc.offset + word);
        if let Some(reloc) = relocs.next() {
            let program = self.cx.program;
            return match (kind, reloc.target) {
                (Kind::Ptr, Operand::Global { id, offset }) if reloc.offset == off => {
                    Some(Truth::Pointer(global_object(id), offset as u64))
                }
                (Kind::Ptr, Operand::Func(id)) if reloc.offset == off => {
                    Some(Truth::Pointer(function_object(program, id), 0))
                }
                _ => None,
            };
        }
        let mut bits = 0;
        for index in 0..size {
            let byte = init.bytes.get((off + index) as usize).copied().unwrap_or(0);
            bits |= u128::from(byte) << (8 * index);
        }
        match kind {
            Kind::Ptr => Some(Truth::Pointer(0, bits as u64)),
            Kind::Int(_) => Some(Truth::Bits(bits)),
        }
    }
}
