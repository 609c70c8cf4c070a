// Macros in the style of utlist: a circular doubly-linked list without a separate head.
// verdict: safe
// paths: unbounded
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define CL_APPEND(head, add) \
    do { \
        if (head) { \
            (add)->prev = (head)->prev; \
            (add)->next = (head); \
            (head)->prev = (add); \
            (add)->prev->next = (add); \
        } else { \
            (add)->prev = (add); \
            (add)->next = (add); \
            (head) = (add); \
        } \
    } while (0)
#define CL_DELETE(head, del) \
    do { \
        if ((head) == (del) && (head)->next == (head)) { \
            (head) = NULL; \
        } else { \
            (del)->next->prev = (del)->prev; \
            (del)->prev->next = (del)->next; \
            if ((del) == (head)) \
                (head) = (del)->next; \
        } \
    } while (0)

struct player {
    int score;
    struct player *prev, *next;
};

int main(void)
{
    struct player *players = NULL;
    while (__VERIFIER_nondet_int()) {
        struct player *player = malloc(sizeof *player);
        if (!player)
            break;
        player->score = __VERIFIER_nondet_int();
        CL_APPEND(players, player);
    }
    while (players && players->next != players) {
        struct player *loser = players->next->next;
        CL_DELETE(players, loser);
        free(loser);
    }
    free(players);
    return 0;
}
