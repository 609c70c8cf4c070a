// The part that is shown may begin in the middle and end behind the record.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 64

int main(int argc, char **argv) {
    char record[WIDTH];
    int first = argc > 1 ? atoi(argv[1]) : 0;
    int shown = argc > 2 ? atoi(argv[2]) : WIDTH;
    if (first < 0 || first >= WIDTH || shown < 0)
        return 1;
    if (shown > WIDTH)
        shown = WIDTH;
    while (fread(record, 1, sizeof record, stdin) == sizeof record)
        printf("[%.*s]\n", shown, record + first); // BUG: out-of-bounds
    return 0;
}
