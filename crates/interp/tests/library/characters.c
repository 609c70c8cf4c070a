/* <ctype.h>, <wchar.h>, <wctype.h>: in the locale C. */
CASE(letters) { for (int c = 'x'; c <= 'z'; c++) printf("%d%d%d ", !!isalpha(c), !!isupper(c), !!islower(c)); puts(""); }
CASE(digits) { printf("%d %d %d %d\n", !!isdigit('7'), !!isxdigit('f'), !!isxdigit('g'), !!isalnum('_')); }
CASE(spaces) { for (const char *t = " \t\n\v\f\rx"; *t; t++) printf("%d%d ", !!isspace(*t), !!isblank(*t)); puts(""); }
CASE(printable) { int n = 0, p = 0, g = 0, c = 0; for (int i = 0; i < 128; i++) { n += !!isprint(i); p += !!ispunct(i); g += !!isgraph(i); c += !!iscntrl(i); } printf("%d %d %d %d\n", n, p, g, c); }
CASE(cases_of_letters) { printf("%c%c%c%d\n", toupper('a'), tolower('A'), toupper('1'), toupper(EOF)); }
CASE(ascii) { printf("%d %d %d\n", !!isascii(127), !!isascii(128), toascii(200)); }
CASE(wide_lengths) { printf("%zu %d\n", wcslen(L"abc"), wcscmp(L"a", L"a")); }
CASE(wide_copies) { wchar_t b[8]; wcscpy(b, L"ab"); wcscat(b, L"cd"); wcsncat(b, L"xyz", 1); printf("%ls %zu\n", b, wcslen(b)); }
CASE(wide_bounded_copies) { wchar_t b[4]; wcsncpy(b, L"a", 4); printf("%d %d\n", (int)b[0], (int)b[3]); }
CASE(wide_searches) { const wchar_t *t = L"hello"; printf("%td %td %td %d\n", wcschr(t, L'l') - t, wcsrchr(t, L'l') - t, wcsstr(t, L"lo") - t, wcschr(t, L'z') == NULL); }
CASE(wide_blocks) { wchar_t a[4], b[4]; wmemset(a, L'x', 4); wmemcpy(b, a, 4); b[3] = L'y'; printf("%d %td\n", wmemcmp(a, b, 3), wmemchr(b, L'y', 4) - b); wmemmove(b, b + 1, 3); printf("%d\n", (int)b[2]); }
CASE(wide_duplicates) { wchar_t *d = wcsdup(L"dup"); printf("%ls\n", d); free(d); }
CASE(wide_classes) { printf("%d%d%d%d%d\n", !!iswalpha(L'a'), !!iswdigit(L'a'), !!iswspace(L' '), !!iswupper(L'A'), !!iswpunct(L'!')); }
CASE(wide_cases) { printf("%c%c\n", (int)towupper(L'q'), (int)towlower(L'Q')); }
CASE(texts_become_wide) { wchar_t b[8]; printf("%zu %zu ", mbstowcs(b, "abc", 8), mbstowcs(NULL, "abcd", 0)); printf("%ls\n", b); }
CASE(wide_texts_become_narrow) { char b[8]; printf("%zu ", wcstombs(b, L"xyz", 8)); puts(b); }
CASE(single_characters) { wchar_t w; char b[MB_LEN_MAX]; printf("%d %d %d %d\n", mbtowc(&w, "a", 1), (int)w, wctomb(b, L'b'), b[0]); }
CASE(bytes_and_wide_characters) { printf("%d %d %d\n", (int)btowc('a'), wctob(L'z'), mblen("ab", 2)); }
