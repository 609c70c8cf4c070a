// Shows its input sixteen bytes a line, in hexadecimal and as text.
// verdict: safe
// paths: unbounded
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
        for (size_t i = 0; i < n; i++)
            putchar(isprint(buf[i]) ? buf[i] : '.');
        putchar('\n');
        offset += n;
    }
    return 0;
}
