// Symbolic links and readlink.
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    char b[20];
    struct stat s;
    printf("%d ", symlink("text", "soft"));
    ssize_t n = readlink("soft", b, sizeof b);
    printf("%.*s ", (int)n, b);
    printf("%d %d ", lstat("soft", &s), S_ISLNK(s.st_mode));
    printf("%d %d ", stat("soft", &s), S_ISREG(s.st_mode));
    printf("%d ", link("text", "hard"));
    stat("hard", &s);
    printf("%d %zd\n", (int)s.st_nlink, readlink("text", b, sizeof b));
    return 0;
}
