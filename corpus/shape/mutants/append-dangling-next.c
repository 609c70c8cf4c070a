// Frees the last node before it is linked to the second list.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *create(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            break;
        node->value = __VERIFIER_nondet_int();
        node->next = head;
        head = node;
    }
    return head;
}

static struct node *append(struct node *front, struct node *back)
{
    if (!front)
        return back;
    struct node *last = front;
    while (last->next)
        last = last->next;
    if (!last->next)
        free(last);
    last->next = back; // BUG: use-after-free
    return front;
}

static void destroy(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void)
{
    struct node *front = create();
    struct node *back = create();
    struct node *all = append(front, back);
    destroy(all);
    return 0;
}
