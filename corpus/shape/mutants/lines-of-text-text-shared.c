// Joining lines keeps the text of the second line in both.
// verdict: unsafe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct line {
    struct line *next;
    struct line *prev;
    char *text;
};

static struct line *insert_after(struct line *line, size_t length)
{
    struct line *fresh = malloc(sizeof *fresh);
    if (!fresh)
        return NULL;
    fresh->text = calloc(length + 1, 1);
    if (!fresh->text) {
        free(fresh);
        return NULL;
    }
    fresh->prev = line;
    fresh->next = line ? line->next : NULL;
    if (line) {
        if (line->next)
            line->next->prev = fresh;
        line->next = fresh;
    }
    return fresh;
}

static void join_next(struct line *line)
{
    struct line *next = line->next;
    if (!next)
        return;
    line->text = next->text; // BUG: leak
    line->next = next->next;
    if (next->next)
        next->next->prev = line;
    free(next);
}

int main(void)
{
    struct line *first = insert_after(NULL, 0);
    if (!first)
        return 1;
    while (__VERIFIER_nondet_int()) {
        struct line *line = first;
        while (line->next && __VERIFIER_nondet_int())
            line = line->next;
        if (__VERIFIER_nondet_int())
            insert_after(line, 10);
        else
            join_next(line);
    }
    while (first) {
        struct line *next = first->next;
        free(first->text);
        free(first);
        first = next;
    }
    return 0;
}
