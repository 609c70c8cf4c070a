// One block for two nodes: the second is no node of its own, and too short.
// command: lib
// functions: 1
#include <stdlib.h>

struct slist {
    void *data;
    struct slist *next;
};

struct slist *pair(void *first, void *second)
{
    struct slist *list = malloc(sizeof *list + sizeof(void *)); // BUG: pair: too small for two nodes
    if (!list)
        abort();
    list->data = first;
    list->next = list + 1; // BUG: pair: the second node is incomplete
    list->next->data = second;
    list->next->next = NULL; // BUG: pair: outside the block
    return list; // BUG: pair: the second node is incomplete
}
