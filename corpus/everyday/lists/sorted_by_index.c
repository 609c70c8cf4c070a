// Sorts numbers in a list whose nodes lie in two arrays and are linked by their indexes.
// verdict: safe
// paths: unbounded
#include <stdio.h>

#define MOST 100

static int next[MOST], value[MOST];
static int head = -1, used;

int main(void) {
    int number;
    while (used < MOST && scanf("%d", &number) == 1) {
        int new = used++, before = -1, at = head;
        value[new] = number;
        while (at >= 0 && value[at] < number) {
            before = at;
            at = next[at];
        }
        next[new] = at;
        if (before < 0)
            head = new;
        else
            next[before] = new;
    }
    for (int i = head; i >= 0; i = next[i])
        printf("%d\n", value[i]);
    return 0;
}
