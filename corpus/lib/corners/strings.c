// Nodes with text inside, before a link.
// command: lib
// functions: 11
// requires: set_anywhere: i >= 0; i < 16
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    char name[16];
    struct entry *next;
    int age;
};

void set_first(struct entry *entry, char c)
{
    if (entry)
        entry->name[0] = c;
}

void set_at(struct entry *entry, unsigned i, char c)
{
    if (entry && i < sizeof entry->name)
        entry->name[i] = c;
}

void clear(struct entry *entry)
{
    if (entry)
        memset(entry->name, 0, sizeof entry->name);
}

void clear_by_loop(struct entry *entry)
{
    if (!entry)
        return;
    for (int i = 0; i < 16; i++)
        entry->name[i] = 0;
}

void set_constant(struct entry *entry)
{
    if (entry)
        memcpy(entry->name, "constant", 9);
}

void set_number(struct entry *entry, int number)
{
    if (entry)
        snprintf(entry->name, sizeof entry->name, "%d", number);
}

void set_anywhere(struct entry *entry, int i, char c)
{
    if (entry)
        entry->name[i] = c;
}

void set_one_too_far(struct entry *entry, unsigned i, char c)
{
    if (entry && i <= sizeof entry->name)
        entry->name[i] = c; // BUG: set_one_too_far: the first byte of the link
} // BUG: set_one_too_far: the link may be overwritten

void copy_any(struct entry *entry, const char *text)
{
    if (entry && text)
        strcpy(entry->name, text); // BUG: copy_any: the text can be longer
} // BUG: copy_any: the link may be overwritten

void copy_too_much(struct entry *entry, const char *text)
{
    if (entry && text)
        strncpy(entry->name, text, sizeof *entry); // BUG: copy_too_much: overwrites the link
} // BUG: copy_too_much: the link is overwritten

void print_any(struct entry *entry, int number)
{
    if (entry)
        snprintf(entry->name, 24, "%20d", number); // BUG: print_any: overwrites the link
} // BUG: print_any: the link is overwritten
