// Reads a file without checking that it could be opened.
// verdict: unsafe
#include <stdio.h>

int main(void) {
    FILE *file = fopen("settings", "r");
    int c = fgetc(file); // BUG: null-deref
    fclose(file);
    return c == 'x';
}
