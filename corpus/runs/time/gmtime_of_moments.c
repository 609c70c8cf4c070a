// Moments as dates.
#include <stdio.h>
#include <time.h>

int main(void) {
    time_t moments[] = {0, 86399, 951782400, 1709208000, -1, 4102444800};
    for (int i = 0; i < 6; i++) {
        struct tm *t = gmtime(&moments[i]);
        printf("%d-%d-%d %d:%d:%d %d %d|", t->tm_year, t->tm_mon, t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec, t->tm_wday, t->tm_yday);
    }
    return 0;
}
