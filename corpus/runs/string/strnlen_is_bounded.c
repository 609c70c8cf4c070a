// strnlen stops at its bound.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[3] = {'a', 'b', 'c'};
    printf("%zu %zu %zu %zu\n", strnlen(b, 3), strnlen("ab", 10), strnlen("ab", 1), strnlen("", 0));
    return 0;
}
