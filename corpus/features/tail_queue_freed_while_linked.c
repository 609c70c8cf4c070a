// Frees an item of a tail queue without removing it, and walks the queue.
// verdict: unsafe
// malloc: ok
#include <stdlib.h>
#include <sys/queue.h>

struct item {
    int value;
    TAILQ_ENTRY(item) entries;
};

TAILQ_HEAD(queue, item);

int main(void) {
    struct queue queue = TAILQ_HEAD_INITIALIZER(queue);
    struct item *items[3], *i;
    for (int n = 0; n < 3; n++) {
        items[n] = malloc(sizeof *items[n]);
        items[n]->value = n;
        TAILQ_INSERT_TAIL(&queue, items[n], entries);
    }
    free(items[1]);
    int sum = 0;
    for (i = TAILQ_FIRST(&queue); i; i = TAILQ_NEXT(i, entries))
        sum += i->value; // BUG: use-after-free
    free(items[0]);
    free(items[2]);
    return sum;
}
