// Within one block addresses ascend, and two live blocks have different addresses.
// verdict: safe
#include <stdlib.h>

int main(void) {
    int x = 0, *p = &x;
    char *first = malloc(4), *second = malloc(4);
    if (first && second && (first == second || first + 1 <= first))
        p = NULL;
    free(first);
    free(second);
    return *p;
}
