// Allocation through wrappers of a program's own: some end the program, some give null, some count.
// command: lib
// functions: 11
// requires: push_or_die: head != NULL
// requires: copy_or_die: \valid(from + (0 .. n - 1))
// requires: counted_new: c != NULL
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    int value;
};

struct counter {
    size_t blocks;
};

void *alloc_or_die(size_t n)
{
    void *p = malloc(n);
    if (!p) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return p;
}

void *alloc_zeroed(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (p)
        memset(p, 0, n);
    return p;
}

void release(void *p)
{
    free(p);
}

struct node *node_or_die(int value)
{
    struct node *n = alloc_or_die(sizeof *n);
    n->next = NULL;
    n->value = value;
    return n;
}

struct node *node_zeroed(void)
{
    struct node *n = alloc_zeroed(sizeof *n);
    if (n)
        n->next = NULL;
    return n;
}

void push_or_die(struct node **head, int value)
{
    struct node *n = node_or_die(value);
    n->next = *head;
    *head = n;
}

char *copy_or_die(const char *from, size_t n)
{
    char *to = alloc_or_die(n ? n : 1);
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
    return to;
}

void release_all(struct node *n)
{
    while (n) {
        struct node *next = n->next;
        release(n);
        n = next;
    }
}

struct node *counted_new(struct counter *c)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        return NULL;
    n->next = NULL;
    n->value = 0;
    c->blocks++;
    return n;
}

void counted_free(struct counter *c, struct node *n)
{
    if (!n)
        return;
    release(n);
    if (c)
        c->blocks--;
}

int drop_first(struct node **head)
{
    if (!head || !*head)
        return 0;
    struct node *first = *head;
    *head = first->next;
    release(first);
    return 1;
}
