// Reads the standard input into a buffer that doubles where it is full.
// verdict: safe
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
            char *data = realloc(buffer.data, larger);
            if (!data)
                break;
            buffer.data = data;
            buffer.capacity = larger;
        }
        buffer.data[buffer.used++] = byte;
    }
    free(buffer.data);
    return 0;
}
