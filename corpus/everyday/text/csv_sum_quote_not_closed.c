// A field whose quote is not closed has no end.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS 16

static int split(char *line, char **fields, int most) {
    int n = 0;
    char *from = line;
    while (n < most) {
        char *to = from;
        fields[n++] = to;
        if (*from == '"') {
            from++;
            while (*from != '"') // BUG: out-of-bounds
                *to++ = *from++; // BUG: out-of-bounds
            if (*from == '"')
                from++;
        }
        while (*from && *from != ',')
            *to++ = *from++;
        int more = *from == ',';
        *to = '\0';
        if (!more)
            break;
        from++;
    }
    return n;
}

int main(int argc, char **argv) {
    char line[1024], *fields[FIELDS];
    double sum = 0;
    int column = argc > 1 ? atoi(argv[1]) : 0;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        int n = split(line, fields, FIELDS);
        if (column < 0 || column >= n)
            continue;
        sum += atof(fields[column]);
    }
    printf("%g\n", sum);
    return 0;
}
