// Takes the argument behind -n without looking whether there is one.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char *argv[]) {
    long n = 10;
    int first = 1;
    if (argc > 1 && argv[1][0] == '-' && argv[1][1] == 'n') {
        if (argc < 2) {
            fprintf(stderr, "-n needs a number\n");
            return 1;
        }
        char *end;
        n = strtol(argv[2], &end, 10); // BUG: null-deref
        if (*end != '\0' || n < 0) {
            fprintf(stderr, "bad number: %s\n", argv[2]);
            return 1;
        }
        first = 3;
    }
    for (int i = first; i < argc; i++) {
        FILE *f = fopen(argv[i], "r");
        char *line = NULL;
        size_t room = 0;
        if (!f) {
            perror(argv[i]);
            continue;
        }
        for (long k = 0; k < n; k++) {
            if (getline(&line, &room, f) < 0)
                break;
            fputs(line, stdout);
        }
        free(line);
        fclose(f);
    }
    return 0;
}
