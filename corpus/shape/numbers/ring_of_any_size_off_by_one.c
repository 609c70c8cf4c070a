// The tail of a queue wraps around one element too late.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct ring {
    int *data;
    int head, tail, size;
};

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 2 || size > 1000)
        return 0;
    struct ring *ring = malloc(sizeof *ring);
    if (!ring)
        return 1;
    ring->data = malloc(size * sizeof *ring->data);
    if (!ring->data) {
        free(ring);
        return 1;
    }
    ring->head = ring->tail = 0;
    ring->size = size;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            int next = ring->tail + 1;
            if (next > ring->size)
                next = 0;
            if (next != ring->head) {
                ring->data[ring->tail] = __VERIFIER_nondet_int(); // BUG: out-of-bounds
                ring->tail = next;
            }
        } else if (ring->head != ring->tail) {
            ring->head++;
            if (ring->head == ring->size)
                ring->head = 0;
        }
    }
    free(ring->data);
    free(ring);
    return 0;
}
