// fscanf reads numbers until the end.
#include <stdio.h>

int main(void) {
    FILE *f = fopen("n", "w+");
    int x, sum = 0, r;
    if (!f) return 1;
    fputs("1 2 3\n40 x", f);
    rewind(f);
    while ((r = fscanf(f, "%d", &x)) == 1) sum += x;
    printf("%d %d %c\n", sum, r, fgetc(f));
    fclose(f);
    return 0;
}
