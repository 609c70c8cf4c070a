// Computes the container of an embedded link and frees that.
// verdict: safe
#include <stddef.h>
#include <stdlib.h>

struct link {
    struct link *next;
};

struct item {
    int value;
    struct link link;
};

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

int main(void) {
    struct link *head = NULL;
    for (int i = 0; i < 3; i++) {
        struct item *item = malloc(sizeof *item);
        if (!item)
            abort();
        item->value = i;
        item->link.next = head;
        head = &item->link;
    }
    int sum = 0;
    while (head) {
        struct item *item = container_of(head, struct item, link);
        head = head->next;
        sum += item->value;
        free(item);
    }
    return sum - 3;
}
