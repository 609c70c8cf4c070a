// Stores the address of a local node into the list.
// command: lib
// functions: 1
#include <stdlib.h>

struct slist {
    void *data;
    struct slist *next;
};

void append_marker(struct slist *list)
{
    struct slist marker = {NULL, NULL};

    if (!list)
        return;
    while (list->next)
        list = list->next;
    list->next = &marker; // BUG: append_marker: the node dies soon
} // BUG: append_marker: the list keeps a dead node
