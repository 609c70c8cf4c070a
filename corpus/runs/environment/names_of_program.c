// The name of the program is the last part of its path.
// run: x
#include <libgen.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    printf("%d %s\n", strcmp(basename(argv[0]), "names_of_program"), argv[argc - 1]);
    return 0;
}
