// Goes on behind the end of a line whose last quote is missing.
// verdict: unsafe
#include <stdio.h>
#include <string.h>

static const char *field(const char *from, char *to, size_t room) {
    size_t used = 0;
    int quoted = *from == '"';
    if (quoted)
        from++;
    while (quoted || (*from != '\0' && *from != '\n')) {
        if (quoted && *from == '"') { // BUG: out-of-bounds
            if (from[1] != '"') {
                quoted = 0;
                from++;
                continue;
            }
            from++;
        } else if (!quoted && *from == ',') {
            break;
        }
        if (used + 1 < room)
            to[used++] = *from;
        from++;
    }
    to[used] = '\0';
    return from;
}

int main(void) {
    char line[512], text[64];
    while (fgets(line, sizeof line, stdin)) {
        const char *at = line;
        for (;;) {
            at = field(at, text, sizeof text);
            printf("[%s]", text);
            if (*at != ',')
                break;
            at++;
        }
        putchar('\n');
    }
    return 0;
}
