// Uses the block of the previous iteration, which is freed one iteration later.
// verdict: safe
#include <stdlib.h>

int main(void) {
    int *previous = NULL;
    for (int i = 0; i < 3; i++) {
        int *current = malloc(sizeof *current);
        if (!current)
            break;
        *current = i;
        if (previous)
            *current += *previous;
        free(previous);
        previous = current;
    }
    free(previous);
    return 0;
}
