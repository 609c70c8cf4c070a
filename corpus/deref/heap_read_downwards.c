// Reads all elements from the last to the first.
// verdict: safe
#include <stdlib.h>

int main(void) {
    int *a = calloc(4, sizeof *a);
    if (!a)
        return 1;
    int sum = 0;
    for (size_t i = 4; i-- > 0;)
        sum += a[i];
    free(a);
    return sum;
}
