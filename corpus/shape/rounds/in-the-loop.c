// A loop that goes round 2^32 - 1 times loses a node in each round but the first: nobody has to wait for its end.
// verdict: unsafe
// malloc: ok
#include <stdlib.h>

struct node {
    struct node *next;
    int number;
};

int main(void)
{
    struct node *last = NULL;
    for (unsigned i = 1; i; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = NULL;
        node->number = i;
        last = node; // BUG: leak
    }
    free(last);
    return 0;
}
