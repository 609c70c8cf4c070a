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
    RECEIVE(to->tm_sec);
    RECEIVE(to->tm_min);
    RECEIVE(to->tm_hour);
    RECEIVE(to->tm_mday);
    RECEIVE(to->tm_mon);
    RECEIVE(to->tm_year);
    RECEIVE(to->tm_wday);
    RECEIVE(to->tm_yday);
    RECEIVE(to->tm_isdst);
    __VERIFIER_assume(to->tm_sec >= 0 && to->tm_sec <= 60);
    __VERIFIER_assume(to->tm_min >= 0 && to->tm_min <= 59);
    __VERIFIER_assume(to->tm_hour >= 0 && to->tm_hour <= 23);
    __VERIFIER_assume(to->tm_mday >= 1 && to->tm_mday <= 31);
    __VERIFIER_assume(to->tm_mon >= 0 && to->tm_mon <= 11);
    __VERIFIER_assume(to->tm_wday >= 0 && to->tm_wday <= 6);
    __VERIFIER_assume(to->tm_yday >= 0 && to->tm_yday <= 365);
    __VERIFIER_assume(to->tm_isdst >= -1 && to->tm_isdst <= 1);
    to->tm_gmtoff = 0;
    to->tm_zone = "GMT";
    return to;
}

/* The first and the last second whose year fits into tm_year, and the last of the year 9999. */
#define FIRST_SECOND (-67768040609740800)
#define LAST_SECOND 67768036191676799
#define END_OF_9999 253402300799

static struct tm *__libc_calendar(time_t seconds, int is_local, struct tm *to) {
    if (seconds < FIRST_SECOND || seconds > LAST_SECOND) {
        errno = EOVERFLOW;
        return NULL;
    }
    long outcome = __heapproof_system(SYS_CALENDAR, NULL, NULL, seconds, is_local, 0);
    __VERIFIER_assume(outcome == 0);
    __libc_date(to);
    if (seconds >= 0 && seconds <= END_OF_9999)
        __VERIFIER_assume(to->tm_year >= 70 && to->tm_year <= 8099);
    return to;
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

/* Whether all numbers of a date are those of a calendar with years of four digits. */
static int __libc_is_usual(const struct tm *date) {
    return date->tm_sec >= 0 && date->tm_sec <= 60 && date->tm_min >= 0 && date->tm_min <= 59 && date->tm_hour >= 0 &&
           date->tm_hour <= 23 && date->tm_mday >= 1 && date->tm_mday <= 31 && date->tm_mon >= 0 &&
           date->tm_mon <= 11 && date->tm_year >= -1900 && date->tm_year <= 8099 && date->tm_wday >= 0 &&
           date->tm_wday <= 6 && date->tm_yday >= 0 && date->tm_yday <= 365;
}

/* The most characters that a date has as text; the largest size where a conversion is not known. The parts of a date are
   numbers of two digits, the year has four and the day of the year three; of a date that no calendar has, eleven each. */
static size_t __libc_date_length(const char *format, int is_usual) {
    size_t most = 0, part = is_usual ? 2 : 11, year = is_usual ? 4 : 11, day = is_usual ? 3 : 11;
    for (; *format; format++) {
        if (*format != '%') {
            most++;
            continue;
        }
        format++;
        switch (*format) {
        case '%': case 'n': case 't':
            most++;
            break;
        case 'd': case 'e': case 'H': case 'I': case 'k': case 'l': case 'm': case 'M': case 'S': case 'y':
        case 'C': case 'g': case 'U': case 'V': case 'W': case 'u': case 'w':
            most += part;
            break;
        case 'p': case 'P':
            most += 2;
            break;
        case 'Y': case 'G':
            most += year;
            break;
        case 'j':
            most += day;
            break;
        case 'a': case 'b': case 'h':
            most += 3;
            break;
        case 'A': case 'B':
            most += 9;
            break;
        case 'F':
            most += year + 2 * part + 2;
            break;
        case 'D': case 'x': case 'T': case 'X':
            most += 3 * part + 2;
            break;
        case 'R':
            most += 2 * part + 1;
            break;
        case 'r':
            most += 3 * part + 5;
            break;
        case 'c':
            most += year + 4 * part + 12;
            break;
        default:
            return (size_t)-1;
        }
    }
    return most;
}

size_t strftime(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict date) {
    int parts[8] = {date->tm_sec,  date->tm_min,  date->tm_hour, date->tm_mday,
                    date->tm_mon, date->tm_year, date->tm_wday, date->tm_yday};
    CHECK_STRING(format);
    if (size == 0)
        return 0;
    long length = __heapproof_system(SYS_STRFTIME, parts, format, size, 0, 0);
    __VERIFIER_assume(length >= 0 && (size_t)length < size);
    if (__heapproof_is_plain(format) && *format) {
        size_t most = __libc_date_length(format, __libc_is_usual(date));
        __VERIFIER_assume((size_t)length <= most);
        /* What fits is written. */
        __VERIFIER_assume(length > 0 || most >= size);
    }
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

int strncasecmp(const char *a, const char *b, size_t count);

/* A date that is read from a text: the members that the format names, and what follows from them. */
struct __libc_reading {
    const char *text;
    struct tm *to;
    int century, is_afternoon, has_half, has_year, has_month, has_day, has_weekday, has_yearday, is_dated;
};

/* A number of at most so many digits from `low` to `high`, or -1 where there is none. */
static int __libc_read_number(struct __libc_reading *it, int low, int high, int digits) {
    int value = 0;
    while (*it->text == ' ')
        it->text++;
    if (!__libc_is_digit((unsigned char)*it->text))
        return -1;
    while (digits-- > 0 && __libc_is_digit((unsigned char)*it->text))
        value = value * 10 + (*it->text++ - '0');
    return value < low || value > high ? -1 : value;
}

/* Which of some names the text goes on with, in full or by its first three letters, or -1. */
static int __libc_read_name(struct __libc_reading *it, const char *const *names, int count) {
    for (int i = 0; i < count; i++) {
        size_t length = strlen(names[i]);
        if (strncasecmp(it->text, names[i], length) != 0)
            length = 3;
        if (strncasecmp(it->text, names[i], length) == 0) {
            it->text += length;
            return i;
        }
    }
    return -1;
}

static const char *const __libc_days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const __libc_months[] = {"January", "February", "March",     "April",   "May",      "June",
                                            "July",    "August",   "September", "October", "November", "December"};
static const char *const __libc_halves[] = {"AM", "PM"};
static const short __libc_days_before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};

static int __libc_is_leap(long year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int __libc_days_to_month(long year, int month) {
    return __libc_days_before[month] + (month > 1 && __libc_is_leap(year));
}

/* Reads on as the format says; null where the text does not match. */
static const char *__libc_read_date(struct __libc_reading *it, const char *format) {
    struct tm *to = it->to;
    for (; *format != 0; format++) {
        int value;
        if (__libc_is_space((unsigned char)*format)) {
            while (__libc_is_space((unsigned char)*it->text))
                it->text++;
            continue;
        }
        if (*format != '%') {
            if (*it->text++ != *format)
                return NULL;
            continue;
        }
        format++;
        while (*format == '-' || *format == '_' || *format == '0' || *format == '^' || *format == '#')
            format++;
        if (*format == 'E' || *format == 'O')
            format++;
        switch (*format) {
        case '%':
            if (*it->text++ != '%')
                return NULL;
            break;
        case 'n':
        case 't':
            while (__libc_is_space((unsigned char)*it->text))
                it->text++;
            break;
        case 'a':
        case 'A':
            if ((value = __libc_read_name(it, __libc_days, 7)) < 0)
                return NULL;
            to->tm_wday = value;
            it->has_weekday = 1;
            break;
        case 'b':
        case 'B':
        case 'h':
            if ((value = __libc_read_name(it, __libc_months, 12)) < 0)
                return NULL;
            to->tm_mon = value;
            it->has_month = it->is_dated = 1;
            break;
        case 'C':
            if ((value = __libc_read_number(it, 0, 99, 2)) < 0)
                return NULL;
            it->century = value;
            it->is_dated = 1;
            break;
        case 'd':
        case 'e':
            if ((value = __libc_read_number(it, 1, 31, 2)) < 0)
                return NULL;
            to->tm_mday = value;
            it->has_day = it->is_dated = 1;
            break;
        case 'H':
        case 'k':
            if ((value = __libc_read_number(it, 0, 23, 2)) < 0)
                return NULL;
            to->tm_hour = value;
            it->has_half = 0;
            break;
        case 'I':
        case 'l':
            if ((value = __libc_read_number(it, 1, 12, 2)) < 0)
                return NULL;
            to->tm_hour = value % 12;
            it->has_half = 1;
            break;
        case 'j':
            if ((value = __libc_read_number(it, 1, 366, 3)) < 0)
                return NULL;
            to->tm_yday = value - 1;
            it->has_yearday = 1;
            break;
        case 'm':
            if ((value = __libc_read_number(it, 1, 12, 2)) < 0)
                return NULL;
            to->tm_mon = value - 1;
            it->has_month = it->is_dated = 1;
            break;
        case 'M':
            if ((value = __libc_read_number(it, 0, 59, 2)) < 0)
                return NULL;
            to->tm_min = value;
            break;
        case 'p':
            if ((value = __libc_read_name(it, __libc_halves, 2)) < 0)
                return NULL;
            it->is_afternoon = value;
            break;
        case 'S':
            if ((value = __libc_read_number(it, 0, 61, 2)) < 0)
                return NULL;
            to->tm_sec = value;
            break;
        case 'u':
            if ((value = __libc_read_number(it, 1, 7, 1)) < 0)
                return NULL;
            to->tm_wday = value % 7;
            it->has_weekday = 1;
            break;
        case 'w':
            if ((value = __libc_read_number(it, 0, 6, 1)) < 0)
                return NULL;
            to->tm_wday = value;
            it->has_weekday = 1;
            break;
        case 'y':
            if ((value = __libc_read_number(it, 0, 99, 2)) < 0)
                return NULL;
            to->tm_year = value >= 69 ? value : value + 100;
            it->has_year = it->is_dated = 1;
            break;
        case 'Y':
            if ((value = __libc_read_number(it, 0, 9999, 4)) < 0)
                return NULL;
            to->tm_year = value - 1900;
            it->has_year = 0;
            it->century = -1;
            it->is_dated = 1;
            break;
        case 'D':
        case 'x':
            if (__libc_read_date(it, "%m/%d/%y") == NULL)
                return NULL;
            break;
        case 'F':
            if (__libc_read_date(it, "%Y-%m-%d") == NULL)
                return NULL;
            break;
        case 'R':
            if (__libc_read_date(it, "%H:%M") == NULL)
                return NULL;
            break;
        case 'r':
            if (__libc_read_date(it, "%I:%M:%S %p") == NULL)
                return NULL;
            break;
        case 'T':
        case 'X':
            if (__libc_read_date(it, "%H:%M:%S") == NULL)
                return NULL;
            break;
        case 'c':
            if (__libc_read_date(it, "%a %b %e %H:%M:%S %Y") == NULL)
                return NULL;
            break;
        default:
            __heapproof_unsupported("a conversion of strptime");
        }
    }
    return it->text;
}

char *strptime(const char *restrict text, const char *restrict format, struct tm *restrict to) {
    struct __libc_reading it = {text, to, -1, 0, 0, 0, 0, 0, 0, 0, 0};
    if (__libc_read_date(&it, format) == NULL)
        return NULL;
    if (it.has_half && it.is_afternoon)
        to->tm_hour += 12;
    if (it.century >= 0)
        to->tm_year = (it.has_year ? to->tm_year % 100 : 0) + (it.century - 19) * 100;
    if (!it.is_dated)
        return (char *)it.text;
    long year = 1900L + to->tm_year;
    if (!it.has_weekday && !(it.has_month && it.has_day) && it.has_yearday) {
        int month = 0;
        while (month < 11 && __libc_days_to_month(year, month + 1) <= to->tm_yday)
            month++;
        if (!it.has_month)
            to->tm_mon = month;
        if (!it.has_day)
            to->tm_mday = to->tm_yday - __libc_days_to_month(year, month) + 1;
    }
    if ((unsigned)to->tm_mon > 11)
        return (char *)it.text;
    long in_year = (long)__libc_days_to_month(year, to->tm_mon) + to->tm_mday - 1;
    if (!it.has_weekday) {
        /* The first of January of the year 0 was a Saturday. */
        long before = year - 1;
        long days = 365 * year + before / 4 - before / 100 + before / 400 + (year > 0) + in_year + 6;
        to->tm_wday = (days % 7 + 7) % 7;
    }
    if (!it.has_yearday)
        to->tm_yday = in_year;
    return (char *)it.text;
}
