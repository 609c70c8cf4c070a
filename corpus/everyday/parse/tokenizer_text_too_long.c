// A long name does not fit into the buffer.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define LONGEST 31

enum kind { END, NAME, NUMBER, STRING, OTHER };

struct lexer {
    FILE *in;
    int c;
    char text[LONGEST + 1];
};

static void take(struct lexer *lexer, size_t *n) {
    lexer->text[(*n)++] = lexer->c; // BUG: out-of-bounds
    lexer->c = getc(lexer->in);
}

static enum kind next(struct lexer *lexer) {
    enum kind kind;
    size_t n = 0;
    while (isspace(lexer->c))
        lexer->c = getc(lexer->in);
    if (lexer->c == EOF)
        return END;
    if (isalpha(lexer->c) || lexer->c == '_') {
        kind = NAME;
        while (isalnum(lexer->c) || lexer->c == '_')
            take(lexer, &n);
    } else if (isdigit(lexer->c)) {
        kind = NUMBER;
        while (isdigit(lexer->c))
            take(lexer, &n);
    } else if (lexer->c == '"') {
        kind = STRING;
        lexer->c = getc(lexer->in);
        while (lexer->c != '"' && lexer->c != EOF)
            take(lexer, &n);
        lexer->c = getc(lexer->in);
    } else {
        kind = OTHER;
        take(lexer, &n);
    }
    lexer->text[n] = '\0'; // BUG: out-of-bounds
    return kind;
}

int main(void) {
    static const char *const names[] = {"end", "name", "number", "string", "other"};
    struct lexer lexer = {.in = stdin};
    enum kind kind;
    lexer.c = getc(lexer.in);
    while ((kind = next(&lexer)) != END)
        printf("%s %s\n", names[kind], lexer.text);
    return 0;
}
