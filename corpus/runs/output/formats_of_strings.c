// Widths and precisions of strings and characters.
#include <stdio.h>

int main(void) {
    char raw[3] = {'a', 'b', 'c'};
    printf("[%5s][%-5s][%.2s][%5.1s][%.3s][%.0s][%c%3c]\n", "ab", "ab", "abcd", "xyz", raw, "q", 'x', 'y');
    printf("[%*s][%-*s][%.*s][%.*s]\n", 4, "a", 4, "b", 1, "cd", -1, "ef");
    return 0;
}
