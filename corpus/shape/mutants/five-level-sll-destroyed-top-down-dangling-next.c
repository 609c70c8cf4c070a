// On the second level the link to the sub-list is read after the node is freed.
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

static void destroy5(struct l5 *list)
{
    while (list) {
        struct l5 *next = list->next;
        free(list);
        list = next;
    }
}

static void destroy4(struct l4 *list)
{
    while (list) {
        struct l4 *next = list->next;
        struct l5 *down = list->down;
        free(list);
        destroy5(down);
        list = next;
    }
}

static void destroy3(struct l3 *list)
{
    while (list) {
        struct l3 *next = list->next;
        struct l4 *down = list->down;
        free(list);
        destroy4(down);
        list = next;
    }
}

static void destroy2(struct l2 *list)
{
    while (list) {
        struct l2 *next = list->next;
        free(list); // BUG: leak
        destroy3(list->down); // BUG: use-after-free
        list = next;
    }
}

static void destroy1(struct l1 *list)
{
    while (list) {
        struct l1 *next = list->next;
        struct l2 *down = list->down;
        free(list);
        destroy2(down);
        list = next;
    }
}

int main(void)
{
    struct l1 *list = create1();
    destroy1(list);
    return 0;
}
