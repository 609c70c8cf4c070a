// A line that begins with a zero byte has no last character.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        size_t length = strlen(line);
        if (line[length - 1] == '\n') // BUG: out-of-bounds
            line[length - 1] = 0;
        puts(line);
    }
    return 0;
}
