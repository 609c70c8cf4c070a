// Lengths of arguments.
// run: a bcd '' 'e f'
// run:
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) printf("%zu ", strlen(argv[i]));
    printf("%d %d\n", argc, argv[argc] == NULL);
    return argc;
}
