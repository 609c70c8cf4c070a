// Calls functions of the C library through pointers.
// verdict: safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct allocator {
    void *(*allocate)(size_t);
    void (*release)(void *);
};

int main(void) {
    struct allocator a = {malloc, free};
    size_t (*measure)(const char *) = strlen;
    char *text = a.allocate(4);
    if (!text)
        return 1;
    strcpy(text, "abc");
    assert(measure(text) == 3);
    a.release(text);
    return 0;
}
