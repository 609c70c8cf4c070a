// pread leaves the place alone.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char b[10] = "";
    int fd = open("text", O_RDWR);
    if (fd < 0) return 1;
    printf("%zd %zd ", pread(fd, b, 5, 2), pread(fd, b, 5, 1000));
    printf("%.5s %ld\n", b, (long)lseek(fd, 0, SEEK_CUR));
    close(fd);
    return 0;
}
