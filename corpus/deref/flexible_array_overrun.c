// Allocates a struct with a flexible array of n elements and uses n + 1.
// verdict: unsafe
#include <stdlib.h>

struct vector {
    size_t count;
    int items[];
};

static struct vector *vector(size_t count) {
    struct vector *v = malloc(sizeof *v + count * sizeof v->items[0]);
    if (!v)
        exit(1);
    v->count = count;
    return v;
}

int main(void) {
    struct vector *v = vector(3);
    for (size_t i = 0; i <= v->count; i++)
        v->items[i] = 0; // BUG: out-of-bounds
    free(v);
    return 0;
}
