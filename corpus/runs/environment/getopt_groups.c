// Options in groups, with values, and where they end.
// run: -ab -c 5 file
// run: -c5 -- -a
// run: -a x -b
// run: -z -c
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int c;
    opterr = 0;
    while ((c = getopt(argc, argv, "abc:")) != -1) printf("%c:%s ", c, c == 'c' && optarg ? optarg : "-");
    printf("%d", optind);
    for (int i = optind; i < argc; i++) printf(" %s", argv[i]);
    putchar('\n');
    return 0;
}
