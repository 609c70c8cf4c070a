//! From a state in which something is wrong to a finding: a model of its path gives the inputs, its histories the
//! trace.

use crate::outcome::Describer;
use crate::state::{Choice, Event, Notation, Outside, State};
use crate::steps::Error;
use engine::{Action, Finding, Garbage, InputValue, Note, Remark, Scenario, Source, Step, Storage, Unit};
use heap::{Data, Kind, Life, ObjectId};
use ir::Span;
use logic::{Answer, Model, Term};

/// The size up to which a block is small.
const SMALL: u64 = 1 << 20;
/// How many arguments a program is given at most to replay an error.
const MOST_ARGUMENTS: u128 = 10_000;
/// How many steps of a trace are kept at each of its ends.
const STEPS: usize = 40;

/// Whether an event is the choice of a value.
fn is_value(event: Event) -> bool {
    matches!(event, Event::Chooses(choice) if !matches!(choice, Choice::Allocation(_)))
}

/// Whether an error can happen.
pub enum Possibility {
    /// It can, as the finding says.
    Happens(Box<Finding>),
    /// It cannot: no execution follows the path.
    Never,
    /// The solver gave up.
    Unknown,
}

impl Describer<'_, '_> {
    /// An error as a finding, if it can happen.
    pub fn finding(&mut self, error: &Error) -> Possibility {
        let state = &error.state;
        let model = match self.likely(state) {
            Answer::Sat(model) => model,
            Answer::Unsat(_) => return Possibility::Never,
            Answer::Unknown(_) => return Possibility::Unknown,
        };
        let mut finding = self.scene(error, &model);
        if state.is_general {
            let remark = Remark::Abstract(self.abstraction(state));
            finding.notes.push(Note { span: None, remark });
        }
        let naming = self.naming(state);
        finding.heap = Some(self.picture(state, &naming));
        Possibility::Happens(Box::new(finding))
    }

    /// A model of the path that a replay is likely to follow: with small blocks, since no machine gives the others, and
    /// with zeros where nothing was written.
    fn likely(&mut self, state: &State) -> Answer {
        let sizes: Vec<Term> = state.heap.objects().map(|(_, object)| object.size).collect();
        let limit = self.transfer.symbols.size(SMALL);
        let symbolic: Vec<Term> =
            sizes.into_iter().filter(|size| self.transfer.symbols.store.as_const(*size).is_none()).collect();
        let small: Vec<Term> =
            symbolic.into_iter().map(|size| self.transfer.symbols.store.ult(size, limit)).collect();
        // Memory that was never written is zero in a replay.
        let mut zeros = Vec::new();
        for var in self.transfer.symbols.store.support(&state.path.terms()) {
            let var = self.transfer.symbols.store.var_term(var);
            if self.transfer.symbols.is_undefined(var) {
                let zero = self.transfer.symbols.store.zero(self.transfer.symbols.store.width(var));
                zeros.push(self.transfer.symbols.store.eq(var, zero));
            }
        }
        for wishes in [[&small[..], &zeros[..]].concat(), small, zeros] {
            if !wishes.is_empty()
                && let Answer::Sat(model) =
                    self.transfer.solver.check(&mut self.transfer.symbols.store, &state.path, &wishes)
            {
                return Answer::Sat(model);
            }
        }
        self.transfer.solver.check(&mut self.transfer.symbols.store, &state.path, &[])
    }

    /// What led to an error, without the heap.
    fn scene(&self, error: &Error, model: &Model) -> Finding {
        let (state, place) = (&error.state, error.place);
        let (scenario, mut inputs) = self.scenario(state, model);
        if state.is_general {
            // They would be those of some other state: what they have to do with this one is forgotten.
            inputs.clear();
        }
        let names = |function: ir::FuncId| self.transfer.context.program().function(function).name.clone();
        let mut notes = Vec::new();
        if let Some(id) = error.object {
            let object = state.heap.object(id);
            let name = self.transfer.name_of(state, id);
            let size = model.eval(&self.transfer.symbols.store, object.size).to_u64().unwrap_or_default();
            let storage = match object.kind {
                Kind::Heap(_) | Kind::Element => Storage::Block,
                Kind::Global(_) | Kind::Stack(_, Some(_)) => Storage::Variable,
                Kind::Stack(_, None) | Kind::Variadic | Kind::Function(_) | Kind::Text | Kind::Library(_) => {
                    Storage::Other
                }
            };
            if let Some(span) = self.declared(state, id) {
                notes.push(Note { span, remark: Remark::Begins { storage, name: name.clone(), size } });
            }
            if let Life::Ended(place) = object.life {
                notes.push(Note { span: place.span, remark: Remark::Ends { storage, name } });
            }
        }
        Finding {
            notes,
            trace: self.trace(state, model),
            inputs,
            // What was found in a state that was made general may not exist, and its choices are not a run's.
            scenario: (!state.is_general).then_some(scenario),
            ..Finding::new(error.kind, place.span, names(place.function), error.message.clone())
        }
    }

    /// Where an object begins its life.
    fn declared(&self, state: &State, id: ObjectId) -> Option<Option<Span>> {
        let object = state.heap.object(id);
        match object.kind {
            heap::Kind::Global(id) => Some(self.transfer.context.program().global(id).span),
            heap::Kind::Stack(function, Some(var)) => {
                Some(self.transfer.context.body(function).var(var).span)
            }
            _ => object.place.map(|place| place.span),
        }
    }

    /// Where a function has its values from that gives any: the system, or itself.
    fn asked(&self, function: ir::FuncId) -> Source {
        let name = &self.transfer.context.program().function(function).name;
        match clib::asks_system(name) {
            true => Source::System,
            false => Source::Call(name.clone()),
        }
    }

    /// Whether a number that a function gives has a sign: the error of a call of the system is negative. What is wider
    /// than a number of C are bytes.
    fn has_sign(&self, function: ir::FuncId, value: Term) -> bool {
        let name = &self.transfer.context.program().function(function).name;
        let is_unsigned =
            clib::choice_type(name).is_some_and(|ty| ty.starts_with("unsigned") || ty == "_Bool");
        self.transfer.symbols.store.width(value) <= 64 && !is_unsigned
    }

    /// The choices of a path as a script, and for people.
    fn scenario(&self, state: &State, model: &Model) -> (Scenario, Vec<InputValue>) {
        let mut scenario = Scenario::default();
        let mut inputs = Vec::new();
        for (choice, place) in state.choices.entries() {
            let number =
                |term: Term| model.eval(&self.transfer.symbols.store, term).to_u128().unwrap_or_default();
            match choice {
                Choice::Input(function, term) => {
                    let source = self.asked(function);
                    let value = match self.has_sign(function, term) {
                        true => {
                            let value = model.eval(&self.transfer.symbols.store, term);
                            let signed = value.to_i128().unwrap_or_default();
                            scenario.inputs.push(signed.cast_unsigned());
                            signed.to_string()
                        }
                        false => {
                            scenario.inputs.push(number(term));
                            number(term).to_string()
                        }
                    };
                    inputs.push(InputValue { span: place.span, source, value });
                }
                Choice::Volatile(term) => {
                    let value = number(term);
                    scenario.inputs.push(value);
                    let (source, value) = (Source::Volatile, value.to_string());
                    inputs.push(InputValue { span: place.span, source, value });
                }
                Choice::Allocation(succeeds) => {
                    scenario.allocations.push(succeeds);
                    if !succeeds {
                        let (source, value) = (Source::Allocation, "NULL".to_string());
                        inputs.push(InputValue { span: place.span, source, value });
                    }
                }
                Choice::Byte(term) => {
                    let value = number(term) as u8;
                    scenario.stdin.push(value);
                    let source = Source::StandardInput(Unit::Byte);
                    inputs.push(InputValue { span: place.span, source, value: value.to_string() });
                }
                Choice::EndOfInput => {}
                Choice::Number(term, notation) => {
                    let value = model.eval(&self.transfer.symbols.store, term);
                    let bits = value.to_u128().unwrap_or_default();
                    let text = match notation {
                        Notation::Signed => value.to_i128().unwrap_or_default().to_string(),
                        Notation::Unsigned => bits.to_string(),
                        Notation::Hexadecimal => format!("{bits:x}"),
                        Notation::Octal => format!("{bits:o}"),
                        Notation::Single => format!("{:e}", f32::from_bits(bits as u32)),
                        Notation::Double => format!("{:e}", f64::from_bits(bits as u64)),
                    };
                    scenario.stdin.extend(text.bytes());
                    let source = Source::StandardInput(Unit::Number);
                    inputs.push(InputValue { span: place.span, source, value: text });
                }
                Choice::NoNumber => {
                    scenario.stdin.extend(b"x ");
                    let (source, value) = (Source::StandardInput(Unit::Word), "x".to_string());
                    inputs.push(InputValue { span: place.span, source, value });
                }
                Choice::Time(term) => {
                    scenario.time =
                        model.eval(&self.transfer.symbols.store, term).to_i128().unwrap_or_default() as i64;
                    let (source, value) = (Source::Clock, scenario.time.to_string());
                    inputs.push(InputValue { span: place.span, source, value });
                }
                Choice::Arguments(term) => {
                    // The name of the program is one of them.
                    let count = number(term).clamp(1, MOST_ARGUMENTS) as usize;
                    scenario.args.resize(count - 1, b"x".to_vec());
                    let source = Source::ArgumentCount;
                    inputs.push(InputValue { span: place.span, source, value: count.to_string() });
                }
                Choice::String(from, object) => {
                    let text = self.text_at(state, object, model);
                    let value = format!("\"{}\"", String::from_utf8_lossy(&text).escape_default());
                    let source = match from {
                        Outside::Argument => {
                            scenario.args.push(text);
                            Source::Argument
                        }
                        Outside::Environment(name) => {
                            let name = self.text_at(state, name, model);
                            let source = Source::Environment(String::from_utf8_lossy(&name).into_owned());
                            scenario.env.push((name, text));
                            source
                        }
                    };
                    inputs.push(InputValue { span: place.span, source, value });
                }
            }
        }
        for (garbage, input) in self.garbage(state, model) {
            scenario.garbage.push(garbage);
            inputs.extend(input);
        }
        (scenario, inputs)
    }

    /// The bytes that were read before they were written and are not zero; neighbours are told together.
    fn garbage(&self, state: &State, model: &Model) -> Vec<(Garbage, Option<InputValue>)> {
        let size = |term| model.eval(&self.transfer.symbols.store, term).to_u64().unwrap_or_default();
        let mut read: Vec<_> = state.heap.read_unwritten().collect();
        read.sort_by_key(|unwritten| (unwritten.object, unwritten.offset));
        let mut garbage: Vec<(Garbage, Option<InputValue>)> = Vec::new();
        // The object that the last bytes were of.
        let mut last = None;
        for unwritten in read {
            let value = model.eval(&self.transfer.symbols.store, unwritten.value);
            let width = self.transfer.symbols.store.width(unwritten.value).div_ceil(8);
            let bytes = &value.to_u128().unwrap_or_default().to_le_bytes()[..width as usize];
            if bytes.iter().all(|byte| *byte == 0) {
                continue;
            }
            let places = (unwritten.offset..unwritten.offset + u64::from(width)).zip(bytes);
            let owned: Vec<(u64, u64, u8)> = places
                .map(|(at, byte)| (state.heap.began_in(unwritten.object, at, size), at, *byte))
                .collect();
            let source = Source::Memory {
                object: self.transfer.name_of_kind(unwritten.kind),
                offset: unwritten.offset,
                size: width.into(),
            };
            let span = unwritten.place.and_then(|place| place.span);
            let mut input = Some(InputValue { span, source, value: format!("0x{value:x}") });
            for run in owned.chunk_by(|one, next| one.0 == next.0) {
                let bytes: Vec<u8> = run.iter().map(|(_, _, byte)| *byte).collect();
                let next = Garbage { object: run[0].0, offset: run[0].1, bytes };
                match garbage.last_mut() {
                    Some((before, told))
                        if last == Some(unwritten.object) && before.is_followed_by(&next) =>
                    {
                        before.bytes.extend(next.bytes);
                        if let Some(InputValue { source: Source::Memory { size, .. }, value, .. }) = told {
                            *size = before.bytes.len() as u64;
                            *value = bytes_text(&before.bytes);
                        }
                    }
                    _ => garbage.push((next, input.take())),
                }
            }
            last = Some(unwritten.object);
        }
        garbage
    }

    /// The string at the start of an object that the program cannot change.
    fn text_at(&self, state: &State, object: ObjectId, model: &Model) -> Vec<u8> {
        let mut text = Vec::new();
        for edge in state.heap.object(object).content.edges() {
            let Data::Bits { term, skip: 0 } = edge.data else { break };
            match model.eval(&self.transfer.symbols.store, term).to_u64() {
                Some(byte) if byte != 0 && edge.offset == text.len() as u64 => text.push(byte as u8),
                _ => break,
            }
        }
        text
    }

    fn trace(&self, state: &State, model: &Model) -> Vec<Step> {
        let mut events = state.events.entries();
        if state.is_general {
            // What values were is forgotten; the way is not.
            events.retain(|(event, ..)| !matches!(event, Event::Assigns(..)) && !is_value(*event));
        }
        let left_out = events.len().saturating_sub(2 * STEPS);
        let mut steps = Vec::new();
        for (number, (event, function, span)) in events.into_iter().enumerate() {
            if left_out > 0 && number >= STEPS && number < STEPS + left_out {
                if number == STEPS {
                    let action = Action::LeftOut { steps: Some(left_out as u64) };
                    steps.push(Step {
                        span,
                        function: self.transfer.context.program().function(function).name.clone(),
                        action,
                    });
                }
                continue;
            }
            let action = self.describe(state, event, model);
            steps.push(Step {
                span,
                function: self.transfer.context.program().function(function).name.clone(),
                action,
            });
        }
        steps
    }

    fn describe(&self, state: &State, event: Event, model: &Model) -> Action {
        let name = |function: ir::FuncId| self.transfer.context.program().function(function).name.clone();
        let value = |value| Some(self.value_text(state, value, model));
        let choice = match event {
            Event::Calls(function) => return Action::Called { function: name(function) },
            Event::Returns(function) => return Action::Returned { function: name(function), value: None },
            Event::Condition(holds) => return Action::Decided { holds },
            Event::Assigns(function, var, value) => {
                let target = self.transfer.context.body(function).var(var).name.clone();
                return Action::Assigned { target, value: self.value_text(state, value, model) };
            }
            Event::Chooses(choice) => choice,
        };
        let (source, value) = match choice {
            Choice::Allocation(true) => return Action::Allocated { block: None, size: None },
            Choice::Allocation(false) => return Action::NotAllocated { size: None },
            Choice::EndOfInput => return Action::EndOfInput,
            Choice::Input(function, given) => (self.asked(function), value(given)),
            Choice::Volatile(given) => (Source::Volatile, value(given)),
            Choice::Byte(given) => (Source::StandardInput(Unit::Byte), value(given)),
            Choice::Number(given, _) => (Source::StandardInput(Unit::Number), value(given)),
            Choice::NoNumber => (Source::StandardInput(Unit::Word), None),
            Choice::String(..) => (Source::Argument, None),
            Choice::Arguments(_) => (Source::Arguments, None),
            Choice::Time(given) => (Source::Clock, value(given)),
        };
        Action::Read { source, value }
    }

    /// A value as a person would write it: an object and offset where it is an address.
    fn value_text(&self, state: &State, value: Term, model: &Model) -> String {
        let vars = self.transfer.symbols.store.support(&[value]);
        let object = vars.iter().find_map(|var| self.transfer.symbols.object_of(*var));
        let number = model.eval(&self.transfer.symbols.store, value);
        let signed = number.to_i128().unwrap_or_default();
        match object.filter(|id| state.heap.find(*id).is_some()) {
            Some(id) => {
                let base = model
                    .eval(&self.transfer.symbols.store, state.heap.object(id).base)
                    .to_i128()
                    .unwrap_or_default();
                match signed - base {
                    0 => format!("&{}", self.transfer.name_of(state, id)),
                    offset => format!("&{} {offset:+}", self.transfer.name_of(state, id)),
                }
            }
            None if object.is_some() => "the address of a lost block".to_string(),
            None if signed == 0 && number.width() == self.transfer.symbols.word() => "0".to_string(),
            None => signed.to_string(),
        }
    }
}

/// Bytes for people.
fn bytes_text(bytes: &[u8]) -> String {
    match bytes {
        [first, rest @ ..] if rest.iter().all(|byte| byte == first) => {
            format!("0x{first:02x} in each of {} bytes", bytes.len())
        }
        _ => bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" "),
    }
}
