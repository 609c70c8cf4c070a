// A table of 256 classes is filled and asked by any byte; what it says bounds an index.
// verdict: safe
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char class_of[256];

int main(void) {
    for (int i = 0; i < 256; i++)
        class_of[i] = i < 32 ? 0 : i < 128 ? 1 : 2;
    int *counts = calloc(4, sizeof *counts);
    if (!counts)
        return 1;
    class_of[__VERIFIER_nondet_uchar()] = 3;
    for (int i = 0; i < 3; i++)
        counts[class_of[__VERIFIER_nondet_uchar()]]++;
    free(counts);
    return 0;
}
