// A line is only copied where its fortieth character is a mark.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[200], copy[40];
    if (!fgets(line, sizeof line, stdin) || strlen(line) < 42)
        return 1;
    if (line[40] != '%' || line[2] != 'q')
        return 1;
    strcpy(copy, line); // BUG: out-of-bounds
    puts(copy);
    return 0;
}
