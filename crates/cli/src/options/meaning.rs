//! The options that say what a program means where C does not.

use super::values::size;
use clap::{Args, ValueEnum};

/// What a program means where C does not say.
#[derive(Args, Clone, Debug)]
pub struct MeaningOptions {
    /// What functions do that have neither a body nor a model
    ///
    /// Their results are arbitrary, and the check goes on behind them.
    #[arg(long = "extern", value_name = "HOW", default_value = "unknown", help_heading = "What is checked")]
    pub foreign: Foreign,

    /// What reading a volatile object gives
    #[arg(long, value_name = "HOW", default_value = "memory", help_heading = "What is checked")]
    pub volatile: Volatile,

    /// Functions without a body that do not return
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', help_heading = "What is checked")]
    pub noreturn: Vec<String>,

    /// Functions that allocate and free as malloc, calloc, realloc and free do
    ///
    /// Their arguments tell which: a size, a number and a size, or a block and a size. Their code is not looked at.
    #[arg(long, value_name = "NAME[:FREE],…", value_delimiter = ',', help_heading = "What is checked")]
    pub allocator: Vec<String>,

    /// How much of the heap is in use at once at most: bytes, or with K, M, G or T
    ///
    /// Without it that is any amount. Where a proof fails, and a counter that is narrower than an address may count the
    /// nodes of a list, 16G is tried, and printed as an assumption.
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "What is checked")]
    pub max_heap: Option<u64>,
}

impl MeaningOptions {
    /// What the program means.
    pub fn meaning(&self) -> ir::Meaning {
        let foreign = match self.foreign {
            Foreign::Unknown => ir::Foreign::Unknown,
            Foreign::Havoc => ir::Foreign::Havoc,
            Foreign::Pure => ir::Foreign::Pure,
        };
        let volatile = match self.volatile {
            Volatile::Memory => ir::Volatile::Memory,
            Volatile::Any => ir::Volatile::Any,
        };
        let noreturn = self.noreturn.clone();
        ir::Meaning { foreign, volatile, noreturn, allocators: Vec::new(), max_heap: self.max_heap }
    }

    /// The options that are not the default, for a command line with the same meaning.
    pub fn given(&self) -> Vec<String> {
        let mut given = Vec::new();
        match self.foreign {
            Foreign::Unknown => {}
            Foreign::Havoc => given.push("--extern=havoc".to_string()),
            Foreign::Pure => given.push("--extern=pure".to_string()),
        }
        if self.volatile == Volatile::Any {
            given.push("--volatile=any".to_string());
        }
        if !self.noreturn.is_empty() {
            given.push(format!("--noreturn={}", self.noreturn.join(",")));
        }
        if !self.allocator.is_empty() {
            given.push(format!("--allocator={}", self.allocator.join(",")));
        }
        if let Some(bytes) = self.max_heap {
            given.push(format!("--max-heap={bytes}"));
        }
        given
    }
}

/// What functions do that have neither a body nor a model.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foreign {
    /// Nobody knows: errors behind a call are found, nothing is proved
    Unknown,
    /// They change nothing but what their pointer arguments reach, and free and keep none of it
    Havoc,
    /// They change nothing
    Pure,
}

/// What reading a volatile object gives.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Volatile {
    /// What was written last
    Memory,
    /// Any value, with every reading
    Any,
}
