// The smallest of up to twenty numbers, by a heap in an array.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct heap {
    int *values;
    int count, capacity;
};

static void rise(struct heap *heap, int at)
{
    while (at > 0) {
        int above = (at - 1) / 2;
        if (heap->values[above] <= heap->values[at])
            break;
        int value = heap->values[above];
        heap->values[above] = heap->values[at];
        heap->values[at] = value;
        at = above;
    }
}

static void sink(struct heap *heap, int at)
{
    for (;;) {
        int least = at, child = 2 * at + 1;
        if (child < heap->count && heap->values[child] < heap->values[least])
            least = child;
        if (child + 1 < heap->count && heap->values[child + 1] < heap->values[least])
            least = child + 1;
        if (least == at)
            break;
        int value = heap->values[least];
        heap->values[least] = heap->values[at];
        heap->values[at] = value;
        at = least;
    }
}

int main(void)
{
    struct heap heap = {.capacity = 6};
    heap.values = malloc(heap.capacity * sizeof *heap.values);
    if (!heap.values)
        return 1;
    while (__VERIFIER_nondet_int()) {
        if (heap.count < heap.capacity && __VERIFIER_nondet_int()) {
            heap.values[heap.count] = __VERIFIER_nondet_int();
            rise(&heap, heap.count);
            heap.count++;
        } else if (heap.count > 0) {
            heap.values[0] = heap.values[--heap.count];
            sink(&heap, 0);
        }
    }
    free(heap.values);
    return 0;
}
