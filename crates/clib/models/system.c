/* The process and the machine: identities, limits, priorities, names, the log, commands in streams, the terminal. */
#include "libc.h"

typedef __builtin_va_list va_list;

void *fdopen(int descriptor, const char *mode);
int vsnprintf(char *to, size_t size, const char *format, va_list args);
int vfprintf(void *stream, const char *format, va_list args);
_Noreturn void exit(int code);
char *strerror(int number);
extern void *stderr;

#define MOST_PROCESSES 4194304
#define MOST_DESCRIPTORS 1048576

/* An outcome of a call about processes that is at most so much. */
static long __libc_process(int what, long a, long b, long most) {
    return __libc_outcome(__heapproof_system(SYS_PROCESS, NULL, NULL, what, a, b), most);
}

int setsid(void) {
    return __libc_process(10, 0, 0, MOST_PROCESSES);
}

int getsid(int process) {
    return __libc_process(11, process, 0, MOST_PROCESSES);
}

int getpgrp(void) {
    long outcome = __heapproof_system(SYS_PROCESS, NULL, NULL, 12, 0, 0);
    __VERIFIER_assume(outcome > 0 && outcome <= MOST_PROCESSES);
    return outcome;
}

int getpgid(int process) {
    return __libc_process(13, process, 0, MOST_PROCESSES);
}

int setpgid(int process, int group) {
    return __libc_process(14, process, group, 0);
}

int tcgetpgrp(int descriptor) {
    return __libc_process(15, descriptor, 0, MOST_PROCESSES);
}

int tcsetpgrp(int descriptor, int group) {
    return __libc_process(16, descriptor, group, 0);
}

int getpriority(int which, unsigned who) {
    long outcome = __heapproof_system(SYS_PROCESS, NULL, NULL, 17, which, who);
    __VERIFIER_assume(outcome >= -133 && outcome <= 39);
    if (outcome < 0) {
        errno = -outcome;
        return -1;
    }
    return outcome - 20;
}

int setpriority(int which, unsigned who, int value) {
    return __libc_process(18, which, value, 0);
}

int nice(int more) {
    long outcome = __heapproof_system(SYS_PROCESS, NULL, NULL, 19, more, 0);
    __VERIFIER_assume(outcome >= -133 && outcome <= 39);
    if (outcome < 0) {
        errno = -outcome;
        return -1;
    }
    return outcome - 20;
}

int setuid(unsigned user) {
    return __libc_process(20, user, 0, 0);
}

int setgid(unsigned group) {
    return __libc_process(21, group, 0, 0);
}

int setgroups(size_t count, const unsigned *groups) {
    __heapproof_readable(groups, count * sizeof *groups);
    return __libc_process(22, count, 0, 0);
}

int initgroups(const char *user, unsigned group) {
    CHECK_STRING(user);
    return __libc_process(23, group, 0, 0);
}

int getgroups(int size, unsigned *groups) {
    long count = __libc_process(24, size, 0, 65536);
    if (count > 0 && size > 0) {
        __VERIFIER_assume(count <= size);
        __heapproof_received(groups, count * sizeof *groups);
    }
    return count;
}

int daemon(int stays, int keeps) {
    return __libc_process(25, stays, keeps, 0);
}

unsigned alarm(unsigned seconds) {
    long outcome = __heapproof_system(SYS_PROCESS, NULL, NULL, 26, seconds, 0);
    __VERIFIER_assume(outcome >= 0 && outcome <= __INT_MAX__);
    return outcome;
}

int pause(void) {
    __heapproof_unsupported("waiting for a signal");
    return -1;
}

int sched_yield(void) {
    return 0;
}

struct pair {
    long one;
    long two;
};

int getrlimit(int resource, struct pair *to) {
    if (__libc_process(27, resource, 0, 0) < 0)
        return -1;
    __heapproof_received(to, sizeof *to);
    return 0;
}

int setrlimit(int resource, const struct pair *from) {
    __heapproof_readable(from, sizeof *from);
    return __libc_process(28, resource, 0, 0);
}

int getrusage(int who, void *to) {
    if (__libc_process(29, who, 0, 0) < 0)
        return -1;
    __heapproof_received(to, 18 * sizeof(long));
    return 0;
}

int nanosleep(const struct pair *time, struct pair *left) {
    if (time->two < 0 || time->two > 999999999) {
        errno = EINVAL;
        return -1;
    }
    if (__libc_process(30, time->one, 0, 0) < 0) {
        if (left != NULL)
            __heapproof_received(left, sizeof *left);
        return -1;
    }
    return 0;
}

int clock_settime(int clock, const struct pair *time) {
    __heapproof_readable(time, sizeof *time);
    return __libc_process(31, clock, 0, 0);
}

int clock_getres(int clock, struct pair *to) {
    if (__libc_process(32, clock, 0, 0) < 0)
        return -1;
    if (to != NULL) {
        to->one = 0;
        to->two = 1;
    }
    return 0;
}

long times(long *to) {
    long outcome = __libc_process(33, 0, 0, __LONG_MAX__);
    if (outcome >= 0 && to != NULL)
        __heapproof_received(to, 4 * sizeof *to);
    return outcome;
}

void sync(void) {}

/* Six names of 65 bytes each. */
int uname(char (*to)[65]) {
    if (__libc_outcome(__heapproof_system(SYS_CONFIGURATION, NULL, NULL, -2, 0, 0), 0) < 0)
        return -1;
    for (int i = 0; i < 6; i++) {
        __heapproof_received(to[i], 64);
        to[i][64] = 0;
    }
    return 0;
}

int sethostname(const char *name, size_t size) {
    __heapproof_readable(name, size);
    return __libc_outcome(__heapproof_system(SYS_CONFIGURATION, NULL, NULL, -3, size, 0), 0);
}

long pathconf(const char *path, int name) {
    CHECK_STRING(path);
    return __libc_outcome(__heapproof_system(SYS_CONFIGURATION, path, NULL, -4, name, 0), __LONG_MAX__);
}

long fpathconf(int descriptor, int name) {
    return __libc_outcome(__heapproof_system(SYS_CONFIGURATION, NULL, NULL, -5, name, descriptor), __LONG_MAX__);
}

size_t confstr(int name, char *to, size_t size) {
    long length = __libc_outcome(__heapproof_system(SYS_CONFIGURATION, NULL, NULL, -6, name, 0), 1024);
    if (length <= 0)
        return 0;
    if (size > 0) {
        size_t kept = (size_t)length < size ? length : size;
        __heapproof_received(to, kept - 1);
        to[kept - 1] = 0;
    }
    return length;
}

int getloadavg(double *to, int count) {
    if (count > 3)
        count = 3;
    for (int i = 0; i < count; i++)
        __heapproof_received(&to[i], sizeof to[i]);
    return count;
}

int getdtablesize(void) {
    return 1024;
}

/* Names that the system gives, in memory of the library. */
static char __libc_login[TEXT_BYTES];
static char __libc_terminal[TEXT_BYTES];

static char *__libc_system_name(int what, char *to, long argument) {
    long length = __libc_outcome(__heapproof_system(SYS_USER, NULL, NULL, what, argument, 0), TEXT_BYTES - 1);
    if (length < 0)
        return NULL;
    __heapproof_received(to, length);
    to[length] = 0;
    return to;
}

char *getlogin(void) {
    return __libc_system_name(6, __libc_login, 0);
}

char *ttyname(int descriptor) {
    return __libc_system_name(7, __libc_terminal, descriptor);
}

/* The log: formats are read as those of printf. */
void openlog(const char *name, int options, int facility) {}
void closelog(void) {}

int setlogmask(int mask) {
    return 0xff;
}

void vsyslog(int priority, const char *format, va_list args) {
    char nothing[1];
    vsnprintf(nothing, sizeof nothing, format, args);
}

void syslog(int priority, const char *format, ...) {
    va_list args;
    __builtin_va_start(args, format);
    vsyslog(priority, format, args);
    __builtin_va_end(args);
}

/* Commands that are read from or written to. */
void *popen(const char *command, const char *mode) {
    CHECK_STRING(command);
    if (*mode != 'r' && *mode != 'w') {
        errno = EINVAL;
        return NULL;
    }
    long descriptor = __libc_outcome(__heapproof_system(SYS_PROCESS, command, NULL, 7, 0, 0), MOST_DESCRIPTORS);
    __VERIFIER_assume(descriptor < 0 || descriptor > 2);
    return descriptor < 0 ? NULL : fdopen(descriptor, mode);
}

int __libc_fclose(void *stream);

int pclose(void *stream) {
    __libc_fclose(stream);
    return __libc_process(8, 0, 0, 65535);
}

/* <err.h>: messages, and the end of the program. */
static void __libc_message(const char *format, va_list args, int has_error) {
    int number = errno;
    if (format != NULL)
        vfprintf(stderr, format, args);
    if (has_error)
        CHECK_STRING(strerror(number));
}

void vwarn(const char *format, va_list args) {
    __libc_message(format, args, 1);
}

void vwarnx(const char *format, va_list args) {
    __libc_message(format, args, 0);
}

void warn(const char *format, ...) {
    va_list args;
    __builtin_va_start(args, format);
    __libc_message(format, args, 1);
    __builtin_va_end(args);
}

void warnx(const char *format, ...) {
    va_list args;
    __builtin_va_start(args, format);
    __libc_message(format, args, 0);
    __builtin_va_end(args);
}

_Noreturn void verr(int code, const char *format, va_list args) {
    __libc_message(format, args, 1);
    exit(code);
}

_Noreturn void verrx(int code, const char *format, va_list args) {
    __libc_message(format, args, 0);
    exit(code);
}

_Noreturn void err(int code, const char *format, ...) {
    va_list args;
    __builtin_va_start(args, format);
    __libc_message(format, args, 1);
    exit(code);
}

_Noreturn void errx(int code, const char *format, ...) {
    va_list args;
    __builtin_va_start(args, format);
    __libc_message(format, args, 0);
    exit(code);
}

/* Tells what is wrong, and ends the program unless the status is zero. */
void error(int status, int number, const char *format, ...) {
    va_list args;
    __builtin_va_start(args, format);
    errno = number;
    __libc_message(format, args, number != 0);
    __builtin_va_end(args);
    if (status != 0)
        exit(status);
}

/* Random bytes. */
long getrandom(void *to, size_t count, unsigned flags) {
    if (count > __INT_MAX__)
        count = __INT_MAX__;
    long got = __libc_outcome(__heapproof_system(SYS_PROCESS, NULL, NULL, 34, count, 0), count);
    if (got > 0)
        __heapproof_received(to, got);
    return got;
}

int getentropy(void *to, size_t count) {
    if (count > 256)
        return -1;
    long got = __libc_outcome(__heapproof_system(SYS_PROCESS, NULL, NULL, 34, count, 0), count);
    if (got < 0)
        return -1;
    __VERIFIER_assume(got == (long)count);
    __heapproof_received(to, count);
    return 0;
}

/* These never fail. */
void arc4random_buf(void *to, size_t count) {
    long got = __heapproof_system(SYS_PROCESS, NULL, NULL, 34, count, 0);
    __VERIFIER_assume(got >= 0 && (size_t)got == count);
    __heapproof_received(to, count);
}

unsigned arc4random(void) {
    return __heapproof_any();
}

unsigned arc4random_uniform(unsigned bound) {
    return bound > 1 ? (unsigned)__heapproof_any() % bound : 0;
}

/* Terminals. */
int tcflush(int descriptor, int which) {
    return __libc_outcome(__heapproof_system(SYS_DEVICE, NULL, NULL, descriptor, which, 10), 0);
}

int tcdrain(int descriptor) {
    return __libc_outcome(__heapproof_system(SYS_DEVICE, NULL, NULL, descriptor, 0, 10), 0);
}

/* Timers: the signals that they send do not come. */
#define TIMER_BYTES (4 * sizeof(long))

int setitimer(int which, const void *timer, void *old) {
    __heapproof_readable(timer, TIMER_BYTES);
    if (__libc_process(37, which, 0, 0) < 0)
        return -1;
    if (old != NULL)
        __heapproof_received(old, TIMER_BYTES);
    return 0;
}

int getitimer(int which, void *to) {
    if (__libc_process(37, which, 1, 0) < 0)
        return -1;
    __heapproof_received(to, TIMER_BYTES);
    return 0;
}

int clock_nanosleep(int clock, int flags, const struct pair *time, struct pair *left) {
    int before = errno;
    if (nanosleep(time, left) == 0)
        return 0;
    int number = errno;
    errno = before;
    return number;
}

int killpg(int group, int signal) {
    return __libc_process(38, group, signal, 0);
}

void psignal(int number, const char *text) {
    if (text != NULL)
        CHECK_STRING(text);
}

/* What is known of a file system, in numbers. */
#if __SIZEOF_POINTER__ == 8
#define VFS_BYTES 112
#else
#define VFS_BYTES 72
#endif

int statvfs(const char *path, void *to) {
    CHECK_STRING(path);
    if (__libc_outcome(__heapproof_system(SYS_CONFIGURATION, path, NULL, -8, 0, 0), 0) < 0)
        return -1;
    __heapproof_received(to, VFS_BYTES);
    return 0;
}

int fstatvfs(int descriptor, void *to) {
    if (__libc_outcome(__heapproof_system(SYS_CONFIGURATION, NULL, NULL, -8, descriptor, 0), 0) < 0)
        return -1;
    __heapproof_received(to, VFS_BYTES);
    return 0;
}

static int __libc_processors(void) {
    long count = __heapproof_system(SYS_CONFIGURATION, NULL, NULL, -9, 0, 0);
    __VERIFIER_assume(count >= 1 && count <= 65536);
    return count;
}

int get_nprocs(void) {
    return __libc_processors();
}

int get_nprocs_conf(void) {
    return __libc_processors();
}
