// The value of -r is taken without being there.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    int verbose;
    long repeat;
    const char *output;
};

static void usage(void) {
    fprintf(stderr, "usage: greet [-v] [-r TIMES] [-o FILE] NAME...\n");
    exit(2);
}

int main(int argc, char **argv) {
    struct options options = {0, 1, "-"};
    int i;
    for (i = 1; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--") == 0) {
            i++;
            break;
        }
        if (strcmp(argv[i], "-v") == 0) {
            options.verbose++;
        } else if (strcmp(argv[i], "-r") == 0) {
            options.repeat = atol(argv[++i]); // BUG: null-deref
        } else if (strcmp(argv[i], "-o") == 0) {
            if (++i == argc)
                usage();
            options.output = argv[i];
        } else {
            usage();
        }
    }
    if (i >= argc)
        usage();
    if (options.verbose)
        printf("to %s\n", options.output);
    for (; i < argc; i++)
        for (long k = 0; k < options.repeat && k < 10; k++)
            printf("hello %s\n", argv[i]);
    return 0;
}
