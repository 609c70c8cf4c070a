// An index is parsed out of a line; that it may be negative is forgotten.
// verdict: unsafe
#include <stdio.h>

int main(void) {
    char line[4];
    int table[8] = {0}, index;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    if (sscanf(line, "%d", &index) != 1 || index > 7)
        return 2;
    table[index] = 1; // BUG: out-of-bounds
    return table[0];
}
