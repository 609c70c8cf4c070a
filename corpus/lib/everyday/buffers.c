// Buffers: a pointer and a number of elements.
// command: lib
// functions: 30
// requires: sum: \valid(a + (0 .. n - 1))
// requires: sum_signed: \valid(a + (0 .. n - 1))
// requires: sum_unsigned: \valid(a + (0 .. n - 1))
// requires: sum_backwards: \valid(a + (0 .. n - 1))
// requires: third: \valid(a + (0 .. 2))
// requires: element: \valid(a + (0 .. i)); i >= 0
// requires: sum_twice: \valid(a + (0 .. n - 1))
// requires: copy_bytes: \valid(to + (0 .. n - 1)); \valid(from + (0 .. n - 1))
// requires: copy_some: \valid(to + (0 .. n - 1)); \valid(from + (0 .. n - 1)); n >= 0
// requires: copy_numbers: \valid(to + (0 .. n - 1)); \valid(from + (0 .. n - 1))
// requires: clear: \valid(to + (0 .. n - 1))
// requires: square: i >= 0; i < 8
// requires: next_square: i >= -1; i < 7
// requires: duplicate: text != NULL; valid_read_string(text)
// requires: last: \valid(a + (0 .. n - 1)); n >= 1
#include <stdlib.h>
#include <string.h>

int sum(const int *a, size_t n)
{
    int s = 0;
    for (size_t i = 0; i < n; i++)
        s += a[i];
    return s;
}

int sum_signed(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int sum_unsigned(const int *a, unsigned n)
{
    int s = 0;
    for (unsigned i = 0; i < n; i++)
        s += a[i];
    return s;
}

int sum_backwards(const int *a, unsigned n)
{
    int s = 0;
    for (unsigned i = n - 1; i < n; i--)
        s += a[i];
    return s;
}

int sum_one_too_far(const int *a, size_t n)
{
    int s = 0;
    for (size_t i = 0; i <= n; i++)
        s += a[i]; // BUG: sum_one_too_far: behind the buffer
    return s;
}

int sum_from_before(const int *a, int n)
{
    int s = 0;
    for (int i = n - 1; i >= -1; i--)
        s += a[i]; // BUG: sum_from_before: before the buffer
    return s;
}

int third(const int *a)
{
    return a[2];
}

int element(const int *a, int i)
{
    return a[i];
}

int last(const int *a, size_t n)
{
    return a[n - 1];
}

int sum_twice(const int *a, size_t n)
{
    return sum(a, n) + sum(a, n);
}

int sum_of_four(void)
{
    int a[4] = {1, 2, 3, 4};
    return sum(a, 4);
}

int sum_of_five(void)
{
    int a[4] = {1, 2, 3, 4};
    return sum(a, 5); // BUG: sum_of_five: there are four
}

void copy_bytes(char *to, const char *from, size_t n)
{
    memcpy(to, from, n);
}

void copy_some(char *to, const char *from, int n)
{
    memcpy(to, from, n);
}

void copy_numbers(int *to, const int *from, size_t n)
{
    memcpy(to, from, n * sizeof *to);
}

void clear(char *to, size_t n)
{
    memset(to, 0, n);
}

int clear_local(void)
{
    char text[8];
    clear(text, sizeof text);
    return text[0];
}

int clear_too_much(void)
{
    char text[8];
    clear(text, 9); // BUG: clear_too_much: there are eight
    return text[0];
}

char *duplicate(const char *text)
{
    size_t n = strlen(text);
    char *copy = malloc(n + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, n + 1);
    return copy;
}

char *duplicate_without_end(const char *text)
{
    size_t n = strlen(text);
    char *copy = malloc(n);
    if (!copy)
        return NULL;
    memcpy(copy, text, n + 1); // BUG: duplicate_without_end: no room for the last byte
    return copy;
}

static const int squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};

int square(int i)
{
    return squares[i];
}

int square_of_some(unsigned i)
{
    return squares[i & 7];
}

int next_square(int i)
{
    return square(i + 1);
}

int square_of_eight(void)
{
    return square(8); // BUG: square_of_eight: there are eight
}

int square_checked(int i)
{
    if (i < 0 || i > 8)
        return -1;
    return squares[i]; // BUG: square_checked: there are eight
}

int use_after_realloc(int *a, size_t n)
{
    int *b = realloc(a, n * sizeof *a);
    if (!b)
        return -1;
    a[0] = 1; // BUG: use_after_realloc: the old block is gone
    free(b);
    return 0;
}

int *free_after_realloc(int *a, size_t n)
{
    int *b = realloc(a, n * sizeof *a);
    if (!b)
        return NULL;
    free(a); // BUG: free_after_realloc: the old block is gone
    return b;
}

int copy_into_local(const char *from, size_t n)
{
    char text[16];
    memcpy(text, from, n); // BUG: copy_into_local: any number of bytes
    return text[0];
}

int end_behind_local(const char *from, size_t n)
{
    char text[16];
    if (n > 16)
        return 0;
    memcpy(text, from, n);
    text[n] = 0; // BUG: end_behind_local: the seventeenth byte
    return text[0];
}

int first_of(size_t n)
{
    int *a = malloc(n);
    if (!a)
        return 0;
    a[0] = 1; // BUG: first_of: there may be no byte at all
    free(a);
    return 1;
}
