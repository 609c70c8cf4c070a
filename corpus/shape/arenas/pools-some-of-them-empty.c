// A list of pools, some of which have no arenas and name their own header, while the others name the last of theirs. Pieces
// are taken from any of them, their arenas are freed, and everything starts again.
// verdict: safe
// paths: unbounded
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { ROOM = 480, PIECE = 96 };

struct arena {
    struct arena *next;
    char *base;  // the first byte that can be handed out
    char *limit; // one past the last byte
    char *avail; // one past the last byte handed out
};

struct pool {
    struct arena header;
    struct arena *current;
    struct pool *next;
};

static struct arena *free_arenas;

static void pool_init(struct pool *pool)
{
    pool->header.next = NULL;
    pool->header.base = pool->header.limit = pool->header.avail = (char *)(&pool->header + 1);
    pool->current = &pool->header;
}

static char *pool_allocate(struct pool *pool)
{
    struct arena *arena = pool->current;
    if (arena->limit - arena->avail < PIECE) {
        struct arena *fresh = malloc(sizeof *fresh + ROOM);
        if (!fresh)
            exit(1);
        fresh->base = fresh->avail = (char *)(fresh + 1);
        fresh->limit = fresh->base + ROOM;
        fresh->next = arena->next;
        arena->next = fresh;
        pool->current = fresh;
        arena = fresh;
    }
    char *piece = arena->avail;
    arena->avail += PIECE;
    return piece;
}

static void pool_clear(struct pool *pool)
{
    struct arena *first = pool->header.next;
    if (!first)
        return;
    struct arena *last = first;
    for (;;) {
        assert(last->base <= last->avail && last->avail <= last->limit);
        if (!last->next)
            break;
        last = last->next;
    }
    last->next = free_arenas;
    free_arenas = first;
    pool_init(pool);
}

int main(void)
{
    struct pool *pools = NULL;
    do {
        struct pool *pool = malloc(sizeof *pool);
        if (!pool)
            exit(1);
        pool_init(pool);
        pool->next = pools;
        pools = pool;
    } while (__VERIFIER_nondet_int());
    do {
        for (struct pool *pool = pools; pool; pool = pool->next)
            while (__VERIFIER_nondet_int())
                pool_allocate(pool)[PIECE - 1] = 1;
        for (struct pool *pool = pools; pool; pool = pool->next)
            pool_clear(pool);
        while (free_arenas) {
            struct arena *next = free_arenas->next;
            free(free_arenas);
            free_arenas = next;
        }
    } while (__VERIFIER_nondet_int());
    while (pools) {
        struct pool *next = pools->next;
        free(pools);
        pools = next;
    }
    return 0;
}
