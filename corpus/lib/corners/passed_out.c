// Pointers to data inside nodes are given to functions that write through them.
// command: lib
// functions: 23
// requires: set_one: number != NULL
// requires: fill: \valid(text + (0 .. n - 1))
// requires: set_three: \valid(text + (0 .. 3))
// requires: exchange: \valid(a + (0 .. n - 1)); \valid(b + (0 .. n - 1))
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct entry {
    int value;
    char name[12];
    struct entry *next;
};

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

static void fill(char *text, int n)
{
    for (int i = 0; i < n; i++)
        text[i] = 0;
}

void set_three(char *text)
{
    text[3] = 1;
}

void set_one(int *number)
{
    *number = 1;
}

void set_pointer(void **place, void *value)
{
    if (place)
        *place = value;
}

static void exchange(void *a, void *b, size_t n)
{
    char held[64];

    if (n > sizeof held)
        return;
    memcpy(held, a, n);
    memcpy(a, b, n);
    memcpy(b, held, n);
}

void set_value(struct entry *entry)
{
    if (entry)
        set_one(&entry->value);
}

void set_letter(struct entry *entry)
{
    if (entry)
        set_three(entry->name);
}

void fill_name(struct entry *entry)
{
    if (entry)
        fill(entry->name, (int)sizeof entry->name);
}

void print_name(const struct entry *entry)
{
    if (entry)
        printf("%d %.12s\n", entry->value, entry->name);
}

void fill_too_far(struct entry *entry)
{
    if (entry)
        fill(entry->name, 20); // BUG: fill_too_far: overwrites the link
} // BUG: fill_too_far: the link is overwritten

void letter_in_link(struct entry *entry)
{
    if (entry)
        set_three((char *)&entry->next); // BUG: letter_in_link: overwrites a part of the link
} // BUG: letter_in_link: the link is partly overwritten

void number_in_link(struct entry *entry)
{
    if (entry)
        set_one((int *)&entry->next); // BUG: number_in_link: overwrites half of the link
} // BUG: number_in_link: the link is partly overwritten

void anything_in_link(struct entry *entry, void *value)
{
    if (entry)
        set_pointer((void **)&entry->next, value); // BUG: anything_in_link: the value can be anything
} // BUG: anything_in_link: the link can be anything

void exchange_nodes(struct entry *entry, struct tree *tree)
{
    if (entry && tree)
        exchange(entry, tree, sizeof *tree); // BUG: exchange_nodes: of different types
} // BUG: exchange_nodes: the links are of the wrong types

void read_too_much(struct entry *entry)
{
    if (entry)
        (void)!read(0, entry->name, 20); // BUG: read_too_much: overwrites the link
} // BUG: read_too_much: the link is overwritten

void read_whole(struct entry *entry)
{
    if (entry)
        (void)!read(0, entry, sizeof *entry); // BUG: read_whole: overwrites the link
} // BUG: read_whole: the link is overwritten

void read_line(struct entry *entry)
{
    if (entry)
        (void)!fgets(entry->name, 20, stdin); // BUG: read_line: overwrites the link
} // BUG: read_line: the link is overwritten

void scan_word(struct entry *entry)
{
    if (entry)
        (void)!scanf("%s", entry->name); // BUG: scan_word: words can be long
} // BUG: scan_word: the link is overwritten

void scan_link(struct entry *entry)
{
    if (entry)
        (void)!scanf("%ld", (long *)&entry->next); // BUG: scan_link: a number is no node
} // BUG: scan_link: the link is a number

void append_text(struct entry *entry, const char *text)
{
    if (entry && text)
        strcat(entry->name, text); // BUG: append_text: the text can be long
} // BUG: append_text: the link is overwritten

unsigned long behind(const struct entry *entry)
{
    return entry ? strlen((const char *)(entry + 1)) : 0; // BUG: behind: reads behind the node
}

void sort(struct entry *entry, int (*compare)(const void *, const void *))
{
    if (entry && compare)
        qsort(entry, 2, sizeof *entry, compare); // BUG: sort: a node is no array
}

struct entry *as_entry(const char *text)
{
    return text ? (struct entry *)strdup(text) : NULL; // BUG: as_entry: text is no node
}
