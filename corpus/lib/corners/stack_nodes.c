// Nodes in the frame of a function.
// command: lib
// functions: 12
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct node *remove_all(struct node *list, int value)
{
    struct node dummy = {0, list};
    struct node *node = &dummy;

    while (node->next) {
        if (node->next->value == value)
            node->next = node->next->next;
        else
            node = node->next;
    }
    return dummy.next;
}

int sum_with(struct node *list, int more)
{
    struct node first = {more, list};
    int sum = 0;

    for (struct node *node = &first; node; node = node->next)
        sum += node->value;
    return sum;
}

static int length(const struct node *list)
{
    int n = 0;
    while (list) {
        n++;
        list = list->next;
    }
    return n;
}

int length_and_one(struct node *list)
{
    struct node first = {0, list};
    return length(&first);
}

int linked_and_unlinked(struct node *list)
{
    struct node last = {0, NULL};
    int n;

    if (!list || list->next)
        return 0;
    list->next = &last;
    n = last.value;
    list->next = NULL;
    return n;
}

int linked_for_good(struct node *list)
{
    struct node last = {0, NULL};

    if (!list || list->next)
        return 0;
    list->next = &last; // BUG: linked_for_good: the node dies soon
    return last.value; // BUG: linked_for_good: a link to a dead node
} // BUG: linked_for_good: what is returned is wrong

int unset_local_passed(void)
{
    struct node local;

    local.value = 1;
    return length(&local); // BUG: unset_local_passed: the link is not set
}

struct node *returned_through_loop(struct node *list, int n)
{
    struct node local = {0, NULL};
    struct node *result = list;

    while (n-- > 0)
        result = &local;
    return result; // BUG: returned_through_loop: the node dies here
}

void stored_through_loop(struct node *list, int n)
{
    struct node local = {0, NULL};
    struct node *last = list;

    while (n-- > 0)
        last = &local;
    if (list)
        list->next = last; // BUG: stored_through_loop: the node dies soon
} // BUG: stored_through_loop: a link to a dead node

struct node *merge(struct node *a, struct node *b, int (*less)(int a, int b))
{
    struct node head;
    struct node *tail = &head;

    if (!less)
        return a;
    while (a && b) {
        if (less(a->value, b->value)) {
            tail->next = a;
            a = a->next;
        } else {
            tail->next = b;
            b = b->next;
        }
        tail = tail->next;
    }
    tail->next = a ? a : b;
    return head.next;
}

void stored_in_loop(struct node *list, int n)
{
    struct node local = {0, NULL};

    while (n-- > 0) {
        if (list)
            list->next = &local; // BUG: stored_in_loop: the node dies soon
    }
} // BUG: stored_in_loop: a link to a dead node

void visit(struct node *list);

void stored_before_call(struct node *list)
{
    struct node local = {0, NULL};

    if (!list)
        return;
    list->next = &local; // BUG: stored_before_call: the node dies soon, and the callee may leave it there
    visit(list);
} // BUG: stored_before_call: a link to a dead node
