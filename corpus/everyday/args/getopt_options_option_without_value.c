// The option -w was declared without a value, so that optarg is null.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST 4

int main(int argc, char **argv) {
    const char *excluded[MOST];
    int n = 0, all = 0, option;
    long width = 80;
    while ((option = getopt(argc, argv, "ax:w")) != -1) {
        switch (option) {
        case 'a':
            all = 1;
            break;
        case 'x':
            if (n == MOST) {
                fprintf(stderr, "too many exclusions\n");
                return 1;
            }
            excluded[n++] = optarg;
            break;
        case 'w':
            width = strtol(optarg, NULL, 0); // BUG: null-deref
            break;
        default:
            return 2;
        }
    }
    for (int i = optind; i < argc; i++) {
        int skip = 0;
        for (int k = 0; k < n; k++)
            if (strcmp(argv[i], excluded[k]) == 0)
                skip = 1;
        if (!skip || all)
            printf("%.*s\n", width > 0 && width < 80 ? (int)width : 80, argv[i]);
    }
    return 0;
}
