// Players stand in a circle and leave it one by one until one is left.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct player {
    struct player *next;
    int number;
};

int main(void)
{
    struct player *last = malloc(sizeof *last);
    if (!last)
        return 1;
    last->number = 0;
    last->next = last;
    while (__VERIFIER_nondet_int()) {
        struct player *player = malloc(sizeof *player);
        if (!player)
            break;
        player->number = last->number + 1;
        player->next = last->next;
        last->next = player;
        last = player;
    }
    while (last->next != last) {
        int steps = __VERIFIER_nondet_int();
        while (steps > 0 && steps < 10) {
            last = last->next;
            steps--;
        }
        struct player *leaver = last->next;
        if (leaver == last)
            break;
        last->next = leaver->next;
        free(leaver);
    }
    free(last);
    return 0;
}
