/* <getopt.h>: options of a program, in any order among its other arguments, as the GNU library does it. */
#include "libc.h"

int dprintf(int descriptor, const char *format, ...);
char *strchrnul(const char *text, int c);

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

/* The rest of the argument with several options in it. */
static char *__libc_option;
/* The arguments that are no options and were passed by lie between these. */
static int __libc_first_other = 1;
static int __libc_last_other = 1;

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

/* Moves the arguments that are no options behind those that were read since. */
static void __libc_permute(char **args) {
    int others = __libc_last_other - __libc_first_other;
    int read = optind - __libc_last_other;
    for (int i = 0; i < read; i++) {
        char *moved = args[__libc_last_other + i];
        for (int j = __libc_last_other + i; j > __libc_first_other + i; j--)
            args[j] = args[j - 1];
        args[__libc_first_other + i] = moved;
    }
    __libc_first_other += read;
    __libc_last_other = __libc_first_other + others;
}

static int __libc_is_option(const char *arg) {
    return arg[0] == '-' && arg[1] != 0;
}

#define IS_LETTER(i)                                                                                                   \
    if (letters[i] == 0)                                                                                               \
        return NULL;                                                                                                   \
    if (letters[i] == c)                                                                                               \
        return letters + (i);
#define IS_ONE_OF_FOUR(i) IS_LETTER(i) IS_LETTER(i + 1) IS_LETTER(i + 2) IS_LETTER(i + 3)
#define IS_ONE_OF_TWELVE(i) IS_ONE_OF_FOUR(i) IS_ONE_OF_FOUR(i + 4) IS_ONE_OF_FOUR(i + 8)

/* Whether the options of a list say something of a letter; where. The first ones are no loop, so that a proof goes on with
   each by itself: which it is decides whether it has an argument. */
static const char *__libc_letter(const char *letters, int c) {
    if (c == ':' || c == ';')
        return NULL;
    IS_ONE_OF_TWELVE(0)
    IS_ONE_OF_TWELVE(12)
    IS_ONE_OF_TWELVE(24)
    for (letters += 36; *letters != 0; letters++) {
        if (*letters == c)
            return letters;
    }
    return NULL;
}

/* The option that a name says, of which so many bytes count: its index, or below zero where there is none. A name that is
   not known byte by byte may be that of any option. */
static int __libc_find_option(const struct option *options, const char *name, size_t length, int *is_ambiguous) {
    int is_plain = __heapproof_is_plain(name), found = -1;
    *is_ambiguous = 0;
    for (int i = 0; options[i].name != NULL; i++) {
        if (!is_plain) {
            CHECK_STRING(options[i].name);
            if (__heapproof_any() != 0)
                return i;
            continue;
        }
        size_t at = 0;
        while (at < length && options[i].name[at] == name[at])
            at++;
        if (at < length)
            continue;
        if (options[i].name[length] == 0) {
            *is_ambiguous = 0;
            return i;
        }
        *is_ambiguous |= found >= 0;
        if (found < 0)
            found = i;
    }
    if (!is_plain)
        *is_ambiguous = __heapproof_any() != 0;
    return found;
}

static int __libc_long_option(int count, char **args, const char *letters, const struct option *options, int *index,
                              const char *name) {
    size_t length = strchrnul(name, '=') - name;
    int is_ambiguous, found = __libc_find_option(options, name, length, &is_ambiguous);
    int is_quiet = opterr == 0 || letters[0] == ':';
    optind++;
    if (found < 0 || is_ambiguous) {
        optopt = 0;
        if (!is_quiet)
            dprintf(2, is_ambiguous ? "%s: option '--%s' is ambiguous\n" : "%s: unrecognized option '--%s'\n", args[0], name);
        return '?';
    }
    const struct option *option = &options[found];
    if (name[length] == '=') {
        if (option->has_arg == 0) {
            optopt = option->val;
            if (!is_quiet)
                dprintf(2, "%s: option '--%s' doesn't allow an argument\n", args[0], option->name);
            return '?';
        }
        optarg = (char *)name + length + 1;
    } else if (option->has_arg == 1) {
        if (optind >= count) {
            optopt = option->val;
            if (!is_quiet)
                dprintf(2, "%s: option '--%s' requires an argument\n", args[0], option->name);
            return letters[0] == ':' ? ':' : '?';
        }
        optarg = args[optind++];
    }
    if (index != NULL)
        *index = found;
    if (option->flag != NULL) {
        *option->flag = option->val;
        return 0;
    }
    return option->val;
}

/* Goes on to the argument with the next option; whether there is one. */
static int __libc_next_option(int count, char **args, int in_order) {
    if (__libc_first_other > optind)
        __libc_first_other = optind;
    if (__libc_last_other > optind)
        __libc_last_other = optind;
    if (!in_order) {
        if (__libc_first_other != __libc_last_other && __libc_last_other != optind)
            __libc_permute(args);
        else if (__libc_last_other != optind)
            __libc_first_other = optind;
        int next = optind;
        while (next < count && !__libc_is_option(args[next]))
            next++;
        __libc_last_other = optind = next;
    }
    if (optind < count && strcmp(args[optind], "--") == 0) {
        optind++;
        if (__libc_first_other != __libc_last_other && __libc_last_other != optind)
            __libc_permute(args);
        else if (__libc_first_other == __libc_last_other)
            __libc_first_other = optind;
        __libc_last_other = count;
        optind = count;
    }
    if (optind >= count) {
        if (__libc_first_other != __libc_last_other)
            optind = __libc_first_other;
        return 0;
    }
    return __libc_is_option(args[optind]);
}

/* The same in a proof, where arguments that are texts of any length were exchanged: options may be anywhere. */
static int __libc_any_option(int count, char **args) {
    if (optind > count)
        return 0;
    if (optind < 1)
        __heapproof_undefined("options are looked for before the first argument");
    int next = __heapproof_any();
    __VERIFIER_assume(next >= 1 && next <= count);
    optind = next;
    return next < count && __libc_is_option(args[next]);
}

static int __libc_getopt(int count, char **args, const char *letters, const struct option *options, int *index) {
    optarg = NULL;
    if (count < 1)
        return -1;
    if (optind == 0) {
        optind = 1;
        __libc_option = NULL;
        __libc_first_other = __libc_last_other = 1;
    }
    /* In order: with a plus no argument is moved. A minus would give the others as options. */
    int in_order = letters[0] == '+';
    if (letters[0] == '-')
        __heapproof_unsupported("getopt gives arguments that are no options");
    letters += in_order;
    if (__libc_option == NULL || *__libc_option == 0) {
        int is_any = __heapproof_shuffled(args + 1, (count - 1) * sizeof *args, sizeof *args);
        if (!(is_any ? __libc_any_option(count, args) : __libc_next_option(count, args, in_order)))
            return -1;
        if (options != NULL && args[optind][1] == '-')
            return __libc_long_option(count, args, letters, options, index, args[optind] + 2);
        __libc_option = args[optind] + 1;
    }
    /* Where there is a rest of an argument, that argument is the next one. */
    char c = *__libc_option++, *rest = __libc_option;
    if (*rest == 0) {
        optind++;
        __libc_option = NULL;
    }
    const char *letter = __libc_letter(letters, c);
    int is_quiet = opterr == 0 || letters[0] == ':';
    if (letter == NULL) {
        if (!is_quiet)
            dprintf(2, "%s: invalid option -- '%c'\n", args[0], c);
        optopt = c;
        return '?';
    }
    if (letter[1] != ':')
        return c;
    if (__libc_option != NULL) {
        __libc_option = NULL;
        optarg = rest;
        optind++;
    } else if (letter[2] != ':') {
        if (optind >= count) {
            if (!is_quiet)
                dprintf(2, "%s: option requires an argument -- '%c'\n", args[0], c);
            optopt = c;
            return letters[0] == ':' ? ':' : '?';
        }
        optarg = args[optind++];
    }
    return c;
}

int getopt(int count, char *const args[], const char *letters) {
    return __libc_getopt(count, (char **)args, letters, NULL, NULL);
}

int getopt_long(int count, char *const args[], const char *letters, const struct option *options, int *index) {
    return __libc_getopt(count, (char **)args, letters, options, index);
}

/* Suboptions: the texts between commas. */
int getsubopt(char **restrict options, char *const *restrict names, char **restrict value) {
    if (**options == 0)
        return -1;
    char *start = *options, *end = start;
    while (*end != 0 && *end != ',')
        end++;
    char *equals = start;
    while (equals < end && *equals != '=')
        equals++;
    *options = *end == 0 ? end : end + 1;
    for (int i = 0; names[i] != NULL; i++) {
        size_t length = equals - start, at = 0;
        while (at < length && names[i][at] == start[at])
            at++;
        if (at < length || names[i][length] != 0)
            continue;
        *value = equals < end ? equals + 1 : NULL;
        *end = 0;
        return i;
    }
    *value = start;
    *end = 0;
    return -1;
}
