// O_EXCL and O_APPEND.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int fd = open("text", O_WRONLY | O_CREAT | O_EXCL, 0600);
    printf("%d %d ", fd, errno == EEXIST);
    fd = open("text", O_WRONLY | O_APPEND);
    printf("%zd ", write(fd, "!", 1));
    printf("%ld\n", (long)lseek(fd, 0, SEEK_CUR));
    close(fd);
    char b;
    fd = open("text", O_WRONLY);
    printf("%zd %d\n", read(fd, &b, 1), errno == EBADF);
    close(fd);
    return 0;
}
