// Nodes in the frame of a function.
// command: lib
// functions: 7
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
