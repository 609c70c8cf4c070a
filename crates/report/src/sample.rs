//! Outcomes made by hand for the tests of the reports.

use crate::Report;
use engine::heap::{Heap, Link, Links, Member, Node, Object, Part, Segment, Target, Value, Variable};
use engine::{
    Action, Assumption, Certainty, Check, Condition, Coverage, Finding, FunctionOutcome, InputValue,
    Invariant, Note, Outcome, Reason, Remark, Source, Step, Storage,
};
use ir::{ErrorKind, FileId, Program, PropertySet, SourceFile, Span};
use std::path::Path;

/// The text of `list.c`. The line with the tab, the letters beyond ASCII and the byte that is no UTF-8 is 12.
const LIST: &[u8] = b"#include <stdlib.h>
#include \"node.h\"

static struct node *cons(struct node *next)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->next = next;
    return node;
}
\tstatic void destroy(struct node *list) /* l\xf6scht \xc3\xbcber free */ {
\twhile (list) {
\t\tfree(list);
\t\tlist = list->next;
\t}
}
int main(int argc, char **argv)
{
    destroy(cons(cons(NULL)));
    ioctl(0, 1);
}
";

const NODE: &[u8] = b"#pragma once\nstruct node { struct node *next; };\n";

/// An outcome with what it refers to.
pub(crate) struct Sample {
    program: Program,
    pub outcome: Outcome,
}

impl Sample {
    pub fn report(&self) -> Report<'_> {
        Report {
            outcome: &self.outcome,
            program: &self.program,
            properties: PropertySet::standard(),
            read: &|path| match path.to_str()? {
                "/projects/src/list.c" => Some(LIST.to_vec()),
                "/usr/include/node.h" => Some(NODE.to_vec()),
                _ => None,
            },
            root: Path::new("/projects"),
            invocation: None,
            baseline: None,
        }
    }
}

fn at(file: u32, line: u32, column: u32) -> Option<Span> {
    Span::new(FileId(file), line, column)
}

fn program() -> Program {
    let mut program = Program::new(ir::Target::BITS64);
    let file = |name: &str| SourceFile { name: name.into(), directory: "/projects".into() };
    program.files = vec![file("src/list.c"), file("/usr/include/node.h"), file("gone away.c")];
    program
}

fn step(span: Option<Span>, function: &str, action: Action) -> Step {
    Step { span, function: function.into(), action }
}

fn block() -> String {
    "block 1".to_string()
}

fn pass(number: u32) -> Step {
    let assigned = Action::Assigned { target: "i".into(), value: number.to_string() };
    step(at(0, 20, 0), "main", assigned)
}

/// A finding at a place, with nothing else.
pub(crate) fn bare(kind: ErrorKind, span: Option<Span>) -> Finding {
    Finding { certainty: Certainty::Confirmed, ..Finding::new(kind, span, "main", "something is wrong") }
}

/// The use after free of `list.c`.
pub(crate) fn use_after_free() -> Finding {
    Finding {
        function: "destroy".into(),
        message: "reads 8 bytes at the start of a heap block of 8 bytes that was freed".into(),
        notes: vec![
            Note {
                span: at(0, 6, 25),
                remark: Remark::Begins { storage: Storage::Block, name: block(), size: 8 },
            },
            Note { span: at(0, 14, 3), remark: Remark::Ends { storage: Storage::Block, name: block() } },
            Note { span: at(1, 2, 28), remark: Remark::Abstract(vec!["`next` is a link".into()]) },
        ],
        trace: vec![
            step(at(0, 20, 18), "main", Action::Called { function: "cons".into() }),
            step(at(0, 6, 25), "cons", Action::Allocated { block: Some(block()), size: Some(8) }),
            step(at(0, 20, 5), "main", Action::Called { function: "destroy".into() }),
            step(at(0, 14, 3), "destroy", Action::Freed { block: block() }),
            step(at(0, 15, 16), "destroy", Action::Assigned { target: "list".into(), value: block() }),
        ],
        ..bare(ErrorKind::UseAfterFree, at(0, 15, 16))
    }
}

/// One of everything.
pub(crate) fn everything() -> Sample {
    let mut outcome =
        Outcome::new(Coverage::Partial, vec![Assumption::Target { bits: 64 }, Assumption::MallocSucceeds]);
    let leak = Finding {
        certainty: Certainty::Possible,
        message: "the last pointer to a heap block of 8 bytes is lost".into(),
        notes: vec![Note { span: None, remark: Remark::Ends { storage: Storage::Other, name: block() } }],
        trace: (1..=30).map(pass).collect(),
        inputs: vec![InputValue {
            span: at(0, 20, 10),
            source: Source::Call("__VERIFIER_nondet_int".into()),
            value: "-1".into(),
        }],
        heap: Some(heap()),
        ..bare(ErrorKind::Leak, at(0, 12, 50))
    };
    outcome.findings = vec![
        use_after_free(),
        leak,
        bare(ErrorKind::NotFreed, None),
        bare(ErrorKind::NullDeref, at(2, 7, 3)),
    ];
    outcome.ledger.add(Reason::UnmodelledCall, at(0, 21, 5), "the function `ioctl` has no body and no model");
    outcome.ledger.add(Reason::Timeout, None, "the time is up");
    let mut cons = FunctionOutcome::new("cons", at(0, 4, 0));
    cons.requires.push(Condition::NotNull("next".into()));
    let mut destroy = FunctionOutcome::new("destroy", at(0, 12, 0));
    destroy.findings.push(Finding {
        certainty: Certainty::Shown,
        ..Finding::new(Check::Temporal, at(0, 15, 16), "destroy", "list->next on the second round")
    });
    destroy.findings.push(Finding::new(Check::Null, at(0, 15, 16), "destroy", "`list` may be null"));
    destroy.ledger.add(Reason::Imprecise, at(0, 13, 2), "no invariant of the loop was found");
    outcome.functions = vec![cons, destroy];
    outcome.invariants = vec![Invariant {
        span: at(0, 13, 2),
        text: "`list` points to a singly-linked list of any number of `struct node`, ends with null".into(),
        ranges: Vec::new(),
        condition: None,
        heap: Some(heap()),
    }];
    outcome.stats.engine = "concrete".into();
    outcome.stats.seconds = 0.25;
    outcome.stats.instructions = 1234;
    outcome.stats.counters.insert("runs", 3);
    Sample { program: program(), outcome }
}

/// A proof.
pub(crate) fn safe() -> Sample {
    let mut outcome = Outcome::new(Coverage::Complete, vec![Assumption::Library(clib::Assumption::Utc)]);
    outcome.stats.engine = "concrete".into();
    Sample { program: program(), outcome }
}

/// A doubly-linked list of two or more nodes, each with a block of its own, and a variable that points to its last node.
pub(crate) fn heap() -> Heap {
    let value = |text: &str, target| Some(Value { text: text.into(), target });
    let member = |place: &str, offset, value, part| Member { place: place.into(), offset, value, part };
    let object = |id, name: &str, address: &str, size: &str, members| Object {
        id,
        name: name.into(),
        address: address.into(),
        type_name: None,
        size: size.into(),
        is_alive: true,
        segment: None,
        is_scalar: false,
        members,
        owned: Vec::new(),
    };
    let target = |object, node| Some(Target { object, node, offset: "0".into() });
    let last = value("last(list)", target(1, Node::Last));
    let variable =
        Object { is_scalar: true, ..object(0, "s0", "&s0", "8", vec![member("0", 0, last, Part::Plain)]) };
    let data = object(4, "b4", "&b4", "4", Vec::new());
    let members = vec![
        member("data", 0, value("&b4", target(4, Node::First)), Part::Plain),
        member("next", 8, value("0", None), Part::Link),
        member("prev", 16, value("0", None), Part::Link),
    ];
    let link = |member: &str, offset| Link { member: Some(member.into()), offset };
    let links = Links::List { head: 0, next: link("next", 8), prev: Some(link("prev", 16)) };
    let list = Object {
        type_name: Some("struct node".into()),
        segment: Some(Segment { links, least: 2, most: None, count: None }),
        owned: vec![data],
        ..object(1, "list", "list", "24", members)
    };
    let seven = Variable { name: "n".into(), value: Value { text: "7".into(), target: None } };
    Heap { variables: vec![seven], objects: vec![variable, list], ..Heap::default() }
}

/// An array of pointers: each of the first `i` points to a block of its own, the next one is null.
pub(crate) fn array() -> Heap {
    let object = |id, name: &str, size: &str| Object {
        id,
        name: name.into(),
        address: name.into(),
        type_name: None,
        size: size.into(),
        is_alive: true,
        segment: None,
        is_scalar: false,
        members: Vec::new(),
        owned: Vec::new(),
    };
    let member = |place: &str, offset, text: &str, object: Option<u64>, part| {
        let target = object.map(|object| Target { object, node: Node::First, offset: "0".into() });
        Member { place: place.into(), offset, value: Some(Value { text: text.into(), target }), part }
    };
    let members =
        vec![member("[0..i)", 0, "b1", Some(2), Part::Stretch), member("[i]", 8, "0", None, Part::Plain)];
    let rows = Object { members, owned: vec![object(2, "b1", "4")], ..object(1, "rows", "n * 8") };
    Heap { objects: vec![rows], ..Heap::default() }
}
