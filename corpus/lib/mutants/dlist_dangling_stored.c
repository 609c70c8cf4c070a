// A node is freed and then linked again.
// command: lib
// functions: 1
#include <stdlib.h>

struct dlist {
    void *data;
    struct dlist *next;
    struct dlist *prev;
};

void move_to(struct dlist *target, struct dlist *node)
{
    if (!target || !node)
        return;
    free(node);
    target->next = node; // BUG: move_to: the node is freed
} // BUG: move_to: the link dangles
