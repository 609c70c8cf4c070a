// Two owners free two blocks: the copy of the struct got its own.
// verdict: safe
#include <stdlib.h>
#include <string.h>

struct text {
    char *bytes;
    size_t length;
};

static void drop(struct text text) {
    free(text.bytes);
}

static struct text copy(struct text from) {
    struct text to = {malloc(from.length), from.length};
    if (to.bytes)
        memcpy(to.bytes, from.bytes, from.length);
    return to;
}

int main(void) {
    struct text a = {calloc(3, 1), 3};
    if (!a.bytes)
        return 1;
    struct text b = copy(a);
    drop(a);
    drop(b);
    return 0;
}
