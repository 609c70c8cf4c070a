// A freed address may be that of the next block.
// verdict: unsafe
// malloc: ok
// sanitizers: blind, because they keep freed memory apart
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int *old = malloc(sizeof *old);
    uintptr_t was = (uintptr_t)old;
    free(old);
    int *new = malloc(sizeof *new);
    int same = (uintptr_t)new == was;
    free(new);
    assert(!same); // BUG: assertion-failure
    return 0;
}
