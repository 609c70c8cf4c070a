// Only the loop, which goes round at least once, sets the end of the list.
// verdict: safe
// malloc: ok
#include <stdlib.h>

struct entry {
    struct entry *next;
    int weight;
};

int main(int argc, char **argv)
{
    struct entry *first = malloc(sizeof *first);
    struct entry *last = first;
    first->weight = 0;
    for (int count = 1; count != argc % 100 + 200; count++) {
        last->next = malloc(sizeof *last);
        last = last->next;
        last->next = NULL;
        last->weight = count;
    }
    while (first) {
        struct entry *next = first->next;
        free(first);
        first = next;
    }
    return 0;
}
