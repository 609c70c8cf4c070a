//! The report as a page: one HTML file that needs nothing else, with the source, the path to each error step by step,
//! and memory drawn at every step.
//!
//! Everything is there without the script, too: each error with its path, its inputs and the picture of the failing
//! step, so that the page can be printed. The script (`html/page.js`) shows one *story* at a time and steps through it.
//! A story is an error with its path, or what always holds at the loops of a proof. Nothing on the page may load
//! anything: the content security policy forbids it.

mod code;
mod data;
mod functions;
mod story;

use crate::picture::Fragments;
use crate::place::{count, place};
use crate::source::Sources;
use crate::{Report, kinds, words};
use engine::recording::Recording;
use engine::{Certainty, Verdict};
use std::fmt::Write;

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// The page. There is a recording for each finding of the outcome, and then of its functions, that could be recorded.
pub fn render(report: &Report<'_>, recordings: &[Option<Recording>]) -> String {
    let sources = Sources::new(report.program, report.read);
    let mut fragments = Fragments::default();
    let stories = story::all(report, recordings, &mut fragments);
    let files = code::files(report, &sources, &stories);
    let outcome = report.outcome;
    let verdict = outcome.verdict();
    let mut page = String::new();
    let title = format!("heapproof: {verdict}");
    let _ = write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'\">\n<style>\n{STYLE}</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#content\">Skip to the findings</a>\n"
    );
    let _ = write!(
        page,
        "<header>\n<h1>heapproof <span class=\"badge {verdict}\">{verdict}</span></h1>\n<p>{}</p>\n\
         <button type=\"button\" id=\"theme\">Dark or light</button>\n</header>\n",
        escape(&summary(report))
    );
    page.push_str("<main id=\"content\">\n");
    page.push_str(&functions::table(report, &stories));
    if !stories.is_empty() {
        page.push_str("<nav aria-label=\"Findings\"><ol>\n");
        for story in &stories {
            let _ = writeln!(
                page,
                "<li><a href=\"#{0}\" class=\"{1}\" data-story=\"{0}\" title=\"{4}\"><b>{2}</b> {3}</a></li>",
                story.id,
                story.tone,
                escape(&story.kind),
                escape(&story.short),
                escape(&story.place)
            );
        }
        page.push_str("</ol></nav>\n");
    }
    stories.iter().for_each(|story| page.push_str(&story.section()));
    page.push_str(&code::section(&files));
    page.push_str(&losses(report));
    page.push_str(&assumptions(report));
    page.push_str("</main>\n<div id=\"announce\" aria-live=\"polite\" class=\"quiet\"></div>\n");
    let data = data::json(&stories, &files, &fragments);
    let _ = write!(
        page,
        "<script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{SCRIPT}</script>\n"
    );
    page.push_str("</body>\n</html>\n");
    page
}

/// What the verdict means here, in a sentence.
fn summary(report: &Report<'_>) -> String {
    let outcome = report.outcome;
    let names: Vec<&str> = report.properties.iter().map(|property| property.name()).collect();
    let names = names.join(", ");
    let functions = outcome.functions.len();
    if functions > 0 {
        return format!("{} analysed one by one.", count(functions, "function"));
    }
    match outcome.verdict() {
        Verdict::Safe => format!("No execution violates {names}."),
        Verdict::Unsafe => {
            let confirmed = outcome.findings.iter().filter(|finding| finding.is_confirmed()).count();
            format!("{} found and replayed. Checked: {names}.", count(confirmed, "error"))
        }
        Verdict::Unknown => {
            let possible = outcome.findings.iter().filter(|it| it.certainty < Certainty::Confirmed).count();
            let what = match possible {
                0 => String::new(),
                _ => format!(" {} could not be confirmed.", count(possible, "possible error")),
            };
            format!("Not decided.{what} Checked: {names}.")
        }
    }
}

/// What was not accounted for.
fn losses(report: &Report<'_>) -> String {
    let entries = report.outcome.ledger.entries();
    if entries.is_empty() {
        return String::new();
    }
    let mut html = "<section><h2>What could not be decided</h2>\n<ul>\n".to_string();
    for entry in entries {
        let _ = writeln!(
            html,
            "<li><code>{}</code> {}: {} <em>{}</em></li>",
            escape(&place(report.program, entry.span)),
            entry.reason.name(),
            escape(&entry.detail),
            kinds::advice(entry.reason)
        );
    }
    html.push_str("</ul></section>\n");
    html
}

fn assumptions(report: &Report<'_>) -> String {
    let mut html = "<section><h2>Assumptions</h2>\n<ul>\n".to_string();
    for assumption in &report.outcome.assumptions {
        let _ = writeln!(html, "<li>{}</li>", escape(&words::assumption(assumption)));
    }
    html.push_str("</ul></section>\n");
    html
}

/// Text in HTML.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML knows none of these, and a page should not either.
            '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests;
