//! Calls: who is meant, how arguments reach parameters, and how results come back.
//!
//! A call whose arguments are what the callee expects copies registers. Other calls (through pointers of another
//! type, to functions declared without a prototype) behave as [`ir::calling`] says.

use crate::code::{Call, CallArg, Code, Src, Target};
use crate::decode::is_wide;
use crate::garbage::Filling;
use crate::machine::{Frame, Machine, Step, Stop};
use crate::memory::{Kind, Memory};
use crate::report::Stopped;
use crate::value::{Prov, Value, Wide};
use crate::variadic::Variadic;
use ir::calling;
use ir::{Access, ErrorKind, FuncId, Param, Scalar};

/// What a frame takes of the stack besides its objects.
const FRAME_BYTES: u64 = 32;

/// An argument that was read.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Its value, or the address of the memory that is passed.
    pub value: Wide,
    /// Its type.
    pub ty: Scalar,
    /// The size and alignment of the memory passed by value.
    pub by_value: Option<(u64, u64)>,
}

impl<'a> Machine<'a> {
    /// Starts a call of the current function, or does it where the callee is a primitive.
    pub fn call(&mut self, call: &'a Call) -> Step<()> {
        let callee = match call.target {
            Target::Direct(id) => id,
            Target::Indirect(pointer) => {
                let pointer = self.current(pointer);
                self.resolve_function(pointer)?
            }
        };
        if self.observer.is_tracing() {
            self.trace_call(callee);
        }
        if let (Some(row), Some(code)) = (&call.direct, self.prepared.code(callee)) {
            let (caller, from) = self.caller();
            self.push_frame(code, false)?;
            let base = self.registers.len() - code.registers;
            for (index, src) in row.iter().enumerate() {
                self.registers[base + index] = match src.0 & Src::CONST {
                    0 => self.registers[from + src.0 as usize],
                    _ => caller.consts[(src.0 & !Src::CONST) as usize],
                };
            }
            return Ok(());
        }
        let args: Vec<Argument> = call.args.iter().map(|arg| self.argument(arg)).collect();
        let prepared = self.prepared;
        if let Some(code) = prepared.code(callee) {
            return self.enter(code, &args, false);
        }
        let Some(primitive) = prepared.models[callee.index()] else {
            return self.call_foreign(callee, &args, call);
        };
        self.primitive = Some(callee);
        let result = self.run_primitive(primitive, &args, call)?;
        self.primitive = None;
        if let Some(result) = result {
            self.set_results(call, &[(result, None)]);
            self.pc += 1;
        }
        Ok(())
    }

    /// The code and the first register of the calling frame.
    fn caller(&self) -> (&'a Code, usize) {
        let frame = self.frames.last().expect("a call is made by a frame");
        (frame.code, frame.base)
    }

    /// The value of an operand of the current operation.
    fn current(&self, from: Src) -> Value {
        let (code, base) = self.caller();
        self.read_wide(code, base, from, false).lo
    }

    fn argument(&self, arg: &CallArg) -> Argument {
        let (code, base) = self.caller();
        let value = self.read_wide(code, base, arg.from, is_wide(arg.ty, self.prepared.program));
        Argument { value, ty: arg.ty, by_value: arg.by_value }
    }

    /// The function that a pointer is the address of.
    pub fn resolve_function(&mut self, pointer: Value) -> Step<FuncId> {
        if pointer.undef != 0 {
            self.uninitialized("the callee")?;
            if pointer.prov == Prov::NONE {
                return self.error(
                    ErrorKind::InvalidPointer,
                    "calls through an uninitialised pointer".into(),
                    None,
                );
            }
        }
        if pointer.bits == 0 && pointer.prov == Prov::NONE {
            return self.error(ErrorKind::NullDeref, "calls through a null pointer".into(), None);
        }
        let at_start = |id: &FuncId| self.memory.objects[Memory::function(*id).index()].base == pointer.bits;
        let found = match self.memory.metas[pointer.prov.index()].kind {
            Kind::Function(id) => Some(id).filter(at_start),
            // An address that was computed with means whatever exposed function lies there.
            _ if !pointer.prov.is_object() => {
                let exposed = |id: &FuncId| self.memory.metas[Memory::function(*id).index()].exposed;
                self.prepared.program.function_ids().filter(exposed).find(at_start)
            }
            _ => None,
        };
        let object = pointer.prov.is_object().then(|| {
            (pointer.prov, pointer.bits.wrapping_sub(self.memory.objects[pointer.prov.index()].base) as i64)
        });
        match found {
            Some(id) => Ok(id),
            None => {
                let message = "calls through a pointer that is not the address of a function";
                self.error(ErrorKind::InvalidPointer, message.into(), object)
            }
        }
    }

    /// Makes room for a new frame, with all registers zero.
    fn push_frame(&mut self, code: &'a Code, boundary: bool) -> Step<()> {
        let stack_pointer = self.memory.stack_pointer;
        if self.memory.push_stack(FRAME_BYTES, 16, self.config.stack_limit).is_none() {
            return Err(Stop::Stopped(Box::new(Stopped::StackOverflow { site: self.site() })));
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = self.pc;
        }
        let base = self.registers.len();
        self.registers.resize(base + code.registers, Value::ZERO);
        self.next_serial += 1;
        self.frames.push(Frame {
            code,
            pc: 0,
            base,
            stack_mark: self.stack_objects.len(),
            stack_pointer,
            stack_start: self.memory.stack_pointer,
            variadic: None,
            boundary,
            serial: self.next_serial,
        });
        self.pc = 0;
        Ok(())
    }

    /// Enters a function with arguments of any kind.
    pub fn enter(&mut self, code: &'a Code, args: &[Argument], boundary: bool) -> Step<()> {
        let function = self.prepared.program.function(code.id);
        let is_library = self.prepared.library[code.id.index()];
        let (values, extra) =
            bind(&function.params, args, self.memory.word, is_library, &self.memory.garbage);
        let area = match function.variadic {
            true => Some(self.variadic_area(&function.params, &extra)?),
            false => None,
        };
        self.push_frame(code, boundary)?;
        let base = self.registers.len() - code.registers;
        let mut slot = base;
        for (value, param) in values.iter().zip(&function.params) {
            let wide = is_wide(param.ty, self.prepared.program);
            self.registers[slot] = value.lo;
            if wide {
                self.registers[slot + 1] = value.hi;
            }
            slot += 1 + usize::from(wide);
        }
        if let Some(Area { base, size, pieces, starts }) = area {
            let place = self.place();
            let prov = self.memory.create_stack(base, size, 16, Kind::Variadic, place);
            for (at, piece) in pieces {
                match piece {
                    Piece::Scalar(value, count) => {
                        let object = &mut self.memory.objects[prov.index()];
                        for (index, half) in [value.lo, value.hi].into_iter().enumerate() {
                            let done = index * 8;
                            if done < count {
                                object.store(at + done, half, (count - done).min(8), self.memory.word);
                            }
                        }
                    }
                    Piece::Memory(extract) => self.memory.insert((prov, at), &extract),
                }
            }
            self.stack_objects.push(prov);
            if let Some(frame) = self.frames.last_mut() {
                frame.variadic = Some(Variadic { prov, starts });
            }
        }
        Ok(())
    }

    /// Lays out variadic arguments as the callee will look for them.
    fn variadic_area(&mut self, params: &[Param], extra: &[Argument]) -> Step<Area> {
        let target = self.prepared.program.target;
        let passed: Vec<Param> =
            extra.iter().map(|arg| Param { ty: arg.ty, by_value: arg.by_value }).collect();
        let area = clib::VariadicLayout::new(params, &passed, target);
        let mut pieces = Vec::new();
        for (arg, at) in extra.iter().zip(&area.offsets) {
            let piece = match arg.by_value {
                Some((length, _)) => {
                    let from = self.access(arg.value.lo, length, Access::Read)?;
                    Piece::Memory(self.memory.extract(from, length as usize))
                }
                None => Piece::Scalar(arg.value, arg.ty.bytes(target) as usize),
            };
            pieces.push((*at, piece));
        }
        match self.memory.push_stack(area.size as u64, area.align, self.config.stack_limit) {
            Some(base) => Ok(Area { base, size: area.size as u64, pieces, starts: area.starts }),
            None => Err(Stop::Stopped(Box::new(Stopped::StackOverflow { site: self.site() }))),
        }
    }

    /// Returns from the last frame. Gives the result where that ends the execution.
    pub fn return_from(&mut self, values: &'a [(Src, Scalar)]) -> Step<Option<Option<Wide>>> {
        if self.observer.is_tracing() {
            self.trace_return(values);
        }
        let (code, base) = self.caller();
        let program = self.prepared.program;
        let read = |machine: &Self, (from, ty): (Src, Scalar)| {
            machine.read_wide(code, base, from, is_wide(ty, program))
        };
        self.end_stack_objects();
        if self.frames.len() == 1 {
            self.returned_from = Some(self.place());
        }
        let frame = self.frames.pop().expect("a frame returns");
        self.memory.stack_pointer = frame.stack_pointer;
        if frame.boundary {
            let result = values.first().map(|value| read(self, *value));
            self.registers.truncate(frame.base);
            self.pc = self.frames.last().map_or(0, |frame| frame.pc);
            return Ok(Some(result));
        }
        let caller = self.frames.last().expect("only boundary frames have no caller");
        let (caller_code, caller_base) = (caller.code, caller.base);
        self.pc = caller.pc + 1;
        if let crate::code::Op::Call { table } = caller_code.ops[caller.pc as usize] {
            let call = &caller_code.calls[table as usize];
            for (index, &(to, ty)) in call.results.iter().enumerate() {
                let value = match values.get(index) {
                    Some(value) => self.adapt(read(self, *value), value.1, ty),
                    None => self.undefined_value(ty),
                };
                self.write_wide(caller_base, to, value, is_wide(ty, program));
            }
        }
        self.registers.truncate(frame.base);
        Ok(None)
    }

    /// Ends the life of the stack objects of the last frame.
    fn end_stack_objects(&mut self) {
        let mark = self.frames.last().map_or(0, |frame| frame.stack_mark);
        if self.stack_objects.len() > mark {
            let place = self.place();
            for prov in self.stack_objects.drain(mark..) {
                self.memory.end(prov, place);
            }
        }
    }

    /// Leaves all frames above the one with this position, as `longjmp` does.
    pub fn unwind_to(&mut self, position: usize) {
        while self.frames.len() > position + 1 {
            self.end_stack_objects();
            if let Some(frame) = self.frames.pop() {
                self.memory.stack_pointer = frame.stack_pointer;
                self.registers.truncate(frame.base);
            }
        }
    }

    /// Writes the results of a call that a primitive did. A missing type means as the call expects.
    pub fn set_results(&mut self, call: &Call, values: &[(Wide, Option<Scalar>)]) {
        let (_, base) = self.caller();
        for (index, &(to, ty)) in call.results.iter().enumerate() {
            let value = match values.get(index) {
                Some((value, from)) => self.adapt(*value, from.unwrap_or(ty), ty),
                None => self.undefined_value(ty),
            };
            self.write_wide(base, to, value, is_wide(ty, self.prepared.program));
        }
    }

    /// A value of another type than the receiver expects: the bits that both have.
    fn adapt(&self, value: Wide, _from: Scalar, to: Scalar) -> Wide {
        let bits = to.bits(self.prepared.program.target) as u8;
        match bits {
            0..=64 => Wide::narrow(value.lo.truncated(bits)),
            _ => Wide { lo: value.lo, hi: value.hi.truncated(bits - 64) },
        }
    }

    /// An undefined value.
    pub fn undefined_value(&self, ty: Scalar) -> Wide {
        let all = crate::arith::mask(ty.bits(self.prepared.program.target) as u8);
        Wide::from_bits(self.memory.garbage.register(all)).marked(all)
    }
}

/// Where variadic arguments go.
struct Area {
    base: u64,
    size: u64,
    /// The arguments by offset.
    pieces: Vec<(usize, Piece)>,
    starts: (u32, u32),
}

/// A variadic argument on its way to memory.
enum Piece {
    Scalar(Wide, usize),
    Memory(crate::object::Extract),
}

/// Gives each parameter its argument; the rest are the variadic ones. What a wider parameter has in addition is
/// undefined; the library is called as people declare it, with zeros there.
fn bind(
    params: &[Param],
    args: &[Argument],
    word: usize,
    to_library: bool,
    garbage: &Filling,
) -> (Vec<Wide>, Vec<Argument>) {
    let target = ir::Target { pointer_bytes: word as u32 };
    let bits = |ty: Scalar| ty.bits(target) as u8;
    let unset = |bits: u128| Wide::from_bits(garbage.register(bits)).marked(bits);
    let undefined = |ty: Scalar| unset(crate::arith::mask(bits(ty)));
    let fit = |arg: &Argument, ty: Scalar| match (bits(arg.ty), bits(ty)) {
        (from, width) if from < width && !to_library => {
            arg.value.with_upper(unset(crate::arith::mask(width) & !crate::arith::mask(from)))
        }
        (_, width @ 0..=64) => Wide::narrow(arg.value.lo.truncated(width)),
        (_, width) => Wide { lo: arg.value.lo, hi: arg.value.hi.truncated(width - 64) },
    };
    let types: Vec<Param> = args.iter().map(|arg| Param { ty: arg.ty, by_value: arg.by_value }).collect();
    let taken = calling::taken(params, &types, target);
    let values = params.iter().zip(&taken).map(|(param, arg)| match arg {
        Some(index) => fit(&args[*index], param.ty),
        None => undefined(param.ty),
    });
    let values = values.collect();
    let rest = args.iter().enumerate().filter(|(index, _)| !taken.contains(&Some(*index)));
    (values, rest.map(|(_, arg)| *arg).collect())
}
