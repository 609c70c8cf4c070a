/* <string.h> and <strings.h>. Copies go through memcpy, which reports overlapping blocks.

   A string whose end is known, and not all bytes before it, is not walked through: what is found in it is any place up to its
   end (__heapproof_is_plain, __heapproof_length). */
#include "libc.h"

#define IS_KNOWN(length) ((length) != ~(size_t)0)

/* Any place in a string of a length. */
static size_t __libc_any_place(size_t length) {
    size_t place = __heapproof_any();
    __VERIFIER_assume(place <= length);
    return place;
}

size_t strlen(const char *text) {
    size_t length = __heapproof_length(text);
    if (IS_KNOWN(length))
        return length;
    length = 0;
    while (text[length] != 0)
        length++;
    return length;
}

size_t strnlen(const char *text, size_t limit) {
    size_t length = __heapproof_length(text);
    if (IS_KNOWN(length))
        return length < limit ? length : limit;
    length = 0;
    while (length < limit && text[length] != 0)
        length++;
    return length;
}

char *strcpy(char *restrict to, const char *restrict from) {
    memcpy(to, from, strlen(from) + 1);
    return to;
}

char *stpcpy(char *restrict to, const char *restrict from) {
    size_t length = strlen(from);
    memcpy(to, from, length + 1);
    return to + length;
}

char *strncpy(char *restrict to, const char *restrict from, size_t count) {
    size_t length = strnlen(from, count);
    memcpy(to, from, length);
    if (length < count)
        __heapproof_apart(to + length, count - length, from, length + 1);
    memset(to + length, 0, count - length);
    return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t count) {
    size_t length = strnlen(from, count);
    memcpy(to, from, length);
    if (length < count)
        __heapproof_apart(to + length, count - length, from, length + 1);
    memset(to + length, 0, count - length);
    return to + length;
}

char *strcat(char *restrict to, const char *restrict from) {
    memcpy(to + strlen(to), from, strlen(from) + 1);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t count) {
    size_t length = strnlen(from, count);
    char *end = to + strlen(to);
    memcpy(end, from, length);
    end[length] = 0;
    return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
    size_t length = strlen(from);
    if (size > 0) {
        size_t kept = length < size ? length : size - 1;
        memcpy(to, from, kept);
        to[kept] = 0;
    }
    return length;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
    size_t used = strnlen(to, size);
    if (used == size)
        return size + strlen(from);
    return used + strlcpy(to + used, from, size - used);
}

/* All bytes of both blocks are there, wherever the first difference is. */
int memcmp(const void *a, const void *b, size_t count) {
    const unsigned char *x = a, *y = b;
    __heapproof_readable(a, count);
    __heapproof_readable(b, count);
    for (size_t i = 0; i < count; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

int bcmp(const void *a, const void *b, size_t count) {
    return memcmp(a, b, count);
}

/* How two strings compare, of which one is known as a whole: equal ones have one length. */
static int __libc_compare(const char *a, const char *b) {
    size_t length = strlen(a), other = strlen(b);
    int order = __heapproof_any();
    __VERIFIER_assume(order >= -255 && order <= 255);
    __VERIFIER_assume(order != 0 || length == other);
    return order;
}

/* The same for the first bytes of strings: where these are equal, both strings have them, or are shorter and equal. */
static int __libc_compare_some(const char *a, const char *b, size_t count) {
    size_t length = strnlen(a, count), other = strnlen(b, count);
    int order = __heapproof_any();
    __VERIFIER_assume(order >= -255 && order <= 255);
    __VERIFIER_assume(order == 0 || count > 0);
    __VERIFIER_assume(order != 0 || length == other);
    return order;
}

int strcmp(const char *a, const char *b) {
    if (!__heapproof_is_plain(a) || !__heapproof_is_plain(b))
        return __libc_compare(a, b);
    size_t i = 0;
    while (a[i] == b[i] && a[i] != 0)
        i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

int strcoll(const char *a, const char *b) {
    return strcmp(a, b);
}

int strncmp(const char *a, const char *b, size_t count) {
    if (!__heapproof_is_plain(a) || !__heapproof_is_plain(b))
        return __libc_compare_some(a, b, count);
    for (size_t i = 0; i < count; i++) {
        if (a[i] != b[i])
            return (unsigned char)a[i] - (unsigned char)b[i];
        if (a[i] == 0)
            break;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b) {
    if (!__heapproof_is_plain(a) || !__heapproof_is_plain(b))
        return __libc_compare(a, b);
    size_t i = 0;
    while (__libc_to_lower((unsigned char)a[i]) == __libc_to_lower((unsigned char)b[i]) && a[i] != 0)
        i++;
    return __libc_to_lower((unsigned char)a[i]) - __libc_to_lower((unsigned char)b[i]);
}

int strncasecmp(const char *a, const char *b, size_t count) {
    if (!__heapproof_is_plain(a) || !__heapproof_is_plain(b))
        return __libc_compare_some(a, b, count);
    for (size_t i = 0; i < count; i++) {
        int difference = __libc_to_lower((unsigned char)a[i]) - __libc_to_lower((unsigned char)b[i]);
        if (difference != 0)
            return difference;
        if (a[i] == 0)
            break;
    }
    return 0;
}

void *memchr(const void *block, int byte, size_t count) {
    const unsigned char *at = block;
    for (size_t i = 0; i < count; i++)
        if (at[i] == (unsigned char)byte)
            return (void *)(at + i);
    return NULL;
}

void *memrchr(const void *block, int byte, size_t count) {
    const unsigned char *at = block;
    while (count > 0)
        if (at[--count] == (unsigned char)byte)
            return (void *)(at + count);
    return NULL;
}

void *rawmemchr(const void *block, int byte) {
    const unsigned char *at = block;
    while (*at != (unsigned char)byte)
        at++;
    return (void *)at;
}

void *memmem(const void *block, size_t count, const void *part, size_t length) {
    const char *at = block;
    for (size_t i = 0; i + length <= count; i++)
        if (memcmp(at + i, part, length) == 0)
            return (void *)(at + i);
    return NULL;
}

void *memccpy(void *restrict to, const void *restrict from, int byte, size_t count) {
    const unsigned char *in = from;
    size_t length = 0;
    while (length < count && in[length] != (unsigned char)byte)
        length++;
    int is_found = length < count;
    length += is_found;
    memcpy(to, from, length);
    return is_found ? (char *)to + length : NULL;
}

char *strchrnul(const char *text, int c) {
    if (!__heapproof_is_plain(text)) {
        size_t length = strlen(text);
        size_t place = (char)c == 0 ? length : __libc_any_place(length);
        __VERIFIER_assume(place == length || text[place] == (char)c);
        return (char *)text + place;
    }
    while (*text != (char)c && *text != 0)
        text++;
    return (char *)text;
}

char *strchr(const char *text, int c) {
    const char *found = strchrnul(text, c);
    return *found == (char)c ? (char *)found : NULL;
}

char *index(const char *text, int c) {
    return strchr(text, c);
}

char *strrchr(const char *text, int c) {
    const char *found = NULL;
    if (!__heapproof_is_plain(text))
        return strchr(text, c);
    for (;; text++) {
        if (*text == (char)c)
            found = text;
        if (*text == 0)
            return (char *)found;
    }
}

char *rindex(const char *text, int c) {
    return strrchr(text, c);
}

/* A string of a length in another one that is known as a whole, or null. */
static char *__libc_find(const char *text, size_t length) {
    size_t whole = strlen(text);
    if (length > whole || __heapproof_any() != 0)
        return NULL;
    return (char *)text + __libc_any_place(whole - length);
}

char *strstr(const char *text, const char *part) {
    size_t length = strlen(part);
    if (!__heapproof_is_plain(text))
        return __libc_find(text, length);
    for (;; text++) {
        if (strncmp(text, part, length) == 0)
            return (char *)text;
        if (*text == 0)
            return NULL;
    }
}

char *strcasestr(const char *text, const char *part) {
    size_t length = strlen(part);
    if (!__heapproof_is_plain(text))
        return __libc_find(text, length);
    for (;; text++) {
        if (strncasecmp(text, part, length) == 0)
            return (char *)text;
        if (*text == 0)
            return NULL;
    }
}

size_t strspn(const char *text, const char *set) {
    if (!__heapproof_is_plain(text)) {
        strlen(set);
        return __libc_any_place(strlen(text));
    }
    size_t length = 0;
    while (text[length] != 0 && strchr(set, text[length]) != NULL)
        length++;
    return length;
}

size_t strcspn(const char *text, const char *set) {
    if (!__heapproof_is_plain(text)) {
        strlen(set);
        return __libc_any_place(strlen(text));
    }
    size_t length = 0;
    while (text[length] != 0 && strchr(set, text[length]) == NULL)
        length++;
    return length;
}

char *strpbrk(const char *text, const char *set) {
    text += strcspn(text, set);
    return *text != 0 ? (char *)text : NULL;
}

char *strtok_r(char *restrict text, const char *restrict set, char **restrict rest) {
    if (text == NULL)
        text = *rest;
    text += strspn(text, set);
    if (*text == 0) {
        *rest = text;
        return NULL;
    }
    char *end = text + strcspn(text, set);
    if (*end != 0)
        *end++ = 0;
    *rest = end;
    return text;
}

static char *__libc_strtok_rest;

char *strtok(char *restrict text, const char *restrict set) {
    return strtok_r(text, set, &__libc_strtok_rest);
}

char *strsep(char **restrict text, const char *restrict set) {
    char *start = *text;
    if (start == NULL)
        return NULL;
    char *end = start + strcspn(start, set);
    if (*end != 0) {
        *end = 0;
        *text = end + 1;
    } else {
        *text = NULL;
    }
    return start;
}

char *strdup(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy == NULL)
        return NULL;
    return memcpy(copy, text, size);
}

char *strndup(const char *text, size_t limit) {
    size_t length = strnlen(text, limit);
    char *copy = malloc(length + 1);
    if (copy == NULL)
        return NULL;
    copy[length] = 0;
    return memcpy(copy, text, length);
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t size) {
    return strlcpy(to, from, size);
}

void swab(const void *restrict from, void *restrict to, long count) {
    const char *in = from;
    char *out = to;
    if (count > 1)
        __heapproof_apart(to, count & ~1L, from, count & ~1L);
    for (long i = 0; i + 1 < count; i += 2) {
        char first = in[i];
        out[i] = in[i + 1];
        out[i + 1] = first;
    }
}

char *strsignal(int number) {
    static const char *const texts[] = {"Hangup", "Interrupt", "Quit", "Illegal instruction", "Trace/breakpoint trap",
                                        "Aborted", "Bus error", "Floating point exception", "Killed",
                                        "User defined signal 1", "Segmentation fault", "User defined signal 2",
                                        "Broken pipe", "Alarm clock", "Terminated"};
    if (number >= 1 && number <= 15)
        return (char *)texts[number - 1];
    return "Unknown signal";
}

#define ERROR_BYTES 64
#define ERROR_NUMBERS 134

/* The system knows the texts. Each number has its own, as in the GNU C library; numbers that are not known share the text that
   C lets the next call overwrite. */
char *strerror(int number) {
    static char texts[ERROR_NUMBERS][ERROR_BYTES];
    int has_own = __heapproof_is_known(number) && number >= 0 && number < ERROR_NUMBERS;
    char *text = texts[has_own ? number : 0];
    long length = __heapproof_system(SYS_CONFIGURATION, NULL, NULL, -7, number, 0);
    __VERIFIER_assume(length > 0 && length < ERROR_BYTES);
    __heapproof_received(text, length);
    text[length] = 0;
    return text;
}

char *strerror_r(int number, char *to, size_t size) {
    return strerror(number);
}

/* What does not fit is cut. */
int __xpg_strerror_r(int number, char *to, size_t size) {
    const char *text = strerror(number);
    size_t length = strlen(text);
    if (length < size) {
        memcpy(to, text, length + 1);
        return 0;
    }
    if (size > 0) {
        memcpy(to, text, size - 1);
        to[size - 1] = 0;
    }
    return ERANGE;
}

size_t wcslen(const wchar_t *text) {
    size_t length = 0;
    while (text[length] != 0)
        length++;
    return length;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
    memcpy(to, from, (wcslen(from) + 1) * sizeof(wchar_t));
    return to;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
    size_t i = 0;
    while (a[i] == b[i] && a[i] != 0)
        i++;
    return a[i] < b[i] ? -1 : a[i] > b[i];
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
        if (a[i] == 0)
            break;
    }
    return 0;
}

wchar_t *wmemset(wchar_t *to, wchar_t character, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = character;
    return to;
}

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count) {
    if (count > (size_t)-1 / sizeof(wchar_t))
        __heapproof_undefined("wmemcpy copies more than any object has");
    return memcpy(to, from, count * sizeof(wchar_t));
}
