// Counts how long the words of the input are; all long ones together.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>

#define LONGEST 20

int main(void) {
    unsigned long counts[LONGEST + 1] = {0};
    int length = 0, c;
    do {
        c = getchar();
        if (c != EOF && !isspace(c)) {
            length++;
        } else if (length > 0) {
            counts[length < LONGEST ? length : LONGEST]++;
            length = 0;
        }
    } while (c != EOF);
    for (int i = 1; i <= LONGEST; i++)
        printf("%2d %lu\n", i, counts[i]);
    return 0;
}
