// Stores the address of a link where the address of a node belongs.
// command: lib
// functions: 1
#include <stdlib.h>

struct slist {
    void *data;
    struct slist *next;
};

void splice(struct slist *list, struct slist *rest)
{
    if (!list || !rest)
        return;
    list->next = (struct slist *)&rest->next; // BUG: splice: points into a node
} // BUG: splice: a link points into a node
