// There is no place for the long words.
// verdict: unsafe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>

#define LONGEST 20

int main(void) {
    unsigned long counts[LONGEST] = {0};
    int length = 0, c;
    do {
        c = getchar();
        if (c != EOF && !isspace(c)) {
            length++;
        } else if (length > 0) {
            counts[length < LONGEST ? length : LONGEST]++; // BUG: out-of-bounds
            length = 0;
        }
    } while (c != EOF);
    for (int i = 1; i <= LONGEST; i++)
        printf("%2d %lu\n", i, counts[i]); // BUG: out-of-bounds
    return 0;
}
