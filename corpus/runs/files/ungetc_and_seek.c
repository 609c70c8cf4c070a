// What was given back is forgotten by fseek.
#include <stdio.h>

int main(void) {
    FILE *f = fopen("text", "r");
    if (!f) return 1;
    fgetc(f);
    ungetc('Q', f);
    printf("%ld %c ", ftell(f), fgetc(f));
    ungetc('R', f);
    fseek(f, 0, SEEK_SET);
    printf("%c\n", fgetc(f));
    fclose(f);
    return 0;
}
