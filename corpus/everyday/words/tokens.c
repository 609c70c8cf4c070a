// Splits expressions into numbers, names and signs, and prints one a line.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum kind { END, NUMBER, NAME, SIGN };

struct token {
    enum kind kind;
    char text[24];
};

static const char *next(const char *at, struct token *token) {
    size_t n = 0;
    while (*at == ' ' || *at == '\t' || *at == '\n')
        at++;
    if (*at == '\0') {
        token->kind = END;
    } else if (isdigit((unsigned char)*at)) {
        token->kind = NUMBER;
        while (isdigit((unsigned char)*at)) {
            if (n + 1 < sizeof token->text)
                token->text[n++] = *at;
            at++;
        }
    } else if (isalpha((unsigned char)*at)) {
        token->kind = NAME;
        while (isalnum((unsigned char)*at)) {
            if (n + 1 < sizeof token->text)
                token->text[n++] = *at;
            at++;
        }
    } else {
        token->kind = SIGN;
        token->text[n++] = *at++;
    }
    token->text[n] = '\0';
    return at;
}

int main(void) {
    static const char *const names[] = {"end", "number", "name", "sign"};
    char line[512];
    while (fgets(line, sizeof line, stdin)) {
        struct token token;
        const char *at = next(line, &token);
        while (token.kind != END) {
            printf("%s %s\n", names[token.kind], token.text);
            at = next(at, &token);
        }
    }
    return 0;
}
