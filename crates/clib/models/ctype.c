/* <ctype.h> in the "C" locale, and the tables behind the macros of the GNU headers. */
#include "libc.h"

int isupper(int c) {
    return c >= 'A' && c <= 'Z';
}

int islower(int c) {
    return c >= 'a' && c <= 'z';
}

int isalpha(int c) {
    return isupper(c) || islower(c);
}

int isdigit(int c) {
    return c >= '0' && c <= '9';
}

int isalnum(int c) {
    return isalpha(c) || isdigit(c);
}

int isxdigit(int c) {
    return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

int isspace(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

int isblank(int c) {
    return c == ' ' || c == '\t';
}

int iscntrl(int c) {
    return (c >= 0 && c < 32) || c == 127;
}

int isprint(int c) {
    return c >= 32 && c < 127;
}

int isgraph(int c) {
    return c > 32 && c < 127;
}

int ispunct(int c) {
    return isgraph(c) && !isalnum(c);
}

int isascii(int c) {
    return c >= 0 && c < 128;
}

int toascii(int c) {
    return c & 127;
}

int tolower(int c) {
    return isupper(c) ? c - 'A' + 'a' : c;
}

int toupper(int c) {
    return islower(c) ? c - 'a' + 'A' : c;
}

/* The tables have entries from -128 to 255. */
static unsigned short __libc_classes[384];
static int __libc_lower[384];
static int __libc_upper[384];
static const unsigned short *__libc_classes_at;
static const int *__libc_lower_at;
static const int *__libc_upper_at;

static void __libc_fill_tables(void) {
    if (__libc_classes_at != NULL)
        return;
    for (int c = -128; c < 256; c++) {
        unsigned classes = 0;
        if (c >= 0) {
            classes |= isupper(c) ? 1 << 8 : 0;
            classes |= islower(c) ? 1 << 9 : 0;
            classes |= isalpha(c) ? 1 << 10 : 0;
            classes |= isdigit(c) ? 1 << 11 : 0;
            classes |= isxdigit(c) ? 1 << 12 : 0;
            classes |= isspace(c) ? 1 << 13 : 0;
            classes |= isprint(c) ? 1 << 14 : 0;
            classes |= isgraph(c) ? 1 << 15 : 0;
            classes |= isblank(c) ? 1 << 0 : 0;
            classes |= iscntrl(c) ? 1 << 1 : 0;
            classes |= ispunct(c) ? 1 << 2 : 0;
            classes |= isalnum(c) ? 1 << 3 : 0;
        }
        __libc_classes[c + 128] = classes;
        __libc_lower[c + 128] = tolower(c);
        __libc_upper[c + 128] = toupper(c);
    }
    __libc_classes_at = __libc_classes + 128;
    __libc_lower_at = __libc_lower + 128;
    __libc_upper_at = __libc_upper + 128;
}

const unsigned short **__ctype_b_loc(void) {
    __libc_fill_tables();
    return &__libc_classes_at;
}

const int **__ctype_tolower_loc(void) {
    __libc_fill_tables();
    return &__libc_lower_at;
}

const int **__ctype_toupper_loc(void) {
    __libc_fill_tables();
    return &__libc_upper_at;
}

size_t __ctype_get_mb_cur_max(void) {
    return 1;
}
