// readv and writev.
#include <fcntl.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
    char a[3], b[4];
    struct iovec out[2] = {{"abc", 3}, {"defg", 4}}, in[2] = {{a, 3}, {b, 4}};
    int fd = open("v", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (fd < 0) return 1;
    printf("%zd ", writev(fd, out, 2));
    lseek(fd, 0, SEEK_SET);
    printf("%zd %.3s %.4s\n", readv(fd, in, 2), a, b);
    close(fd);
    return 0;
}
