// A decision depends on memory that calloc gave.
// verdict: safe
// property: initialized
// malloc: ok
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *n = calloc(1, sizeof *n);
    int found = 0;
    if (n->value == 7 || n->next)
        found = 1;
    free(n);
    return found;
}
