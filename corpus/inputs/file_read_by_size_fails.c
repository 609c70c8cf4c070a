// That reading a file may fail is forgotten.
// verdict: unsafe
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int descriptor = argc > 1 ? open(argv[1], O_RDONLY) : -1;
    struct stat status;
    if (descriptor < 0 || fstat(descriptor, &status) < 0 || status.st_size > 4096)
        return 1;
    char *text = malloc((size_t)status.st_size + 1);
    if (!text)
        return 1;
    ssize_t count = read(descriptor, text, (size_t)status.st_size);
    close(descriptor);
    text[count] = 0; // BUG: out-of-bounds
    printf("%zd\n", count);
    free(text);
    return 0;
}
