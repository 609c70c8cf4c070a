// Links are filled with bytes that are no pointer.
// command: lib
// functions: 1
#include <stdlib.h>
#include <string.h>

struct dlist {
    void *data;
    struct dlist *next;
    struct dlist *prev;
};

void poison(struct dlist *list)
{
    if (list)
        memset(list, 0xff, sizeof *list); // BUG: poison: all ones are no node
} // BUG: poison: the links are no nodes
