// A list is built, reversed, filtered and split; the split cuts after the sixth node and keeps a pointer to the node
// behind the cut, which the first half's clearing has released where the halves still hang together.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *build(void)
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

static struct node *reverse(struct node *list)
{
    struct node *result = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = result;
        result = list;
        list = next;
    }
    return result;
}

static struct node *without_zeros(struct node *list)
{
    struct node **link = &list;
    while (*link) {
        struct node *node = *link;
        if (node->value == 0) {
            *link = node->next;
            free(node);
        } else {
            link = &node->next;
        }
    }
    return list;
}

/* The part of a list behind its sixth node. */
static struct node *behind(struct node *list)
{
    int left = 6;
    while (list && left > 1) {
        list = list->next;
        left--;
    }
    return list ? list->next : NULL; /* the sixth node still points there */
}

static void clear(struct node *list)
{
    while (list) {
        struct node *next = list->next; // BUG: use-after-free
        free(list);
        list = next;
    }
}

int main(void)
{
    struct node *list = without_zeros(reverse(build()));
    struct node *rest = behind(list);
    clear(list);
    clear(rest);
    return 0;
}
