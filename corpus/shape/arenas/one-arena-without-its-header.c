// The block of an arena is as large as its first piece needs, but the header is forgotten where the piece is a large one.
// verdict: unsafe
// paths: unbounded
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

enum { LEAST = 256, MOST = 4096 };

struct arena {
    char *base;  // the first byte that can be handed out
    char *limit; // one past the last byte
    char *avail; // one past the last byte handed out
};

int main(void)
{
    unsigned size = __VERIFIER_nondet_uint();
    if (size > MOST)
        return 0;
    size &= ~7u;
    unsigned gross = size > LEAST ? size : LEAST + sizeof(struct arena);
    struct arena *arena = malloc(gross);
    if (!arena)
        return 0;
    arena->base = (char *)(arena + 1);
    arena->limit = (char *)arena + gross;
    arena->avail = arena->base + size;
    while (__VERIFIER_nondet_int()) {
        assert(arena->base <= arena->avail && arena->avail <= arena->limit); // BUG: assertion-failure
        unsigned more = __VERIFIER_nondet_uint() % MOST;
        if (arena->avail + more < arena->limit) {
            arena->avail[more] = 1;
            arena->avail += more;
        }
    }
    free(arena);
    return 0;
}
