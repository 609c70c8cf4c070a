// Copies the size of a pointer instead of the size of a node.
// command: lib
// functions: 1
#include <stdlib.h>
#include <string.h>

struct dlist {
    void *data;
    struct dlist *next;
    struct dlist *prev;
};

struct dlist *duplicate(const struct dlist *list)
{
    struct dlist *copy;

    if (!list)
        return NULL;
    copy = malloc(sizeof *copy);
    if (!copy)
        abort();
    memcpy(copy, list, sizeof list);
    return copy; // BUG: duplicate: the links are not copied
} // BUG: duplicate: what is returned is wrong
