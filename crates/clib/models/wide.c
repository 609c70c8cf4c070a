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

/* Texts. */

size_t wcsnlen(const wchar_t *text, size_t limit) {
    size_t length = 0;
    while (length < limit && text[length] != 0)
        length++;
    return length;
}

wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from) {
    while ((*to = *from++) != 0)
        to++;
    return to;
}

wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count) {
    memcpy(to, from, count * sizeof *to);
    return to + count;
}

int wcscoll(const wchar_t *a, const wchar_t *b) {
    while (*a == *b && *a != 0) {
        a++;
        b++;
    }
    return *a == *b ? 0 : *a < *b ? -1 : 1;
}

static int __libc_wide_compare(const wchar_t *a, const wchar_t *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        wint_t one = towlower(a[i]), other = towlower(b[i]);
        if (one != other || one == 0)
            return one - other;
    }
    return 0;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b) {
    return __libc_wide_compare(a, b, NONE);
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t count) {
    return __libc_wide_compare(a, b, count);
}

size_t wcsspn(const wchar_t *text, const wchar_t *set) {
    size_t length = 0;
    while (text[length] != 0 && wcschr(set, text[length]) != NULL)
        length++;
    return length;
}

size_t wcscspn(const wchar_t *text, const wchar_t *set) {
    size_t length = 0;
    while (text[length] != 0 && wcschr(set, text[length]) == NULL)
        length++;
    return length;
}

wchar_t *wcspbrk(const wchar_t *text, const wchar_t *set) {
    text += wcscspn(text, set);
    return *text == 0 ? NULL : (wchar_t *)text;
}

wchar_t *wcstok(wchar_t *restrict text, const wchar_t *restrict set, wchar_t **restrict rest) {
    wchar_t *at = text != NULL ? text : *rest;
    if (at == NULL)
        return NULL;
    at += wcsspn(at, set);
    if (*at == 0) {
        *rest = NULL;
        return NULL;
    }
    wchar_t *end = at + wcscspn(at, set);
    *rest = *end == 0 ? NULL : end + 1;
    *end = 0;
    return at;
}

int wcswidth(const wchar_t *text, size_t count) {
    int sum = 0;
    for (size_t i = 0; i < count && text[i] != 0; i++) {
        if (wcwidth(text[i]) < 0)
            return -1;
        sum++;
    }
    return sum;
}

int mbsinit(const void *state) {
    return 1;
}

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t count, void *restrict state) {
    size_t length = mbstowcs(to, *from, count);
    if (to != NULL && length != NONE)
        *from = length < count ? NULL : *from + count;
    else if (to != NULL)
        __heapproof_unsupported("a byte that is no character in a text that is made wide");
    return length;
}

size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t count, void *restrict state) {
    size_t length = wcstombs(to, *from, count);
    if (to != NULL && length != NONE)
        *from = length < count ? NULL : *from + count;
    else if (to != NULL)
        __heapproof_unsupported("a wide character that is none in a text that is made narrow");
    return length;
}

/* Numbers: the digits are those of ASCII. */

static int __libc_wide_digit(wchar_t c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 36;
}

static unsigned long long __libc_wide_number(const wchar_t *text, wchar_t **end, int base, int *negative, int *large) {
    const wchar_t *at = text, *last = text;
    unsigned long long number = 0;
    *negative = *large = 0;
    if (base == 1 || base < 0 || base > 36)
        __heapproof_undefined("a base that is none");
    while (iswspace(*at))
        at++;
    if (*at == '-' || *at == '+')
        *negative = *at++ == '-';
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && __libc_wide_digit(at[2]) < 16) {
        at += 2;
        base = 16;
    }
    if (base == 0)
        base = *at == '0' ? 8 : 10;
    for (; __libc_wide_digit(*at) < base; last = ++at) {
        if (__builtin_mul_overflow(number, (unsigned long long)base, &number) ||
            __builtin_add_overflow(number, (unsigned long long)__libc_wide_digit(*at), &number))
            *large = 1;
    }
    if (end != NULL)
        *end = (wchar_t *)last;
    return number;
}

static long long __libc_wide_signed(const wchar_t *text, wchar_t **end, int base, long long most) {
    int negative, large;
    unsigned long long number = __libc_wide_number(text, end, base, &negative, &large);
    if (large || number > (unsigned long long)most + negative) {
        errno = ERANGE;
        return negative ? -most - 1 : most;
    }
    return negative ? -number : number;
}

static unsigned long long __libc_wide_unsigned(const wchar_t *text, wchar_t **end, int base, unsigned long long most) {
    int negative, large;
    unsigned long long number = __libc_wide_number(text, end, base, &negative, &large);
    if (large || number > most) {
        errno = ERANGE;
        return most;
    }
    return negative ? -number : number;
}

long wcstol(const wchar_t *restrict text, wchar_t **restrict end, int base) {
    return __libc_wide_signed(text, end, base, __LONG_MAX__);
}

long long wcstoll(const wchar_t *restrict text, wchar_t **restrict end, int base) {
    return __libc_wide_signed(text, end, base, __LONG_LONG_MAX__);
}

unsigned long wcstoul(const wchar_t *restrict text, wchar_t **restrict end, int base) {
    return __libc_wide_unsigned(text, end, base, 2 * (unsigned long)__LONG_MAX__ + 1);
}

unsigned long long wcstoull(const wchar_t *restrict text, wchar_t **restrict end, int base) {
    return __libc_wide_unsigned(text, end, base, 2 * (unsigned long long)__LONG_LONG_MAX__ + 1);
}

/* Streams: a character is a byte. */

int fgetc(void *stream);
int fputc(int c, void *stream);
int ungetc(int c, void *stream);
extern void *stdin;
extern void *stdout;

wint_t fgetwc(void *stream) {
    int c = fgetc(stream);
    if (c > 127) {
        errno = EILSEQ;
        return WEOF;
    }
    return c == EOF ? WEOF : (wint_t)c;
}

wint_t getwchar(void) {
    return fgetwc(stdin);
}

wint_t ungetwc(wint_t c, void *stream) {
    return c == WEOF || ungetc(c, stream) == EOF ? WEOF : c;
}

wint_t fputwc(wchar_t c, void *stream) {
    if (c < 0 || c > 127) {
        errno = EILSEQ;
        return WEOF;
    }
    return fputc(c, stream) == EOF ? WEOF : (wint_t)c;
}

wint_t putwchar(wchar_t c) {
    return fputwc(c, stdout);
}

wchar_t *fgetws(wchar_t *restrict to, int size, void *restrict stream) {
    if (size <= 0)
        return NULL;
    int length = 0;
    while (length < size - 1) {
        wint_t c = fgetwc(stream);
        if (c == WEOF)
            break;
        to[length++] = c;
        if (c == '\n')
            break;
    }
    if (length == 0 && size > 1)
        return NULL;
    to[length] = 0;
    return to;
}

int fputws(const wchar_t *restrict text, void *restrict stream) {
    for (; *text != 0; text++) {
        if (fputwc(*text, stream) == WEOF)
            return -1;
    }
    return 1;
}

/* Only plain texts set the direction of a stream. */
int fwide(void *stream, int mode) {
    return mode;
}
