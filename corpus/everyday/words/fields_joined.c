// Cuts each line at its colons and joins the parts with another separator.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARTS 12

static int split(char *line, char *parts[], int most) {
    int n = 0;
    while (n < most) {
        parts[n++] = line;
        line += strcspn(line, ":");
        if (*line == '\0')
            break;
        *line++ = '\0';
    }
    return n;
}

static char *join(char *parts[], int n, const char *between) {
    size_t room = 1;
    for (int i = 0; i < n; i++)
        room += strlen(parts[i]) + strlen(between);
    char *joined = malloc(room);
    if (joined == NULL)
        return NULL;
    size_t used = 0;
    for (int i = 0; i < n; i++) {
        int written = snprintf(joined + used, room - used, "%s%s", i ? between : "", parts[i]);
        if (written < 0 || (size_t)written >= room - used)
            break;
        used += (size_t)written;
    }
    return joined;
}

int main(int argc, char **argv) {
    const char *between = argc > 1 ? argv[1] : ", ";
    char line[400], *parts[PARTS];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        int n = split(line, parts, PARTS);
        char *joined = join(parts, n, between);
        if (joined == NULL)
            return 1;
        puts(joined);
        free(joined);
    }
    return 0;
}
