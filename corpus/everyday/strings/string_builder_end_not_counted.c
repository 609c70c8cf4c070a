// The room for the zero at the end is forgotten.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct builder {
    char *text;
    size_t length, room;
    int failed;
};

static void append(struct builder *b, const char *part, size_t n) {
    if (b->failed)
        return;
    if (b->length + n > b->room) {
        size_t room = (b->length + n) * 2;
        char *text = realloc(b->text, room);
        if (!text) {
            b->failed = 1;
            return;
        }
        b->text = text;
        b->room = room;
    }
    memcpy(b->text + b->length, part, n);
    b->length += n;
    b->text[b->length] = '\0'; // BUG: out-of-bounds
}

static void quote(struct builder *b, const char *word) {
    append(b, "'", 1);
    for (; *word; word++) {
        if (*word == '\'')
            append(b, "'\\''", 4);
        else
            append(b, word, 1);
    }
    append(b, "'", 1);
}

int main(int argc, char **argv) {
    struct builder b = {NULL, 0, 0, 0};
    for (int i = 1; i < argc; i++) {
        if (i > 1)
            append(&b, " ", 1);
        quote(&b, argv[i]);
    }
    if (b.failed)
        fprintf(stderr, "out of memory\n");
    else if (b.text)
        puts(b.text); // BUG: out-of-bounds
    free(b.text);
    return b.failed;
}
