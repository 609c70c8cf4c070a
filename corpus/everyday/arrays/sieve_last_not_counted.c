// The table has no place for the last number.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    unsigned long most = argc > 1 ? strtoul(argv[1], NULL, 10) : 100;
    if (most < 2 || most > 10000000)
        return 1;
    char *composite = calloc(most, 1);
    if (composite == NULL)
        return 1;
    for (unsigned long i = 2; i * i <= most; i++) {
        if (composite[i])
            continue;
        for (unsigned long k = i * i; k <= most; k += i)
            composite[k] = 1; // BUG: out-of-bounds
    }
    for (unsigned long i = 2; i <= most; i++)
        if (!composite[i]) // BUG: out-of-bounds
            printf("%lu\n", i);
    free(composite);
    return 0;
}
