//! The engines, in the order in which they are asked.
//!
//! Whatever needs to know which engines there are reads it here: the option `--engine`, the schedule (`auto`),
//! the fuzzer, and through `heapproof engines` the corpus runner and its records. A new engine is a crate and an entry.

use crate::{Concrete, Trials};
use contracts::Annotated;
use engine::{Engine, FunctionEngine, Guide};
use explore::{AllocCheck, Exact, Guided, Shape};
use modular::Modular;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;
use template::Template;

/// The name for whatever suits the program, beside those of the engines.
pub const AUTO: &str = "auto";

/// What the name [`AUTO`] means, in a sentence.
pub const ABOUT_AUTO: &str = "Whatever suits the program";

/// The engines for whole programs.
pub static ENGINES: &[Registered] = &[
    // A program without inputs is decided by running it, and most errors in examples show at once.
    Registered {
        name: "concrete",
        about: "Run the program, once for every combination of failing allocations",
        role: Role::Run,
        is_choice: false,
        limits: Some(Limits { first: 1_000_000, again: None, share: 0.25 }),
        make: |_, work| Box::new(Concrete { steps: work }),
        follow: None,
    },
    // Finds what long inputs and deep parsers show: buffers that overflow, options that crash.
    Registered {
        name: "trials",
        about: "Run the program with inputs that are made up",
        role: Role::Try,
        is_choice: false,
        limits: Some(Limits { first: 8_000_000, again: Some(80_000_000), share: 0.25 }),
        make: |_, work| Box::new(Trials { steps: work }),
        follow: None,
    },
    // Finds shallow errors soon and deep ones with time; proves what has few paths. Follows the guides of others.
    Registered {
        name: "exact",
        about: "Explore every path with symbolic inputs",
        role: Role::Search,
        is_choice: true,
        limits: Some(Limits { first: 15_000, again: Some(1_000_000), share: 1.0 }),
        make: |config, work| Box::new(Exact { alloc_check: config.alloc_check, work }),
        follow: Some(|guide| Box::new(Guided { guide })),
    },
    // Proves loops over lists and trees of any size; says where it thinks errors possible.
    Registered {
        name: "shape",
        about: "Prove lists of any length with abstract shapes",
        role: Role::Prove,
        is_choice: true,
        limits: Some(Limits { first: 200_000, again: None, share: 0.8 }),
        make: |_, work| Box::new(Shape { work }),
        follow: None,
    },
    // Proves what holds of numbers and of the contents of structures of any shape, by templates and induction.
    Registered {
        name: "template",
        about: "Find invariants of numbers and of the contents of structures with a solver",
        role: Role::Prove,
        is_choice: true,
        limits: Some(Limits { first: 20_000, again: None, share: 0.5 }),
        make: |_, work| Box::new(Template { work }),
        follow: None,
    },
];

/// The engines for single functions.
pub static FUNCTION_ENGINES: &[RegisteredForFunctions] = &[
    // Libraries of nodes and links, without annotations.
    RegisteredForFunctions {
        name: "modular",
        about: "Show that each function keeps data structures intact, in every context that does",
        command: FunctionCommand::Lib,
        reads_annotations: false,
        make: |config| {
            Box::new(Modular {
                jobs: config.jobs,
                function_time: config.function_time,
                cache: config.cache.clone(),
            })
        },
    },
    // Functions with contracts: what they do to lists, and nothing else.
    RegisteredForFunctions {
        name: "contracts",
        about: "Prove that each function satisfies its contract",
        command: FunctionCommand::Prove,
        reads_annotations: true,
        make: |config| {
            Box::new(Annotated {
                function_time: config.function_time,
                explain: config.explain,
                conditions: config.conditions.clone(),
            })
        },
    },
];

/// An engine for whole programs.
#[derive(Debug)]
pub struct Registered {
    /// The name in options and statistics.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// What it is good for.
    pub role: Role,
    /// Whether a user can choose it by name.
    pub is_choice: bool,
    /// Its share of the work when the tool chooses; none where the tool does not choose it.
    pub limits: Option<Limits>,
    /// The engine, after how much work to give up.
    pub make: fn(&Config, Option<u64>) -> Box<dyn Engine>,
    /// The engine that follows a guide, where it can.
    pub follow: Option<fn(Guide) -> Box<dyn Engine>>,
}

/// What an engine is good for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Decides programs without inputs by running them.
    Run,
    /// Finds errors by running programs on inputs that it makes up.
    Try,
    /// Goes path by path: it finds errors, and proves programs with finitely many paths.
    Search,
    /// Proves programs with infinitely many paths.
    Prove,
}

/// How much work an engine gets when the tool chooses. Work is counted by the engine and is the same on every machine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// The work of the first look.
    pub first: u64,
    /// The work of a second look, where there is one before everything is tried.
    pub again: Option<u64>,
    /// The share of the time that is left when everything is tried.
    pub share: f64,
}

/// What engines can be configured with.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Config {
    /// How exact exploration finds the object of an access.
    pub alloc_check: AllocCheck,
}

/// An engine for single functions.
#[derive(Debug)]
pub struct RegisteredForFunctions {
    /// The name in statistics.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// The command that runs it.
    pub command: FunctionCommand,
    /// Whether it asks what the source says about functions.
    pub reads_annotations: bool,
    /// The engine.
    pub make: fn(&FunctionConfig) -> Box<dyn FunctionEngine>,
}

/// The commands about single functions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FunctionCommand {
    /// `heapproof lib`.
    Lib,
    /// `heapproof prove`.
    Prove,
}

/// What engines for functions can be configured with.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FunctionConfig {
    /// How long the analysis of one function may take; none for as long as there is time.
    pub function_time: Option<Duration>,
    /// How many functions are analysed at once; none for the number of cores.
    pub jobs: Option<NonZeroUsize>,
    /// The folder where results are kept; none to keep nothing.
    pub cache: Option<PathBuf>,
    /// Whether it is told why conditions hold.
    pub explain: bool,
    /// The folder that conditions are written to for other solvers; none to keep them.
    pub conditions: Option<PathBuf>,
}

impl PartialEq for Registered {
    fn eq(&self, other: &Registered) -> bool {
        self.name == other.name
    }
}

impl Eq for Registered {}

/// The engines that a user can choose.
pub fn choices() -> impl Iterator<Item = &'static Registered> {
    ENGINES.iter().filter(|engine| engine.is_choice)
}

/// The engine that the user wants: none for [`AUTO`]. The error lists the names.
pub fn named(name: &str) -> Result<Option<&'static Registered>, String> {
    if name == AUTO {
        return Ok(None);
    }
    let known = || choices().map(|engine| engine.name);
    match choices().find(|engine| engine.name == name) {
        Some(engine) => Ok(Some(engine)),
        None => {
            let names: Vec<&str> = std::iter::once(AUTO).chain(known()).collect();
            Err(format!("there is no engine `{name}`: {}", names.join(", ")))
        }
    }
}

/// The engines with a role among those that the tool chooses from, with their limits.
pub(crate) fn scheduled(role: Role) -> impl Iterator<Item = (&'static Registered, Limits)> {
    let with_role = ENGINES.iter().filter(move |engine| engine.role == role);
    with_role.filter_map(|engine| Some((engine, engine.limits?)))
}

/// The engine that a command for functions runs.
pub fn for_command(command: FunctionCommand) -> &'static RegisteredForFunctions {
    let mut engines = FUNCTION_ENGINES.iter();
    engines.find(|engine| engine.command == command).expect("there is an engine for each command")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_have_the_names_they_are_registered_with() {
        for engine in ENGINES {
            assert_eq!((engine.make)(&Config::default(), None).name(), engine.name);
        }
        for engine in FUNCTION_ENGINES {
            assert_eq!((engine.make)(&FunctionConfig::default()).name(), engine.name);
        }
    }

    #[test]
    fn engines_are_chosen_by_name() {
        assert_eq!(named(AUTO), Ok(None));
        assert_eq!(named("shape").unwrap().map(|engine| engine.role), Some(Role::Prove));
        assert_eq!(named("magic").unwrap_err(), "there is no engine `magic`: auto, exact, shape, template");
        assert!(named("concrete").is_err());
    }

    #[test]
    fn every_role_and_command_is_filled() {
        for role in [Role::Run, Role::Try, Role::Search, Role::Prove] {
            assert!(scheduled(role).next().is_some(), "{role:?}");
        }
        for command in [FunctionCommand::Lib, FunctionCommand::Prove] {
            assert_eq!(for_command(command).command, command);
        }
    }
}
