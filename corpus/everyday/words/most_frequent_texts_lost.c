// Counts words and does not free their texts.
// verdict: unsafe
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    char *text;
    unsigned count;
    struct word *next;
};

static int note(struct word **words, const char *text) {
    for (struct word *word = *words; word != NULL; word = word->next)
        if (strcmp(word->text, text) == 0) {
            word->count++;
            return 0;
        }
    struct word *word = malloc(sizeof *word);
    if (word == NULL)
        return -1;
    word->text = strdup(text);
    if (word->text == NULL) {
        free(word);
        return -1;
    }
    word->count = 1;
    word->next = *words;
    *words = word;
    return 0;
}

int main(void) {
    struct word *words = NULL;
    char text[32];
    size_t used = 0;
    int c, status = 0;
    while (status == 0 && (c = getchar()) != EOF) {
        if (isalpha(c) && used + 1 < sizeof text) {
            text[used++] = (char)tolower(c);
        } else if (used > 0) {
            text[used] = '\0';
            status = note(&words, text);
            used = 0;
        }
    }
    struct word *most = words;
    for (struct word *word = words; word != NULL; word = word->next)
        if (word->count > most->count)
            most = word;
    if (most != NULL)
        printf("%s: %u\n", most->text, most->count);
    while (words != NULL) {
        struct word *next = words->next;
        free(words); // BUG: leak
        words = next;
    }
    return 0;
}
