// Goes through the remembered blanks from one behind the last.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>

#define MOST 40

int main(void) {
    char line[200];
    char *blanks[MOST];
    while (fgets(line, sizeof line, stdin)) {
        int n = 0;
        for (char *p = line; *p && n < MOST; p++)
            if (*p == ' ')
                blanks[n++] = p;
        while (n > 0)
            *blanks[n--] = 0; // BUG: invalid-pointer, out-of-bounds
        fputs(line, stdout);
    }
    return 0;
}
