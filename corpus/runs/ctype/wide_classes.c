// Classes of wide characters in ASCII.
#include <stdio.h>
#include <wctype.h>

int main(void) {
    for (wint_t c = 1; c < 127; c++)
        printf("%d%d%d%d%d ", !!iswalpha(c), !!iswdigit(c), !!iswspace(c), !!iswupper(c), !!iswpunct(c));
    printf("%d %d\n", (int)towupper('a'), (int)towlower('Z'));
    return 0;
}
