// Memory that is freed, and used on the same path; frees of what is no block.
// command: lib
// functions: 16
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node resident;

void free_all(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

struct node *free_and_replace(struct node *node)
{
    free(node);
    node = malloc(sizeof *node);
    if (!node)
        return NULL;
    node->value = 0;
    node->next = NULL;
    return node;
}

struct node *free_on_one_path(struct node *node, int done)
{
    if (done)
        free(node);
    return done ? NULL : node;
}

void free_nothing(void)
{
    free(NULL);
}

void read_after(struct node *node)
{
    if (!node)
        return;
    free(node);
    resident.value = node->value; // BUG: read_after: the node is freed
}

void write_after(struct node *node)
{
    if (!node)
        return;
    free(node);
    node->value = 0; // BUG: write_after: the node is freed
}

void freed_twice(struct node *node)
{
    free(node);
    free(node); // BUG: freed_twice: the node is freed already
}

void freed_twice_in_loop(struct node *node, int n)
{
    while (n-- > 0)
        free(node); // BUG: freed_twice_in_loop: the node was freed in the iteration before
}

struct node *freed_and_returned(struct node *node)
{
    free(node);
    return node; // BUG: freed_and_returned: the node is freed
}

void walks_over_freed(struct node *list)
{
    while (list) {
        free(list);
        list = list->next; // BUG: walks_over_freed: the node is freed
    }
}

int freed_and_passed(struct node *node)
{
    free(node);
    free_all(node); // BUG: freed_and_passed: the node is freed
    return 0;
}

void frees_inside(struct node *node)
{
    if (node)
        free(&node->next); // BUG: frees_inside: not the start of a block
}

void frees_local(struct node *list)
{
    struct node local = {0, NULL};

    local.next = list;
    free(&local); // BUG: frees_local: a local variable
}

void frees_global(void)
{
    free(&resident); // BUG: frees_global: a global variable
}

void frees_integer(long number)
{
    free((void *)number); // BUG: frees_integer: no block at all
}

void freed_link_followed(struct node *node)
{
    if (!node || !node->next)
        return;
    free(node->next);
    node->next->value = 0; // BUG: freed_link_followed: the second node is freed
}
