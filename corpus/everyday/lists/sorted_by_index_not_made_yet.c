// Sorts numbers in a list in two arrays, but links a node to the one that will be made next.
// verdict: unsafe
#include <stdio.h>

#define MOST 100

static int next[MOST], value[MOST];
static int head = -1, used;

int main(void) {
    int number;
    while (used < MOST && scanf("%d", &number) == 1) {
        int new = used++, before = -1, at = head;
        value[new] = number;
        while (at >= 0 && value[at] < number) { // BUG: out-of-bounds
            before = at;
            at = next[at]; // BUG: out-of-bounds
        }
        next[new] = at;
        if (before < 0)
            head = new;
        else
            next[before] = used;
    }
    for (int i = head; i >= 0; i = next[i]) // BUG: out-of-bounds
        printf("%d\n", value[i]); // BUG: out-of-bounds
    return 0;
}
