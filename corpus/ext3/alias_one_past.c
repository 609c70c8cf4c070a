// Lets an index name the place just past an array, and writes there under another name.
// verdict: unsafe
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    enum { COUNT = 4 };
    int *first = calloc(COUNT, sizeof *first);
    if (!first)
        return 1;
    unsigned at = __VERIFIER_nondet_uchar();
    if (at <= COUNT) {
        int *forwards = first + at;
        int **alias = &forwards;
        **alias = 7; // BUG: out-of-bounds
    }
    free(first);
    return 0;
}
