// basename and dirname as POSIX has them.
#include <libgen.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *paths[] = {"/usr/lib", "/usr/", "usr", "/", ".", "..", "a//b//", ""};
    for (int i = 0; i < 8; i++) {
        char a[20], b[20];
        strcpy(a, paths[i]);
        strcpy(b, paths[i]);
        printf("%s %s|", dirname(a), basename(b));
    }
    return 0;
}
