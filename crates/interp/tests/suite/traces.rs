//! Traces tell in source terms how a fault came about.

use super::run;
use interp::Outcome;
use ir::{Action, Step};

fn texts(events: &[Step]) -> Vec<String> {
    events.iter().map(|event| text(&event.action)).collect()
}

fn text(action: &Action) -> String {
    match action {
        Action::Assigned { target, value } => format!("{target} = {value}"),
        Action::Called { function } => format!("calls {function}"),
        Action::InCall { function } => format!("called {function}"),
        Action::Returned { function, value } => {
            format!("{function} returns {}", value.as_deref().unwrap_or_default()).trim_end().to_string()
        }
        Action::Allocated { block: Some(block), size: Some(size) } => {
            format!("allocates {block} of {size} bytes")
        }
        Action::NotAllocated { size: Some(size) } => format!("the allocation of {size} bytes fails"),
        Action::Freed { block } => format!("frees {block}"),
        Action::Decided { holds } => format!("condition is {holds}"),
        Action::Switched { value: Some(value) } => format!("switch on {value}"),
        Action::LeftOut { steps: Some(count) } => format!("… {count} steps are left out …"),
        Action::LeftOut { steps: None } => "… a long stretch is left out …".to_string(),
        other => panic!("the interpreter does not tell {other:?}"),
    }
}

#[test]
fn a_short_trace_is_complete() {
    let source = "#include <stdlib.h>
        struct node { int v; struct node *next; };
        static struct node *push(struct node *list, int v) {
            struct node *n = malloc(sizeof *n);
            n->v = v;
            n->next = list;
            return n;
        }
        int main(void) {
            struct node *list = push(0, 5);
            free(list);
            if (list->v == 5)
                return 1;
            return 0;
        }";
    let report = run(source, "memsafety");
    let Outcome::Fault(fault) = &report.outcome else { panic!("{:?}", report.outcome) };
    let expected = [
        "calls push",
        "list = null",
        "v = 5",
        "allocates block 1 of 16 bytes",
        "block 1.v = 5",
        "block 1.next = null",
        "frees block 1",
    ];
    let texts = texts(&fault.trace);
    let mut rest = texts.iter();
    for text in expected {
        assert!(rest.any(|found| *found == text), "`{text}` is missing in {texts:#?}");
    }
    assert!(
        texts.iter().any(|text| text.starts_with("push returns block 1 (16 bytes, allocated at ")),
        "{texts:#?}"
    );
}

#[test]
fn a_long_trace_has_its_ends() {
    let source = "int main(void) {
            int sum = 0;
            for (int i = 0; i < 100000; i++)
                sum += i;
            int *p = 0;
            return *p;
        }";
    let report = run(source, "memsafety");
    let Outcome::Fault(fault) = &report.outcome else { panic!("{:?}", report.outcome) };
    let texts = texts(&fault.trace);
    assert_eq!(texts.first().map(String::as_str), Some("sum = 0"));
    assert_eq!(texts.last().map(String::as_str), Some("p = null"));
    assert!(texts.iter().any(|text| text.contains("left out")), "{texts:#?}");
    assert!(texts.len() < 300, "{}", texts.len());
}
