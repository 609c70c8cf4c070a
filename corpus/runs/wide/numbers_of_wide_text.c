// Numbers in wide texts, with the end of each and those that are too large.
#include <errno.h>
#include <stdio.h>
#include <wchar.h>

static void show(const wchar_t *text, int base) {
    wchar_t *end;
    errno = 0;
    long number = wcstol(text, &end, base);
    printf("%ld after %d%s; ", number, (int)(end - text), errno == ERANGE ? " too large" : "");
    unsigned long other = wcstoul(text, NULL, base);
    printf("%lu\n", other);
}

int main(void) {
    show(L"42 apples", 10);
    show(L"  -17", 0);
    show(L"0x1fg", 0);
    show(L"0x", 16);
    show(L"0755", 0);
    show(L"zz", 36);
    show(L"none", 10);
    show(L"+", 10);
    show(L"99999999999999999999999", 10);
    show(L"-9223372036854775808", 10);
    return 0;
}
