// The common prefix of all arguments.
// run: flower flow flight
// run: dog car
// run: same
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    size_t n = argc > 1 ? strlen(argv[1]) : 0;
    for (int i = 2; i < argc; i++)
        while (strncmp(argv[1], argv[i], n) != 0) n--;
    printf("%.*s|\n", (int)n, argc > 1 ? argv[1] : "");
    return (int)n;
}
