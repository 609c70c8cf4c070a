//! Stories: what the reader steps through.
//!
//! An error is a story whose steps are its path; the last one is the error itself. What always holds is a story whose
//! steps are the cases at each loop.

use super::escape;
use crate::picture::{Film, Fragments, Scene, of_example, of_heap, of_memory, picture};
use crate::place::{count, file_name, place};
use crate::{Report, formula, kinds, words};
use engine::recording::{Memory, Recording};
use engine::{Action, Certainty, Finding, InputValue, Invariant, Remark, Step};
use ir::Span;
use std::fmt::Write;

/// How many steps the page shows without its script.
const PRINTED: usize = 60;

/// A step of a story.
pub(super) struct Told {
    pub span: Option<Span>,
    pub function: String,
    pub text: String,
    /// What kind of step it is, for its mark in the list.
    pub sort: &'static str,
}

/// Something to step through.
pub(super) struct Story {
    pub id: String,
    /// How serious it is.
    pub tone: &'static str,
    pub kind: String,
    /// What that kind is, in a sentence.
    meaning: &'static str,
    pub place: String,
    /// Its place in a few letters: the function where it is about one, the file without its folders, the line.
    pub short: String,
    pub steps: Vec<Told>,
    pub film: Film,
    /// The numbers of the steps at which the memory concerned is allocated and freed.
    pub allocation: Option<usize>,
    pub free: Option<usize>,
    /// What stands before the steps, and after them.
    body: String,
    after: String,
    /// What the pictures show.
    pub memory: &'static str,
    /// The last picture.
    last: Option<(Scene, String)>,
}

/// All stories: the findings about the program, those about functions, what always holds.
pub(super) fn all(
    report: &Report<'_>,
    recordings: &[Option<Recording>],
    fragments: &mut Fragments,
) -> Vec<Story> {
    let mut stories = Vec::new();
    for finding in report.findings() {
        let position = report.outcome.findings.iter().position(|it| std::ptr::eq(it, finding));
        let recording = position.and_then(|position| recordings.get(position)).and_then(Option::as_ref);
        stories.push(of_finding(report, finding, recording, stories.len(), fragments));
    }
    let of_functions = report.outcome.functions.iter().flat_map(|function| &function.findings);
    for (number, finding) in (report.outcome.findings.len()..).zip(of_functions) {
        let recording = recordings.get(number).and_then(Option::as_ref);
        stories.push(of_finding(report, finding, recording, stories.len(), fragments));
    }
    if !report.outcome.invariants.is_empty() {
        let invariants = &report.outcome.invariants;
        let told = Holds { invariants, kind: "what always holds".to_string(), is_one_of: true };
        stories.push(of_invariants(report, &told, stories.len(), fragments));
    }
    for function in report.outcome.functions.iter().filter(|function| !function.inferred.is_empty()) {
        let kind = format!("inferred in {}", function.name);
        let told = Holds { invariants: &function.inferred, kind, is_one_of: false };
        stories.push(of_invariants(report, &told, stories.len(), fragments));
    }
    stories
}

fn of_finding(
    report: &Report<'_>,
    finding: &Finding,
    recording: Option<&Recording>,
    number: usize,
    fragments: &mut Fragments,
) -> Story {
    let tone = match finding.certainty {
        Certainty::Confirmed | Certainty::Shown => "error",
        Certainty::Possible => "possible",
    };
    let (mut steps, mut film) = match recording {
        Some(recording) => recorded(recording, fragments),
        None => (finding.trace.iter().map(told).collect(), Film::default()),
    };
    // A function that fails has a heap that it begins with: it is there from the first step on.
    let example = finding.example.as_ref().filter(|example| !example.is_empty() && recording.is_none());
    let last = match (recording, example) {
        (Some(recording), _) => Some(recording_end(recording)),
        (None, Some(example)) => Some(of_example(example)),
        (None, None) => finding.heap.as_ref().map(of_heap),
    };
    steps.push(Told {
        span: finding.span,
        function: finding.function.clone(),
        text: format!("{}: {}", finding.kind, finding.message),
        sort: "error",
    });
    if example.is_some() {
        film.push(last.as_ref(), fragments);
        (1..steps.len()).for_each(|_| film.push(None, fragments));
    } else if recording.is_none() && last.is_some() {
        (1..steps.len()).for_each(|_| film.push(None, fragments));
        film.push(last.as_ref(), fragments);
    } else if recording.is_some() {
        film.push(last.clone().map(Scene::plain).as_ref(), fragments);
    }
    let block = finding.notes.iter().find_map(|note| match &note.remark {
        Remark::Begins { name, .. } | Remark::Ends { name, .. } => Some(name.clone()),
        Remark::Abstract(_) => None,
    });
    let actions: Vec<&Action> = match recording {
        Some(recording) => recording.moments.iter().map(|moment| &moment.step.action).collect(),
        None => finding.trace.iter().map(|step| &step.action).collect(),
    };
    let allocation = actions.iter().position(
        |action| matches!(action, Action::Allocated { block: name, .. } if block.is_some() && *name == block),
    );
    let free = actions
        .iter()
        .position(|action| matches!(action, Action::Freed { block: name } if Some(name) == block.as_ref()));
    Story {
        id: format!("story-{}", number + 1),
        tone,
        kind: finding.kind.to_string(),
        meaning: kinds::description(finding.kind),
        short: short(report, finding),
        place: place(report.program, finding.span),
        steps,
        film,
        allocation,
        free,
        body: finding_body(report, finding),
        after: finding_end(report, finding),
        memory: match example {
            Some(_) => "A heap that it fails for, as the function begins",
            None => "Memory after this step",
        },
        last: last.map(|scene| (scene, format!("Memory at the error: {}", finding.message))),
    }
}

/// The place of a finding for a list of findings.
fn short(report: &Report<'_>, finding: &Finding) -> String {
    let at = finding.span.map_or_else(String::new, |span| {
        let name = file_name(report.program, span);
        format!("{}:{}", name.rsplit('/').next().unwrap_or(name), span.line)
    });
    match report.outcome.functions.is_empty() {
        true => at,
        false => format!("{} {at}", finding.function),
    }
}

/// The steps of a recording with their pictures.
fn recorded(recording: &Recording, fragments: &mut Fragments) -> (Vec<Told>, Film) {
    let (mut memory, mut film) = (Memory::default(), Film::default());
    let mut before = Scene::default();
    let mut steps = Vec::new();
    for moment in &recording.moments {
        steps.push(told(&moment.step));
        memory.apply(&moment.changes);
        let mut scene = of_memory(&memory);
        let plain = scene.clone();
        scene.compare(&before);
        film.push(Some(&scene), fragments);
        before = plain;
    }
    (steps, film)
}

/// Memory at the end of a recording.
fn recording_end(recording: &Recording) -> Scene {
    let mut memory = Memory::default();
    recording.moments.iter().for_each(|moment| memory.apply(&moment.changes));
    of_memory(&memory)
}

fn told(step: &Step) -> Told {
    let sort = match &step.action {
        Action::Assigned { .. } => "assign",
        Action::Called { .. } | Action::InCall { .. } => "call",
        Action::Returned { .. } => "return",
        Action::Allocated { .. } | Action::NotAllocated { .. } => "allocate",
        Action::Freed { .. } => "free",
        Action::Decided { .. } | Action::Switched { .. } => "decide",
        Action::Read { .. } | Action::EndOfInput => "read",
        _ => "other",
    };
    Told { span: step.span, function: step.function.clone(), text: words::action(&step.action), sort }
}

fn finding_body(report: &Report<'_>, finding: &Finding) -> String {
    let mut html = String::new();
    let certainty = match finding.certainty {
        Certainty::Confirmed => "replayed",
        Certainty::Shown => "shown",
        Certainty::Possible => "possible, not confirmed",
    };
    let _ = writeln!(
        html,
        "<p class=\"message\">{} <span class=\"dim\">({certainty}; in <code>{}</code>)</span></p>",
        escape(&finding.message),
        escape(&finding.function),
    );
    if !finding.notes.is_empty() {
        html.push_str("<ul class=\"notes\">\n");
        for note in &finding.notes {
            let _ = writeln!(
                html,
                "<li><code>{}</code> {}</li>",
                escape(&place(report.program, note.span)),
                escape(&words::remark(&note.remark))
            );
        }
        html.push_str("</ul>\n");
    }
    html
}

/// The inputs, and how to see it again.
fn finding_end(report: &Report<'_>, finding: &Finding) -> String {
    let mut html = String::new();
    if !finding.inputs.is_empty() {
        html.push_str("<h3>Inputs</h3>\n<ul class=\"inputs\">\n");
        for run in finding.inputs.chunk_by(|one, other| one == other) {
            html.push_str(&input(report, &run[0], run.len()));
        }
        html.push_str("</ul>\n");
    }
    if let Some(command) = report.replay(finding) {
        let _ = writeln!(
            html,
            "<h3>Replay</h3>\n<p class=\"replay\"><code>{}</code> <button type=\"button\" class=\"copy\">Copy</button></p>",
            escape(&command)
        );
    }
    html
}

fn input(report: &Report<'_>, input: &InputValue, times: usize) -> String {
    let times = if times > 1 { format!(" ({times} times)") } else { String::new() };
    format!(
        "<li><code>{}</code> {} = <code>{}</code>{times}</li>\n",
        escape(&place(report.program, input.span)),
        escape(&words::source(&input.source)),
        escape(&input.value)
    )
}

/// What holds at places, and whether those at one place are alternatives or hold all together.
struct Holds<'a> {
    invariants: &'a [Invariant],
    kind: String,
    is_one_of: bool,
}

fn of_invariants(report: &Report<'_>, holds: &Holds<'_>, number: usize, fragments: &mut Fragments) -> Story {
    let invariants = holds.invariants;
    let (mut steps, mut film) = (Vec::new(), Film::default());
    let mut body = String::new();
    for cases in invariants.chunk_by(|one, other| one.span == other.span) {
        let at = place(report.program, cases[0].span);
        let or = if cases.len() > 1 && holds.is_one_of { ", one of these" } else { "" };
        let _ = writeln!(body, "<h3 class=\"printed\"><code>{}</code>{or}</h3>", escape(&at));
        for (case, invariant) in cases.iter().enumerate() {
            let words = words::invariant(invariant);
            let text = match cases.len() > 1 && holds.is_one_of {
                false => words.clone(),
                true => format!("case {}: {words}", case + 1),
            };
            let scene = invariant.heap.as_ref().map(of_heap);
            let formula = formula::of_invariant(invariant);
            let _ = writeln!(body, "<div class=\"printed\"><p>{}</p>", escape(&text));
            if let Some(formula) = &formula {
                let _ = writeln!(body, "<p class=\"formula\"><code>{}</code></p>", escape(formula));
            }
            if let Some(scene) = &scene {
                body.push_str(&picture(scene, &words));
            }
            body.push_str("</div>\n");
            let text = formula.map_or(text.clone(), |formula| format!("{text}\n{formula}"));
            steps.push(Told { span: invariant.span, function: String::new(), text, sort: "holds" });
            film.push(Some(&scene.unwrap_or_default()), fragments);
        }
    }
    let place = count(invariants.len(), if holds.is_one_of { "case" } else { "fact" });
    let id = format!("story-{}", number + 1);
    let (kind, tone) = (holds.kind.clone(), "holds");
    Story {
        id,
        tone,
        kind,
        meaning: "",
        short: place.clone(),
        place,
        steps,
        film,
        allocation: None,
        free: None,
        body,
        after: String::new(),
        memory: "Memory, always like this here",
        last: None,
    }
}

impl Story {
    /// The story as it is printed and read without a script.
    pub fn section(&self) -> String {
        let mut html = format!(
            "<section class=\"story {}\" id=\"{}\" tabindex=\"-1\">\n<h2>{} <code>{}</code> <span class=\"dim\">{}</span></h2>\n{}",
            self.tone,
            self.id,
            escape(&self.kind),
            escape(&self.place),
            self.meaning,
            self.body
        );
        html.push_str("<div class=\"stage\"></div>\n");
        html.push_str(&self.after);
        if self.tone != "holds" {
            let left_out = self.steps.len().saturating_sub(PRINTED);
            html.push_str("<div class=\"printed\"><h3>Path</h3>\n");
            if left_out > 0 {
                let _ = writeln!(html, "<p>{left_out} steps are left out.</p>");
            }
            let _ = writeln!(html, "<ol start=\"{}\">", left_out + 1);
            for step in &self.steps[left_out..] {
                let line = step.span.map_or_else(String::new, |span| format!("line {}: ", span.line));
                let _ = writeln!(html, "<li>{line}{}</li>", escape(&step.text));
            }
            html.push_str("</ol>\n");
            if let Some((scene, label)) = &self.last {
                html.push_str(&picture(scene, label));
            }
            html.push_str("</div>\n");
        }
        html.push_str("</section>\n");
        html
    }
}
