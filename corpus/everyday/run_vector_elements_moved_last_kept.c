// A vector of notes: where one was removed, the last one is there twice.
// verdict: unsafe
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct notes {
    char **all;
    size_t used;
    size_t room;
};

static int insert(struct notes *notes, size_t at, char first) {
    if (at > notes->used)
        return 0;
    if (notes->used == notes->room) {
        size_t room = notes->room ? 2 * notes->room : 4;
        char **all = realloc(notes->all, room * sizeof *all);
        if (!all)
            return 0;
        notes->all = all;
        notes->room = room;
    }
    char *note = calloc(1, 16);
    if (!note)
        return 0;
    note[0] = first;
    memmove(notes->all + at + 1, notes->all + at, (notes->used - at) * sizeof *notes->all);
    notes->all[at] = note;
    notes->used++;
    return 1;
}

static void take_out(struct notes *notes, size_t at) {
    if (at >= notes->used)
        return;
    free(notes->all[at]); // BUG: double-free
    memmove(notes->all + at, notes->all + at + 1, (notes->used - at - 1) * sizeof *notes->all);

}

int main(void) {
    struct notes notes = {NULL, 0, 0};
    int command;
    while ((command = getchar()) != EOF) {
        int at = getchar();
        if (at == EOF)
            break;
        if (command == '-')
            take_out(&notes, (size_t)at);
        else if (!insert(&notes, (size_t)at, (char)command))
            puts("?");
    }
    for (size_t i = 0; i < notes.used; i++) {
        puts(notes.all[i]); // BUG: use-after-free
        free(notes.all[i]); // BUG: double-free
    }
    free(notes.all);
    return 0;
}
