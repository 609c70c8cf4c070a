// A long argument does not fit.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

#define ROOM 64

static int append(char *to, size_t *used, const char *text, size_t n) {
    memcpy(to + *used, text, n); // BUG: out-of-bounds
    *used += n;
    to[*used] = '\0'; // BUG: out-of-bounds
    return 0;
}

int main(int argc, char **argv) {
    char line[256], out[ROOM];
    int next = 1;
    while (fgets(line, sizeof line, stdin) != NULL) {
        const char *at = line, *hole;
        size_t used = 0;
        out[0] = '\0';
        while ((hole = strstr(at, "{}")) != NULL) {
            if (append(out, &used, at, hole - at) < 0)
                return 1;
            if (next < argc) {
                if (append(out, &used, argv[next], strlen(argv[next])) < 0)
                    return 1;
                next++;
            }
            at = hole + 2;
        }
        if (append(out, &used, at, strlen(at)) < 0)
            return 1;
        fputs(out, stdout);
    }
    return 0;
}
