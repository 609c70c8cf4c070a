//! Calls: by contract, as part of the caller, or of the few functions of the C library that allocate, free and end.

use crate::abi::{self, Aggregate};
use crate::exec::{Path, Prover, Unrolled, function_object};
use crate::formula::{Set, SetKind, Term, TermKind};
use crate::function_types::FunctionTypes;
use crate::meaning::Env;
use crate::types::Ty;
use crate::world::{Change, Frame, Ptr, State, Val, Ver};
use clib::Primitive;
use engine::{Action, Check, Reason};
use ir::{Arg, Callee, FuncId, Function, Inst, Operand, Scalar, Span, Target};
use std::collections::BTreeMap;
use std::rc::Rc;

impl Prover<'_> {
    /// A call; false where the path ends here.
    pub fn call(
        &mut self,
        path: &mut Path,
        inst: &Inst,
        callee: Callee,
        args: &[Arg],
        variadic_from: Option<u32>,
        due: &mut Vec<Path>,
    ) -> bool {
        let span = inst.span;
        let id = match callee {
            Callee::Direct(id) => id,
            Callee::Indirect(pointer) => {
                self.through_pointer(path, inst, pointer, args, variadic_from, due);
                return false;
            }
        };
        let function = self.program.function(id);
        let values: Vec<Val> = args
            .iter()
            .map(|arg| {
                let value = self.operand(path, arg.value);
                self.fitted(path, value, arg.ty)
            })
            .collect();
        let contract = self.contracts.functions.get(&id).filter(|contract| contract.given);
        if contract.is_none() && function.body.is_none()
            || is_library(function, self.program.target) && contract.is_none()
        {
            return self.library(path, inst, &function.name, &values, due);
        }
        if variadic_from.is_some() || function.variadic {
            self.lose(
                Reason::Unsupported,
                span,
                format!("arguments of {} of variable number", function.name),
            );
            return false;
        }
        for (param, value) in function.params.iter().zip(&values) {
            if let (Some((size, _)), Val::Ptr(at)) = (param.by_value, value) {
                self.accessible(path, *at, size, "read", span);
            }
        }
        if contract.is_some() && !self.is_executed(id, span) {
            return self.by_contract(path, inst, id, values);
        }
        if function.local || contract.is_some() {
            self.step(path, span, Action::Called { function: function.name.clone() });
            if self.inline(path, id, values, inst.results.to_vec()) {
                due.push(path.clone());
                return false;
            }
            self.lose(
                Reason::Unsupported,
                span,
                format!("{} calls itself and has no contract", function.name),
            );
            return false;
        }
        // A function without annotations has the default contract: it requires, assigns and frees nothing.
        self.by_contract(path, inst, id, values)
    }

    /// A call through a pointer: one path for each function that it may point to. What points elsewhere has no contract.
    fn through_pointer(
        &mut self,
        path: &mut Path,
        inst: &Inst,
        pointer: Operand,
        args: &[Arg],
        variadic_from: Option<u32>,
        due: &mut Vec<Path>,
    ) {
        let at = self.pointer(path, pointer);
        let null = self.world(path).null();
        let none = self.world(path).same(at, null);
        self.oblige(path, Check::Memory, inst.span, "the function that is called may be null", none);
        let fits = |function: &Function| {
            function.params.len() == args.len()
                && function.params.iter().zip(args).all(|(param, arg)| param.ty == arg.ty)
                && function.results.len() == inst.results.len()
        };
        let program = self.program;
        let mut elsewhere = self.t.truth();
        let mut sides = Vec::new();
        let own = program.function_ids().take(self.contracts.types.own);
        for id in own.filter(|id| fits(program.function(*id))) {
            let number = function_object(program, id);
            let mut world = self.world(path);
            let (obj, off) = (world.object(number), world.offset(0));
            let on = world.same(at, Ptr { obj, off });
            let not = self.t.not(on);
            elsewhere = self.t.and(elsewhere, not);
            sides.push((id, on));
        }
        let is_known = self.t.as_bool(elsewhere) == Some(false);
        // The contract of its type is what is known of a function, unless it is known which it is.
        for ty in FunctionTypes::types(program).filter(|ty| fits(program.function(*ty))) {
            if is_known {
                break;
            }
            let mut scratch = path.clone();
            let obeys = self.world(&mut scratch).obeys(ty, at);
            let other = self.t.not(obeys);
            if self.excludes(&mut scratch, other) && !self.excludes(&mut path.clone(), elsewhere) {
                let callee = Callee::Direct(ty);
                if self.call(path, inst, callee, args, variadic_from, due) {
                    due.push(path.clone());
                }
                return;
            }
        }
        for (id, on) in sides {
            self.cx.saying(&format!("the function is {}", program.function(id).name));
            let Some(mut side) = self.side(path, on) else { continue };
            if self.call(&mut side, inst, Callee::Direct(id), args, variadic_from, due) {
                due.push(side);
            }
        }
        if !is_known && !self.only_candidates && !self.excludes(path, elsewhere) {
            let words = "a call through a pointer to a function of which nothing is known; say which function it is, as in `requires f == less`, or give its typedef a contract and say `\\valid(f)`";
            self.lose(Reason::UnmodelledCall, inst.span, words);
        }
    }

    /// Whether a call of a function with a contract is executed: it has a body, and no check at the call is of interest.
    fn is_executed(&self, id: FuncId, span: Option<Span>) -> bool {
        let bodies = self.unrolled.as_ref().filter(|unrolled| unrolled.bodies);
        let is_free = |unrolled: &Unrolled| unrolled.wanted.iter().all(|(_, wanted)| *wanted != span);
        self.program.function(id).body.is_some() && bodies.is_some_and(is_free)
    }

    fn by_contract(&mut self, path: &mut Path, inst: &Inst, id: FuncId, values: Vec<Val>) -> bool {
        let span = inst.span;
        let program = self.program;
        let function = program.function(id);
        let contract = self.contracts.functions.get(&id).cloned().unwrap_or_default();
        let given = abi::given(program, id, &values).filter(|_| abi::is_known(program, id));
        let Some(given) = given else {
            self.lose(
                Reason::Unsupported,
                span,
                format!("{} takes or returns a struct in a way that is not modelled", function.name),
            );
            return false;
        };
        for value in &values {
            if let Val::Ptr(ptr) = value {
                self.world(path).ground(*ptr, false);
            }
        }
        let since = path.s.now;
        let mut env = Env {
            now: since,
            old: since,
            params: given.params,
            structs: given.structs,
            locals: Rc::default(),
            param_vars: Rc::new(BTreeMap::new()),
            result: None,
            result_struct: None,
            bound: Vec::new(),
        };
        let params = env.params.clone();
        for (number, ty) in abi::function_params(program, id) {
            let Some(Val::Ptr(ptr)) = params.get(number).copied() else { continue };
            let mut scratch = path.clone();
            let mut world = self.world(&mut scratch);
            let (null, obeys) = (world.null(), world.obeys(ty, ptr));
            let none = world.same(ptr, null);
            let fine = world.t.or(none, obeys);
            let negation = world.t.not(fine);
            let words = format!(
                "argument {} of {} is no function that obeys {}",
                number + 1,
                function.name,
                program.function(ty).name
            );
            self.oblige(&mut scratch, Check::Precondition, span, &words, negation);
        }
        for clause in &contract.requires {
            let words = format!("`{}` of {} does not hold at this call", clause.text, function.name);
            self.oblige_formula(path, &env, &clause.what, Check::Precondition, span, &words);
        }
        // What the callee assigns and frees, the caller does.
        for set in &contract.assigns {
            self.may(path, set, &env, Check::Assigns, span, &function.name);
        }
        for set in &contract.frees {
            self.may(path, set, &env, Check::Frees, span, &function.name);
            self.on_heap(path, set, &env, span, &function.name);
        }
        self.step(path, span, Action::Called { function: function.name.clone() });
        if function.noreturn {
            return false;
        }
        let mut assigns = contract.assigns.clone();
        let slot = abi::returned_in_memory(program, id).zip(values.first().copied());
        if let Some((size, Val::Ptr(at))) = slot {
            if !self.is_new_slot(path, at, &values[1..]) {
                let words = format!("{} writes its result where a pointer may lead", function.name);
                self.lose(Reason::Unsupported, span, words);
                return false;
            }
            self.writable(path, at, size, span);
            self.assignable(path, at, size, span, "memory is assigned that `assigns` does not name");
            // The result is written to a place that the contract does not name.
            let number = env.params.len();
            let mut params = env.params.to_vec();
            params.push(Val::Ptr(at));
            env.params = Rc::new(params);
            let byte = Ty::Int { bits: 8, signed: false }.pointer();
            let place = Term { kind: TermKind::Param(number), ty: byte.clone() };
            let kind = SetKind::Elements(vec![(place, Some(size))]);
            assigns.push(Set { kind, ty: byte, extent: None });
        }
        let frame = Frame {
            since,
            assigns: Rc::new(assigns),
            frees: Some(Rc::new(contract.frees.clone())),
            variables: Some(Rc::default()),
            env: env.clone(),
        };
        self.world(path).rebase(None, None, None, vec![frame]);
        self.stack_lives(path);
        let call = path.calls.len() - 1;
        let mut results = Vec::new();
        for (number, result) in inst.results.iter().enumerate() {
            let ty = function.results.get(number).copied().unwrap_or(Scalar::Ptr);
            let value = self.any(path, ty);
            if let Val::Ptr(ptr) = value {
                let mut world = self.world(path);
                let birth = world.birth(world.s.now);
                world.is_based(ptr, birth);
                world.ground(ptr, false);
            }
            path.calls[call].values.insert(*result, value);
            results.push(value);
        }
        env.result = results.first().copied();
        if abi::returns_struct(program, id) {
            env.result_struct = Some(match slot {
                Some((_, Val::Ptr(at))) => Aggregate::Returned(at),
                _ => Aggregate::Pieces(results),
            });
        }
        env.now = path.s.now;
        let of = format!(" of {}", function.name);
        for clause in &contract.ensures {
            self.assume_clause(path, &env, clause, &of);
        }
        true
    }

    /// Whether no other pointer leads to the place of a result: it is a variable or a new object of its own, no argument
    /// points there, and no pointer to it was stored.
    fn is_new_slot(&mut self, path: &mut Path, at: Ptr, others: &[Val]) -> bool {
        let is_new = |s: &State| s.fresh_objects.iter().any(|(obj, _)| *obj == at.obj);
        let leads =
            |value: &Val| matches!(value, Val::Ptr(ptr) | Val::Int(_, Some(ptr)) if ptr.obj == at.obj);
        let is_stored =
            |(_, change): &(Ver, Change)| matches!(change, Change::Store { value, .. } if leads(value));
        if !is_new(&path.s) || path.s.versions.iter().any(is_stored) {
            return false;
        }
        let mut any = self.t.falsity();
        for value in others {
            if let Val::Ptr(ptr) | Val::Int(_, Some(ptr)) = value {
                let same = self.t.eq(ptr.obj, at.obj);
                any = self.t.or(any, same);
            }
        }
        self.t.as_bool(any) == Some(false) || self.excludes(path, any)
    }

    /// What a callee may do to the elements of a set, the caller may do.
    fn may(&mut self, path: &mut Path, set: &Set, env: &Env, check: Check, span: Option<Span>, callee: &str) {
        let verb = if check == Check::Frees { "frees" } else { "assigns" };
        let mine = self.contracts.functions.get(&self.id).cloned().unwrap_or_default();
        let entry = {
            let mut entry = self.env(path, 0);
            entry.now = entry.old;
            entry
        };
        let mut limits = vec![(
            Rc::new(if check == Check::Frees { mine.frees } else { mine.assigns }),
            entry.clone(),
            entry.old,
        )];
        if check == Check::Assigns {
            limits.extend(self.loop_assigns(path));
        }
        for (sets, limit, before) in limits {
            for (part, size) in parts(set) {
                let mut scratch = path.clone();
                let mut world = self.world(&mut scratch);
                let element = world.any_pointer("element");
                world.ground(element, false);
                world.ground(element, true);
                let member = world.member(&part, env, element, true);
                let older = world.allocated(before, element.obj);
                let allowed = match check {
                    Check::Frees => world.in_any(&sets, &limit, element, false),
                    _ => {
                        let size = size.unwrap_or(world.word());
                        let size = world.offset(size as i64);
                        world.covered(&sets, &limit, element, size)
                    }
                };
                let forbidden = world.t.not(allowed);
                let negation = world.t.all([member, older, forbidden]);
                let words = format!("{callee} {verb} what this function does not say it {verb}");
                self.oblige(&mut scratch, check, span, &words, negation);
            }
        }
    }

    /// What a callee frees is a heap block where it began in this function. Where it is older, the contract says that this
    /// function frees it, and callers have seen to it.
    fn on_heap(&mut self, path: &mut Path, set: &Set, env: &Env, span: Option<Span>, callee: &str) {
        let mut scratch = path.clone();
        let mut world = self.world(&mut scratch);
        let element = world.any_pointer("element");
        world.ground(element, false);
        world.ground(element, true);
        let member = world.member(set, env, element, true);
        let (older, lives) = (world.allocated(0, element.obj), world.allocated(env.now, element.obj));
        let heap = world.heap(element.obj);
        let (new, variable) = (world.t.not(older), world.t.not(heap));
        let negation = world.t.all([member, new, lives, variable]);
        let words = format!("{callee} frees a variable");
        self.oblige(&mut scratch, Check::Memory, span, &words, negation);
    }

    /// Functions of the C library.
    fn library(
        &mut self,
        path: &mut Path,
        inst: &Inst,
        name: &str,
        values: &[Val],
        due: &mut Vec<Path>,
    ) -> bool {
        let span = inst.span;
        let word = self.program.target.pointer_bytes * 8;
        match (clib::primitive(name, self.program.target), values) {
            (Some(Primitive::Malloc), [Val::Int(size, _)]) => {
                let size = self.t.zext_or_trunc(*size, word);
                self.allocate(path, inst, size, false, due);
                true
            }
            (Some(Primitive::Calloc), [Val::Int(count, _), Val::Int(size, _)]) => {
                let (count, size) = (self.t.zext_or_trunc(*count, word), self.t.zext_or_trunc(*size, word));
                let overflow = self.t.umul_overflow(count, size);
                let whole = self.t.mul(count, size);
                if self.t.as_bool(overflow) != Some(false) {
                    self.fail_allocation(path, inst, Some(overflow), due);
                    let fits = self.t.not(overflow);
                    self.world(path).assume(fits);
                }
                self.allocate(path, inst, whole, true, due);
                true
            }
            (Some(Primitive::Free), [value]) => {
                let at = self.world(path).as_pointer(*value);
                self.free(path, at, span, due)
            }
            (Some(Primitive::Realloc), [block, Val::Int(size, _)]) => {
                let at = self.world(path).as_pointer(*block);
                let size = self.t.zext_or_trunc(*size, word);
                self.reallocate(path, inst, (at, size), due)
            }
            (Some(kind @ (Primitive::Memcpy | Primitive::Memmove)), [to, from, Val::Int(len, _)]) => {
                let mut world = self.world(path);
                let ends = (world.as_pointer(*to), world.as_pointer(*from));
                self.gives(path, inst, Val::Ptr(ends.0));
                self.copy(path, ends, *len, kind == Primitive::Memmove, span)
            }
            (Some(Primitive::Memset), [to, Val::Int(byte, _), Val::Int(len, _)]) => {
                let at = self.world(path).as_pointer(*to);
                let byte = self.t.extract(*byte, 0, 8);
                self.gives(path, inst, Val::Ptr(at));
                self.set(path, at, byte, *len, span)
            }
            (Some(Primitive::Abort | Primitive::Exit | Primitive::ImmediateExit), _) => false,
            (Some(Primitive::AssertFail | Primitive::AssertFailShort | Primitive::ReachError), _) => {
                let truth = self.t.truth();
                self.oblige(path, Check::Assertion, span, "an assertion of the program fails", truth);
                false
            }
            _ => {
                self.lose(Reason::UnmodelledCall, span, format!("{name} has no body and no contract"));
                false
            }
        }
    }

    /// The result of a call.
    fn gives(&mut self, path: &mut Path, inst: &Inst, value: Val) {
        let call = path.calls.len() - 1;
        if let Some(result) = inst.result() {
            path.calls[call].values.insert(result, value);
        }
    }

    /// A new heap object, and a path on which there is none.
    fn allocate(&mut self, path: &mut Path, inst: &Inst, size: logic::Term, zero: bool, due: &mut Vec<Path>) {
        if !self.malloc_succeeds {
            self.fail_allocation(path, inst, None, due);
        }
        // Nothing is as large as half of the address space.
        let width = self.t.width(size);
        let none = self.t.zero(width);
        let possible = self.t.sge(size, none);
        self.world(path).assume(possible);
        let at = self.new_object(path, size, zero, true);
        self.world(path).ground(at, false);
        self.step(path, inst.span, Action::Allocated { block: None, size: None });
        self.gives(path, inst, Val::Ptr(at));
    }

    fn fail_allocation(&mut self, path: &Path, inst: &Inst, on: Option<logic::Term>, due: &mut Vec<Path>) {
        let mut failed = path.clone();
        if let Some(on) = on {
            self.world(&mut failed).assume(on);
        }
        let null = self.world(&mut failed).null();
        self.gives(&mut failed, inst, Val::Ptr(null));
        self.step(&mut failed, inst.span, Action::NotAllocated { size: None });
        due.push(failed);
    }

    /// `free`: of null it does nothing; else a whole heap object ends (figure 4).
    fn free(&mut self, path: &mut Path, at: Ptr, span: Option<Span>, due: &mut Vec<Path>) -> bool {
        let null = self.world(path).null();
        let is_null = self.world(path).same(at, null);
        if self.t.as_bool(is_null) == Some(true) {
            return true;
        }
        if self.t.as_bool(is_null) != Some(false) {
            let mut other = path.clone();
            self.world(&mut other).assume(is_null);
            due.push(other);
            let not = self.t.not(is_null);
            self.world(path).assume(not);
        }
        self.may_end(path, at, span, "freed");
        self.world(path).change(Change::End { obj: at.obj });
        true
    }

    /// A pointer is a whole heap block that the contract lets the function end.
    fn may_end(&mut self, path: &mut Path, at: Ptr, span: Option<Span>, verb: &str) {
        let mut world = self.world(path);
        let now = world.s.now;
        let lives = world.allocated(now, at.obj);
        let zero = world.offset(0);
        let whole = world.t.eq(at.off, zero);
        let fine = world.t.and(lives, whole);
        let wrong = world.t.not(fine);
        self.oblige(
            path,
            Check::Memory,
            span,
            &format!("what is {verb} may not be an allocated block"),
            wrong,
        );
        let contract = self.contracts.functions.get(&self.id).cloned().unwrap_or_default();
        let mut entry = self.env(path, 0);
        entry.now = entry.old;
        let mut scratch = path.clone();
        let mut world = self.world(&mut scratch);
        let older = world.allocated(entry.old, at.obj);
        let allowed = world.in_any(&contract.frees, &entry, at, false);
        let forbidden = world.t.not(allowed);
        let negation = world.t.and(older, forbidden);
        self.oblige(
            &mut scratch,
            Check::Frees,
            span,
            &format!("memory is {verb} that `frees` does not name"),
            negation,
        );
        let mut world = self.world(path);
        let holds = world.t.not(negation);
        world.assume(holds);
        // Callers see to it that what `frees` names is on the heap; unless it is plainly a variable.
        let heap = world.heap(at.obj);
        let fact = world.t.implies(older, heap);
        if self.solver.entails(&mut self.t, &path.s.path, fact) != Some(true) {
            let wrong = self.t.not(fact);
            match self.solver.entails(&mut self.t, &path.s.path, wrong) {
                Some(true) => {}
                _ => self.world(path).assume(fact),
            }
        }
        let variable = self.t.not(heap);
        self.oblige(path, Check::Memory, span, &format!("a variable is {verb}"), variable);
    }

    /// `realloc`: of null it allocates; where it fails nothing changes; else a new block has what fits of the old one, which
    /// ends. No older list leads into the new block, so that no link in it closes a cycle.
    fn reallocate(
        &mut self,
        path: &mut Path,
        inst: &Inst,
        (at, size): (Ptr, logic::Term),
        due: &mut Vec<Path>,
    ) -> bool {
        let span = inst.span;
        let null = self.world(path).null();
        let none = self.world(path).same(at, null);
        let some = self.t.not(none);
        if let Some(mut other) = self.side(path, none) {
            self.allocate(&mut other, inst, size, false, due);
            due.push(other);
        }
        let Some(mut block) = self.side(path, some) else { return false };
        let width = self.t.width(size);
        let zero = self.t.zero(width);
        let empty = self.t.eq(size, zero);
        if !self.excludes(&mut block.clone(), empty) {
            self.lose(Reason::Unsupported, span, "a block becomes empty, which C leaves open");
        }
        self.may_end(&mut block, at, span, "reallocated");
        let older = self.world(&mut block).size(at.obj);
        let size = self.t.zext_or_trunc(size, self.program.target.pointer_bytes * 8);
        self.allocate(&mut block, inst, size, false, due);
        let call = block.calls.len() - 1;
        let result = inst.result().and_then(|result| block.calls[call].values.get(&result).copied());
        if let Some(Val::Ptr(new)) = result {
            let mut world = self.world(&mut block);
            let shrinks = world.t.ult(size, older);
            let len = world.t.ite(shrinks, size, older);
            world.moved(new, at, len);
            if !self.cx.links.is_empty() {
                block.s.approximate.get_or_insert_with(|| "links are moved to another block".into());
            }
        }
        self.world(&mut block).change(Change::End { obj: at.obj });
        *path = block;
        true
    }
}

/// The parts of a set with the sizes that may be assigned at their elements; none for a word.
fn parts(set: &Set) -> Vec<(Set, Option<u64>)> {
    match &set.kind {
        SetKind::Union(one, other) => [parts(one), parts(other)].concat(),
        SetKind::Old(inner) => {
            let old = |(part, size): (Set, Option<u64>)| {
                let (ty, extent) = (part.ty.clone(), part.extent);
                (Set { kind: SetKind::Old(Box::new(part)), ty, extent }, size)
            };
            parts(inner).into_iter().map(old).collect()
        }
        SetKind::Elements(elements) => {
            let one = |(element, size): &(Term, Option<u64>)| {
                let kind = SetKind::Elements(vec![(element.clone(), *size)]);
                (Set { kind, ty: set.ty.clone(), extent: set.extent }, *size)
            };
            elements.iter().map(one).collect()
        }
        _ => vec![(set.clone(), set.extent)],
    }
}

/// Whether a function is one that [`Prover::library`] knows, even if a model of it is linked.
fn is_library(function: &Function, target: Target) -> bool {
    matches!(
        clib::primitive(&function.name, target),
        Some(
            Primitive::Malloc
                | Primitive::Calloc
                | Primitive::Free
                | Primitive::Realloc
                | Primitive::Memcpy
                | Primitive::Memmove
                | Primitive::Memset
                | Primitive::Abort
                | Primitive::Exit
                | Primitive::ImmediateExit
                | Primitive::AssertFail
                | Primitive::AssertFailShort
                | Primitive::ReachError
        )
    )
}
