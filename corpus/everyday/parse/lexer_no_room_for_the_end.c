// Cuts lines into tokens without room for the end of a number.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum kind { T_END, T_NUM, T_NAME, T_OP };

struct token {
    enum kind kind;
    char text[32];
};

static const char *names[] = {"end", "number", "name", "operator"};

static const char *next(const char *p, struct token *t) {
    size_t n = 0;
    while (isspace((unsigned char)*p))
        p++;
    if (*p == '\0') {
        t->kind = T_END;
        t->text[0] = '\0';
        return p;
    }
    if (isdigit((unsigned char)*p)) {
        t->kind = T_NUM;
        while (isdigit((unsigned char)*p)) {
            if (n < sizeof t->text)
                t->text[n++] = *p;
            p++;
        }
    } else if (isalpha((unsigned char)*p) || *p == '_') {
        t->kind = T_NAME;
        while (isalnum((unsigned char)*p) || *p == '_') {
            if (n < sizeof t->text - 1)
                t->text[n++] = *p;
            p++;
        }
    } else {
        t->kind = T_OP;
        t->text[n++] = *p++;
    }
    t->text[n] = '\0'; // BUG: out-of-bounds
    return p;
}

int main(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        const char *p = line;
        struct token t;
        do {
            p = next(p, &t);
            printf("%s '%s'\n", names[t.kind], t.text);
        } while (t.kind != T_END);
    }
    return 0;
}
