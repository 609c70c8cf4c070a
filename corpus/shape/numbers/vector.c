// A vector of numbers on the heap, with push and pop.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct vector {
    int *data;
    int used, capacity;
};

static void push(struct vector *vector, int value)
{
    if (vector->used == vector->capacity) {
        int larger = vector->capacity ? 2 * vector->capacity : 2;
        if (larger > 1000000)
            exit(1);
        int *data = realloc(vector->data, larger * sizeof *data);
        if (!data)
            exit(1);
        vector->data = data;
        vector->capacity = larger;
    }
    vector->data[vector->used++] = value;
}

static int pop(struct vector *vector)
{
    return vector->used > 0 ? vector->data[--vector->used] : 0;
}

int main(void)
{
    struct vector *vector = calloc(1, sizeof *vector);
    if (!vector)
        return 1;
    int sum = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            push(vector, __VERIFIER_nondet_int());
        else
            sum ^= pop(vector);
    }
    free(vector->data);
    free(vector);
    return sum == 0;
}
