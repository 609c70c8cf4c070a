// Counts words in a table of chains; words are blocks of their own.
// verdict: safe
// paths: unbounded
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 101

struct entry {
    char *key;
    int count;
    struct entry *next;
};

static struct entry *table[BUCKETS];

static unsigned hash(const char *s) {
    unsigned h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h % BUCKETS;
}

static struct entry *lookup(const char *key) {
    unsigned h = hash(key);
    for (struct entry *e = table[h]; e; e = e->next)
        if (strcmp(e->key, key) == 0)
            return e;
    struct entry *e = malloc(sizeof *e);
    if (!e)
        return NULL;
    e->key = strdup(key);
    if (!e->key) {
        free(e);
        return NULL;
    }
    e->count = 0;
    e->next = table[h];
    table[h] = e;
    return e;
}

int main(void) {
    char word[64];
    while (scanf("%63s", word) == 1) {
        for (char *p = word; *p; p++)
            *p = tolower((unsigned char)*p);
        struct entry *e = lookup(word);
        if (!e)
            break;
        e->count++;
    }
    for (int i = 0; i < BUCKETS; i++) {
        struct entry *e = table[i];
        while (e) {
            struct entry *next = e->next;
            printf("%s %d\n", e->key, e->count);
            free(e->key);
            free(e);
            e = next;
        }
        table[i] = NULL;
    }
    return 0;
}
