// Blocks without bytes can be freed.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    void *a = malloc(0), *b = calloc(0, 5);
    printf("%d %d\n", a != NULL, a != b);
    free(a); free(b); free(NULL);
    return 0;
}
