// Merging returns its auxiliary head instead of what follows it.
// command: lib
// functions: 1
#include <stdlib.h>

struct slist {
    void *data;
    struct slist *next;
};

struct slist *merge(struct slist *a, struct slist *b)
{
    struct slist head = {NULL, NULL};
    struct slist *tail = &head;

    while (a && b) {
        tail->next = a;
        tail = a;
        a = a->next;
        tail->next = b;
        tail = b;
        b = b->next;
    }
    tail->next = a ? a : b;
    tail = &head;
    return tail; // BUG: merge: the auxiliary head dies here
}
