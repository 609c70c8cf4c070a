// A title that fills its member has no end.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct song {
    struct song *next;
    char title[40];
};

static struct song *first, *last;

static int add(const char *title) {
    struct song *song = malloc(sizeof *song);
    if (song == NULL)
        return 0;
    song->next = NULL;
    strncpy(song->title, title, sizeof song->title);
    if (last != NULL)
        last->next = song;
    else
        first = song;
    last = song;
    return 1;
}

static void play(void) {
    struct song *song = first;
    if (song == NULL)
        return;
    printf("playing %s (%zu)\n", song->title, strlen(song->title)); // BUG: out-of-bounds
    first = song->next;
    if (first == NULL)
        last = NULL;
    free(song);
}

int main(void) {
    char line[80];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0')
            play();
        else if (!add(line))
            break;
    }
    while (first != NULL)
        play();
    return 0;
}
