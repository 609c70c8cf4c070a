// Long options, abbreviated and with values.
// run: --verbose --level=3 --out x name
// run: --lev 4 -v
// run: --none
// run: --out
#include <getopt.h>
#include <stdio.h>

int main(int argc, char **argv) {
    static int flag;
    static const struct option options[] = {{"verbose", no_argument, &flag, 7}, {"level", optional_argument, NULL, 'l'},
                                            {"out", required_argument, NULL, 'o'}, {NULL, 0, NULL, 0}};
    int c, index = -1;
    opterr = 0;
    while ((c = getopt_long(argc, argv, "vo:", options, &index)) != -1)
        printf("%d:%d:%s ", c, index, (c == 'l' || c == 'o') && optarg ? optarg : "-");
    printf("%d %d\n", flag, optind);
    return 0;
}
