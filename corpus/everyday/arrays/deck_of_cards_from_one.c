// Exchanges cards of a deck as the input says; the cards have numbers from one on.
// verdict: unsafe
#include <stdio.h>

#define CARDS 52

static int deck[CARDS];
static unsigned tops[CARDS];

int main(void) {
    int place;
    for (int i = 0; i < CARDS; i++)
        deck[i] = i + 1;
    while (scanf("%d", &place) == 1) {
        if (place < 0 || place >= CARDS)
            continue;
        int card = deck[place];
        deck[place] = deck[0];
        deck[0] = card;
        tops[card]++; // BUG: out-of-bounds
    }
    for (int i = 0; i < CARDS; i++)
        printf("%d %u\n", deck[i], tops[deck[i]]); // BUG: out-of-bounds
    return 0;
}
