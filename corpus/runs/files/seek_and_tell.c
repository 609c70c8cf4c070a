// Places in a file.
#include <stdio.h>

int main(void) {
    FILE *f = fopen("text", "r");
    if (!f) return 1;
    fseek(f, 0, SEEK_END);
    printf("%ld ", ftell(f));
    fseek(f, -3, SEEK_CUR);
    printf("%c", fgetc(f));
    fseek(f, 6, SEEK_SET);
    printf("%c %d ", fgetc(f), fseek(f, -1, SEEK_SET));
    rewind(f);
    printf("%c %ld\n", fgetc(f), ftell(f));
    fclose(f);
    return 0;
}
