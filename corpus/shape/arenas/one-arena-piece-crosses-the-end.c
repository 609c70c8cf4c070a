// A piece is made longer after there was found to be room for it, so that it can cross the end of the block.
// verdict: unsafe
// paths: unbounded
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

struct arena {
    struct arena *next;
    char *base;  // the first byte that can be handed out
    char *limit; // one past the last byte
    char *avail; // one past the last byte handed out
};

enum { ROOM = 1020 };

int main(void)
{
    struct arena *arena = malloc(sizeof *arena + ROOM);
    if (!arena)
        return 0;
    arena->next = NULL;
    arena->base = (char *)(arena + 1);
    arena->limit = arena->base + ROOM;
    arena->avail = arena->base;
    while (__VERIFIER_nondet_int()) {
        size_t size = __VERIFIER_nondet_uint() % (ROOM + 1);
        if ((size_t)(arena->limit - arena->avail) < size)
            break;
        char *piece = arena->avail;
        size = (size + 15) & ~(size_t)15;
        arena->avail += size;
        if (size)
            piece[size - 1] = 1; // BUG: out-of-bounds
    }
    assert(arena->base <= arena->avail && arena->avail <= arena->limit);
    assert(arena->next == NULL);
    free(arena);
    return 0;
}
