// Writing to a stream that is read fails.
#include <stdio.h>

int main(void) {
    FILE *f = fopen("text", "r");
    if (!f) return 1;
    printf("%d %d ", fputc('x', f), !!ferror(f));
    clearerr(f);
    printf("%d %c\n", !!ferror(f), fgetc(f));
    fclose(f);
    return 0;
}
