// Reads a file whole and splits it into an array of lines.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *slurp(FILE *in, size_t *length) {
    char *text = NULL;
    size_t used = 0, room = 0;
    for (;;) {
        if (room - used < 2) {
            size_t more = room ? 2 * room : 64;
            char *bigger = realloc(text, more);
            if (!bigger) {
                free(text);
                return NULL;
            }
            text = bigger;
            room = more;
        }
        size_t n = fread(text + used, 1, room - used - 1, in);
        if (n == 0)
            break;
        used += n;
    }
    text[used] = '\0';
    *length = used;
    return text;
}

int main(int argc, char **argv) {
    size_t length, lines = 0, k = 0;
    FILE *in = argc > 1 ? fopen(argv[1], "r") : stdin;
    if (!in)
        return 1;
    char *text = slurp(in, &length);
    if (in != stdin)
        fclose(in);
    if (!text)
        return 1;
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\n')
            lines++;
    char **starts = malloc((lines + 1) * sizeof *starts);
    if (!starts) {
        free(text);
        return 1;
    }
    starts[k++] = text;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\n') {
            text[i] = '\0';
            starts[k++] = text + i + 1;
        }
    }
    while (k > 0)
        puts(starts[--k]);
    free(starts);
    free(text);
    return 0;
}
