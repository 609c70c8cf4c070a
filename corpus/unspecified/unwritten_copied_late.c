// A copy is equal to what the original was, not to what it became.
// verdict: unsafe
#include <assert.h>
#include <string.h>

struct record {
    char tag;
    long number;
    char text[6];
};

int main(void) {
    struct record original, copy;
    copy = original;
    original.number = 5;
    assert(memcmp(&copy, &original, sizeof copy) == 0); // BUG: assertion-failure
}
