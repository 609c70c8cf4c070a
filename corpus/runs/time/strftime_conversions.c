// Conversions of strftime.
#include <stdio.h>
#include <time.h>

int main(void) {
    char b[200];
    struct tm t = {.tm_year = 124, .tm_mon = 1, .tm_mday = 9, .tm_hour = 15, .tm_min = 4, .tm_sec = 5, .tm_wday = 5, .tm_yday = 39};
    size_t n = strftime(b, sizeof b, "%Y-%m-%d %H:%M:%S %a %A %b %B %d %e %I %j %p %y %C %D %F %R %T %u %w %U %W %V %G %n%t%% %c %x %X", &t);
    printf("%zu %s\n", n, b);
    printf("%zu\n", strftime(b, 3, "%Y", &t));
    return 0;
}
