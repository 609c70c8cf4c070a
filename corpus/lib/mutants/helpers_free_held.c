// Helpers free what the caller still holds: through a local variable, a member just written, a global, a loop.
// command: lib
// functions: 22
// requires: drop_ref: h != NULL
// requires: drop_head: l != NULL
// requires: clear: l != NULL
// requires: drop_through: n != NULL
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct list {
    struct node *head;
    int count;
};

struct node *top;

static void drop_through(struct node **n)
{
    free(*n);
    *n = NULL;
}

static void drop_ref(struct node **h)
{
    while (*h) {
        struct node *n = *h;
        *h = n->next;
        free(n);
    }
}

static void drop_top(void)
{
    free(top);
    top = NULL;
}

static void drop_all(void)
{
    while (top) {
        struct node *n = top->next;
        free(top);
        top = n;
    }
}

static void drop_head(struct list *l)
{
    struct node *n = l->head;
    l->head = n ? n->next : NULL;
    free(n);
}

static void clear(struct list *l)
{
    while (l->head)
        drop_head(l);
}

int copied_before(struct node *n)
{
    if (!n)
        return 0;
    struct node *m = n;
    drop_through(&n);
    return m->value; // BUG: copied_before: m is what was freed
}

int copied_list(struct node *n)
{
    struct node *m = n;
    drop_ref(&n);
    return m ? m->value : 0; // BUG: copied_list: m is the first that was freed
}

int held_from_global(void)
{
    struct node *n = top;
    if (!n)
        return 0;
    drop_top();
    return n->value; // BUG: held_from_global: n was top
}

int held_from_global_list(void)
{
    struct node *n = top;
    if (!n)
        return 0;
    drop_all();
    return n->value; // BUG: held_from_global_list: n was the first
}

int stored_given(struct list *l, struct node *n)
{
    if (!l || !n)
        return 0;
    l->head = n;
    clear(l);
    return n->value; // BUG: stored_given: n became part of the list
}

int stored_new(struct list *l)
{
    if (!l)
        return 0;
    struct node *n = malloc(sizeof *n);
    if (!n)
        return 0;
    n->next = NULL;
    n->value = 1;
    l->head = n;
    clear(l);
    return n->value; // BUG: stored_new: n became part of the list
}

int in_local_struct(struct node *n)
{
    struct list l = {n, 1};
    clear(&l);
    return n ? n->value : 0; // BUG: in_local_struct: n was the head of l
}

int walked(struct list *l)
{
    if (!l)
        return 0;
    int sum = 0;
    for (struct node *n = l->head; n; n = n->next) { // BUG: walked: n was freed by the step before
        sum += n->value;
        drop_head(l);
    }
    return sum;
}

static void wipe(struct node *n)
{
    struct node *m = n;
    drop_ref(&m);
}

int wiped(struct node *n)
{
    if (!n)
        return 0;
    wipe(n);
    return n->value; // BUG: wiped: n was freed two calls deep
}

int second(struct list *l)
{
    if (!l || !l->head || !l->head->next)
        return 0;
    struct node *n = l->head->next;
    clear(l);
    return n->value; // BUG: second: n was in the list
}

void freed_again(struct list *l)
{
    if (!l)
        return;
    struct node *n = l->head;
    clear(l);
    free(n); // BUG: freed_again: n was in the list
}

int taken_out(struct list *l)
{
    if (!l || !l->head)
        return 0;
    struct node *n = l->head;
    l->head = n->next;
    n->next = NULL;
    clear(l);
    int value = n->value;
    free(n);
    return value;
}

struct node *emptied(struct list *l)
{
    if (!l)
        return NULL;
    struct node *n = l->head;
    l->head = NULL;
    clear(l);
    return n;
}

int reloaded(struct list *l)
{
    if (!l)
        return 0;
    drop_head(l);
    return l->head ? l->head->value : 0;
}

int copied_value(struct node *n)
{
    if (!n)
        return 0;
    int value = n->value;
    drop_through(&n);
    return value;
}
