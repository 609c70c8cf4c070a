// The pass over the fifth level reads the link of the node it has just freed.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct l5 {
    struct l5 *next;
};

struct l4 {
    struct l4 *next;
    struct l5 *down;
};

struct l3 {
    struct l3 *next;
    struct l4 *down;
};

struct l2 {
    struct l2 *next;
    struct l3 *down;
};

struct l1 {
    struct l1 *next;
    struct l2 *down;
};

static void *allocate(size_t size)
{
    void *block = malloc(size);
    if (!block)
        exit(1);
    return block;
}

static struct l5 *create5(void)
{
    struct l5 *list = NULL;
    do {
        struct l5 *node = allocate(sizeof *node);
        node->next = list;
        list = node;
    } while (__VERIFIER_nondet_int());
    return list;
}

static struct l4 *create4(void)
{
    struct l4 *list = NULL;
    do {
        struct l4 *node = allocate(sizeof *node);
        node->down = create5();
        node->next = list;
        list = node;
    } while (__VERIFIER_nondet_int());
    return list;
}

static struct l3 *create3(void)
{
    struct l3 *list = NULL;
    do {
        struct l3 *node = allocate(sizeof *node);
        node->down = create4();
        node->next = list;
        list = node;
    } while (__VERIFIER_nondet_int());
    return list;
}

static struct l2 *create2(void)
{
    struct l2 *list = NULL;
    do {
        struct l2 *node = allocate(sizeof *node);
        node->down = create3();
        node->next = list;
        list = node;
    } while (__VERIFIER_nondet_int());
    return list;
}

static struct l1 *create1(void)
{
    struct l1 *list = NULL;
    do {
        struct l1 *node = allocate(sizeof *node);
        node->down = create2();
        node->next = list;
        list = node;
    } while (__VERIFIER_nondet_int());
    return list;
}

static void destroy5(struct l1 *top)
{
    for (struct l1 *a = top; a; a = a->next)
        for (struct l2 *b = a->down; b; b = b->next)
            for (struct l3 *c = b->down; c; c = c->next)
                for (struct l4 *d = c->down; d; d = d->next)
                    while (d->down) {
                        free(d->down); // BUG: leak
                        d->down = d->down->next; // BUG: use-after-free
                    }
}

static void destroy4(struct l1 *top)
{
    for (struct l1 *a = top; a; a = a->next)
        for (struct l2 *b = a->down; b; b = b->next)
            for (struct l3 *c = b->down; c; c = c->next)
                while (c->down) {
                    struct l4 *next = c->down->next;
                    free(c->down);
                    c->down = next;
                }
}

static void destroy3(struct l1 *top)
{
    for (struct l1 *a = top; a; a = a->next)
        for (struct l2 *b = a->down; b; b = b->next)
            while (b->down) {
                struct l3 *next = b->down->next;
                free(b->down);
                b->down = next;
            }
}

static void destroy2(struct l1 *top)
{
    for (struct l1 *a = top; a; a = a->next)
        while (a->down) {
            struct l2 *next = a->down->next;
            free(a->down);
            a->down = next;
        }
}

static void destroy1(struct l1 *top)
{
    while (top) {
        struct l1 *next = top->next;
        free(top);
        top = next;
    }
}

int main(void)
{
    struct l1 *list = create1();
    destroy5(list);
    destroy4(list);
    destroy3(list);
    destroy2(list);
    destroy1(list);
    return 0;
}
