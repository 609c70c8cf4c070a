// Replaces tabs by blanks up to the next stop.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <string.h>

#define STOP 8
#define SIZE 256

static size_t expand(const char *from, char *to, size_t room) {
    size_t column = 0;
    for (; *from != '\0' && column + 1 < room; from++) {
        if (*from == '\t') {
            do
                to[column++] = ' ';
            while (column % STOP != 0 && column + 1 < room);
        } else {
            to[column++] = *from;
        }
    }
    to[column] = '\0';
    return column;
}

int main(void) {
    char line[SIZE], wide[SIZE * 2];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (expand(line, wide, sizeof wide) > 80)
            wide[80] = '\0';
        puts(wide);
    }
    return 0;
}
