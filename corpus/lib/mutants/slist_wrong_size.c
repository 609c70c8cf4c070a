// Allocates the size of a pointer to a node instead of the size of a node.
// command: lib
// functions: 1
#include <stdlib.h>

struct slist {
    void *data;
    struct slist *next;
};

struct slist *prepend(struct slist *list, void *data)
{
    struct slist *node = malloc(sizeof node); // BUG: prepend: 8 bytes are no node
    if (!node)
        abort();
    node->data = data;
    node->next = list; // BUG: prepend: outside the block
    return node; // BUG: prepend: an incomplete node
}
