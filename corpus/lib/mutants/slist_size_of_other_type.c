// Allocates as many bytes as another, smaller type has.
// command: lib
// functions: 1
#include <stdlib.h>

struct slist {
    void *data;
    struct slist *next;
};

struct header {
    int length;
};

struct slist *copy_node(const struct slist *node)
{
    struct slist *copy;

    if (!node)
        return NULL;
    copy = malloc(sizeof(struct header)); // BUG: copy_node: the size of another type
    if (!copy)
        abort();
    copy->data = node->data; // BUG: copy_node: outside the block
    copy->next = node->next; // BUG: copy_node: outside the block
    return copy; // BUG: copy_node: an incomplete node
} // BUG: copy_node: what is returned is wrong
