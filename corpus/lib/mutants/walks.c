// Pointers that walk too far along texts and buffers, and texts that are no strings any more.
// command: lib
// functions: 21
// requires: walk: text != NULL; valid_read_string(text)
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t walk(const char *text) {
    size_t n = 0;
    while (text[n])
        n++;
    return n;
}

char behind_the_end(const char *text) {
    while (*text)
        text++;
    return text[1]; // BUG: behind_the_end: the zero was the last byte
}

void up_to_a_colon(const char *text) {
    while (*text != ':') // BUG: up_to_a_colon: there may be none
        text++;
}

void up_to_a_space(const char *text) {
    while (!isspace((unsigned char)*text)) // BUG: up_to_a_space: there may be none
        text++;
}

void every_other(const char *text) {
    while (*text) // BUG: every_other: jumps over the zero
        text += 2;
}

size_t end_overwritten(char *text) {
    size_t i = 0;
    while (text[i])
        i++;
    text[i] = 'x';
    i = 0;
    while (text[i]) // BUG: end_overwritten: the zero is gone
        i++;
    return i;
}

void other_name(char *to, const char *text) {
    while (*text) { // BUG: other_name: `to` may be where the zero was
        *to = 'x';
        text++;
    }
}

char back_to_a_slash(const char *text) {
    const char *at = text;
    while (*at)
        at++;
    while (*at != '/') // BUG: back_to_a_slash: there may be none
        at--;
    return *at;
}

size_t not_ended(void) {
    char word[3];
    word[0] = 'a';
    word[1] = 'b';
    word[2] = 'c';
    return walk(word); // BUG: not_ended: no zero
}

size_t constant_not_ended(void) {
    static const char word[3] = {'a', 'b', 'c'};
    return walk(word); // BUG: constant_not_ended: no zero
}

size_t from_the_middle(const char *text) {
    return walk(text + 3); // BUG: from_the_middle: the text may be shorter
}

size_t behind_an_empty_text(const char *text) {
    return *text ? 0 : walk(text + 1); // BUG: behind_an_empty_text: nothing is there
}

size_t length_from_the_middle(const char *text) {
    return strlen(text + 2); // BUG: length_from_the_middle: the text may be shorter
}

size_t new_memory(size_t n) {
    char *text = malloc(n);
    if (!text)
        return 0;
    size_t length = walk(text); // BUG: new_memory: nobody wrote a zero
    free(text);
    return length;
}

unsigned one_too_many(const unsigned char *from, size_t n) {
    const unsigned char *end = from + n;
    unsigned all = 0;
    while (from <= end) // BUG: one_too_many: the end is no element
        all += *from++; // BUG: one_too_many: the end is no element
    return all;
}

unsigned at_least_one(const unsigned char *from, size_t n) {
    const unsigned char *end = from + n;
    unsigned all = 0;
    do
        all += *from++; // BUG: at_least_one: there may be none
    while (from < end);
    return all;
}

int pairs(const int *from, size_t n) {
    const int *end = from + n;
    int all = 0;
    for (; from < end; from += 2)
        all += from[1]; // BUG: pairs: the last one may be single
    return all;
}

char last_letter(const char *text) {
    return text[strlen(text) - 1]; // BUG: last_letter: the text may be empty
}

void cut_and_printed(void) {
    char word[4];
    strncpy(word, "hello", 4);
    printf("%s", word); // BUG: cut_and_printed: four letters and no zero
}

void printed_in_part(void) {
    char word[4];
    memset(word, 'x', 4);
    printf("%.8s", word); // BUG: printed_in_part: eight of four letters
}

int more_than_there_is(const char *text) {
    return memcmp(text, "hello", 20); // BUG: more_than_there_is: the literal has six bytes
}
