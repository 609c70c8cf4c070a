// A function that is started by itself cuts a list behind its first node and forgets the second.
// verdict: unsafe
// args: --entry=rest
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

struct node *rest(struct node *list)
{
    if (!list || !list->next)
        return NULL;
    struct node *second = list->next;
    list->next = NULL;
    return second->next;
} // BUG: leak
