// The node that contains a link is computed with the offset of another link.
// command: lib
// functions: 1
#include <stddef.h>
#include <stdlib.h>

struct dlist {
    void *data;
    struct dlist *next;
    struct dlist *prev;
};

struct dlist *node_of_next(struct dlist *list)
{
    struct dlist **link;

    if (!list)
        return NULL;
    link = &list->next;
    return (struct dlist *)((char *)link - offsetof(struct dlist, prev)); // BUG: node_of_next: the wrong offset
} // BUG: node_of_next: what is returned is wrong
