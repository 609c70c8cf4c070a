// Blocks that are nodes because of the link that holds them.
// command: lib
// functions: 6
// requires: make_zeroed: out != NULL
// requires: make_set: out != NULL
// requires: append: list != NULL
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

struct list {
    struct node *head;
    unsigned long size;
};

int make_zeroed(struct list **out)
{
    *out = calloc(1, sizeof **out);
    return *out == NULL;
}

int make_set(struct list **out)
{
    *out = malloc(sizeof **out);
    if (!*out)
        return 1;
    (*out)->head = NULL;
    (*out)->size = 0;
    return 0;
}

int make_unset(struct list **out)
{
    *out = malloc(sizeof **out);
    return *out == NULL; // BUG: make_unset: the head is not set
} // BUG: make_unset: the head is not set

int make_small(struct list **out)
{
    *out = calloc(1, sizeof *out); // BUG: make_small: the size of a pointer
    return *out == NULL; // BUG: make_small: the block is no list
}

int make_other(struct list **out, struct node **other)
{
    void *block = calloc(1, sizeof **out);
    *out = block;
    *other = block; // BUG: make_other: a list is no node
    return block == NULL; // BUG: make_other: a list is no node
}

int append(struct list *list)
{
    struct node *rest = list->head;
    list->head = calloc(1, sizeof *list->head);
    if (!list->head) {
        list->head = rest;
        return 1;
    }
    list->head->next = rest;
    return 0;
}
