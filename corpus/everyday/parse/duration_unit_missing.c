// A number without a unit: it is read on behind the end.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int seconds(const char *text, long *total) {
    static const struct {
        char name;
        int seconds;
    } units[] = {{'h', 3600}, {'m', 60}, {'s', 1}};
    *total = 0;
    while (*text) { // BUG: out-of-bounds
        char *end;
        long n = strtol(text, &end, 10);
        if (end == text)
            return -1;
        size_t unit = 0;
        while (unit < sizeof units / sizeof units[0] && units[unit].name != *end)
            unit++;
        if (unit < sizeof units / sizeof units[0])
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
