// Spans of characters in and not in a set.
#include <stdio.h>
#include <string.h>

int main(void) {
    printf("%zu %zu %zu %zu ", strspn("aabbcc", "ab"), strspn("x", ""), strcspn("hello world", " o"), strcspn("abc", ""));
    printf("%s %d\n", strpbrk("key=value", "=:"), strpbrk("abc", "xyz") == NULL);
    return 0;
}
