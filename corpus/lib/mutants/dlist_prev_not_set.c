// A new node is linked before its back link is set.
// command: lib
// functions: 1
#include <stdlib.h>

struct dlist {
    void *data;
    struct dlist *next;
    struct dlist *prev;
};

struct dlist *prepend(struct dlist *list, void *data)
{
    struct dlist *node = malloc(sizeof *node);
    if (!node)
        abort();
    node->data = data;
    node->next = list;
    if (list)
        list->prev = node; // BUG: prepend: its back link is not set
    return node; // BUG: prepend: its back link is not set
}
