// Merging an empty list stores the address of the auxiliary head in the back link.
// command: lib
// functions: 1
#include <stdlib.h>

struct dlist {
    void *data;
    struct dlist *next;
    struct dlist *prev;
};

struct dlist *merge(struct dlist *a, struct dlist *b)
{
    struct dlist head = {NULL, NULL, NULL};
    struct dlist *tail = &head;

    while (a && b) {
        tail->next = a;
        a->prev = tail == &head ? NULL : tail;
        tail = a;
        a = a->next;
    }
    tail->next = a ? a : b;
    if (tail->next)
        tail->next->prev = tail; // BUG: merge: the auxiliary head, if a list is empty
    return head.next; // BUG: merge: a back link points to a dead node
}
