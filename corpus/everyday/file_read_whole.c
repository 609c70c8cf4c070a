// A file is read whole, and its lines are counted.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    FILE *file = fopen(argv[1], "rb");
    if (!file) {
        perror(argv[1]);
        return 1;
    }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    if (size < 0) {
        fclose(file);
        return 1;
    }
    rewind(file);
    char *text = malloc(size + 1);
    if (!text) {
        fclose(file);
        return 1;
    }
    size_t got = fread(text, 1, size, file);
    text[got] = 0;
    fclose(file);
    size_t lines = 0;
    for (size_t i = 0; i < got; i++)
        if (text[i] == '\n')
            lines++;
    printf("%zu\n", lines);
    free(text);
    return 0;
}
