// Keeps a flag in the lowest bit of pointers, as balanced trees do with colours.
// verdict: safe
// malloc: ok
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    uintptr_t parent_and_colour;
    int value;
};

static struct node *parent(const struct node *n) {
    return (struct node *)(n->parent_and_colour & ~(uintptr_t)1);
}

int main(void) {
    struct node *root = malloc(sizeof *root), *child = malloc(sizeof *child);
    root->parent_and_colour = 0;
    root->value = 5;
    child->parent_and_colour = (uintptr_t)root | 1;
    root = NULL;
    assert(child->parent_and_colour & 1);
    assert(parent(child)->value == 5 && !parent(parent(child)));
    free(parent(child));
    free(child);
    return 0;
}
