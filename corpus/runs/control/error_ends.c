// error tells what is wrong, and ends the program where its status is not zero.
// run:
// run: fatal
#include <errno.h>
#include <error.h>
#include <stdio.h>

int main(int argc, char **argv) {
    error(0, 0, "only a warning %d", argc);
    puts("still here");
    fflush(stdout);
    if (argc > 1)
        error(7, ENOENT, "cannot go on with %s", argv[1]);
    puts("to the end");
    return 0;
}
