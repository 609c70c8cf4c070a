// The words of the arguments, reversed in place.
// run: hello ab '' x
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        for (size_t a = 0, b = strlen(argv[i]); a + 1 < b; a++) {
            char c = argv[i][a];
            argv[i][a] = argv[i][--b];
            argv[i][b] = c;
        }
        printf("%s.", argv[i]);
    }
    return 0;
}
