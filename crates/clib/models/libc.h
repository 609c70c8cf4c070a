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
