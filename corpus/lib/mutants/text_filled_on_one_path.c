// A struct is set on one path, and used on all.
// command: lib
// functions: 10
#include <stdlib.h>
#include <string.h>

struct text {
    char *letters;
    size_t length, room;
};

int text_init(struct text *t, size_t room)
{
    if (room < 16)
        room = 16;
    if (room > 1000000)
        return 0;
    char *letters = malloc(room);
    if (!letters)
        return 0;
    letters[0] = 0;
    t->letters = letters;
    t->length = 0;
    t->room = room;
    return 1;
}

int text_reserve(struct text *t, size_t room)
{
    if (room <= t->room)
        return 1;
    if (room > 1000000)
        return 0;
    char *letters = realloc(t->letters, room);
    if (!letters)
        return 0;
    t->letters = letters;
    t->room = room;
    return 1;
}

int text_add_letter(struct text *t, char letter)
{
    if (t->length + 1 >= t->room)
        return 0;
    t->letters[t->length] = letter;
    t->length++;
    t->letters[t->length] = 0;
    return 1;
}

int text_add(struct text *t, const char *more, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!text_add_letter(t, more[i]))
            return 0;
    return 1;
}

char text_letter(const struct text *t, size_t i)
{
    return i < t->length ? t->letters[i] : 0;
}

size_t text_count(const struct text *t, char letter)
{
    size_t count = 0;
    for (size_t i = 0; i < t->length; i++)
        if (t->letters[i] == letter)
            count++;
    return count;
}

void text_upper(struct text *t)
{
    for (size_t i = 0; i < t->length; i++) {
        char letter = t->letters[i];
        if (letter >= 'a' && letter <= 'z')
            t->letters[i] = letter - 32;
    }
}

void text_cut(struct text *t, size_t length)
{
    if (length < t->length)
        t->length = length;
}

void text_drop(struct text *t)
{
    free(t->letters);
    t->letters = NULL;
    t->length = 0;
    t->room = 0;
}

char text_first(size_t room)
{
    struct text t;
    text_init(&t, room);
    return text_letter(&t, 0); // BUG: text_first: where text_init fails, nothing is set
}
