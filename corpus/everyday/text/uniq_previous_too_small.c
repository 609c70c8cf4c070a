// The buffer for the previous line is smaller than that for a line.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

enum { SIZE = 128 };

int main(int argc, char **argv) {
    char previous[SIZE / 2] = "", line[SIZE];
    int first = 1, show_count = 0, count = 0;
    if (argc > 1 && strcmp(argv[1], "-c") == 0)
        show_count = 1;
    while (fgets(line, SIZE, stdin)) {
        if (!first && strcmp(line, previous) == 0) {
            count++;
            continue;
        }
        if (!first && show_count)
            printf("%4d ", count);
        if (!first)
            fputs(previous, stdout);
        strcpy(previous, line); // BUG: out-of-bounds
        count = 1;
        first = 0;
    }
    if (!first) {
        if (show_count)
            printf("%4d ", count);
        fputs(previous, stdout);
    }
    return 0;
}
