// Looks behind the end of an argument that is nothing but a dash.
// verdict: unsafe
#include <stdio.h>

int main(int argc, char **argv) {
    int verbose = 0, other = 0;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-' && argv[i][2] == '\0') // BUG: out-of-bounds
            verbose++;
        else if (argv[i][0] == '-' && argv[i][1] != '\0')
            other++;
    }
    printf("%d %d\n", verbose, other);
    return 0;
}
