// The blanks of a tab are written without looking at the room.
// verdict: unsafe
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
            while (column % STOP != 0);
        } else {
            to[column++] = *from;
        }
    }
    to[column] = '\0'; // BUG: out-of-bounds
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
