// The head goes to the item behind the last before it wraps around.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

#define SIZE 8

struct ring {
    unsigned head, count;
    char items[SIZE];
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
    *item = ring->items[ring->head]; // BUG: out-of-bounds
    ring->head = ring->head == SIZE ? 0 : ring->head + 1;
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
