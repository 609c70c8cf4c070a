// truncate and ftruncate.
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    struct stat s;
    int fd = open("text", O_RDWR);
    if (fd < 0) return 1;
    printf("%d ", ftruncate(fd, 4));
    fstat(fd, &s);
    printf("%ld ", (long)s.st_size);
    close(fd);
    printf("%d ", truncate("text", 10));
    stat("text", &s);
    printf("%ld\n", (long)s.st_size);
    return 0;
}
