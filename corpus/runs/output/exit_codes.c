// The exit code is that of exit, cut to a byte.
// run: 3
// run: 300
// run: -1
#include <stdlib.h>

int main(int argc, char **argv) {
    exit(argc > 1 ? atoi(argv[1]) : 0);
}
