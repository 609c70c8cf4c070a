// The mode w begins anew; w+ can be read, too.
#include <stdio.h>

int main(void) {
    FILE *f = fopen("text", "w+");
    if (!f) return 1;
    printf("%d ", fgetc(f));
    fputs("new", f);
    rewind(f);
    printf("%c %d\n", fgetc(f), fseek(f, 0, SEEK_END));
    printf("%ld\n", ftell(f));
    fclose(f);
    return 0;
}
