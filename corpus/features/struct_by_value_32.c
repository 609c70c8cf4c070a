// Structs by value on a 32-bit machine, where small ones are returned through memory as well.
// verdict: safe
// args: -m32
#include <assert.h>

struct pair {
    int a, b;
};

struct holder {
    struct pair pair;
    int *where;
};

static struct pair swap(struct pair p) {
    return (struct pair){p.b, p.a};
}

static struct holder hold(struct pair p, int *where) {
    *where = p.a + p.b;
    return (struct holder){swap(p), where};
}

int main(void) {
    int sum;
    struct holder h = hold((struct pair){3, 4}, &sum);
    assert(h.pair.a == 4 && h.pair.b == 3 && *h.where == 7);
    return 0;
}
