// A colon first tells a missing value from an unknown option.
// run: -x
// run: -y
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int c = getopt(argc, argv, ":x:");
    printf("%c %c %d\n", c, optopt, getopt(argc, argv, ":x:"));
    return 0;
}
