// Pointers that walk along texts and buffers.
// command: lib
// functions: 12
// requires: length: text != NULL; valid_read_string(text)
// requires: skip_spaces: text != NULL; valid_read_string(text)
// requires: skip_blanks: text != NULL; valid_read_string(text)
// requires: upper: text != NULL; valid_string(text)
// requires: blank_out: text != NULL; valid_string(text)
// requires: trim: text != NULL; valid_string(text)
// requires: count_words: text != NULL; valid_read_string(text)
// requires: starts_with: text != NULL; prefix != NULL; valid_read_string(text); valid_read_string(prefix)
// requires: sum: \valid(from + (0 .. n - 1))
// requires: sum_numbers: \valid(from + (0 .. n - 1))
// requires: second: text != NULL; valid_read_string(text)
// requires: optional_length: text == NULL || valid_read_string(text)
#include <ctype.h>
#include <stddef.h>
#include <string.h>

size_t length(const char *text) {
    const char *at = text;
    while (*at)
        at++;
    return at - text;
}

const char *skip_spaces(const char *text) {
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

const char *skip_blanks(const char *text) {
    for (; *text == ' ' || *text == '\t'; text++)
        ;
    return text;
}

void upper(char *text) {
    for (; *text; text++)
        *text = (char)toupper((unsigned char)*text);
}

void blank_out(char *text) {
    for (size_t i = 0; text[i]; i++)
        text[i] = ' ';
}

size_t trim(char *text) {
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] == ' ')
        n--;
    text[n] = '\0';
    return n;
}

int count_words(const char *text) {
    int words = 0;
    while (*text) {
        while (*text == ' ')
            text++;
        if (*text)
            words++;
        while (*text && *text != ' ')
            text++;
    }
    return words;
}

int starts_with(const char *text, const char *prefix) {
    while (*prefix) {
        if (*text != *prefix)
            return 0;
        text++;
        prefix++;
    }
    return 1;
}

unsigned sum(const unsigned char *from, size_t n) {
    const unsigned char *end = from + n;
    unsigned all = 0;
    while (from < end)
        all += *from++;
    return all;
}

int sum_numbers(const int *from, size_t n) {
    int all = 0;
    for (const int *at = from; at < from + n; at++)
        all += *at;
    return all;
}

char second(const char *text) {
    return text[0] ? text[1] : 0;
}

size_t optional_length(const char *text) {
    size_t n = 0;
    if (text)
        while (text[n])
            n++;
    return n;
}
