/* sscanf and its kin, and fscanf on files: the text is read once, from left to right. */
#include "libc.h"

typedef __builtin_va_list va_list;

float strtof(const char *restrict text, char **restrict end);
long double strtold(const char *restrict text, char **restrict end);

/* What a conversion of a format asks for. */
struct __libc_conversion {
    int is_stored;
    int is_allocated;
    size_t width;
    /* The bytes of an integer. */
    int bytes;
    /* 'l' or 'L' where one was given: the size of a float. */
    int length;
    int letter;
    /* The characters of a set, and whether all others are meant. */
    const char *set;
    const char *set_end;
    int is_negated;
    /* Where the text ends, if it is known as a whole. */
    const char *end;
};

/* Reads a conversion from behind its percent sign; gives what follows it in the format. */
static const char *__libc_conversion(const char *format, struct __libc_conversion *it) {
    it->is_stored = *format != '*';
    format += !it->is_stored;
    it->width = 0;
    it->end = NULL;
    while (__libc_is_digit((unsigned char)*format))
        it->width = it->width * 10 + (*format++ - '0');
    if (it->width == 0)
        it->width = (size_t)-1 >> 1;
    it->is_allocated = *format == 'm';
    format += it->is_allocated;
    it->bytes = sizeof(int);
    it->length = 0;
    for (;; format++) {
        if (*format == 'h')
            it->bytes = it->bytes == sizeof(short) ? 1 : sizeof(short);
        else if (*format == 'l')
            it->bytes = it->length == 'l' ? sizeof(long long) : sizeof(long);
        else if (*format == 'q' || *format == 'j' || *format == 'L')
            it->bytes = sizeof(long long);
        else if (*format == 'z' || *format == 't')
            it->bytes = sizeof(size_t);
        else
            break;
        it->length = *format;
    }
    it->letter = *format == 0 ? 0 : *format++;
    if (it->letter == '[') {
        it->is_negated = *format == '^';
        format += it->is_negated;
        it->set = format;
        if (*format == ']')
            format++;
        while (*format != 0 && *format != ']')
            format++;
        it->set_end = format;
        if (*format == ']')
            format++;
    }
    return format;
}

static int __libc_is_in_set(const struct __libc_conversion *it, int c) {
    for (const char *at = it->set; at < it->set_end; at++) {
        if (*at == '-' && at > it->set && at + 1 < it->set_end) {
            if ((unsigned char)at[-1] <= c && c <= (unsigned char)at[1])
                return !it->is_negated;
        } else if ((unsigned char)*at == c) {
            return !it->is_negated;
        }
    }
    return it->is_negated;
}

/* Any place in a text that is known as a whole, at most so far behind its start. */
static size_t __libc_place(const char *text, const char *end, size_t most) {
    size_t place = __heapproof_any();
    __VERIFIER_assume(place <= (size_t)(end - text));
    __VERIFIER_assume(place <= most);
    return place;
}

/* What follows white space. */
static const char *__libc_behind_space(const char *text, const char *end) {
    if (end != NULL)
        return text + __libc_place(text, end, (size_t)-1);
    while (__libc_is_space((unsigned char)*text))
        text++;
    return text;
}

static void __libc_store(void *to, int bytes, unsigned long long value) {
    if (bytes == 1)
        *(unsigned char *)to = value;
    else if (bytes == 2)
        *(unsigned short *)to = value;
    else if (bytes == 4)
        *(unsigned *)to = value;
    else
        *(unsigned long long *)to = value;
}

/* Reads an integer of at most so many characters; gives how many it has, or 0 where there is none. What does not fit
   is the nearest number that does, in the type that strtol or strtoll would give. */
static size_t __libc_integer(const char *text, const struct __libc_conversion *it, unsigned long long *value) {
    int is_signed = it->letter == 'd' || it->letter == 'i';
    int base = it->letter == 'i' ? 0 : it->letter == 'o' ? 8 : it->letter == 'd' || it->letter == 'u' ? 10 : 16;
    size_t at = 0;
    int is_negative = 0, has_digits = 0, overflows = 0;
    if (it->end != NULL) {
        *value = __heapproof_any();
        if (it->width < 10) {
            /* As large as the most digits say, and of either sign. */
            unsigned long long limit = 1;
            for (size_t digit = 0; digit < it->width; digit++)
                limit *= base == 0 ? 16 : base;
            __VERIFIER_assume(*value + limit < 2 * limit);
        }
        return __libc_place(text, it->end, it->width);
    }
    if (text[0] == '+' || text[0] == '-')
        is_negative = text[at++] == '-';
    if ((base == 0 || base == 16) && at < it->width && text[at] == '0') {
        at++;
        has_digits = 1;
        if (at < it->width && (text[at] == 'x' || text[at] == 'X')) {
            base = 16;
            at++;
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    unsigned long long magnitude = 0;
    for (; at < it->width; at++) {
        int digit = (unsigned char)text[at];
        if (__libc_is_digit(digit))
            digit -= '0';
        else if (base == 16 && __libc_to_lower(digit) >= 'a' && __libc_to_lower(digit) <= 'f')
            digit = __libc_to_lower(digit) - 'a' + 10;
        else
            break;
        if (digit >= base)
            break;
        has_digits = 1;
        if (magnitude > (~0ULL - digit) / base)
            overflows = 1;
        magnitude = magnitude * base + digit;
    }
    if (!has_digits)
        return 0;
    unsigned long long most = it->bytes == sizeof(long long) ? ~0ULL : ~0UL;
    if (is_signed) {
        most = (most >> 1) + is_negative;
        if (overflows || magnitude > most)
            magnitude = most;
        *value = is_negative ? -magnitude : magnitude;
    } else if (overflows || magnitude > most) {
        *value = most;
    } else {
        *value = is_negative ? -magnitude : magnitude;
    }
    return at;
}

/* Reads a floating-point number and stores it; gives how many characters it has, or 0 where there is none. */
static size_t __libc_float(const char *text, const struct __libc_conversion *it, void *to) {
    if (it->end != NULL) {
        unsigned long long any[2] = {__heapproof_any(), __heapproof_any()};
        size_t place = __libc_place(text, it->end, it->width);
        size_t size = it->length == 'L' ? sizeof(long double) : it->length == 'l' ? sizeof(double) : sizeof(float);
        if (place != 0 && to != NULL)
            memcpy(to, any, size);
        return place;
    }
    size_t length = strnlen(text, it->width);
    char copy[length + 1];
    memcpy(copy, text, length);
    copy[length] = 0;
    char *end;
    if (it->length == 'L') {
        long double value = strtold(copy, &end);
        if (end != copy && to != NULL)
            *(long double *)to = value;
    } else if (it->length == 'l') {
        double value = strtod(copy, &end);
        if (end != copy && to != NULL)
            *(double *)to = value;
    } else {
        float value = strtof(copy, &end);
        if (end != copy && to != NULL)
            *(float *)to = value;
    }
    return end - copy;
}

/* The number of characters that a conversion to text takes. */
static size_t __libc_text_length(const char *text, const struct __libc_conversion *it) {
    size_t most = it->letter == 'c' && it->width == (size_t)-1 >> 1 ? 1 : it->width;
    if (it->end != NULL)
        return __libc_place(text, it->end, most);
    size_t length = 0;
    while (length < most && text[length] != 0) {
        int c = (unsigned char)text[length];
        if (it->letter == 's' && __libc_is_space(c))
            break;
        if (it->letter == '[' && !__libc_is_in_set(it, c))
            break;
        length++;
    }
    return length;
}

/* The end of the text before the first value is stored is -1 to the GNU library, even behind a conversion that stores
   nothing. */
static int __libc_scan(const char *text, const char *format, va_list args) {
    const char *at = text;
    /* The GNU library looks for the end of the text first. */
    size_t whole = strlen(text) + 1;
    const char *end = __heapproof_is_plain(text) ? NULL : text + whole - 1;
    int assigned = 0;
    while (*format != 0) {
        if (__libc_is_space((unsigned char)*format)) {
            format++;
            at = __libc_behind_space(at, end);
            continue;
        }
        if (*format != '%') {
            if (*at == 0)
                return assigned > 0 ? assigned : -1;
            if (*at != *format)
                return assigned;
            at++;
            format++;
            continue;
        }
        struct __libc_conversion it;
        format = __libc_conversion(format + 1, &it);
        it.end = end;
        int is_text = it.letter == 's' || it.letter == 'c' || it.letter == '[';
        if (it.letter == 'n') {
            if (it.is_stored)
                __libc_store(__builtin_va_arg(args, void *), it.bytes, at - text);
            continue;
        }
        if (it.letter != 'c' && it.letter != '[')
            at = __libc_behind_space(at, end);
        if (*at == 0)
            return assigned > 0 ? assigned : -1;
        if (it.letter == '%') {
            if (*at != '%')
                return assigned;
            at++;
            continue;
        }
        size_t length;
        if (is_text && it.length == 0) {
            length = __libc_text_length(at, &it);
            if (length == 0)
                return assigned;
            if (it.is_stored) {
                size_t size = length + (it.letter != 'c');
                char *to;
                if (it.is_allocated) {
                    char **result = __builtin_va_arg(args, char **);
                    to = malloc(size);
                    *result = to;
                    if (to == NULL)
                        return assigned > 0 ? assigned : -1;
                } else {
                    to = __builtin_va_arg(args, char *);
                    __heapproof_apart(to, size, text, whole);
                }
                memcpy(to, at, length);
                if (it.letter != 'c')
                    to[length] = 0;
            }
        } else if (it.letter == 'd' || it.letter == 'i' || it.letter == 'u' || it.letter == 'x' || it.letter == 'X' ||
                   it.letter == 'o' || it.letter == 'p') {
            unsigned long long value;
            if (it.letter == 'p')
                it.bytes = sizeof(void *);
            length = __libc_integer(at, &it, &value);
            if (length == 0)
                return assigned;
            if (it.is_stored)
                __libc_store(__builtin_va_arg(args, void *), it.bytes, value);
        } else if (it.letter == 'f' || it.letter == 'F' || it.letter == 'e' || it.letter == 'E' || it.letter == 'g' ||
                   it.letter == 'G' || it.letter == 'a' || it.letter == 'A') {
            length = __libc_float(at, &it, it.is_stored ? __builtin_va_arg(args, void *) : NULL);
            if (length == 0)
                return assigned;
        } else {
            __heapproof_unsupported("a conversion of scanf");
            return assigned;
        }
        at += length;
        assigned += it.is_stored;
    }
    return assigned;
}

int __libc_fgetc(void *stream);
int __libc_ungetc(int c, void *stream);

/* What is read from a stream, with one character at hand that is not taken yet. */
struct __libc_scanner {
    void *stream;
    /* The next character, or EOF. */
    int c;
    /* How many characters were taken. */
    size_t count;
    /* How many more the conversion may have. */
    size_t left;
};

static void __libc_advance(struct __libc_scanner *it) {
    it->count++;
    it->left--;
    it->c = __libc_fgetc(it->stream);
}

static void __libc_skip(struct __libc_scanner *it) {
    while (it->c != -1 && __libc_is_space(it->c))
        __libc_advance(it);
}

static int __libc_has(struct __libc_scanner *it, int lower) {
    return it->left > 0 && it->c != -1 && __libc_to_lower(it->c) == lower;
}

static int __libc_has_digit(struct __libc_scanner *it) {
    return it->left > 0 && it->c != -1 && __libc_is_digit(it->c);
}

/* The characters of a number, as many as fit; gives how many, or 0 where there is none. */
static size_t __libc_take_number(struct __libc_scanner *it, int is_float, int has_prefix, char *to, size_t room) {
    size_t length = 0;
    int digits = 0, is_hexadecimal = has_prefix == 2;
#define TAKE()                                                                                                         \
    do {                                                                                                               \
        if (length + 1 == room)                                                                                        \
            __heapproof_unsupported("scanf reads a long number from a file");                                          \
        to[length++] = it->c;                                                                                          \
        __libc_advance(it);                                                                                            \
    } while (0)
    if (__libc_has(it, '+') || __libc_has(it, '-'))
        TAKE();
    if (is_float && (__libc_has(it, 'i') || __libc_has(it, 'n')))
        __heapproof_unsupported("scanf reads a name of a number from a file");
    if (has_prefix && __libc_has(it, '0')) {
        TAKE();
        digits = 1;
        if (__libc_has(it, 'x')) {
            if (is_float)
                __heapproof_unsupported("scanf reads a hexadecimal float from a file");
            TAKE();
            is_hexadecimal = 1;
        }
    }
    while (__libc_has_digit(it) || (is_hexadecimal && it->left > 0 && it->c != -1 && __libc_to_lower(it->c) >= 'a' &&
                                    __libc_to_lower(it->c) <= 'f')) {
        TAKE();
        digits = 1;
    }
    if (is_float && __libc_has(it, '.')) {
        TAKE();
        while (__libc_has_digit(it)) {
            TAKE();
            digits = 1;
        }
    }
    if (is_float && digits && __libc_has(it, 'e')) {
        TAKE();
        if (__libc_has(it, '+') || __libc_has(it, '-'))
            TAKE();
        while (__libc_has_digit(it))
            TAKE();
    }
#undef TAKE
    to[length] = 0;
    return digits ? length : 0;
}

static int __libc_scan_on(struct __libc_scanner *it, const char *format, va_list args) {
    int assigned = 0;
    while (*format != 0) {
        it->left = (size_t)-1;
        if (__libc_is_space((unsigned char)*format)) {
            format++;
            __libc_skip(it);
            continue;
        }
        if (*format != '%') {
            if (it->c == -1)
                return assigned > 0 ? assigned : -1;
            if (it->c != (unsigned char)*format)
                return assigned;
            __libc_advance(it);
            format++;
            continue;
        }
        struct __libc_conversion wanted;
        format = __libc_conversion(format + 1, &wanted);
        if (wanted.letter == 'n') {
            if (wanted.is_stored)
                __libc_store(__builtin_va_arg(args, void *), wanted.bytes, it->count);
            continue;
        }
        if (wanted.letter != 'c' && wanted.letter != '[')
            __libc_skip(it);
        if (it->c == -1)
            return assigned > 0 ? assigned : -1;
        if (wanted.letter == '%') {
            if (it->c != '%')
                return assigned;
            __libc_advance(it);
            continue;
        }
        it->left = wanted.width;
        if ((wanted.letter == 's' || wanted.letter == 'c' || wanted.letter == '[') && wanted.length == 0) {
            if (wanted.is_allocated)
                __heapproof_unsupported("scanf allocates for a word of a file");
            if (wanted.letter == 'c' && wanted.width == (size_t)-1 >> 1)
                it->left = 1;
            char *to = wanted.is_stored ? __builtin_va_arg(args, char *) : NULL;
            size_t length = 0;
            while (it->left > 0 && it->c != -1 && !(wanted.letter == 's' && __libc_is_space(it->c)) &&
                   (wanted.letter != '[' || __libc_is_in_set(&wanted, it->c))) {
                if (to != NULL)
                    to[length] = it->c;
                length++;
                __libc_advance(it);
            }
            if (length == 0)
                return assigned;
            if (to != NULL && wanted.letter != 'c')
                to[length] = 0;
        } else if (wanted.letter == 'd' || wanted.letter == 'i' || wanted.letter == 'u' || wanted.letter == 'x' ||
                   wanted.letter == 'X' || wanted.letter == 'o' || wanted.letter == 'p') {
            char item[72];
            unsigned long long value;
            if (wanted.letter == 'p')
                wanted.bytes = sizeof(void *);
            int is_hexadecimal = wanted.letter == 'x' || wanted.letter == 'X' || wanted.letter == 'p';
            int has_prefix = is_hexadecimal ? 2 : wanted.letter == 'i';
            if (__libc_take_number(it, 0, has_prefix, item, sizeof item) == 0)
                return assigned;
            if (__libc_integer(item, &wanted, &value) == 0)
                return assigned;
            if (wanted.is_stored)
                __libc_store(__builtin_va_arg(args, void *), wanted.bytes, value);
        } else if (wanted.letter == 'f' || wanted.letter == 'F' || wanted.letter == 'e' || wanted.letter == 'E' ||
                   wanted.letter == 'g' || wanted.letter == 'G' || wanted.letter == 'a' || wanted.letter == 'A') {
            char item[72];
            if (__libc_take_number(it, 1, 1, item, sizeof item) == 0)
                return assigned;
            __libc_float(item, &wanted, wanted.is_stored ? __builtin_va_arg(args, void *) : NULL);
        } else {
            __heapproof_unsupported("a conversion of scanf");
            return assigned;
        }
        assigned += wanted.is_stored;
    }
    return assigned;
}

int __libc_scan_stream(void *stream, const char *format, va_list args) {
    /* Nothing is read where nothing is asked for. */
    if (*format == 0)
        return 0;
    struct __libc_scanner it = {stream, __libc_fgetc(stream), 0, 0};
    int assigned = __libc_scan_on(&it, format, args);
    if (it.c != -1)
        __libc_ungetc(it.c, stream);
    return assigned;
}

int vsscanf(const char *restrict text, const char *restrict format, va_list args) {
    return __libc_scan(text, format, args);
}

int sscanf(const char *restrict text, const char *restrict format, ...) {
    va_list args;
    __builtin_va_start(args, format);
    int assigned = __libc_scan(text, format, args);
    __builtin_va_end(args);
    return assigned;
}
