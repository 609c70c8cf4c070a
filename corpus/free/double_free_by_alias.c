// Two owners free the same block: a struct was copied with the pointer in it.
// verdict: unsafe
#include <stdlib.h>

struct text {
    char *bytes;
    size_t length;
};

static void drop(struct text text) {
    free(text.bytes); // BUG: double-free
}

int main(void) {
    struct text a = {malloc(3), 3}, b;
    if (!a.bytes)
        return 1;
    b = a;
    drop(a);
    drop(b);
    return 0;
}
