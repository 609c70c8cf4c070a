// Moves a word within its buffer with memccpy, whose blocks must not overlap.
// verdict: unsafe
// sanitizers: blind, because nobody checks memccpy
#define _DEFAULT_SOURCE
#include <string.h>

int main(void) {
    char text[16] = "a word", copy[16];
    if (memccpy(copy, text, ' ', sizeof copy) != copy + 2)
        return 1;
    memccpy(text + 1, text, 0, 8); // BUG: overlapping-copy
    return text[1] != 'a';
}
