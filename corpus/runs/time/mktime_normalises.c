// mktime brings members into their ranges.
#include <stdio.h>
#include <time.h>

int main(void) {
    struct tm t = {.tm_year = 124, .tm_mon = 13, .tm_mday = 32, .tm_hour = 25, .tm_isdst = 0};
    time_t m = timegm(&t);
    printf("%ld %d-%d-%d %d %d %d\n", (long)m, t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour, t.tm_wday, t.tm_yday);
    return 0;
}
