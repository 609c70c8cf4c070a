// The buffer is one byte smaller than its capacity says.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

struct buffer {
    char *data;
    size_t used, capacity;
};

int main(void)
{
    struct buffer buffer = {0};
    int byte;
    while ((byte = getchar()) != EOF) {
        if (buffer.used == buffer.capacity) {
            size_t larger = buffer.capacity ? 2 * buffer.capacity : 4;
            char *data = realloc(buffer.data, larger - 1);
            if (!data)
                break;
            buffer.data = data;
            buffer.capacity = larger;
        }
        buffer.data[buffer.used++] = byte; // BUG: out-of-bounds
    }
    free(buffer.data);
    return 0;
}
