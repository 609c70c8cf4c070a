// errno is what the last failure set.
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    errno = 0;
    puts("x");
    int a = errno, b = close(-1), c = errno;
    printf("%d %d %d\n", a, b, c == EBADF);
    return 0;
}
