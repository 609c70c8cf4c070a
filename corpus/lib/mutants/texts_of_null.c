// Functions of the library are given null, and streams by the names that the system has for them.
// command: lib
// functions: 9
// requires: length: text != NULL
// requires: compare: one != NULL; other != NULL
// requires: copy: text != NULL
// requires: print: text != NULL
// requires: first_letter: path != NULL
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
