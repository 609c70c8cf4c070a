// The layout of structs on a 64-bit machine: pointers and longs have eight bytes.
// verdict: safe
#include <assert.h>
#include <stddef.h>

struct record {
    char c;
    long l;
    void *p;
    long long ll;
    double d;
};

struct __attribute__((packed)) packed {
    char c;
    long l;
};

int main(void) {
    assert(sizeof(void *) == 8 && sizeof(long) == 8 && sizeof(size_t) == 8);
    assert(offsetof(struct record, p) == 16 && offsetof(struct record, d) == 32);
    assert(sizeof(struct packed) == 9 && offsetof(struct packed, l) == 1);
    struct packed p = {1, 0x1122334455667788};
    assert(((char *)&p)[1] == (char)0x88);
    return 0;
}
