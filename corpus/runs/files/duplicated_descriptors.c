// dup and dup2 share the place.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char a, b;
    int fd = open("text", O_RDONLY), other = dup(fd);
    if (fd < 0 || other < 0) return 1;
    read(fd, &a, 1);
    read(other, &b, 1);
    printf("%c%c %d\n", a, b, dup2(fd, other) == other);
    close(fd);
    close(other);
    return 0;
}
