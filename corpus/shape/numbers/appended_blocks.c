// Appends blocks of some bytes to a buffer that doubles until there is room.
// verdict: safe
// paths: unbounded
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static char *data;
static size_t used, capacity;

static int append(const char *bytes, size_t count)
{
    if (used + count > capacity) {
        size_t larger = capacity ? capacity : 8;
        while (larger < used + count)
            larger *= 2;
        char *moved = realloc(data, larger);
        if (!moved)
            return 0;
        data = moved;
        capacity = larger;
    }
    memcpy(data + used, bytes, count);
    used += count;
    return 1;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (!append("hello", 5))
            break;
    }
    free(data);
    return 0;
}
