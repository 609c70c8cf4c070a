// Words of a wide text, spans, and comparisons without case.
#include <stdio.h>
#include <wchar.h>

int main(void) {
    wchar_t text[] = L"  alpha, beta;gamma ";
    wchar_t *rest;
    for (wchar_t *word = wcstok(text, L" ,;", &rest); word; word = wcstok(NULL, L" ,;", &rest))
        printf("%zu:%c ", wcslen(word), (char)word[0]);
    printf("\n%zu %zu", wcsspn(L"aab!", L"ab"), wcscspn(L"aab!", L"!?"));
    printf(" %d %d\n", wcspbrk(L"none", L"xyz") == NULL, (int)*wcspbrk(L"one two", L"ew"));
    printf("%d %d %d\n", wcscasecmp(L"Wide", L"wIDE") == 0, wcsncasecmp(L"wider", L"WIDEst", 4) == 0,
           wcscasecmp(L"a", L"B") < 0);
    wchar_t copy[8];
    printf("%d %zu\n", (int)(wcpcpy(copy, L"abc") - copy), wcsnlen(copy, 2));
    return 0;
}
