// A word is scanned into a buffer without room for its end.
// verdict: unsafe
#include <stdio.h>

int main(void) {
    char word[4];
    return sscanf("word", "%s", word) == 1 && word[0] == 'x'; // BUG: out-of-bounds
}
