// Counts the flags among the arguments, each of which is looked at several times by its index.
// verdict: safe
// paths: unbounded
#include <stdio.h>

int main(int argc, char **argv) {
    int verbose = 0, other = 0;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-' && argv[i][1] == 'v' && argv[i][2] == '\0')
            verbose++;
        else if (argv[i][0] == '-' && argv[i][1] != '\0')
            other++;
    }
    printf("%d %d\n", verbose, other);
    return 0;
}
