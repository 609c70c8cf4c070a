// The link of a new node is set on one of two paths.
// command: lib
// functions: 1
#include <stdlib.h>

struct slist {
    void *data;
    struct slist *next;
};

struct slist *insert(struct slist *list, void *data, int sorted)
{
    struct slist *node = malloc(sizeof *node);

    if (!node)
        abort();
    node->data = data;
    if (sorted)
        node->next = list;
    return node; // BUG: insert: the link is not set unless `sorted`
}
