// Reads durations such as 1h30m into seconds.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int seconds(const char *text, long *total) {
    static const struct {
        char name;
        int seconds;
    } units[] = {{'h', 3600}, {'m', 60}, {'s', 1}};
    *total = 0;
    while (*text) {
        char *end;
        long n = strtol(text, &end, 10);
        if (end == text || *end == '\0')
            return -1;
        size_t unit = 0;
        while (unit < sizeof units / sizeof units[0] && units[unit].name != *end)
            unit++;
        if (unit == sizeof units / sizeof units[0])
            return -1;
        *total += n * units[unit].seconds;
        text = end + 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    long total;
    for (int i = 1; i < argc; i++) {
        if (seconds(argv[i], &total) == 0)
            printf("%ld\n", total);
        else
            printf("%s?\n", argv[i]);
    }
    return 0;
}
