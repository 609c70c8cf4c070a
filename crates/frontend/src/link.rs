//! Reading the compiled files, linking them into one module, and lowering that.

use crate::llvm::{Context, Linkage, Module, Value};
use crate::lower::{self, LoweredBody};
use crate::{LoadError, Options, Scope};
use ir::{Program, Target};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Sender};

/// A file as LLVM can read it.
pub struct Compiled {
    /// The file the user named.
    pub path: PathBuf,
    /// Bitcode or LLVM assembly.
    pub data: Vec<u8>,
    /// Whether clang made it just now, so that it need not be checked.
    pub trusted: bool,
}

impl Compiled {
    /// What the file defines for others.
    pub fn defines(&self) -> Result<BTreeSet<String>, LoadError> {
        let malformed = |message| LoadError::Malformed { path: self.path.clone(), message };
        let context = Context::new();
        let module = context.parse(&self.data).map_err(malformed)?;
        Ok(definitions(&module).map(|value| value.name().into_owned()).collect())
    }
}

/// What a program declares and nobody defines yet.
pub struct Undefined {
    /// The names.
    pub names: BTreeSet<String>,
    /// Those of functions that no header of the system declares.
    pub own: BTreeSet<String>,
}

/// Finds more files: those that define some of these names.
pub type More<'a> = &'a (dyn Fn(&Undefined) -> Result<Vec<Compiled>, LoadError> + Sync);

/// LLVM's reader recurses over nested constants and types. What clang made from source is nested no deeper than its
/// limit of brackets; for other files this is more than any that clang could read.
const STACK_BYTES: usize = 512 << 20;

/// The program of all files together, and of those that define what they need.
pub fn program(files: Vec<Compiled>, options: &Options, more: More) -> Result<Program, LoadError> {
    if files.iter().all(|file| file.trusted) {
        return link_and_promote(files, options, more);
    }
    let system = |error| LoadError::System { what: "start a thread", error };
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK_BYTES);
        let work = || link_and_promote(files, options, more);
        let handle = worker.spawn_scoped(scope, work).map_err(system)?;
        handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Lowers, with the promotion of the bodies done by another thread while LLVM is still at work.
fn link_and_promote(files: Vec<Compiled>, options: &Options, more: More) -> Result<Program, LoadError> {
    let paths: Vec<PathBuf> = files.iter().map(|file| file.path.clone()).collect();
    let (sender, receiver) = mpsc::channel::<LoweredBody>();
    let (program, bodies) = std::thread::scope(|scope| {
        let promoter = scope.spawn(|| receiver.into_iter().map(LoweredBody::promoted).collect::<Vec<_>>());
        let program = link(files, sender, options, more);
        (program, promoter.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let mut program = program?;
    for (function, body) in bodies {
        program.functions[function.index()].body = Some(body);
    }
    let defines = program.functions.iter().any(|function| function.body.is_some())
        || program.globals.iter().any(|global| global.init.is_some());
    match defines {
        true => Ok(program),
        false => Err(LoadError::Nothing { paths }),
    }
}

/// The program without its bodies, which go to `bodies`.
fn link(
    files: Vec<Compiled>,
    bodies: Sender<LoweredBody>,
    options: &Options,
    more: More,
) -> Result<Program, LoadError> {
    let context = Context::new();
    let (module, target) = link_modules(&context, files, options.scope, more)?;
    let program = lower::lower(&module, target, bodies);
    module.leave_to_context();
    match options.ends_soon {
        true => std::mem::forget(context),
        false => context.retire(),
    }
    Ok(program)
}

/// The module of all files together and of those that define what they need, and the machine it is for.
fn link_modules<'c>(
    context: &'c Context,
    files: Vec<Compiled>,
    scope: Scope,
    more: More,
) -> Result<(Module<'c>, Target), LoadError> {
    let mut linked: Option<(Module, Target, PathBuf)> = None;
    let mut origins = HashMap::new();
    let mut waiting = files;
    while !waiting.is_empty() {
        for Compiled { path, data, trusted } in waiting {
            let malformed = |message| LoadError::Malformed { path: path.clone(), message };
            let mut module = context.parse(&data).map_err(malformed)?;
            drop(data);
            if !trusted {
                module.verify().map_err(malformed)?;
            }
            let target = target(&mut module, &path)?;
            if scope == Scope::Functions && origins.contains_key("main") {
                let name = format!("main.{}", origins.len());
                definitions(&module).filter(|value| value.name() == "main").for_each(|it| it.rename(&name));
            }
            note_definitions(&module, &path, &mut origins)?;
            match &mut linked {
                None => linked = Some((module, target, path)),
                Some((_, first_target, first)) if *first_target != target => {
                    return Err(LoadError::MixedTargets { first: first.clone(), second: path });
                }
                Some((whole, ..)) => {
                    let unlinkable = |message| LoadError::Unlinkable { path: path.clone(), message };
                    context.link(whole, module).map_err(unlinkable)?;
                }
            }
        }
        waiting = match &linked {
            Some((whole, ..)) if scope == Scope::Program => more(&undefined(whole))?,
            _ => Vec::new(),
        };
    }
    let (module, target, _) = linked.ok_or(LoadError::NoInput)?;
    Ok((module, target))
}

/// What a module defines for others.
fn definitions<'m>(module: &'m Module) -> impl Iterator<Item = Value<'m>> {
    let all = module.functions().into_iter().chain(module.globals()).chain(module.aliases());
    all.filter(|value| !value.is_declaration() && matches!(value.linkage(), Linkage::LLVMExternalLinkage))
}

/// What a module declares and nobody defines yet. What is weak may stay undefined.
fn undefined(module: &Module) -> Undefined {
    let is_missing = |value: &Value| {
        let is_external = matches!(value.linkage(), Linkage::LLVMExternalLinkage);
        value.is_declaration() && is_external && !value.name().starts_with("llvm.")
    };
    let functions: Vec<Value> = module.functions().into_iter().filter(is_missing).collect();
    let name = |value: &Value| value.name().into_owned();
    let own = functions.iter().filter(|function| !is_of_system(**function)).map(name).collect();
    let variables = module.globals().into_iter().filter(is_missing);
    let names = functions.into_iter().chain(variables).map(|value| name(&value)).collect();
    Undefined { names, own }
}

/// Whether a header of the system declares a function.
fn is_of_system(function: Value) -> bool {
    let subprogram = function.subprogram().and_then(|node| node.as_subprogram());
    let file = subprogram.and_then(|subprogram| subprogram.file?.file_name());
    file.is_some_and(|(name, _)| name.starts_with("/usr/"))
}

/// The machine a module is for.
fn target(module: &mut Module, path: &Path) -> Result<Target, LoadError> {
    let triple = module.triple();
    if triple.is_empty() {
        // Assembly written by hand often leaves it out.
        module.assume_x86_64();
        return Ok(Target::BITS64);
    }
    let unknown = || LoadError::UnknownTarget { path: path.to_path_buf(), triple: triple.clone() };
    match (triple.split('-').next().unwrap_or_default(), module.pointer_bytes()) {
        ("x86_64" | "amd64", 8) => Ok(Target::BITS64),
        ("i386" | "i486" | "i586" | "i686", 4) => Ok(Target::BITS32),
        _ => Err(unknown()),
    }
}

/// Remembers what a file defines for all; nothing may be defined so twice.
fn note_definitions(
    module: &Module,
    path: &Path,
    origins: &mut HashMap<String, PathBuf>,
) -> Result<(), LoadError> {
    for value in definitions(module) {
        let symbol = value.name().into_owned();
        if let Some(first) = origins.insert(symbol.clone(), path.to_path_buf()) {
            return Err(LoadError::Duplicate { symbol, first, second: path.to_path_buf() });
        }
    }
    Ok(())
}
