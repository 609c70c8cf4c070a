// Days between two dates.
// run: 2024-02-28 2024-03-01
// run: 1999-12-31 2000-01-01
// run: bad 2000-01-01
#include <stdio.h>
#include <time.h>

static int day(const char *text, time_t *to) {
    struct tm t = {0};
    if (sscanf(text, "%d-%d-%d", &t.tm_year, &t.tm_mon, &t.tm_mday) != 3) return 0;
    t.tm_year -= 1900;
    t.tm_mon--;
    *to = timegm(&t);
    return 1;
}
int main(int argc, char **argv) {
    time_t a, b;
    if (argc < 3 || !day(argv[1], &a) || !day(argv[2], &b)) return 2;
    printf("%ld\n", (long)(b - a) / 86400);
    return 0;
}
