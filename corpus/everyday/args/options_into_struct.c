// Fills a struct of options from the arguments, among them --count=NUMBER.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    int verbose;
    int count;
    const char *output;
    const char *names[8];
    int nnames;
};

static int parse(int argc, char **argv, struct options *o) {
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        if (a[0] != '-') {
            if (o->nnames < 8)
                o->names[o->nnames++] = a;
            continue;
        }
        if (strcmp(a, "-v") == 0 || strcmp(a, "--verbose") == 0) {
            o->verbose++;
        } else if (strcmp(a, "-o") == 0) {
            if (i + 1 >= argc)
                return -1;
            o->output = argv[++i];
        } else if (strncmp(a, "--count=", 8) == 0) {
            o->count = atoi(a + 8);
        } else {
            fprintf(stderr, "unknown option %s\n", a);
            return -1;
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    struct options o;
    memset(&o, 0, sizeof o);
    if (parse(argc, argv, &o) < 0)
        return 2;
    if (o.verbose)
        printf("output=%s count=%d\n", o.output ? o.output : "-", o.count);
    for (int i = 0; i < o.nnames; i++)
        printf("%s (%zu)\n", o.names[i], strlen(o.names[i]));
    return 0;
}
