// Leaves nested loops by goto and cleans up on the way.
// verdict: safe
#include <stdlib.h>

int main(void) {
    int result = 1;
    int *a = NULL, *b = NULL;
    a = calloc(4, sizeof *a);
    if (!a)
        goto out;
    b = calloc(4, sizeof *b);
    if (!b)
        goto out;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            a[i] += j;
            b[j] += i;
            if (a[i] + b[j] > 5)
                goto found;
        }
found:
    result = 0;
out:
    free(b);
    free(a);
    return result;
}
