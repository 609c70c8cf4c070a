// strncpy fills with zeros and cuts without an end.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[8];
    memset(b, 'x', sizeof b);
    strncpy(b, "abc", 6);
    for (int i = 0; i < 8; i++) printf("%d ", b[i]);
    memset(b, 'x', sizeof b);
    strncpy(b, "abcdef", 3);
    for (int i = 0; i < 8; i++) printf("%d ", b[i]);
    strncpy(b, "q", 0);
    printf("%c\n", b[0]);
    return 0;
}
