// Wide strings.
#include <stdio.h>
#include <wchar.h>

int main(void) {
    wchar_t b[20];
    wcscpy(b, L"abc");
    wcscat(b, L"de");
    printf("%zu %d %d ", wcslen(b), wcscmp(b, L"abcde"), wcsncmp(b, L"abx", 2));
    printf("%td %td %d\n", wcschr(b, L'c') - b, wcsstr(b, L"de") - b, wcsrchr(b, L'q') == NULL);
    return 0;
}
