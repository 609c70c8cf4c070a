// Between bytes and wide characters in ASCII.
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

int main(void) {
    wchar_t w[10];
    char b[10];
    size_t n = mbstowcs(w, "hello", 10);
    printf("%zu %d ", n, w[1] == L'e');
    n = wcstombs(b, w, 10);
    printf("%zu %s %d %d %d\n", n, b, mblen("x", 1), mbtowc(w, "q", 1), wctomb(b, L'z'));
    printf("%d %d\n", (int)btowc('a'), wctob(L'b'));
    return 0;
}
