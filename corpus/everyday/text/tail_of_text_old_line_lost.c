// Keeps the last ten lines in a ring without freeing older ones.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 10

int main(void) {
    char *ring[N] = {NULL};
    char buf[1024];
    unsigned long count = 0;
    while (fgets(buf, sizeof buf, stdin)) {
        char *copy = strdup(buf);
        if (!copy)
            break;
        ring[count % N] = copy; // BUG: leak
        count++;
    }
    unsigned long start = count > N ? count - N : 0;
    for (unsigned long i = start; i < count; i++) {
        fputs(ring[i % N], stdout);
    }
    for (int i = 0; i < N; i++)
        free(ring[i]);
    return 0;
}
