// The last run of a pass is freed twice.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

struct run {
    struct node *list;
    struct run *next;
};

static struct node *create(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            exit(1);
        node->value = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    return list;
}

static struct run *cut(struct node *list)
{
    struct run *runs = NULL;
    while (list) {
        struct run *run = malloc(sizeof *run);
        if (!run)
            exit(1);
        run->list = list;
        list = list->next;
        run->list->next = NULL;
        run->next = runs;
        runs = run;
    }
    return runs;
}

static struct node *merge(struct node *a, struct node *b)
{
    struct node *merged = NULL;
    struct node **end = &merged;
    while (a && b) {
        struct node **smaller = a->value <= b->value ? &a : &b;
        *end = *smaller;
        end = &(*smaller)->next;
        *smaller = (*smaller)->next;
    }
    *end = a ? a : b;
    return merged;
}

static void merge_pairs(struct run *runs)
{
    while (runs && runs->next) {
        struct run *second = runs->next;
        runs->list = merge(runs->list, second->list);
        runs->next = second->next;
        free(second);
        if (!runs->next)
            free(second); // BUG: double-free
        runs = runs->next;
    }
}

static struct node *merge_sort(struct node *list)
{
    if (!list)
        return NULL;
    struct run *runs = cut(list);
    while (runs->next)
        merge_pairs(runs);
    list = runs->list;
    free(runs);
    return list;
}

int main(void)
{
    struct node *list = merge_sort(create());
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
