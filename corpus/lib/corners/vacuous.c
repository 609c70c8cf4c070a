// Mistakes after statements that could make the premises of a proof contradict each other; then anything could be
// proved.
// command: lib
// functions: 12
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

void integer(struct node *node);

void after_free(struct node *list, struct node *node)
{
    free(node);
    if (list)
        list->next = (struct node *)12345; // BUG: after_free: an integer is no node
} // BUG: after_free: the link is no node

void after_two_frees(struct node *list, struct node *a, struct node *b)
{
    if (a != b) {
        free(a);
        free(b);
    }
    if (list)
        list->next = (struct node *)12345; // BUG: after_two_frees: an integer is no node
} // BUG: after_two_frees: the link is no node

void after_two_allocations(struct node *list)
{
    struct node *a = malloc(sizeof *a);
    struct node *b = malloc(sizeof *b);

    if (!a || !b || !list)
        return;
    list->next = (struct node *)((char *)a + 1); // BUG: after_two_allocations: inside a block
} // BUG: after_two_allocations: the link is no node

void after_empty_allocation(struct node *list)
{
    void *nothing = malloc(0);

    if (!nothing || !list)
        return;
    list->next = nothing; // BUG: after_empty_allocation: a block without bytes
} // BUG: after_empty_allocation: the link is no node

void after_self_link(struct node *list)
{
    if (!list || list->next != list)
        return;
    list->next = (struct node *)&list->next; // BUG: after_self_link: inside the node
} // BUG: after_self_link: the link is no node

void after_local_node(struct node *list)
{
    struct node local = {1, NULL};

    local.next = list;
    if (list)
        list->next = (struct node *)12345; // BUG: after_local_node: an integer is no node
} // BUG: after_local_node: the link is no node

void after_unknown_call(struct node *list)
{
    integer(list);
    if (list)
        list->next = (struct node *)12345; // BUG: after_unknown_call: an integer is no node
} // BUG: after_unknown_call: the link is no node

void after_own_call(struct node *list)
{
    after_own_call(NULL);
    if (list)
        list->next = (struct node *)12345; // BUG: after_own_call: an integer is no node
} // BUG: after_own_call: the link is no node

void in_endless_loop(struct node *list)
{
    if (!list)
        return;
    for (;;) { // BUG: in_endless_loop: the link is no node
        list->next = (struct node *)12345; // BUG: in_endless_loop: an integer is no node
        integer(list); // BUG: in_endless_loop: the link is no node
    }
}

void access_in_endless_loop(struct node *list)
{
    if (!list)
        return;
    for (;;)
        list[1].value = 0; // BUG: access_in_endless_loop: behind the node
}

void before_exit(struct node *list)
{
    if (!list)
        return;
    list[1].value = 0; // BUG: before_exit: behind the node
    exit(1);
}

void after_loop_that_frees(struct node *list, struct node *other)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    if (other)
        other->next = (struct node *)12345; // BUG: after_loop_that_frees: an integer is no node
} // BUG: after_loop_that_frees: the link is no node
