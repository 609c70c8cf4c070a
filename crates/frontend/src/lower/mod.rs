//! Lowering: an LLVM module becomes an [`ir::Program`].
//!
//! The order of work: give every function and global its id, so that references can be made in any order; enter
//! the source types; lower initialisers; lower bodies one by one. What has no meaning in the IR becomes an
//! `Unsupported` instruction (inside bodies) or a loss (outside); nothing is dropped in silence.

mod asm;
mod atomics;
mod body;
mod calls;
mod constants;
mod debug;
mod globals;
mod inst;
mod intrinsics;
mod keeping;
mod layout;
mod loops;
mod memory;
mod scopes;
mod terminator;
mod vector;

use crate::llvm::{Block, Linkage, Module, Type, Value, ValueKind};
use debug::DebugInfo;
use ir::{
    BlockId, Body, Constructor, FuncId, Function, Global, GlobalId, Loss, Operand, Param, Program, Scalar,
    Target, TypeId,
};
use layout::{Flat, Layouts};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::mpsc::Sender;

/// How clang marks functions to which LLVM would add calls.
const INSTRUMENTED: [&str; 4] = [
    "instrument-function-entry",
    "instrument-function-entry-inlined",
    "instrument-function-exit",
    "instrument-function-exit-inlined",
];

/// A construct that the IR cannot express.
#[derive(Debug)]
struct Unsupported {
    what: String,
}

impl Unsupported {
    fn new(what: impl Into<String>) -> Unsupported {
        Unsupported { what: what.into() }
    }
}

type Lower<T> = Result<T, Unsupported>;

/// Why the address of a weak symbol that no file defines has no meaning here.
fn may_be_null(name: &str) -> String {
    format!("the weak symbol `{name}`, which no file defines, may be null")
}

/// What an alias stands for, and every global by its LLVM value.
#[derive(Clone, Copy)]
enum Symbol {
    Function(FuncId),
    Global(GlobalId),
}

/// The blocks of a function that are lowered.
struct Plan<'m> {
    /// In the function's order; the position is the block's id.
    blocks: Vec<Block<'m>>,
    /// The reachable ones so that definitions come before their uses.
    order: Vec<Block<'m>>,
    ids: FxHashMap<Block<'m>, BlockId>,
}

/// The state of lowering a module.
struct Lowering<'m> {
    module: &'m Module<'m>,
    target: Target,
    debug: DebugInfo<'m>,
    layouts: Layouts<'m>,
    symbols: FxHashMap<Value<'m>, Symbol>,
    /// The weak symbols that no file defines: their address is null unless the linker finds them elsewhere.
    weak: FxHashSet<Value<'m>>,
    records: FxHashMap<Cow<'m, str>, TypeId>,
    function_names: HashMap<String, FuncId>,
    plans: FxHashMap<Value<'m>, Rc<Plan<'m>>>,
    functions: Vec<Function>,
    globals: Vec<Global>,
    losses: Vec<Loss>,
    callees: FxHashMap<Value<'m>, CalleeKind>,
    bodies: Sender<LoweredBody>,
}

/// What the call of a function is, looked up once per function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CalleeKind {
    /// An intrinsic that begins the life of a stack object.
    LifetimeStart,
    /// Another intrinsic.
    Intrinsic,
    /// A function that may return twice.
    ReturnsTwice,
    /// Any other function.
    Plain,
}

/// A body as it was lowered: its variables are still in memory.
pub struct LoweredBody {
    function: FuncId,
    body: Body,
    target: Target,
    /// Whether variables must stay in memory, because a call in it may return twice.
    pinned: bool,
}

impl LoweredBody {
    /// The function, and its body with variables as SSA values.
    pub fn promoted(mut self) -> (FuncId, Body) {
        if !self.pinned {
            ir::promote::promote(&mut self.body, self.target);
        }
        (self.function, self.body)
    }
}

/// Lowers a linked module. The bodies of the functions go to `bodies` as they are done.
pub fn lower<'m>(module: &'m Module<'m>, target: Target, bodies: Sender<LoweredBody>) -> Program {
    let lowering = Lowering {
        module,
        target,
        debug: DebugInfo::default(),
        layouts: Layouts::default(),
        symbols: FxHashMap::default(),
        weak: FxHashSet::default(),
        records: FxHashMap::default(),
        function_names: HashMap::new(),
        plans: FxHashMap::default(),
        functions: Vec::new(),
        globals: Vec::new(),
        losses: Vec::new(),
        callees: FxHashMap::default(),
        bodies,
    };
    lowering.run()
}

impl<'m> Lowering<'m> {
    fn run(mut self) -> Program {
        let functions: Vec<_> = self.module.functions().into_iter().filter(|f| !is_intrinsic(*f)).collect();
        let globals: Vec<_> = self.module.globals().into_iter().filter(|g| !is_special(*g)).collect();
        for node in self.module.retained_types() {
            self.debug.ty(Some(node));
        }
        for function in &functions {
            self.declare_function(*function);
        }
        for global in &globals {
            self.declare_global(*global);
        }
        self.note_module_losses();
        for global in globals {
            self.lower_initializer(global);
        }
        let constructors = self.constructors("llvm.global_ctors");
        let destructors = self.constructors("llvm.global_dtors");
        for function in functions {
            if !function.is_declaration() {
                self.lower_body(function);
            }
        }
        self.debug.complete_records();
        Program {
            target: self.target,
            files: self.debug.files,
            types: self.debug.types,
            globals: self.globals,
            functions: self.functions,
            constructors,
            destructors,
            losses: self.losses,
            meaning: ir::Meaning::default(),
        }
    }

    fn flat(&mut self, ty: Type<'m>) -> Lower<Rc<Flat>> {
        self.layouts.flat(self.module, ty)
    }

    /// The integer operand as wide as a pointer.
    fn word(&self, value: i64) -> Operand {
        Operand::int((self.target.pointer_bytes * 8) as u8, value as u128)
    }

    /// Gives a function its id and signature.
    fn declare_function(&mut self, function: Value<'m>) {
        let ty = function.value_type();
        let subprogram = function.subprogram().and_then(|node| node.as_subprogram());
        let (source_type, span) = match subprogram {
            Some(subprogram) => {
                let ty = self.debug.known(subprogram.ty);
                (ty, self.debug.declaration(subprogram.file, subprogram.line))
            }
            None => (None, None),
        };
        let mut params = Vec::new();
        for (index, ty) in ty.params().into_iter().enumerate() {
            let by_value = function.param_by_value(index as u32).map(|by_value| self.by_value(by_value));
            // A type without scalars is reported where the body starts.
            if let Ok(flat) = self.flat(ty) {
                params.extend(flat.scalars.iter().map(|ty| Param { ty: *ty, by_value }));
            }
        }
        let results = self.flat(ty.result()).map(|flat| flat.scalars.clone()).unwrap_or_default();
        let id = self.add_function(Function {
            name: function.name().into_owned(),
            params,
            variadic: ty.is_variadic(),
            results,
            local: is_local(function),
            noreturn: function.has_function_attribute("noreturn"),
            ty: source_type,
            span,
            body: None,
        });
        self.enter_symbol(function, Symbol::Function(id));
        if INSTRUMENTED.iter().any(|attribute| function.has_string_attribute(attribute)) {
            let what = format!("calls on entry and exit of `{}` (-finstrument-functions)", function.name());
            self.losses.push(Loss { what, span });
        }
    }

    fn enter_symbol(&mut self, value: Value<'m>, symbol: Symbol) {
        self.symbols.insert(value, symbol);
        if matches!(value.linkage(), Linkage::LLVMExternalWeakLinkage) {
            self.weak.insert(value);
        }
    }

    fn add_function(&mut self, function: Function) -> FuncId {
        let id = FuncId::new(self.functions.len());
        self.function_names.insert(function.name.clone(), id);
        self.functions.push(function);
        id
    }

    /// The C library function that an LLVM intrinsic stands for, declared where the program does not.
    fn library_function(&mut self, name: &str, params: &[Scalar], result: Scalar) -> FuncId {
        if let Some(id) = self.function_names.get(name) {
            return *id;
        }
        let params = params.iter().map(|ty| Param { ty: *ty, by_value: None }).collect();
        self.add_function(Function {
            name: name.to_string(),
            params,
            variadic: false,
            results: vec![result],
            local: false,
            noreturn: false,
            ty: None,
            span: None,
            body: None,
        })
    }

    /// Size and alignment of what is passed by value.
    fn by_value(&self, (ty, align): (Type<'m>, Option<u64>)) -> (u64, u64) {
        (ty.alloc_size(self.module), align.unwrap_or_else(|| ty.abi_align(self.module)))
    }

    /// The source record that an LLVM struct type of this name and layout stands for.
    fn record_of(&mut self, name: Cow<'m, str>, layout: Type<'m>) -> Option<TypeId> {
        if let Some(record) = self.records.get(&name) {
            return Some(*record);
        }
        let record = self.debug.record(&name, layout.alloc_size(self.module))?;
        self.records.insert(name, record);
        Some(record)
    }

    /// What is outside of functions and globals and has no meaning here.
    fn note_module_losses(&mut self) {
        if !self.module.inline_asm().trim().is_empty() {
            self.lose("assembly outside of functions".to_string());
        }
        for ifunc in self.module.ifuncs() {
            self.lose(format!("indirect function `{}`", ifunc.name()));
        }
    }

    fn lose(&mut self, what: String) {
        self.losses.push(Loss { what, span: None });
    }

    /// The entries of `llvm.global_ctors` or `llvm.global_dtors`.
    fn constructors(&mut self, list: &str) -> Vec<Constructor> {
        let entries = self.module.global(list).and_then(Value::initializer);
        let Some(entries) = entries else { return Vec::new() };
        let mut all = Vec::new();
        let mut index = 0;
        while let Some(entry) = entries.element(index) {
            index += 1;
            let (Some(priority), Some(function)) = (entry.element(0), entry.element(1)) else { continue };
            match self.fold(function).map(|folded| (folded.base, folded.offset)) {
                Some((Some(Operand::Func(function)), 0)) => {
                    let priority = match priority.kind() {
                        ValueKind::LLVMConstantIntValueKind => priority.int_value() as u32,
                        _ => u32::from(u16::MAX),
                    };
                    all.push(Constructor { priority, function });
                }
                // A removed entry.
                Some((None, 0)) => {}
                _ => self.lose(format!("an entry of `{list}`")),
            }
        }
        all.sort_by_key(|constructor| constructor.priority);
        all
    }

    /// What calling a function means.
    fn callee_kind(&mut self, function: Value<'m>) -> CalleeKind {
        if let Some(kind) = self.callees.get(&function) {
            return *kind;
        }
        let kind = match is_intrinsic(function) {
            true if function.name().starts_with("llvm.lifetime.start.") => CalleeKind::LifetimeStart,
            true => CalleeKind::Intrinsic,
            false if function.has_function_attribute("returns_twice") => CalleeKind::ReturnsTwice,
            false => CalleeKind::Plain,
        };
        self.callees.insert(function, kind);
        kind
    }

    /// The plan of a function's blocks.
    fn plan(&mut self, function: Value<'m>) -> Rc<Plan<'m>> {
        if let Some(plan) = self.plans.get(&function) {
            return plan.clone();
        }
        let plan = Rc::new(Plan::new(function));
        self.plans.insert(function, plan.clone());
        plan
    }
}

impl<'m> Plan<'m> {
    fn new(function: Value<'m>) -> Plan<'m> {
        let all = function.blocks();
        let order = all.first().map(|entry| reverse_postorder(*entry)).unwrap_or_default();
        let reachable: FxHashSet<_> = order.iter().copied().collect();
        let wanted = |block: &Block| reachable.contains(block) || block.is_target_of_addresses();
        let blocks: Vec<_> = all.into_iter().filter(wanted).collect();
        let ids = blocks.iter().enumerate().map(|(index, block)| (*block, BlockId::new(index))).collect();
        Plan { blocks, order, ids }
    }
}

/// The blocks control can go to after `block`: not those that handle exceptions.
fn next_blocks(block: Block) -> Vec<Block> {
    use crate::llvm::Opcode;
    let Some(terminator) = block.terminator() else { return Vec::new() };
    match terminator.opcode() {
        Some(Opcode::LLVMBr | Opcode::LLVMSwitch | Opcode::LLVMIndirectBr) => terminator.successors(),
        Some(Opcode::LLVMInvoke) => vec![terminator.normal_destination()],
        _ => Vec::new(),
    }
}

fn reverse_postorder(entry: Block) -> Vec<Block> {
    let mut seen = FxHashSet::default();
    let mut order = Vec::new();
    seen.insert(entry);
    let mut stack = vec![(entry, next_blocks(entry).into_iter())];
    while let Some((block, next)) = stack.last_mut() {
        match next.next() {
            Some(target) => {
                if seen.insert(target) {
                    stack.push((target, next_blocks(target).into_iter()));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

fn is_intrinsic(function: Value) -> bool {
    function.name().starts_with("llvm.")
}

/// Whether a global is a note to LLVM and no variable.
fn is_special(global: Value) -> bool {
    let name = global.name();
    name.starts_with("llvm.") && matches!(global.linkage(), Linkage::LLVMAppendingLinkage)
        || name == "llvm.used"
}

fn is_local(global: Value) -> bool {
    matches!(global.linkage(), Linkage::LLVMInternalLinkage | Linkage::LLVMPrivateLinkage)
}
