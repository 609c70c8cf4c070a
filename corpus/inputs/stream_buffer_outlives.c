// A file is read through a buffer of the program, which is freed after the file is closed.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!file)
        return 1;
    char *buffer = malloc(4096);
    if (buffer)
        setvbuf(file, buffer, _IOFBF, 4096);
    int lines = 0;
    for (int c; (c = getc(file)) != EOF;)
        lines += c == '\n';
    fclose(file);
    free(buffer);
    return lines > 0;
}
