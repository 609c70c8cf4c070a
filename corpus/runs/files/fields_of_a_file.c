// fscanf reads words, sets, characters and numbers of all kinds.
#include <stdio.h>

int main(void) {
    char a[10], b[10], c[4] = "";
    int i = 0, n = 0;
    unsigned x = 0, o = 0;
    double d = 0;
    float g = 0;
    FILE *f = fopen("fields", "w+");
    if (!f) return 1;
    fputs("word  key=12;0x1F 17 -2.5e1 .5 abc%tail 0x10 99999999999", f);
    rewind(f);
    printf("%d ", fscanf(f, "%9s %9[^=]=%d;%x %o", a, b, &i, &x, &o));
    printf("%s %s %d %u %u ", a, b, i, x, o);
    printf("%d ", fscanf(f, "%lf%f %3c%%%n", &d, &g, c, &n));
    printf("%g %g %s %d ", d, g, c, n);
    printf("%d ", fscanf(f, "%*s %i %2d", &i, &n));
    printf("%d %d %c ", i, n, fgetc(f));
    printf("%d %d\n", fscanf(f, "x"), fscanf(f, "%*d%d", &i));
    fclose(f);
    return 0;
}
