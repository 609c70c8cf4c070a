// What was never written need not be the same in two blocks.
// verdict: unsafe
// malloc: ok
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *one = malloc(sizeof *one), *two = malloc(sizeof *two);
    int equal = *one == *two;
    free(one);
    free(two);
    assert(equal); // BUG: assertion-failure
}
