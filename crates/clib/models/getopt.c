/* <getopt.h>: options of a program, in any order among its other arguments, as the GNU library does it. */
#include "libc.h"

int dprintf(int descriptor, const char *format, ...);

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

/* Whether the options of a list say something of a letter; where. */
static const char *__libc_letter(const char *letters, int c) {
    if (c == ':' || c == ';')
        return NULL;
    for (; *letters != 0; letters++) {
        if (*letters == c)
            return letters;
    }
    return NULL;
}

static int __libc_long_option(int count, char **args, const char *letters, const struct option *options, int *index,
                              const char *name) {
    size_t length = 0;
    while (name[length] != 0 && name[length] != '=')
        length++;
    int found = -1, is_ambiguous = 0;
    for (int i = 0; options[i].name != NULL; i++) {
        size_t at = 0;
        while (at < length && options[i].name[at] == name[at])
            at++;
        if (at < length)
            continue;
        if (options[i].name[length] == 0) {
            found = i;
            is_ambiguous = 0;
            break;
        }
        if (found >= 0)
            is_ambiguous = 1;
        else
            found = i;
    }
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
        if (__libc_first_other > optind)
            __libc_first_other = optind;
        if (__libc_last_other > optind)
            __libc_last_other = optind;
        if (!in_order) {
            if (__libc_first_other != __libc_last_other && __libc_last_other != optind)
                __libc_permute(args);
            else if (__libc_last_other != optind)
                __libc_first_other = optind;
            while (optind < count && !__libc_is_option(args[optind]))
                optind++;
            __libc_last_other = optind;
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
            return -1;
        }
        if (!__libc_is_option(args[optind]))
            return -1;
        if (options != NULL && args[optind][1] == '-')
            return __libc_long_option(count, args, letters, options, index, args[optind] + 2);
        __libc_option = args[optind] + 1;
    }
    char c = *__libc_option++;
    const char *letter = __libc_letter(letters, c);
    if (*__libc_option == 0)
        optind++;
    int is_quiet = opterr == 0 || letters[0] == ':';
    if (letter == NULL) {
        if (!is_quiet)
            dprintf(2, "%s: invalid option -- '%c'\n", args[0], c);
        optopt = c;
        return '?';
    }
    if (letter[1] != ':')
        return c;
    if (*__libc_option != 0) {
        optarg = __libc_option;
        optind++;
    } else if (letter[2] != ':') {
        if (optind >= count) {
            if (!is_quiet)
                dprintf(2, "%s: option requires an argument -- '%c'\n", args[0], c);
            optopt = c;
            __libc_option = NULL;
            return letters[0] == ':' ? ':' : '?';
        }
        optarg = args[optind++];
    }
    __libc_option = NULL;
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
