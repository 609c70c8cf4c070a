//! The `heapproof` program as its users see it: exit codes, reports, and what it says to bad input.

#[path = "cli/support.rs"]
mod support;

#[path = "cli/bad_input.rs"]
mod bad_input;
#[path = "cli/check.rs"]
mod check;
#[path = "cli/chr.rs"]
mod chr;
#[path = "cli/competition.rs"]
mod competition;
#[path = "cli/ecosystem.rs"]
mod ecosystem;
#[path = "cli/html.rs"]
mod html;
#[path = "cli/limits.rs"]
mod limits;
#[path = "cli/lsp.rs"]
mod lsp;
#[path = "cli/projects.rs"]
mod projects;
#[path = "cli/prove.rs"]
mod prove;
#[path = "cli/replay.rs"]
mod replay;
#[path = "cli/run.rs"]
mod run;
#[path = "cli/shape.rs"]
mod shape;
#[path = "cli/usage.rs"]
mod usage;
