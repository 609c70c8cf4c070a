// The number of bytes to write does not fit into a number: all of memory is read.
// verdict: unsafe
// sanitizers: blind, because the library computes the product as it is
#include <stdio.h>

int main(void) {
    char text[8] = "text";
    volatile size_t size = (size_t)1 << 40;
    return fwrite(text, size, size, stdout) == size; // BUG: out-of-bounds
}
