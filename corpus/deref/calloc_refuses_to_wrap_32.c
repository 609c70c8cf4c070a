// calloc detects that the product of its arguments wraps around and fails.
// verdict: safe
// args: -m32
#include <assert.h>
#include <stdlib.h>

int main(void) {
    volatile size_t count = 0x4000001;
    void *items = calloc(count, 64);
    assert(!items);
    return 0;
}
