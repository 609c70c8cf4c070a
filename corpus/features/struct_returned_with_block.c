// Returns a struct that owns a block, by value and through several calls.
// verdict: safe
#include <stdlib.h>

struct buffer {
    char *bytes;
    size_t size, used;
};

static struct buffer buffer(size_t size) {
    return (struct buffer){malloc(size), size, 0};
}

static struct buffer put(struct buffer b, char c) {
    if (b.bytes && b.used < b.size)
        b.bytes[b.used++] = c;
    return b;
}

int main(void) {
    struct buffer b = put(put(put(buffer(2), 'a'), 'b'), 'c');
    int wrong = b.bytes && (b.used != 2 || b.bytes[1] != 'b');
    free(b.bytes);
    return wrong;
}
