// The limit of a word does not count the zero that ends it.
// verdict: unsafe
#include <stdio.h>

int main(void) {
    char word[8];
    return scanf("%8s", word) == 1; // BUG: out-of-bounds
}
