// Exchanges cards of a deck as the input says, and counts how often each card came to the top.
// verdict: safe
// paths: unbounded
#include <stdio.h>

#define CARDS 52

static int deck[CARDS];
static unsigned tops[CARDS];

int main(void) {
    int place;
    for (int i = 0; i < CARDS; i++)
        deck[i] = i;
    while (scanf("%d", &place) == 1) {
        if (place < 0 || place >= CARDS)
            continue;
        int card = deck[place];
        deck[place] = deck[0];
        deck[0] = card;
        tops[card]++;
    }
    for (int i = 0; i < CARDS; i++)
        printf("%d %u\n", deck[i], tops[deck[i]]);
    return 0;
}
