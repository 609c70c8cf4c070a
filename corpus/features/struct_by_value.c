// Structs of several sizes are passed and returned by value; the callee's copy is its own.
// verdict: safe
#include <assert.h>

struct small {
    char c;
    short s;
};

struct mixed {
    double d;
    int i;
};

struct large {
    int values[20];
};

static struct small bump_small(struct small s) {
    s.c++;
    s.s += 2;
    return s;
}

static struct mixed bump_mixed(struct mixed m, int by) {
    m.d += by;
    m.i -= by;
    return m;
}

static struct large bump_large(struct large l) {
    for (int i = 0; i < 20; i++)
        l.values[i] += i;
    return l;
}

int main(void) {
    struct small s = {1, 2};
    struct mixed m = {1.5, 10};
    struct large l = {{100}};
    struct small s2 = bump_small(s);
    struct mixed m2 = bump_mixed(m, 3);
    struct large l2 = bump_large(bump_large(l));
    assert(s.c == 1 && s2.c == 2 && s2.s == 4);
    assert(m.d == 1.5 && m2.d == 4.5 && m2.i == 7);
    assert(l.values[19] == 0 && l2.values[0] == 100 && l2.values[19] == 38);
    assert(bump_large(l2).values[1] == 3);
    return 0;
}
