// Strings are compared by unsigned bytes.
#include <stdio.h>
#include <string.h>

static int sign(int x) { return (x > 0) - (x < 0); }
int main(void) {
    printf("%d %d %d %d ", sign(strcmp("a", "b")), sign(strcmp("b", "a")), sign(strcmp("a", "a")), sign(strcmp("", "a")));
    printf("%d %d ", sign(strcmp("\xff", "a")), sign(memcmp("\xff", "a", 1)));
    printf("%d %d %d\n", sign(strncmp("abc", "abd", 2)), sign(strncmp("abc", "abd", 3)), sign(strncmp("a", "b", 0)));
    return 0;
}
