// Takes the size of a pointer for the size of what it points to.
// verdict: unsafe
// sanitizers: blind, because the library writes the buffer unseen
#include <setjmp.h>
#include <stdlib.h>

int main(void) {
    jmp_buf *place = malloc(sizeof place);
    if (!place)
        return 1;
    int result = setjmp(*place); // BUG: out-of-bounds
    free(place);
    return result;
}
