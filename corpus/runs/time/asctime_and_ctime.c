// The text of a date.
#include <stdio.h>
#include <time.h>

int main(void) {
    time_t zero = 0;
    char b[30];
    struct tm t;
    printf("%s", asctime(gmtime(&zero)));
    printf("%s", asctime_r(gmtime_r(&zero, &t), b));
    return 0;
}
