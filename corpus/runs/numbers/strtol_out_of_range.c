// Numbers that are too large set errno.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *texts[] = {"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "99999999999999999999999"};
    for (int i = 0; i < 5; i++) {
        errno = 0;
        printf("%ld %d ", strtol(texts[i], NULL, 10), errno == ERANGE);
        errno = 0;
        printf("%lu %d\n", strtoul(texts[i], NULL, 10), errno == ERANGE);
    }
    return 0;
}
