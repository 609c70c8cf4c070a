// A file is read through a buffer of the program that was freed already.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!file)
        return 1;
    char *buffer = malloc(4096);
    if (buffer)
        setvbuf(file, buffer, _IOFBF, 4096);
    free(buffer);
    int lines = 0;
    for (int c; (c = getc(file)) != EOF;) // BUG: use-after-free
        lines += c == '\n';
    fclose(file); // BUG: use-after-free
    return lines > 0;
}
