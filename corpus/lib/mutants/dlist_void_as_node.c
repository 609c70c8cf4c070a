// What the caller gives as data becomes a link.
// command: lib
// functions: 1
#include <stdlib.h>

struct dlist {
    void *data;
    struct dlist *next;
    struct dlist *prev;
};

void set_next(struct dlist *list, void *data)
{
    if (list)
        list->next = data; // BUG: set_next: data can be anything
} // BUG: set_next: the link can be anything
