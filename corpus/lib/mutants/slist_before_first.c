// Reads before a node.
// command: lib
// functions: 1
#include <stdlib.h>

struct slist {
    void *data;
    struct slist *next;
};

void *previous_data(struct slist *list)
{
    if (!list)
        return NULL;
    return list[-1].data; // BUG: previous_data: before the node
} // BUG: previous_data: what is returned is wrong
