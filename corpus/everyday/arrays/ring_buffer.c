// A ring of fixed size between a reader and a writer.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <string.h>

#define SIZE 8

struct ring {
    char items[SIZE];
    unsigned head, count;
};

static int put(struct ring *ring, char item) {
    if (ring->count == SIZE)
        return 0;
    ring->items[(ring->head + ring->count) % SIZE] = item;
    ring->count++;
    return 1;
}

static int get(struct ring *ring, char *item) {
    if (ring->count == 0)
        return 0;
    *item = ring->items[ring->head];
    ring->head = (ring->head + 1) % SIZE;
    ring->count--;
    return 1;
}

int main(void) {
    struct ring ring;
    int c;
    char item;
    memset(&ring, 0, sizeof ring);
    while ((c = getchar()) != EOF) {
        while (!put(&ring, c))
            if (get(&ring, &item))
                putchar(item);
    }
    while (get(&ring, &item))
        putchar(item);
    return 0;
}
