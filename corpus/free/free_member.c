// Frees the address of a member that is not the first.
// verdict: unsafe
#include <stdlib.h>

struct link {
    struct link *next;
};

struct item {
    int value;
    struct link link;
};

int main(void) {
    struct item *item = malloc(sizeof *item);
    if (!item)
        return 1;
    struct link *link = &item->link;
    link->next = NULL;
    free(link); // BUG: invalid-free
    return 0;
}
