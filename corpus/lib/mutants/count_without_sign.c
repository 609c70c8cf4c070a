// A number with sign is given to a function that takes it without.
// command: lib
// functions: 2
// requires: fill: \valid(to + (0 .. n - 1))
#include <stddef.h>

void fill(char *to, size_t n)
{
    for (size_t i = 0; i < n; i++)
        to[i] = 0;
}

void fill_some(char *to, int n)
{
    fill(to, n); // BUG: fill_some: less than none is very many
}
