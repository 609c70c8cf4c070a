// read gives what there is.
// run: <<< hello world
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char b[8];
    ssize_t n, all = 0;
    while ((n = read(0, b, sizeof b)) > 0) { all += n; printf("%.*s|", (int)n, b); }
    printf("%zd %zd %d\n", all, n, isatty(0));
    return 0;
}
