// swab exchanges pairs of bytes.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char b[6] = ".....";
    swab("abcdef", b, 4);
    puts(b);
    return 0;
}
