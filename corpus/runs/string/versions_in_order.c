// Names with numbers in the order of their numbers.
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *names[] = {"a1", "a2", "a10", "a01", "a010", "a0", "a", "b", "a1b", "a10b", "000", "00", "01", "010", "09", "0", "1", "9", "10", "v1.9", "v1.10"};
    enum { COUNT = sizeof names / sizeof *names };
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < COUNT; j++) {
            int order = strverscmp(names[i], names[j]);
            putchar(order < 0 ? '<' : order > 0 ? '>' : '=');
        }
        putchar('\n');
    }
    return 0;
}
