// Lines of any length up to a buffer's are printed without their newline.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        size_t length = strlen(line);
        if (length > 0 && line[length - 1] == '\n')
            line[length - 1] = 0;
        puts(line);
    }
    return 0;
}
