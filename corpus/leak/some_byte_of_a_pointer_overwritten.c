// The same for one of the highest two bytes, which are zero in every address: an input says which.
// verdict: unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

char *kept;

int main(void)
{
    int byte = __VERIFIER_nondet_int();

    kept = malloc(10);
    if (!kept)
        return 0;
    if (byte < 6 || byte > 7) {
        free(kept);
        return 0;
    }
    ((unsigned char *)&kept)[byte] = 1; // BUG: leak
    exit(0);
}
