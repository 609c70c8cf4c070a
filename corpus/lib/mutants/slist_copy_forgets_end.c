// The copy of a list is not terminated.
// command: lib
// functions: 1
#include <stdlib.h>

struct slist {
    void *data;
    struct slist *next;
};

struct slist *copy(const struct slist *list)
{
    struct slist *head;
    struct slist *tail;

    if (!list)
        return NULL;
    head = malloc(sizeof *head);
    if (!head)
        abort();
    head->data = list->data;
    tail = head;
    for (list = list->next; list; list = list->next) {
        struct slist *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->data = list->data;
        tail->next = node;
        tail = node;
    }
    return head; // BUG: copy: the link of the last node is not set
} // BUG: copy: what is returned is wrong
