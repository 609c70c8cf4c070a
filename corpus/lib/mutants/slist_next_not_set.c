// The last node is published before its link is set.
// command: lib
// functions: 1
#include <stdlib.h>

struct slist {
    void *data;
    struct slist *next;
};

struct slist *append(struct slist *list, void *data)
{
    struct slist *node = malloc(sizeof *node);
    struct slist *last;

    if (!node)
        abort();
    node->data = data;
    if (!list)
        return node; // BUG: append: the link is not set
    for (last = list; last->next; last = last->next)
        ;
    last->next = node; // BUG: append: the link is not set
    return list; // BUG: append: the link of the last node is not set
} // BUG: append: what is returned is wrong
