// Copies a buffer to itself instead of to the other, and compares both: zeros in new memory would hide it.
// verdict: unsafe
// sanitizers: blind, because new memory on the stack may hold zeros
#include <assert.h>

#define COUNT 20000

int main(void)
{
    int one[COUNT], other[COUNT];
    for (int i = 0; i < COUNT; i++)
        one[i] = one[i];
    for (int i = 0; i < COUNT; i++)
        assert(one[i] == other[i]); // BUG: assertion-failure
    return 0;
}
