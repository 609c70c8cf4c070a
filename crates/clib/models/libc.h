/* What the models share. They include no system header, so that compiling them gives the same everywhere. */

typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wchar_t;
#define NULL ((void *)0)

/* Primitives that the models use. */
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);
void *malloc(size_t size);
double strtod(const char *restrict text, char **restrict end);
_Noreturn void __heapproof_raise(int signal);
void __heapproof_unsupported(const char *what);
void __heapproof_undefined(const char *what);
void __heapproof_readable(const void *block, size_t count);
size_t __heapproof_length(const char *text);
int __heapproof_is_plain(const char *text);
int __heapproof_is_many(size_t rounds);
int __heapproof_is_known(int number);
int __heapproof_shuffled(void *elements, size_t length, size_t size);
unsigned long long __heapproof_any(void);
void __heapproof_apart(const void *to, size_t count, const void *from, size_t length);
_Noreturn void abort(void);

/* Other models. */
int *__errno_location(void);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t limit);
int strcmp(const char *a, const char *b);

/* Classes of characters, for those who know that it is one. */
int __libc_is_space(int c);
int __libc_is_alpha(int c);
int __libc_is_digit(int c);
int __libc_to_lower(int c);

#define ERANGE 34
#define EINVAL 22
#define errno (*__errno_location())

/* The system. A call has an outcome, negative for the number of an error; what it delivers besides is taken
   piece by piece. Explorers know nothing of either but what a model assumes. */
long __heapproof_system(int call, const void *one, const void *two, long a, long b, long c);
void __heapproof_received(void *to, size_t count);
int __heapproof_is_standard(const void *stream);
void __VERIFIER_assume(int holds);
_Noreturn void _Exit(int code);
void *realloc(void *block, size_t size);
void free(void *block);

#define SYS_OPEN 1
#define SYS_CLOSE 2
#define SYS_READ 3
#define SYS_READ_TO 4
#define SYS_SEEK 5
#define SYS_STAT 6
#define SYS_FSTAT 7
#define SYS_UNLINK 8
#define SYS_MKDIR 9
#define SYS_RMDIR 10
#define SYS_RENAME 11
#define SYS_ACCESS 12
#define SYS_CHDIR 13
#define SYS_CHMOD 14
#define SYS_READLINK 15
#define SYS_GETCWD 16
#define SYS_OPENDIR 17
#define SYS_READDIR 18
#define SYS_DUP 19
#define SYS_PIPE 20
#define SYS_ISATTY 21
#define SYS_MKSTEMP 22
#define SYS_TMPFILE 23
#define SYS_CALENDAR 24
#define SYS_MKTIME 25
#define SYS_STRFTIME 26
#define SYS_PROCESS 27
#define SYS_USER 28
#define SYS_CONFIGURATION 29
#define SYS_DEVICE 30
#define SYS_LINK 31
#define SYS_MATCH 32
#define SYS_ROOM 33
#define SYS_REOPEN 34

/* The outcome of a call as functions of the library tell it: -1 and errno where it fails. */
long __libc_outcome(long outcome, long most);

/* Takes a number that is delivered. Numbers that are taken one by one stay numbers for explorers, and a replay has each. */
#define RECEIVE(number) __heapproof_received(&(number), sizeof(number))

/* The room for a text that the system knows, such as the home of a user. */
#define TEXT_BYTES 4096
char *__libc_system_text(char *to, unsigned room);

/* A string that the library only passes on. */
#define CHECK_STRING(text) ((void)strlen(text))

#define EOF (-1)
#define EOVERFLOW 75
#define ENOENT 2
#define EBADF 9
#define ENOMEM 12
