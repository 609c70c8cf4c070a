// There are more holes than arguments.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

#define ROOM 1024

static int append(char *to, size_t *used, const char *text, size_t n) {
    if (n >= ROOM - *used)
        return -1;
    memcpy(to + *used, text, n);
    *used += n;
    to[*used] = '\0';
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
            if (append(out, &used, argv[next], strlen(argv[next])) < 0) // BUG: null-deref, out-of-bounds, invalid-pointer
                return 1;
            next++;
            at = hole + 2;
        }
        if (append(out, &used, at, strlen(at)) < 0)
            return 1;
        fputs(out, stdout);
    }
    return 0;
}
