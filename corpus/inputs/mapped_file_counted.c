// The lines of a mapped file, up to its size.
// verdict: safe
// paths: unbounded
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
    long lines = 0;
    for (off_t i = 0; i < status.st_size; i++)
        lines += text[i] == '\n';
    munmap(text, (size_t)status.st_size);
    printf("%ld\n", lines);
    return 0;
}
