// An argument is cut at its first dot: its end moves, but it stays a string.
// verdict: safe
// paths: unbounded
#include <stdio.h>

int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    for (char *at = argv[1]; *at; at++)
        if (*at == '.')
            *at = 0;
    puts(argv[1]);
    return 0;
}
