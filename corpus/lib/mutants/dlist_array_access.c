// A node is taken for an array of nodes.
// command: lib
// functions: 1
#include <stdlib.h>

struct dlist {
    void *data;
    struct dlist *next;
    struct dlist *prev;
};

void swap_data(struct dlist *list)
{
    void *held;

    if (!list)
        return;
    held = list[0].data;
    list[0].data = list[1].data; // BUG: swap_data: behind the node
    list[1].data = held; // BUG: swap_data: behind the node
}
