/* <stdlib.h>, <errno.h>, <locale.h> and <signal.h>: what is not a primitive. */
#include "libc.h"

static int __libc_errno;

int *__errno_location(void) {
    return &__libc_errno;
}

int abs(int number) {
    return number < 0 ? -number : number;
}

long labs(long number) {
    return number < 0 ? -number : number;
}

long long llabs(long long number) {
    return number < 0 ? -number : number;
}

__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ number) {
    return number < 0 ? -number : number;
}

typedef struct {
    int quot;
    int rem;
} div_t;

typedef struct {
    long quot;
    long rem;
} ldiv_t;

typedef struct {
    long long quot;
    long long rem;
} lldiv_t;

div_t div(int a, int b) {
    div_t result = {a / b, a % b};
    return result;
}

ldiv_t ldiv(long a, long b) {
    ldiv_t result = {a / b, a % b};
    return result;
}

lldiv_t lldiv(long long a, long long b) {
    lldiv_t result = {a / b, a % b};
    return result;
}

int ffs(int number) {
    return __builtin_ffs(number);
}

int ffsl(long number) {
    return __builtin_ffsl(number);
}

int ffsll(long long number) {
    return __builtin_ffsll(number);
}

/* Numbers from text. Everything is read as a magnitude and a sign; the limits of the type come last. */

static unsigned long long __libc_magnitude(const char *text, char **end, int base, int binary, int *negative,
                                           int *overflow) {
    const char *at = text;
    *negative = 0;
    *overflow = 0;
    /* Libraries differ in whether they store an end. */
    if (base < 0 || base == 1 || base > 36)
        __heapproof_undefined("a number is read from text in a base that is none");
    if (!__heapproof_is_plain(text)) {
        size_t length = strlen(text), place = __heapproof_any();
        unsigned long long any = __heapproof_any();
        __VERIFIER_assume(place <= length);
        __VERIFIER_assume(place != 0 || any == 0);
        *negative = __heapproof_any() != 0;
        *overflow = __heapproof_any() != 0;
        if (end != NULL)
            *end = (char *)text + place;
        return any;
    }
    while (__libc_is_space((unsigned char)*at))
        at++;
    if (*at == '+' || *at == '-')
        *negative = *at++ == '-';
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
        int digit = (unsigned char)at[2];
        if (__libc_is_digit(digit) || (__libc_to_lower(digit) >= 'a' && __libc_to_lower(digit) <= 'f')) {
            at += 2;
            base = 16;
        }
    } else if (binary && (base == 0 || base == 2) && at[0] == '0' && (at[1] == 'b' || at[1] == 'B')) {
        if (at[2] == '0' || at[2] == '1') {
            at += 2;
            base = 2;
        }
    }
    if (base == 0)
        base = *at == '0' ? 8 : 10;
    unsigned long long value = 0;
    const char *digits = at;
    for (;; at++) {
        int digit = (unsigned char)*at;
        if (__libc_is_digit(digit))
            digit -= '0';
        else if (__libc_is_alpha(digit))
            digit = __libc_to_lower(digit) - 'a' + 10;
        else
            break;
        if (digit >= base)
            break;
        unsigned long long next = value * base + digit;
        if (value > (~0ULL - digit) / base)
            *overflow = 1;
        value = next;
    }
    if (end != NULL)
        *end = (char *)(at == digits ? text : at);
    return value;
}

static long long __libc_signed(const char *text, char **end, int base, int binary, long long max) {
    int negative, overflow;
    unsigned long long value = __libc_magnitude(text, end, base, binary, &negative, &overflow);
    unsigned long long limit = (unsigned long long)max + negative;
    if (overflow || value > limit) {
        errno = ERANGE;
        return negative ? -max - 1 : max;
    }
    return negative ? (long long)(0 - value) : (long long)value;
}

static unsigned long long __libc_unsigned(const char *text, char **end, int base, int binary,
                                          unsigned long long max) {
    int negative, overflow;
    unsigned long long value = __libc_magnitude(text, end, base, binary, &negative, &overflow);
    if (overflow || value > max) {
        errno = ERANGE;
        return max;
    }
    return negative ? (0 - value) & max : value;
}

#define LONG_MAX __LONG_MAX__
#define ULONG_MAX (2UL * __LONG_MAX__ + 1)
#define LLONG_MAX __LONG_LONG_MAX__
#define ULLONG_MAX (2ULL * __LONG_LONG_MAX__ + 1)

long strtol(const char *restrict text, char **restrict end, int base) {
    return __libc_signed(text, end, base, 0, LONG_MAX);
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base) {
    return __libc_unsigned(text, end, base, 0, ULONG_MAX);
}

long long strtoll(const char *restrict text, char **restrict end, int base) {
    return __libc_signed(text, end, base, 0, LLONG_MAX);
}

unsigned long long strtoull(const char *restrict text, char **restrict end, int base) {
    return __libc_unsigned(text, end, base, 0, ULLONG_MAX);
}

__INTMAX_TYPE__ strtoimax(const char *restrict text, char **restrict end, int base) {
    return __libc_signed(text, end, base, 0, LLONG_MAX);
}

__UINTMAX_TYPE__ strtoumax(const char *restrict text, char **restrict end, int base) {
    return __libc_unsigned(text, end, base, 0, ULLONG_MAX);
}

long __isoc23_strtol(const char *restrict text, char **restrict end, int base) {
    return __libc_signed(text, end, base, 1, LONG_MAX);
}

unsigned long __isoc23_strtoul(const char *restrict text, char **restrict end, int base) {
    return __libc_unsigned(text, end, base, 1, ULONG_MAX);
}

long long __isoc23_strtoll(const char *restrict text, char **restrict end, int base) {
    return __libc_signed(text, end, base, 1, LLONG_MAX);
}

unsigned long long __isoc23_strtoull(const char *restrict text, char **restrict end, int base) {
    return __libc_unsigned(text, end, base, 1, ULLONG_MAX);
}

int atoi(const char *text) {
    return (int)__libc_signed(text, NULL, 10, 0, LONG_MAX);
}

long atol(const char *text) {
    return __libc_signed(text, NULL, 10, 0, LONG_MAX);
}

long long atoll(const char *text) {
    return __libc_signed(text, NULL, 10, 0, LLONG_MAX);
}

double atof(const char *text) {
    return strtod(text, NULL);
}

/* Sorting keeps the order of equal elements, as the GNU library does where it has memory for a copy. */

static void __libc_merge(char *base, size_t size, size_t left, size_t count, char *copy,
                         int (*compare)(const void *, const void *, void *), void *context) {
    memcpy(copy, base, left * size);
    size_t i = 0, j = left, out = 0;
    while (i < left && j < count) {
        if (compare(copy + i * size, base + j * size, context) <= 0)
            memcpy(base + out++ * size, copy + i++ * size, size);
        else
            memmove(base + out++ * size, base + j++ * size, size);
    }
    memcpy(base + out * size, copy + i * size, (left - i) * size);
}

static void __libc_sort(char *base, size_t count, size_t size, char *copy,
                        int (*compare)(const void *, const void *, void *), void *context) {
    if (count < 2)
        return;
    size_t left = count / 2;
    __libc_sort(base, left, size, copy, compare, context);
    __libc_sort(base + left * size, count - left, size, copy, compare, context);
    __libc_merge(base, size, left, count, copy, compare, context);
}

static void __libc_swap(char *a, char *b, size_t size, char *copy) {
    memcpy(copy, a, size);
    memmove(a, b, size);
    memcpy(b, copy, size);
}

static void __libc_sift(char *base, size_t root, size_t count, size_t size, char *copy,
                        int (*compare)(const void *, const void *, void *), void *context) {
    for (;;) {
        size_t child = 2 * root + 1;
        if (child >= count)
            return;
        if (child + 1 < count && compare(base + child * size, base + (child + 1) * size, context) < 0)
            child++;
        if (compare(base + root * size, base + child * size, context) >= 0)
            return;
        __libc_swap(base + root * size, base + child * size, size, copy);
        root = child;
    }
}

static void __libc_compare_any(const char *base, size_t count, size_t size,
                               int (*compare)(const void *, const void *, void *), void *context) {
    size_t i = __heapproof_any(), j = __heapproof_any();
    __VERIFIER_assume(i < count);
    __VERIFIER_assume(j < count);
    compare(base + i * size, base + j * size, context);
}

void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *),
             void *context) {
    if (count < 2 || size == 0)
        return;
    if (__heapproof_is_many(count * size / sizeof(long))) {
        /* Elements are compared and change places in any order: every way to sort is one of these. As long as what is
           known of them is the same of all, wherever they are, that they change places is nothing to know. */
        while (__heapproof_shuffled(base, count * size, size)) {
            if (__heapproof_any() == 0)
                return;
            __libc_compare_any(base, count, size, compare, context);
        }
        char copy[size];
        while (__heapproof_any() != 0) {
            size_t i = __heapproof_any(), j = __heapproof_any();
            __VERIFIER_assume(i < count);
            __VERIFIER_assume(j < count);
            __libc_swap((char *)base + i * size, (char *)base + j * size, size, copy);
            if (__heapproof_any() != 0)
                __libc_compare_any(base, count, size, compare, context);
        }
        return;
    }
    if (count * size <= 1 << 20) {
        char copy[count / 2 * size];
        __libc_sort(base, count, size, copy, compare, context);
        return;
    }
    /* Too large for a copy on the stack: a heap sort needs none. */
    char copy[size];
    for (size_t root = count / 2; root-- > 0;)
        __libc_sift(base, root, count, size, copy, compare, context);
    for (size_t rest = count; rest-- > 1;) {
        __libc_swap(base, (char *)base + rest * size, size, copy);
        __libc_sift(base, 0, rest, size, copy, compare, context);
    }
}

struct __libc_order {
    int (*compare)(const void *, const void *);
};

static int __libc_by_order(const void *a, const void *b, void *context) {
    struct __libc_order *order = context;
    return order->compare(a, b);
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    struct __libc_order order = {compare};
    qsort_r(base, count, size, __libc_by_order, &order);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* Random numbers that the program keeps the state of; rand and random are primitives. */

int rand_r(unsigned *seed) {
    unsigned next = *seed * 1103515245 + 12345;
    unsigned result = next / 65536 % 2048;
    next = next * 1103515245 + 12345;
    result = result << 10 ^ next / 65536 % 1024;
    next = next * 1103515245 + 12345;
    result = result << 10 ^ next / 65536 % 1024;
    *seed = next;
    return result;
}

static unsigned long long __libc_rand48;

static unsigned long long __libc_next48(void) {
    __libc_rand48 = (__libc_rand48 * 0x5deece66dULL + 0xb) & 0xffffffffffffULL;
    return __libc_rand48;
}

void srand48(long seed) {
    __libc_rand48 = ((unsigned long long)(unsigned)seed << 16) + 0x330e;
}

long lrand48(void) {
    return __libc_next48() >> 17;
}

long mrand48(void) {
    return (int)(__libc_next48() >> 16);
}

double drand48(void) {
    return (double)__libc_next48() / 281474976710656.0;
}

/* The locale is always C; the environment asks for it, too. */

char *setlocale(int category, const char *name) {
    static const char current[] = "C";
    if (name != NULL && name[0] != 0 && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0)
        __heapproof_unsupported("another locale than C");
    return (char *)current;
}

/* Messages are not translated in the locale C. */
char *gettext(const char *message) {
    CHECK_STRING(message);
    return (char *)message;
}

char *dgettext(const char *domain, const char *message) {
    return gettext(message);
}

char *dcgettext(const char *domain, const char *message, int category) {
    return gettext(message);
}

char *ngettext(const char *one, const char *many, unsigned long count) {
    return gettext(count == 1 ? one : many);
}

/* The library keeps names of its own; null where it has no memory for them, or no name was set. */
static char *__libc_domain(const char *given) {
    static char kept[] = "messages";
    if (given != NULL)
        CHECK_STRING(given);
    return __heapproof_any() & 1 ? kept : NULL;
}

char *textdomain(const char *domain) {
    return __libc_domain(domain);
}

char *bindtextdomain(const char *domain, const char *folder) {
    CHECK_STRING(domain);
    return __libc_domain(folder);
}

char *bind_textdomain_codeset(const char *domain, const char *codes) {
    CHECK_STRING(domain);
    return __libc_domain(codes);
}

#define CODESET 14

char *nl_langinfo(int item) {
    static const char codes[] = "ANSI_X3.4-1968";
    if (item != CODESET)
        __heapproof_unsupported("what the locale says");
    return (char *)codes;
}

struct lconv {
    char *decimal_point;
    char *texts[9];
    char numbers[14];
};

struct lconv *localeconv(void) {
    static char point[] = ".";
    static char nothing[] = "";
    static struct lconv current;
    current.decimal_point = point;
    for (int i = 0; i < 9; i++)
        current.texts[i] = nothing;
    for (int i = 0; i < 14; i++)
        current.numbers[i] = 127;
    return &current;
}

/* Signals that the program sends to itself. */

#define SIGKILL 9
#define SIGABRT 6
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGWINCH 28
#define LAST_SIGNAL 64

typedef void (*handler)(int);
#define SIG_DFL ((handler)0L)
#define SIG_IGN ((handler)1L)
#define SIG_ERR ((handler)-1L)

static handler __libc_handlers[LAST_SIGNAL + 1];
/* Whether the handler was called and has not returned: the signal is blocked meanwhile, also after a jump out of it. */
static char __libc_is_handled[LAST_SIGNAL + 1];

/* The library keeps two signals for itself. */
static int __libc_is_signal(int number) {
    return number >= 1 && number <= LAST_SIGNAL && number != 32 && number != 33;
}

handler signal(int number, handler new) {
    if (!__libc_is_signal(number) || number == SIGKILL || number == SIGSTOP || new == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    handler old = __libc_handlers[number];
    __libc_handlers[number] = new;
    return old;
}

/* Sets of signals: a bit for each. */
typedef struct {
    unsigned long words[128 / sizeof(unsigned long)];
} sigset_t;

#define WORD_BITS (8 * sizeof(unsigned long))

struct sigaction {
    handler handler;
    sigset_t mask;
    int flags;
    void (*restorer)(void);
};

#define SA_SIGINFO 4

static struct sigaction __libc_actions[LAST_SIGNAL + 1];
static sigset_t __libc_blocked;

static void __libc_with_information(int number) {
    __heapproof_unsupported("a handler of signals that is told more than the number");
}

int sigaction(int number, const struct sigaction *new, struct sigaction *old) {
    if (!__libc_is_signal(number) || (new != NULL && (number == SIGKILL || number == SIGSTOP))) {
        errno = EINVAL;
        return -1;
    }
    struct sigaction before = __libc_actions[number];
    if (!(before.flags & SA_SIGINFO))
        before.handler = __libc_handlers[number];
    if (new != NULL) {
        __libc_actions[number] = *new;
        int is_plain = !(new->flags & SA_SIGINFO) || new->handler == SIG_DFL || new->handler == SIG_IGN;
        __libc_handlers[number] = is_plain ? new->handler : __libc_with_information;
    }
    if (old != NULL)
        *old = before;
    return 0;
}

int sigemptyset(sigset_t *set) {
    memset(set, 0, sizeof *set);
    return 0;
}

int sigfillset(sigset_t *set) {
    memset(set, 0xff, sizeof *set);
    return 0;
}

int sigaddset(sigset_t *set, int number) {
    if (!__libc_is_signal(number)) {
        errno = EINVAL;
        return -1;
    }
    set->words[(number - 1) / WORD_BITS] |= 1ul << (number - 1) % WORD_BITS;
    return 0;
}

int sigdelset(sigset_t *set, int number) {
    if (!__libc_is_signal(number)) {
        errno = EINVAL;
        return -1;
    }
    set->words[(number - 1) / WORD_BITS] &= ~(1ul << (number - 1) % WORD_BITS);
    return 0;
}

int sigismember(const sigset_t *set, int number) {
    if (!__libc_is_signal(number)) {
        errno = EINVAL;
        return -1;
    }
    return set->words[(number - 1) / WORD_BITS] >> (number - 1) % WORD_BITS & 1;
}

int sigprocmask(int how, const sigset_t *new, sigset_t *old) {
    sigset_t before = __libc_blocked;
    for (size_t i = 0; new != NULL && i < sizeof before / sizeof(unsigned long); i++) {
        switch (how) {
        case 0:
            __libc_blocked.words[i] |= new->words[i];
            break;
        case 1:
            __libc_blocked.words[i] &= ~new->words[i];
            break;
        case 2:
            __libc_blocked.words[i] = new->words[i];
            break;
        default:
            errno = EINVAL;
            return -1;
        }
    }
    if (old != NULL)
        *old = before;
    return 0;
}

int pthread_sigmask(int how, const sigset_t *new, sigset_t *old) {
    return sigprocmask(how, new, old) == 0 ? 0 : EINVAL;
}

int sigisemptyset(const sigset_t *set) {
    for (size_t i = 0; i < sizeof *set / sizeof(unsigned long); i++) {
        if (set->words[i] != 0)
            return 0;
    }
    return 1;
}

/* None waits: those that come from outside do not, and raising one that is blocked is not modelled. */
int sigpending(sigset_t *to) {
    return sigemptyset(to);
}

int sigsuspend(const sigset_t *mask) {
    __heapproof_unsupported("waiting for a signal");
    return -1;
}

static void __libc_handle(int number) {
    if (__libc_is_handled[number])
        __heapproof_unsupported("a signal is raised in its own handler, or after a jump out of it");
    __libc_is_handled[number] = 1;
    __libc_handlers[number](number);
    __libc_is_handled[number] = 0;
}

int raise(int number) {
    if (number == 0)
        return 0;
    if (!__libc_is_signal(number)) {
        errno = EINVAL;
        return -1;
    }
    handler current = __libc_handlers[number];
    if (current == SIG_IGN)
        return 0;
    if (sigismember(&__libc_blocked, number))
        __heapproof_unsupported("a signal is raised that is blocked");
    if (current != SIG_DFL) {
        __libc_handle(number);
        return 0;
    }
    switch (number) {
    case SIGCHLD:
    case SIGCONT:
    case SIGURG:
    case SIGWINCH:
        return 0;
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
        __heapproof_unsupported("a signal stops the program until another one comes");
        return 0;
    default:
        __heapproof_raise(number);
    }
}

/* What abort does in a program that sets handlers: the one of SIGABRT runs first, and may jump away. */
_Noreturn void __libc_abort(void) {
    handler current = __libc_handlers[SIGABRT];
    if (current != SIG_DFL && current != SIG_IGN)
        __libc_handle(SIGABRT);
    __heapproof_raise(SIGABRT);
}
