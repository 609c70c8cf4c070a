// Functions that search look no further than the first place where they find: the limit may be larger than the block.
// verdict: safe
#include <string.h>

int main(void) {
    char a[4] = "abc", b[4] = "abd";
    if (memchr(a, 'b', 400) != a + 1)
        return 1;
    if (strncmp(a, b, 400) >= 0 || memcmp(a, b, 4) >= 0)
        return 1;
    return strnlen(a, 400) != 3;
}
