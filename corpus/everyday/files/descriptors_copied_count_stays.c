// What is left to write is not counted down.
// verdict: unsafe
#include <fcntl.h>
#include <unistd.h>

static long write_all(int to, const char *from, size_t count)
{
    while (count > 0) {
        ssize_t written = write(to, from, count); // BUG: out-of-bounds
        if (written < 0)
            return -1;
        from += written;
    }
    return 0;
}

int main(int argc, char **argv)
{
    char block[4096];
    int from = 0;
    if (argc > 1 && (from = open(argv[1], O_RDONLY)) < 0)
        return 1;
    ssize_t count;
    while ((count = read(from, block, sizeof block)) > 0) {
        if (write_all(1, block, count) < 0)
            return 1;
    }
    if (from != 0)
        close(from);
    return count < 0;
}
