// What succeeds leaves errno alone, which is assumed; overflow sets it.
// verdict: safe
// malloc: ok
#include <errno.h>
#include <stdlib.h>

int main(void) {
    int x = 0, *p = NULL;
    errno = 0;
    int *block = malloc(sizeof *block);
    if (block && errno == 0 && strtol("99999999999999999999", NULL, 10) > 0 && errno == ERANGE)
        p = &x;
    free(block);
    return *p;
}
