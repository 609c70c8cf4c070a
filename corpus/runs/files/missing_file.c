// A missing file sets errno.
#include <errno.h>
#include <stdio.h>

int main(void) {
    FILE *f = fopen("nothing", "r");
    printf("%d %d ", f == NULL, errno == ENOENT);
    f = fopen("no/such/folder", "w");
    printf("%d %d ", f == NULL, errno == ENOENT);
    f = fopen(".", "w");
    printf("%d %d\n", f == NULL, errno == EISDIR);
    return 0;
}
