// The layout of structs on a 32-bit machine: pointers and longs have four bytes.
// verdict: safe
// args: -m32
#include <assert.h>
#include <stddef.h>

struct record {
    char c;
    long l;
    void *p;
    long long ll;
    double d;
};

int main(void) {
    assert(sizeof(void *) == 4 && sizeof(long) == 4 && sizeof(size_t) == 4);
    assert(offsetof(struct record, p) == 8 && offsetof(struct record, ll) == 12);
    assert(offsetof(struct record, d) == 20 && sizeof(struct record) == 28);
    return 0;
}
