// A link is made from an integer.
// command: lib
// functions: 1
#include <stdlib.h>

struct slist {
    void *data;
    struct slist *next;
};

void link_to(struct slist *list, long address)
{
    if (list)
        list->next = (struct slist *)address; // BUG: link_to: an integer is no node
} // BUG: link_to: the link is no node
