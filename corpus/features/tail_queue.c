// The tail queue macros of BSD: links to links, which hold addresses of heads, locals and nodes.
// verdict: safe
// malloc: ok
#include <assert.h>
#include <stdlib.h>
#include <sys/queue.h>

struct item {
    int value;
    TAILQ_ENTRY(item) entries;
};

TAILQ_HEAD(queue, item);

static struct item *item(int value) {
    struct item *i = malloc(sizeof *i);
    i->value = value;
    return i;
}

int main(void) {
    struct queue queue = TAILQ_HEAD_INITIALIZER(queue);
    struct item *first = item(1), *middle = item(2), *last = item(3), *i;
    TAILQ_INSERT_TAIL(&queue, middle, entries);
    TAILQ_INSERT_HEAD(&queue, first, entries);
    TAILQ_INSERT_AFTER(&queue, middle, last, entries);
    int sum = 0;
    TAILQ_FOREACH(i, &queue, entries)
        sum = sum * 10 + i->value;
    assert(sum == 123);
    TAILQ_REMOVE(&queue, middle, entries);
    free(middle);
    while ((i = TAILQ_FIRST(&queue))) {
        TAILQ_REMOVE(&queue, i, entries);
        free(i);
    }
    return 0;
}
