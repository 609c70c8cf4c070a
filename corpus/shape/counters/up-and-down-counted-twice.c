// Nodes go from one list to the other: the counter of the second goes up by two for each of them.
// verdict: unsafe
// paths: unbounded
#include <stdio.h>
#include <stdlib.h>

struct card {
    int face;
    struct card *next;
};

int main(void)
{
    struct card *deck = NULL, *pile = NULL, *card;
    int left = 0, dealt = 0, c;
    while ((c = getchar()) != EOF) {
        card = malloc(sizeof *card);
        if (!card)
            break;
        card->face = c;
        card->next = deck;
        deck = card;
        left++;
    }
    while (left > 0) {
        card = deck;
        deck = card->next;
        card->next = pile;
        pile = card;
        left--;
        dealt += 2;
    }
    while (dealt) {
        card = pile->next; // BUG: null-deref
        free(pile);
        pile = card;
        dealt--;
    }
    return 0;
}
