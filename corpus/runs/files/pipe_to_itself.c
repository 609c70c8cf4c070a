// What is written to a pipe can be read.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int fd[2];
    char b[10];
    if (pipe(fd) != 0) return 1;
    printf("%zd ", write(fd[1], "hello", 5));
    close(fd[1]);
    ssize_t n = read(fd[0], b, sizeof b);
    printf("%zd %.*s %zd\n", n, (int)n, b, read(fd[0], b, 1));
    close(fd[0]);
    return 0;
}
