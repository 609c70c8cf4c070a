//! A whole program.

use crate::types::TypeTable;
use crate::{FileId, FuncId, Function, Global, GlobalId, Meaning, SourceFile, Span, Target};

/// A whole program, linked from all its files.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The machine it is compiled for.
    pub target: Target,
    /// The source files that spans refer to.
    pub files: Vec<SourceFile>,
    /// The source types.
    pub types: TypeTable,
    /// The global variables.
    pub globals: Vec<Global>,
    /// The functions.
    pub functions: Vec<Function>,
    /// What runs before the entry function, in order.
    pub constructors: Vec<Constructor>,
    /// What runs after it, in order.
    pub destructors: Vec<Constructor>,
    /// What could not be lowered outside of function bodies: with a loss nothing is proved.
    pub losses: Vec<Loss>,
    /// What it means where C does not say.
    pub meaning: Meaning,
}

/// A function that runs before or after the entry function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constructor {
    /// Lower numbers run first before, and last after, the entry function.
    pub priority: u32,
    /// The function, without parameters.
    pub function: FuncId,
}

/// Something outside of function bodies that could not be lowered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loss {
    /// What it was.
    pub what: String,
    /// Where it stands.
    pub span: Option<Span>,
}

impl Program {
    /// An empty program for a machine.
    pub fn new(target: Target) -> Program {
        Program {
            target,
            files: Vec::new(),
            types: TypeTable::default(),
            globals: Vec::new(),
            functions: Vec::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            losses: Vec::new(),
            meaning: Meaning::default(),
        }
    }

    /// The function with this id.
    pub fn function(&self, id: FuncId) -> &Function {
        &self.functions[id.index()]
    }

    /// The global with this id.
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }

    /// The file with this id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.index()]
    }

    /// The function with this linkage name.
    pub fn find_function(&self, name: &str) -> Option<FuncId> {
        self.functions.iter().position(|function| function.name == name).map(FuncId::new)
    }

    /// All function ids in order.
    pub fn function_ids(&self) -> impl Iterator<Item = FuncId> + use<> {
        (0..self.functions.len()).map(FuncId::new)
    }
}
