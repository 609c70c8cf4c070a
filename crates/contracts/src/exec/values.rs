//! The values of operands, the objects of a path, and what may be assigned.

use super::*;

impl Prover<'_> {
    /// A value as wide as its type: pointers and integers of their width are not told apart everywhere.
    pub fn fitted(&mut self, path: &mut Path, value: Val, ty: Scalar) -> Val {
        let bits = ty.bits(self.program.target);
        let mut world = self.world(path);
        match (value, ty) {
            (Val::Ptr(_), Scalar::Ptr) => value,
            (Val::Ptr(ptr), _) => Val::Int(world.address(ptr, bits), Some(ptr)),
            (Val::Int(..), Scalar::Ptr) => Val::Ptr(world.as_pointer(value)),
            (Val::Int(term, from), _) if world.t.width(term) == bits => Val::Int(term, from),
            (Val::Int(term, _), _) => Val::Int(world.t.zext_or_trunc(term, bits), None),
        }
    }

    /// The value of an operand.
    pub fn operand(&mut self, path: &mut Path, operand: Operand) -> Val {
        let call = path.calls.len() - 1;
        let func = path.calls[call].func;
        match operand {
            Operand::Value(id) => match path.calls[call].values.get(&id) {
                Some(value) => *value,
                None => {
                    let ty = self.body(func).value_type(id);
                    self.any(path, ty)
                }
            },
            Operand::Int { bits, value } => Val::Int(self.t.num(u32::from(bits), value), None),
            Operand::Float { kind, bits } => Val::Int(self.t.num(kind.bits(), bits), None),
            Operand::Null => Val::Ptr(self.world(path).null()),
            Operand::Global { id, offset } => {
                let mut world = self.world(path);
                let obj = world.global(id);
                let off = world.offset(offset);
                Val::Ptr(Ptr { obj, off })
            }
            Operand::Func(id) => {
                let number = function_object(self.program, id);
                let mut world = self.world(path);
                let obj = world.object(number);
                let off = world.offset(0);
                Val::Ptr(Ptr { obj, off })
            }
            Operand::Block(..) => self.any(path, Scalar::Ptr),
            Operand::Undef(ty) => self.any(path, ty),
        }
    }

    /// Anything of a type.
    pub fn any(&mut self, path: &mut Path, ty: Scalar) -> Val {
        let bits = ty.bits(self.program.target);
        match ty {
            Scalar::Ptr => Val::Ptr(self.world(path).any_pointer("any")),
            _ => Val::Int(self.t.fresh("any", bits), None),
        }
    }

    /// An operand as an integer.
    pub fn integer(&mut self, path: &mut Path, operand: Operand) -> Bits {
        match self.operand(path, operand) {
            Val::Int(bits, _) => bits,
            Val::Ptr(ptr) => {
                let width = self.program.target.pointer_bytes * 8;
                self.world(path).address(ptr, width)
            }
        }
    }

    /// An operand as a pointer.
    pub fn pointer(&mut self, path: &mut Path, operand: Operand) -> Ptr {
        let value = self.operand(path, operand);
        self.world(path).as_pointer(value)
    }

    /// The kind of cell for values of a type.
    pub fn kind(&self, ty: Scalar) -> Kind {
        match ty {
            Scalar::Ptr => Kind::Ptr,
            _ => Kind::Int(ty.bytes(self.program.target)),
        }
    }

    // Objects.

    /// A new object of a size, on the heap or not; its address.
    pub fn new_object(&mut self, path: &mut Path, size: Bits, zero: bool, heap: bool) -> Ptr {
        let number = path.objects;
        path.objects += 1;
        let mut world = self.world(path);
        let obj = world.object(number);
        world.has_size(obj, size);
        world.is_heap(obj, heap);
        world.begin(obj, zero);
        let off = world.offset(0);
        Ptr { obj, off }
    }

    /// The life of a stack object begins.
    pub fn begin_stack(&mut self, path: &mut Path, slot: ValueId, size: u64, var: Option<VarId>) {
        let call = path.calls.len() - 1;
        self.end_slot(path, slot);
        let size = self.world(path).offset(size as i64);
        let at = self.new_object(path, size, false, false);
        let activation = &mut path.calls[call];
        activation.stack.push((slot, at.obj));
        activation.values.insert(slot, Val::Ptr(at));
        if let Some(var) = var {
            activation.locals.insert(var, Local::Memory(at));
        }
    }

    /// The life of a stack object ends, if it is alive.
    pub fn end_slot(&mut self, path: &mut Path, slot: ValueId) {
        let call = path.calls.len() - 1;
        let stack = &mut path.calls[call].stack;
        if let Some(index) = stack.iter().position(|(here, _)| *here == slot) {
            let (_, obj) = stack.remove(index);
            self.world(path).change(Change::End { obj });
        }
    }

    /// Whether a loop that is active restricts assignments, with its sets.
    pub fn loop_assigns(&self, path: &Path) -> Vec<(Rc<Vec<Set>>, Env, Ver)> {
        path.calls
            .iter()
            .flat_map(|call| call.active.iter().filter_map(|active| active.assigns.clone()))
            .collect()
    }

    /// `size` bytes at an address may be assigned: the contract and the loops around say so, or the memory is new.
    pub fn assignable(&mut self, path: &mut Path, at: Ptr, size: u64, span: Option<Span>, words: &str) {
        let size = self.world(path).offset(size as i64);
        self.assignable_range(path, at, size, span, words);
    }

    /// The same for a number of bytes that need not be a constant.
    pub fn assignable_range(
        &mut self,
        path: &mut Path,
        at: Ptr,
        size: Bits,
        span: Option<Span>,
        words: &str,
    ) {
        let contract = self.contract();
        let entry = self.entry_env(path);
        let mut limits = vec![(Rc::new(contract.assigns), entry.clone(), entry.old)];
        limits.extend(self.loop_assigns(path));
        for (sets, env, since) in limits {
            let mut scratch = path.clone();
            let mut world = self.world(&mut scratch);
            let older = world.allocated(since, at.obj);
            let covered = world.covered(&sets, &env, at, size);
            let uncovered = world.t.not(covered);
            let zero = world.offset(0);
            let any = world.t.ne(size, zero);
            let negation = world.t.all([any, older, uncovered]);
            if self.t.as_bool(negation) == Some(false) {
                continue;
            }
            self.oblige(&mut scratch, Check::Assigns, span, words, negation);
        }
    }

    /// An inlined call begins; false where it cannot.
    pub fn inline(&mut self, path: &mut Path, func: FuncId, params: Vec<Val>, results: Vec<ValueId>) -> bool {
        let recursive = path.calls.iter().any(|call| call.func == func);
        if recursive || path.calls.len() >= DEEPEST_CALLS {
            return false;
        }
        self.enter(path, func, Rc::new(params), results);
        true
    }

    /// The set of `count` bytes at an address, in a state of its own.
    pub fn bytes_set(&mut self, path: &Path, at: Ptr, count: Bits) -> (Vec<Set>, Env) {
        let ty = Ty::word(self.program, false);
        let byte = Ty::Int { bits: 8, signed: false };
        let first = Term { kind: TermKind::Param(0), ty: byte.clone().pointer() };
        let number = Term { kind: TermKind::Param(1), ty };
        let kind = SetKind::Array(Box::new(first), 1, Box::new(number));
        let set = Set { kind, ty: byte.pointer(), extent: Some(1) };
        let mut env = self.env(path, path.calls.len() - 1);
        env.params = Rc::new(vec![Val::Ptr(at), Val::Int(count, None)]);
        (vec![set], env)
    }
}
