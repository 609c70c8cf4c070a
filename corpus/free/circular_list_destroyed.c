// Destroys a circular list without stopping at its start.
// verdict: unsafe
// malloc: ok
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    struct node *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    struct node **links[2] = {&first->next, &second->next};
    *links[0] = second;
    *links[1] = first;
    struct node *all[3] = {first, first->next, first->next->next};
    for (int i = 0; i < 3; i++)
        free(all[i]); // BUG: double-free
    return 0;
}
