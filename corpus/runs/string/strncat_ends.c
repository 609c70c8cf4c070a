// strncat always writes an end.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[10] = "ab";
    strncat(b, "cdefgh", 3);
    printf("%s ", b);
    strncat(b, "xy", 10);
    printf("%s ", b);
    strncat(b, "zz", 0);
    puts(b);
    return 0;
}
