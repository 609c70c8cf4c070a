// A pool whose arenas are as large as the first piece taken from each needs. A piece that is larger than the least arena
// gets one that is too small.
// verdict: unsafe
// paths: unbounded
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

enum { LEAST = 256, MOST = 4096 };

struct arena {
    struct arena *next;
    char *base;  // the first byte that can be handed out
    char *limit; // one past the last byte
    char *avail; // one past the last byte handed out
};

struct pool {
    struct arena *first;
    struct arena *last;
};

static struct arena *new_arena(size_t room)
{
    struct arena *arena = malloc(sizeof *arena + room);
    if (!arena)
        exit(1);
    arena->next = NULL;
    arena->base = arena->avail = (char *)(arena + 1);
    arena->limit = arena->base + room;
    return arena;
}

static char *take(struct pool *pool, size_t size)
{
    struct arena *arena = pool->last;
    if ((size_t)(arena->limit - arena->avail) < size) {
        arena->next = new_arena(LEAST);
        pool->last = arena = arena->next;
    }
    char *piece = arena->avail;
    arena->avail += size;
    return piece;
}

int main(void)
{
    struct pool pool;
    pool.first = pool.last = new_arena(LEAST);
    while (__VERIFIER_nondet_int()) {
        size_t size = __VERIFIER_nondet_uint() % MOST + 1;
        take(&pool, size)[size - 1] = 1; // BUG: out-of-bounds
    }
    while (pool.first) {
        struct arena *next = pool.first->next;
        assert(pool.first->base <= pool.first->avail && pool.first->avail <= pool.first->limit);
        free(pool.first);
        pool.first = next;
    }
    return 0;
}
