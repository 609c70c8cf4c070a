//! A run goes on after an error, so that one run shows more than the first.
//!
//! The operation that is wrong is left out: what it would give is undefined, what it would write is not written. Inside
//! of a library function it is the user's call that is left out, and the object that the call was wrong about is
//! undefined from then on. The run ends where something is decided by an undefined value, or where the next error may be
//! no more than a consequence: the same null, the same object, another dead object, an assertion that fails. Memory that
//! is lost after the first error is not told: what would have kept it may be what was left out.
//!
//! Invariant: what a run shows after an error does not depend on what the error left behind.

use crate::code::{Op, Rare};
use crate::decode::is_wide;
use crate::machine::{Machine, Step, Stop};
use crate::memory::{Kind, Life};
use crate::report::Fault;
use crate::value::{Prov, Value, Wide};
use ir::{ErrorKind, Property, Scalar};

/// An error after which the run went on.
pub struct Passed {
    /// What was wrong.
    pub fault: Box<Fault>,
    /// After how many steps.
    pub step: u64,
    /// The object that it was about.
    object: Option<Prov>,
}

impl Machine<'_> {
    /// Goes on after an error, or ends the run with it.
    #[cold]
    pub fn go_on(&mut self, fault: Box<Fault>) -> Step<()> {
        if self.is_after_error() && !can_be_left_out(fault.kind) {
            return self.end_after_error();
        }
        let has_ended = self.last_step.is_some();
        if has_ended || !self.config.goes_on || !can_be_left_out(fault.kind) {
            return Err(Stop::Fault(fault));
        }
        if self.passed.is_empty() && self.config.properties.contains(Property::ValidMemtrack) {
            self.lost_before_error = self.lost_blocks();
        }
        let object = self.wrong.take();
        let position = self.frames.iter().rposition(|frame| !self.prepared.library[frame.code.id.index()]);
        let Some(position) = position else { return Err(Stop::Fault(fault)) };
        let unwinds = position + 1 < self.frames.len();
        let in_library = self.primitive.take().is_some() || unwinds;
        let is_known = |passed: &Passed| (passed.fault.kind, &passed.fault.site) == (fault.kind, &fault.site);
        if !self.passed.iter().any(is_known) {
            let step = self.steps;
            if self.passed.iter().any(|passed| is_consequence(&fault, object, passed)) {
                return self.end_after_error();
            }
            self.passed.push(Passed { fault, step, object });
        }
        if unwinds {
            // Nobody waits for what a library function that the system calls would give.
            if self.frames[position + 1..].iter().any(|frame| frame.boundary) {
                return self.end_after_error();
            }
            self.unwind_to(position);
            self.pc = self.frames[position].pc;
        }
        if let Some(prov) = object.filter(|_| in_library) {
            self.make_undefined(prov);
        }
        match self.leave_out() {
            true => Ok(()),
            false => self.end_after_error(),
        }
    }

    /// Ends the run: all that could follow depends on an error.
    pub fn end_after_error<T>(&mut self) -> Step<T> {
        match self.passed.pop() {
            Some(last) => {
                self.last_step = Some(last.step);
                Err(Stop::Fault(last.fault))
            }
            None => self.undefined("goes on after an error"),
        }
    }

    /// Whether something depends on an error that the run has passed, where it depends on an undefined value.
    pub fn is_after_error(&self) -> bool {
        !self.passed.is_empty()
    }

    fn make_undefined(&mut self, prov: Prov) {
        let meta = &self.memory.metas[prov.index()];
        if meta.life == Life::Alive && matches!(meta.kind, Kind::Heap(_) | Kind::Stack(..) | Kind::Global(_))
        {
            let (word, size) = (self.memory.word, meta.size as usize);
            self.memory.objects[prov.index()].fill(0, size, Value::undefined(0xff), word);
        }
    }

    /// Skips the current operation with undefined results; whether it is one that can be skipped.
    fn leave_out(&mut self) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        let (code, base) = (frame.code, frame.base);
        let program = self.prepared.program;
        let bits = |ty: Scalar| ty.bits(program.target) as u8;
        let results: Vec<(u32, u8, bool)> = match code.ops[self.pc as usize] {
            Op::Load8 { to, .. } => vec![(to, 64, false)],
            Op::Load4 { to, .. } => vec![(to, 32, false)],
            Op::Load { bytes, to, .. } => vec![(to, bytes * 8, false)],
            Op::Store8 { .. } | Op::Store4 { .. } | Op::Store { .. } => Vec::new(),
            Op::Call { table } => {
                let results = code.calls[table as usize].results.iter();
                results.map(|(to, ty)| (*to, bits(*ty), is_wide(*ty, program))).collect()
            }
            Op::Rare { table } => match &code.rares[table as usize] {
                Rare::LoadScalar { to, ty, .. } | Rare::LoadVolatile { to, ty, .. } => {
                    vec![(*to, bits(*ty), is_wide(*ty, program))]
                }
                Rare::StoreScalar { .. } | Rare::MemCopy { .. } | Rare::MemSet { .. } => Vec::new(),
                _ => return false,
            },
            _ => return false,
        };
        for (to, bits, wide) in results {
            self.write_wide(base, to, Wide::undefined(crate::arith::mask(bits)), wide);
        }
        self.pc += 1;
        true
    }
}

/// Whether the operation can be left out: it is wrong by what it does to memory.
fn can_be_left_out(kind: ErrorKind) -> bool {
    match kind {
        ErrorKind::NullDeref
        | ErrorKind::UseAfterFree
        | ErrorKind::OutOfBounds
        | ErrorKind::UseAfterScope
        | ErrorKind::InvalidPointer
        | ErrorKind::OverlappingCopy
        | ErrorKind::DoubleFree
        | ErrorKind::InvalidFree => true,
        ErrorKind::Leak
        | ErrorKind::NotFreed
        | ErrorKind::AssertionFailure
        | ErrorKind::ReachError
        | ErrorKind::UninitializedRead
        | ErrorKind::SignedOverflow => false,
    }
}

/// Whether an error says no more than one before: it is about the same null or the same object, or both are about objects
/// that are no more.
fn is_consequence(fault: &Fault, object: Option<Prov>, before: &Passed) -> bool {
    let about_the_same = match object {
        None => before.object.is_none() && before.fault.kind == fault.kind,
        Some(_) => before.object == object,
    };
    about_the_same || is_about_life(fault.kind) && is_about_life(before.fault.kind)
}

/// Whether an error is about when an object lives.
fn is_about_life(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::UseAfterFree | ErrorKind::UseAfterScope | ErrorKind::DoubleFree | ErrorKind::InvalidFree
    )
}
