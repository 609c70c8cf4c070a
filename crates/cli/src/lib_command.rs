//! `heapproof lib`: analyse the functions of files one by one, and report.

use crate::load::LoadError;
use crate::options::LibOptions;
use crate::output::{self, Exit};
use crate::verdict;
use engine::FunctionTask;
use ir::{Property, PropertySet};
use portfolio::registry::{self, FunctionConfig};
use regex_lite::Regex;
use std::path::PathBuf;

/// Analyses the functions of files and reports.
pub fn run(options: &LibOptions) -> Exit {
    let wanted = match options.functions.as_deref().map(Regex::new).transpose() {
        Ok(wanted) => wanted,
        Err(error) => {
            output::error(&format!("--functions: {error}"));
            return Exit::BAD_INPUT;
        }
    };
    let (malloc, jobs) = (options.verdict.malloc.into(), options.verdict.input.jobs);
    let function_time = Some(options.function_timeout);
    let cache = if options.no_cache { None } else { cache_folder() };
    let analysed = verdict::decide(&options.verdict, move |program, budget, activity| {
        let is_wanted = |name: &str| wanted.as_ref().is_none_or(|wanted| wanted.is_match(name));
        let task = FunctionTask { program, wanted: &is_wanted, malloc };
        let config = FunctionConfig { jobs, function_time, cache };
        let engine = registry::for_command("lib").expect("the registry has an engine for each command");
        let outcome = portfolio::analyse_functions(engine, &config, &task, budget, activity);
        match outcome.functions.is_empty() && outcome.ledger.is_empty() {
            true => Err(LoadError::Entry("there is no function to analyse".to_string())),
            false => Ok(outcome),
        }
    });
    match analysed {
        Ok((program, outcome)) => {
            let properties = PropertySet::default().with(Property::ValidDeref);
            verdict::print(&options.verdict, &program, &outcome, properties, None)
        }
        Err(error) => {
            error.print();
            Exit::BAD_INPUT
        }
    }
}

/// Where results are kept between runs, as the XDG rules have it.
fn cache_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let caches = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")))?;
    Some(caches.join("heapproof").join("lib"))
}
