// Numbers in the base that their prefix says.
// run: 10 0x10 010 -5 +7 1e3
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        char *end;
        long v = strtol(argv[i], &end, 0);
        printf("%ld%s ", v, *end ? "?" : "");
    }
    return 0;
}
