//! What the shape analysis tells: invariants, drawings, possible errors, and the same on any number of cores.

use crate::support::Scratch;
use serde_json::Value;

/// Builds a list of any length and reverses it.
const REVERSE: &str = "\
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = 0;
        node->next = list;
        list = node;
    }
    struct node *reversed = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    while (reversed) {
        struct node *next = reversed->next;
        free(reversed);
        reversed = next;
    }
    return 0;
}
";

/// A doubly-linked list whose head is a variable, linked through the middle of its nodes.
const LINUX: &str = "\
#include <stdlib.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
struct link { struct link *next, *prev; };
struct item { int value; struct link link; };
int main(void)
{
    struct link head = { &head, &head };
    while (__VERIFIER_nondet_int()) {
        struct item *item = malloc(sizeof *item);
        if (!item)
            break;
        item->value = 7;
        item->link.next = head.next;
        item->link.prev = &head;
        head.next->prev = &item->link;
        head.next = &item->link;
    }
    while (head.next != &head) {
        struct link *first = head.next;
        head.next = first->next;
        first->next->prev = &head;
        free((char *)first - offsetof(struct item, link));
    }
    return 0;
}
";

/// One list has as many nodes as the other has marks, which shapes do not count.
const AS_MANY_AS_MARKED: &str = "\
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int mark; };
static struct node *push(struct node *list, int mark)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->next = list;
    node->mark = mark;
    return node;
}
int main(void)
{
    struct node *one = NULL, *other = NULL;
    while (__VERIFIER_nondet_int()) {
        int mark = __VERIFIER_nondet_int();
        one = push(one, mark);
        if (mark)
            other = push(other, 0);
    }
    while (one) {
        struct node *first = one, *second = other;
        one = first->next;
        if (first->mark) {
            other = second->next;
            free(second);
        }
        free(first);
    }
    return 0;
}
";

/// The fifth node of a list in any order is freed and stays in the list.
const FIFTH: &str = "\
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int value; struct node *next; };
int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node), **at = &list;
        if (!node)
            break;
        node->value = __VERIFIER_nondet_int();
        while (*at && (*at)->value < node->value)
            at = &(*at)->next;
        node->next = *at;
        *at = node;
    }
    int count = 1;
    struct node *node = list;
    while (node && count < 5) {
        node = node->next;
        count++;
    }
    if (node && !node->next)
        free(node);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
";

#[test]
fn invariants_come_in_words_and_as_formulas() {
    let scratch = Scratch::with("a.c", REVERSE);
    let finished = scratch.run("check --engine shape a.c").expect(0);
    finished
        .says("what always holds:\n  a.c:7:")
        .says("`list` points to a singly-linked list of ")
        .says(" `struct node`, ends with null\n")
        .says("list: sls(struct node, next@8, len ≥ ")
        .says("; next → 0) {value: 0}\n");
    let json: Value =
        serde_json::from_str(&scratch.run("check --engine shape --format json a.c").expect(0).stdout)
            .unwrap();
    let invariants = json["invariants"].as_array().unwrap();
    let lines: Vec<u64> = invariants.iter().map(|it| it["line"].as_u64().unwrap()).collect();
    assert!([7, 16, 22].iter().all(|line| lines.contains(line)) && lines.is_sorted(), "{lines:?}");
    assert!(
        invariants.iter().all(|it| it["text"].is_string() && it["formula"].is_string()),
        "{invariants:?}"
    );
    let quiet = scratch.run("check --engine shape -q a.c").expect(0);
    assert_eq!(quiet.stdout.lines().count(), 1, "{}", quiet.stdout);
}

#[test]
fn lists_through_the_middle_of_nodes_are_told_with_their_members() {
    let finished = Scratch::with("a.c", LINUX).run("check --engine shape -v a.c").expect(0);
    finished
        .says("dls(struct item, link.next@8, link.prev@16, linked at +8, len ≥ ")
        .says("link.next → &head, link.prev → &head) {value: 7}")
        .says("&head ↦ struct link {next: ");
}

#[test]
fn heaps_are_drawn_on_demand() {
    let scratch = Scratch::with("a.c", REVERSE);
    scratch.run("check --engine shape --dump-heap drawn a.c").expect(0);
    let first = std::fs::read_to_string(scratch.path().join("drawn/loop-a-7-1.dot")).unwrap();
    assert!(first.starts_with("digraph heap {") && first.contains("peripheries=2"), "{first}");
    scratch.write("b.c", FIFTH);
    scratch.run("check --engine shape --dump-heap drawn b.c").expect(1);
    let error = std::fs::read_to_string(scratch.path().join("drawn/error-1-use-after-free.dot")).unwrap();
    assert!(error.contains("style=dashed"), "{error}");
}

#[test]
fn a_possible_error_says_what_is_abstract() {
    let finished =
        Scratch::with("a.c", AS_MANY_AS_MARKED).run("check --engine shape --timeout 4 a.c").expect(3);
    finished
        .says("possible error[null-deref]")
        .says("this was found in an abstract state")
        .says("no execution that shows this was replayed");
}

#[test]
fn what_shapes_think_possible_is_confirmed_by_a_run() {
    let scratch = Scratch::with("a.c", FIFTH);
    let finished = scratch.run("check --engine shape a.c").expect(1);
    let finished = finished.says("error[use-after-free]").says("replay: heapproof run --input=");
    let line = finished.stdout.lines().find(|line| line.contains("replay: heapproof ")).unwrap();
    let replay = line.split_once("heapproof ").unwrap().1.to_string();
    scratch.run(&replay).expect(1);
}

#[test]
fn the_number_of_cores_does_not_change_the_answer() {
    for source in [REVERSE, LINUX, FIFTH] {
        let scratch = Scratch::with("a.c", source);
        let one = scratch.run("check -j1 a.c");
        let many = scratch.run("check -j4 a.c");
        assert_eq!((one.code, one.stdout), (many.code, many.stdout));
    }
}
