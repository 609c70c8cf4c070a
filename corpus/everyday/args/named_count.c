// Reads an option of the form --count=NUMBER; the number begins behind the name.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    int count = 1;
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "--count=", 8) == 0)
            count = atoi(argv[i] + 8);
    printf("%d\n", count);
    return 0;
}
