// A loop writes every element, and a pointer one past the end is formed but not used.
// verdict: safe
#include <stdlib.h>

int main(void) {
    int n = 8, *a = malloc(n * sizeof *a);
    if (!a)
        return 1;
    int *end = a + n;
    for (int *p = a; p != end; p++)
        *p = 1;
    free(a);
    return 0;
}
