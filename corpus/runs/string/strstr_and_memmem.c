// Strings and blocks within others.
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *s = "abcabcd";
    printf("%td %td %d ", strstr(s, "abcd") - s, strstr(s, "") - s, strstr(s, "x") == NULL);
    printf("%td %td ", strcasestr(s, "CAB") - s, (char *)memmem(s, 7, "cd", 2) - s);
    printf("%d %td\n", memmem(s, 3, "abcd", 4) == NULL, (char *)memmem(s, 7, "", 0) - s);
    return 0;
}
