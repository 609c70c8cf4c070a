// A plus sign stops at the first name.
// run: -a x -b
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int c;
    while ((c = getopt(argc, argv, "+ab")) != -1) printf("%c ", c);
    printf("%d\n", optind);
    return 0;
}
