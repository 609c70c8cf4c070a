/* Files by names that are relative to a directory, their times and owners, and what else there is to do with names. */
#include "libc.h"

#define AT_FDCWD (-100)
#define AT_SYMLINK_NOFOLLOW 0x100
#define AT_REMOVEDIR 0x200
#define MOST_DESCRIPTORS 1048576
#define PATH_MAX 4096
#if __SIZEOF_POINTER__ == 8
#define STAT_BYTES 144
#define STAT64_BYTES 144
#else
#define STAT_BYTES 88
#define STAT64_BYTES 96
#endif

struct timespec {
    long seconds;
    long part;
};

/* Zero where a name does not depend on the directory. */
static int __libc_at(int directory, const char *path) {
    CHECK_STRING(path);
    return directory != AT_FDCWD && path[0] != '/';
}

/* A function that does something to a file by its name, and only tells whether that went well. */
static int __libc_done_at(int call, int directory, const char *path, long a, long b) {
    int at = __libc_at(directory, path);
    return __libc_outcome(__heapproof_system(call, path, NULL, a, b, at), 0);
}

int openat(int directory, const char *path, int flags, ...) {
    int mode = 0;
    int at = __libc_at(directory, path);
    if (flags & 020000100) {
        __builtin_va_list args;
        __builtin_va_start(args, flags);
        mode = __builtin_va_arg(args, int);
        __builtin_va_end(args);
    }
    long descriptor = __libc_outcome(__heapproof_system(SYS_OPEN, path, NULL, flags, mode, at), MOST_DESCRIPTORS);
    __VERIFIER_assume(descriptor < 0 || descriptor > 2);
    return descriptor;
}

void __libc_received_stat(void *to, size_t bytes);

static int __libc_stat_at(int directory, const char *path, void *to, int flags, size_t bytes) {
    int at = __libc_at(directory, path);
    int follows = !(flags & AT_SYMLINK_NOFOLLOW);
    if (__libc_outcome(__heapproof_system(SYS_STAT, path, NULL, follows, bytes, at), 0) < 0)
        return -1;
    __libc_received_stat(to, bytes);
    return 0;
}

int fstatat(int directory, const char *restrict path, void *restrict to, int flags) {
    return __libc_stat_at(directory, path, to, flags, STAT_BYTES);
}

int fstatat64(int directory, const char *restrict path, void *restrict to, int flags) {
    return __libc_stat_at(directory, path, to, flags, STAT64_BYTES);
}

int unlinkat(int directory, const char *path, int flags) {
    return __libc_done_at(flags & AT_REMOVEDIR ? SYS_RMDIR : SYS_UNLINK, directory, path, 0, 0);
}

int mkdirat(int directory, const char *path, unsigned mode) {
    return __libc_done_at(SYS_MKDIR, directory, path, mode, 0);
}

int mkfifoat(int directory, const char *path, unsigned mode) {
    return __libc_done_at(SYS_MKDIR, directory, path, mode, 1);
}

int mknodat(int directory, const char *path, unsigned mode, unsigned long device) {
    return __libc_done_at(SYS_MKDIR, directory, path, mode, 1);
}

int mknod(const char *path, unsigned mode, unsigned long device) {
    return __libc_done_at(SYS_MKDIR, AT_FDCWD, path, mode, 1);
}

int faccessat(int directory, const char *path, int mode, int flags) {
    return __libc_done_at(SYS_ACCESS, directory, path, mode, 0);
}

int fchmodat(int directory, const char *path, unsigned mode, int flags) {
    return __libc_done_at(SYS_CHMOD, directory, path, mode, 0);
}

int fchownat(int directory, const char *path, unsigned user, unsigned group, int flags) {
    return __libc_done_at(SYS_CHMOD, directory, path, user, 1);
}

int fchown(int descriptor, unsigned user, unsigned group) {
    return __libc_outcome(__heapproof_system(SYS_DEVICE, NULL, NULL, descriptor, user, 2), 0);
}

int chroot(const char *path) {
    return __libc_done_at(SYS_CHMOD, AT_FDCWD, path, 0, 2);
}

int truncate(const char *path, long size) {
    return __libc_done_at(SYS_CHMOD, AT_FDCWD, path, size, 3);
}

int fchdir(int descriptor) {
    return __libc_outcome(__heapproof_system(SYS_DEVICE, NULL, NULL, descriptor, 0, 7), 0);
}

int flock(int descriptor, int operation) {
    return __libc_outcome(__heapproof_system(SYS_DEVICE, NULL, NULL, descriptor, operation, 7), 0);
}

int lockf(int descriptor, int command, long size) {
    return flock(descriptor, command);
}

int posix_fadvise(int descriptor, long offset, long size, int advice) {
    return 0;
}

int posix_fallocate(int descriptor, long offset, long size) {
    long outcome = __heapproof_system(SYS_DEVICE, NULL, NULL, descriptor, size, 8);
    __VERIFIER_assume(outcome >= -133 && outcome <= 0);
    return -outcome;
}

/* The times of a file are not kept. */
int utimensat(int directory, const char *path, const struct timespec times[2], int flags) {
    if (times != NULL)
        __heapproof_readable(times, 2 * sizeof *times);
    return __libc_done_at(SYS_CHMOD, directory, path, 0, 4);
}

int futimens(int descriptor, const struct timespec times[2]) {
    if (times != NULL)
        __heapproof_readable(times, 2 * sizeof *times);
    return __libc_outcome(__heapproof_system(SYS_DEVICE, NULL, NULL, descriptor, 0, 9), 0);
}

int utimes(const char *path, const struct timespec times[2]) {
    return utimensat(AT_FDCWD, path, times, 0);
}

int utime(const char *path, const long times[2]) {
    if (times != NULL)
        __heapproof_readable(times, 2 * sizeof *times);
    return __libc_done_at(SYS_CHMOD, AT_FDCWD, path, 0, 4);
}

static int __libc_done_to_two(int call, int one, const char *from, int two, const char *to, int symbolic) {
    int at = __libc_at(two, to) || __libc_at(one, from);
    return __libc_outcome(__heapproof_system(call, from, to, symbolic, 0, at), 0);
}

int renameat(int one, const char *from, int two, const char *to) {
    return __libc_done_to_two(SYS_RENAME, one, from, two, to, 0);
}

int linkat(int one, const char *from, int two, const char *to, int flags) {
    return __libc_done_to_two(SYS_LINK, one, from, two, to, 0);
}

int symlinkat(const char *from, int two, const char *to) {
    return __libc_done_to_two(SYS_LINK, AT_FDCWD, from, two, to, 1);
}

long readlinkat(int directory, const char *restrict path, char *restrict to, size_t size) {
    int at = __libc_at(directory, path);
    if (size > PATH_MAX)
        size = PATH_MAX;
    long length = __libc_outcome(__heapproof_system(SYS_READLINK, path, NULL, size, 0, at), size);
    if (length > 0)
        __heapproof_received(to, length);
    return length;
}

/* A name without links and dots is shorter than PATH_MAX and begins with a slash. */
char *realpath(const char *restrict path, char *restrict to) {
    CHECK_STRING(path);
    long length = __libc_outcome(__heapproof_system(SYS_READLINK, path, NULL, PATH_MAX - 1, 1, 0), PATH_MAX - 1);
    if (length < 0)
        return NULL;
    __VERIFIER_assume(length > 0);
    if (to == NULL && (to = malloc(length + 1)) == NULL)
        return NULL;
    __heapproof_received(to, length);
    to[length] = 0;
    return to;
}

char *canonicalize_file_name(const char *path) {
    return realpath(path, NULL);
}

/* Numbers of devices. */
unsigned gnu_dev_major(unsigned long device) {
    return (device >> 8 & 0xfff) | (device >> 16 >> 16 & ~0xfffu);
}

unsigned gnu_dev_minor(unsigned long device) {
    return (device & 0xff) | (device >> 12 & ~0xffu);
}

unsigned long gnu_dev_makedev(unsigned major, unsigned minor) {
    unsigned long device = (major & 0xffful) << 8 | (minor & 0xfful);
    device |= (minor & ~0xfful) << 12;
    return device | (major & ~0xffful) << 16 << 16;
}

/* Patterns for the names of files: * ? [...] and \, with the flags NOESCAPE, PATHNAME, PERIOD, CASEFOLD. */
#define FNM_PATHNAME 1
#define FNM_NOESCAPE 2
#define FNM_PERIOD 4
#define FNM_CASEFOLD 16

static int __libc_fold(int c, int flags) {
    return flags & FNM_CASEFOLD ? __libc_to_lower(c) : c;
}

/* Whether a character is in the set that begins at a bracket; where the set ends, or null where it does not. */
static const char *__libc_set(const char *set, int c, int flags, int *is_in) {
    int negates = set[1] == '!' || set[1] == '^';
    const char *at = set + 1 + negates;
    const char *first = at;
    *is_in = 0;
    c = __libc_fold(c, flags);
    for (; *at != 0 && (*at != ']' || at == first); at++) {
        if (*at == '\\' && !(flags & FNM_NOESCAPE) && at[1] != 0)
            at++;
        int low = __libc_fold((unsigned char)*at, flags);
        int high = low;
        if (at[1] == '-' && at[2] != ']' && at[2] != 0) {
            at += 2;
            high = __libc_fold((unsigned char)*at, flags);
        }
        if (*at == '[' && (at[1] == ':' || at[1] == '.' || at[1] == '='))
            __heapproof_unsupported("a class of characters in a pattern");
        if (c >= low && c <= high)
            *is_in = 1;
    }
    *is_in ^= negates;
    return *at == 0 ? NULL : at;
}

int fnmatch(const char *pattern, const char *text, int flags) {
    const char *begin = text;
    for (; *pattern != 0; pattern++) {
        int is_leading = *text == '.' && (flags & FNM_PERIOD)
                         && (text == begin || (text[-1] == '/' && (flags & FNM_PATHNAME)));
        switch (*pattern) {
        case '?':
            if (*text == 0 || is_leading || (*text == '/' && (flags & FNM_PATHNAME)))
                return 1;
            text++;
            break;
        case '*':
            if (is_leading)
                return 1;
            for (;; text++) {
                int rest = flags;
                if (text != begin && !(text[-1] == '/' && (flags & FNM_PATHNAME)))
                    rest &= ~FNM_PERIOD;
                if (fnmatch(pattern + 1, text, rest) == 0)
                    return 0;
                if (*text == 0 || (*text == '/' && (flags & FNM_PATHNAME)))
                    return 1;
            }
        case '[': {
            int is_in;
            const char *end = __libc_set(pattern, (unsigned char)*text, flags, &is_in);
            if (end != NULL) {
                if (*text == 0 || !is_in || is_leading || (*text == '/' && (flags & FNM_PATHNAME)))
                    return 1;
                pattern = end;
                text++;
                break;
            }
        }
        /* Without its end it is a bracket. */
        default:
            if (*pattern == '\\' && !(flags & FNM_NOESCAPE) && pattern[1] != 0)
                pattern++;
            if (__libc_fold((unsigned char)*pattern, flags) != __libc_fold((unsigned char)*text, flags))
                return 1;
            text++;
        }
    }
    return *text != 0;
}
