//! `heapproof prove`: what it tells about contracts that hold and that do not.

use crate::support::Scratch;

const PUSH: &str = "\
#include <stddef.h>
struct node { struct node *next; int value; };
/*@ requires acyclic(list, next) && (list == NULL || !BS(list));
    requires \\valid(node) && Off(node) == 0 && !BS(node) && !in(node, nodes(list, next));
    assigns {&node->next};
    ensures acyclic(node, next) && node->next == list; */
void push(struct node *list, struct node *node)
{
    node->next = list;
}
";

const WRONG: &str = "\
#include <stdlib.h>
struct node { struct node *next; int value; };
/*@ requires \\valid(node); ensures \\result > node->value; */
int more(struct node *node)
{
    return node->value + 1;
}
/*@ requires node == NULL || \\valid(node); ensures \\result == 0; */
int read(struct node *node)
{
    return node->value, 0;
}
/*@ requires \\valid(p) && \\valid(q); assigns {p, q}; ensures *p == 1 && *q == 2; */
void both(int *p, int *q)
{
    *p = 1;
    *q = 2;
}
/*@ requires \\freeable(p); frees {p}; */
void drop(void *p)
{
    free(p);
    free(p);
}
/*@ assigns {&other}; */
int other;
";

#[test]
fn it_is_told_why_conditions_hold() {
    let scratch = Scratch::with("push.c", PUSH);
    let run = scratch.run("prove --explain push.c").expect(0);
    run.says("never: `ensures acyclic(node, next)").says("because\n      `requires acyclic(list, next)");
    scratch.run("prove --explain --format json push.c").expect(0).says("\"because\":");
    // Without being asked it says nothing of it.
    assert!(!scratch.run("prove push.c").expect(0).stdout.contains("never:"));
}

#[test]
fn failures_are_replayed_on_their_heaps() {
    let wrong = WRONG.split("/*@ assigns {&other}").next().unwrap();
    let scratch = Scratch::with("wrong.c", wrong);
    scratch
        .run("prove wrong.c")
        .expect(1)
        .says("wrong.c:3:28: postcondition fails (replayed)")
        .says("wrong.c:11:18: memory fails (replayed)")
        .says("wrong.c:13:54: postcondition fails (replayed)")
        .says("wrong.c:23:5: memory fails (replayed)");
    scratch.run("prove --format json wrong.c").expect(1).says("\"confirmed\": true");
    scratch.run("prove --dump-heap heaps wrong.c").expect(1);
    let drawn = std::fs::read_dir(scratch.path().join("heaps")).unwrap().count();
    assert!(drawn >= 4, "{drawn} heaps are drawn");
}

#[test]
fn conditions_are_written_for_other_solvers() {
    let scratch = Scratch::with("push.c", PUSH);
    scratch.run("prove --dump-conditions conditions push.c").expect(0);
    let text = std::fs::read_to_string(scratch.path().join("conditions/push-0.smt2")).unwrap();
    assert!(text.contains("(declare-fun |") && text.ends_with("(check-sat)\n"), "{text}");
}

#[test]
fn annotations_stand_before_functions_only_and_prototypes_need_no_body() {
    let scratch = Scratch::with("wrong.c", WRONG);
    scratch.run("prove wrong.c").expect(2);
    let unused = "/*@ requires p != NULL; */\nint unused(int *p);\nint f(void) { return 0; }\n";
    scratch.write("unused.c", unused.replace("NULL", "0"));
    scratch.run("prove unused.c").expect(0);
}

/// Figure 2 of the paper as it is printed, with the offsets of a 64-bit machine.
#[test]
fn the_spelling_of_the_paper_is_understood() {
    let text = "\
#include <stddef.h>
typedef struct _LIST_ENTRY { struct _LIST_ENTRY *Flink; struct _LIST_ENTRY *Blink; } LIST_ENTRY;
typedef struct { int data; LIST_ENTRY link; } A;
struct { LIST_ENTRY a; } g;
#define CONTAINING_RECORD(a, T, f) ((T *) ((char *) (a) - offsetof(T, f)))
/*@ requires BS(&g.a) && B(&g.a, 0) == &g.a;
    requires forall(x, list(g.a.Flink, 0), x == &g.a || Off(x) == 8);
    requires forall(x, list(g.a.Flink, 0), x == &g.a || Obj(x) != Obj(&g.a));
    requires forall(x, list(g.a.Flink, 0), x == &g.a || alloc(x) && \\valid((A *) ((char *) x - 8)));
    modifies decr(list(g.a.Flink, 0), 8);
    ensures forall(x, list(g.a.Flink, 0), x == &g.a || deref(x - 8) == 42); */
void list_iterate() {
    LIST_ENTRY *iter = g.a.Flink;
    while (iter != &(g.a)) {
        A *elem = CONTAINING_RECORD(iter, A, link);
        elem->data = 42;
        iter = iter->Flink;
    }
}
/*@ ensures deref(addr(g)) == old_deref(addr(g)); ensures in(\\result, old_list(p, 0)) || \\result == old_block(p, 0);
    ensures alloc(p) <==> old_alloc(p); */
LIST_ENTRY *first(LIST_ENTRY *p) { return p; }
";
    let scratch = Scratch::with("figure2.c", text);
    scratch.run("prove --function-timeout 100 --timeout 200 figure2.c").expect(0);
}

#[test]
fn the_example_of_the_help_is_proved() {
    let scratch = Scratch::new();
    let help = scratch.run("prove --help").expect(0).stdout;
    let (_, rest) = help.split_once("A list without its first node:\n").expect("the example");
    let (code, _) = rest.split_once("\nExamples:").expect("its end");
    scratch.write("help.c", code);
    scratch.run("prove help.c").expect(0).says("detach: safe");
}
