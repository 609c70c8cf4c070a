// A line editor: a N TEXT inserts before line N, d N deletes it, p prints all.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 100

static char *lines[MOST];
static size_t used;

static int insert(size_t at, const char *text) {
    if (used == MOST || at > used)
        return 0;
    char *copy = strdup(text);
    if (!copy)
        return 0;
    memmove(&lines[at + 1], &lines[at], (used - at) * sizeof lines[0]);
    lines[at] = copy;
    used++;
    return 1;
}

static int delete(size_t at) {
    if (at >= used)
        return 0;
    free(lines[at]);
    memmove(&lines[at], &lines[at + 1], (used - at - 1) * sizeof lines[0]);
    used--;
    return 1;
}

int main(void) {
    char command[128], text[128];
    size_t at;
    while (fgets(command, sizeof command, stdin)) {
        int done = 1;
        if (sscanf(command, "a %zu %127[^\n]", &at, text) == 2)
            done = insert(at, text);
        else if (sscanf(command, "d %zu", &at) == 1)
            done = delete(at);
        else if (command[0] == 'p')
            for (size_t i = 0; i < used; i++)
                puts(lines[i]);
        if (!done)
            puts("?");
    }
    while (used > 0)
        free(lines[--used]);
    return 0;
}
