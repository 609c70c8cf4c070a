// snprintf as a copy that always ends.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[5];
    int n = snprintf(b, sizeof b, "%s", "abcdefg");
    printf("%s %d ", b, n);
    n = snprintf(NULL, 0, "%s-%d", "x", 12);
    printf("%d\n", n);
    return 0;
}
