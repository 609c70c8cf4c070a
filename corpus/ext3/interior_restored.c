// Moves a pointer through a block by a number of steps, moves it back by as many, and frees the block.
// verdict: safe
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct pair {
    int key;
    int value;
};

int main(void) {
    struct pair *pairs = calloc(3, sizeof *pairs);
    if (!pairs)
        return 1;
    unsigned steps = __VERIFIER_nondet_uchar() % 3;
    pairs += steps;
    pairs->value = 1;
    int *value = &pairs->value;
    pairs = (struct pair *)(value - 1) - steps;
    free(pairs);
    return 0;
}
