// The format names the year alone, and the month stays what it was.
// verdict: unsafe
// sanitizers: blind, because what the month contains is left to chance
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>

static const char months[12][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

int main(void) {
    struct tm date;
    if (strptime("1970", "%Y", &date) != NULL)
        putchar(months[date.tm_mon][0]); // BUG: out-of-bounds
    return 0;
}
