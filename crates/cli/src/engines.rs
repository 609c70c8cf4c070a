//! `heapproof engines`: the registry for tools, one engine a line, its name and what it is good for. The corpus runner
//! and its records are derived from it.

use crate::output::{self, Exit};
use portfolio::registry::{self, Role};
use std::fmt::Write;

/// Prints the engines that `--engine` takes.
pub fn run() -> Exit {
    let mut text = format!("{} any\n", registry::AUTO);
    for engine in registry::choices() {
        let role = match engine.role {
            Role::Run => "run",
            Role::Try => "try",
            Role::Search => "search",
            Role::Prove => "prove",
        };
        let _ = writeln!(text, "{} {role}", engine.name);
    }
    output::written(output::print(&text), Exit(0))
}
