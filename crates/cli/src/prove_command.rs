//! `heapproof prove`: prove the annotated functions of files one by one, and report.

use crate::load::LoadError;
use crate::options::ProveOptions;
use crate::output::{self, Exit};
use crate::verdict;
use engine::FunctionTask;
use ir::{Program, Property, PropertySet};
use regex_lite::Regex;

/// Proves the functions of files and reports.
pub fn run(options: &ProveOptions) -> Exit {
    let wanted = match options.functions.as_deref().map(Regex::new).transpose() {
        Ok(wanted) => wanted,
        Err(error) => {
            output::error(&format!("--functions: {error}"));
            return Exit::BAD_INPUT;
        }
    };
    let malloc = options.verdict.malloc.into();
    let how = contracts::Options { function_time: options.function_timeout };
    let proved = verdict::decide(&options.verdict, move |program, budget, activity| {
        let is_wanted = |name: &str| wanted.as_ref().is_none_or(|wanted| wanted.is_match(name));
        let annotations = frontend::annotations::read(program);
        let task = FunctionTask { program, wanted: &is_wanted, malloc };
        match contracts::prove(&task, &annotations, how, budget, activity) {
            Err(mistakes) => Err(LoadError::Entry(mistakes_shown(program, &mistakes))),
            Ok(outcome) if outcome.functions.is_empty() && outcome.ledger.is_empty() => {
                Err(LoadError::Entry("there is no function to prove".to_string()))
            }
            Ok(outcome) => Ok(outcome),
        }
    });
    match proved {
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

/// Mistakes in annotations as a compiler shows them: place, message, the line, and a caret.
fn mistakes_shown(program: &Program, mistakes: &[contracts::AnnotationError]) -> String {
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
