// strtol in several bases, and where it ends.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *texts[] = {"12abc", "-0x1fz", "077", "0x", "zz", "  +5", "", "abc", "1010", "-"};
    int bases[] = {0, 2, 8, 10, 16, 36};
    for (int i = 0; i < 10; i++)
        for (int k = 0; k < 6; k++) {
            char *end;
            long v = strtol(texts[i], &end, bases[k]);
            printf("%ld:%td ", v, end - texts[i]);
        }
    return 0;
}
