//! Constraint symbols: name, arity, type signature, priority, and what the theories make of them.
//!
//! The names of the built-in primitives are part of the language: rule files match on
//! `int_eq_plus_c` and friends, so flattening produces exactly these.

use crate::term::{TypeId, Types};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// An interned constraint symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SymId(pub(crate) u32);

/// Which theory understands a symbol, and how.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    /// Only user rules and congruence apply.
    User,
    /// `t_eq(x, y)`: x = y.
    Eq,
    /// `t_eq_c(x, c)`: x equals a constant.
    EqC,
    /// `int_gt(x, y)`: x > y.
    Gt,
    /// `int_gt_c(x, c)`: x > c.
    GtC,
    /// `int_eq_plus_c(x, y, c)`: x = y + c.
    EqPlusC,
    /// `int_eq_plus(x, y, z)`: x = y + z.
    EqPlus,
    /// `int_eq_mul_c(x, y, c)`: x = c * y.
    EqMulC,
    /// `int_eq_mul(x, y, z)`: x = y * z.
    EqMul,
    /// `int_eq_pow_c(x, y, n)`: x is y to the power n.
    EqPowC,
    /// `int_lb(x, c)`: x >= c.
    Lb,
    /// `int_dom(x, l, u)`: l <= x <= u.
    IntDom,
    /// `t_eq_call_f(x, args)`: x = f(args).
    Call,
    /// `in(H, p, v)`: H maps p to v; also spelled `access`.
    In,
    /// `dom(H, p)`: p is in the domain of H.
    Dom,
    /// `emp(H)`: H is empty.
    Emp,
    /// `one(H, p, v)`: H is the single cell p, v.
    One,
    /// `sep(H, H1, .., Hn)`: H is the disjoint union of the others.
    Sep,
    /// `sub(H1, H2)`: H1 is contained in H2.
    Sub,
    /// `domsub(H1, H2)`: the domain of H1 is contained in the domain of H2.
    DomSub,
    /// `alloc(H, H1, p, v)`: H is H1 plus a new cell p, v.
    Alloc,
    /// `assign(H, H1, p, v)`: H is H1 with the value at p replaced by v.
    Assign,
}

impl Kind {
    /// Whether the symbol states a fact of integer arithmetic.
    pub(crate) fn is_arith(self) -> bool {
        use Kind::*;
        matches!(self, Gt | GtC | EqPlusC | EqPlus | EqMulC | EqMul | EqPowC | Lb | IntDom)
    }

    pub(crate) fn is_heap(self) -> bool {
        use Kind::*;
        matches!(self, In | Dom | Emp | One | Sep | Sub | DomSub | Alloc | Assign)
    }
}

/// One argument of a signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArgType {
    /// The type of the argument.
    pub ty: TypeId,
    /// Declared `var of`: constants are replaced by a variable with that value.
    pub var: bool,
}

/// The declared type of a symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The arguments in order.
    pub args: Vec<ArgType>,
    /// `bool` for constraints; something else for functions.
    pub result: TypeId,
}

/// When a constraint's rules run relative to those of others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Priority {
    /// Before everything else.
    High,
    /// The default.
    Medium,
    /// When nothing else is left to do.
    Low,
}

#[derive(Clone, Debug)]
pub(crate) struct Symbol {
    pub(crate) name: Box<str>,
    pub(crate) kind: Kind,
    pub(crate) signature: Option<Signature>,
    pub(crate) priority: Priority,
}

/// The built-in symbols that theories create themselves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Builtin {
    pub(crate) eq: SymId,
    pub(crate) eq_c: SymId,
    pub(crate) gt: SymId,
    pub(crate) gt_c: SymId,
    pub(crate) eq_plus_c: SymId,
    pub(crate) eq_plus: SymId,
    pub(crate) eq_mul_c: SymId,
    pub(crate) eq_mul: SymId,
    pub(crate) eq_pow_c: SymId,
    pub(crate) lb: SymId,
    pub(crate) heap_eq: SymId,
    pub(crate) heap_in: SymId,
    pub(crate) heap_dom: SymId,
}

#[derive(Clone, Debug)]
pub(crate) struct Symbols {
    /// Shared by copies of the solver until one of them declares more.
    table: Arc<Table>,
    pub(crate) builtin: Builtin,
}

/// The symbols by number, and their numbers by arity and name.
#[derive(Clone, Default, Debug)]
struct Table {
    all: Vec<Symbol>,
    ids: FxHashMap<usize, FxHashMap<Box<str>, SymId>>,
}

impl Symbols {
    pub(crate) fn new() -> Symbols {
        let none = SymId(0);
        let builtin = Builtin {
            eq: none,
            eq_c: none,
            gt: none,
            gt_c: none,
            eq_plus_c: none,
            eq_plus: none,
            eq_mul_c: none,
            eq_mul: none,
            eq_pow_c: none,
            lb: none,
            heap_eq: none,
            heap_in: none,
            heap_dom: none,
        };
        let mut s = Symbols { table: Arc::default(), builtin };
        const X: ArgType = ArgType { ty: TypeId::NUM, var: true };
        const C: ArgType = ArgType { ty: TypeId::NUM, var: false };
        s.builtin.eq = s.declare("int_eq", Kind::Eq, &[X, X]);
        s.builtin.eq_c = s.declare("int_eq_c", Kind::EqC, &[X, C]);
        s.builtin.gt = s.declare("int_gt", Kind::Gt, &[X, X]);
        s.builtin.gt_c = s.declare("int_gt_c", Kind::GtC, &[X, C]);
        s.builtin.eq_plus_c = s.declare("int_eq_plus_c", Kind::EqPlusC, &[X, X, C]);
        s.builtin.eq_plus = s.declare("int_eq_plus", Kind::EqPlus, &[X, X, X]);
        s.builtin.eq_mul_c = s.declare("int_eq_mul_c", Kind::EqMulC, &[X, X, C]);
        s.builtin.eq_mul = s.declare("int_eq_mul", Kind::EqMul, &[X, X, X]);
        s.builtin.eq_pow_c = s.declare("int_eq_pow_c", Kind::EqPowC, &[X, X, C]);
        s.builtin.lb = s.declare("int_lb", Kind::Lb, &[X, C]);
        for (ty, name) in [(TypeId::NIL, "nil"), (TypeId::STR, "str"), (TypeId::ATOM, "atom")] {
            let (var, constant) = (ArgType { ty, var: true }, ArgType { ty, var: false });
            s.declare(&format!("{name}_eq"), Kind::Eq, &[var, var]);
            s.declare(&format!("{name}_eq_c"), Kind::EqC, &[var, constant]);
        }
        // Heap symbols exist from the start but mean something only once the theory is loaded.
        s.builtin.heap_eq = s.reserve("eq", 2);
        s.builtin.heap_in = s.reserve("in", 3);
        s.builtin.heap_dom = s.reserve("dom", 2);
        s
    }

    /// Gives the finite-domain symbol its meaning.
    pub(crate) fn load_dom(&mut self) {
        let (x, c) = (ArgType { ty: TypeId::NUM, var: true }, ArgType { ty: TypeId::NUM, var: false });
        self.declare("int_dom", Kind::IntDom, &[x, c, c]);
    }

    /// Gives the heap symbols their meaning.
    pub(crate) fn load_heaps(&mut self) {
        const H: ArgType = ArgType { ty: TypeId::HEAP, var: true };
        const X: ArgType = ArgType { ty: TypeId::NUM, var: true };
        self.declare("eq", Kind::Eq, &[H, H]);
        self.declare("in", Kind::In, &[H, X, X]);
        self.declare("dom", Kind::Dom, &[H, X]);
        self.declare("emp", Kind::Emp, &[H]);
        self.declare("one", Kind::One, &[H, X, X]);
        self.declare("sep", Kind::Sep, &[H, H, H]);
        self.declare("sub", Kind::Sub, &[H, H]);
        self.declare("domsub", Kind::DomSub, &[H, H]);
        self.declare("alloc", Kind::Alloc, &[H, H, X, X]);
        self.declare("assign", Kind::Assign, &[H, H, X, X]);
    }

    fn reserve(&mut self, name: &str, arity: usize) -> SymId {
        let table = Arc::make_mut(&mut self.table);
        let id = SymId(table.all.len() as u32);
        let symbol =
            Symbol { name: name.into(), kind: Kind::User, signature: None, priority: Priority::Medium };
        table.all.push(symbol);
        table.ids.entry(arity).or_default().insert(name.into(), id);
        id
    }

    /// Gives a built-in symbol its kind and signature.
    pub(crate) fn declare(&mut self, name: &str, kind: Kind, args: &[ArgType]) -> SymId {
        let id = self.named(name, args.len());
        let symbol = self.get_mut(id);
        symbol.kind = kind;
        symbol.signature = Some(Signature { args: args.to_vec(), result: TypeId::BOOL });
        id
    }

    /// The symbol of this name and arity, made on first use. Partitions into any number of parts
    /// are instances of one notion, so `sep` of higher arity is understood as soon as `sep` is.
    pub(crate) fn named(&mut self, name: &str, arity: usize) -> SymId {
        if let Some(id) = self.find(name, arity) {
            return id;
        }
        let id = self.reserve(name, arity);
        let binary = self.find("sep", 3).is_some_and(|s| self.kind(s) == Kind::Sep);
        if name == "sep" && arity >= 2 && binary {
            let heap = ArgType { ty: TypeId::HEAP, var: true };
            self.declare("sep", Kind::Sep, &vec![heap; arity]);
        }
        if name.contains("_eq_call_") {
            self.get_mut(id).kind = Kind::Call;
        }
        id
    }

    pub(crate) fn find(&self, name: &str, arity: usize) -> Option<SymId> {
        self.table.ids.get(&arity)?.get(name).copied()
    }

    pub(crate) fn get(&self, s: SymId) -> &Symbol {
        &self.table.all[s.0 as usize]
    }

    pub(crate) fn get_mut(&mut self, s: SymId) -> &mut Symbol {
        &mut Arc::make_mut(&mut self.table).all[s.0 as usize]
    }

    pub(crate) fn kind(&self, s: SymId) -> Kind {
        self.get(s).kind
    }

    /// The equality symbol of a type; made on first use unless the user has given the name away.
    pub(crate) fn equality(&mut self, ty: TypeId, types: &Types) -> SymId {
        match ty {
            TypeId::ANY | TypeId::NUM => self.builtin.eq,
            TypeId::HEAP if self.kind(self.builtin.heap_eq) == Kind::Eq => self.builtin.heap_eq,
            _ => {
                let name = format!("{}_eq", types.name(ty));
                self.find(&name, 2).unwrap_or_else(|| {
                    let arg = ArgType { ty, var: true };
                    self.declare(&name, Kind::Eq, &[arg, arg])
                })
            }
        }
    }

    /// The symbol for equality with a constant of a type.
    pub(crate) fn equality_c(&mut self, ty: TypeId, types: &Types) -> SymId {
        match ty {
            TypeId::ANY | TypeId::NUM => self.builtin.eq_c,
            _ => {
                let name = format!("{}_eq_c", types.name(ty));
                self.find(&name, 2).unwrap_or_else(|| {
                    let args = [ArgType { ty, var: true }, ArgType { ty, var: false }];
                    self.declare(&name, Kind::EqC, &args)
                })
            }
        }
    }

    /// The constraint `x = f(args)` for a function: its symbol, with the signature that the
    /// function's declaration implies.
    pub(crate) fn call(&mut self, name: &str, arity: usize, types: &Types) -> SymId {
        let declared = self.find(name, arity).and_then(|f| self.get(f).signature.clone());
        let result = declared.as_ref().map_or(TypeId::NUM, |s| s.result);
        let full = format!("{}_eq_call_{name}", types.name(result));
        let id = self.named(&full, arity + 1);
        let symbol = self.get_mut(id);
        symbol.kind = Kind::Call;
        if symbol.signature.is_none() {
            let mut args = vec![ArgType { ty: result, var: true }];
            args.extend(declared.map_or(vec![ArgType { ty: TypeId::ANY, var: true }; arity], |s| s.args));
            symbol.signature = Some(Signature { args, result: TypeId::BOOL });
        }
        id
    }
}
