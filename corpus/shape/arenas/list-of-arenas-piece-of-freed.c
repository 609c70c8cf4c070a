// The first block is freed while a piece of it is still in use.
// verdict: unsafe
// paths: unbounded
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

struct arena {
    struct arena *next;
    char *base;  // the first byte that can be handed out
    char *limit; // one past the last byte
    char *avail; // one past the last byte handed out
};

enum { ROOM = 512, ALIGNMENT = 16 };

static struct arena *new_arena(struct arena *next)
{
    struct arena *arena = malloc(sizeof *arena + ROOM);
    if (!arena)
        return NULL;
    arena->base = (char *)(arena + 1);
    arena->limit = arena->base + ROOM;
    arena->avail = arena->base;
    arena->next = next;
    return arena;
}

int main(void)
{
    struct arena *arenas = NULL;
    while (__VERIFIER_nondet_int()) {
        size_t size = __VERIFIER_nondet_uint() % (ROOM + 1);
        size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
        if (!arenas || (size_t)(arenas->limit - arenas->avail) < size) {
            struct arena *arena = new_arena(arenas);
            if (!arena)
                break;
            arenas = arena;
        }
        char *piece = arenas->avail;
        arenas->avail += size;
        assert((uintptr_t)piece % ALIGNMENT == 0);
        if (__VERIFIER_nondet_int()) {
            struct arena *next = arenas->next;
            free(arenas);
            arenas = next;
        }
        if (size)
            piece[size - 1] = 1; // BUG: use-after-free
    }
    while (arenas) {
        struct arena *next = arenas->next;
        assert(arenas->base <= arenas->avail && arenas->avail <= arenas->limit);
        free(arenas);
        arenas = next;
    }
    return 0;
}
