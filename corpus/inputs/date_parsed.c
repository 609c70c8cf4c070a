// A date is read from an argument; the text is shorter than the numbers that the library keeps of a date.
// verdict: safe
// paths: unbounded
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>

static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

int main(int argc, char **argv) {
    struct tm date = {0};
    if (strptime(argc > 1 ? argv[1] : "1970-01-01", "%Y-%m-%d", &date) != NULL)
        puts(months[date.tm_mon]);
    return 0;
}
