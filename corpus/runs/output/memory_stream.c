// fmemopen for reading.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[30] = "12 34";
    FILE *in = fmemopen(b, strlen(b), "r");
    if (!in) return 1;
    printf("%c%c ", fgetc(in), fgetc(in));
    printf("%s ", fgets(b + 10, 10, in));
    fclose(in);
    return 0;
}
