// Options by getopt, of which the last one has no colon, so that it has no argument.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int times = 1, option;
    while ((option = getopt(argc, argv, "n:p")) != -1) {
        switch (option) {
        case 'n':
            times = atoi(optarg);
            break;
        case 'p':
            printf("%c:\n", optarg[0]); // BUG: null-deref
            break;
        default:
            fprintf(stderr, "usage: %s [-n times] [-p prefix] word...\n", argv[0]);
            return 2;
        }
    }
    for (int i = optind; i < argc; i++)
        printf("%d %s\n", times, argv[i]);
    return 0;
}
