// Strings for functions of the library: null, without an end, and with one.
// command: lib
// functions: 17
// requires: opened: path == NULL || valid_read_string(path)
// requires: number: text == NULL || valid_read_string(text)
// requires: length: text != NULL; valid_read_string(text)
// requires: compare: one != NULL; other != NULL; valid_read_string(one); valid_read_string(other)
// requires: copy: text != NULL; valid_read_string(text)
// requires: print: text != NULL; valid_read_string(text)
// requires: first_letter: path != NULL; valid_read_string(path)
// requires: same_as_nothing: text != NULL
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t length(const char *text)
{
    return strlen(text);
}

int compare(const char *one, const char *other)
{
    return strcmp(one, other);
}

char *copy(const char *text)
{
    return strdup(text);
}

int print(const char *text)
{
    return puts(text);
}

long number(const char *text)
{
    return text ? strtol(text, NULL, 10) : 0;
}

int first_letter(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return -1;
    int letter = fgetc(file);
    fclose(file);
    return letter;
}

FILE *opened(const char *path)
{
    return path ? fopen(path, "r") : NULL;
}

size_t length_of_nothing(void)
{
    const char *text = NULL;
    return strlen(text); // BUG: length_of_nothing: there is no string
}

int same_as_nothing(const char *text)
{
    if (text)
        return 0;
    return strcmp(text, "nothing") == 0;
}

size_t filled_to_the_end(void)
{
    char text[8];
    memset(text, 'x', sizeof text);
    return strlen(text); // BUG: filled_to_the_end: no zero ends it
}

size_t copied_to_the_end(const char *from)
{
    char text[8];
    if (!from)
        return 0;
    strncpy(text, from, sizeof text);
    return strlen(text); // BUG: copied_to_the_end: from may be as long as text
}

size_t never_set(void)
{
    char text[8];
    return strlen(text); // BUG: never_set: anything is in it
}

size_t end_overwritten(void)
{
    char text[4] = "abc";
    text[3] = 'd';
    return strlen(text); // BUG: end_overwritten: the zero is gone
}

size_t copied_with_end(const char *from)
{
    char text[8];
    if (!from)
        return 0;
    strncpy(text, from, sizeof text - 1);
    text[sizeof text - 1] = 0;
    return strlen(text);
}

size_t printed(int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    return strlen(text);
}

size_t of_zeros(void)
{
    char text[8] = {0};
    return strlen(text);
}

size_t line(void)
{
    char text[64];
    return fgets(text, sizeof text, stdin) ? strlen(text) : 0;
}
