// The mode r+ overwrites in place.
#include <stdio.h>

int main(void) {
    FILE *f = fopen("text", "r+");
    char b[40];
    if (!f) return 1;
    fseek(f, 2, SEEK_SET);
    fputs("XX", f);
    rewind(f);
    size_t n = fread(b, 1, sizeof b - 1, f);
    b[n] = 0;
    puts(b);
    fclose(f);
    return 0;
}
