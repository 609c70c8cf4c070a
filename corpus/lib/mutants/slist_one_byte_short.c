// The last byte of the last link lies outside the block.
// command: lib
// functions: 1
#include <stdlib.h>

struct slist {
    void *data;
    struct slist *next;
};

struct slist *append(struct slist *list, void *data)
{
    struct slist *node = malloc(sizeof *node - 1); // BUG: append: one byte is missing
    struct slist *last;

    if (!node)
        abort();
    node->data = data;
    node->next = NULL; // BUG: append: reaches out of the block
    if (!list)
        return node; // BUG: append: an incomplete node
    for (last = list; last->next; last = last->next)
        ;
    last->next = node; // BUG: append: an incomplete node
    return list; // BUG: append: an incomplete node is in the list
} // BUG: append: what is returned is wrong
