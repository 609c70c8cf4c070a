// Prints a JSON text from the standard input with indentation.
// verdict: safe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void indent(int depth) {
    putchar('\n');
    for (int i = 0; i < depth; i++)
        fputs("  ", stdout);
}

static char *read_all(size_t *length) {
    size_t room = 256, used = 0;
    char *text = malloc(room);
    int c;
    if (!text)
        return NULL;
    while ((c = getchar()) != EOF) {
        if (used + 1 == room) {
            char *larger = realloc(text, room * 2);
            if (!larger) {
                free(text);
                return NULL;
            }
            text = larger;
            room *= 2;
        }
        text[used++] = (char)c;
    }
    text[used] = '\0';
    *length = used;
    return text;
}

int main(void) {
    size_t length;
    char *text = read_all(&length);
    int depth = 0, quoted = 0;
    if (!text)
        return 1;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (quoted) {
            putchar(c);
            if (c == '\\' && i + 1 < length)
                putchar(text[++i]);
            else if (c == '"')
                quoted = 0;
            continue;
        }
        switch (c) {
        case '"':
            quoted = 1;
            putchar(c);
            break;
        case '{':
        case '[':
            putchar(c);
            indent(++depth);
            break;
        case '}':
        case ']':
            indent(--depth);
            putchar(c);
            break;
        case ',':
            putchar(c);
            indent(depth);
            break;
        case ' ':
        case '\n':
        case '\t':
            break;
        default:
            putchar(c);
        }
    }
    putchar('\n');
    free(text);
    return 0;
}
