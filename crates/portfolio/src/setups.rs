//! Replays failures of single functions: the interpreter calls the function in the state that shows the failure.
//!
//! A function is added to the program that makes the objects of the state, fills them, calls the function, and compares
//! what it leaves behind with what the engine says. A finding is confirmed if the run ends with an error at its place,
//! or if the call returns and everything is as the engine says. What no run shows stays as it was: a callee may do less
//! than its contract allows.

use engine::{Budget, Certainty, Finding, Outcome, Setup, SetupBase, SetupEnd, SetupValue};
use interp::{Config, MallocPolicy, Streams};
use ir::{
    Arg, Block, Body, Callee, CmpOp, FuncId, Function, Inst, InstKind, Operand, Param, Program, Property,
    PropertySet, Scalar, Terminator, TerminatorKind,
};
use std::time::Duration;

/// How long one replay may take.
const PATIENCE: Duration = Duration::from_secs(1);
/// How many instructions it may execute.
const STEPS: u64 = 1_000_000;
/// How large the objects of a state may be together.
const MOST_BYTES: u64 = 64 << 20;
/// How the run ends where everything is as the engine says.
const AS_SAID: u8 = 42;

/// Replays the findings of all functions.
pub fn confirm(program: &Program, budget: &Budget, outcome: &mut Outcome) {
    let mut runs = 0;
    for finding in outcome.functions.iter_mut().flat_map(|function| &mut function.findings) {
        let Some(setup) = &finding.setup else { continue };
        if finding.certainty == Certainty::Shown && budget.check().is_ok() {
            runs += 1;
            if shows(program, budget, finding, setup) {
                finding.certainty = Certainty::Confirmed;
            }
        }
    }
    if runs > 0 {
        outcome.stats.counters.insert("replays", runs);
    }
}

/// Whether a run shows a finding.
fn shows(program: &Program, budget: &Budget, finding: &Finding, setup: &Setup) -> bool {
    let size = setup.objects.iter().fold(0u64, |sum, object| sum.saturating_add(object.size));
    if size > MOST_BYTES || program.function(setup.function).body.is_none() {
        return false;
    }
    let mut driver = Driver::new(program);
    driver.build(setup);
    let (program, entry) = driver.finish();
    let mut allocations: Vec<bool> =
        setup.objects.iter().filter(|object| object.heap).map(|_| true).collect();
    allocations.extend(&setup.allocations);
    let properties = [Property::ValidDeref, Property::ValidFree, Property::UnreachCall];
    let config = Config {
        properties: properties.into_iter().fold(PropertySet::default(), PropertySet::with),
        malloc: MallocPolicy::Script(allocations),
        step_limit: Some(STEPS),
        trace: false,
        budget: Budget::new(Some(PATIENCE), None, budget.cancel_flag().clone()),
        ..Config::default()
    };
    let streams = Streams { out: &mut std::io::sink(), err: &mut std::io::sink() };
    let report = interp::run(&program, entry, &config, streams);
    match (&report.outcome, &setup.shown_by) {
        (interp::Outcome::Fault(fault), SetupEnd::Error) => fault.site.span == finding.span,
        (interp::Outcome::Exited(code), SetupEnd::Returns { .. }) => *code == AS_SAID,
        _ => false,
    }
}

/// A function that builds a state and calls another.
struct Driver {
    program: Program,
    body: Body,
    insts: Vec<Inst>,
    /// The addresses of the objects.
    objects: Vec<Operand>,
}

impl Driver {
    fn new(program: &Program) -> Driver {
        Driver { program: program.clone(), body: Body::default(), insts: Vec::new(), objects: Vec::new() }
    }

    /// An instruction with results.
    fn add(&mut self, kind: InstKind, results: &[Scalar]) -> Vec<Operand> {
        let values: Vec<_> = results.iter().map(|ty| self.body.add_value(*ty, None)).collect();
        self.insts.push(Inst { results: values.iter().copied().collect(), kind, span: None });
        values.into_iter().map(Operand::Value).collect()
    }

    /// A function of the library, which the program may not know.
    fn library(&mut self, name: &str, param: Scalar, results: &[Scalar]) -> FuncId {
        if let Some(id) = self.program.find_function(name) {
            return id;
        }
        self.program.functions.push(Function {
            name: name.to_string(),
            params: vec![Param { ty: param, by_value: None }],
            variadic: false,
            results: results.to_vec(),
            local: false,
            noreturn: false,
            ty: None,
            span: None,
            body: None,
        });
        FuncId::new(self.program.functions.len() - 1)
    }

    fn word(&self) -> u8 {
        (self.program.target.pointer_bytes * 8) as u8
    }

    fn call(&mut self, callee: FuncId, args: Vec<(Operand, Scalar)>, results: &[Scalar]) -> Vec<Operand> {
        let arg = |(value, ty)| Arg { value, ty, by_value: None };
        let args = args.into_iter().map(arg).collect();
        self.add(InstKind::Call { callee: Callee::Direct(callee), args, variadic_from: None }, results)
    }

    /// An address in the state.
    fn address(&mut self, base: SetupBase, offset: i64) -> Operand {
        let word = self.word();
        let base = match base {
            SetupBase::Nothing => Operand::Null,
            SetupBase::Object(number) => self.objects[number],
            SetupBase::Global(id) => return Operand::Global { id, offset },
            SetupBase::Function(id) => return Operand::Func(id),
        };
        if offset == 0 {
            return base;
        }
        let offset = Operand::int(word, offset as u128);
        self.add(InstKind::PtrAdd { base, offset, via: None }, &[Scalar::Ptr])[0]
    }

    /// A value of the state with its type.
    fn value(&mut self, value: SetupValue) -> (Operand, Scalar) {
        match value {
            SetupValue::Number { width, bits } => (Operand::int(width, bits), Scalar::Int(width)),
            SetupValue::Pointer { base, offset } => (self.address(base, offset), Scalar::Ptr),
        }
    }

    fn build(&mut self, setup: &Setup) {
        let word = self.word();
        for object in &setup.objects {
            let size = Operand::int(word, u128::from(object.size));
            let address = match object.heap {
                true => {
                    let malloc = self.library("malloc", Scalar::Int(word), &[Scalar::Ptr]);
                    self.call(malloc, vec![(size, Scalar::Int(word))], &[Scalar::Ptr])[0]
                }
                false => {
                    let kind = InstKind::Alloca { size, align: 16, scoped: false, var: None, ty: None };
                    self.add(kind, &[Scalar::Ptr])[0]
                }
            };
            self.objects.push(address);
        }
        for cell in &setup.cells {
            let (value, ty) = self.value(cell.value);
            let ptr = self.address(cell.base, cell.offset as i64);
            self.add(InstKind::Store { ty, value, ptr, align: 1, volatile: false }, &[]);
        }
        for (number, object) in setup.objects.iter().enumerate() {
            if object.heap && !object.is_alive {
                let free = self.library("free", Scalar::Ptr, &[]);
                self.call(free, vec![(self.objects[number], Scalar::Ptr)], &[]);
            }
        }
        let function = self.program.function(setup.function);
        let (params, results) = (function.params.clone(), function.results.clone());
        let mut args = Vec::new();
        for (param, value) in params.iter().zip(&setup.arguments) {
            let (value, _) = self.value(*value);
            let value = match (param.ty, value) {
                (Scalar::Float(kind), Operand::Int { value, .. }) => Operand::Float { kind, bits: value },
                (_, value) => value,
            };
            args.push((value, param.ty));
        }
        let returned = self.call(setup.function, args, &results);
        let mut same = vec![Operand::int(1, 1)];
        if let SetupEnd::Returns { result, cells } = &setup.shown_by {
            if let (Some(result), [returned]) = (result, &returned[..]) {
                same.push(self.is(*returned, *result));
            }
            for cell in cells {
                let ptr = self.address(cell.base, cell.offset as i64);
                let (_, ty) = self.value(cell.value);
                let held = self.add(InstKind::Load { ty, ptr, align: 1, volatile: false }, &[ty])[0];
                same.push(self.is(held, cell.value));
            }
        }
        let mut all = same[0];
        for one in same.into_iter().skip(1) {
            let kind = InstKind::Select { cond: one, then: all, otherwise: Operand::int(1, 0) };
            all = self.add(kind, &[Scalar::BOOL])[0];
        }
        let (yes, no) = (Operand::int(32, u128::from(AS_SAID)), Operand::int(32, 0));
        let code = self.add(InstKind::Select { cond: all, then: yes, otherwise: no }, &[Scalar::Int(32)])[0];
        let terminator = Terminator { kind: TerminatorKind::Return(vec![code].into()), span: None };
        let insts = std::mem::take(&mut self.insts);
        self.body.blocks.push(Block { name: None, insts, terminator });
    }

    /// Whether a scalar is a value of the state. Floating-point numbers are not compared.
    fn is(&mut self, held: Operand, value: SetupValue) -> Operand {
        let (value, ty) = self.value(value);
        if self.body.operand_type(held) != ty {
            return Operand::int(1, 1);
        }
        self.add(InstKind::Compare { op: CmpOp::Eq, lhs: held, rhs: value }, &[Scalar::BOOL])[0]
    }

    /// The program with the function in it.
    fn finish(mut self) -> (Program, FuncId) {
        self.program.functions.push(Function {
            name: "replay".to_string(),
            params: Vec::new(),
            variadic: false,
            results: vec![Scalar::Int(32)],
            local: true,
            noreturn: false,
            ty: None,
            span: None,
            body: Some(self.body),
        });
        let entry = FuncId::new(self.program.functions.len() - 1);
        (self.program, entry)
    }
}
