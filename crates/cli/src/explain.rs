//! `heapproof explain`: check a program, then step through what was found, in a terminal.

use crate::options::ExplainOptions;
use crate::output::{self, Exit};
use crate::verdict::{self, Reported};
use crate::{check, invocation};
use report::walk::Walk;
use std::io::BufRead;

const HELP: &str = "  Enter or n: next   p: previous   0: first   e: the error   a: the allocation   f: the free\n  \
                    a number: that step   +, -: another finding   q: quit\n";

/// Checks a program and steps through its findings.
pub fn run(options: &ExplainOptions) -> Exit {
    let options = &options.check;
    let (program, outcome) = match check::decide(options) {
        Ok(checked) => checked,
        Err(error) => {
            error.print();
            return Exit::BAD_INPUT;
        }
    };
    let invocation = invocation::of(options, &program);
    let properties = options.task.properties();
    let reported = Reported::new(&program, &outcome, properties, Some(&invocation));
    if outcome.findings.is_empty() {
        return reported.print(&options.verdict, &[]);
    }
    let recordings = check::recordings(options, &program, &outcome);
    let report = reported.report(None);
    let mut walks = Vec::new();
    for finding in report.findings() {
        let position = outcome.findings.iter().position(|it| std::ptr::eq(it, finding));
        let recording = position.and_then(|position| recordings.get(position)).and_then(Option::as_ref);
        walks.push(Walk::new(report, finding, recording));
    }
    output::written(step_through(&walks), verdict::exit(&outcome))
}

/// Shows pages as the lines of the standard input ask for.
fn step_through(walks: &[Walk<'_>]) -> std::io::Result<()> {
    let (mut finding, mut page) = (0, 0);
    output::print(HELP)?;
    let mut lines = std::io::stdin().lock().lines();
    loop {
        let walk = &walks[finding];
        let which = match walks.len() {
            1 => String::new(),
            all => format!("finding {} of {all}, ", finding + 1),
        };
        output::print(&format!("\n{which}{}", walk.page(page)))?;
        let Some(line) = lines.next() else { return Ok(()) };
        let last = walk.pages() - 1;
        let (allocation, free) = walk.landmarks();
        page = match line?.trim() {
            "" | "n" => (page + 1).min(last),
            "p" => page.saturating_sub(1),
            "e" => last,
            "a" => allocation.unwrap_or(page),
            "f" => free.unwrap_or(page),
            "q" => return Ok(()),
            "+" | "-" if walks.len() == 1 => page,
            "+" => {
                finding = (finding + 1) % walks.len();
                0
            }
            "-" => {
                finding = (finding + walks.len() - 1) % walks.len();
                0
            }
            "0" => 0,
            number => match number.parse::<usize>() {
                Ok(number) => number.saturating_sub(1).min(last),
                Err(_) => {
                    output::print(HELP)?;
                    page
                }
            },
        };
    }
}
