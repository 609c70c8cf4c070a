// Wide and Unicode string literals.
// verdict: safe
#include <assert.h>
#include <stddef.h>

static size_t length(const wchar_t *text) {
    size_t n = 0;
    while (text[n])
        n++;
    return n;
}

int main(void) {
    static const wchar_t wide[] = L"gr\u00fc\u00df";
    assert(length(wide) == 4 && wide[2] == 0xfc && sizeof wide == 5 * sizeof(wchar_t));
    const char *utf8 = u8"\u00fc";
    assert((unsigned char)utf8[0] == 0xc3 && utf8[2] == 0);
    return 0;
}
