// Counts words in a table of records that grows; each record owns its word.
// verdict: safe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    char *word;
    int count;
};

struct table {
    struct entry *items;
    size_t len, cap;
};

static int table_add(struct table *t, const char *word)
{
    for (size_t i = 0; i < t->len; i++) {
        if (strcmp(t->items[i].word, word) == 0) {
            t->items[i].count++;
            return 0;
        }
    }
    if (t->len == t->cap) {
        size_t cap = t->cap ? 2 * t->cap : 8;
        struct entry *items = realloc(t->items, cap * sizeof *items);
        if (!items)
            return -1;
        t->items = items;
        t->cap = cap;
    }
    char *copy = malloc(strlen(word) + 1);
    if (!copy)
        return -1;
    strcpy(copy, word);
    t->items[t->len].word = copy;
    t->items[t->len].count = 1;
    t->len++;
    return 0;
}

static void table_free(struct table *t)
{
    for (size_t i = 0; i < t->len; i++)
        free(t->items[i].word);
    free(t->items);
}

int main(void)
{
    struct table t = {0};
    char word[64];
    int failed = 0;

    while (!failed && scanf("%63s", word) == 1)
        failed = table_add(&t, word) != 0;
    for (size_t i = 0; i < t.len; i++)
        printf("%6d %s\n", t.items[i].count, t.items[i].word);
    table_free(&t);
    return failed;
}
