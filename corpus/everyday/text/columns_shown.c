// Reads records of a fixed width that no zero ends, and shows a part of each.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 64

int main(int argc, char **argv) {
    char record[WIDTH];
    int first = argc > 1 ? atoi(argv[1]) : 0;
    int shown = argc > 2 ? atoi(argv[2]) : WIDTH;
    if (first < 0 || first >= WIDTH || shown < 0)
        return 1;
    if (shown > WIDTH - first)
        shown = WIDTH - first;
    while (fread(record, 1, sizeof record, stdin) == sizeof record)
        printf("[%.*s]\n", shown, record + first);
    return 0;
}
