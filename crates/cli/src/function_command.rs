//! `heapproof lib` and `heapproof prove`: decide about the functions of files one by one, and report.

use crate::load::LoadError;
use crate::options::{FunctionOptions, LibOptions, ProveOptions};
use crate::output::{self, Exit};
use crate::replay_functions::{self, Replayed};
use crate::verdict::{self, Reported};
use crate::{dump_heap, emit_test};
use engine::{AnnotationError, FunctionTask};
use frontend::Scope;
use ir::{Program, Property, PropertySet};
use portfolio::registry::{self, FunctionCommand, FunctionConfig};
use regex_lite::Regex;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Analyses the functions of files and reports.
pub fn lib(options: &LibOptions) -> Exit {
    if let Err(refusal) = options.emit_test.as_deref().map_or(Ok(()), emit_test::may_be_written) {
        output::error(&refusal);
        return Exit::BAD_INPUT;
    }
    let cache = if options.no_cache { None } else { cache_folder() };
    let config = FunctionConfig { cache, ..FunctionConfig::default() };
    run(FunctionCommand::Lib, &options.common, config, options.emit_test.as_deref())
}

/// Proves the annotated functions of files and reports.
pub fn prove(options: &ProveOptions) -> Exit {
    if let Some(folder) = &options.dump_conditions
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        output::error(&format!("{}: {error}", folder.display()));
        return Exit::BAD_INPUT;
    }
    let (explain, conditions) = (options.explain, options.dump_conditions.clone());
    let config = FunctionConfig { explain, conditions, ..FunctionConfig::default() };
    run(FunctionCommand::Prove, &options.common, config, None)
}

fn run(
    command: FunctionCommand,
    options: &FunctionOptions,
    config: FunctionConfig,
    test_file: Option<&Path>,
) -> Exit {
    let wanted = match options.functions.as_deref().map(Regex::new).transpose() {
        Ok(wanted) => wanted,
        Err(error) => {
            output::error(&format!("--functions: {error}"));
            return Exit::BAD_INPUT;
        }
    };
    let engine = registry::for_command(command);
    let replays = Arc::new(Mutex::new(Replayed::default()));
    let (given, shown) = (options.clone(), replays.clone());
    let (malloc, jobs) = (options.verdict.malloc.into(), options.verdict.input.jobs);
    let config = FunctionConfig { jobs, function_time: Some(options.function_timeout), ..config };
    let decided = verdict::decide(&options.verdict, Scope::Functions, move |program, budget, activity| {
        let is_wanted = |name: &str| wanted.as_ref().is_none_or(|wanted| wanted.is_match(name));
        let annotations = match engine.reads_annotations {
            true => frontend::annotations::read(program),
            false => Vec::new(),
        };
        let task = FunctionTask { program, annotations: &annotations, wanted: &is_wanted, malloc };
        match portfolio::analyse_functions(engine, &config, &task, budget, activity) {
            Err(mistakes) => Err(LoadError::Entry(told(program, &mistakes))),
            Ok(outcome) if outcome.functions.is_empty() && outcome.ledger.is_empty() => {
                Err(LoadError::Entry("there is no function to decide about".to_string()))
            }
            Ok(mut outcome) if command == FunctionCommand::Lib => {
                let replayed = replay_functions::run(&given, program, &mut outcome, budget, activity);
                *shown.lock().unwrap_or_else(PoisonError::into_inner) = replayed;
                Ok(outcome)
            }
            Ok(outcome) => Ok(outcome),
        }
    });
    let Replayed { recordings, test } =
        std::mem::take(&mut *replays.lock().unwrap_or_else(PoisonError::into_inner));
    match decided {
        Ok((program, outcome)) => {
            let properties = PropertySet::default().with(Property::ValidDeref);
            let exit =
                Reported::new(&program, &outcome, properties, None).print(&options.verdict, &recordings);
            let exit = match test_file {
                Some(path) => emit_test::write(path, test.ok_or("no failing check was replayed"), exit),
                None => exit,
            };
            match &options.dump_heap {
                Some(folder) => dump_heap::run(folder, &program, &outcome, exit),
                None => exit,
            }
        }
        Err(error) => {
            error.print();
            Exit::BAD_INPUT
        }
    }
}

/// Mistakes in annotations as a compiler shows them: place, message, the line, and a caret.
fn told(program: &Program, mistakes: &[AnnotationError]) -> String {
    let mut shown = Vec::new();
    for mistake in mistakes {
        let Some(span) = mistake.span else {
            shown.push(mistake.message.clone());
            continue;
        };
        let file = program.file(span.file);
        let mut text = format!("{}\n  --> {}:{}:{}", mistake.message, file.name, span.line, span.column);
        let line = std::fs::read_to_string(file.path())
            .ok()
            .and_then(|source| source.lines().nth(span.line.get() as usize - 1).map(str::to_string));
        if let Some(line) = line {
            let before: String = line
                .chars()
                .take(span.column.saturating_sub(1) as usize)
                .map(|letter| if letter == '\t' { '\t' } else { ' ' })
                .collect();
            text.push_str(&format!("\n   | {line}\n   | {before}^"));
        }
        shown.push(text);
    }
    shown.join("\nerror: ")
}

/// Where results are kept between runs, as the XDG rules have it.
fn cache_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let caches = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")))?;
    Some(caches.join("heapproof").join("lib"))
}
