// Reaches the same element from both ends of an array; what one name writes the other reads.
// verdict: safe
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    enum { COUNT = 4 };
    int *first = calloc(COUNT, sizeof *first);
    if (!first)
        return 1;
    unsigned at = __VERIFIER_nondet_uchar();
    if (at < COUNT) {
        int *forwards = first + at;
        int *backwards = first + COUNT - (COUNT - at);
        *forwards = 7;
        assert(*backwards == 7);
        *(char *)backwards = 0;
        assert(*forwards == 0);
    }
    free(first);
    return 0;
}
