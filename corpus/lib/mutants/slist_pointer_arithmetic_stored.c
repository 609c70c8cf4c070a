// The link is set to the memory behind a node.
// command: lib
// functions: 1
#include <stdlib.h>

struct slist {
    void *data;
    struct slist *next;
};

void link_behind(struct slist *list)
{
    if (list)
        list->next = list + 1; // BUG: link_behind: the end of a node is no node
} // BUG: link_behind: the link is no node
