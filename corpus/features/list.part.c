// A list for the programs that are made of several files.
#include <stdlib.h>

struct list {
    int value;
    struct list *next;
};

int list_pushes;

struct list *list_push(struct list *list, int value) {
    struct list *node = malloc(sizeof *node);
    node->value = value;
    node->next = list;
    list_pushes++;
    return node;
}

int list_pop(struct list **list) {
    struct list *node = *list;
    int value = node->value;
    *list = node->next;
    free(node);
    return value;
}
