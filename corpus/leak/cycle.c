// Drops two blocks that point to each other: each is pointed to, but neither can be reached.
// verdict: unsafe
// malloc: ok
#include <stdlib.h>

struct node {
    struct node *other;
};

int main(void) {
    struct node *a = malloc(sizeof *a);
    a->other = malloc(sizeof *a);
    a->other->other = a;
    a = NULL; // BUG: leak
    return 0;
}
