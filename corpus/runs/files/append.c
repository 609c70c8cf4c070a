// The mode a writes at the end.
#include <stdio.h>

int main(void) {
    for (int i = 0; i < 3; i++) {
        FILE *f = fopen("log", "a");
        if (!f) return 1;
        fprintf(f, "%d;", i);
        fclose(f);
    }
    int c;
    FILE *f = fopen("log", "r");
    if (!f) return 1;
    while ((c = getc(f)) != EOF) putchar(c);
    fclose(f);
    return 0;
}
