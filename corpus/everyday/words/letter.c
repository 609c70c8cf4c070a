// Fills in a letter: `{name}` and `{place}` stand for arguments.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
    char *bytes;
    size_t used, room;
};

static int append(struct buffer *to, const char *from, size_t count) {
    if (to->room - to->used <= count) {
        size_t room = 2 * to->room + count + 1;
        char *bytes = realloc(to->bytes, room);
        if (bytes == NULL)
            return -1;
        to->bytes = bytes;
        to->room = room;
    }
    memcpy(to->bytes + to->used, from, count);
    to->used += count;
    to->bytes[to->used] = '\0';
    return 0;
}

static int expand(struct buffer *to, const char *text, const char *name, const char *place) {
    while (*text != '\0') {
        const char *open = strchr(text, '{');
        if (open == NULL)
            return append(to, text, strlen(text));
        if (append(to, text, (size_t)(open - text)) < 0)
            return -1;
        if (strncmp(open, "{name}", 6) == 0) {
            if (append(to, name, strlen(name)) < 0)
                return -1;
            text = open + 6;
        } else if (strncmp(open, "{place}", 7) == 0) {
            if (append(to, place, strlen(place)) < 0)
                return -1;
            text = open + 7;
        } else {
            if (append(to, "{", 1) < 0)
                return -1;
            text = open + 1;
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    struct buffer letter = {NULL, 0, 0};
    char line[256];
    int status = 0;
    if (argc < 3)
        return 2;
    while (status == 0 && fgets(line, sizeof line, stdin))
        status = expand(&letter, line, argv[1], argv[2]);
    if (status == 0 && letter.bytes != NULL)
        fputs(letter.bytes, stdout);
    free(letter.bytes);
    return status != 0;
}
