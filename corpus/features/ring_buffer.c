// A ring buffer whose indices wrap around.
// verdict: safe
#include <assert.h>

#define SIZE 8u

static int ring[SIZE];
static unsigned head, tail;

static int put(int value) {
    if (head - tail == SIZE)
        return 0;
    ring[head++ % SIZE] = value;
    return 1;
}

static int take(int *value) {
    if (head == tail)
        return 0;
    *value = ring[tail++ % SIZE];
    return 1;
}

int main(void) {
    int value, next = 0;
    head = tail = 4294967290u;
    for (int i = 0; i < 30; i++) {
        put(i);
        if (i % 3 == 2)
            continue;
        if (take(&value)) {
            assert(value >= next);
            next = value + 1;
        }
    }
    while (take(&value))
        ;
    assert(!take(&value));
    return 0;
}
