// A pool hands out pieces of one block and threads its free list through them.
// verdict: safe
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

union piece {
    union piece *next_free;
    double payload[2];
};

struct pool {
    union piece *block, *free;
};

static void *take(struct pool *pool) {
    union piece *p = pool->free;
    if (p)
        pool->free = p->next_free;
    return p;
}

static void give(struct pool *pool, void *piece) {
    union piece *p = piece;
    p->next_free = pool->free;
    pool->free = p;
}

int main(void) {
    struct pool pool = {calloc(4, sizeof(union piece)), NULL};
    if (!pool.block)
        return 1;
    for (int i = 0; i < 4; i++)
        give(&pool, &pool.block[i]);
    double *a = take(&pool), *b = take(&pool);
    a[1] = 1, b[1] = 2;
    give(&pool, a);
    assert(take(&pool) == (void *)a && b[1] == 2);
    take(&pool);
    take(&pool);
    assert(!take(&pool));
    free(pool.block);
    return 0;
}
