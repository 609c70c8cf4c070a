// With NDEBUG the assertion is gone, and the error behind it is reached.
// verdict: unsafe
// args: -DNDEBUG
#include <assert.h>
#include <stddef.h>

int main(void) {
    int *p = NULL;
    assert(p != NULL);
    return *p; // BUG: null-deref
}
