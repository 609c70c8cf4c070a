// A decision depends on memory that malloc gave and nobody wrote.
// verdict: unsafe
// property: initialized
// malloc: ok
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *n = malloc(sizeof *n);
    n->next = NULL;
    int found = 0;
    if (n->value == 7) // BUG: uninitialized-read
        found = 1;
    free(n);
    return found;
}
