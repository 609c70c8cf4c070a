// Writes a bit-field that lies beyond the end of a block that is too small for its struct.
// verdict: unsafe
// malloc: ok
#include <stdlib.h>

struct record {
    int plain;
    unsigned field : 3;
};

int main(void) {
    struct record *r = calloc(1, sizeof(int));
    r->plain = 1;
    r->field = 2; // BUG: out-of-bounds
    free(r);
    return 0;
}
