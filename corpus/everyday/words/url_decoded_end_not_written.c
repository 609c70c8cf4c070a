// The copy on the heap has no end.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static void decode(char *to, const char *text) {
    while (*text != '\0') {
        if (text[0] == '%' && digit(text[1]) >= 0 && digit(text[2]) >= 0) {
            *to++ = 16 * digit(text[1]) + digit(text[2]);
            text += 3;
        } else if (*text == '+') {
            *to++ = ' ';
            text++;
        } else {
            *to++ = *text++;
        }
    }
}

int main(void) {
    char line[300];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        char *plain = malloc(strlen(line) + 1);
        if (plain == NULL)
            return 1;
        decode(plain, line);
        puts(plain); // BUG: out-of-bounds
        free(plain);
    }
    return 0;
}
