//! What is said about a function, and how it becomes data of `engine`.

use crate::exec::Step;
use crate::explain::Explained;
use engine::heap::Heap;
use engine::{Certainty, Check, Example, Explanation, Finding, FunctionOutcome, Invariant, Reason, Setup};
use ir::{FuncId, Program, Span};

/// A check that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Which.
    pub check: Check,
    /// Where.
    pub span: Option<Span>,
    /// What fails, in words.
    pub text: String,
    /// The path.
    pub steps: Vec<Step>,
    /// A heap that shows it.
    pub example: Example,
    /// The same heap, drawn.
    pub heap: Heap,
    /// The same heap for a machine.
    pub setup: Option<Box<Setup>>,
    /// Whether the heap is exact: nothing on the path was approximated.
    pub exact: bool,
    /// Whether the path went through the head of a loop: the failure may be that of an invariant that says too little.
    pub weak: bool,
}

/// Something that was not accounted for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lost {
    /// Why.
    pub reason: Reason,
    /// Where.
    pub span: Option<Span>,
    /// What.
    pub what: String,
    /// The check that was not decided, where it is one.
    pub check: Option<Check>,
    /// Whether another attempt may decide it.
    pub weak: bool,
}

/// What was found out about a function, as `engine` has it.
pub fn outcome(
    program: &Program,
    id: FuncId,
    failures: &[Failure],
    losses: &[Lost],
    inferred: Vec<(Option<Span>, String)>,
) -> FunctionOutcome {
    let function = program.function(id);
    let mut outcome = FunctionOutcome::new(function.name.clone(), function.span);
    for failure in failures {
        let mut finding =
            Finding::new(failure.check, failure.span, function.name.clone(), failure.text.clone());
        finding.certainty = if failure.exact { Certainty::Shown } else { Certainty::Possible };
        let step = |step: &Step| engine::Step {
            span: step.span,
            function: function.name.clone(),
            action: step.action.clone(),
        };
        finding.trace = failure.steps.iter().map(step).collect();
        finding.example = Some(failure.example.clone());
        finding.heap = Some(failure.heap.clone());
        finding.setup = failure.setup.clone().filter(|_| failure.exact);
        outcome.findings.push(finding);
    }
    for lost in losses {
        outcome.ledger.add(lost.reason, lost.span, lost.what.clone());
    }
    let invariant = |(span, text)| Invariant { span, text, ranges: Vec::new(), condition: None, heap: None };
    outcome.inferred = inferred.into_iter().map(invariant).collect();
    outcome
}

/// Why conditions hold, each once.
pub fn explanations(explained: Vec<Explained>) -> Vec<Explanation> {
    let mut all: Vec<Explanation> = Vec::new();
    for Explained { span, text, because } in explained {
        let explanation = Explanation { span, excluded: text, because };
        if !all.contains(&explanation) {
            all.push(explanation);
        }
    }
    all
}
