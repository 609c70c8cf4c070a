// A line of the whole width has no room for its end.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX 72

int main(int argc, char **argv) {
    char line[MAX];
    int width = argc > 1 ? atoi(argv[1]) : MAX;
    int used = 0, c;
    if (width < 1 || width > MAX) {
        fprintf(stderr, "fold: the width is from 1 to %d\n", MAX);
        return 1;
    }
    while ((c = getchar()) != EOF) {
        if (c == '\n') {
            line[used] = '\0'; // BUG: out-of-bounds
            puts(line);
            used = 0;
            continue;
        }
        if (used == width) {
            int cut = used;
            while (cut > 0 && line[cut - 1] != ' ')
                cut--;
            if (cut == 0)
                cut = used;
            printf("%.*s\n", cut, line);
            memmove(line, line + cut, used - cut);
            used -= cut;
        }
        line[used++] = c;
    }
    if (used > 0) {
        line[used] = '\0'; // BUG: out-of-bounds
        puts(line);
    }
    return 0;
}
