// Allocates the size of a singly linked node.
// command: lib
// functions: 1
#include <stdlib.h>

struct dlist {
    void *data;
    struct dlist *next;
    struct dlist *prev;
};

struct slist {
    void *data;
    struct slist *next;
};

struct dlist *prepend(struct dlist *list, void *data)
{
    struct dlist *node = malloc(sizeof(struct slist)); // BUG: prepend: too small
    if (!node)
        abort();
    node->data = data;
    node->next = list;
    node->prev = NULL; // BUG: prepend: outside the block
    if (list)
        list->prev = node; // BUG: prepend: an incomplete node
    return node; // BUG: prepend: an incomplete node
}
