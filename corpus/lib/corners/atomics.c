// Links that are read and written atomically, or through volatile variables.
// command: lib
// functions: 6
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static _Atomic(struct node *) top;
static struct node *volatile watched;

struct node *peek(void)
{
    return atomic_load(&top);
}

void push(struct node *node)
{
    if (!node)
        return;
    node->next = atomic_load(&top);
    atomic_store(&top, node);
}

struct node *look(void)
{
    return watched;
}

void watch(struct node *node)
{
    watched = node;
}

void push_behind(struct node *node)
{
    atomic_store(&top, node ? node + 1 : NULL); // BUG: push_behind: the end of a node is no node
} // BUG: push_behind: the global is no node

void watch_inside(struct node *node)
{
    watched = node ? (struct node *)&node->next : NULL; // BUG: watch_inside: inside the node
} // BUG: watch_inside: the global points into a node
