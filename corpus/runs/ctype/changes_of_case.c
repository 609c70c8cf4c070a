// toupper and tolower for every byte.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    for (int c = -1; c < 256; c++) printf("%d %d ", toupper(c), tolower(c));
    printf("%d %d\n", !!isascii(200), toascii(200));
    return 0;
}
