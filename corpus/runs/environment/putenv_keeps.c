// putenv keeps the string itself.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    static char v[] = "W=abc";
    putenv(v);
    v[2] = 'x';
    printf("%s\n", getenv("W"));
    return 0;
}
