// Extensions of names by strrchr.
// run: a.c b.tar.gz none .hidden dir.d/file
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *slash = strrchr(argv[i], '/'), *dot = strrchr(argv[i], '.');
        printf("%s ", dot && (!slash || dot > slash) ? dot : "-");
    }
    return 0;
}
