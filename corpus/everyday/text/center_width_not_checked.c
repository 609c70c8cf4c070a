// Any width is taken.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDEST 132

int main(int argc, char **argv) {
    char line[WIDEST + 2], out[WIDEST + 1];
    int width = argc > 1 ? atoi(argv[1]) : 80;
    if (width < 1)
        return 2;
    while (fgets(line, sizeof line, stdin)) {
        size_t n = strcspn(line, "\n");
        if (n > (size_t)width)
            n = (size_t)width;
        size_t left = ((size_t)width - n) / 2;
        memset(out, ' ', left); // BUG: out-of-bounds
        memcpy(out + left, line, n); // BUG: out-of-bounds
        out[left + n] = '\0'; // BUG: out-of-bounds
        puts(out);
    }
    return 0;
}
