/* <unistd.h>, <fcntl.h>, <sys/stat.h>, <dirent.h> and their kin: files by descriptor and by name, and the process. */
#include "libc.h"

long __heapproof_read(int descriptor, void *to, size_t count);

#define MOST_DESCRIPTORS 1048576
#define PATH_MAX 4096
#define NAME_MAX 255

static int __libc_new_descriptor(long outcome) {
    long descriptor = __libc_outcome(outcome, MOST_DESCRIPTORS);
    __VERIFIER_assume(descriptor < 0 || descriptor > 2);
    return descriptor;
}

int open(const char *path, int flags, ...) {
    CHECK_STRING(path);
    int mode = 0;
    /* O_CREAT and O_TMPFILE take a mode. */
    if (flags & 020000100) {
        __builtin_va_list args;
        __builtin_va_start(args, flags);
        mode = __builtin_va_arg(args, int);
        __builtin_va_end(args);
    }
    return __libc_new_descriptor(__heapproof_system(SYS_OPEN, path, NULL, flags, mode, 0));
}

int creat(const char *path, unsigned mode) {
    CHECK_STRING(path);
    return __libc_new_descriptor(__heapproof_system(SYS_OPEN, path, NULL, 01101, mode, 0));
}

int close(int descriptor) {
    return __libc_outcome(__heapproof_system(SYS_CLOSE, NULL, NULL, descriptor, 0, 0), 0);
}

long __libc_read(int descriptor, void *to, size_t count) {
    if (descriptor == 0)
        return __heapproof_read(0, to, count);
    if (count > __LONG_MAX__)
        count = __LONG_MAX__;
    long got = __libc_outcome(__heapproof_system(SYS_READ, NULL, NULL, descriptor, count, 0), count);
    if (got > 0)
        __heapproof_received(to, got);
    return got;
}

long lseek(int descriptor, long offset, int whence) {
    return __libc_outcome(__heapproof_system(SYS_SEEK, NULL, NULL, descriptor, offset, whence), __LONG_MAX__);
}

int dup(int descriptor) {
    return __libc_new_descriptor(__heapproof_system(SYS_DUP, NULL, NULL, descriptor, -1, 0));
}

int dup2(int descriptor, int other) {
    long outcome = __libc_outcome(__heapproof_system(SYS_DUP, NULL, NULL, descriptor, other, 0), MOST_DESCRIPTORS);
    __VERIFIER_assume(outcome < 0 || outcome == other);
    return outcome;
}

int dup3(int descriptor, int other, int flags) {
    if (descriptor == other) {
        errno = EINVAL;
        return -1;
    }
    return dup2(descriptor, other);
}

int pipe(int descriptors[2]) {
    if (__libc_outcome(__heapproof_system(SYS_PIPE, NULL, NULL, 0, 0, 0), 0) < 0)
        return -1;
    int made[2];
    RECEIVE(made[0]);
    RECEIVE(made[1]);
    __VERIFIER_assume(made[0] > 2 && made[1] > 2 && made[0] != made[1]);
    descriptors[0] = made[0];
    descriptors[1] = made[1];
    return 0;
}

int pipe2(int descriptors[2], int flags) {
    return pipe(descriptors);
}

long pread(int descriptor, void *to, size_t count, long offset) {
    if (count > __LONG_MAX__)
        count = __LONG_MAX__;
    long got = __libc_outcome(__heapproof_system(SYS_READ, NULL, NULL, descriptor, count, offset + 1), count);
    if (got > 0)
        __heapproof_received(to, got);
    return got;
}

long pwrite(int descriptor, const void *from, size_t count, long offset) {
    __heapproof_readable(from, count);
    if (count > __LONG_MAX__)
        count = __LONG_MAX__;
    return __libc_outcome(__heapproof_system(SYS_DEVICE, NULL, NULL, descriptor, count, 11), count);
}

struct iovec {
    char *base;
    size_t size;
};

long __libc_read(int descriptor, void *to, size_t count);
long write(int descriptor, const void *from, size_t count);

/* Pieces one after the other, until one is not read or written whole. */
long readv(int descriptor, const struct iovec *pieces, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
        long got = __libc_read(descriptor, pieces[i].base, pieces[i].size);
        if (got < 0)
            return sum > 0 ? sum : -1;
        sum += got;
        if ((size_t)got < pieces[i].size)
            break;
    }
    return sum;
}

long writev(int descriptor, const struct iovec *pieces, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
        long got = write(descriptor, pieces[i].base, pieces[i].size);
        if (got < 0)
            return sum > 0 ? sum : -1;
        sum += got;
        if ((size_t)got < pieces[i].size)
            break;
    }
    return sum;
}

int isatty(int descriptor) {
    return __libc_outcome(__heapproof_system(SYS_ISATTY, NULL, NULL, descriptor, 0, 0), 1) > 0;
}

/* What stat tells is bytes of which nothing is known. */
#if __SIZEOF_POINTER__ == 8
#define STAT_BYTES 144
#define STAT64_BYTES 144
#else
#define STAT_BYTES 88
#define STAT64_BYTES 96
#endif

/* No file has a size below zero. */
void __libc_received_stat(void *to, size_t bytes) {
#if __SIZEOF_POINTER__ == 8
    struct {
        long device, number, links;
        int mode, user, group, padding;
        long kind, size, block_size, blocks;
        char times[72];
    } *all = to;
    _Static_assert(sizeof *all == STAT_BYTES, "the layout of the system");
    RECEIVE(all->device);
    RECEIVE(all->number);
    RECEIVE(all->links);
    RECEIVE(all->mode);
    RECEIVE(all->user);
    RECEIVE(all->group);
    RECEIVE(all->padding);
    RECEIVE(all->kind);
    RECEIVE(all->size);
    RECEIVE(all->block_size);
    RECEIVE(all->blocks);
    __heapproof_received(all->times, sizeof all->times);
    long size = all->size;
#else
    __heapproof_received(to, bytes);
    long long size = bytes == STAT64_BYTES ? *(long long *)((char *)to + 44) : *(long *)((char *)to + 44);
#endif
    __VERIFIER_assume(size >= 0);
}

static int __libc_stat(long outcome, void *to, size_t bytes) {
    if (__libc_outcome(outcome, 0) < 0)
        return -1;
    __libc_received_stat(to, bytes);
    return 0;
}

int stat(const char *restrict path, void *restrict to) {
    CHECK_STRING(path);
    return __libc_stat(__heapproof_system(SYS_STAT, path, NULL, 1, STAT_BYTES, 0), to, STAT_BYTES);
}

int stat64(const char *restrict path, void *restrict to) {
    CHECK_STRING(path);
    return __libc_stat(__heapproof_system(SYS_STAT, path, NULL, 1, STAT64_BYTES, 0), to, STAT64_BYTES);
}

int lstat(const char *restrict path, void *restrict to) {
    CHECK_STRING(path);
    return __libc_stat(__heapproof_system(SYS_STAT, path, NULL, 0, STAT_BYTES, 0), to, STAT_BYTES);
}

int lstat64(const char *restrict path, void *restrict to) {
    CHECK_STRING(path);
    return __libc_stat(__heapproof_system(SYS_STAT, path, NULL, 0, STAT64_BYTES, 0), to, STAT64_BYTES);
}

int fstat(int descriptor, void *to) {
    return __libc_stat(__heapproof_system(SYS_FSTAT, NULL, NULL, descriptor, STAT_BYTES, 0), to, STAT_BYTES);
}

int fstat64(int descriptor, void *to) {
    return __libc_stat(__heapproof_system(SYS_FSTAT, NULL, NULL, descriptor, STAT64_BYTES, 0), to, STAT64_BYTES);
}

/* Functions that do something to a file by its name, and only tell whether that went well. */
static int __libc_named(int call, const char *path, long a, long b) {
    CHECK_STRING(path);
    return __libc_outcome(__heapproof_system(call, path, NULL, a, b, 0), 0);
}

static int __libc_renamed(int call, const char *from, const char *to, long a) {
    CHECK_STRING(from);
    CHECK_STRING(to);
    return __libc_outcome(__heapproof_system(call, from, to, a, 0, 0), 0);
}

int unlink(const char *path) {
    return __libc_named(SYS_UNLINK, path, 0, 0);
}

int remove(const char *path) {
    return __libc_named(SYS_UNLINK, path, 1, 0);
}

int rmdir(const char *path) {
    return __libc_named(SYS_RMDIR, path, 0, 0);
}

int mkdir(const char *path, unsigned mode) {
    return __libc_named(SYS_MKDIR, path, mode, 0);
}

int access(const char *path, int mode) {
    return __libc_named(SYS_ACCESS, path, mode, 0);
}

int chdir(const char *path) {
    return __libc_named(SYS_CHDIR, path, 0, 0);
}

int chmod(const char *path, unsigned mode) {
    return __libc_named(SYS_CHMOD, path, mode, 0);
}

int chown(const char *path, unsigned user, unsigned group) {
    return __libc_named(SYS_CHMOD, path, user, 1);
}

int lchown(const char *path, unsigned user, unsigned group) {
    return __libc_named(SYS_CHMOD, path, user, 1);
}

int mkfifo(const char *path, unsigned mode) {
    return __libc_named(SYS_MKDIR, path, mode, 1);
}

int rename(const char *from, const char *to) {
    return __libc_renamed(SYS_RENAME, from, to, 0);
}

int link(const char *from, const char *to) {
    return __libc_renamed(SYS_LINK, from, to, 0);
}

int symlink(const char *from, const char *to) {
    return __libc_renamed(SYS_LINK, from, to, 1);
}

int fsync(int descriptor) {
    return __libc_outcome(__heapproof_system(SYS_DEVICE, NULL, NULL, descriptor, 0, 0), 0);
}

int ftruncate(int descriptor, long size) {
    return __libc_outcome(__heapproof_system(SYS_DEVICE, NULL, NULL, descriptor, size, 1), 0);
}

int fchmod(int descriptor, unsigned mode) {
    return __libc_outcome(__heapproof_system(SYS_DEVICE, NULL, NULL, descriptor, mode, 2), 0);
}

int fcntl(int descriptor, int command, ...) {
    /* Locks are structs that the kernel may fill; the others take numbers. */
    if (command >= 5 && command <= 7)
        __heapproof_unsupported("a lock on a file");
    return __libc_outcome(__heapproof_system(SYS_DEVICE, NULL, NULL, descriptor, command, 3), __INT_MAX__);
}

#define TIOCGWINSZ 0x5413
#define FIONREAD 0x541b

int ioctl(int descriptor, unsigned long request, ...) {
    __builtin_va_list args;
    __builtin_va_start(args, request);
    void *argument = __builtin_va_arg(args, void *);
    __builtin_va_end(args);
    if (request != TIOCGWINSZ && request != FIONREAD)
        __heapproof_unsupported("a request to a device");
    int outcome = __libc_outcome(__heapproof_system(SYS_DEVICE, NULL, NULL, descriptor, request, 4), 0);
    if (outcome == 0 && request == FIONREAD)
        RECEIVE(*(int *)argument);
    if (outcome == 0 && request == TIOCGWINSZ) {
        unsigned short *size = argument;
        RECEIVE(size[0]);
        RECEIVE(size[1]);
        RECEIVE(size[2]);
        RECEIVE(size[3]);
    }
    return outcome;
}

/* Terminals: the settings are bytes of which nothing is known. */
#define TERMIOS_BYTES 60

int tcgetattr(int descriptor, void *settings) {
    int outcome = __libc_outcome(__heapproof_system(SYS_DEVICE, NULL, NULL, descriptor, 0, 5), 0);
    if (outcome == 0)
        __heapproof_received(settings, TERMIOS_BYTES);
    return outcome;
}

int tcsetattr(int descriptor, int when, const void *settings) {
    __heapproof_readable(settings, TERMIOS_BYTES);
    return __libc_outcome(__heapproof_system(SYS_DEVICE, NULL, NULL, descriptor, when, 6), 0);
}

struct termios {
    unsigned input, output, control, local;
    unsigned char line, characters[32];
    unsigned input_speed, output_speed;
};

void cfmakeraw(struct termios *settings) {
    settings->input &= ~02753u;
    settings->output &= ~1u;
    settings->local &= ~0100113u;
    settings->control = settings->control & ~0460u | 060;
    settings->characters[6] = 1;
    settings->characters[5] = 0;
}

/* Which speeds there are depends on the system. */
int cfsetispeed(struct termios *settings, unsigned speed) {
    if (__heapproof_any() & 1) {
        errno = EINVAL;
        return -1;
    }
    settings->input_speed = speed;
    settings->output_speed = speed;
    return 0;
}

unsigned cfgetispeed(const struct termios *settings) {
    __heapproof_readable(settings, TERMIOS_BYTES);
    return __heapproof_any();
}

long readlink(const char *restrict path, char *restrict to, size_t size) {
    CHECK_STRING(path);
    if (size > PATH_MAX)
        size = PATH_MAX;
    long length = __libc_outcome(__heapproof_system(SYS_READLINK, path, NULL, size, 0, 0), size);
    if (length > 0)
        __heapproof_received(to, length);
    return length;
}

char *getcwd(char *to, size_t size) {
    if (to == NULL && size == 0)
        size = PATH_MAX;
    if (size < 2) {
        errno = EINVAL;
        return NULL;
    }
    long length = __libc_outcome(__heapproof_system(SYS_GETCWD, NULL, NULL, size, 0, 0), size - 1);
    if (length < 0)
        return NULL;
    __VERIFIER_assume(length > 0);
    if (to == NULL && (to = malloc(size)) == NULL)
        return NULL;
    __heapproof_received(to, length);
    to[length] = 0;
    return to;
}

char *get_current_dir_name(void) {
    return getcwd(NULL, 0);
}

/* The name of a new file takes the place of the last six characters. */
static size_t __libc_template(char *name) {
    size_t length = strlen(name);
    const char *last = name + length - 6;
    if (length < 6 || last[0] != 'X' || last[1] != 'X' || last[2] != 'X' || last[3] != 'X' || last[4] != 'X' ||
        last[5] != 'X') {
        errno = EINVAL;
        return 0;
    }
    return length;
}

int mkstemp(char *name) {
    size_t length = __libc_template(name);
    if (length == 0)
        return -1;
    int descriptor = __libc_new_descriptor(__heapproof_system(SYS_MKSTEMP, name, NULL, 0, 0, 0));
    if (descriptor >= 0)
        __heapproof_received(name + length - 6, 6);
    return descriptor;
}

int mkostemp(char *name, int flags) {
    return mkstemp(name);
}

char *mkdtemp(char *name) {
    size_t length = __libc_template(name);
    if (length == 0)
        return NULL;
    if (__libc_outcome(__heapproof_system(SYS_MKSTEMP, name, NULL, 1, 0, 0), 0) < 0)
        return NULL;
    __heapproof_received(name + length - 6, 6);
    return name;
}

/* A name that no file had; one may have it by now. */
char *tmpnam(char *to) {
    static char kept[20];
    static const char start[] = "/tmp/file";
    char *name = to != NULL ? to : kept;
    memcpy(name, start, sizeof start - 1);
    for (int place = 0; place < 6; place++)
        name[sizeof start - 1 + place] = 'a' + __heapproof_any() % 26;
    name[sizeof start + 5] = 0;
    return name;
}

/* Directories. */

struct dirent {
    unsigned long number;
    long offset;
    unsigned short length;
    unsigned char type;
    char name[NAME_MAX + 1];
};

typedef struct __libc_directory {
    struct __libc_directory *next;
    int descriptor;
    struct dirent entry;
} DIR;

/* The library keeps directories until they are closed. */
static DIR *__libc_directories;

DIR *opendir(const char *path) {
    CHECK_STRING(path);
    int descriptor = __libc_new_descriptor(__heapproof_system(SYS_OPENDIR, path, NULL, 0, 0, 0));
    if (descriptor < 0)
        return NULL;
    DIR *directory = malloc(sizeof *directory);
    if (directory == NULL)
        return NULL;
    directory->descriptor = descriptor;
    directory->next = __libc_directories;
    __libc_directories = directory;
    return directory;
}

struct dirent *readdir(DIR *directory) {
    /* Zero at the end, where errno stays as it is. */
    long length = __libc_outcome(__heapproof_system(SYS_READDIR, NULL, NULL, directory->descriptor, 0, 0), NAME_MAX);
    if (length <= 0)
        return NULL;
    struct dirent *entry = &directory->entry;
    __heapproof_received(entry->name, length);
    entry->name[length] = 0;
    __heapproof_received(&entry->number, sizeof entry->number);
    __heapproof_received(&entry->type, 1);
    return entry;
}

int closedir(DIR *directory) {
    int descriptor = directory->descriptor;
    DIR **at = &__libc_directories;
    while (*at != directory)
        at = &(*at)->next;
    *at = directory->next;
    free(directory);
    return __libc_outcome(__heapproof_system(SYS_CLOSE, NULL, NULL, descriptor, 0, 0), 0);
}

DIR *fdopendir(int descriptor) {
    if (descriptor < 0) {
        errno = EBADF;
        return NULL;
    }
    DIR *directory = malloc(sizeof *directory);
    if (directory == NULL)
        return NULL;
    directory->descriptor = descriptor;
    directory->next = __libc_directories;
    __libc_directories = directory;
    return directory;
}

void rewinddir(DIR *directory) {
    __heapproof_system(SYS_SEEK, NULL, NULL, directory->descriptor, 0, 0);
}

int dirfd(DIR *directory) {
    return directory->descriptor;
}

/* Processes. A fork has both outcomes; a program that is executed instead of this one ends it. */

int fork(void) {
    return __libc_outcome(__heapproof_system(SYS_PROCESS, NULL, NULL, 0, 0, 0), 4194304);
}

static int __libc_exec(const char *path) {
    CHECK_STRING(path);
    if (__libc_outcome(__heapproof_system(SYS_PROCESS, path, NULL, 1, 0, 0), 0) < 0)
        return -1;
    _Exit(0);
}

static void __libc_check_strings(char *const list[]) {
    for (; *list != NULL; list++)
        CHECK_STRING(*list);
}

int execv(const char *path, char *const args[]) {
    __libc_check_strings(args);
    return __libc_exec(path);
}

int execvp(const char *path, char *const args[]) {
    __libc_check_strings(args);
    return __libc_exec(path);
}

int execve(const char *path, char *const args[], char *const environment[]) {
    __libc_check_strings(args);
    __libc_check_strings(environment);
    return __libc_exec(path);
}

int execlp(const char *path, const char *first, ...) {
    __builtin_va_list args;
    __builtin_va_start(args, first);
    while (first != NULL) {
        CHECK_STRING(first);
        first = __builtin_va_arg(args, const char *);
    }
    __builtin_va_end(args);
    return __libc_exec(path);
}

int waitpid(int process, int *status, int options) {
    int outcome = __libc_outcome(__heapproof_system(SYS_PROCESS, NULL, NULL, 2, process, options), 4194304);
    if (outcome > 0 && status != NULL)
        __heapproof_received(status, sizeof *status);
    return outcome;
}

int wait(int *status) {
    return waitpid(-1, status, 0);
}

#define USAGE_BYTES (18 * sizeof(long))

int wait4(int process, int *status, int options, void *usage) {
    int outcome = waitpid(process, status, options);
    if (outcome > 0 && usage != NULL)
        __heapproof_received(usage, USAGE_BYTES);
    return outcome;
}

int wait3(int *status, int options, void *usage) {
    return wait4(-1, status, options, usage);
}

/* A process that executes another program: its number, or what went wrong. */
int posix_spawn(int *process, const char *path, const void *actions, const void *attributes, char *const args[],
                char *const environment[]) {
    CHECK_STRING(path);
    __libc_check_strings(args);
    if (environment != NULL)
        __libc_check_strings(environment);
    long outcome = __heapproof_system(SYS_PROCESS, path, NULL, 36, 0, 0);
    __VERIFIER_assume(outcome >= -133 && outcome <= 4194304 && outcome != 0);
    if (outcome < 0)
        return -outcome;
    if (process != NULL)
        *process = outcome;
    return 0;
}

int system(const char *command) {
    if (command != NULL)
        CHECK_STRING(command);
    return __libc_outcome(__heapproof_system(SYS_PROCESS, command, NULL, 3, 0, 0), 65535);
}

int kill(int process, int signal) {
    return __libc_outcome(__heapproof_system(SYS_PROCESS, NULL, NULL, 4, process, signal), 0);
}

int getppid(void) {
    return __libc_outcome(__heapproof_system(SYS_PROCESS, NULL, NULL, 5, 0, 0), 4194304);
}

unsigned umask(unsigned mask) {
    long outcome = __heapproof_system(SYS_PROCESS, NULL, NULL, 6, mask, 0);
    __VERIFIER_assume(outcome >= 0 && outcome <= 0777);
    return outcome;
}

static unsigned __libc_identity(int which) {
    long outcome = __heapproof_system(SYS_USER, NULL, NULL, which, 0, 0);
    __VERIFIER_assume(outcome >= 0 && outcome <= __INT_MAX__);
    return outcome;
}

unsigned getuid(void) {
    return __libc_identity(0);
}

unsigned geteuid(void) {
    return __libc_identity(1);
}

unsigned getgid(void) {
    return __libc_identity(2);
}

unsigned getegid(void) {
    return __libc_identity(3);
}

long sysconf(int name) {
    return __libc_outcome(__heapproof_system(SYS_CONFIGURATION, NULL, NULL, name, 0, 0), __LONG_MAX__);
}

int getpagesize(void) {
    return 4096;
}

int gethostname(char *to, size_t size) {
    long length = __libc_outcome(__heapproof_system(SYS_CONFIGURATION, NULL, NULL, -1, size, 0), 64);
    if (length < 0)
        return -1;
    if ((size_t)length >= size) {
        errno = 36;
        return -1;
    }
    __heapproof_received(to, length);
    to[length] = 0;
    return 0;
}

/* Users and groups: an entry, or none. */

struct passwd {
    char *name;
    char *password;
    unsigned user;
    unsigned group;
    char *description;
    char *directory;
    char *shell;
};

struct group {
    char *name;
    char *password;
    unsigned group;
    char **members;
};

/* A text that the system delivers: how long it is, then its bytes. */
char *__libc_system_text(char *to, unsigned room) {
    unsigned length;
    RECEIVE(length);
    __VERIFIER_assume(length < room);
    __heapproof_received(to, length);
    to[length] = 0;
    return to;
}

/* Each text has memory of its own. */
#define SYSTEM_TEXT(to)                                                                                                \
    do {                                                                                                               \
        static char text[TEXT_BYTES];                                                                                  \
        (to) = __libc_system_text(text, sizeof text);                                                                  \
    } while (0)

static struct passwd *__libc_user(const char *wanted, unsigned number) {
    static struct passwd found;
    long outcome = __libc_outcome(__heapproof_system(SYS_USER, wanted, NULL, 4, number, 0), 1);
    if (outcome <= 0)
        return NULL;
    SYSTEM_TEXT(found.name);
    SYSTEM_TEXT(found.password);
    SYSTEM_TEXT(found.description);
    SYSTEM_TEXT(found.directory);
    SYSTEM_TEXT(found.shell);
    __heapproof_received(&found.user, sizeof found.user);
    __heapproof_received(&found.group, sizeof found.group);
    return &found;
}

struct passwd *getpwuid(unsigned number) {
    return __libc_user(NULL, number);
}

struct passwd *getpwnam(const char *name) {
    CHECK_STRING(name);
    return __libc_user(name, 0);
}

/* All users, one after the other. */
struct passwd *getpwent(void) {
    return __libc_user(NULL, 0);
}

void setpwent(void) {}
void endpwent(void) {}

/* The entry with its texts in memory of the program. */
static int __libc_user_to(const struct passwd *found, struct passwd *to, char *buffer, size_t size,
                          struct passwd **result) {
    *result = NULL;
    if (found == NULL)
        return 0;
    *to = *found;
    char **const texts[] = {&to->name, &to->password, &to->description, &to->directory, &to->shell};
    for (int i = 0; i < 5; i++) {
        size_t bytes = strlen(*texts[i]) + 1;
        if (bytes > size)
            return ERANGE;
        memcpy(buffer, *texts[i], bytes);
        *texts[i] = buffer;
        buffer += bytes;
        size -= bytes;
    }
    *result = to;
    return 0;
}

int getpwnam_r(const char *name, struct passwd *to, char *buffer, size_t size, struct passwd **result) {
    return __libc_user_to(getpwnam(name), to, buffer, size, result);
}

int getpwuid_r(unsigned number, struct passwd *to, char *buffer, size_t size, struct passwd **result) {
    return __libc_user_to(getpwuid(number), to, buffer, size, result);
}

static struct group *__libc_group(const char *wanted, unsigned number) {
    static struct group found;
    static char *members[3];
    long outcome = __libc_outcome(__heapproof_system(SYS_USER, wanted, NULL, 5, number, 0), 1);
    if (outcome <= 0)
        return NULL;
    SYSTEM_TEXT(found.name);
    SYSTEM_TEXT(found.password);
    found.members = members;
    __heapproof_received(&found.group, sizeof found.group);
    members[0] = members[1] = NULL;
    unsigned char count;
    RECEIVE(count);
    if (count > 0)
        SYSTEM_TEXT(members[0]);
    if (count > 1)
        SYSTEM_TEXT(members[1]);
    return &found;
}

struct group *getgrgid(unsigned number) {
    return __libc_group(NULL, number);
}

struct group *getgrnam(const char *name) {
    CHECK_STRING(name);
    return __libc_group(name, 0);
}

/* Names of files. */

char *dirname(char *path) {
    static char here[] = ".";
    if (path == NULL || *path == 0)
        return here;
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    while (end > 0 && path[end - 1] != '/')
        end--;
    while (end > 1 && path[end - 1] == '/')
        end--;
    if (end == 0)
        return here;
    path[end] = 0;
    return path;
}

char *__xpg_basename(char *path) {
    static char here[] = ".";
    if (path == NULL || *path == 0)
        return here;
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        path[--end] = 0;
    while (end > 0 && path[end - 1] != '/')
        end--;
    return path[end] == 0 ? path : path + end;
}

/* GNU's own: what follows the last slash. */
char *basename(const char *path) {
    const char *last = path;
    for (; *path != 0; path++) {
        if (*path == '/')
            last = path + 1;
    }
    return (char *)last;
}
