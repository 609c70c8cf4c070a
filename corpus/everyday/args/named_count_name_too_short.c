// Reads an option of the form --count=NUMBER, and compares one character too few.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    int count = 1;
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "--count=", 7) == 0)
            count = atoi(argv[i] + 8); // BUG: out-of-bounds
    printf("%d\n", count);
    return 0;
}
