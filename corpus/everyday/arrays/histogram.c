// Draws how often each digit and letter occurs, scaled to the width of a line.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define WIDTH 40

static int place(int c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return 10 + c - 'a';
    if (c >= 'A' && c <= 'Z')
        return 10 + c - 'A';
    return -1;
}

int main(void) {
    unsigned long counts[36] = {0}, most = 0;
    char bar[WIDTH + 1];
    int c;
    while ((c = getchar()) != EOF) {
        int at = place(c);
        if (at >= 0 && ++counts[at] > most)
            most = counts[at];
    }
    for (int i = 0; i < 36; i++) {
        if (counts[i] == 0)
            continue;
        size_t n = most > WIDTH ? counts[i] / (most / WIDTH + 1) : counts[i];
        memset(bar, '#', n);
        bar[n] = '\0';
        printf("%c %s\n", i < 10 ? '0' + i : 'a' + i - 10, bar);
    }
    return 0;
}
