// memcpy, memmove on overlapping blocks, mempcpy, memset.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[12] = "0123456789";
    memmove(b + 2, b, 5);
    printf("%s ", b);
    memmove(b, b + 3, 6);
    printf("%s ", b);
    printf("%td ", (char *)mempcpy(b, "AB", 2) - b);
    printf("%s %s\n", b, (char *)memset(b, 'z', 3));
    return 0;
}
