// Opaque data is taken for a node.
// command: lib
// functions: 1
#include <stdlib.h>

struct slist {
    void *data;
    struct slist *next;
};

struct slist *first_data(struct slist *list)
{
    if (!list)
        return NULL;
    return list->data; // BUG: first_data: data can be anything
} // BUG: first_data: what is returned is wrong
