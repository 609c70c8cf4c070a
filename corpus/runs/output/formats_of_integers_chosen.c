// Integers as programs print them: padded, signed, in other bases.
#include <stdio.h>

int main(void) {
    for (int i = -2; i < 3; i++) printf("%5d|%-5d|%05d|%+d|%x|%#o|%.3d|% d\n", i * 7, i * 7, i * 7, i * 7, i * 7, i * 7, i * 7, i * 7);
    printf("%ld %lu %lld %llu %zu %hd %hhu %jd %td\n", -1L, 1UL, -2LL, 2ULL, sizeof(int), (short)-3, (unsigned char)250, (long)9, (long)8);
    return 0;
}
