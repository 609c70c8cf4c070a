// Copies, sets and compares no bytes at a null pointer: every library does nothing, which is assumed.
// verdict: safe
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = NULL, q[4] = "abc";
    size_t none = 0;
    memcpy(p, q, none);
    memset(p, 1, none);
    return memcmp(p, q, none);
}
