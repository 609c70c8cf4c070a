// Finishing a pool forgets an arena from which nothing was taken.
// verdict: unsafe
// paths: unbounded
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

enum { ARENA_SIZE = 1024, ALIGNMENT = 16 };

struct arena {
    struct arena *next;
    char *base;  // the first byte that can be handed out
    char *limit; // one past the last byte of the arena
    char *avail; // one past the last byte handed out
};

struct pool {
    struct arena first; // without data, keeps the list of arenas
    struct arena *current;
    struct pool *next;
};

static char *align(char *pointer)
{
    return (char *)(((uintptr_t)pointer + (ALIGNMENT - 1)) & ~(uintptr_t)(ALIGNMENT - 1));
}

static struct arena *new_arena(void)
{
    const size_t gross = sizeof(struct arena) + ARENA_SIZE + ALIGNMENT;
    struct arena *arena = malloc(gross);
    if (!arena)
        return NULL;
    arena->next = NULL;
    arena->limit = (char *)arena + gross;
    arena->base = align((char *)arena + sizeof(struct arena));
    arena->avail = arena->base;
    return arena;
}

static void *pool_allocate(struct pool *pool, size_t size)
{
    size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (size > ARENA_SIZE)
        return NULL;
    struct arena *arena = pool->current;
    if (arena == &pool->first || (size_t)(arena->limit - arena->avail) < size) {
        struct arena *fresh = new_arena();
        if (!fresh)
            return NULL;
        arena->next = fresh;
        pool->current = fresh;
        arena = fresh;
    }
    void *piece = arena->avail;
    arena->avail += size;
    assert(arena->avail <= arena->limit);
    return piece;
}

static void pool_init(struct pool *pool)
{
    pool->first.next = NULL;
    pool->first.base = pool->first.limit = pool->first.avail = NULL;
    pool->current = &pool->first; // BUG: leak
}

static void pool_finish(struct pool *pool)
{
    struct arena *arena = pool->first.next;
    while (arena) {
        struct arena *next = arena->next;
        assert(arena->base <= arena->avail && arena->avail <= arena->limit);
        if (arena->avail != arena->base)
            free(arena);
        arena = next;
    }
    pool_init(pool);
}

int main(void)
{
    struct pool *pools = NULL;
    while (__VERIFIER_nondet_int()) {
        struct pool *pool = malloc(sizeof *pool);
        if (!pool)
            break;
        pool_init(pool);
        while (__VERIFIER_nondet_int()) {
            size_t size = __VERIFIER_nondet_uint() % (ARENA_SIZE + 1);
            char *piece = pool_allocate(pool, size);
            if (piece && size)
                piece[size - 1] = 1;
        }
        if (__VERIFIER_nondet_int())
            pool_finish(pool);
        pool->next = pools;
        pools = pool;
    }
    while (pools) {
        struct pool *next = pools->next;
        pool_finish(pools);
        free(pools);
        pools = next;
    }
    return 0;
}
