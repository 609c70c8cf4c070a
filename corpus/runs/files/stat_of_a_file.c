// What stat says of files and folders.
#include <stdio.h>
#include <sys/stat.h>

int main(void) {
    struct stat s;
    printf("%d %d ", stat("text", &s), S_ISREG(s.st_mode));
    printf("%ld ", (long)s.st_size);
    printf("%d %d ", stat(".", &s), S_ISDIR(s.st_mode));
    printf("%d\n", stat("missing", &s));
    return 0;
}
