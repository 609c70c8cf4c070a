// In the C locale strcoll compares and strxfrm copies.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[10];
    printf("%d %zu ", strcoll("a", "b") < 0, strxfrm(b, "abc", sizeof b));
    printf("%s %zu\n", b, strxfrm(NULL, "hello", 0));
    return 0;
}
