// Allocates room for one member of a union and reads a larger one.
// verdict: unsafe
#include <stdlib.h>

union value {
    char c;
    double d[2];
};

int main(void) {
    union value *v = malloc(sizeof(double));
    if (!v)
        return 1;
    v->c = 1;
    v->d[0] = 1;
    v->d[1] = 2; // BUG: out-of-bounds
    free(v);
    return 0;
}
