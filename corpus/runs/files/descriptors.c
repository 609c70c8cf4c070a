// open, read, write, lseek and close.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char b[10];
    int fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (fd < 0) return 1;
    printf("%zd ", write(fd, "abcdef", 6));
    printf("%ld ", (long)lseek(fd, 2, SEEK_SET));
    ssize_t n = read(fd, b, sizeof b);
    printf("%zd %.*s ", n, (int)n, b);
    printf("%ld %zd ", (long)lseek(fd, 0, SEEK_END), read(fd, b, 1));
    printf("%d %d\n", close(fd), close(fd));
    return 0;
}
