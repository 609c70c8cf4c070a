// Numbers of arguments.
// run: 12 -7x ' 9' abc 1.5e2 ''
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        printf("%d %ld %lld %g ", atoi(argv[i]), atol(argv[i]), atoll(argv[i]), atof(argv[i]));
    return 0;
}
