// Blocks of wide characters.
#include <stdio.h>
#include <wchar.h>

int main(void) {
    wchar_t b[6];
    wmemset(b, L'x', 6);
    wmemcpy(b, L"ab", 2);
    wmemmove(b + 1, b, 3);
    printf("%d %td %d\n", wmemcmp(b, L"aabx", 4), wmemchr(b, L'b', 6) - b, b[5] == L'x');
    return 0;
}
