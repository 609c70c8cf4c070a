//! How a fault came about, in source terms.
//!
//! Events are recorded on a second run, when it is known at which step the fault happens: from the first steps and
//! from the steps that end in the fault. In between the recorder sleeps, so long runs cost no more than usual.

use crate::code::Src;
use crate::decode::is_wide;
use crate::machine::Machine;
use crate::memory::Kind;
use crate::observe::Observer;
use crate::report::Change;
use crate::value::{Prov, Value, Wide};
use crate::view::{self, Viewer};
use ir::types::TypeKind;
use ir::{Action, FuncId, InstKind, Operand, Scalar, Span, Step, TerminatorKind, TypeId};
use std::collections::VecDeque;

/// How many of the first events a trace has.
const FIRST: usize = 40;
/// How many of the last events a trace has.
const LAST: usize = 160;
/// How many of the first and of the last events a trace has that shows memory.
const VIEWED: (usize, usize) = (2_000, 8_000);
/// How many steps are recorded at the start and before each fault.
const WINDOW: u64 = 50_000;

/// What clang calls the blocks where execution goes on if a condition of the source holds …
const TRUE_BLOCKS: [&str; 5] = ["if.then", "for.body", "while.body", "do.body", "cond.true"];
/// … and if it does not.
const FALSE_BLOCKS: [&str; 7] =
    ["if.else", "if.end", "for.cond.cleanup", "for.end", "while.end", "do.end", "cond.false"];

/// A step, and what it changed in memory where somebody looks at it.
#[derive(Clone)]
pub struct Event {
    pub step: Step,
    pub changes: Vec<Change>,
}

/// Records events.
pub struct Recorder {
    /// Whether events are being recorded now.
    pub active: bool,
    /// The steps at which a trace is wanted, ascending.
    wanted: Vec<u64>,
    /// The traces taken so far, one for each of the first wanted steps.
    pub taken: Vec<Vec<Event>>,
    first: Vec<Event>,
    last: VecDeque<Event>,
    left_out: u64,
    slept: bool,
    /// How many of the first and of the last events are kept.
    limits: (usize, usize),
    /// Who looks at memory.
    viewer: Option<Viewer>,
    /// Whether the last event knows what it changed in memory.
    settled: bool,
}

impl Recorder {
    /// A recorder that takes a trace before each of these steps, which are in ascending order; one with views says what
    /// each event changed in memory.
    pub fn new(wanted: Vec<u64>, views: bool) -> Recorder {
        Recorder {
            active: true,
            wanted,
            taken: Vec::new(),
            first: Vec::new(),
            last: VecDeque::new(),
            left_out: 0,
            slept: false,
            limits: if views { VIEWED } else { (FIRST, LAST) },
            viewer: views.then(Viewer::default),
            settled: false,
        }
    }

    fn push(&mut self, event: Event) {
        self.settled = false;
        if self.first.len() < self.limits.0 && !self.slept {
            self.first.push(event);
            return;
        }
        if self.last.len() == self.limits.1
            && let Some(dropped) = self.last.pop_front()
        {
            self.left_out += 1;
            self.pass_on(dropped.changes);
        }
        self.last.push_back(event);
    }

    /// Gives the changes of events that are left out to the first one after them.
    fn pass_on(&mut self, changes: Vec<Change>) {
        if let Some(next) = self.last.front_mut() {
            next.changes = view::merge(changes, std::mem::take(&mut next.changes));
        }
    }

    /// Tells the last event what it changed in memory.
    fn settle(&mut self, machine: &Machine<'_>) {
        if std::mem::replace(&mut self.settled, true) {
            return;
        }
        let Some(viewer) = &mut self.viewer else { return };
        let Some(event) = self.last.back_mut().or(self.first.last_mut()) else { return };
        let changes = viewer.look(machine);
        event.changes = view::merge(std::mem::take(&mut event.changes), changes);
    }

    /// The events so far: the first ones, how many are missing, the last ones.
    pub fn snapshot(&self) -> Vec<Event> {
        let mut events = self.first.clone();
        let gap = match (self.slept, self.left_out) {
            (true, _) => Some(Action::LeftOut { steps: None }),
            (false, 0) => None,
            (false, count) => Some(Action::LeftOut { steps: Some(count) }),
        };
        if let (Some(action), Some(last)) = (gap, self.last.front()) {
            let step = Step { span: None, function: last.step.function.clone(), action };
            events.push(Event { step, changes: Vec::new() });
        }
        events.extend(self.last.iter().cloned());
        events
    }

    /// Whether a step is in a window that is recorded.
    fn covers(&self, step: u64) -> bool {
        step < WINDOW || self.wanted.iter().any(|wanted| (step..=step + WINDOW).contains(wanted))
    }
}

impl Machine<'_> {
    /// Takes traces that are due and wakes or puts to sleep the recorder; gives the next step of interest.
    pub fn record(&mut self, recorder: &mut Recorder) -> u64 {
        while recorder.wanted.get(recorder.taken.len()).is_some_and(|wanted| *wanted <= self.steps) {
            recorder.settle(self);
            let snapshot = recorder.snapshot();
            recorder.taken.push(snapshot);
        }
        let active = recorder.covers(self.steps);
        if active && !recorder.active {
            recorder.slept = true;
            let dropped = recorder.last.drain(..).flat_map(|event| event.changes).collect();
            let before = view::merge(Vec::new(), dropped);
            for step in self.active_calls() {
                recorder.push(Event { step, changes: Vec::new() });
            }
            recorder.pass_on(before);
        }
        recorder.active = active;
        let due = recorder.wanted.get(recorder.taken.len()).copied().unwrap_or(u64::MAX);
        let wake = recorder.wanted.iter().map(|wanted| wanted.saturating_sub(WINDOW));
        let later = wake.chain([due, WINDOW]).filter(|step| *step > self.steps);
        later.min().unwrap_or(u64::MAX)
    }

    /// The calls that are active, as events.
    fn active_calls(&self) -> Vec<Step> {
        let frames = self.frames.iter().enumerate().skip(1);
        let user = frames.filter(|(_, frame)| !self.prepared.library[frame.code.id.index()]);
        let event = |(index, frame): (usize, &crate::machine::Frame<'_>)| {
            let caller = &self.frames[index - 1];
            let name = &self.prepared.program.function(frame.code.id).name;
            Step {
                span: self.prepared.span(caller.code.id, caller.pc),
                function: self.prepared.program.function(caller.code.id).name.clone(),
                action: Action::InCall { function: name.clone() },
            }
        };
        user.map(event).collect()
    }

    /// Whether the last frame is the user's: what happens inside of the library is not told.
    fn is_in_user_code(&self) -> bool {
        self.frames.last().is_some_and(|frame| !self.prepared.library[frame.code.id.index()])
    }

    fn event(&mut self, action: Action) {
        self.event_or_at(None, action);
    }

    /// An event of an instruction that may have no place of its own: the other place is told then.
    fn event_or_at(&mut self, other: Option<Span>, action: Action) {
        let Some(frame) = self.frames.last() else { return };
        let span = self.prepared.span(frame.code.id, self.pc).or(other);
        let function = self.prepared.program.function(frame.code.id).name.clone();
        self.settle_trace();
        if let Observer::Recorder(recorder) = &mut self.observer {
            recorder.push(Event { step: Step { span, function, action }, changes: Vec::new() });
        }
    }

    /// Tells the last event what it changed in memory, before something else does.
    #[cold]
    pub fn settle_trace(&mut self) {
        if !self.is_in_user_code() {
            return;
        }
        if let Observer::Recorder(mut recorder) = std::mem::replace(&mut self.observer, Observer::Nobody) {
            recorder.settle(self);
            self.observer = Observer::Recorder(recorder);
        }
    }

    /// Tells the last event what it changed, when the run is over; the events so far.
    pub fn last_trace(&self, recorder: &mut Recorder) -> Vec<Event> {
        recorder.settle(self);
        recorder.snapshot()
    }

    /// A call begins.
    #[cold]
    pub fn trace_call(&mut self, callee: FuncId) {
        if self.is_in_user_code() && self.prepared.models[callee.index()].is_none() {
            let name = &self.prepared.program.function(callee).name;
            self.event(Action::Called { function: name.clone() });
        }
    }

    /// A function returns.
    #[cold]
    pub fn trace_return(&mut self, values: &[(Src, Scalar)]) {
        if !self.is_in_user_code() {
            return;
        }
        let Some(frame) = self.frames.last() else { return };
        let name = self.prepared.program.function(frame.code.id).name.clone();
        let value = match values {
            [(from, ty)] => {
                let wide = is_wide(*ty, self.prepared.program);
                let value = self.read_wide(frame.code, frame.base, *from, wide);
                let result = match self.prepared.program.function(frame.code.id).ty {
                    Some(id) => {
                        match &self.prepared.program.types.get(self.prepared.program.types.strip(id)).kind {
                            TypeKind::Function { result, .. } => Some(*result),
                            _ => None,
                        }
                    }
                    None => None,
                };
                Some(self.show(value, *ty, result))
            }
            _ => None,
        };
        self.event(Action::Returned { function: name, value });
    }

    /// A branch of the source is taken.
    #[cold]
    pub fn trace_branch(&mut self, holds: bool) {
        let Some(frame) = self.frames.last() else { return };
        if self.is_in_user_code() && self.prepared.span(frame.code.id, self.pc).is_some() {
            let holds = holds != self.is_inverted_branch();
            self.event(Action::Decided { holds });
        }
    }

    /// Rounds of a loop are left out.
    #[cold]
    pub fn trace_left_out(&mut self) {
        if self.is_in_user_code() {
            self.event(Action::LeftOut { steps: None });
        }
    }

    /// Whether the current branch tests the opposite of the condition in the source: of `if (!p)` clang makes a
    /// branch on `p` with its targets exchanged. The names that clang gives to blocks tell.
    fn is_inverted_branch(&self) -> bool {
        let inverted = || {
            let code = self.frames.last()?.code;
            let body = self.prepared.program.function(code.id).body.as_ref()?;
            let block = code.origins[self.pc as usize].block as usize;
            let TerminatorKind::Branch { then, otherwise, .. } = body.blocks[block].terminator.kind else {
                return None;
            };
            let name =
                |id| body.block(id).name.as_deref().map(|name| name.trim_end_matches(char::is_numeric));
            let (then, otherwise) = (name(then)?, name(otherwise)?);
            Some(FALSE_BLOCKS.contains(&then) && TRUE_BLOCKS.contains(&otherwise))
        };
        inverted().unwrap_or(false)
    }

    /// A switch is taken.
    #[cold]
    pub fn trace_switch(&mut self, value: u128, ty: Scalar) {
        let Some(frame) = self.frames.last() else { return };
        if self.is_in_user_code() && self.prepared.span(frame.code.id, self.pc).is_some() {
            let text = self.show(Wide::from_bits(value), ty, None);
            self.event(Action::Switched { value: Some(text) });
        }
    }

    /// A source variable gets a value.
    #[cold]
    pub fn trace_variable(&mut self, register: u32, value: Value) {
        let Some(frame) = self.frames.last() else { return };
        let (id, code) = (frame.code.id, frame.code);
        let Some(body) = &self.prepared.program.function(id).body else { return };
        if !self.is_in_user_code() {
            return;
        }
        let Some(var) = code.var_slots.iter().position(|slot| *slot == register) else { return };
        let origin = code.origins[self.pc as usize];
        let inst = body.blocks[origin.block as usize].insts.get(origin.inst as usize);
        let ty = match inst.map(|inst| &inst.kind) {
            Some(InstKind::VarIs { value, .. }) => body.operand_type(*value),
            _ => return,
        };
        let value = self.show(Wide::narrow(value), ty, body.vars[var].ty);
        let var = &body.vars[var];
        let call = frame.serial;
        self.event_or_at(var.span, Action::Assigned { target: var.name.clone(), value });
        if let Observer::Recorder(recorder) = &mut self.observer
            && let Some(viewer) = &mut recorder.viewer
        {
            viewer.assigned(call, register);
        }
    }

    /// Memory that has a name in the source gets a value.
    #[cold]
    pub fn trace_store(&mut self, pointer: Value, value: Wide, bytes: usize) {
        if !self.is_in_user_code() || !pointer.prov.is_object() {
            return;
        }
        let program = self.prepared.program;
        let types = &program.types;
        let offset = pointer.bits.wrapping_sub(self.memory.objects[pointer.prov.index()].base);
        let named = |name: &str, ty: Option<TypeId>| {
            let path = ty.and_then(|ty| types.path_at(ty, offset, Some(bytes as u64))).unwrap_or_default();
            format!("{name}{path}")
        };
        let place = match self.memory.metas[pointer.prov.index()].kind {
            Kind::Global(id) => named(&program.global(id).name, program.global(id).ty),
            Kind::Stack(function, Some(var)) => {
                let Some(body) = &program.function(function).body else { return };
                named(&body.var(var).name, body.var(var).ty)
            }
            Kind::Heap(number) => match self.stored_member(bytes as u64) {
                Some(path) if !path.is_empty() => format!("block {number}{path}"),
                _ if offset == 0 => format!("*block {number}"),
                _ => format!("block {number} at offset {offset}"),
            },
            _ => return,
        };
        let scalar = match value.lo.prov {
            prov if prov.is_object() => Scalar::Ptr,
            _ => self.stored_type().unwrap_or(Scalar::Int(8 * bytes.min(16) as u8)),
        };
        let value = self.show(value, scalar, None);
        self.event(Action::Assigned { target: place, value });
    }

    /// The instruction that is executed.
    fn current_inst(&self) -> Option<(&ir::Body, &ir::Inst)> {
        let frame = self.frames.last()?;
        let body = self.prepared.program.function(frame.code.id).body.as_ref()?;
        let origin = frame.code.origins[self.pc as usize];
        Some((body, body.blocks[origin.block as usize].insts.get(origin.inst as usize)?))
    }

    fn stored_type(&self) -> Option<Scalar> {
        match &self.current_inst()?.1.kind {
            InstKind::Store { ty, .. } => Some(*ty),
            _ => None,
        }
    }

    /// The member that the current store writes, where its address was computed as one.
    fn stored_member(&self, bytes: u64) -> Option<String> {
        let (body, inst) = self.current_inst()?;
        let InstKind::Store { ptr: Operand::Value(pointer), .. } = &inst.kind else { return None };
        let defined = |inst: &&ir::Inst| inst.results.contains(pointer);
        let definition = body.blocks.iter().flat_map(|block| &block.insts).find(defined)?;
        match &definition.kind {
            InstKind::PtrAdd { offset: Operand::Int { value, .. }, via: Some(via), .. } => {
                self.prepared.program.types.path_at(*via, *value as u64, Some(bytes))
            }
            _ => None,
        }
    }

    /// Memory is allocated or freed.
    #[cold]
    pub fn trace_heap(&mut self, action: Action) {
        if self.is_in_user_code() {
            self.event(action);
        }
    }

    /// A value for people.
    pub fn show(&self, value: Wide, ty: Scalar, source: Option<TypeId>) -> String {
        if !value.is_defined() {
            return "an uninitialised value".to_string();
        }
        match ty {
            _ if value.lo.prov.is_object() => self.show_address(value.lo),
            Scalar::Ptr if value.lo.bits == 0 => "null".to_string(),
            Scalar::Ptr => format!("{:#x}", value.lo.bits),
            Scalar::Float(kind) => {
                let bits = crate::float::convert(kind, ir::FloatKind::F64, value.bits());
                format!("{:?}", crate::float::double(bits))
            }
            Scalar::Int(bits) => match self.is_unsigned(source) {
                true => value.bits().to_string(),
                false if bits == 1 => (value.bits() == 1).to_string(),
                false => crate::arith::signed(value.bits(), bits).to_string(),
            },
        }
    }

    fn is_unsigned(&self, source: Option<TypeId>) -> bool {
        use ir::types::Encoding;
        let types = &self.prepared.program.types;
        source.is_some_and(|ty| match &types.get(types.strip(ty)).kind {
            TypeKind::Base { encoding, .. } => {
                matches!(encoding, Encoding::Unsigned | Encoding::UnsignedChar | Encoding::Bool)
            }
            _ => false,
        })
    }

    fn show_address(&self, pointer: Value) -> String {
        let offset = pointer.bits.wrapping_sub(self.memory.objects[pointer.prov.index()].base) as i64;
        let name = match self.memory.metas[pointer.prov.index()].kind {
            Kind::Global(id) if self.name_of(pointer.prov) == "string literal" => self.show_literal(id),
            Kind::Global(_) | Kind::Stack(_, Some(_)) => {
                let name = self.name_of(pointer.prov);
                name.split_once(' ').map_or(name.clone(), |(_, name)| format!("&{name}"))
            }
            _ => self.name_of(pointer.prov),
        };
        let name = match self.memory.metas[pointer.prov.index()] {
            meta if matches!(meta.kind, Kind::Heap(_)) && offset == 0 => {
                self.name_with_origin(pointer.prov, &name)
            }
            _ => name,
        };
        match offset {
            0 => name,
            _ if offset > 0 => format!("{name} + {offset}"),
            _ => format!("{name} - {}", offset.unsigned_abs()),
        }
    }

    /// A string literal as in the source, cut where it is long.
    fn show_literal(&self, id: ir::GlobalId) -> String {
        let init = self.prepared.program.global(id).init.as_ref();
        let bytes = init.map_or(&[] as &[u8], |init| &init.bytes);
        let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
        let shown = text.iter().take(24).map(|byte| byte.escape_ascii().to_string()).collect::<String>();
        let rest = if text.len() > 24 { "…" } else { "" };
        format!("\"{shown}{rest}\"")
    }

    /// A heap block with its size and where it was allocated.
    fn name_with_origin(&self, prov: Prov, name: &str) -> String {
        let meta = &self.memory.metas[prov.index()];
        let span = meta.place.and_then(|place| self.prepared.span(place.function, place.pc));
        match span {
            Some(span) => {
                let file = &self.prepared.program.file(span.file).name;
                format!("{name} ({} bytes, allocated at {file}:{})", meta.size, span.line)
            }
            None => format!("{name} ({} bytes)", meta.size),
        }
    }
}
