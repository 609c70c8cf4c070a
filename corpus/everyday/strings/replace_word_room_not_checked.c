// The new word may be longer, and there is room for the old text alone.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *replaced(const char *text, const char *word, const char *by) {
    size_t count = 0, old = strlen(word), new = strlen(by);
    for (const char *at = strstr(text, word); at; at = strstr(at + old, word))
        count++;
    size_t room = strlen(text) + 1;
    char *out = malloc(room);
    if (!out)
        return NULL;
    size_t used = 0;
    while (*text) {
        if (strncmp(text, word, old) == 0) {
            memcpy(out + used, by, new); // BUG: out-of-bounds
            used += new;
            text += old;
        } else {
            out[used++] = *text++; // BUG: out-of-bounds
        }
    }
    out[used] = '\0'; // BUG: out-of-bounds
    return out;
}

int main(int argc, char **argv) {
    char line[256];
    if (argc != 3 || argv[1][0] == '\0')
        return 2;
    while (fgets(line, sizeof line, stdin)) {
        char *out = replaced(line, argv[1], argv[2]);
        if (!out)
            return 1;
        fputs(out, stdout);
        free(out);
    }
    return 0;
}
