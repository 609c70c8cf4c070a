// perror and fprintf to stderr are not standard output.
#include <errno.h>
#include <stdio.h>

int main(void) {
    errno = ENOENT;
    perror("file");
    fprintf(stderr, "no\n");
    puts("yes");
    return errno == 0;
}
