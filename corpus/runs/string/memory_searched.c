// memchr, memrchr, rawmemchr and memccpy.
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *s = "ab\0ab";
    char b[6] = "......";
    printf("%td %td %d ", (char *)memchr(s, 'b', 5) - s, (char *)memrchr(s, 'b', 5) - s, memchr(s, 'x', 5) == NULL);
    printf("%td ", (char *)rawmemchr(s, 0) - s);
    printf("%td %d ", (char *)memccpy(b, "hello", 'l', 6) - b, memccpy(b, "xy", 'z', 2) == NULL);
    printf("%.6s\n", b);
    return 0;
}
