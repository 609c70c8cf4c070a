// Primes below two million: byte loads and stores in an array, index arithmetic.
#include <stdio.h>
#include <stdlib.h>

enum { LIMIT = 2000000 };

int main(void)
{
    char *composite = calloc(LIMIT, 1);
    if (!composite)
        abort();
    int count = 0;
    for (int i = 2; i < LIMIT; i++) {
        if (composite[i])
            continue;
        count++;
        for (long j = (long)i * i; j < LIMIT; j += i)
            composite[j] = 1;
    }
    printf("%d\n", count);
    free(composite);
    return 0;
}
