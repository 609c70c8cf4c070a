// Two names behind options: what is left of the count goes down in step with the pointer.
// verdict: safe
// paths: unbounded
#include <stdio.h>

int main(int argc, char **argv) {
    int force = 0;
    for (argv++, argc--; argv[0] && argv[0][0] == '-'; argv++, argc--) {
        if (argv[0][1] == 'f')
            force = 1;
    }
    if (argc != 2) {
        fprintf(stderr, "usage: pair [-f] from to\n");
        return 1;
    }
    printf("%d: %c to %c\n", force, argv[0][0], argv[1][0]);
    return 0;
}
