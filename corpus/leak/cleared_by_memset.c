// Clears a struct that owns a block.
// verdict: unsafe
#include <stdlib.h>
#include <string.h>

struct buffer {
    size_t size;
    char *bytes;
};

int main(void) {
    struct buffer buffer = {8, malloc(8)};
    memset(&buffer, 0, sizeof buffer); // BUG: leak
    free(buffer.bytes);
    return 0;
}
