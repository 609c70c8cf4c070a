// Swaps two structs that own blocks.
// verdict: safe
#include <stdlib.h>

struct buffer {
    size_t size;
    char *bytes;
};

int main(void) {
    struct buffer a = {8, malloc(8)}, b = {4, malloc(4)}, t;
    t = a;
    a = b;
    b = t;
    free(a.bytes);
    free(b.bytes);
    return 0;
}
