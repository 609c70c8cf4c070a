// Frees NULL, which does nothing, as often as one likes.
// verdict: safe
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    free(p);
    p = NULL;
    free(p);
    free(p);
    return 0;
}
