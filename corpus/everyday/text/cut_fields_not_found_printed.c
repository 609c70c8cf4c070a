// The field of a short line is printed though there is none.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *field(char *line, int wanted, char separator) {
    char *start = line;
    for (int i = 1; i < wanted; i++) {
        start = strchr(start, separator);
        if (start == NULL)
            return NULL;
        start++;
    }
    char *end = strchr(start, separator);
    if (end != NULL)
        *end = '\0';
    return start;
}

int main(int argc, char **argv) {
    char line[512];
    if (argc < 2) {
        fprintf(stderr, "usage: cut FIELD [SEPARATOR]\n");
        return 1;
    }
    int wanted = atoi(argv[1]);
    char separator = argc > 2 && argv[2][0] ? argv[2][0] : '\t';
    if (wanted < 1) {
        fprintf(stderr, "cut: no such field\n");
        return 1;
    }
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        char *found = field(line, wanted, separator);
        fputs(found, stdout); // BUG: null-deref
    }
    return 0;
}
