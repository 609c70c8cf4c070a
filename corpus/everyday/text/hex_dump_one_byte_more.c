// Shows one byte more than was read.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>

int main(void) {
    unsigned char buf[16];
    unsigned long offset = 0;
    size_t n;
    while ((n = fread(buf, 1, sizeof buf, stdin)) > 0) {
        printf("%08lx ", offset);
        for (size_t i = 0; i < 16; i++) {
            if (i < n)
                printf("%02x ", buf[i]);
            else
                printf("   ");
        }
        for (size_t i = 0; i <= n; i++)
            putchar(isprint(buf[i]) ? buf[i] : '.'); // BUG: out-of-bounds
        putchar('\n');
        offset += n;
    }
    return 0;
}
