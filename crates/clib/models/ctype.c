/* <ctype.h> in the "C" locale, and the tables behind the macros of the GNU headers. */
#include "libc.h"

static int __libc_is_upper(int c) {
    return c >= 'A' && c <= 'Z';
}

static int __libc_is_lower(int c) {
    return c >= 'a' && c <= 'z';
}

int __libc_is_alpha(int c) {
    return __libc_is_upper(c) || __libc_is_lower(c);
}

int __libc_is_digit(int c) {
    return c >= '0' && c <= '9';
}

static int __libc_is_alnum(int c) {
    return __libc_is_alpha(c) || __libc_is_digit(c);
}

static int __libc_is_xdigit(int c) {
    return __libc_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

int __libc_is_space(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int __libc_is_blank(int c) {
    return c == ' ' || c == '\t';
}

static int __libc_is_cntrl(int c) {
    return (c >= 0 && c < 32) || c == 127;
}

static int __libc_is_print(int c) {
    return c >= 32 && c < 127;
}

static int __libc_is_graph(int c) {
    return c > 32 && c < 127;
}

static int __libc_is_punct(int c) {
    return __libc_is_graph(c) && !__libc_is_alnum(c);
}

int __libc_to_lower(int c) {
    return __libc_is_upper(c) ? c - 'A' + 'a' : c;
}

static int __libc_to_upper(int c) {
    return __libc_is_lower(c) ? c - 'a' + 'A' : c;
}

/* The functions look into tables, which have entries for every char, signed or unsigned, and for EOF. */
static int __libc_character(int c) {
    if (c < -128 || c > 255)
        __heapproof_undefined("a function of <ctype.h> is given a number that is no character");
    return c;
}

/* A negative number that is not EOF is converted as the character whose bits it has. */
static int __libc_by_bits(int c) {
    return c >= -128 && c < -1 ? c + 256 : c;
}

/* A character that is in a class has the bit of the class set, as in the GNU library. */
#define UPPER_BIT (1 << 8)
#define LOWER_BIT (1 << 9)
#define ALPHA_BIT (1 << 10)
#define DIGIT_BIT (1 << 11)
#define XDIGIT_BIT (1 << 12)
#define SPACE_BIT (1 << 13)
#define PRINT_BIT (1 << 14)
#define GRAPH_BIT (1 << 15)
#define BLANK_BIT (1 << 0)
#define CNTRL_BIT (1 << 1)
#define PUNCT_BIT (1 << 2)
#define ALNUM_BIT (1 << 3)

int isupper(int c) {
    return __libc_is_upper(__libc_character(c)) ? UPPER_BIT : 0;
}

int islower(int c) {
    return __libc_is_lower(__libc_character(c)) ? LOWER_BIT : 0;
}

int isalpha(int c) {
    return __libc_is_alpha(__libc_character(c)) ? ALPHA_BIT : 0;
}

int isdigit(int c) {
    return __libc_is_digit(__libc_character(c)) ? DIGIT_BIT : 0;
}

int isxdigit(int c) {
    return __libc_is_xdigit(__libc_character(c)) ? XDIGIT_BIT : 0;
}

int isspace(int c) {
    return __libc_is_space(__libc_character(c)) ? SPACE_BIT : 0;
}

int isprint(int c) {
    return __libc_is_print(__libc_character(c)) ? PRINT_BIT : 0;
}

int isgraph(int c) {
    return __libc_is_graph(__libc_character(c)) ? GRAPH_BIT : 0;
}

int isblank(int c) {
    return __libc_is_blank(__libc_character(c)) ? BLANK_BIT : 0;
}

int iscntrl(int c) {
    return __libc_is_cntrl(__libc_character(c)) ? CNTRL_BIT : 0;
}

int ispunct(int c) {
    return __libc_is_punct(__libc_character(c)) ? PUNCT_BIT : 0;
}

int isalnum(int c) {
    return __libc_is_alnum(__libc_character(c)) ? ALNUM_BIT : 0;
}

int isascii(int c) {
    return c >= 0 && c < 128;
}

int toascii(int c) {
    return c & 127;
}

int tolower(int c) {
    return __libc_to_lower(__libc_by_bits(c));
}

int toupper(int c) {
    return __libc_to_upper(__libc_by_bits(c));
}

/* The tables have entries from -128 to 255. They are constants: looking into them is all that it costs. */
#define IN(c, low, high) ((c) >= (low) && (c) <= (high))
#define IS_ALPHA(c) (IN(c, 'A', 'Z') || IN(c, 'a', 'z'))
#define IS_DIGIT(c) IN(c, '0', '9')
#define CLASSES(c)                                                                                                 \
    ((IN(c, 'A', 'Z') ? UPPER_BIT : 0) | (IN(c, 'a', 'z') ? LOWER_BIT : 0) | (IS_ALPHA(c) ? ALPHA_BIT : 0) |          \
     (IS_DIGIT(c) ? DIGIT_BIT : 0) | (IS_DIGIT(c) || IN(c, 'a', 'f') || IN(c, 'A', 'F') ? XDIGIT_BIT : 0) |         \
     ((c) == ' ' || IN(c, '\t', '\r') ? SPACE_BIT : 0) | (IN(c, 32, 126) ? PRINT_BIT : 0) |                          \
     (IN(c, 33, 126) ? GRAPH_BIT : 0) | ((c) == ' ' || (c) == '\t' ? BLANK_BIT : 0) |                              \
     (IN(c, 0, 31) || (c) == 127 ? CNTRL_BIT : 0) |                                                                \
     (IN(c, 33, 126) && !IS_ALPHA(c) && !IS_DIGIT(c) ? PUNCT_BIT : 0) |                                             \
     (IS_ALPHA(c) || IS_DIGIT(c) ? ALNUM_BIT : 0)),
#define BY_BITS(c) (IN(c, -128, -2) ? (c) + 256 : (c))
#define LOWER(c) (IN(c, 'A', 'Z') ? (c) - 'A' + 'a' : BY_BITS(c)),
#define UPPER(c) (IN(c, 'a', 'z') ? (c) - 'a' + 'A' : BY_BITS(c)),

#define FOUR(entry, c) entry(c) entry(c + 1) entry(c + 2) entry(c + 3)
#define SIXTEEN(entry, c) FOUR(entry, c) FOUR(entry, c + 4) FOUR(entry, c + 8) FOUR(entry, c + 12)
#define SIXTY_FOUR(entry, c) SIXTEEN(entry, c) SIXTEEN(entry, c + 16) SIXTEEN(entry, c + 32) SIXTEEN(entry, c + 48)
#define ALL(entry)                                                                                                 \
    SIXTY_FOUR(entry, -128) SIXTY_FOUR(entry, -64) SIXTY_FOUR(entry, 0)                                            \
    SIXTY_FOUR(entry, 64) SIXTY_FOUR(entry, 128) SIXTY_FOUR(entry, 192)

static const unsigned short __libc_classes[384] = {ALL(CLASSES)};
static const int __libc_lower[384] = {ALL(LOWER)};
static const int __libc_upper[384] = {ALL(UPPER)};
static const unsigned short *__libc_classes_at = __libc_classes + 128;
static const int *__libc_lower_at = __libc_lower + 128;
static const int *__libc_upper_at = __libc_upper + 128;

const unsigned short **__ctype_b_loc(void) {
    return &__libc_classes_at;
}

const int **__ctype_tolower_loc(void) {
    return &__libc_lower_at;
}

const int **__ctype_toupper_loc(void) {
    return &__libc_upper_at;
}

size_t __ctype_get_mb_cur_max(void) {
    return 1;
}
