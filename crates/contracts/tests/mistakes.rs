//! Annotations that are not understood: each is an error at a character, which says what may have been meant.

use contracts::Annotated;
use engine::{Budget, FunctionEngine, FunctionTask, Malloc, Silent};
use std::fs;

const PROGRAM: &str = "struct node { int data; struct node *next; };
int f(struct node *list, int n) { while (list && n > 0) { list = list->next; n--; } return n; }
";

/// The column and the text of the first error of a program with an annotation before `f`.
fn mistake(annotation: &str) -> (u32, String) {
    let number = annotation.bytes().fold(0u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let path = std::env::temp_dir().join(format!("heapproof-mistake{number}-{}.c", std::process::id()));
    fs::write(&path, PROGRAM.replacen("int f", &format!("{annotation}\nint f"), 1)).unwrap();
    let program = frontend::load(std::slice::from_ref(&path), &frontend::Options::default()).unwrap();
    let annotations = frontend::annotations::read(&program);
    fs::remove_file(&path).unwrap();
    let (wanted, malloc) = (&|_: &str| true, Malloc::MayFail);
    let task = FunctionTask { program: &program, annotations: &annotations, wanted, malloc };
    let errors = Annotated::default().run(&task, &Budget::unlimited(), &Silent).unwrap_err();
    let first = errors.into_iter().next().expect("an error");
    (first.span.expect("a place").column, first.message)
}

#[test]
fn what_is_not_understood_is_an_error_at_its_character() {
    // The place is marked with `^` before the character.
    let mistakes = [
        ("/*@ requires acyclic(list, ^nxt); */", "did you mean `next`?"),
        ("/*@ requires acyclic(^lst, next); */", "did you mean `list`?"),
        ("/*@ ^require acyclic(list, next); */", "did you mean `requires`?"),
        ("/*@ requires ^\\vaild(list); */", "did you mean `\\valid`?"),
        ("/*@ requires acyclic(list ^next); */", "`)` is expected"),
        ("/*@ requires forall(x, nodes(list, next), x^->dat == 0); */", "did you mean `data`?"),
        ("/*@ requires n ^= 3; */", "did you mean `==`?"),
        ("/*@ requires 0 <= n ^<= 10; */", "do not chain"),
        ("/*@ requires n^++ > 0; */", "annotations change nothing"),
        ("/*@ requires ^f(list, n) > 0; */", "functions of the program cannot be called"),
        ("/*@ assigns list^->data; */", "did you mean `{&list->data}`?"),
        ("/*@ assigns ^&list->data; */", "did you mean `{&list->data}`?"),
        ("/*@ assigns ^list; */", "did you mean `{list}`?"),
        ("/*@ assigns ^*list; */", "did you mean `{list}`?"),
        ("/*@ ensures n == ^\\at(n, Pre); */", "there is no operator `\\at`"),
        ("/*@ requires ^\\forall int i; i < n; */", "quantifiers are about sets"),
        ("/*@ ^loop invariant n > 0; */", "stands before a loop"),
        ("/*@ ^ghost BS += {list}; */", "stands in a function body"),
        ("/*@ ensures ^true; */", "did you mean `1`?"),
        ("/*@ assigns {list + (0 ^.. n)}; */", "there are no ranges"),
        ("/*@ requires ^\\separated(list, list); */", "`Obj(p) != Obj(q)`"),
        ("/*@ ^behavior big: assumes n > 0; */", "there is no clause `behavior`"),
    ];
    for (marked, said) in mistakes {
        let column = marked.find('^').expect("a mark") as u32 + 1;
        let (found, message) = mistake(&marked.replacen('^', "", 1));
        assert!(message.contains(said), "{marked}: {message}");
        assert_eq!(found, column, "{marked}: {message}");
    }
}
