//! What tells states at a loop head apart: the constants that a program gives its variables, and null pointers.
//!
//! A flag or a program counter takes few values, each of which is assigned to it somewhere; the value of an induction
//! variable mostly is not. So states that differ in such constants stay apart at a loop head, and the others are
//! joined. Which constants a value can be assigned is found by following them through phis, selections, casts,
//! arguments and results; memory is one variable for this purpose. A program counter may be counted up as well, so the
//! cases of a switch are such constants, too, for the variables that it looks at. The characters of a text are no flags,
//! whatever constants they are compared with; but a pointer that goes along a short constant text, such as a format, is a
//! program counter. Likewise a program that found a list to be empty goes another way than one that found it not to be.

use crate::state::{Frame, State};
use heap::{Heap, Kind, Object, ObjectId, Pointer, Rights, Symbols};
use ir::types::TypeKind;
use ir::{
    Body, Callee, CastOp, FuncId, GlobalId, InstKind, Operand, Program, Scalar, TerminatorKind, TypeId,
    ValueId, VarId,
};
use logic::{Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

/// The size of a constant text the places of which are told apart.
const SHORT: u128 = 64;

/// What becomes of flags where states meet.
///
/// A program with many options has a flag for each, and states for all combinations of them. Mostly nothing depends on a
/// flag but what is done later, either way without an error; then the states can as well be joined.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Flags {
    /// States that differ in a flag, or in another small number, are joined.
    Joined,
    /// They stay apart.
    #[default]
    Apart,
}

/// How variables of two states differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Difference {
    /// In nothing that is worth keeping.
    Small,
    /// In what is null.
    Null,
    /// In constants that the program sets them to.
    Literal,
}

/// The constants that are assigned to variables, as far as they follow from the text of the program.
pub struct Literals {
    /// Those of the values of each function.
    values: Vec<Vec<FxHashSet<u128>>>,
    /// Those that are stored somewhere.
    stored: FxHashSet<u128>,
    /// The cases of switches on what is read from a variable in memory.
    cases: FxHashMap<Kind, FxHashSet<u128>>,
    /// The variables that are arrays of characters.
    texts: FxHashSet<Kind>,
}

/// Where a state has what may tell it apart from others, found once for all that it is compared with.
pub struct Marks {
    /// The values of calls that are such constants: of which call, which value, and the constant.
    constants: Vec<(usize, usize, Term)>,
    /// The variables in memory.
    variables: Vec<ObjectId>,
}

impl Literals {
    /// Where a state has what may tell it apart.
    pub fn marks(&self, store: &TermStore, state: &State) -> Marks {
        let mut constants = Vec::new();
        for (call, frame) in state.frames.iter().enumerate() {
            let known = frame.values.iter().enumerate().filter_map(|(value, term)| Some((value, (*term)?)));
            let literal = known.filter(|(value, term)| self.is_assigned(store, frame, *value, *term));
            constants.extend(literal.map(|(value, term)| (call, value, term)));
        }
        let is_variable = |object: &Object| {
            matches!(object.kind, Kind::Global(_) | Kind::Stack(..)) && !self.texts.contains(&object.kind)
        };
        let variables = state.heap.objects().filter(|(_, object)| is_variable(object)).map(|(id, _)| id);
        Marks { constants, variables: variables.collect() }
    }

    /// The constants of a program.
    pub fn new(program: &Program) -> Literals {
        let mut flow = Flow::new(program);
        for id in program.function_ids() {
            flow.function(id);
        }
        flow.literals()
    }

    /// How variables differ in two states at the same place, of which the first has these marks, and where a loop sets
    /// the given ones. What is null counts for those only: it matters while a list is built or walked, and of several
    /// lists each could be empty by itself.
    pub fn difference(
        &self,
        symbols: &mut Symbols,
        (one, marks): (&State, &Marks),
        other: &State,
        set: &[ir::ValueId],
    ) -> Difference {
        for (call, value, term) in &marks.constants {
            let Some(frame) = other.frames.get(*call) else { continue };
            let there = frame.values.get(*value).copied().flatten();
            let is_literal = |there| self.is_assigned(&symbols.store, frame, *value, there);
            if there.is_some_and(|there| there != *term && is_literal(there)) {
                return Difference::Literal;
            }
        }
        for id in &marks.variables {
            if one.heap.shares(&other.heap, *id) {
                continue;
            }
            let (object, Some(there)) = (one.heap.object(*id), other.heap.find(*id)) else { continue };
            for (_, edge) in object.content.terms().chain(there.content.terms()) {
                let [a, b] = [object, there].map(|it| it.content.known(symbols, edge.offset, edge.len));
                if a.zip(b).is_some_and(|(a, b)| self.tells_apart(&symbols.store, object.kind, a, b)) {
                    return Difference::Literal;
                }
            }
        }
        let (Some(a), Some(b)) = (one.frames.last(), other.frames.last()) else { return Difference::Small };
        let is_elsewhere = |id: &ir::ValueId| {
            let values = [(&one.heap, a.values[id.index()]), (&other.heap, b.values[id.index()])];
            let [a, b] = values.map(|(heap, term)| place_in_constant(heap, symbols, term?));
            a.zip(b).is_some_and(|(a, b)| a.0 == b.0 && a.1 != b.1)
        };
        if set.iter().any(is_elsewhere) {
            return Difference::Literal;
        }
        let differs = |id: &ir::ValueId| {
            let values = [(&one.heap, a.values[id.index()]), (&other.heap, b.values[id.index()])];
            let [a, b] = values.map(|(heap, term)| term.and_then(|term| is_null(heap, symbols, term)));
            a.zip(b).is_some_and(|(a, b)| a != b)
        };
        match set.iter().any(differs) {
            true => Difference::Null,
            false => Difference::Small,
        }
    }

    /// Whether two values of one variable in memory are different constants that are stored somewhere, or cases of a
    /// switch on it.
    fn tells_apart(&self, store: &TermStore, variable: Kind, a: Term, b: Term) -> bool {
        let cases = self.cases.get(&variable);
        let is_known = |it| self.stored.contains(&it) || cases.is_some_and(|cases| cases.contains(&it));
        a != b && [a, b].iter().all(|term| number(store, *term).is_some_and(is_known))
    }

    /// Whether a term is one of the constants that are assigned to a value of a call.
    fn is_assigned(&self, store: &TermStore, frame: &Frame, value: usize, term: Term) -> bool {
        let assigned = self.values[frame.function.index()].get(value);
        assigned.is_some_and(|assigned| {
            !assigned.is_empty() && number(store, term).is_some_and(|it| assigned.contains(&it))
        })
    }
}

/// The place in a short constant text that a pointer leads to. It is like a program counter: the text says what is done.
fn place_in_constant(heap: &Heap, symbols: &mut Symbols, term: Term) -> Option<(ObjectId, u128)> {
    if !symbols.has_base(term) {
        return None;
    }
    let Pointer::Into(id, offset) = heap.pointer(symbols, term) else { return None };
    let object = heap.find(id)?;
    let is_short = number(&symbols.store, object.size).is_some_and(|size| size <= SHORT);
    let is_constant = matches!(object.kind, Kind::Global(_)) && object.rights == Rights::Read;
    Some((id, number(&symbols.store, offset)?)).filter(|_| is_short && is_constant)
}

fn number(store: &TermStore, term: Term) -> Option<u128> {
    store.as_const(term).and_then(|value| value.to_u128())
}

/// What constants flow into.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Variable {
    /// A value of a function.
    Value(FuncId, ValueId),
    /// Any memory.
    Memory,
}

/// An assignment of one variable to another.
#[derive(Clone, Copy, Debug)]
struct Assignment {
    to: Variable,
    /// The width from which the sign is extended.
    sign: Option<u8>,
    /// The width of what is assigned.
    width: u8,
}

impl Assignment {
    fn apply(self, number: u128) -> u128 {
        let mask = |width: u8| if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        let is_negative = |from: u8| number >> (from - 1) & 1 == 1;
        let number = match self.sign {
            Some(from) if is_negative(from) => number | !mask(from),
            _ => number,
        };
        number & mask(self.width)
    }
}

/// The flow of constants between variables.
struct Flow<'a> {
    program: &'a Program,
    literals: Literals,
    assignments: FxHashMap<Variable, Vec<Assignment>>,
    /// The constants that are still to be followed from a variable on.
    work: Vec<(Variable, u128)>,
}

impl<'a> Flow<'a> {
    fn new(program: &'a Program) -> Flow<'a> {
        let values = program.functions.iter().map(|function| {
            let count = function.body.as_ref().map_or(0, |body| body.values.len());
            vec![FxHashSet::default(); count]
        });
        let (stored, cases) = Default::default();
        let literals = Literals { values: values.collect(), stored, cases, texts: texts(program) };
        let mut flow = Flow { program, literals, assignments: FxHashMap::default(), work: Vec::new() };
        // Memory is zero before anything is stored there, or where all of it is cleared.
        flow.note(Variable::Memory, 0);
        flow
    }

    /// Notes the assignments of a function.
    fn function(&mut self, id: FuncId) {
        let Some(body) = &self.program.function(id).body else { return };
        for inst in body.blocks.iter().flat_map(|block| &block.insts) {
            let result = inst.result().map(|value| Variable::Value(id, value));
            match (&inst.kind, result) {
                (InstKind::Phi { incoming, .. }, Some(result)) => {
                    incoming.iter().for_each(|(_, value)| self.assign((id, body), *value, result));
                }
                (InstKind::Select { then, otherwise, .. }, Some(result)) => {
                    [then, otherwise].into_iter().for_each(|value| self.assign((id, body), *value, result));
                }
                (InstKind::Cast { op, value }, Some(result)) => {
                    let from = body.operand_type(*value);
                    let (Some(source), Scalar::Int(from)) = (value.value(), from) else { continue };
                    let Some(Scalar::Int(width)) = inst.result().map(|value| body.value_type(value)) else {
                        continue;
                    };
                    let sign = (*op == CastOp::SExt).then_some(from);
                    let assignment = Assignment { to: result, sign, width };
                    self.assignments.entry(Variable::Value(id, source)).or_default().push(assignment);
                }
                (InstKind::Store { value, .. }, _) => self.assign((id, body), *value, Variable::Memory),
                (InstKind::Load { ty: Scalar::Int(width), .. }, Some(result)) => {
                    let assignment = Assignment { to: result, sign: None, width: *width };
                    self.assignments.entry(Variable::Memory).or_default().push(assignment);
                }
                (InstKind::Call { callee: Callee::Direct(callee), args, .. }, _) => {
                    let Some(called) = &self.program.function(*callee).body else { continue };
                    for (number, arg) in args.iter().enumerate().take(called.params) {
                        let param = Variable::Value(*callee, ValueId::new(number));
                        self.assign((id, body), arg.value, param);
                    }
                    for block in &called.blocks {
                        let TerminatorKind::Return(values) = &block.terminator.kind else { continue };
                        for (value, result) in values.iter().zip(&inst.results) {
                            self.assign((*callee, called), *value, Variable::Value(id, *result));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// An operand of a function is assigned to a variable.
    fn assign(&mut self, (id, body): (FuncId, &Body), from: Operand, to: Variable) {
        match (from, body.operand_type(from)) {
            (Operand::Int { value, .. }, _) => self.note(to, value),
            (Operand::Value(value), Scalar::Int(width)) => {
                let assignment = Assignment { to, sign: None, width };
                self.assignments.entry(Variable::Value(id, value)).or_default().push(assignment);
            }
            _ => {}
        }
    }

    /// A constant is assigned to a variable.
    fn note(&mut self, to: Variable, number: u128) {
        let constants = match to {
            Variable::Value(function, value) => &mut self.literals.values[function.index()][value.index()],
            Variable::Memory => &mut self.literals.stored,
        };
        if constants.insert(number) {
            self.work.push((to, number));
        }
    }

    /// Follows all constants to all variables that they are assigned to.
    fn literals(mut self) -> Literals {
        while let Some((from, number)) = self.work.pop() {
            for assignment in self.assignments.get(&from).cloned().unwrap_or_default() {
                self.note(assignment.to, assignment.apply(number));
            }
        }
        for id in self.program.function_ids() {
            self.switches(id);
        }
        self.literals
    }

    /// Notes the cases of the switches of a function for the variables that they look at. What is assigned from those
    /// does not get them: they say how a variable is used, not what it becomes.
    fn switches(&mut self, id: FuncId) {
        let Some(body) = &self.program.function(id).body else { return };
        let mut definitions: Option<FxHashMap<ValueId, &InstKind>> = None;
        for block in &body.blocks {
            let TerminatorKind::Switch { value: Operand::Value(value), cases, .. } = &block.terminator.kind
            else {
                continue;
            };
            let definitions = definitions.get_or_insert_with(|| {
                let insts = body.blocks.iter().flat_map(|block| &block.insts);
                insts.filter_map(|inst| Some((inst.result()?, &inst.kind))).collect()
            });
            let cases: Vec<u128> = cases.iter().map(|(case, _)| *case).collect();
            let mut looked_at = FxHashSet::default();
            let mut work = vec![*value];
            while let Some(value) = work.pop() {
                if !looked_at.insert(value) {
                    continue;
                }
                self.literals.values[id.index()][value.index()].extend(&cases);
                match definitions.get(&value) {
                    Some(InstKind::Phi { incoming, .. }) => {
                        work.extend(incoming.iter().filter_map(|(_, value)| value.value()));
                    }
                    Some(InstKind::Select { then, otherwise, .. }) => {
                        work.extend([then, otherwise].into_iter().filter_map(|value| value.value()));
                    }
                    Some(InstKind::Cast { value, .. }) => work.extend(value.value()),
                    Some(InstKind::Load { ptr, .. }) => {
                        let slot = ptr.value().and_then(|ptr| definitions.get(&ptr));
                        let variable = match (ptr, slot) {
                            (Operand::Global { id, .. }, _) => Kind::Global(*id),
                            (_, Some(InstKind::Alloca { var, .. })) => Kind::Stack(id, *var),
                            _ => continue,
                        };
                        self.literals.cases.entry(variable).or_default().extend(&cases);
                    }
                    _ => {}
                }
            }
        }
    }
}

/// The variables of a program that are arrays of characters.
fn texts(program: &Program) -> FxHashSet<Kind> {
    let globals = program.globals.iter().enumerate().map(|(id, it)| (Kind::Global(GlobalId::new(id)), it.ty));
    let locals = program.function_ids().flat_map(|function| {
        let vars = program.function(function).body.iter().flat_map(|body| body.vars.iter().enumerate());
        vars.map(move |(id, var)| (Kind::Stack(function, Some(VarId::new(id))), var.ty))
    });
    let is_text = |ty: Option<TypeId>| {
        ty.is_some_and(|ty| match program.types.get(program.types.strip(ty)).kind {
            TypeKind::Array { element, .. } => program.types.get(program.types.strip(element)).size == 1,
            _ => false,
        })
    };
    globals.chain(locals).filter(|(_, ty)| is_text(*ty)).map(|(text, _)| text).collect()
}

/// Whether a pointer is null, where that is known.
fn is_null(heap: &Heap, symbols: &mut Symbols, term: Term) -> Option<bool> {
    match heap.pointer(symbols, term) {
        Pointer::Null => Some(true),
        Pointer::Into(id, _) => {
            let id = heap.segment_of(id).unwrap_or(id);
            let is_there = heap.find(id)?.segment().is_none_or(|segment| !segment.may_be_empty());
            is_there.then_some(false)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::GlobalId;

    #[test]
    fn cases_belong_to_the_variables_that_a_switch_looks_at() {
        let text = "target 64
global @pc size 4 align 4 init
global @count size 4 align 4 init
func @main() {
bb0:
  %pc.0 = load i32 @pc
  %count.1 = load i32 @count
  store i32 %count.1, @count
  switch i32 %pc.0 [7: bb1, 8: bb1, else: bb1]
bb1:
  return
}
";
        let literals = Literals::new(&text.parse().unwrap());
        let cases = |id: usize| literals.cases.get(&Kind::Global(GlobalId::new(id)));
        assert_eq!(cases(0), Some(&[7, 8].into_iter().collect()));
        assert_eq!(cases(1), None);
        assert!(literals.values[0][0].contains(&7) && !literals.values[0][1].contains(&7));
        assert!(!literals.stored.contains(&7));
    }
}
