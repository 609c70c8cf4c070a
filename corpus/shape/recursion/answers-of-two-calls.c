// Two calls of a recursive function get two inputs, which need not be the same.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
    int value;
    struct node *next;
};

static struct node *create(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = __VERIFIER_nondet_int();
        node->next = list;
        list = node;
    }
    return list;
}

static void destroy(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

static int last_answer(const struct node *list)
{
    return list ? last_answer(list->next) : __VERIFIER_nondet_int();
}

int main(void)
{
    struct node *list = create();
    int one = last_answer(list), other = last_answer(list);
    destroy(list);
    if (one != other)
        reach_error(); // BUG: reach-error
    return 0;
}
