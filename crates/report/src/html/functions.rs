//! The table of functions, for analyses without a main.

use super::escape;
use super::story::Story;
use crate::place::place;
use crate::{Report, words};
use engine::{Certainty, FunctionOutcome, FunctionVerdict};
use std::cmp::Reverse;
use std::fmt::Write;

/// The table, with a search field and a filter that the script makes work.
pub(super) fn table(report: &Report<'_>, stories: &[Story]) -> String {
    let functions = &report.outcome.functions;
    if functions.is_empty() {
        return String::new();
    }
    let mut html = "<section id=\"functions\"><h2>Functions</h2>\n<p class=\"filter\"><label>Search \
                    <input type=\"search\" id=\"search\"></label>\n"
        .to_string();
    for verdict in FunctionVerdict::ALL {
        let number =
            functions.iter().filter(|function| FunctionOutcome::verdict(function) == verdict).count();
        let name = verdict.name();
        let _ = writeln!(
            html,
            "<label><input type=\"checkbox\" class=\"show\" value=\"{name}\" checked> \
             <span class=\"badge {name}\">{name}</span> {number}</label>"
        );
    }
    html.push_str(
        "</p>\n<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"Table of functions\"><table>\n<thead><tr><th scope=\"col\">Function</th><th scope=\"col\">Verdict</th>\
         <th scope=\"col\">Requires</th><th scope=\"col\">What fails or is open</th></tr></thead>\n<tbody>\n",
    );
    // The stories of functions follow those of the program, in the order of functions.
    let mut next = report.outcome.findings.len();
    let mut first: Vec<(&FunctionOutcome, usize)> = Vec::new();
    for function in functions {
        first.push((function, next));
        next += function.findings.len();
    }
    // The worst first.
    first.sort_by_key(|(function, _)| Reverse(function.verdict()));
    for (function, first) in first {
        let verdict = function.verdict().name();
        let requires: Vec<String> =
            function.requires.iter().map(|it| format!("<code>{}</code>", escape(&it.to_string()))).collect();
        let mut open = Vec::new();
        for (number, finding) in function.findings.iter().enumerate() {
            let what = if finding.certainty >= Certainty::Shown { finding.kind.name() } else { "possible" };
            let link = stories.get(first + number).map_or_else(String::new, |story| {
                format!("<a href=\"#{0}\" data-story=\"{0}\">{1}</a>: ", story.id, escape(what))
            });
            open.push(format!("{link}{}", escape(&words::failure(finding))));
        }
        open.extend(function.ledger.entries().iter().map(|entry| {
            format!(
                "<code>{}</code> {}: {}",
                escape(&place(report.program, entry.span)),
                entry.reason.name(),
                escape(&entry.detail)
            )
        }));
        let _ = writeln!(
            html,
            "<tr data-verdict=\"{verdict}\"><th scope=\"row\"><code>{}</code><br><span class=\"dim\">{}</span></th>\
             <td><span class=\"badge {verdict}\">{verdict}</span></td><td>{}</td><td>{}</td></tr>",
            escape(&function.name),
            escape(&place(report.program, function.span)),
            requires.join("<br>"),
            open.join("<br>")
        );
    }
    html.push_str(
        "</tbody>\n</table></div>\n<p id=\"found\" class=\"dim\" aria-live=\"polite\"></p></section>\n",
    );
    html
}
