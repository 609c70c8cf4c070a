// Assigns a struct over another one that owns a block.
// verdict: unsafe
#include <stdlib.h>

struct buffer {
    size_t size;
    char *bytes;
};

int main(void) {
    struct buffer a = {8, malloc(8)}, b = {4, malloc(4)};
    a = b; // BUG: leak
    free(a.bytes);
    return 0;
}
