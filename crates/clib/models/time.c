/* <time.h>: dates. What a calendar says is computed by the engine that executes a program; explorers know the ranges. */
#include "libc.h"

typedef long time_t;

struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

time_t time(time_t *to);

/* The part of a date that the system tells: nine numbers. */
static struct tm *__libc_date(struct tm *to) {
    int parts[9];
    __heapproof_received(parts, sizeof parts);
    __VERIFIER_assume(parts[0] >= 0 && parts[0] <= 60);
    __VERIFIER_assume(parts[1] >= 0 && parts[1] <= 59);
    __VERIFIER_assume(parts[2] >= 0 && parts[2] <= 23);
    __VERIFIER_assume(parts[3] >= 1 && parts[3] <= 31);
    __VERIFIER_assume(parts[4] >= 0 && parts[4] <= 11);
    __VERIFIER_assume(parts[6] >= 0 && parts[6] <= 6);
    __VERIFIER_assume(parts[7] >= 0 && parts[7] <= 365);
    __VERIFIER_assume(parts[8] >= -1 && parts[8] <= 1);
    to->tm_sec = parts[0];
    to->tm_min = parts[1];
    to->tm_hour = parts[2];
    to->tm_mday = parts[3];
    to->tm_mon = parts[4];
    to->tm_year = parts[5];
    to->tm_wday = parts[6];
    to->tm_yday = parts[7];
    to->tm_isdst = parts[8];
    to->tm_gmtoff = 0;
    to->tm_zone = "GMT";
    return to;
}

static struct tm *__libc_calendar(time_t seconds, int is_local, struct tm *to) {
    if (__libc_outcome(__heapproof_system(SYS_CALENDAR, NULL, NULL, seconds, is_local, 0), 0) < 0)
        return NULL;
    return __libc_date(to);
}

static struct tm __libc_time;

struct tm *gmtime(const time_t *seconds) {
    return __libc_calendar(*seconds, 0, &__libc_time);
}

struct tm *localtime(const time_t *seconds) {
    return __libc_calendar(*seconds, 1, &__libc_time);
}

struct tm *gmtime_r(const time_t *restrict seconds, struct tm *restrict to) {
    return __libc_calendar(*seconds, 0, to);
}

struct tm *localtime_r(const time_t *restrict seconds, struct tm *restrict to) {
    return __libc_calendar(*seconds, 1, to);
}

time_t mktime(struct tm *date) {
    int parts[6] = {date->tm_sec, date->tm_min, date->tm_hour, date->tm_mday, date->tm_mon, date->tm_year};
    long outcome = __heapproof_system(SYS_MKTIME, parts, NULL, 0, 0, 0);
    if (outcome == -1)
        return -1;
    __libc_date(date);
    return outcome;
}

double difftime(time_t later, time_t earlier) {
    return (double)later - (double)earlier;
}

size_t strftime(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict date) {
    int parts[8] = {date->tm_sec,  date->tm_min,  date->tm_hour, date->tm_mday,
                    date->tm_mon, date->tm_year, date->tm_wday, date->tm_yday};
    CHECK_STRING(format);
    if (size == 0)
        return 0;
    long length = __heapproof_system(SYS_STRFTIME, parts, format, size, 0, 0);
    __VERIFIER_assume(length >= 0 && (size_t)length < size);
    if (length == 0)
        return 0;
    __heapproof_received(to, length);
    to[length] = 0;
    return length;
}

static char __libc_date_text[64];

char *asctime(const struct tm *date) {
    strftime(__libc_date_text, sizeof __libc_date_text, "%a %b %e %H:%M:%S %Y\n", date);
    return __libc_date_text;
}

char *ctime(const time_t *seconds) {
    struct tm *date = localtime(seconds);
    return date == NULL ? NULL : asctime(date);
}

char *asctime_r(const struct tm *date, char *to) {
    /* Twenty-six bytes, as long as the year has four digits. */
    strftime(to, 26, "%a %b %e %H:%M:%S %Y\n", date);
    return to;
}

char *ctime_r(const time_t *seconds, char *to) {
    struct tm date;
    return localtime_r(seconds, &date) == NULL ? NULL : asctime_r(&date, to);
}

time_t timegm(struct tm *date) {
    return mktime(date);
}

void tzset(void) {}

/* What is read of a text: any part of it, and any date. */
char *strptime(const char *restrict text, const char *restrict format, struct tm *restrict to) {
    size_t length = strlen(text);
    CHECK_STRING(format);
    long end = __heapproof_system(SYS_STRFTIME, text, format, 0, 0, 1);
    __VERIFIER_assume(end >= -1 && (end < 0 || (size_t)end <= length));
    if (end < 0)
        return NULL;
    __libc_date(to);
    return (char *)text + end;
}
