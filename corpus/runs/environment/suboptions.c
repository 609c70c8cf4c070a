// The parts of an option, by getsubopt.
// run: ro,size=10,other=x,,name
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char readonly[] = "ro", size[] = "size", name[] = "name";
    char *const names[] = {readonly, size, name, NULL};
    if (argc < 2)
        return 2;
    char *rest = strdup(argv[1]), *all = rest, *value;
    if (!rest)
        return 1;
    while (*rest) {
        int which = getsubopt(&rest, names, &value);
        printf("%d %s\n", which, value ? value : "-");
    }
    free(all);
    return 0;
}
