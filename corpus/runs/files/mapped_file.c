// A file in memory: its bytes, zeros behind them, and pages that no file is in.
// run: text
// run: missing
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int fd = argc > 1 ? open(argv[1], O_RDONLY) : -1;
    struct stat st;
    if (fd < 0 || fstat(fd, &st) < 0 || st.st_size == 0) {
        puts("nothing to map");
    } else {
        char *bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        close(fd);
        if (bytes == MAP_FAILED)
            return 1;
        int lines = 0;
        for (off_t i = 0; i < st.st_size; i++)
            lines += bytes[i] == '\n';
        printf("%d lines, then %d\n", lines, bytes[st.st_size]);
        munmap(bytes, (size_t)st.st_size);
    }
    unsigned char *pages = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return 1;
    pages[8191] = 7;
    printf("%d %d\n", pages[0], pages[8191]);
    printf("%d\n", munmap(pages, 5000));
    return mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
}
