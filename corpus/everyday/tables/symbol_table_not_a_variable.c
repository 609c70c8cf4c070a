// A variable that was never set is read.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct symbol {
    char *name;
    long value;
    struct symbol *next;
};

static struct symbol *symbols;

static struct symbol *find(const char *name) {
    struct symbol *s = symbols;
    while (s && strcmp(s->name, name) != 0)
        s = s->next;
    return s;
}

static int set(const char *name, long value) {
    struct symbol *s = find(name);
    if (!s) {
        s = malloc(sizeof *s);
        if (!s)
            return 0;
        s->name = malloc(strlen(name) + 1);
        if (!s->name) {
            free(s);
            return 0;
        }
        strcpy(s->name, name);
        s->next = symbols;
        symbols = s;
    }
    s->value = value;
    return 1;
}

int main(void) {
    char line[80];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        char *equals = strchr(line, '=');
        if (equals) {
            *equals = '\0';
            if (!set(line, atol(equals + 1)))
                break;
        } else {
            struct symbol *s = find(line);
            printf("%ld\n", s->value); // BUG: null-deref
        }
    }
    while (symbols) {
        struct symbol *next = symbols->next;
        free(symbols->name);
        free(symbols);
        symbols = next;
    }
    return 0;
}
