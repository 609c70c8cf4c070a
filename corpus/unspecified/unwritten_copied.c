// A copy of a struct whose members and padding were not all written is equal to the original, byte by byte.
// verdict: safe
#include <assert.h>
#include <string.h>

struct record {
    char tag;
    long number;
    char text[6];
};

int main(void) {
    struct record original, copy;
    original.tag = 'a';
    copy = original;
    assert(memcmp(&copy, &original, sizeof copy) == 0);
}
