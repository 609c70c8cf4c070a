// The first byte of a mapped file is looked at again after the mapping was given back.
// verdict: unsafe
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int descriptor = argc > 1 ? open(argv[1], O_RDONLY) : -1;
    struct stat status;
    if (descriptor < 0 || fstat(descriptor, &status) < 0 || status.st_size == 0)
        return 1;
    char *text = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    close(descriptor);
    if (text == MAP_FAILED)
        return 1;
    int first = text[0];
    munmap(text, (size_t)status.st_size);
    if (first == '#')
        putchar(text[0]); // BUG: use-after-free
    return 0;
}
