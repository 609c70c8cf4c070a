/* <wchar.h>, <wctype.h> and the multibyte functions of <stdlib.h>, in the locale C: a byte is a character, and those above
   127 are none. */
#include "libc.h"

typedef unsigned wint_t;
#define WEOF ((wint_t)-1)
#define EILSEQ 84
#define NONE ((size_t)-1)

size_t wcslen(const wchar_t *text);
void *realloc(void *block, size_t size);

wchar_t *wcschr(const wchar_t *text, wchar_t wanted) {
    for (; *text != wanted; text++) {
        if (*text == 0)
            return NULL;
    }
    return (wchar_t *)text;
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t wanted) {
    const wchar_t *found = NULL;
    for (;; text++) {
        if (*text == wanted)
            found = text;
        if (*text == 0)
            return (wchar_t *)found;
    }
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *wanted) {
    for (;; text++) {
        size_t at = 0;
        while (wanted[at] != 0 && text[at] == wanted[at])
            at++;
        if (wanted[at] == 0)
            return (wchar_t *)text;
        if (*text == 0)
            return NULL;
    }
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
    wchar_t *end = to + wcslen(to);
    while ((*end++ = *from++) != 0) {
    }
    return to;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count) {
    size_t at = 0;
    for (; at < count && from[at] != 0; at++)
        to[at] = from[at];
    for (; at < count; at++)
        to[at] = 0;
    return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t count) {
    wchar_t *end = to + wcslen(to);
    while (count-- > 0 && *from != 0)
        *end++ = *from++;
    *end = 0;
    return to;
}

wchar_t *wcsdup(const wchar_t *text) {
    size_t bytes = (wcslen(text) + 1) * sizeof *text;
    wchar_t *copy = malloc(bytes);
    return copy == NULL ? NULL : memcpy(copy, text, bytes);
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    }
    return 0;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count) {
    return memmove(to, from, count * sizeof *to);
}

wchar_t *wmemchr(const wchar_t *text, wchar_t wanted, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (text[i] == wanted)
            return (wchar_t *)text + i;
    }
    return NULL;
}

/* Classes: those of ASCII. */
#define CLASS(name, condition)                                                                                        \
    int name(wint_t c) {                                                                                               \
        return condition;                                                                                              \
    }

CLASS(iswspace, c == ' ' || (c >= 9 && c <= 13))
CLASS(iswupper, c >= 'A' && c <= 'Z')
CLASS(iswlower, c >= 'a' && c <= 'z')
CLASS(iswdigit, c >= '0' && c <= '9')
CLASS(iswalpha, (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))
CLASS(iswalnum, (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
CLASS(iswxdigit, (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f') || (c >= '0' && c <= '9'))
CLASS(iswprint, c >= 32 && c < 127)
CLASS(iswgraph, c > 32 && c < 127)
CLASS(iswcntrl, c < 32 || c == 127)
CLASS(iswblank, c == ' ' || c == '\t')
CLASS(iswpunct, c > 32 && c < 127 && !iswalnum(c))

wint_t towlower(wint_t c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

wint_t towupper(wint_t c) {
    return c >= 'a' && c <= 'z' ? c - 32 : c;
}

wint_t btowc(int c) {
    return c >= 0 && c < 128 ? (wint_t)c : WEOF;
}

int wctob(wint_t c) {
    return c < 128 ? (int)c : -1;
}

int wcwidth(wchar_t c) {
    return c == 0 ? 0 : c >= 32 && c < 127 ? 1 : -1;
}

size_t mbrtowc(wchar_t *restrict to, const char *restrict from, size_t count, void *restrict state) {
    if (from == NULL)
        return 0;
    if (count == 0)
        return (size_t)-2;
    unsigned char byte = *from;
    if (byte >= 128) {
        errno = EILSEQ;
        return NONE;
    }
    if (to != NULL)
        *to = byte;
    return byte != 0;
}

size_t mbrlen(const char *restrict from, size_t count, void *restrict state) {
    return mbrtowc(NULL, from, count, state);
}

int mbtowc(wchar_t *restrict to, const char *restrict from, size_t count) {
    size_t length = mbrtowc(to, from, count, NULL);
    return length == (size_t)-2 ? -1 : (int)length;
}

int mblen(const char *from, size_t count) {
    return mbtowc(NULL, from, count);
}

size_t wcrtomb(char *restrict to, wchar_t c, void *restrict state) {
    if (to == NULL)
        return 1;
    if (c < 0 || c >= 128) {
        errno = EILSEQ;
        return NONE;
    }
    *to = c;
    return 1;
}

int wctomb(char *to, wchar_t c) {
    return to == NULL ? 0 : (int)wcrtomb(to, c, NULL);
}

size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t count) {
    for (size_t i = 0; to == NULL || i < count; i++) {
        unsigned char byte = from[i];
        if (byte >= 128) {
            errno = EILSEQ;
            return NONE;
        }
        if (to != NULL)
            to[i] = byte;
        if (byte == 0)
            return i;
    }
    return count;
}

size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t count) {
    for (size_t i = 0; to == NULL || i < count; i++) {
        wchar_t c = from[i];
        if (c < 0 || c >= 128) {
            errno = EILSEQ;
            return NONE;
        }
        if (to != NULL)
            to[i] = c;
        if (c == 0)
            return i;
    }
    return count;
}
