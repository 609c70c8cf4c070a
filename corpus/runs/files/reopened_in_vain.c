// A file that is not there cannot take the place of the standard input.
// run: <<< unread\n
#include <errno.h>
#include <stdio.h>

int main(void) {
    errno = 0;
    FILE *f = freopen("no such file", "r", stdin);
    int error = errno;
    printf("%d %d\n", f == NULL, error == ENOENT);
    return 0;
}
