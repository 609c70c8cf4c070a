// Options in clusters such as -nv: a word behind -n is passed over, although the argument may end there.
// verdict: unsafe
#include <stdio.h>

int main(int argc, char **argv) {
    int numbers = 0, verbose = 0;
    for (argv++; *argv && (*argv)[0] == '-' && (*argv)[1]; argv++) {
        for ((*argv)++; **argv; (*argv)++) { // BUG: out-of-bounds
            switch (**argv) {
            case 'n':
                numbers = 1;
                (*argv)++;
                break;
            case 'v':
                verbose++;
                break;
            default:
                fprintf(stderr, "unknown option %c\n", **argv);
                return 1;
            }
        }
    }
    for (; *argv; argv++)
        printf("%d %d %s\n", numbers, verbose, *argv);
    return 0;
}
