// Opaque data is taken for a node and written to.
// command: lib
// functions: 1
#include <stdlib.h>

struct slist {
    void *data;
    struct slist *next;
};

void clear_nested(struct slist *list)
{
    while (list) {
        struct slist *nested = list->data;
        if (nested)
            nested->next = NULL; // BUG: clear_nested: data can be anything
        list = list->next; // BUG: clear_nested: data can be anything
    }
}
