// A lock-free stack pops a node, frees it, and reads its link.
// verdict: unsafe
// malloc: ok
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static _Atomic(struct node *) top;

int main(void) {
    struct node *node = malloc(sizeof *node);
    node->next = NULL;
    atomic_store(&top, node);
    struct node *popped = atomic_exchange(&top, NULL);
    free(popped);
    atomic_store(&top, popped->next); // BUG: use-after-free
    return 0;
}
