// The remainder of a negative hash is negative.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

static int hash(const char *text) {
    int value = 0;
    while (*text)
        value = value * 31 + *text++;
    return value;
}

int main(int argc, char **argv) {
    int size;
    if (scanf("%d", &size) != 1 || size < 1 || size > 10000)
        return 2;
    int *counts = calloc(size, sizeof *counts);
    int *ring = malloc(size * sizeof *ring);
    if (counts && ring) {
        for (int i = 1; i < argc; i++) {
            int bucket = hash(argv[i]) % size;
            counts[bucket]++; // BUG: out-of-bounds
        }
        int head = 0, length = 0, number;
        while (scanf("%d", &number) == 1) {
            if (length == size) {
                head = (head + 1) % size;
                length--;
            }
            ring[(head + length) % size] = number;
            length++;
        }
        for (int i = 0; i < length; i++)
            printf("%d\n", ring[(head + i) % size]);
        for (int i = 0; i < size; i++)
            if (counts[i])
                printf("%d: %d\n", i, counts[i]);
    }
    free(counts);
    free(ring);
    return 0;
}
