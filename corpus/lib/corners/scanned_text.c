// Text is taken apart into the members of an entry.
// command: lib
// functions: 3
// requires: scan_number: text == NULL || valid_read_string(text)
#include <stdio.h>

struct entry {
    char name[8];
    long number;
    struct entry *next;
};

int scan_number(struct entry *entry, const char *text) {
    if (!entry || !text)
        return 0;
    return sscanf(text, "%ld", &entry->number);
}

int scan_word(struct entry *entry, const char *text) {
    if (!entry || !text)
        return 0;
    return sscanf(text, "%s", entry->name); // BUG: scan_word: words can be long
}

int scan_link(struct entry *entry, const char *text) {
    if (!entry || !text)
        return 0;
    return sscanf(text, "%ld", (long *)&entry->next); // BUG: scan_link: a number is no node
}
