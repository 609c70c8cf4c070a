// Rounds a pointer up to an alignment and keeps the original for free.
// verdict: safe
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *raw = malloc(64 + 63);
    if (!raw)
        return 1;
    char *aligned = (char *)(((uintptr_t)raw + 63) & ~(uintptr_t)63);
    assert(aligned >= raw && aligned < raw + 64);
    aligned[63] = 1;
    free(raw);
    return 0;
}
