// stpcpy and stpncpy give the end of the copy.
#include <stdio.h>
#include <string.h>

int main(void) {
    char b[10];
    printf("%td ", stpcpy(b, "abc") - b);
    printf("%td %td ", stpncpy(b, "abc", 8) - b, stpncpy(b, "abcdef", 4) - b);
    printf("%.4s\n", b);
    return 0;
}
