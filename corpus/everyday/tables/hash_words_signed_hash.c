// The hash of a word with high characters is negative.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 64

struct entry {
    struct entry *next;
    char *word;
    unsigned long count;
};

static struct entry *table[BUCKETS];

static int hash(const char *word) {
    int value = 5381;
    while (*word)
        value = (int)(value * 33u + *word++);
    return value % BUCKETS;
}

static int count(const char *word) {
    int h = hash(word);
    struct entry *entry;
    for (entry = table[h]; entry; entry = entry->next) { // BUG: out-of-bounds, invalid-pointer
        if (strcmp(entry->word, word) == 0) {
            entry->count++;
            return 0;
        }
    }
    entry = malloc(sizeof *entry);
    if (!entry)
        return -1;
    entry->word = strdup(word);
    if (!entry->word) {
        free(entry);
        return -1;
    }
    entry->count = 1;
    entry->next = table[h]; // BUG: out-of-bounds
    table[h] = entry; // BUG: out-of-bounds
    return 0;
}

int main(void) {
    char word[64];
    while (scanf("%63s", word) == 1)
        if (count(word) < 0)
            break;
    for (int i = 0; i < BUCKETS; i++) {
        struct entry *entry = table[i];
        while (entry) {
            struct entry *next = entry->next;
            printf("%lu %s\n", entry->count, entry->word);
            free(entry->word);
            free(entry);
            entry = next;
        }
        table[i] = NULL;
    }
    return 0;
}
