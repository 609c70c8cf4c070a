// An index is parsed out of a line and checked.
// verdict: safe
#include <stdio.h>

int main(void) {
    char line[4];
    int table[8] = {0}, index;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    if (sscanf(line, "%d", &index) != 1)
        return 2;
    if (index < 0 || index > 7)
        return 3;
    table[index] = 1;
    return table[0];
}
