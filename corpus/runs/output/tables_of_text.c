// Columns as programs print them.
// run: alpha 1 beta 22 gamma 333
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    for (int i = 1; i + 1 < argc; i += 2) printf("%-10.4s|%6d|%*s\n", argv[i], atoi(argv[i + 1]), i, "*");
    return 0;
}
