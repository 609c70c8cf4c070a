// Clears a struct, padding included, with its own size.
// verdict: safe
#include <assert.h>
#include <string.h>

struct padded {
    char c;
    long l;
    short s;
};

int main(void) {
    struct padded p;
    memset(&p, 0, sizeof p);
    assert(p.c == 0 && p.l == 0 && p.s == 0);
    return 0;
}
