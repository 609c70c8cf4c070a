// Reads a line from the standard input into a buffer of known size.
// verdict: safe
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[16];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    return strlen(line) > 15;
}
