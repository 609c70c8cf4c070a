// The back link of the first node of a copy is not set.
// command: lib
// functions: 1
#include <stdlib.h>

struct dlist {
    void *data;
    struct dlist *next;
    struct dlist *prev;
};

struct dlist *copy(const struct dlist *list)
{
    struct dlist *head;
    struct dlist *tail;

    if (!list)
        return NULL;
    head = malloc(sizeof *head);
    if (!head)
        abort();
    head->data = list->data;
    tail = head;
    for (list = list->next; list; list = list->next) {
        struct dlist *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->data = list->data;
        node->prev = tail;
        tail->next = node;
        tail = node;
    }
    tail->next = NULL;
    return head; // BUG: copy: the back link of the head is not set
} // BUG: copy: what is returned is wrong
