// The mode x refuses what exists.
#include <errno.h>
#include <stdio.h>

int main(void) {
    FILE *f = fopen("text", "wx");
    printf("%d %d ", f == NULL, errno == EEXIST);
    f = fopen("fresh", "wx");
    printf("%d\n", f != NULL);
    if (f) fclose(f);
    return 0;
}
